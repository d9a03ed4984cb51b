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

type Body = Record<string, unknown>

/** What a confirmation says besides its shape: what the rest of the line is booked to. */
type Given = { place: Place | null; locale: string }

/** A way to confirm a line: the issues of a body, not yet validated, and the work, undefined if it has another shape. */
type Shape = {
  issues(body: Body, facts: ConfirmationFacts): Iterable<Issue>
  work(principal: Principal, given: Given, facts: ConfirmationFacts): LineWork | undefined
}

/** In the order of their issues, after those of `parts`. What has none of these shapes pays fees, or is booked as a whole. */
const SHAPES: Record<'settle' | 'credit' | 'return' | 'meet', Shape> = {
  settle: {
    *issues({ collection_id, booking }, { line, settlement }) {
      if (settlement) yield* settlementIssues(settlement, line, isGiven(booking))
      else if (typeof collection_id === 'string') yield [['collection_id'], { code: 'collection_unknown' }]
    },
    work: (principal, given, { line, settlement }) =>
      settlement && settleWork(principal, line, { ...given, facts: settlement }),
  },
  credit: {
    issues: ({ item_ids, booking }, { line, debits }) =>
      line.amount > 0 ? creditIssues(item_ids, line, { debits, hasBooking: isGiven(booking) }) : [],
    work: (principal, given, { line, debits, hasOthersLive }) =>
      line.amount > 0 && debits.length > 0
        ? creditWork(principal, line, { ...given, debits, hasOthersLive })
        : undefined,
  },
  return: {
    issues: ({ item_ids }, { line, debits }) => (line.amount > 0 ? [] : returnIssues(item_ids, line, debits)),
    work: (principal, given, { line, debits }) =>
      line.amount > 0 || debits.length === 0 ? undefined : returnWork(principal, line, { ...given, debits }),
  },
  meet: {
    issues: ({ voucher_ids, booking }, { line, vouchers, book }) =>
      meetIssues(voucher_ids, line, { vouchers, book, hasBooking: isGiven(booking) }),
    work: ({ now }, { place }, { line, vouchers }) =>
      vouchers.length > 0 ? meetWork(line, { vouchers, place, now }) : undefined,
  },
}

/** The issues of a confirmation of any shape. */
export function* confirmationIssues(body: Body, facts: ConfirmationFacts, now: Date): Iterable<Issue> {
  const { line, fees, costUnits, book } = facts
  yield* lineIssues(line, book, { now, isBooking: isGiven(body.booking) || isGiven(body.voucher_ids) })
  yield* revisionIssues(line, body.revision)
  const [, second] = ['parts', 'collection_id', 'item_ids', 'voucher_ids'].filter((key) => isGiven(body[key]))
  if (second) yield [[second], { code: 'choices_mixed' }]
  yield* partIssues(body.parts, line, fees)
  for (const { issues } of Object.values(SHAPES)) yield* issues(body, facts)
  if (!isObject(body.booking)) return
  for (const [[, key = ''], message] of expenseIssues(body.booking, costUnits))
    yield [['booking', key], message]
  yield* ruleIssues(body.booking, facts.ruleIds, ['booking'])
  if (isAll(body.parts, restOf(line))) yield [['booking'], { code: 'nothing_to_book' }]
}

/** The issue of a booking that follows a rule which is not there, at a path. */
export function* ruleIssues(
  { rule_id }: Record<string, unknown>,
  known: ReadonlySet<unknown>,
  path: string[],
): Iterable<Issue> {
  if (typeof rule_id === 'string' && !known.has(rule_id))
    yield [[...path, 'rule_id'], { code: 'rule_unknown' }]
}

/** Whether parts, not yet validated, are all of an amount. */
const isAll = (parts: unknown, amount: number): boolean =>
  Array.isArray(parts) &&
  parts.reduce((sum, part) => sum + (isObject(part) ? numberIn(part.amount) : 0), 0) === amount

/** The work of a confirmation that was validated. */
export function workOf(
  principal: Principal,
  { parts, booking }: LineConfirmation,
  facts: ConfirmationFacts,
): LineWork {
  const { line, fees, costUnits, book } = facts
  const place = booking ? placeOf(booking, costUnits) : null
  for (const { work } of Object.values(SHAPES)) {
    const done = work(principal, { place, locale: book.settings.locale }, facts)
    if (done) return done
  }
  return payWork(line, { parts: parts ?? [], fees, place, now: principal.now })
}

/** What the rest of a line is booked to, of a booking that was validated. */
export function placeOf(
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
    ruleId: booking.rule_id ?? null,
  }
}
