import { retryOnConflict } from '../../../db/client'
import { idempotently, storeResult } from '../../access/idempotency'
import type { Principal } from '../../access/principal'
import { showsIbans } from '../../collections/collection'
import { isGiven, validate } from '../../shared/validation'
import { lineToApi } from '../lines/bank-line'
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
  return idempotently(principal, () => retryOnConflict(() => confirm(principal, id, body)))
}

async function confirm(principal: Principal, id: string, body: Body): Promise<string> {
  const namesNothing = !CHOICES.some((key) => isGiven(body[key]))
  const given = namesNothing ? { ...body, ...(await suggestedBody(principal, id)) } : body
  const facts = await loadConfirmation(principal, id, given)
  const input = validate(lineConfirmation, given, (value) => confirmationIssues(value, facts, principal.now))
  const work = placed(facts.book, workOf(principal, input, facts))
  const result = JSON.stringify(lineToApi(lineAfter(work.act), showsIbans(facts.credential)))
  await writeWork(principal, facts.book, [work], storeResult(principal, result))
  return result
}
