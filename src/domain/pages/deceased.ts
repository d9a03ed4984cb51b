import { type Sql, sql } from '../../db/sql'
import { requirePermission } from '../access/authorize'
import { type Principal, TENANT, workspaceCte } from '../access/principal'
import { query } from '../access/query'
import { openAmountOf } from '../fees/open-amount'
import { DISPLAY_NAME } from '../persons/person'

/** A member who has died with money left to decide on: open fees, in cents, and debits that are under way. */
export type Deceased = {
  id: string
  name: string
  diedOn: string
  openAmount: number
  debits: LiveDebit[]
}

/** A debit of the account or for the fees of a member who has died, which was released before. */
export type LiveDebit = { collection_id: string; collection_date: string; state: string; amount: number }

/** How many of the deceased are shown at most. */
const MAX_DECEASED = 100

/** The rows of `persons` who have died and owe something, or are debited still. */
const deceasedSql = (tenant: Sql): Sql => sql`
  persons INDEXED BY persons_deceased
  WHERE persons.workspace_id = ${tenant} AND leave_reason = 'deceased' AND (
    EXISTS (
      SELECT 1 FROM fees INDEXED BY fees_by_person WHERE fees.workspace_id = ${tenant} AND fees.person_id = persons.id
        AND fees.status IN ('open', 'returned', 'collecting'))
    OR EXISTS (SELECT 1 FROM ${liveSql(tenant)}))`

/** The debits under way of a row of `persons`: under its mandate, by which the fees of others are collected as well. */
const liveSql = (tenant: Sql): Sql => sql`collection_items AS item INDEXED BY collection_items_by_mandate
  CROSS JOIN collections ON collections.workspace_id = ${tenant} AND collections.id = item.collection_id
  WHERE item.workspace_id = ${tenant} AND item.mandate_reference = persons.sepa_mandate ->> 'reference'
    AND item.state = 'live' AND item.person_id = persons.id`

/** Counts the members who have died with money left to decide on. A statement for the trip of the caller. */
export const countDeceased = (workspace: Sql): Sql<{ count: number }> => sql<{ count: number }>`
  WITH ${workspaceCte(workspace)} SELECT count(*) AS count FROM ${deceasedSql(TENANT)}`

/** Lists the members who have died with money left to decide on, the last one first. One trip. Throws `permission_missing`. */
export async function viewDeceased(principal: Principal): Promise<Deceased[]> {
  const { rows } = await query(
    principal,
    {
      persons: sql<Omit<Deceased, 'debits'> & { debits: string }>`
        WITH ${workspaceCte(principal.workspace())}
        SELECT persons.id, ${DISPLAY_NAME} AS name, leave_date AS diedOn,
          ${openAmountOf(TENANT, sql`persons.id`)} AS openAmount, (
            SELECT json_group_array(json_object('collection_id', collections.id, 'collection_date', collection_date,
              'state', collections.state, 'amount', item.amount)) FROM ${liveSql(TENANT)}) AS debits
        FROM ${deceasedSql(TENANT)} ORDER BY leave_date DESC, persons.id LIMIT ${MAX_DECEASED}`,
    },
    (credential) => {
      requirePermission(credential, 'members:read')
      requirePermission(credential, 'fees:read')
    },
  )
  return rows.persons.map((row) => ({ ...row, debits: JSON.parse(row.debits) }))
}
