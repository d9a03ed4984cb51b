import { jsonArrays } from '../../db/json'
import { type Sql, sql } from '../../db/sql'
import { idPrefixOf } from '../shared/creditor-reference'
import { daysFrom } from '../shared/dates'
import { firstIdAt } from '../shared/ids'
import type { CollectionItem } from './collection'

/** A collection of which the bank's credit is not recorded yet. Amounts in cents. */
export type CollectionInProgress = {
  id: string
  state: 'released' | 'submitted'
  message_id: string
  collection_date: string
  item_count: number
  /** What the file asks for. */
  amount: number
  /** The same without the debits that were returned since. */
  live_amount: number
}

/** The collections that wait for their credit: a row of the index each, and their debits. */
export const selectCollectionsInProgress = (
  workspace: Sql,
): Sql<CollectionInProgress> => sql<CollectionInProgress>`
  SELECT id, state, message_id, collection_date, item_count, amount, (
    SELECT coalesce(sum(item.amount), 0) FROM collection_items AS item
    WHERE item.workspace_id = ${workspace} AND item.collection_id = collections.id AND item.state = 'live') AS live_amount
  FROM collections INDEXED BY collections_in_progress
  WHERE workspace_id = ${workspace} AND state IN ('released', 'submitted') ORDER BY id`

/** A debit that a bank line may be about. */
export type DebitMatch = Pick<
  CollectionItem,
  | 'id'
  | 'reference'
  | 'person_id'
  | 'debtor_name'
  | 'iban'
  | 'mandate_reference'
  | 'amount'
  | 'state'
  | 'returned_on'
> & { collection_id: string; collection_date: string; collection_state: string }

const DEBIT =
  sql.raw(`item.id, item.reference, item.person_id, item.debtor_name, item.iban, item.mandate_reference,
  item.amount, item.state, item.returned_on, item.collection_id, collections.collection_date,
  collections.state AS collection_state`)

/** The debits with these references (`RF…`, in capitals without blanks): found by the ids that references begin with. */
export const selectDebitsByReference = (workspace: Sql, references: string[]): Sql<DebitMatch>[] =>
  jsonArrays(references.map((reference) => [reference, idPrefixOf(reference, 'dbt')])).map(
    (array) => sql<DebitMatch>`
      SELECT ${DEBIT}
      FROM json_each(${array}) AS named CROSS JOIN collection_items AS item CROSS JOIN collections
      WHERE item.workspace_id = ${workspace} AND item.id >= named.value ->> 1
        AND item.id < (named.value ->> 1) || '~' AND item.reference = named.value ->> 0
        AND collections.workspace_id = ${workspace} AND collections.id = item.collection_id`,
  )

/** How long after the collection date a debit can come back (13 months), and how long before that it was released. */
const DAYS_OF_RETURNS = 500

/** The debits of a mandate with an amount in cents that may still come back, the latest last. */
export const selectDebitsByMandate = (
  workspace: Sql,
  mandates: { reference: string; amount: number }[],
  now: Date,
): Sql<DebitMatch>[] =>
  jsonArrays(mandates.map(({ reference, amount }) => [reference, amount])).map(
    (array) => sql<DebitMatch>`
      SELECT ${DEBIT}
      FROM json_each(${array}) AS named CROSS JOIN collection_items AS item CROSS JOIN collections
      WHERE item.workspace_id = ${workspace} AND item.mandate_reference = named.value ->> 0
        AND item.id >= ${firstIdAt('dbt', daysFrom(now, -DAYS_OF_RETURNS))}
        AND item.amount = named.value ->> 1 AND item.state IN ('live', 'settled')
        AND collections.workspace_id = ${workspace} AND collections.id = item.collection_id
      ORDER BY item.id`,
  )
