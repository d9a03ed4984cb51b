import { type Sql, sql } from '../../../db/sql'
import { TENANT, workspaceCte } from '../../access/principal'
import { liveSql } from '../../payments/live-payments'
import { PAYER } from '../../person-fields/fields'
import {
  type FoundPerson,
  FREE_SQL,
  MAX_ALIKE,
  PERSON_JSON,
  type ProposedFamily,
  proposed,
  STREET,
} from '../../persons/families/find'

type Row = { persons: string }

/** How many persons of one last name are looked through. */
const MAX_NAMED = 200

/**
 * The persons of one last name and one address or email, of whom a line has just paid for several, and for whom nobody pays. None
 * if another line paid for two of them before: a family is proposed once. A statement for the trip of the caller; by index.
 */
export const selectPaidFamily = (workspace: Sql, lineId: string): Sql<Row> => sql<Row>`
  WITH ${workspaceCte(workspace)},
  paid AS MATERIALIZED (
    SELECT DISTINCT fees.person_id AS id FROM payments INDEXED BY payments_of_bank_line CROSS JOIN fees
    WHERE payments.workspace_id = ${TENANT} AND payments.bank_line_id = ${lineId} AND payments.kind = 'payment'
      AND payments.item_id IS NULL AND ${liveSql(TENANT)}
      AND fees.workspace_id = ${TENANT} AND fees.id = payments.fee_id LIMIT ${MAX_ALIKE + 1}),
  home AS MATERIALIZED (
    SELECT last_name_key AS last, ${STREET} AS street, lower(persons.email) AS mail
    FROM paid CROSS JOIN persons
    WHERE ${FREE_SQL} AND persons.id = paid.id AND last_name_key <> '' GROUP BY 1 HAVING count(*) > 1 LIMIT 1),
  found (id, person) AS MATERIALIZED (
    SELECT persons.id, ${PERSON_JSON} FROM home CROSS JOIN (
      SELECT * FROM (SELECT last FROM home) AS wanted CROSS JOIN persons INDEXED BY persons_by_name
      WHERE ${FREE_SQL} AND persons.last_name_key = wanted.last LIMIT ${MAX_NAMED}) AS persons
    WHERE (${STREET} = home.street OR lower(persons.email) = home.mail)
      AND NOT EXISTS (
        SELECT 1 FROM custom_columns
        WHERE custom_columns.workspace_id = ${TENANT} AND custom_columns.list_id = persons.list_id
          AND external_id = ${PAYER}))
  SELECT json_group_array(json(person)) AS persons FROM found
  HAVING count(*) BETWEEN 2 AND ${MAX_ALIKE} AND sum(id IN (SELECT id FROM paid)) > 1 AND NOT EXISTS (
    SELECT 1 FROM paid CROSS JOIN fees INDEXED BY fees_by_person CROSS JOIN payments
    WHERE paid.id IN (SELECT id FROM found) AND fees.workspace_id = ${TENANT} AND fees.person_id = paid.id
      AND payments.workspace_id = ${TENANT} AND payments.fee_id = fees.id AND payments.kind = 'payment'
      AND payments.item_id IS NULL AND payments.bank_line_id <> ${lineId}
    GROUP BY payments.bank_line_id HAVING count(DISTINCT paid.id) > 1)`

/** The family that {@link selectPaidFamily} found, with the payers that it may have. `today` is a date (YYYY-MM-DD). */
export function paidFamilyOf([row]: Row[], today: string): ProposedFamily | undefined {
  const found: FoundPerson[] = JSON.parse(row?.persons ?? '[]')
  return proposed('address', found, today)[0]
}
