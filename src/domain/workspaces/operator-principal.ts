import type { Db } from '../../db/client'
import type { WorkspaceRow } from '../../db/schema'
import { sql } from '../../db/sql'
import { type ActingRequest, operatorActor } from '../access/actor'
import { requireInUse } from '../access/in-use'
import { PERMISSIONS, STAFF_PERMISSIONS } from '../access/permissions'
import type { Credential, Principal } from '../access/principal'
import { requireWorkspace, selectWorkspace } from './workspace'

/** The operator, in one workspace. */
export type OperatorPrincipal = Principal<OperatorCredential>

/** The operator may do everything in every workspace; the door has checked the operator token. */
export type OperatorCredential = Credential & { workspace: WorkspaceRow }

/**
 * The principal of the operator for a workspace. Each `query` throws `not_found` if it does not exist, and if the request opens no
 * copies, `workspace_suspended` for one and {@link WorkspaceMoving} for a workspace that moves.
 */
export function operatorPrincipal(
  db: Db,
  {
    workspaceId,
    opensCopies = true,
    ...request
  }: ActingRequest & { workspaceId: string; opensCopies?: boolean },
): OperatorPrincipal {
  return {
    db,
    now: request.now,
    actor: operatorActor(request),
    id: `operator ${workspaceId}`,
    workspace: () => sql`${workspaceId}`,
    // A copy stays as it is, and a workspace may have been erased, or may move, since it was read.
    writableWorkspace: ({ columns }) => sql`(
      SELECT id FROM workspaces WHERE id = ${workspaceId} AND copy_of IS NULL AND moving_to IS NULL ${
        columns ? sql`AND id = ${columns.workspaceId} AND columns_version = ${columns.version}` : sql``
      })`,
    lookup: selectWorkspace(db, sql`${workspaceId}`),
    credential: (rows) => {
      const workspace = requireWorkspace(rows as WorkspaceRow[])
      if ((workspace.copyOf ?? workspace.movingTo) !== null && !opensCopies) requireInUse(workspace)
      return { workspace, permissions: [...PERMISSIONS, ...STAFF_PERMISSIONS] }
    },
  }
}
