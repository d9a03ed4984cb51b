import { sql } from '../../db/sql'
import { requireList } from '../access/authorize'
import { type ListId, listsOf } from '../access/lists'
import { type Principal, TENANT, workspaceCte } from '../access/principal'
import { query } from '../access/query'
import { expectedZone, isExpectedZone } from '../access/time-zone'
import { openAmountOf } from '../fees/open-amount'
import { PAYER, type Relation } from '../person-fields/fields'
import { lostColumnOf } from '../person-fields/list-fields'
import { listsOfPayers } from '../persons/payers/facts'
import { countIn, countLost, lostSql } from '../persons/payers/lost'
import { DISPLAY_NAME } from '../persons/person'
import { todayIn } from '../shared/dates'

/** A person whose payer or guardian is gone, and of whom nobody has decided since. `openAmount` is in cents. */
export type LostPerson = {
  id: string
  list: ListId
  name: string
  birthdate: string | null
  lostOn: string
  revision: number
  openAmount: number
}

/** How many of them are shown at most. */
export const MAX_LOST = 100

/** The persons who have lost their payer or guardian, the first one first, and how many there are. */
export type Lost = { persons: LostPerson[]; count: number }

/**
 * Lists the persons who have lost their payer or guardian, for staff who may give them another one. One trip; a second one if the time zone of
 * the workspace is not the expected one. Throws what `requireList` throws.
 */
export async function viewLost(principal: Principal, relation: Relation): Promise<Lost> {
  const workspace = principal.workspace()
  const lostOn = sql.raw(lostColumnOf(relation))
  const today = todayIn(expectedZone(principal), principal.now)
  const { credential, rows } = await query(
    principal,
    {
      counts: countLost(relation, workspace, today),
      persons: sql<LostPerson>`
        WITH ${workspaceCte(workspace)}
        SELECT persons.id, persons.list_id AS list, ${DISPLAY_NAME} AS name, persons.birthdate,
          ${lostOn} AS lostOn, persons.revision, ${openAmountOf(TENANT, sql`persons.id`)} AS openAmount
        FROM ${lostSql(relation, TENANT, today)} ORDER BY ${lostOn}, persons.id LIMIT ${MAX_LOST}`,
    },
    (credential) =>
      requireList(
        credential,
        listsOf(credential.workspace.subscriptionVariant)[0] ?? 'members',
        relation === PAYER ? 'edit' : 'write',
      ),
  )
  if (!isExpectedZone(principal, credential)) return viewLost(principal, relation)
  const lists = listsOfPayers(credential)
  return {
    persons: rows.persons.filter(({ list }) => lists.includes(list)),
    count: countIn(rows.counts, lists),
  }
}
