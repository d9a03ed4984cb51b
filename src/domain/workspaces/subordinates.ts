import { type Sql, sql } from '../../db/sql'
import { requireNeed } from '../access/authorize'
import type { Need, Principal } from '../access/principal'
import { query } from '../access/query'
import { below } from '../portal/coverage'
import { DomainError } from '../shared/errors'

/** A workspace below another one, with its sizes as they were last counted; null before the first night. */
export type Subordinate = {
  id: string
  name: string
  /** Who manages its portal: the workspace itself, the principal's (`us`), or another one above. */
  portalManager: 'itself' | 'us' | 'above'
  isPortalEnabled: boolean
  day: string | null
  members: number | null
  contacts: number | null
  openFees: number | null
  openAmount: number | null
  currency: string
}

/** How many workspaces are listed at most. */
const MAX_LISTED = 1000

/**
 * Lists the workspaces directly below the principal's and those whose portal it manages, in the order of their names, with
 * their sizes but without their persons and fees. One trip. Throws `permission_missing`.
 */
export const viewSubordinates = (principal: Principal): Promise<Subordinate[]> =>
  subordinatesOf(principal, sql`TRUE`)

/**
 * Gets one of the workspaces that {@link viewSubordinates} lists; `need` is what the page needs. One trip. Throws
 * `permission_missing`, `proof_required` and `not_found`.
 */
export async function viewSubordinate(
  principal: Principal,
  { id, need }: { id: string; need?: Need },
): Promise<Subordinate> {
  const [subordinate] = await subordinatesOf(principal, sql`workspaces.id = ${id}`, need)
  if (subordinate) return subordinate
  throw new DomainError('not_found', 'There is no such workspace below this one.')
}

const TO_READ: Need = { permission: 'settings:write' }

async function subordinatesOf(principal: Principal, condition: Sql, need = TO_READ): Promise<Subordinate[]> {
  const { rows } = await query(
    principal,
    { subordinates: selectSubordinates(principal.workspace(), condition) },
    requireNeed(principal, need),
  )
  return rows.subordinates.map(({ isPortalEnabled, ...subordinate }) => ({
    ...subordinate,
    isPortalEnabled: isPortalEnabled === 1,
  }))
}

type Row = Omit<Subordinate, 'isPortalEnabled'> & { isPortalEnabled: number }

const selectSubordinates = (workspace: Sql, condition: Sql): Sql<Row> => sql<Row>`
  WITH RECURSIVE ${below(workspace)},
  managed (id) AS (
    SELECT below.id FROM below CROSS JOIN workspaces AS own
    WHERE own.id = ${workspace} AND own.portal_managed_by = 'workspace'
  ),
  listed (id) AS (
    SELECT id FROM workspaces WHERE superordinate_workspace_id = ${workspace} UNION SELECT id FROM managed
  )
  SELECT workspaces.id, name, currency, day, members, contacts, open_fees AS openFees, open_amount AS openAmount,
    portal_enabled AS isPortalEnabled,
    CASE WHEN portal_managed_by = 'workspace' THEN 'itself' WHEN workspaces.id IN managed THEN 'us' ELSE 'above' END
      AS portalManager
  FROM listed CROSS JOIN workspaces ON workspaces.id = listed.id
  LEFT JOIN daily_counts ON daily_counts.workspace_id = workspaces.id
    AND day = (SELECT max(day) FROM daily_counts WHERE workspace_id = workspaces.id)
  WHERE ${condition}
  ORDER BY name LIMIT ${MAX_LISTED}`
