import { type Sql, sql } from '../../db/sql'
import type { Credential, Principal } from '../access/principal'
import { query } from '../access/query'

/** A workspace directly below another one, with its sizes as they were last counted; null before the first night. */
export type Subordinate = {
  id: string
  name: string
  portalManagedBy: 'workspace' | 'superordinate'
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
 * Lists the workspaces directly below the principal's, in the order of their names. Their persons and fees stay closed;
 * only their sizes show. One trip. Throws what `authorize` throws.
 */
export async function listSubordinates<C extends Credential>(
  principal: Principal<C>,
  authorize: (credential: C) => void,
): Promise<Subordinate[]> {
  const { rows } = await query(
    principal,
    { subordinates: selectSubordinates(principal.workspace()) },
    authorize,
  )
  return rows.subordinates
}

const selectSubordinates = (workspace: Sql): Sql<Subordinate> => sql<Subordinate>`
  SELECT workspaces.id, name, portal_managed_by AS portalManagedBy, currency, day, members, contacts,
    open_fees AS openFees, open_amount AS openAmount
  FROM workspaces LEFT JOIN daily_counts ON daily_counts.workspace_id = workspaces.id
    AND day = (SELECT max(day) FROM daily_counts WHERE workspace_id = workspaces.id)
  WHERE superordinate_workspace_id = ${workspace}
  ORDER BY name LIMIT ${MAX_LISTED}`
