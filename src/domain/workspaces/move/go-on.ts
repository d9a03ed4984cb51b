import { type Db, tripOfAnyMigration, WriteConflict } from '../../../db/client'
import { before } from '../../../db/now'
import { sql } from '../../../db/sql'
import { beginCancelling } from './cancel'
import { Hold } from './hold'
import { findMove, type Move, toApi } from './move'
import { type Left, type Means, MoveFailed } from './step'
import { stepOf } from './steps'

/** How long a workspace is locked at most, before its move is given up. */
const MAX_LOCKED = '-6 hours'

/**
 * Goes on with a move that is due: drains what is being sent, locks the workspace, stores its file, copies and compares its rows,
 * opens it at its new place, and deletes the rows of the old one. A move that fails before the workspace is at its new place is
 * cancelled, with the reason. Does nothing while another run goes on with it. Returns no move if the workspace has none, as after a
 * move that was cancelled, of which no row stays.
 */
export async function goOn(
  workspaceId: string,
  { places, ...means }: Means & { places: readonly Db[] },
): Promise<{ move: Move | undefined; left: Left }> {
  const found = await findMove(places, workspaceId)
  if (!found) return { move: undefined, left: 'nothing' }
  const { source } = found
  const hold = await Hold.take(source, (letter) => places.find(({ place }) => place === letter), workspaceId)
  const left = hold ? await run(hold, means) : 'nothing'
  const { row } = (await findMove(places, workspaceId)) ?? found
  return { move: toApi(row, source.place, means.now), left }
}

async function run(hold: Hold, means: Means): Promise<Left> {
  try {
    return await goThrough(hold, means)
  } catch (error) {
    // Another request has cancelled the move, or another run has taken it after this one stood still.
    if (error instanceof WriteConflict) return 'more'
    if (!(error instanceof MoveFailed)) throw error
    await beginCancelling(hold.source, hold.id, error.message)
    return 'more'
  } finally {
    await hold.release().catch(() => {})
  }
}

async function goThrough(hold: Hold, means: Means): Promise<Left> {
  for (let step = stepOf(hold.row); step; step = stepOf(hold.row)) {
    if (means.isTimeUp()) return 'more'
    if (step.isLocked) await requireLocked(hold)
    const ended = await step.run(hold, means)
    if (ended !== 'next') return ended
  }
  return 'nothing'
}

/** Throws if a workspace is no longer locked, such as after a restore, or has been locked for too long. */
async function requireLocked({ row, source, id }: Hold): Promise<void> {
  const { locked, late } = await tripOfAnyMigration(source, {
    locked: sql`SELECT 1 FROM workspaces WHERE id = ${id} AND moving_to = ${row.place}`,
    late: sql`SELECT 1 FROM moves WHERE moved_id = ${id} AND started_at < ${before(MAX_LOCKED)}`,
  })
  if (locked.length === 0)
    throw new MoveFailed(
      'The workspace was restored or erased meanwhile. If it is still there, schedule the move again.',
    )
  if (late.length > 0)
    throw new MoveFailed('The move took more than six hours. Schedule it again for a time with less load.')
}
