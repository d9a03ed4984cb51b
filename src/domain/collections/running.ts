import { type Sql, sql } from '../../db/sql'

/** A debit under a mandate of a person that waits for the bank or is there. Amount in cents. */
export type RunningDebit = {
  collectionId: string
  collectionDate: string
  amount: number
  iban: string
  reference: string
  state: 'released' | 'submitted'
  /** 1 if it takes another account than the person has now, under a mandate that was not withdrawn. */
  isReplaced: 0 | 1
}

/** The debits under the mandates of a person, living and ended, that are not credited yet: the earliest first. */
export const selectRunningDebits = (workspace: Sql, personId: string): Sql<RunningDebit> => sql<RunningDebit>`
  WITH person AS MATERIALIZED (
    SELECT workspace_id, id, bank_account ->> 'iban' AS iban, sepa_mandate ->> 'reference' AS reference FROM persons
    WHERE workspace_id = ${workspace} AND list_id IN ('members', 'contacts') AND area IN ('regular', 'applications')
      AND id = ${personId}
  ), own AS MATERIALIZED (
    SELECT mandates.reference, end_reason IS NOT 'withdrawn' AS isGiven
    FROM person CROSS JOIN mandates INDEXED BY mandates_by_person
    WHERE mandates.workspace_id = person.workspace_id AND mandates.person_id = person.id
    UNION SELECT reference, 1 FROM person WHERE reference IS NOT NULL
  )
  SELECT collections.id AS collectionId, collections.collection_date AS collectionDate, item.amount, item.iban,
    own.reference, collections.state, own.isGiven AND item.iban IS NOT person.iban AS isReplaced
  FROM person CROSS JOIN own CROSS JOIN collection_items AS item INDEXED BY collection_items_by_mandate
    CROSS JOIN collections
  WHERE item.workspace_id = person.workspace_id AND item.mandate_reference = own.reference AND item.state = 'live'
    AND collections.workspace_id = item.workspace_id AND collections.id = item.collection_id
    AND collections.state IN ('released', 'submitted')
  ORDER BY collections.collection_date, item.id`

/** The debits that still take an account that the person has replaced, from a date (YYYY-MM-DD) on. */
export const fromOldAccount = (debits: RunningDebit[], today: string): RunningDebit[] =>
  debits.filter(({ isReplaced, collectionDate }) => isReplaced === 1 && collectionDate >= today)
