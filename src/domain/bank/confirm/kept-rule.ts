import type { Statement } from '../../../db/client'
import type { Tx } from '../../access/act'
import type { Issue } from '../../shared/error-list'
import { newId } from '../../shared/ids'
import { isGiven, isObject } from '../../shared/validation'
import type { LineConfirmation } from '../lines/confirmation'
import { MAX_RULES, type NewRule } from '../rules/rule'
import { insertRule, replaceRule } from '../rules/write'
import { bookingText } from '../suggest/booking-text'
import { partyKeyOf } from '../suggest/party-key'
import type { ConfirmationFacts } from './facts'

/** The issues of a confirmation, not yet validated, by which a rule is kept. */
export function* keptRuleIssues(
  { booking }: Record<string, unknown>,
  { line, rulesOfParty, ruleCount }: ConfirmationFacts,
): Iterable<Issue> {
  if (partyKeyOf(line) === null) yield [['always'], { code: 'rule_without_condition' }]
  if (rulesOfParty.length === 0 && ruleCount >= MAX_RULES) yield [['always'], { code: 'too_many_rules' }]
  if (isObject(booking) && !isGiven(booking.costunit_name) && !isGiven(booking.sphere))
    yield [['booking', 'costunit_name'], { code: 'rule_without_place' }]
}

/** The rule by which lines of a party are booked as one is: a new one, or the one that there is of the party alone. */
export function keptRule(
  tx: Tx,
  booking: NonNullable<LineConfirmation['booking']>,
  { line, costUnits, rulesOfParty: [stored] }: ConfirmationFacts,
): { id: string; statements: Statement[] } {
  const rule: NewRule = {
    party_iban: line.party_iban,
    party_name: line.party_name,
    sign: line.amount > 0 ? 'in' : 'out',
    text: booking.text === bookingText(line) ? null : booking.text,
    costunit_name: booking.costunit_name,
    category_name: booking.category_name,
    sphere: booking.sphere,
    side: booking.side,
  }
  if (stored) return { id: stored.id, statements: replaceRule(tx, stored, rule, costUnits) }
  const id = newId('brl', tx.now)
  return { id, statements: insertRule(tx, id, rule, costUnits) }
}
