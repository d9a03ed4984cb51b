import { type Sql, sql } from '../../db/sql'
import { requirePermission } from '../access/authorize'
import type { SettingsPrincipal } from '../access/principal'
import { query } from '../access/query'
import {
  portalManager,
  portalManagerAbove,
  selectMemberColumns,
  selectPortalColumns,
  selectWorkspacesAbove,
} from '../portal/coverage'
import { currentMemberSql } from '../staff/principal'
import { toApi, type Workspace } from './workspace'

/** The settings that a workspace may change itself, and what else their pages need. */
export type OwnSettings = {
  workspace: Workspace
  /** The name of the workspace directly above. */
  superordinate: string | undefined
  /** The custom columns that the portal can show, those of workspaces below included. */
  columns: { key: string; name: string }[]
  /** The custom columns of the members of the workspace itself. */
  ownColumns: { key: string; name: string }[]
  /** Who manages the portal, where that is a workspace above: its name and those of its owners. */
  manager: { name: string; owners: string[] } | undefined
  /** The name of the workspace above to which the portal can be left. */
  possibleManager: string | undefined
}

/** Gets the settings of a workspace. One trip. Throws `permission_missing`. */
export async function viewOwnSettings(principal: SettingsPrincipal): Promise<OwnSettings> {
  const workspace = principal.workspace()
  const { credential, rows } = await query(
    principal,
    {
      above: selectWorkspacesAbove(workspace),
      managers: selectName(portalManagerAbove(workspace)),
      columns: selectPortalColumns(workspace),
      ownColumns: selectMemberColumns(workspace),
      owners: selectOwners(portalManager(workspace), principal.now),
    },
    (credential) => requirePermission(credential, 'settings:write'),
  )
  const above = rows.managers[0]?.name
  const isManaged = credential.workspace.portalManagedBy === 'superordinate'
  return {
    workspace: toApi(credential.workspace),
    superordinate: rows.above.find(({ isDirectlyAbove }) => isDirectlyAbove)?.name,
    columns: rows.columns,
    ownColumns: rows.ownColumns,
    manager: isManaged ? { name: above ?? '', owners: rows.owners.map(({ name }) => name) } : undefined,
    possibleManager: isManaged ? undefined : above,
  }
}

const selectName = (workspace: Sql): Sql<{ name: string }> => sql<{ name: string }>`
  SELECT name FROM workspaces WHERE id = ${workspace}`

// Without their addresses, with which they sign in.
const selectOwners = (workspace: Sql, now: Date): Sql<{ name: string }> => sql<{ name: string }>`
  SELECT staff.name FROM memberships AS member CROSS JOIN staff
  WHERE member.workspace_id = ${workspace} AND role = 'owner' AND ${currentMemberSql(now)}
    AND staff.id = member.staff_id
  ORDER BY staff.name`
