import { type SQL, sql } from 'drizzle-orm'
import { prepared } from '../../db/query'
import type { workspaces } from '../../db/schema'
import { OFFERS_PORTAL, OPEN_PORTAL } from './settings'

type Row = typeof workspaces.$inferSelect

const MANAGES_ITSELF = sql`portal_managed_by = 'workspace'`
const MANAGED_ABOVE = sql`portal_managed_by = 'superordinate'`

// The nearest workspace above `home` that manages its portal, on a condition that includes that.
const ownerAbove = (condition: SQL): SQL => sql`(
  WITH RECURSIVE above (id) AS (
    SELECT home.superordinate_workspace_id
    UNION
    SELECT superordinate_workspace_id FROM above CROSS JOIN workspaces AS w WHERE w.id = above.id AND ${MANAGED_ABOVE}
  )
  SELECT w.id FROM above CROSS JOIN workspaces AS w WHERE w.id = above.id AND ${condition})`

/** CTE `below (id)`, for `WITH RECURSIVE`: the workspaces below one that leave their portal to it. */
export const below = (workspace: SQL): SQL => sql`
  below (id) AS (
    SELECT id FROM workspaces WHERE superordinate_workspace_id = ${workspace} AND ${MANAGED_ABOVE}
    UNION
    SELECT w.id FROM below CROSS JOIN workspaces AS w WHERE w.superordinate_workspace_id = below.id AND ${MANAGED_ABOVE}
  )`

/**
 * The id of the workspace whose portal is open to the members of `workspace`, as SQL: its own or that of the nearest
 * workspace above that manages its portal itself. NULL where either of the two does not offer a portal. One row a step.
 */
export const portalOpenTo = (workspace: SQL): SQL => sql`(
  SELECT CASE portal_managed_by WHEN 'workspace' THEN id ELSE ${ownerAbove(OPEN_PORTAL)} END
  FROM workspaces AS home WHERE id = ${workspace} AND ${OFFERS_PORTAL})`

/**
 * The workspace directly above the tenant's (`isAbove`) and, where the tenant's leaves its portal to another, the one that
 * manages it. The two may be the same.
 */
export const workspacesAbove = prepared<Above>(
  (workspace) => sql`
    SELECT w.id, w.name, w.portal_managed_by AS "portalManagedBy", w.portal_functions AS "portalFunctions",
      w.portal_slug AS "portalSlug", w.portal_enabled AS "portalEnabled",
      w.subscription_variant AS "subscriptionVariant",
      w.id = home.superordinate_workspace_id AS "isAbove"
    FROM workspaces AS home CROSS JOIN workspaces AS w
    WHERE home.id = ${workspace} AND w.id IN (
      home.superordinate_workspace_id,
      CASE home.portal_managed_by WHEN 'superordinate' THEN ${ownerAbove(MANAGES_ITSELF)} END)`,
)

type Above = Pick<
  Row,
  'id' | 'name' | 'portalManagedBy' | 'portalFunctions' | 'portalSlug' | 'subscriptionVariant'
> & {
  portalEnabled: number
  isAbove: number
}

/**
 * Which of the keys in the placeholder `keys` (a JSON array) name a custom column of the tenant's members, or of members
 * of the workspaces below that leave their portal to it.
 */
export const columnKeysOfPortal = prepared<{ key: string }>(
  (workspace) => sql`
    WITH RECURSIVE ${below(workspace)}
    SELECT DISTINCT coalesce(external_id, custom_columns.id) AS key
    FROM (SELECT ${workspace} AS id UNION ALL SELECT id FROM below) AS covered CROSS JOIN custom_columns
    WHERE workspace_id = covered.id AND list_id = 'members'
      AND key IN (SELECT value FROM json_each(${sql.placeholder('keys')}))`,
)
