import { sql } from '../../db/sql'
import { requireList } from '../access/authorize'
import { type ListId, listsOf } from '../access/lists'
import { type Principal, TENANT, workspaceCte } from '../access/principal'
import { query } from '../access/query'
import { expectedZone, isExpectedZone } from '../access/time-zone'
import { openAmountOf } from '../fees/open-amount'
import { listsOfPayers } from '../persons/payers/facts'
import { countIn, countWithoutPayer, withoutPayerSql } from '../persons/payers/lost'
import { DISPLAY_NAME } from '../persons/person'
import { todayIn } from '../shared/dates'

/** A person whose payer was deleted, and of whom nobody has decided since who pays. `openAmount` is in cents. */
export type WithoutPayer = {
  id: string
  list: ListId
  name: string
  birthdate: string | null
  lostOn: string
  revision: number
  openAmount: number
}

/** How many persons without a payer are shown at most. */
export const MAX_WITHOUT_PAYER = 100

/** The persons who have lost their payer, the first one first, and how many there are. */
export type LostPayers = { persons: WithoutPayer[]; count: number }

/**
 * Lists the persons who have lost their payer, for staff who may give them another one. One trip; a second one if the time zone of
 * the workspace is not the expected one. Throws what `requireList` throws.
 */
export async function viewWithoutPayer(principal: Principal): Promise<LostPayers> {
  const workspace = principal.workspace()
  const today = todayIn(expectedZone(principal), principal.now)
  const { credential, rows } = await query(
    principal,
    {
      counts: countWithoutPayer(workspace, today),
      persons: sql<WithoutPayer>`
        WITH ${workspaceCte(workspace)}
        SELECT persons.id, persons.list_id AS list, ${DISPLAY_NAME} AS name, persons.birthdate,
          payer_lost_on AS lostOn, persons.revision, ${openAmountOf(TENANT, sql`persons.id`)} AS openAmount
        FROM ${withoutPayerSql(TENANT, today)} ORDER BY payer_lost_on, persons.id LIMIT ${MAX_WITHOUT_PAYER}`,
    },
    (credential) =>
      requireList(credential, listsOf(credential.workspace.subscriptionVariant)[0] ?? 'members', 'edit'),
  )
  if (!isExpectedZone(principal, credential)) return viewWithoutPayer(principal)
  const lists = listsOfPayers(credential)
  return {
    persons: rows.persons.filter(({ list }) => lists.includes(list)),
    count: countIn(rows.counts, lists),
  }
}
