import { act, type Tx } from '../../access/act'
import type { Principal } from '../../access/principal'
import { showsIbans } from '../../persons/mask'
import { isGiven, validate } from '../../shared/validation'
import { lineToApi, TO_BANK } from '../lines/bank-line'
import { CHOICES, lineConfirmation } from '../lines/confirmation'
import { suggestedBody } from '../lines/suggested'
import { loadConfirmation } from './facts'
import { keptRule, keptRuleIssues } from './kept-rule'
import { confirmationIssues, workOf } from './shapes'
import { placed, writeWork } from './work'
import { lineAfter } from './write'

type Body = Record<string, unknown>

/**
 * Confirms what a line is: the fees that it pays or refunds, the collection that it credits, or the debits that it returns,
 * and what its rest is booked to. Books it in one voucher. With `keepsRule`, keeps a booking rule of its party. A body that
 * names nothing takes the suggestion. Returns the line as JSON. Two trips, and one more to take the suggestion. Throws
 * `permission_missing`, `not_found` and `invalid`.
 */
export async function confirmLine(
  principal: Principal,
  { id, body, keepsRule = false }: { id: string; body: Body; keepsRule?: boolean },
): Promise<string> {
  return act(principal, TO_BANK, (tx) => confirm(tx, id, body, keepsRule))
}

async function confirm(tx: Tx, id: string, body: Body, keepsRule: boolean): Promise<string> {
  const namesNothing = !CHOICES.some((key) => isGiven(body[key]))
  const given = namesNothing ? { ...body, ...(await suggestedBody(tx, id)) } : body
  const facts = await loadConfirmation(tx, id, given, { keepsRule })
  const input = validate(lineConfirmation, given, function* (value) {
    yield* confirmationIssues(value, facts, tx.now)
    if (keepsRule) yield* keptRuleIssues(value, facts)
  })
  const rule = keepsRule && input.booking ? keptRule(tx, input.booking, facts) : undefined
  const booking = input.booking && rule ? { ...input.booking, rule_id: rule.id } : input.booking
  const work = placed(facts.book, workOf(tx, { ...input, booking }, facts))
  const result = JSON.stringify(lineToApi(lineAfter(work.act), showsIbans(facts.credential)))
  return tx.finish(result, {
    written: [...writeWork(tx, facts.book, [work]), ...(rule?.statements ?? [])],
  })
}
