import { type Sql, sql } from '../../db/sql'

/** The names of those who can set the creditor of a workspace, while it has none. */
export const selectOwners = (workspace: Sql): Sql<{ name: string }> => sql<{ name: string }>`
  SELECT staff.name FROM workspaces CROSS JOIN memberships CROSS JOIN staff
  WHERE workspaces.id = ${workspace} AND creditor_id IS NULL AND memberships.workspace_id = workspaces.id
    AND role = 'owner' AND accepted_at IS NOT NULL AND staff.id = staff_id
  ORDER BY staff.name`
