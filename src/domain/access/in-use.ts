import { type Db, trip, WorkspaceMoving } from '../../db/client'
import { type Sql, sql } from '../../db/sql'
import { DomainError } from '../shared/errors'

/** Throws {@link WorkspaceMoving} for a workspace that moves, and `workspace_suspended` for one that is suspended, as each copy is. */
export function requireInUse({
  suspendedAt,
  movingTo,
}: {
  suspendedAt: string | null
  movingTo: string | null
}): void {
  if (movingTo !== null) throw new WorkspaceMoving()
  if (suspendedAt === null) return
  throw new DomainError(
    'workspace_suspended',
    'This workspace is suspended: it can be read, and nothing in it changes.',
  )
}

/** The condition that a workspace is neither suspended nor moving. One row by its id. */
export const inUseSql = (workspaceId: Sql): Sql =>
  sql`EXISTS (SELECT 1 FROM workspaces WHERE id = ${workspaceId} AND suspended_at IS NULL AND moving_to IS NULL)`

/** Whether a workspace moves to another database. One trip. */
export async function isMoving(db: Db, workspaceId: string): Promise<boolean> {
  const { moving } = await trip(db, {
    moving: sql`SELECT 1 FROM workspaces WHERE id = ${workspaceId} AND moving_to IS NOT NULL`,
  })
  return moving.length > 0
}
