import { persons } from '../../db/schema'
import { type Sql, sql } from '../../db/sql'
import { TENANT, workspaceCte } from '../access/principal'
import { GIVEN_AT } from '../persons/guards'
import { DISTINCTION } from '../persons/namesake'
import { DISPLAY_NAME } from '../persons/person'
import { BLOCKING_CODES, type ReturnReason, returnReason } from './return-reasons'
import { MAX_NAME } from './sepa-text'

/** A debit of a mandate that was not discarded. */
export type LastDebit = {
  collection_id: string
  collection_date: string
  amount: number
  state: 'live' | 'settled' | 'returned'
  iban: string
  /** The identifier of the creditor who collected it. */
  creditor_id: string
  /** The persons whose fees it had. */
  person_ids: string[]
}

/** A return that may block a debit; see {@link blockOf}. */
export type BlockingReturn = {
  item_id: string
  collection_id: string
  returned_on: string
  code: string
  iban: string
  mandate_reference: string
  signed_on: string
}

/** What direct debit knows of a person: account, mandate, and what became of the debits before. */
export type Debtor = {
  id: string
  /** The list that the person is in. */
  list: 'members' | 'contacts'
  /** What tells the person from others of the same name; see `persons/namesake`. */
  distinction: string
  /** The name of the account's holder, as long as banks take one. */
  holder: string
  isApplicant: boolean
  leaveDate: string | null
  hasEmail: boolean
  paymentMethod: string | null
  iban: string | null
  mandateReference: string | null
  signedOn: string | null
  /** When another program last collected with the mandate. */
  lastUsedOn: string | null
  /** When the account, mandate or email address was last given in the portal. */
  givenAt: string | null
  lastDebit: LastDebit | null
  /** The collection date of the last debit that was presented to the bank. */
  lastDueOn: string | null
  /** The account that the bank knows of the mandate on the collection date. */
  lastIban: string | null
  returns: BlockingReturn[]
}

/** A person as {@link selectDebtors} selects it. */
export type DebtorRow = Omit<Debtor, 'isApplicant' | 'hasEmail' | 'lastDebit' | 'returns'> & {
  isApplicant: number
  hasEmail: number
  lastDebit: string | null
  returns: string
}

/** The columns that {@link selectDebtors} selects. */
export const DEBTOR_ROW = [
  'id',
  'list',
  'distinction',
  'holder',
  'isApplicant',
  'leaveDate',
  'hasEmail',
  'paymentMethod',
  'iban',
  'mandateReference',
  'signedOn',
  'lastUsedOn',
  'givenAt',
  'lastDebit',
  'lastDueOn',
  'lastIban',
  'returns',
] as const satisfies readonly (keyof DebtorRow)[]

/**
 * The persons, those who were deleted left out, whose ids a query gives as `person_id`. It can refer to {@link TENANT}.
 * `collectionDate` (YYYY-MM-DD) is that of the debits to be made.
 */
export const selectDebtors = (
  workspace: Sql,
  personIds: Sql,
  collectionDate?: string,
): Sql<DebtorRow> => sql<DebtorRow>`
  WITH ${workspaceCte(workspace)}, debtors AS MATERIALIZED (
    SELECT ${DEBTOR_COLUMNS}
    FROM (SELECT DISTINCT person_id FROM (${personIds})) AS named CROSS JOIN persons
    WHERE persons.workspace_id = ${TENANT} AND list_id IN ('members', 'contacts')
      AND area IN ('regular', 'applications') AND persons.id = named.person_id
  )
  SELECT debtors.*, ${debitColumns(TENANT, collectionDate)} FROM debtors`

/** What a {@link DebtorRow} has of `persons`. */
export const DEBTOR_COLUMNS = sql`
  persons.id, list_id AS list, ${DISTINCTION} AS distinction, substr(coalesce(bank_account ->> 'signatory', ${DISPLAY_NAME}), 1, ${MAX_NAME}) AS holder,
  area = 'applications' AS isApplicant, leave_date AS leaveDate,
  email IS NOT NULL AS hasEmail, ${persons.paymentMethod} AS paymentMethod, bank_account ->> 'iban' AS iban,
  ${persons.sepaMandate} ->> 'reference' AS mandateReference,
  ${persons.sepaMandate} ->> 'signature_date' AS signedOn,
  ${persons.sepaMandate} ->> 'last_used_on' AS lastUsedOn, ${GIVEN_AT} AS givenAt`

/**
 * What a {@link DebtorRow} has of the debits before, JSON as text (`|| ''`), over a table `debtors` of {@link
 * DEBTOR_COLUMNS} in a workspace.
 */
export const debitColumns = (tenant: Sql, collectionDate = '9999-12-31'): Sql => sql`
  (${debitsOf(tenant, lastDebit(tenant), sql`item.state <> 'discarded'`, RELEASED_LAST)}) AS lastDebit,
  (${debitsOf(tenant, sql`collection_date`, WAS_PRESENTED, DUE_LAST)}) AS lastDueOn,
  coalesce((${debitsOf(tenant, sql`item.iban`, RELEASED_ELSEWHERE_SQL, RELEASED_LAST)}), (${debitsOf(
    tenant,
    sql`item.iban`,
    sql`${WAS_PRESENTED} AND NOT (item.state = 'returned' AND has_new_account)`,
    // Where none is due by then, the account of those that are due later: an amendment too many does no harm.
    sql`collection_date > ${collectionDate}, ${DUE_LAST}`,
  )})) AS lastIban,
  (SELECT json_group_array(json(value)) || '' FROM (
    ${returnsOf(tenant, 'collection_items_returned_by_mandate', sql`mandate_reference = debtors.mandateReference`)}
    UNION ALL ${returnsOf(tenant, 'collection_items_returned_by_iban', sql`iban = debtors.iban`)}
  )) AS returns`

const RELEASED_LAST = sql`item.id DESC`

// Collections may be released out of the order of their dates; banks count from due dates.
const DUE_LAST = sql`collection_date DESC, item.id DESC`

/**
 * Something of the last debit of the mandate that meets a condition, in an order. Left to itself the planner reads all
 * debits of the workspace, in the order of their ids.
 */
function debitsOf(tenant: Sql, selection: Sql, condition: Sql, order: Sql): Sql {
  return sql`
    SELECT ${selection} FROM collection_items AS item INDEXED BY collection_items_by_mandate CROSS JOIN collections
    WHERE item.workspace_id = ${tenant} AND item.mandate_reference = debtors.mandateReference
      AND collections.workspace_id = ${tenant} AND collections.id = item.collection_id AND ${condition}
    ORDER BY ${order} LIMIT 1`
}

const WAS_PRESENTED = sql`collections.state IN ('submitted', 'settled')`

// Of a collection that waits for its submission: the bank may get it first.
const RELEASED_ELSEWHERE_SQL = sql`
  collections.state = 'released' AND item.state = 'live' AND item.iban <> debtors.iban`

const lastDebit = (tenant: Sql): Sql => sql`json_object(
  'collection_id', collections.id, 'collection_date', collection_date, 'amount', item.amount, 'state', item.state,
  'iban', item.iban, 'creditor_id', creditor ->> 'creditor_id', 'person_ids', json((
    SELECT json_group_array(DISTINCT fees.person_id) FROM collection_fees AS link CROSS JOIN fees
    WHERE link.workspace_id = ${tenant} AND link.item_id = item.id
      AND fees.workspace_id = ${tenant} AND fees.id = link.fee_id))) || ''`

// UNION would read two rows more for each person; a return that both find is there twice, which blocks as it does once.
const returnsOf = (tenant: Sql, index: string, condition: Sql): Sql => sql`
  SELECT json_object('item_id', id, 'collection_id', collection_id, 'returned_on', returned_on, 'code', return_code, 'iban', iban,
    'mandate_reference', mandate_reference, 'signed_on', signed_on) AS value
  FROM collection_items INDEXED BY ${sql.raw(index)}
  WHERE workspace_id = ${tenant} AND ${condition} AND state = 'returned' AND unblocked_at IS NULL
    AND return_code IN (SELECT value FROM json_each(${JSON.stringify(BLOCKING_CODES)}))`

/** A selected person. */
export const debtorOf = (row: DebtorRow): Debtor => ({
  ...row,
  isApplicant: row.isApplicant === 1,
  hasEmail: row.hasEmail === 1,
  lastDebit: row.lastDebit === null ? null : JSON.parse(row.lastDebit),
  returns: JSON.parse(row.returns),
})

/**
 * The return that blocks debits of a person, if there is one: until the account changes, until the mandate does, or until
 * it is lifted by hand.
 */
export const blockOf = (debtor: Debtor): BlockingReturn | undefined =>
  debtor.returns.find((returned) => isBlocking(returned, debtor))

function isBlocking(returned: BlockingReturn, { iban, mandateReference, signedOn }: Debtor): boolean {
  const hasAccount = returned.iban === iban
  const hasReference = returned.mandate_reference === mandateReference
  const blocking: Record<NonNullable<ReturnReason['blocks']>, boolean> = {
    account: hasAccount,
    mandate: hasReference && returned.signed_on === signedOn,
    deceased: hasAccount || hasReference,
  }
  const { blocks } = returnReason(returned.code)
  return blocks !== null && blocking[blocks]
}
