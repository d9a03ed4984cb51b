import type { Principal } from '../../access/principal'
import { expenseIssues, storedExpense } from '../../fees/expenses'
import type { Issue } from '../../shared/error-list'
import { isGiven, isObject, numberIn } from '../../shared/validation'
import { restOf } from '../lines/bank-line'
import type { LineConfirmation } from '../lines/confirmation'
import { creditIssues, creditWork } from './credit-debits'
import type { ConfirmationFacts } from './facts'
import { lineIssues, revisionIssues } from './line-issues'
import { meetIssues, meetWork } from './meet'
import { partIssues } from './parts'
import { type Place, payWork } from './pay'
import { returnIssues, returnWork } from './return'
import { settlementIssues, settleWork } from './settle'
import type { LineWork } from './work'

/** The issues of a confirmation of any shape. */
export function* confirmationIssues(
  body: Record<string, unknown>,
  { line, fees, vouchers, costUnits, settlement, debits, book }: ConfirmationFacts,
  now: Date,
): Iterable<Issue> {
  yield* lineIssues(line, book, { now, isBooking: isGiven(body.booking) || isGiven(body.voucher_ids) })
  yield* revisionIssues(line, body.revision)
  const [, second] = ['parts', 'collection_id', 'item_ids', 'voucher_ids'].filter((key) => isGiven(body[key]))
  if (second) yield [[second], { code: 'choices_mixed' }]
  yield* partIssues(body.parts, line, fees)
  if (settlement) yield* settlementIssues(settlement, line, isGiven(body.booking))
  else if (typeof body.collection_id === 'string') yield [['collection_id'], { code: 'collection_unknown' }]
  if (line.amount > 0) yield* creditIssues(body.item_ids, line, { debits, hasBooking: isGiven(body.booking) })
  else yield* returnIssues(body.item_ids, line, debits)
  yield* meetIssues(body.voucher_ids, line, { vouchers, book, hasBooking: isGiven(body.booking) })
  if (!isObject(body.booking)) return
  for (const [[, key = ''], message] of expenseIssues(body.booking, costUnits))
    yield [['booking', key], message]
  if (isAll(body.parts, restOf(line))) yield [['booking'], { code: 'nothing_to_book' }]
}

/** Whether parts, not yet validated, are all of an amount. */
const isAll = (parts: unknown, amount: number): boolean =>
  Array.isArray(parts) &&
  parts.reduce((sum, part) => sum + (isObject(part) ? numberIn(part.amount) : 0), 0) === amount

/** The work of a confirmation that was validated. */
export function workOf(
  principal: Principal,
  { parts, booking }: LineConfirmation,
  { line, fees, vouchers, costUnits, settlement, debits, hasOthersLive, book }: ConfirmationFacts,
): LineWork {
  const { locale } = book.settings
  const place = booking ? placeOf(booking, costUnits) : null
  if (vouchers.length > 0) return meetWork(line, { vouchers, place, now: principal.now })
  if (settlement) return settleWork(principal, line, { facts: settlement, place, locale })
  if (debits.length > 0 && line.amount > 0)
    return creditWork(principal, line, { debits, hasOthersLive, place, locale })
  if (debits.length > 0) return returnWork(principal, line, { debits, place, locale })
  return payWork(line, { parts: parts ?? [], fees, place, now: principal.now })
}

function placeOf(
  booking: NonNullable<LineConfirmation['booking']>,
  costUnits: ConfirmationFacts['costUnits'],
): Place {
  const { cost_unit_id, category_id } = storedExpense(booking, costUnits)
  return {
    text: booking.text,
    costUnitId: cost_unit_id ?? null,
    categoryId: category_id ?? null,
    sphere: booking.sphere ?? null,
    side: booking.side ?? null,
  }
}
