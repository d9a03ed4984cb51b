import { WriteConflict } from '../../db/client'
import type { Principal } from '../access/principal'
import type { Reckoning } from '../dues/preview'
import { refusedAt } from '../shared/error-list'
import { DomainError, invalid } from '../shared/errors'
import type { DuesClaim } from './confirmation-input'
import { type Admitted, reckon } from './dues'

/**
 * Computes the runs of claims on applicants as members. The trips of `loadFacts` for each. Throws `permission_missing`, and `invalid`
 * under `dues.{place}`, also if another amount would be claimed now.
 */
export async function reckonClaims(
  principal: Principal,
  claims: readonly DuesClaim[],
  admitted: Admitted,
  permission: 'fees:read' | 'fees:write',
): Promise<Reckoning[]> {
  return Promise.all(
    claims.map((claim, place) => reckonClaim(principal, claim, admitted, permission, `dues.${place}`)),
  )
}

async function reckonClaim(
  principal: Principal,
  { plan_id, period, amount }: DuesClaim,
  admitted: Admitted,
  permission: 'fees:read' | 'fees:write',
  path: string,
): Promise<Reckoning> {
  const reckoning = await reckon(principal, plan_id, period, admitted, permission).catch((error: unknown) => {
    throw error instanceof DomainError ? below(path, error) : error
  })
  const { plan, persons } = reckoning.facts
  const { fees } = reckoning.claims
  if (plan.head.list !== 'members') throw refusedAt(`${path}.plan_id`, { code: 'plan_unknown' })
  if (plan.head.archived) throw refusedAt(`${path}.plan_id`, { code: 'plan_archived' })
  if (permission === 'fees:read') return reckoning
  // Somebody was decided on since the applicants were read.
  if (persons.filter(({ isSelected }) => isSelected).length < admitted.ids.length) throw new WriteConflict()
  if (fees.length === 0) throw refusedAt(`${path}.period`, { code: 'nothing_to_claim' })
  const now = fees.reduce((sum, fee) => sum + fee.amount, 0)
  if (now !== amount) throw refusedAt(`${path}.amount`, { code: 'other_amount', amount: now })
  return reckoning
}

/** What a plan refuses, under the path of its claim. */
function below(path: string, error: DomainError): DomainError {
  if (error.reason === 'not_found') return refusedAt(`${path}.plan_id`, { code: 'plan_unknown' })
  if (error.reason !== 'invalid') return error
  const issues = Object.entries(error.issues ?? {}).map(([key, found]) => [`${path}.${key}`, found])
  return invalid(Object.fromEntries(issues))
}
