import { type Db, retryOnConflict, trip } from '../../../db/client'
import { failUnless } from '../../../db/guard'
import type { MoveRow } from '../../../db/schema'
import { sql } from '../../../db/sql'
import { only } from '../../access/act'
import { DomainError } from '../../shared/errors'
import { openSql, unlockRows } from './lock'
import { findMove, type Move, selectMove, toApi } from './move'
import { stepOf } from './steps'

/**
 * Cancels the move of a workspace, which is in use at once as it was before. What was copied is deleted by {@link goOn}, which also
 * deletes the row of the move. Throws `not_found`, and `not_movable` once the workspace is at its new place. Three trips, and one
 * for each database.
 */
export async function cancelMove(places: readonly Db[], workspaceId: string): Promise<Move> {
  const found = await findMove(places, workspaceId)
  if (!found || found.row.finishedAt !== null) throw notMoving()
  const { source } = found
  const row = await retryOnConflict(() => beginCancelling(source, workspaceId, null))
  return toApi(row, source.place, new Date())
}

/**
 * Unlocks a workspace and marks its move as cancelled, with the reason if it failed. Throws `not_found`, and `not_movable` once the
 * workspace is at its new place. Three trips.
 */
export async function beginCancelling(db: Db, workspaceId: string, failure: string | null): Promise<MoveRow> {
  // In this order: triggers come and go with the step.
  const { rows } = await trip(db, { rows: selectMove(workspaceId) })
  const unlocked = await unlockRows(db, workspaceId)
  const [row] = rows
  // Another request has cancelled the move meanwhile, and its row is deleted.
  if (!row || row.finishedAt !== null) throw notMoving()
  if (row.step === 'cancelling') return row
  if (!stepOf(row)?.isCancellable)
    throw new DomainError('not_movable', 'The workspace is at its new place. Move it back instead.')
  const { cancelled } = await trip(db, {
    unchanged: failUnless(
      sql`EXISTS (SELECT 1 FROM moves WHERE moved_id = ${workspaceId} AND step = ${row.step})`,
    ),
    unlocked,
    opened: openSql(workspaceId),
    kept: sql`
      UPDATE moves SET step = 'cancelling', progress = NULL, failure = ${failure} WHERE moved_id = ${workspaceId}`,
    cancelled: selectMove(workspaceId),
  })
  return only(cancelled)
}

const notMoving = () => new DomainError('not_found', 'The workspace is not moving.')
