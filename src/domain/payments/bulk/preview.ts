import { trip } from '../../../db/client'
import { type Sql, sql } from '../../../db/sql'
import { requirePermission } from '../../access/authorize'
import { query } from '../../access/query'
import { expectedZone, isExpectedZone } from '../../access/time-zone'
import type { CashDay } from '../../book/accounts/cash'
import { type BookFacts, bookFacts, dateIssue, selectBook } from '../../book/book-facts'
import type { VoucherFacts } from '../../book/vouchers/reversal'
import { type Event, toApi } from '../../events/event'
import type { NamedCostUnit } from '../../fees/expenses'
import { type Namesake, namesakeOf } from '../../persons/namesake'
import { todayIn } from '../../shared/dates'
import { sha256 } from '../../shared/hash'
import type { StaffCredential, StaffPrincipal } from '../../staff/principal'
import type { Unbooked } from '../booking/unbooked'
import { type FeeFacts, selectFeesOf } from '../fee-facts'
import { amountOfAct, type FeeActKind, type LeftReason, PERMISSION_OF_ACT, reasonToLeave } from './act'
import { selectFeeEvent, selectForBooking, selectForTakingBack } from './lookups'
import type { Recorded } from './recorded'
import { type FeeSelection, MAX_BULK_FEES, selectSelected } from './selection'

/** What a confirmation shows of an act, and what its button carries. Amounts in cents. */
export type FeesPreview = {
  /** How many fees the act changes, and what it is about of them. */
  count: number
  amount: number
  /** How many fees stay as they are, by reason. */
  left: Map<LeftReason, number>
  /** Whether there are more fees than one act takes. */
  isCapped: boolean
  /** The same as long as the act would do the same. */
  mark: string
  /** The number of the last event. */
  seen: number
  /** The last event of a fee after `since`. */
  lastEvent: Event | undefined
  book: BookFacts
  /** The cost units that are not archived, with each of their categories and with none. */
  costUnits: NamedCostUnit[]
  /** The date in the workspace. */
  today: string
  credential: StaffCredential
}

/** A preview with the fees that the act changes, and what booking and taking back need to know. */
export type ReadFees = FeesPreview & {
  fees: FeeFacts[]
  /** Of the persons of the first {@link MAX_NAMED} fees, by their ids. */
  namesakes: ReadonlyMap<string, Namesake>
  unbooked: Unbooked[]
  recorded: Recorded[]
  vouchers: VoucherFacts[]
  cash: CashDay[]
}

/** Of how many fees a page shows the names. */
export const MAX_NAMED = 5

/** Of how many selected fees the namesakes are read at once: an act may leave the first ones. */
const MAX_NAMED_AHEAD = 50

type Asked = { selection: FeeSelection; act: FeeActKind; since?: number | undefined }

/**
 * Reads what an act on a selection would do, without doing it. One trip; a second if the time zone of the workspace is not
 * the expected one, or where the act leaves all of the first fees. Throws `permission_missing`.
 */
export async function previewFees(principal: StaffPrincipal, asked: Asked): Promise<ReadFees> {
  const { selection, act, since } = asked
  const workspace = principal.workspace()
  const today = todayIn(expectedZone(principal), principal.now)
  const selected = selectSelected(workspace, selection, today)
  const { credential, rows } = await query(
    principal,
    {
      fees: selectFeesOf(workspace, selected),
      names: selectNamesakes(workspace, sql`${selected} LIMIT ${MAX_NAMED_AHEAD}`),
      ...selectForBooking(workspace, act === 'book' ? selected : undefined),
      ...selectForTakingBack(workspace, act, selection),
      lastEvent: sql<{ number: number }>`
        SELECT number FROM events WHERE workspace_id = ${workspace} ORDER BY number DESC LIMIT 1`,
      feeEvents: since === undefined ? [] : [selectFeeEvent(workspace, since)],
      ...selectBook(workspace),
    },
    (credential) => requirePermission(credential, PERMISSION_OF_ACT[act]),
  )
  if (!isExpectedZone(principal, credential)) return previewFees(principal, asked)
  const book = bookFacts(rows)
  const unbooked = rows.unbooked.filter(({ paidOn }) => !dateIssue(book, paidOn, principal.now))
  const recorded = rows.recorded.filter(({ isReversed }) => !isReversed)
  const sums = {
    bookable: sumsByFee(unbooked),
    unbooked: sumsByFee(rows.unbooked),
    matched: sumsByFee(unbooked.filter(({ voucher }) => voucher !== null)),
    recorded: sumsByFee(recorded),
  }
  const found = rows.fees.slice(0, MAX_BULK_FEES)
  const reasons = found.map((fee) => reasonToLeave(act, fee, sums))
  const fees = found.filter((_, index) => reasons[index] === undefined)
  const amounts = fees.map((fee) => amountOfAct(act, fee, sums))
  const left = countsOf(reasons)
  const marked = [act, fees.map(({ id }, index) => [id, amounts[index]]), [...left]]
  const ids = new Set(fees.map(({ id }) => id))
  const [feeEvent] = rows.feeEvents
  const named = fees.slice(0, MAX_NAMED)
  const read = new Set(rows.names.map(({ id }) => id))
  const { names } = named.every(({ person_id }) => read.has(person_id))
    ? rows
    : await trip(principal.db, { names: selectNamesakes(workspace, selectIds(named)) })
  return {
    fees,
    namesakes: new Map(names.map(({ id, namesake }) => [id, namesake])),
    unbooked: unbooked.filter(({ feeId }) => ids.has(feeId)),
    recorded: recorded.filter(({ feeId }) => ids.has(feeId)),
    vouchers: rows.vouchers,
    cash: [...rows.cash, ...rows.cashBoxes],
    count: fees.length,
    amount: amounts.reduce((sum, amount) => sum + amount, 0),
    left,
    isCapped: rows.fees.length > MAX_BULK_FEES,
    mark: sha256(JSON.stringify(marked)).slice(0, 32),
    seen: rows.lastEvent[0]?.number ?? 0,
    lastEvent: feeEvent && toApi(feeEvent),
    book,
    costUnits: rows.costUnits,
    today,
    credential,
  }
}

/** What tells the persons of fees from others of their names. */
const selectNamesakes = (workspace: Sql, ids: Sql): Sql<{ id: string; namesake: Namesake }> => sql<{
  id: string
  namesake: Namesake
}>`
  SELECT person_id AS id, ${namesakeOf(workspace, sql`person_id`)} AS namesake FROM (${selectFeesOf(workspace, ids)})`

const selectIds = (fees: readonly FeeFacts[]): Sql =>
  sql`SELECT value AS id FROM json_each(${JSON.stringify(fees.map(({ id }) => id))})`

function sumsByFee(payments: { feeId: string; amount: number }[]): Map<string, number> {
  const sums = new Map<string, number>()
  for (const { feeId, amount } of payments) sums.set(feeId, (sums.get(feeId) ?? 0) + amount)
  return sums
}

function countsOf(reasons: (LeftReason | undefined)[]): Map<LeftReason, number> {
  const counts = new Map<LeftReason, number>()
  for (const reason of reasons) if (reason) counts.set(reason, (counts.get(reason) ?? 0) + 1)
  return counts
}
