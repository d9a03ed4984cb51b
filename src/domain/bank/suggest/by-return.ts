import { addMonths } from '../../shared/dates'
import { byBooked, byBookedAmount } from './by-voucher'
import type { Candidates, DebitItem } from './candidates'
import { debitedAmount, type MatchLine } from './line'
import { referencesOf } from './references'
import { type Reason, type Suggestion, suggestion } from './suggestion'

/** For how long a debit can come back: one that was not authorized, for 13 months (Art. 71 PSD2). */
const MONTHS = 13

/** The returned direct debits (rule 4): by reference, else by mandate and amount, else by account and amount. */
export function byReturn(line: MatchLine, candidates: Candidates): Suggestion[] {
  const { itemsByReference, itemsByMandate, itemsByIban } = candidates
  const named = referencesOf(line).flatMap((reference) => itemsByReference.get(reference) ?? [])
  const byReference = returnOf(line, named, 'return_reference')
  if (byReference) return [byReference]
  const { matches } = byBooked(line, candidates)
  if (matches.length > 0) return matches
  if (named.length > 0) return known(line, named, candidates)
  const mandated = itemsByMandate.get(line.mandate_reference ?? '') ?? []
  const byMandate = alternatives(line, mandated, 'return_mandate')
  if (byMandate.length > 0) return byMandate
  return alternatives(line, itemsByIban.get(line.party_iban ?? '') ?? [], 'return_account')
}

type Code = Extract<Reason['code'], `return_${string}`>

/** The return of all these debits; undefined if one was returned before, or if the line takes less than they had. */
function returnOf(line: MatchLine, items: readonly DebitItem[], code: Code): Suggestion | undefined {
  const sum = items.reduce((total, { amount }) => total + amount, 0)
  const charge = -line.amount - sum
  if (items.length === 0 || charge < 0 || items.some(({ state }) => state === 'returned')) return undefined
  return suggestion({
    kind: 'return',
    reason: { code },
    parts: items.flatMap(({ fees }) => fees.map(({ fee_id, amount }) => ({ fee_id, amount: -amount }))),
    item_ids: items.map(({ id }) => id),
    return_code: line.return_code,
    charge: charge === 0 ? null : charge,
  })
}

/** Each debit with the amount that the line returns, of the months before it. */
function alternatives(line: MatchLine, items: readonly DebitItem[], code: Code): Suggestion[] {
  const amount = debitedAmount(line)
  const first = addMonths(line.booked_on, -MONTHS)
  return items
    .filter((item) => item.amount === amount)
    .filter(({ collection_date: date }) => first <= date && date <= line.booked_on)
    .flatMap((item) => returnOf(line, [item], code) ?? [])
}

/** What a line may be whose debits all came back: a voucher of what is left of it, such as the charge, or a notice. */
function known(line: MatchLine, items: readonly DebitItem[], candidates: Candidates): Suggestion[] {
  if (items.some(({ state }) => state !== 'returned')) return []
  const booked = byBookedAmount(line, candidates)
  return booked.length > 0 ? booked : [suggestion({ kind: 'notice', reason: { code: 'return_known' } })]
}
