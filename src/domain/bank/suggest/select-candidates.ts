import { type Sql, sql } from '../../../db/sql'
import { type Principal, TENANT, workspaceCte } from '../../access/principal'
import { OPEN_AMOUNT } from '../../fees/open-amount'
import { anyNamesakeIn, debtorNamesakeIn, namesakeOf } from '../../persons/namesake'
import { anywhereIn } from '../../persons/payers/facts'
import { PAYS } from '../../persons/payers/pays'
import { daysFrom } from '../../shared/dates'
import { firstIdAt } from '../../shared/ids'
import {
  type CandidateRow,
  type CollectionRow,
  type ItemRow,
  ofKind,
  type PayerRow,
  type ReferencedFee,
} from './candidate-rows'
import type { Lookups } from './candidates'
import { hasReferenceSql, REFERENCE, VOUCHERS_BY_AMOUNT, VOUCHERS_BY_REFERENCE } from './select-booked'
import { BOOKED_BEFORE, byPartyIn } from './select-booked-before'
import { BOOKING_RULES } from './select-rules'

/** The columns that {@link selectCandidates} reads of each line. */
export const LOOKUPS = sql.raw(
  'lookups, amount, currency, party_iban, account_id, booked_on, rest, party_key',
)

/** {@link LOOKUPS} as a query over `bank_lines` selects them. */
export const LOOKUP_COLUMNS = sql.raw(
  'lookups, amount, currency, party_iban, account_id, booked_on, amount - assigned_amount AS rest, party_key',
)

const lookedUp = (key: keyof Lookups, columns: Sql): Sql => sql`${sql.raw(`by_${key}`)} AS (
  SELECT DISTINCT ${columns} FROM line CROSS JOIN json_each(line.lookups, '$.${sql.raw(key)}') AS one)`

/** What lines look up, each once: a table for each key of {@link Lookups} with the elements of an array, or the value. */
const LOOKED_UP = sql.join([
  lookedUp('references', REFERENCE),
  lookedUp('mandate', sql`one.value`),
  lookedUp('debited', sql`one.value`),
  lookedUp('names', sql`one.value`),
])

/**
 * The fees whose references lines have, and what the other lines look up besides: a line with the reference of a fee is
 * suggested by it alone.
 */
const NAMED_FEES = sql.join([
  sql`named_fees AS MATERIALIZED (
    SELECT fees.id, ${OPEN_AMOUNT} AS open_amount, fees.status, fees.description, fees.person_name, fees.person_id,
      fees.reference
    FROM by_references AS named CROSS JOIN fees
    WHERE fees.workspace_id = ${TENANT} AND ${hasReferenceSql('fees', 'fee')})`,
  sql`other_line AS MATERIALIZED (
    SELECT * FROM line WHERE coalesce(lookups ->> '$.references[0][0]', '') NOT IN (
      SELECT reference FROM named_fees WHERE open_amount > 0 OR status NOT IN ('open', 'returned')))`,
  // The plus removes the affinity of the column, with which SQLite would not use the index of an expression.
  sql`by_payer AS (
    SELECT DISTINCT +party_iban AS value FROM other_line
    WHERE amount > 0 AND currency = 'EUR' AND party_iban IS NOT NULL)`,
  byPartyIn('other_line'),
])

/** What tells namesakes apart, for candidates that a page names; NULL otherwise, since it takes a few reads each. */
const onPages = (namesake: Sql): Sql =>
  sql`iif((SELECT names_persons FROM page), ${namesake}, NULL) AS namesake`

const FEES_BY_REFERENCE = sql<ReferencedFee>`
  SELECT id, open_amount, status, description, person_name, ${onPages(namesakeOf(TENANT, sql`person_id`))}, reference
  FROM named_fees`

const selectItems = (from: Sql, condition: Sql): Sql<ItemRow> => sql<ItemRow>`
  SELECT item.id, item.collection_id, collections.collection_date, item.amount, item.state, item.reference,
    item.mandate_reference, item.iban, item.debtor_name,
    ${onPages(namesakeOf(TENANT, sql`item.person_id`, debtorNamesakeIn))}, item.text, (
      SELECT json_group_array(json_object('fee_id', fee_id, 'amount', link.amount)) || '' FROM collection_fees AS link
      WHERE link.workspace_id = ${TENANT} AND link.item_id = item.id) AS fees
  FROM ${from} CROSS JOIN collections
  WHERE item.workspace_id = ${TENANT} AND ${condition} AND item.state <> 'discarded'
    AND collections.workspace_id = ${TENANT} AND collections.id = item.collection_id`

const ITEMS_BY_REFERENCE = selectItems(
  sql`by_references AS named CROSS JOIN collection_items AS item`,
  hasReferenceSql('item', 'dbt'),
)

const selectItemsByMandate = (now: Date) =>
  selectItems(
    sql`by_mandate AS named CROSS JOIN collection_items AS item INDEXED BY collection_items_by_mandate`,
    sql`item.mandate_reference = named.value AND item.id >= ${firstReturnable(now)}`,
  )

const selectItemsByAccount = (now: Date) =>
  selectItems(
    sql`by_debited AS named CROSS JOIN collection_items AS item INDEXED BY collection_items_by_account`,
    sql`item.iban = named.value ->> 0 AND item.amount = named.value ->> 1 AND item.id >= ${firstReturnable(now)}
      AND item.state IN ('live', 'settled') AND collections.state IN ('submitted', 'settled')`,
  )

/** The least id of a debit that can still come back: 13 months after its date, and released some time before that. */
const firstReturnable = (now: Date): string => firstIdAt('dbt', daysFrom(now, -500))

const COLLECTIONS = sql<CollectionRow>`
  SELECT id, message_id, collection_date, amount, (
    SELECT coalesce(sum(item.amount), 0) FROM collection_items AS item
    WHERE item.workspace_id = ${TENANT} AND item.collection_id = collections.id AND item.state = 'live'
  ) AS live_amount
  FROM collections INDEXED BY collections_in_progress
  WHERE workspace_id = ${TENANT} AND state IN ('released', 'submitted')`

/** How many fees of one payer are matched at most: D1 answers values of at most 2 MB. */
const MAX_OWED = 1000

/** How many persons of a family are matched at most, and how many fees of each. */
const [MAX_RELATIVES, MAX_OWED_BY_RELATIVE] = [50, 50]

/** The fees that a row of `persons`, under an alias, can pay, as JSON. */
const owedBy = (person: string, max: number): Sql => sql`(
  SELECT json_group_array(json_array(id, open_amount, status, description, person_name)) || '' FROM (
    SELECT id, ${OPEN_AMOUNT} AS open_amount, status, description, person_name
    FROM fees INDEXED BY fees_to_pay
    WHERE fees.workspace_id = ${TENANT} AND person_id = ${sql.raw(person)}.id AND status IN ('open', 'returned')
    LIMIT ${max}))`

const selectRelatives = (from: Sql): Sql => sql`
  SELECT * FROM (
    SELECT relative.id, relative.first_name, relative.last_name, ${onPages(anyNamesakeIn(TENANT, 'relative'))},
      ${owedBy('relative', MAX_OWED_BY_RELATIVE)} AS fees
    FROM persons AS relative ${from} LIMIT ${MAX_RELATIVES})`

/** Of a row of `persons` the payer, and all for whom it or its payer pays, as JSON. */
const RELATIVES = sql`iif(persons.payer_id IS NULL AND NOT ${PAYS}, '[]', (
  SELECT json_group_array(json_array(id, first_name, last_name, namesake, json(fees))) || '' FROM (
    ${selectRelatives(sql`WHERE ${anywhereIn(TENANT, 'relative')} AND relative.id = persons.payer_id`)}
    UNION ALL
    ${selectRelatives(sql`INDEXED BY persons_by_payer
      WHERE relative.workspace_id = ${TENANT} AND relative.payer_id = coalesce(persons.payer_id, persons.id)
        AND relative.id <> persons.id`)})))`

/** What a {@link PayerRow} has of `persons`: each with the fees that can be paid, and with its family. */
const PAYER_COLUMNS = sql`
  persons.id, persons.first_name, persons.last_name, ${onPages(anyNamesakeIn(TENANT, 'persons'))},
  ${owedBy('persons', MAX_OWED)} AS fees, ${RELATIVES} AS relatives`

const PAYERS_BY_IBAN = sql<PayerRow>`
  SELECT named.value AS found, 0 AS learned, ${PAYER_COLUMNS}
  FROM by_payer AS named CROSS JOIN persons INDEXED BY persons_by_iban
  WHERE persons.workspace_id = ${TENANT} AND bank_account IS NOT NULL AND bank_account ->> 'iban' = named.value`

/** An account that has paid for more persons says nothing: it is that of an office or of a payment service. */
const MAX_LEARNED = 20

const PAYERS_LEARNED = sql<PayerRow>`
  SELECT learned.iban AS found, 1 AS learned, ${PAYER_COLUMNS}
  FROM by_payer AS named CROSS JOIN paying_accounts AS learned CROSS JOIN persons
  WHERE learned.workspace_id = ${TENANT} AND learned.iban = named.value AND NOT EXISTS (
      SELECT 1 FROM paying_accounts AS one
      WHERE one.workspace_id = ${TENANT} AND one.iban = learned.iban LIMIT 1 OFFSET ${sql.raw(String(MAX_LEARNED))})
    AND persons.workspace_id = ${TENANT} AND list_id IN ('members', 'contacts')
    AND area IN ('regular', 'applications') AND persons.id = learned.person_id`

const PAYERS_BY_NAME = sql<PayerRow>`
  SELECT named.value AS found, 0 AS learned, ${PAYER_COLUMNS}
  FROM by_names AS named CROSS JOIN persons INDEXED BY persons_by_name
  WHERE persons.workspace_id = ${TENANT} AND list_id IN ('members', 'contacts')
    AND area IN ('regular', 'applications') AND last_name_key = named.value`

/** Several parts of a union as one of it. */
const together = (...parts: Sql[]): Sql => sql`SELECT packed FROM (${sql.join(parts, ' UNION ALL ')})`

/**
 * The statement that reads what lines may be: what can be paid or returned, and no more of what is settled. `lines` is a
 * query with the columns {@link LOOKUPS} of each line. `isForPage` also reads what tells namesakes apart.
 */
export function selectCandidates({ now, ...principal }: Principal, lines: Sql, { isForPage = false } = {}) {
  // D1 takes a union of five at most.
  const candidates = [
    together(ofKind('namedFees', FEES_BY_REFERENCE), ofKind('namedItems', ITEMS_BY_REFERENCE)),
    together(
      ofKind('payersByIban', PAYERS_BY_IBAN),
      ofKind('payersByIban', PAYERS_LEARNED),
      ofKind('payersByName', PAYERS_BY_NAME),
    ),
    together(
      ofKind('mandatedItems', selectItemsByMandate(now)),
      ofKind('debitedItems', selectItemsByAccount(now)),
      ofKind('openCollections', COLLECTIONS),
    ),
    together(ofKind('vouchers', VOUCHERS_BY_REFERENCE), ofKind('vouchers', VOUCHERS_BY_AMOUNT)),
    together(ofKind('bookedBefore', BOOKED_BEFORE), ofKind('rules', BOOKING_RULES)),
  ]
  return {
    candidates: sql<CandidateRow>`
      WITH ${workspaceCte(principal.workspace())}, page (names_persons) AS (SELECT ${isForPage ? 1 : 0}),
        line AS MATERIALIZED (SELECT ${LOOKUPS} FROM (${lines})), ${LOOKED_UP}, ${NAMED_FEES}
      ${sql.join(candidates, ' UNION ALL ')}`,
  }
}
