import { byBooking } from './by-booking'
import { byCollectionReference, byCollectionSum } from './by-collection'
import { byAccount, byName, byNoAmount, byOtherAmount } from './by-payer'
import { byReference } from './by-reference'
import { byReturn } from './by-return'
import { byRule } from './by-rule'
import { byBookedAmount, byBookedCollection } from './by-voucher'
import type { Candidates } from './candidates'
import { isReturn, type MatchLine } from './line'
import type { Suggestion } from './suggestion'

/** What is suggested for a line. Where several things fit equally, they are the `alternatives` and nothing is suggested. */
export type Suggested = { suggestion: Suggestion | null; alternatives: Suggestion[] }

/**
 * What a line may be, by the first rule that finds something: references of fees, references of a collection, returns,
 * accounts and sums of collections, names; then by booking rules, and as the last line of its party was booked. Never by an
 * amount alone, by which vouchers of the book are only alternatives. Lines in other currencies than euros match nothing.
 */
export function suggest(line: MatchLine, candidates: Candidates): Suggested {
  const [only, ...others] = matchesOf(line, candidates)
  if (!only) return weaklyMatching(line, candidates)
  return others.length > 0
    ? { suggestion: null, alternatives: [only, ...others] }
    : { suggestion: only, alternatives: [] }
}

/**
 * What only a person can tell: vouchers of the amount, which may have the money of the line, so that it is not booked again; else
 * what a rule says, fees of another amount, what was booked the last time, or whom the line names.
 */
function weaklyMatching(line: MatchLine, candidates: Candidates): Suggested {
  if (line.currency !== 'EUR') return { suggestion: null, alternatives: [] }
  const booked = byBookedAmount(line, candidates)
  const [part] = line.amount > 0 ? byOtherAmount(line, candidates) : []
  if (booked.length > 0) return { suggestion: null, alternatives: part ? [...booked, part] : booked }
  const [notice = null] = line.amount > 0 ? byNoAmount(line, candidates) : []
  const suggestion = byRule(line, candidates) ?? part ?? byBooking(line, candidates) ?? notice
  return { suggestion, alternatives: [] }
}

/** {@link suggest} for lines in their order. A fee is certain once: a second line with its reference waits for a person. */
export function suggestAll(lines: readonly MatchLine[], candidates: Candidates): Suggested[] {
  const taken = new Set<string>()
  return lines.map((line) => {
    const suggested = suggest(line, candidates)
    const { suggestion } = suggested
    if (!suggestion?.certain) return suggested
    const [fee] = suggestion.parts
    if (!fee || taken.has(fee.fee_id))
      return {
        ...suggested,
        suggestion: { ...suggestion, certain: false, reason: { code: 'same_reference' } },
      }
    taken.add(fee.fee_id)
    return suggested
  })
}

function matchesOf(line: MatchLine, candidates: Candidates): Suggestion[] {
  if (line.currency !== 'EUR') return []
  if (line.amount < 0) return isReturn(line) ? byReturn(line, candidates) : []
  const referenced = byReference(line, candidates)
  // A payment of the exact amount goes before the credit of a collection, any other after it.
  if (referenced.some(({ reason }) => reason.code === 'reference' || reason.code === 'references'))
    return referenced
  const named = byCollectionReference(line, candidates)
  if (named.length > 0) return named
  if (referenced.length > 0) return referenced
  const likely = [
    ...byCollectionSum(line, candidates),
    ...byBookedCollection(line, candidates),
    ...byAccount(line, candidates),
  ]
  return likely.length > 0 ? likely : byName(line, candidates)
}
