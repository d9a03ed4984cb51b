import type { Principal } from '../../access/principal'
import { placeOfCharge } from '../../collections/charge-place'
import { type ReturnFacts, returnIssue, returnOf } from '../../collections/returns'
import { wordsOf } from '../../payments/direct-debit-words'
import type { Issue } from '../../shared/error-list'
import { newIds } from '../../shared/ids'
import type { Refusal } from '../../shared/refusals'
import { type LineDebits, type LineRow, restOf } from '../lines/bank-line'
import { feeLine } from './parts'
import type { Place } from './pay'
import { type LineWork, voucherOf } from './work'

/** The issues of the debits that a line is to return, not yet validated. */
export function* returnIssues(
  itemIds: unknown,
  line: LineRow,
  debits: readonly ReturnFacts[],
): Iterable<Issue> {
  if (!Array.isArray(itemIds)) return
  for (const [index, id] of itemIds.entries()) {
    const facts = debits.find(({ item }) => item.id === id)
    const issue: Refusal | undefined = facts ? returnIssue(facts, true) : { code: 'debit_unknown' }
    if (typeof id === 'string' && issue) yield [['item_ids', `${index}`], issue]
    if (itemIds.indexOf(id) < index) yield [['item_ids', `${index}`], { code: 'named_twice' }]
  }
  const sum = debits.reduce((total, { item }) => total + item.amount, 0)
  if (sum > -restOf(line)) yield [['item_ids'], { code: 'debits_exceed', sum, rest: -restOf(line) }]
}

/** The work by which a line returns debits. What it takes beyond them is the bank's charge, which goes to `place`, or
 * to that in the settings if that names none. */
export function returnWork(
  principal: Principal,
  line: LineRow,
  { debits, place, locale }: { debits: readonly ReturnFacts[]; place: Place | null; locale: string },
): LineWork {
  const chargeFees = newIds('fee', principal.now, debits.length)
  const taken = -restOf(line) - debits.reduce((sum, { item }) => sum + item.amount, 0)
  const charges = shares(taken, debits.length)
  const submitted = new Set<string>()
  const acts = debits.map((facts, index) => {
    const { item } = facts
    // The first of them records that a released collection was submitted.
    const state = submitted.has(item.collection_id) ? 'submitted' : item.collection_state
    if (state === 'released') submitted.add(item.collection_id)
    return returnOf(
      principal,
      { ...facts, item: { ...item, collection_state: state } },
      {
        returnedOn: line.booked_on,
        code: line.return_code,
        charge: charges[index] || null,
        bankLineId: line.id,
        chargeFeeId: String(chargeFees[index]),
      },
    )
  })
  const words = (kind: 'returned' | 'charge') => wordsOf(locale, kind, line.booked_on)
  const done: LineDebits = { returned: debits.map(({ item }) => item.id), charge_fees: chargeFees }
  const [first] = debits
  const booked = place ?? { text: words('charge') }
  const charge = first ? { ...booked, ...placeOfCharge(first.settings, booked) } : booked
  const lines = [
    ...acts.flatMap(({ lines }) => lines.map(({ line }) => line)),
    ...debits.flatMap(linesBeforeCredit),
    ...(taken > 0 ? [{ ...charge, amount: -taken }] : []),
  ]
  return {
    act: {
      line,
      after: { state: 'done', assigned_amount: line.amount, debits: JSON.stringify(done) },
      action: 'bank_line.confirmed',
    },
    fees: acts.flatMap(({ fees }) => fees),
    payments: acts.flatMap(({ payments }) => payments),
    vouchers: [voucherOf(line, { lines, text: words('returned'), now: principal.now })],
    extra: (workspace) => acts.flatMap(({ extra }) => extra(workspace)),
    events: acts.slice(0, 1).flatMap(({ events }) => events),
  }
}

/** What a debit takes back that was not credited yet: its collection is credited as a whole later. */
const linesBeforeCredit = ({ item, links, fees }: ReturnFacts) =>
  item.state !== 'live'
    ? []
    : links.flatMap(({ fee_id, amount }) =>
        fees.filter(({ id }) => id === fee_id).map((fee) => feeLine(fee, -amount)),
      )

/** An amount in equal shares; the first has what is left over. */
function shares(amount: number, count: number): number[] {
  const share = Math.floor(amount / count)
  return Array.from({ length: count }, (_, index) => share + (index === 0 ? amount - share * count : 0))
}
