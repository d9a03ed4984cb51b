import { type Sql, sql } from '../../db/sql'
import { creditorOf } from '../collections/creditor'
import {
  DEBTOR_COLUMNS,
  type Debtor,
  type DebtorRow,
  debitColumns,
  debtorOf,
  isOfPayer,
  NO_DEPENDANTS,
} from '../collections/debtors'
import { debtorProblems } from '../collections/problems'
import { earliestCollectionDate } from '../collections/target-days'
import { BY_PERSON, OPEN_AMOUNT, OPEN_SUM } from '../fees/open-amount'
import { maskIban } from '../persons/mask'
import { todayIn } from '../shared/dates'
import { PAYER_OF_PERSON } from './my-payer'
import { hidesFees } from './paid-for'
import { type PortalPerson, type PortalPrincipal, personsOfSession, selectSession } from './principal'
import type { PortalSession } from './sessions'
import { ibanFor } from './shown'

/** What a person of a session has to pay, and how. Amounts in cents of the currency of the person's workspace. */
export type Dues = {
  /** The person of the session who pays. */
  person: PortalPerson
  /** For whom the person pays it: the id and first name of someone who is not of the session; null for the person itself. */
  paidFor: { id: string; name: string } | null
  /** What the person is asked to transfer: returned fees, and open ones that no direct debit will collect. */
  toPay: number
  /** What direct debits collect, now or soon. */
  toCollect: number
  /** The earliest due date (YYYY-MM-DD) of what is to be transferred. */
  dueOn: string | null
  /** Whether open fees will be collected; `unusable` if the person pays by direct debit, but something is in the way. */
  debit: 'none' | 'usable' | 'unusable'
  /** Why nothing can be collected from a person who has chosen direct debit; none if it can. */
  obstacles: Obstacle[]
  /** The account that is debited, whole only for a session that has its person and may see it. */
  iban: string | null
  /** Whether someone else is debited, who pays for the person. */
  isOfPayer: boolean
  /** The association's own account, undefined without an IBAN. */
  payee: { name: string; iban: string } | undefined
  contact: Contact
}

/**
 * What is missing for a direct debit; `other` is for the office to find out, such as an expired mandate, and `of_payer` is
 * about who pays for the person.
 */
export type Obstacle = 'no_creditor' | 'no_iban' | 'no_mandate' | 'other' | 'of_payer'

/** Whom members ask about money. */
export type Contact = { name: string | null; email: string | null; phone: string | null }

/** How many of a person's latest fees are searched for those that are being collected. */
export const RECENT_FEES = 50

type Household = Pick<PortalSession, 'persons' | 'payers' | 'kind'>

type DuesRow = DebtorRow & {
  /** The person of the session who pays, null for the person itself. */
  payerId: string | null
  /** Of a person of the session: see `PAYER_OF_PERSON`. */
  payer: string | null
  /** 1 of someone whom a person of the session pays for, if its fees are hidden. */
  isHidden: 0 | 1
  creditorName: string | null
  creditorIban: string | null
  creditorId: string | null
  noticeDays: number
  contactName: string | null
  contactEmail: string | null
  contactPhone: string | null
  unpaid: string
  collecting: number
}

/** What the persons of a session and those they pay for have to pay, for {@link duesOf}. A few rows for each fee to be paid. */
export const selectDues = ({ id, now, opensPayers }: PortalPrincipal): Sql<DuesRow> => sql<DuesRow>`
  WITH own AS MATERIALIZED (
    SELECT ${DEBTOR_COLUMNS}, NULL AS payerId, persons.workspace_id AS workspaceId, ${PAYER_OF_PERSON} AS payer, 0 AS isHidden,
      ${OWN_COLUMNS}
    FROM ${personsOfSession(selectSession(id, now), { join: sql`CROSS JOIN workspaces AS own ON own.id = home.key`, now, opensPayers })}),
  debtors AS MATERIALIZED (
    SELECT * FROM own UNION ALL
    SELECT ${DEBTOR_COLUMNS}, own.personId AS payerId, persons.workspace_id AS workspaceId, NULL, ${hidesFees(now)}, ${SAME_COLUMNS}
    FROM own CROSS JOIN persons INDEXED BY persons_by_payer
    WHERE persons.workspace_id = own.workspaceId AND payer_id = own.personId)
  SELECT debtors.*, ${NO_DEPENDANTS} AS dependants, ${debitColumns(sql`debtors.workspaceId`)}, ${UNPAID} AS unpaid, (
      SELECT ${OPEN_SUM} FROM (
        SELECT * FROM fees ${BY_PERSON} WHERE ${OF_DEBTOR} ORDER BY id DESC LIMIT ${RECENT_FEES}) AS fees
      WHERE status = 'collecting') AS collecting
  FROM debtors`

const COLUMNS = {
  creditorName: 'creditor_name',
  creditorIban: 'creditor_iban',
  creditorId: 'creditor_id',
  noticeDays: 'notice_days',
  contactName: 'contact_name',
  contactEmail: 'contact_email',
  contactPhone: 'contact_phone',
}
const OWN_COLUMNS = sql.raw(
  Object.entries(COLUMNS)
    .map(([name, column]) => `${column} AS ${name}`)
    .join(', '),
)
const SAME_COLUMNS = sql.raw(
  Object.keys(COLUMNS)
    .map((name) => `own.${name}`)
    .join(', '),
)

const OF_DEBTOR = sql`workspace_id = debtors.workspaceId AND person_id = debtors.personId`

const unpaid = (status: 'open' | 'returned'): Sql => sql`json_array(
  coalesce(sum(${OPEN_AMOUNT}) FILTER (WHERE status = ${status}), 0), min(due_on) FILTER (WHERE status = ${status}))`

const UNPAID = sql`(
  SELECT json_array(${unpaid('open')}, ${unpaid('returned')}) FROM fees INDEXED BY fees_to_pay
  WHERE ${OF_DEBTOR} AND status IN ('open', 'returned'))`

/**
 * What each person of a session has to pay, in their order, each followed by those it pays for who owe something and are not
 * of the session. What the next release can collect is not asked for. A returned fee is to be transferred, whatever the
 * mandate says.
 */
export function duesOf(session: Household, rows: DuesRow[], now: Date): Dues[] {
  const household = [...session.persons, ...session.payers]
  const isOfSession = (row: DuesRow) => household.some(({ id }) => id === row.personId)
  return household.flatMap((person) => {
    const own = rows.filter((row) => row.payerId === null && row.personId === person.id)
    const ofOthers = rows.filter((row) => row.payerId === person.id && !row.isHidden && !isOfSession(row))
    return [
      ...own.map((row) => duesOfRow(session, person, row, now)),
      ...ofOthers
        .map((row) => duesOfRow(session, person, row, now))
        .filter(({ toPay, toCollect }) => toPay > 0 || toCollect > 0),
    ]
  })
}

/** The row of a person of a session among those of {@link selectDues}. */
export const ownRow = (rows: DuesRow[], personId: string): DuesRow | undefined =>
  rows.find((row) => row.payerId === null && row.personId === personId)

/** The first names of those whom the person of a session pays for, and who hide their fees from it. */
export const hidingFrom = (
  { persons, person }: Pick<PortalSession, 'persons' | 'person'>,
  rows: DuesRow[],
): string[] =>
  rows
    .filter(
      (row) => row.payerId === person.id && row.isHidden && persons.every(({ id }) => id !== row.personId),
    )
    .map(({ firstName }) => firstName ?? '')

function duesOfRow({ persons, kind }: Household, person: PortalPerson, row: DuesRow, now: Date): Dues {
  const [[openAmount, openDueOn], [returnedAmount, returnedDueOn]]: [Unpaid, Unpaid] = JSON.parse(row.unpaid)
  const debtor = debtorOf(row)
  const obstacles = obstaclesOf(person, row, debtor, now)
  const debit = debitOf(person, row, debtor, obstacles)
  const isCollected = debit === 'usable'
  const dueDates = [returnedDueOn, isCollected ? null : openDueOn].filter((date) => date !== null)
  // Who is no member sees no whole account: nothing guards its address.
  const holder = persons.find(({ id }) => id === debtor.id)
  return {
    person,
    paidFor: row.payerId === null ? null : { id: row.personId, name: row.firstName ?? '' },
    toPay: returnedAmount + (isCollected ? 0 : openAmount),
    toCollect: row.collecting + (isCollected ? openAmount : 0),
    dueOn: dueDates.sort()[0] ?? null,
    debit,
    obstacles: debtor.paymentMethod === 'direct_debit' ? obstacles : [],
    iban: holder ? ibanFor({ kind, person: holder }, debtor.iban) : debtor.iban && maskIban(debtor.iban),
    isOfPayer: isOfPayer(debtor),
    payee: row.creditorIban
      ? { name: row.creditorName ?? person.workspaceName, iban: row.creditorIban }
      : undefined,
    contact: { name: row.contactName, email: row.contactEmail, phone: row.contactPhone },
  }
}

type Unpaid = [amount: number, dueOn: string | null]

/** Debtors who say nothing pay by direct debit where they have a mandate, as releases choose fees. */
function debitOf(
  { currency }: PortalPerson,
  row: DuesRow,
  { paymentMethod, mandateReference }: Debtor,
  obstacles: Obstacle[],
): Dues['debit'] {
  const paysByDebit = paymentMethod === 'direct_debit' || (!paymentMethod && mandateReference)
  if (!paysByDebit || !creditorOf(row) || currency !== 'EUR') return 'none'
  return obstacles.length === 0 ? 'usable' : 'unusable'
}

/** What keeps a debtor from being debited at the earliest date. */
function obstaclesOf(
  { currency, timezone }: PortalPerson,
  row: DuesRow,
  debtor: Debtor,
  now: Date,
): Obstacle[] {
  const creditor = creditorOf(row)
  if (!creditor || currency !== 'EUR') return ['no_creditor']
  const today = todayIn(timezone, now)
  const collectionDate = earliestCollectionDate(today, row.noticeDays)
  const problems = [...debtorProblems(debtor, { collectionDate, today, creditorId: creditor.creditor_id })]
  if (isOfPayer(debtor)) return problems.length > 0 ? ['of_payer'] : []
  const codes = problems.map(([code]) => (code === 'no_iban' || code === 'no_mandate' ? code : 'other'))
  return [...new Set(codes)]
}
