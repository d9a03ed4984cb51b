import { type Sql, sql } from '../../db/sql'
import { DomainError } from '../shared/errors'

/** Throws `workspace_suspended` for a workspace that is suspended, as each copy of one is. */
export function requireInUse({ suspendedAt }: { suspendedAt: string | null }): void {
  if (suspendedAt === null) return
  throw new DomainError(
    'workspace_suspended',
    'This workspace is suspended: it can be read, and nothing in it changes.',
  )
}

/** The condition that a workspace is not suspended. One row by its id. */
export const inUseSql = (workspaceId: Sql): Sql =>
  sql`EXISTS (SELECT 1 FROM workspaces WHERE id = ${workspaceId} AND suspended_at IS NULL)`
