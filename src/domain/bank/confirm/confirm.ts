import { act, type Tx } from '../../access/act'
import type { Principal } from '../../access/principal'
import { showsIbans } from '../../persons/mask'
import { isGiven, validate } from '../../shared/validation'
import { lineToApi, TO_BANK } from '../lines/bank-line'
import { CHOICES, lineConfirmation } from '../lines/confirmation'
import { suggestedBody } from '../lines/suggested'
import { loadConfirmation } from './facts'
import { confirmationIssues, workOf } from './shapes'
import { placed, writeWork } from './work'
import { lineAfter } from './write'

type Body = Record<string, unknown>

/**
 * Confirms what a line is: the fees that it pays or refunds, the collection that it credits, or the debits that it returns,
 * and what its rest is booked to. Books it in one voucher. A body that names nothing takes the suggestion. Returns the line as
 * JSON. Two trips, and one more to take the suggestion. Throws `permission_missing`, `not_found` and `invalid`.
 */
export async function confirmLine(
  principal: Principal,
  { id, body }: { id: string; body: Body },
): Promise<string> {
  return act(principal, TO_BANK, (tx) => confirm(tx, id, body))
}

async function confirm(tx: Tx, id: string, body: Body): Promise<string> {
  const namesNothing = !CHOICES.some((key) => isGiven(body[key]))
  const given = namesNothing ? { ...body, ...(await suggestedBody(tx, id)) } : body
  const facts = await loadConfirmation(tx, id, given)
  const input = validate(lineConfirmation, given, (value) => confirmationIssues(value, facts, tx.now))
  const work = placed(facts.book, workOf(tx, input, facts))
  const result = JSON.stringify(lineToApi(lineAfter(work.act), showsIbans(facts.credential)))
  return tx.finish(result, { written: writeWork(tx, facts.book, [work]) })
}
