import { maskIbansIn } from '../../persons/mask'
import { bookingText } from './booking-text'
import type { BookingRuleFacts, Candidates } from './candidates'
import { fold } from './fold'
import type { MatchLine } from './line'
import { partyKeyOf } from './party-key'
import { type Suggestion, suggestion } from './suggestion'

/** What a line is booked to by the most specific of the rules that match it; by the newest of equal ones. */
export function byRule(line: MatchLine, { rules }: Pick<Candidates, 'rules'>): Suggestion | null {
  if (rules.length === 0) return null
  const key = partyKeyOf(line)
  const texts = [line.text, line.party_name].map((text) => fold(text ?? ''))
  const [rule] = rules
    .filter(
      ({ party_key, letters, sign }) =>
        sign === Math.sign(line.amount) &&
        (party_key === null ? letters !== '' : party_key === key) &&
        texts.some((text) => text.includes(letters)),
    )
    .sort(bySpecificity)
  if (!rule) return null
  const { id: rule_id, costunit_name, category_name, sphere, side } = rule
  const text = rule.text ?? (bookingText(line) || costunit_name || line.booked_on)
  const name = maskIbansIn(rule.party_name ?? rule.text_contains ?? '')
  return suggestion({
    kind: 'booking',
    reason: { code: 'rule', rule_id, name },
    booking: { text, costunit_name, category_name, sphere, side, rule_id },
  })
}

/** A rule as matching takes it, with the letters of its text. */
export const toFacts = (rule: Omit<BookingRuleFacts, 'letters'>): BookingRuleFacts => ({
  ...rule,
  letters: fold(rule.text_contains ?? ''),
})

/** A party with a text goes before a party, and that before a text; then the longer text; then the newer rule. */
function bySpecificity(one: BookingRuleFacts, other: BookingRuleFacts): number {
  const rankOf = ({ party_key, letters }: BookingRuleFacts) =>
    (party_key === null ? 0 : 2) + (letters ? 1 : 0)
  return (
    rankOf(other) - rankOf(one) || other.letters.length - one.letters.length || (one.id < other.id ? 1 : -1)
  )
}
