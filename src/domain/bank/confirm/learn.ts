import type { Statement } from '../../../db/client'
import { jsonArrays } from '../../../db/json'
import { type Sql, sql } from '../../../db/sql'
import type { FeeFacts } from '../../payments/fee-facts'
import { liveSql } from '../../payments/live-payments'
import { anywhereIn } from '../../persons/payers/facts'
import { uniqueStrings } from '../../shared/text'
import type { LineRow } from '../lines/bank-line'

/** What an act on a line teaches of its account. */
export type Taught = {
  line: LineRow
  /** The persons for whom the line pays by the act, from which later lines of its account are recognized. */
  paysFor?: string[]
  /** The persons for whom it paid before the act took that back. */
  paidFor?: string[]
}

/** The ids of the persons who owe fees. */
export const debtorsOf = (fees: readonly FeeFacts[]): string[] =>
  uniqueStrings(fees.map(({ person_id }) => person_id))

/** Learns and unlearns the accounts of lines; after the payments of the acts are written, and those that they take back. */
export const writePayingAccounts = (workspace: Sql, acts: readonly Taught[]): Statement[] => [
  ...pairsOf(acts, 'paysFor').map((pairs) => learn(workspace, pairs)),
  ...pairsOf(acts, 'paidFor').map((pairs) => unlearn(workspace, pairs)),
]

/** The accounts of lines with persons, as JSON arrays. */
const pairsOf = (acts: readonly Taught[], key: 'paysFor' | 'paidFor'): string[] =>
  jsonArrays(
    acts.flatMap(({ line, [key]: persons = [] }) =>
      line.party_iban === null ? [] : persons.map((person) => [line.party_iban, person]),
    ),
  )

/** A fee may be of somebody who was deleted. */
const learn = (workspace: Sql, pairs: string): Sql => sql`
  INSERT INTO paying_accounts (workspace_id, iban, person_id)
  SELECT DISTINCT ${workspace}, pair.value ->> 0, persons.id FROM json_each(${pairs}) AS pair CROSS JOIN persons
  WHERE ${anywhereIn(workspace)} AND persons.id = pair.value ->> 1
  ON CONFLICT DO NOTHING`

/** Keeps what another line of the account taught, or another act on the same line. */
const unlearn = (workspace: Sql, pairs: string): Sql => sql`
  DELETE FROM paying_accounts
  WHERE workspace_id = ${workspace} AND (iban, person_id) IN (SELECT value ->> 0, value ->> 1 FROM json_each(${pairs}))
    AND NOT EXISTS (
      SELECT 1 FROM fees INDEXED BY fees_by_person CROSS JOIN payments CROSS JOIN bank_lines AS line
      WHERE fees.workspace_id = ${workspace} AND fees.person_id = paying_accounts.person_id
        AND payments.workspace_id = ${workspace} AND payments.fee_id = fees.id AND payments.kind = 'payment'
        AND payments.item_id IS NULL AND payments.bank_line_id IS NOT NULL AND ${liveSql(workspace)}
        AND line.workspace_id = ${workspace} AND line.id = payments.bank_line_id
        AND line.party_iban = paying_accounts.iban)`
