import type { Db } from '../../db/client'
import type { WorkspaceRow } from '../../db/schema'
import { sql } from '../../db/sql'
import { type ActingRequest, operatorActor } from '../access/actor'
import { PERMISSIONS, STAFF_PERMISSIONS } from '../access/permissions'
import type { Credential, Principal } from '../access/principal'
import { requireWorkspace, selectWorkspace } from './workspace'

/** The operator, in one workspace. */
export type OperatorPrincipal = Principal<OperatorCredential>

/** The operator may do everything in every workspace; the door has checked the operator token. */
export type OperatorCredential = Credential & { workspace: WorkspaceRow }

/** The principal of the operator for a workspace. Each `query` throws `not_found` if it does not exist. */
export function operatorPrincipal(
  db: Db,
  { workspaceId, ...request }: ActingRequest & { workspaceId: string },
): OperatorPrincipal {
  return {
    db,
    now: request.now,
    actor: operatorActor(request),
    id: `operator ${workspaceId}`,
    workspace: () => sql`${workspaceId}`,
    // Workspaces are never deleted, so that the one that `query` has found can be written to.
    writableWorkspace: ({ columns }) =>
      columns
        ? sql`(
            SELECT id FROM workspaces
            WHERE id = ${workspaceId} AND id = ${columns.workspaceId} AND columns_version = ${columns.version})`
        : sql`${workspaceId}`,
    lookup: selectWorkspace(db, sql`${workspaceId}`),
    credential: (rows) => ({
      workspace: requireWorkspace(rows as WorkspaceRow[]),
      permissions: [...PERMISSIONS, ...STAFF_PERMISSIONS],
    }),
  }
}
