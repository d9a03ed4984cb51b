import { failUnless } from '../../db/guard'
import { type Sql, sql } from '../../db/sql'
import { act } from '../access/act'
import { requirePermission } from '../access/authorize'
import type { ListId } from '../access/lists'
import { type Principal, TENANT, workspaceCte } from '../access/principal'
import { query } from '../access/query'
import { recordEvents } from '../events/record'
import { openAmountOf } from '../fees/open-amount'
import { DISPLAY_NAME } from '../persons/person'
import { SUBJECT } from '../persons/subject'

/** A mandate that was withdrawn and of which staff have not said yet that nothing is left to do. `openAmount` is in cents. */
export type Withdrawal = {
  reference: string
  withdrawnAt: string
  personId: string
  list: ListId
  name: string
  openAmount: number
  /** The collections whose debits are under way under it, a JSON array of ids. */
  running: string
}

/** How many withdrawals are shown at most. */
const MAX_SHOWN = 100

/** The withdrawals that wait for staff: until they settle them, or the person has another mandate. */
const waitingSql = (workspace: Sql): Sql => sql`
  mandates INDEXED BY mandates_withdrawn CROSS JOIN persons
  WHERE mandates.workspace_id = ${workspace} AND end_reason = 'withdrawn' AND settled_at IS NULL
    AND persons.workspace_id = mandates.workspace_id AND list_id IN ('members', 'contacts') AND area = 'regular'
    AND persons.id = mandates.person_id AND sepa_mandate IS NULL AND leave_reason IS NOT 'deceased'`

/** Counts the withdrawals that wait for staff. A statement for the trip of the caller. */
export const countWithdrawals = (workspace: Sql): Sql<{ count: number }> => sql<{ count: number }>`
  SELECT count(*) AS count FROM ${waitingSql(workspace)}`

const TO_SETTLE = { permission: 'members:write' } as const

/** Lists the withdrawals that wait for staff, the oldest first. One trip. Throws `permission_missing`. */
export async function listWithdrawals(principal: Principal): Promise<Withdrawal[]> {
  const { rows } = await query(principal, { waiting: selectWaiting(principal.workspace()) }, (credential) =>
    requirePermission(credential, TO_SETTLE.permission),
  )
  return rows.waiting
}

const selectWaiting = (workspace: Sql, condition = sql`TRUE`): Sql<Withdrawal> => sql<Withdrawal>`
  WITH ${workspaceCte(workspace)}
  SELECT reference, ended_at AS withdrawnAt, persons.id AS personId, list_id AS list, ${DISPLAY_NAME} AS name,
    ${openAmountOf(TENANT, sql`persons.id`)} AS openAmount, (
      SELECT json_group_array(DISTINCT item.collection_id)
      FROM collection_items AS item INDEXED BY collection_items_by_mandate
      WHERE item.workspace_id = mandates.workspace_id AND item.mandate_reference = mandates.reference
        AND item.state = 'live') AS running
  FROM ${waitingSql(TENANT)} AND ${condition} ORDER BY ended_at, reference LIMIT ${MAX_SHOWN}`

/**
 * Records that nothing is left to do about a withdrawal. Returns whether it waited. Two trips, one if it did not. Throws
 * `permission_missing`.
 */
export async function settleWithdrawal(
  principal: Principal,
  { reference }: { reference: string },
): Promise<boolean> {
  return act(principal, TO_SETTLE, async (tx) => {
    const namedSql = sql`reference_key = lower(${reference})`
    const { waiting } = await tx.read({ waiting: selectWaiting(tx.workspace(), namedSql) })
    const [found] = waiting
    if (!found) return false
    const workspace = tx.writable()
    await tx.write({
      asRead: failUnless(sql`EXISTS (SELECT 1 FROM ${waitingSql(workspace)} AND ${namedSql})`),
      recorded: recordEvents(
        tx.actor,
        workspace,
        { action: 'person.mandate_withdrawal_settled', subject: SUBJECT[found.list] },
        [{ id: found.personId, name: found.name, changes: { mandate_reference: [null, found.reference] } }],
      ),
      settled: sql`
        UPDATE mandates SET settled_at = ${tx.now.toISOString()}
        WHERE workspace_id = ${workspace} AND ${namedSql}`,
    })
    return true
  })
}
