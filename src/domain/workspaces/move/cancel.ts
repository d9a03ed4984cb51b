import { type Db, retryOnConflict, trip } from '../../../db/client'
import { failUnless } from '../../../db/guard'
import { NOW } from '../../../db/now'
import type { MoveRow } from '../../../db/schema'
import { type Sql, sql } from '../../../db/sql'
import { only } from '../../access/act'
import { DomainError } from '../../shared/errors'
import { unlockRows } from './lock'
import { findMove, type Move, selectMove, toApi } from './move'

/** The steps before which the workspace is still where it was. */
const CANCELLABLE = [
  'scheduled',
  'draining',
  'storing',
  'clearing',
  'copying',
  'comparing',
  'arriving',
  'verifying',
  'leaving',
] as const satisfies readonly MoveRow['step'][]

/**
 * Cancels the move of a workspace, which is in use at once as it was before. What was copied is deleted by {@link goOn}, which also
 * deletes the row of the move. Throws `not_found`, and `not_movable` once the workspace is at its new place. Three trips, and one
 * for each database.
 */
export async function cancelMove(places: readonly Db[], workspaceId: string): Promise<Move> {
  const found = await findMove(places, workspaceId)
  if (!found || found.row.finishedAt !== null)
    throw new DomainError('not_found', 'The workspace is not moving.')
  const { source } = found
  return toApi(await retryOnConflict(() => beginCancelling(source, workspaceId, null)), source.place)
}

/** Unlocks a workspace, with why its move failed, if it did. Whoever goes on with the move finds it cancelled. Three trips. */
export async function beginCancelling(db: Db, workspaceId: string, failure: string | null): Promise<MoveRow> {
  // In this order: triggers come and go with the step.
  const { rows } = await trip(db, { rows: selectMove(workspaceId) })
  const unlocked = await unlockRows(db, workspaceId)
  const [row] = rows
  if (row?.step === 'cancelling') return row
  if (!row || !(CANCELLABLE as readonly string[]).includes(row.step))
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

/** The statement after which a workspace that was moving is written to again. */
export const openSql = (workspaceId: string): Sql =>
  sql`UPDATE workspaces SET moving_to = NULL WHERE id = ${workspaceId} AND moving_to IS NOT NULL`

/** The statement with which a cancelled move ends: it is kept only if it has failed. */
export const endCancelled = (workspaceId: string): Sql[] => [
  sql`DELETE FROM moves WHERE moved_id = ${workspaceId} AND step = 'cancelling' AND failure IS NULL`,
  sql`
    UPDATE moves SET step = 'cancelled', finished_at = ${NOW}, held_by = NULL, held_until = NULL
    WHERE moved_id = ${workspaceId} AND step = 'cancelling'`,
]
