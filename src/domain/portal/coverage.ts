import type { WorkspaceRow } from '../../db/schema'
import { type Sql, sql } from '../../db/sql'
import { inList } from '../access/principal'
import { OFFERS_PORTAL, OPEN_PORTAL } from './settings'

const MANAGES_ITSELF = sql`portal_managed_by = 'workspace'`
const MANAGED_ABOVE = sql`portal_managed_by = 'superordinate'`

// The nearest workspace above `home` that manages its portal, on a condition that includes that.
const ownerAbove = (condition: Sql): Sql => sql`(
  WITH RECURSIVE above (id) AS (
    SELECT home.superordinate_workspace_id
    UNION
    SELECT superordinate_workspace_id FROM above CROSS JOIN workspaces AS w WHERE w.id = above.id AND ${MANAGED_ABOVE}
  )
  SELECT w.id FROM above CROSS JOIN workspaces AS w WHERE w.id = above.id AND ${condition})`

/** CTE `below (id)`, for `WITH RECURSIVE`: the workspaces below one that leave their portal to it. */
export const below = (workspace: Sql): Sql => sql`
  below (id) AS (
    SELECT id FROM workspaces WHERE superordinate_workspace_id = ${workspace} AND ${MANAGED_ABOVE}
    UNION
    SELECT w.id FROM below CROSS JOIN workspaces AS w WHERE w.superordinate_workspace_id = below.id AND ${MANAGED_ABOVE}
  )`

/**
 * The id of the workspace whose portal is open to the members of `workspace`: its own or that of the nearest
 * workspace above that manages its portal itself. NULL where either of the two does not offer a portal. One row a
 * step. Every statement of a request checks it again.
 */
export const portalOpenTo = (workspace: Sql): Sql => sql`(
  SELECT CASE portal_managed_by WHEN 'workspace' THEN id ELSE ${ownerAbove(OPEN_PORTAL)} END
  FROM workspaces AS home WHERE id = ${workspace} AND ${OFFERS_PORTAL})`

type WorkspaceAbove = Pick<
  WorkspaceRow,
  'id' | 'name' | 'portalManagedBy' | 'portalFunctions' | 'portalSlug' | 'subscriptionVariant'
> & {
  portalEnabled: number
  suspendedAt: string | null
  isDirectlyAbove: number
}

/**
 * The workspace directly above one and, where that leaves its portal to another, the one that manages it. The two may be
 * the same.
 */
export const selectWorkspacesAbove = (workspace: Sql): Sql<WorkspaceAbove> => sql<WorkspaceAbove>`
  SELECT w.id, w.name, w.portal_managed_by AS portalManagedBy, w.portal_functions AS portalFunctions,
    w.portal_slug AS portalSlug, w.portal_enabled AS portalEnabled, w.suspended_at AS suspendedAt,
    w.subscription_variant AS subscriptionVariant,
    w.id = home.superordinate_workspace_id AS isDirectlyAbove
  FROM workspaces AS home CROSS JOIN workspaces AS w
  WHERE home.id = ${workspace} AND w.id IN (
    home.superordinate_workspace_id,
    CASE home.portal_managed_by WHEN 'superordinate' THEN ${ownerAbove(MANAGES_ITSELF)} END)`

/** The id of the nearest workspace above another one that manages its own portal; NULL if there is none. */
export const portalManagerAbove = (workspace: Sql): Sql => sql`(
  SELECT ${ownerAbove(MANAGES_ITSELF)} FROM workspaces AS home WHERE id = ${workspace})`

/** The id of the workspace above that manages the portal of another; NULL if that manages it itself. */
export const portalManager = (workspace: Sql): Sql => sql`(
  SELECT CASE portal_managed_by WHEN 'superordinate' THEN ${ownerAbove(MANAGES_ITSELF)} END
  FROM workspaces AS home WHERE id = ${workspace})`

/** The custom columns of the members of a workspace and of those below that leave their portal to it, each key once. */
export const selectPortalColumns = (workspace: Sql): Sql<{ key: string; name: string }> => sql<{
  key: string
  name: string
}>`
  WITH RECURSIVE ${below(workspace)}
  SELECT ${COLUMN_KEY} AS key, min(name) AS name FROM ${coveredColumns(workspace)}
  GROUP BY key ORDER BY min(position), min(custom_columns.id)`

/**
 * Which of these keys name a custom column of the members of a workspace, or of those below that leave their portal to
 * it.
 */
export const selectPortalColumnKeys = (workspace: Sql, keys: string[]): Sql<{ key: string }> => sql<{
  key: string
}>`
  WITH RECURSIVE ${below(workspace)}
  SELECT DISTINCT ${COLUMN_KEY} AS key FROM ${coveredColumns(workspace)}
    AND key IN (SELECT value FROM json_each(${JSON.stringify(keys)}))`

/** The custom columns of the members of a workspace itself, in their order. */
export const selectMemberColumns = (workspace: Sql): Sql<{ key: string; name: string }> => sql<{
  key: string
  name: string
}>`
  SELECT ${COLUMN_KEY} AS key, name FROM custom_columns WHERE ${inList(workspace, 'members')} ORDER BY position, id`

/** Which of these keys name a custom column of the members of a workspace itself. */
export const selectMemberColumnKeys = (workspace: Sql, keys: string[]): Sql<{ key: string }> => sql<{
  key: string
}>`
  SELECT ${COLUMN_KEY} AS key FROM custom_columns
  WHERE ${inList(workspace, 'members')} AND key IN (SELECT value FROM json_each(${JSON.stringify(keys)}))`

const COLUMN_KEY = sql`coalesce(external_id, custom_columns.id)`

/** What follows FROM, after the CTE {@link below}. */
const coveredColumns = (workspace: Sql): Sql => sql`
  (SELECT ${workspace} AS id UNION ALL SELECT id FROM below) AS covered CROSS JOIN custom_columns
  WHERE workspace_id = covered.id AND list_id = 'members'`
