import { jsonArrays } from '../../../db/json'
import { type Sql, sql } from '../../../db/sql'

/** The mandate that has a reference, and what decides whether another person may have the reference as well. */
export type ReferenceRow = {
  /** The reference in small letters. */
  key: string
  reference: string
  personId: string
  iban: string | null
  signedOn: string | null
  endReason: string | null
  isLiving: 0 | 1
  hasDebits: 0 | 1
  /** The list in which the person is no applicant. */
  list: string | null
}

/** The condition that a row of `mandates` proves a debit that was not discarded. */
const HAS_DEBITS = `EXISTS (
    SELECT 1 FROM collection_items AS item INDEXED BY collection_items_by_mandate
    WHERE item.workspace_id = mandates.workspace_id AND item.mandate_reference = mandates.reference
      AND item.state <> 'discarded')`

/** {@link HAS_DEBITS} as a condition. */
export const HAS_DEBITS_SQL = sql.raw(HAS_DEBITS)

/** What a query over `mandates` selects of a {@link ReferenceRow}. */
export const REFERENCE_ROW =
  sql.raw(`reference_key AS key, reference, mandates.person_id AS personId, mandates.iban,
  mandates.signed_on AS signedOn, end_reason AS endReason, ended_at IS NULL AS isLiving, ${HAS_DEBITS} AS hasDebits,
  (SELECT list_id FROM persons WHERE persons.workspace_id = mandates.workspace_id
    AND list_id IN ('members', 'contacts') AND area = 'regular' AND persons.id = mandates.person_id) AS list`)

/** The condition that a row of `persons` may have the mandate of a JSON value, as `MandateReferences` says. */
export const mayHaveMandate = (mandate: string): string => `NOT EXISTS (
  SELECT 1 FROM mandates
  WHERE mandates.workspace_id = persons.workspace_id AND reference_key = lower(${mandate} ->> 'reference') AND (
    end_reason = 'withdrawn' OR (reference <> ${mandate} ->> 'reference' AND ${HAS_DEBITS})
    OR (mandates.person_id <> persons.id AND (ended_at IS NULL OR ${HAS_DEBITS})
      AND (mandates.iban IS NULL OR mandates.iban IS NOT persons.bank_account ->> 'iban'
        OR mandates.signed_on IS NOT ${mandate} ->> 'signature_date'))))`

/** The mandates that have these references, without regard to case: a statement per megabyte of them, none for none. */
export const selectReferences = (workspace: Sql, references: string[]): Sql<ReferenceRow>[] =>
  jsonArrays(references).map(
    (array) => sql<ReferenceRow>`
      SELECT ${REFERENCE_ROW} FROM json_each(${array}) AS named CROSS JOIN mandates
      WHERE mandates.workspace_id = ${workspace} AND reference_key = lower(named.value)`,
  )
