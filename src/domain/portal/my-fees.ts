import { type Sql, sql } from '../../db/sql'
import { returnReason } from '../collections/return-reasons'
import { feePartsOf, PARTS_OF_FEE } from '../dues/parts-of-fee'
import { OPEN_AMOUNT } from '../fees/open-amount'
import type { ReadableFee } from '../fees/readable-fee'
import { isInForce, type ReminderHold } from '../fees/reminder-hold'
import { DomainError } from '../shared/errors'
import { type Dues, duesOf, hidingFrom, ownRow, RECENT_FEES, selectDues } from './dues'
import { type MyPayer, myPayerFrom } from './my-payer'
import { itself, latestFees, paidFor } from './paid-for'
import type { PortalPrincipal } from './principal'
import { loadPortalSession, type PortalSession } from './sessions'
import { functionsOf } from './settings'
import { ibanOfDebit } from './shown'
import { staysIn } from './stays-in'

/** How many fees to be paid a page shows, each with a code. */
const MAX_TO_PAY = 30

export const SETTLED_PER_PAGE = 50

/** What all fees have that members see. */
type MyFee = {
  id: string
  description: string
  /** The first name of whose fee it is, if the person pays for someone else. */
  paidFor: string | null
  /** What a fee of a run of dues is made up of. */
  parts: ReturnType<typeof feePartsOf>
}

/** A fee that is to be paid, as members see it. Amounts in cents. */
export type UnpaidFee = MyFee & {
  personId: string
  reference: string
  amount: number
  paidAmount: number
  openAmount: number
  dueOn: string | null
  /** Why the last direct debit came back, of a fee that waits for its money since. */
  returned: { on: string; reason: ReturnType<typeof returnReason>['kind']; code: string | null } | null
  /** Why nobody is reminded of it today. */
  hold: ReminderHold | null
}

/** A fee that is being collected: `amount` in cents, and the account and date of its debit. */
export type CollectedFee = MyFee & {
  amount: number
  collectionDate: string
  iban: string
}

/** A fee that was paid or cancelled. Amounts in cents. */
export type SettledFee = MyFee & {
  amount: number
  paidAmount: number
  waivedAmount: number
  status: 'paid' | 'cancelled'
  /** The day (YYYY-MM-DD) of the last payment, or when the fee was cancelled (an instant). */
  settledAt: string
  cancellation: NonNullable<ReadableFee['cancellation']>['kind'] | null
}

/** What members see of the fees of one of their persons. */
export type MyFees = {
  session: PortalSession
  /** The dues of all persons of the session, and of those they pay for. */
  household: Dues[]
  /** Those of the person itself. */
  dues: Dues
  /** What the person is asked to transfer, {@link MAX_TO_PAY} at most, the earliest due first. */
  toPay: UnpaidFee[]
  /** Whether there is more to transfer. */
  hasMoreToPay: boolean
  /** What the person is asked to transfer for others, who are no persons of the session: {@link MAX_TO_PAY} at most. */
  toPayForOthers: UnpaidFee[]
  /** Whether there is more to transfer for them. */
  hasMoreForOthers: boolean
  /** Whether some of that would be collected, but something is in the way. */
  isDebitUnusable: boolean
  /** Open fees that will be collected, each with the account; also those of others. */
  toCollect: (UnpaidFee & { iban: string })[]
  collecting: CollectedFee[]
  settled: SettledFee[]
  page: number
  hasMore: boolean
  /** The years in which money for the fees on this page arrived, the latest first. */
  years: number[]
  /** Who pays for the person, if that is somebody else. */
  payer: MyPayer | undefined
  /** The first names of those whom the person pays for, and who hide their fees from it. */
  hiding: string[]
  /** The date in the person's workspace. */
  today: string
}

/**
 * Reads the fees of the principal's person, and what the persons of its session have to pay; `page` (from 1) is that of the
 * settled ones, the latest first. One trip. Throws `not_found` if the portal does not show fees.
 */
export async function viewMyFees(principal: PortalPrincipal, { page }: { page: number }): Promise<MyFees> {
  const { rows, ...session } = await loadPortalSession(principal, (named) => ({
    dues: selectDues(named),
    unpaid: selectUnpaid(itself(named)),
    unpaidOfOthers: selectUnpaid(paidFor(named)),
    collecting: selectCollecting(latestFees(named, sql`TRUE`, RECENT_FEES)),
    settled: selectSettled(named, page),
  }))
  const { person, context } = session
  requireFees(session)
  const household = duesOf(session, rows.dues, principal.now)
  const mine = household.filter((one) => one.person.id === person.id)
  const dues = mine.find(({ paidFor }) => paidFor === null)
  if (!dues) throw new DomainError('not_found', 'The session has no such person.')
  const duesOfFee = ({ personId }: UnpaidFee) => mine.find(({ paidFor }) => paidFor?.id === personId) ?? dues
  const isCollected = (fee: UnpaidFee) => duesOfFee(fee).debit === 'usable' && !fee.returned
  const unpaid = rows.unpaid.map((row) => unpaidOf(row, context.today))
  const ofOthers = rows.unpaidOfOthers
    .filter(({ personId }) => mine.some(({ paidFor }) => paidFor?.id === personId))
    .map((row) => unpaidOf(row, context.today))
  const toPay = unpaid.filter((fee) => !isCollected(fee))
  const toPayForOthers = ofOthers.filter((fee) => !isCollected(fee))
  const settled = rows.settled.slice(0, SETTLED_PER_PAGE)
  return {
    session,
    household,
    dues,
    toPay: toPay.slice(0, MAX_TO_PAY),
    hasMoreToPay: toPay.length > MAX_TO_PAY,
    toPayForOthers: toPayForOthers.slice(0, MAX_TO_PAY),
    hasMoreForOthers: toPayForOthers.length > MAX_TO_PAY,
    isDebitUnusable: [...toPay, ...toPayForOthers].some(
      (fee) => !fee.returned && duesOfFee(fee).debit === 'unusable',
    ),
    toCollect: [
      ...unpaid.filter(isCollected).slice(0, MAX_TO_PAY),
      ...ofOthers.filter(isCollected).slice(0, MAX_TO_PAY),
    ].map((fee) => ({ ...fee, iban: String(duesOfFee(fee).iban) })),
    collecting: rows.collecting.map((fee) => ({ ...withParts(fee), iban: ibanOfDebit(session, fee) })),
    settled: settled.map(({ years: _, ...fee }) => withParts(fee)),
    page,
    hasMore: rows.settled.length > SETTLED_PER_PAGE,
    years: yearsOf([...rows.unpaid, ...rows.unpaidOfOthers, ...settled]),
    payer: myPayerFrom(session, ownRow(rows.dues, person.id)),
    hiding: hidingFrom(session, rows.dues),
    today: context.today,
  }
}

/** Throws `not_found` if the portal of a session does not show fees. */
export function requireFees({ workspace }: PortalSession): void {
  if (!functionsOf(workspace).includes('view_fees'))
    throw new DomainError('not_found', 'Members do not see their fees here.')
}

/** A fee as it is selected, its parts as JSON. */
type Row<Fee extends MyFee> = Omit<Fee, 'parts'> & { parts: string }

const withParts = <Fee extends { parts: string }>(fee: Fee) => ({ ...fee, parts: feePartsOf(fee.parts) })

type UnpaidRow = Row<Omit<UnpaidFee, 'returned' | 'hold'>> & {
  status: 'open' | 'returned'
  lastReturn: string | null
  hold: string | null
  years: string | null
}

function unpaidOf({ status, lastReturn, hold, years: _, ...fee }: UnpaidRow, today: string): UnpaidFee {
  const returned = status === 'returned' && lastReturn ? JSON.parse(lastReturn) : null
  const held = hold === null ? null : JSON.parse(hold)
  return {
    ...withParts(fee),
    returned: returned && {
      on: returned.returned_on,
      reason: returnReason(returned.reason_code).kind,
      code: returned.reason_code,
    },
    hold: isInForce(held, today) ? held : null,
  }
}

const yearsOf = (rows: { years: string | null }[]): number[] =>
  [...new Set(rows.flatMap(({ years }) => years?.split(',') ?? []))].map(Number).sort((a, b) => b - a)

/** The years in which money for a fee arrived that did not go back within them, joined by commas. */
const YEARS = sql`(
  SELECT group_concat(DISTINCT substr(journal.paid_on, 1, 4)) FROM payments AS journal
  WHERE journal.workspace_id = fees.workspace_id AND journal.fee_id = fees.id AND journal.amount > 0
    AND ${staysIn('journal', sql`substr(journal.paid_on, 1, 4)`)})`

// Direct debits and transfers are told apart afterwards, so that twice as many are read.
const selectUnpaid = (owing: Sql): Sql<UnpaidRow> => sql<UnpaidRow>`
  SELECT fees.id, reference, description, amount, paid_amount AS paidAmount, ${OPEN_AMOUNT} AS openAmount, due_on AS dueOn,
    status, last_return AS lastReturn, reminder_hold AS hold, owing.id AS personId, owing.name AS paidFor, ${YEARS} AS years,
    ${PARTS_OF_FEE} AS parts
  FROM ${owing} AS owing CROSS JOIN fees INDEXED BY fees_to_pay
  WHERE fees.workspace_id = owing.tenant AND fees.person_id = owing.id AND status IN ('open', 'returned')
  ORDER BY status = 'open', due_on IS NULL, due_on, fees.id LIMIT ${2 * MAX_TO_PAY}`

/** The fees that are being collected among those of a table, such as {@link latestFees}. */
const selectCollecting = (fees: Sql): Sql<Row<CollectedFee>> => sql<Row<CollectedFee>>`
  SELECT fees.id, fees.description, fees.paidFor, ${PARTS_OF_FEE} AS parts, link.amount, collection_date AS collectionDate,
    item.iban
  FROM ${fees} AS fees CROSS JOIN collection_fees AS link CROSS JOIN collection_items AS item
  WHERE fees.status = 'collecting'
    AND link.workspace_id = fees.workspace_id AND link.fee_id = fees.id AND link.state = 'live'
    AND item.workspace_id = link.workspace_id AND item.id = link.item_id
  ORDER BY collection_date, fees.id`

type SettledRow = Row<SettledFee> & { years: string | null }

// The latest of all are among the latest of each.
const selectSettled = (principal: PortalPrincipal, page: number): Sql<SettledRow> => sql<SettledRow>`
  WITH shown AS MATERIALIZED (
    SELECT * FROM ${latestFees(principal, IS_SETTLED_SQL, page * SETTLED_PER_PAGE + 1)}
    ORDER BY id DESC LIMIT ${SETTLED_PER_PAGE + 1} OFFSET ${(page - 1) * SETTLED_PER_PAGE})
  SELECT id, description, amount, paid_amount AS paidAmount, waived_amount AS waivedAmount, status,
    coalesce(cancellation ->> 'cancelled_at', paid_on, updated_at) AS settledAt, cancellation ->> 'kind' AS cancellation,
    paidFor, ${YEARS} AS years, ${PARTS_OF_FEE} AS parts
  FROM shown AS fees`

const IS_SETTLED_SQL = sql.raw("status IN ('paid', 'cancelled')")
