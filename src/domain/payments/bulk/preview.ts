import { sql } from '../../../db/sql'
import { requirePermission } from '../../access/authorize'
import { query } from '../../access/query'
import { expectedZone, isExpectedZone } from '../../access/time-zone'
import { type BookFacts, bookFacts, dateIssue, selectBook } from '../../book/book-facts'
import type { CashDay } from '../../book/cash'
import type { VoucherFacts } from '../../book/reversal'
import type { Unbooked } from '../../book/unbooked'
import { type Event, toApi } from '../../events/event'
import type { NamedCostUnit } from '../../fees/expenses'
import { todayIn } from '../../shared/dates'
import { sha256 } from '../../shared/hash'
import type { StaffCredential, StaffPrincipal } from '../../staff/principal'
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
  unbooked: Unbooked[]
  recorded: Recorded[]
  vouchers: VoucherFacts[]
  cash: CashDay[]
}

type Asked = { selection: FeeSelection; act: FeeActKind; since?: number | undefined }

/**
 * Reads what an act on a selection would do, without doing it. One trip; a second where the time zone of the workspace is not
 * the expected one. Throws `permission_missing`.
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
  return {
    fees,
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
