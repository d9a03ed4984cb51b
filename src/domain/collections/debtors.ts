import { unpack } from '../../db/json'
import { persons } from '../../db/schema'
import { type Sql, sql } from '../../db/sql'
import { TENANT, workspaceCte } from '../access/principal'
import { ofPayer } from '../fees/payer'
import { GIVEN_AT } from '../persons/guards'
import { DISTINCTION } from '../persons/namesake'
import { DISPLAY_NAME, displayNameOf } from '../persons/person'
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
  /** Who was debited. */
  person_id: string
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

/** What direct debit knows of who is debited: account, mandate, and what the person gave. */
type Account = {
  id: string
  /** The list that the person is in. */
  list: 'members' | 'contacts'
  /** Null if the person is debited itself. */
  name: string | null
  /** What tells the person from others of the same name; see `persons/namesake`. */
  distinction: string
  /** The name of the account's holder, as long as banks take one. */
  holder: string
  /** Whether a debit can be announced by mail: to the debtor, or to who pays for it. */
  hasEmail: boolean
  paymentMethod: string | null
  iban: string | null
  mandateReference: string | null
  signedOn: string | null
  /** When another program last collected with the mandate. */
  lastUsedOn: string | null
  /** When the account, mandate or email address was last given in the portal. */
  givenAt: string | null
  /** 1 if the account is that of a member who has died. */
  isOfDeceased: 0 | 1
}

/**
 * Who is debited for what a person owes: the payer of the person, unless the person keeps an account and mandate of its
 * own. With what became of the debits before.
 */
export type Debtor = Account & {
  /** Who owes it. Another one than the debtor has a payer. */
  person: {
    id: string
    /** As `list` of the debtor. */
    list: 'members' | 'contacts'
    distinction: string
    /** The first name, or else the whole name; null if no other fee is collected from the account. */
    firstName: string | null
    isApplicant: boolean
    leaveDate: string | null
    /** Why no debit is made for the person, whoever is debited. */
    stopped: Stopped | null
  }
  /** The ids of the persons for whom the debtor pays. */
  dependants: string[]
  lastDebit: LastDebit | null
  /** The collection date of the last debit that was presented to the bank. */
  lastDueOn: string | null
  /** The account that the bank knows of the mandate on the collection date. */
  lastIban: string | null
  returns: BlockingReturn[]
}

/** A person as {@link selectDebtors} selects it; `account`, `dependants`, `lastDebit` and `returns` are JSON. */
export type DebtorRow = Pick<Debtor, 'lastDueOn' | 'lastIban'> & {
  personId: string
  personList: 'members' | 'contacts'
  personDistinction: string
  firstName: string | null
  isApplicant: number
  leaveDate: string | null
  stopped: Stopped | null
  account: string
  dependants: string
  lastDebit: string | null
  returns: string
}

/** Why no debit is made for a person. */
type Stopped = 'deceased' | 'payer_lost'

/** The columns that {@link selectDebtors} selects. */
export const DEBTOR_ROW = [
  'personId',
  'personList',
  'personDistinction',
  'firstName',
  'isApplicant',
  'leaveDate',
  'stopped',
  'account',
  'dependants',
  'lastDebit',
  'lastDueOn',
  'lastIban',
  'returns',
] as const satisfies readonly (keyof DebtorRow)[]

/**
 * The debtors of the persons, those who were deleted left out, whose ids a query gives as `person_id`. It can refer to
 * {@link TENANT}. `collectionDate` (YYYY-MM-DD) is that of the debits to be made.
 */
export const selectDebtors = (workspace: Sql, personIds: Sql, collectionDate?: string): Sql<DebtorRow> =>
  selectWith({ columns: DEBTOR_COLUMNS, dependants: DEPENDANTS }, workspace, personIds, collectionDate)

/** The same persons, each as its own debtor, whoever pays for it. */
export const selectOwnDebtors = (workspace: Sql, personIds: Sql): Sql<DebtorRow> =>
  selectWith({ columns: columnsWith(OWN_ACCOUNT), dependants: NO_DEPENDANTS }, workspace, personIds)

const selectWith = (
  { columns, dependants }: { columns: Sql; dependants: Sql },
  workspace: Sql,
  personIds: Sql,
  collectionDate?: string,
): Sql<DebtorRow> => sql<DebtorRow>`
  WITH ${workspaceCte(workspace)}, debtors AS MATERIALIZED (
    SELECT ${columns}
    FROM (SELECT DISTINCT person_id FROM (${personIds})) AS named CROSS JOIN persons
    WHERE persons.workspace_id = ${TENANT} AND list_id IN ('members', 'contacts')
      AND area IN ('regular', 'applications') AND persons.id = named.person_id
  )
  SELECT personId, personList, personDistinction, isApplicant, leaveDate, stopped, account,
    iif(count(*) OVER (PARTITION BY account ->> 0) > 1, firstName, NULL) AS firstName,
    ${dependants} AS dependants, ${debitColumns(TENANT, collectionDate)}
  FROM debtors`

const DEPENDANTS = sql`(
  SELECT json_group_array(id) || '' FROM persons INDEXED BY persons_by_payer
  WHERE workspace_id = ${TENANT} AND payer_id = coalesce(debtors.account ->> 2, debtors.personId))`

/** The `dependants` of a {@link DebtorRow} for who collects nothing. */
export const NO_DEPENDANTS = sql.raw("'[]'")

const HAS_EMAIL_SQL = sql`iif(persons.email IS NULL, 'false', 'true')`

/** The keys of an {@link Account} in the order of its stored array: with keys, ten thousand take too much memory. */
const ACCOUNT = [
  'iban',
  'mandateReference',
  'id',
  'list',
  'distinction',
  'name',
  'holder',
  'hasEmail',
  'paymentMethod',
  'signedOn',
  'lastUsedOn',
  'givenAt',
  'isOfDeceased',
] as const satisfies readonly (keyof Account)[]

const HOLDER_OF_DEAD = sql`lower(${displayNameOf('dead.')})`

/**
 * Whether the account of a row of `persons` is one of a member who has died and held it, or is collected under that mandate. An
 * account that both had stays that of who lives and holds it.
 */
const IS_OF_DECEASED_SQL = sql`EXISTS (
  SELECT 1 FROM persons AS dead INDEXED BY persons_deceased
  WHERE dead.workspace_id = persons.workspace_id AND dead.bank_account ->> 'iban' = persons.bank_account ->> 'iban' AND dead.leave_reason = 'deceased'
    AND coalesce(lower(dead.bank_account ->> 'signatory'), ${HOLDER_OF_DEAD}) = ${HOLDER_OF_DEAD}
    AND (lower(coalesce(persons.bank_account ->> 'signatory', ${displayNameOf('persons.')})) = ${HOLDER_OF_DEAD}
      OR persons.sepa_mandate ->> 'reference' = dead.sepa_mandate ->> 'reference'))`

/** The {@link Account} of a row of `persons`, as a JSON array. The payer reads of the debits of those who keep an account. */
const accountOf = (person: Sql): Sql => sql`json_array(
  bank_account ->> 'iban', ${persons.sepaMandate} ->> 'reference', ${person},
  substr(coalesce(bank_account ->> 'signatory', ${DISPLAY_NAME}), 1, ${MAX_NAME}),
  json(coalesce(${ofPayer(HAS_EMAIL_SQL)}, ${HAS_EMAIL_SQL})), ${persons.paymentMethod},
  ${persons.sepaMandate} ->> 'signature_date', ${persons.sepaMandate} ->> 'last_used_on', ${GIVEN_AT}, ${IS_OF_DECEASED_SQL})`

const PAYER_ACCOUNT = accountOf(
  sql`persons.id, persons.list_id, ${DISTINCTION}, substr(${DISPLAY_NAME}, 1, ${MAX_NAME})`,
)
/** That of a person who is debited itself, whose row says who it is. */
const OWN_ACCOUNT = accountOf(sql`NULL, NULL, NULL, NULL`)

/**
 * The condition, within {@link ofPayer}, that a dependant keeps its own account and mandate. Neither is the payer's, nor a
 * copy of what the payer had: the account is not held by the payer, and the payer's fees were not collected last under it.
 */
const KEEPS_OWN_SQL = sql`(
  dependant.account ->> 'iban' <> coalesce(bank_account ->> 'iban', '')
  AND dependant.mandate ->> 'reference' <> coalesce(${persons.sepaMandate} ->> 'reference', '')
  AND coalesce(dependant.account ->> 'signatory', '') <> coalesce(bank_account ->> 'signatory', ${DISPLAY_NAME})
  AND NOT EXISTS (
    SELECT 1 FROM (
      SELECT id, person_id FROM collection_items INDEXED BY collection_items_by_mandate
      WHERE workspace_id = dependant.tenant AND mandate_reference = dependant.mandate ->> 'reference' AND state <> 'discarded'
      ORDER BY id DESC LIMIT 1) AS item
    WHERE item.person_id = persons.id OR EXISTS (
      SELECT 1 FROM collection_fees AS link INDEXED BY collection_fees_of_item CROSS JOIN fees
      WHERE link.workspace_id = dependant.tenant AND link.item_id = item.id
        AND fees.workspace_id = dependant.tenant AND fees.id = link.fee_id AND fees.person_id = persons.id)))`

/** The condition, within {@link ofPayer}, that the payer is debited. */
const IS_DEBITED_SQL = sql`${KEEPS_OWN_SQL} IS NOT TRUE`

/**
 * What a query selects of who is debited for a row of `persons`: inside, `persons` is the payer, or for `own` the person
 * itself.
 */
export const ofDebtor = (selection: Sql, own = selection): Sql =>
  sql`coalesce(${ofPayer(selection, IS_DEBITED_SQL)}, ${own})`

const columnsWith = (account: Sql): Sql => sql`
  persons.id AS personId, persons.list_id AS personList, ${DISTINCTION} AS personDistinction,
  substr(coalesce(persons.first_name, ${DISPLAY_NAME}), 1, ${MAX_NAME}) AS firstName, persons.area = 'applications' AS isApplicant,
  persons.leave_date AS leaveDate, CASE WHEN persons.leave_reason = 'deceased' THEN 'deceased'
    WHEN persons.payer_lost_on IS NOT NULL THEN 'payer_lost' END AS stopped, ${account} AS account`

/** What a {@link DebtorRow} has of `persons`. */
export const DEBTOR_COLUMNS = columnsWith(ofDebtor(PAYER_ACCOUNT, OWN_ACCOUNT))

/**
 * What a {@link DebtorRow} has of the debits before, JSON as text (`|| ''`), over a table `debtors` of
 * {@link DEBTOR_COLUMNS} in a workspace.
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
    ${returnsOf(tenant, 'collection_items_returned_by_mandate', sql`mandate_reference = ${REFERENCE}`)}
    UNION ALL ${returnsOf(tenant, 'collection_items_returned_by_iban', sql`iban = ${IBAN}`)}
  )) AS returns`

const REFERENCE = sql`debtors.account ->> 1`
const IBAN = sql`debtors.account ->> 0`

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
    WHERE item.workspace_id = ${tenant} AND item.mandate_reference = ${REFERENCE}
      AND collections.workspace_id = ${tenant} AND collections.id = item.collection_id AND ${condition}
    ORDER BY ${order} LIMIT 1`
}

const WAS_PRESENTED = sql`collections.state IN ('submitted', 'settled') AND item.state <> 'discarded'`

// Of a collection that waits for its submission: the bank may get it first.
const RELEASED_ELSEWHERE_SQL = sql`
  collections.state = 'released' AND item.state = 'live' AND item.iban <> ${IBAN}`

const lastDebit = (tenant: Sql): Sql => sql`json_object(
  'collection_id', collections.id, 'collection_date', collection_date, 'amount', item.amount, 'state', item.state,
  'iban', item.iban, 'person_id', item.person_id, 'creditor_id', creditor ->> 'creditor_id', 'person_ids', json((
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

/** The debtor of a selected person. */
export function debtorOf(row: DebtorRow): Debtor {
  const { personId: id, personList: list, personDistinction: distinction } = row
  const [account] = unpack<Account>(ACCOUNT, [{ packed: row.account }]) as [Account]
  return {
    ...account,
    ...(account.id === null ? { id, list, distinction } : {}),
    person: {
      id,
      list,
      distinction,
      firstName: row.firstName,
      isApplicant: row.isApplicant === 1,
      leaveDate: row.leaveDate,
      stopped: row.stopped,
    },
    dependants: JSON.parse(row.dependants),
    lastDebit: row.lastDebit === null ? null : JSON.parse(row.lastDebit),
    lastDueOn: row.lastDueOn,
    lastIban: row.lastIban,
    returns: JSON.parse(row.returns),
  }
}

/** Whether someone else than the person who owes is debited. */
export const isOfPayer = ({ id, person }: Debtor): boolean => id !== person.id

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
