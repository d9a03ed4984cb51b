import { permits } from '../access/authorize'
import type { Credential, Principal } from '../access/principal'
import { claimsOf, computeAll, selectedOf } from '../dues/claims'
import { periodOn } from '../dues/period'
import { type DuesPlanHead, isOwedByMembers } from '../dues/plan'
import type { Reckoning } from '../dues/preview'
import { type Outcome, outcomeOf } from '../dues/quote'
import { loadFacts } from '../dues/reckon'
import { dueDatesOf, totalsOf } from '../dues/sums'
import { refusedAt } from '../shared/error-list'
import { DomainError } from '../shared/errors'
import type { ApplicantPatch } from './changes'

/**
 * Applicants by their ids, the date on which they would join (undefined: that of each), what would change of them, and the date in the
 * workspace.
 */
export type Admitted = {
  ids: string[]
  joinDate: string | null | undefined
  patches: readonly ApplicantPatch[]
  today: string
}

/** What a plan would claim from applicants on their admission. `amount` is in cents, `mark` names exactly this. */
export type AdmissionDues = {
  plan: DuesPlanHead
  period: string
  amount: number
  mark: string
  persons: (Outcome & { id: string; name: string })[]
  /** When the fees are due, and what is due then. */
  fees: { due_on: string; count: number; amount: number }[]
}

/** What is claimed with an admission: what a plan was shown to claim. */
export type AdmissionClaim = { planId: string; mark: string }

/** The plans by which members owe in the period of an admission; none to whom may not read fees. */
export const admissionPlans = (credential: Credential, plans: DuesPlanHead[], admitted: Admitted) =>
  permits(credential, 'fees:read')
    ? plans.filter((plan) => isOwedByMembers(plan, periodOf(plan, admitted)))
    : []

/** The period of the day on which members join, or of today if that is before. */
const periodOf = ({ interval }: DuesPlanHead, { joinDate, today }: Admitted): string =>
  periodOn(interval, joinDate && joinDate > today ? joinDate : today).name

/** Says what a plan would claim from applicants on their admission. Writes nothing. The trips of `loadFacts`. Throws `permission_missing`. */
export async function viewAdmissionDues(
  principal: Principal,
  plan: DuesPlanHead,
  admitted: Admitted,
): Promise<AdmissionDues> {
  return admissionDues(await reckon(principal, plan.id, periodOf(plan, admitted), admitted, 'fees:read'))
}

/** What a computation for applicants would claim. */
export const admissionDues = ({ facts, computed, claims }: Reckoning): AdmissionDues => ({
  plan: facts.plan.head,
  period: facts.period.name,
  amount: totalsOf(claims).amount,
  mark: markOf(facts.period.name, claims),
  persons: facts.persons.flatMap((person) =>
    person.isSelected ? { ...outcomeOf(facts, computed, person.id), id: person.id, name: person.name } : [],
  ),
  fees: dueDatesOf(claims),
})

/**
 * Computes the run that claims from applicants on their admission what was shown. The trips of `loadFacts`. Throws `invalid` under `dues` if it
 * is something else now, and `permission_missing`.
 */
export async function reckonAdmission(
  principal: Principal,
  { planId, mark }: AdmissionClaim,
  admitted: Admitted,
): Promise<Reckoning> {
  const [period = ''] = mark.split('.')
  try {
    const reckoning = await reckon(principal, planId, period, admitted, 'fees:write')
    const { plan } = reckoning.facts
    const isSame = markOf(periodOf(plan.head, admitted), reckoning.claims) === mark
    if (isSame && !plan.head.archived && plan.head.list === 'members' && reckoning.claims.fees.length > 0)
      return reckoning
  } catch (error) {
    const isGone = error instanceof DomainError && ['not_found', 'invalid'].includes(error.reason)
    if (!isGone) throw error
  }
  throw refusedAt('dues', { code: 'mark_outdated' })
}

/** Computes what a plan would claim for a period from applicants. The trips of `loadFacts`, and throws what it throws. */
export async function reckon(
  principal: Principal,
  id: string,
  period: string,
  { ids, joinDate, patches }: Admitted,
  permission: 'fees:read' | 'fees:write',
): Promise<Reckoning> {
  const facts = await loadFacts(principal, { id, period, admitted: { ids, joinDate, patches }, permission })
  const everyone = computeAll(facts)
  const computed = selectedOf(everyone)
  return { facts, everyone, computed, claims: claimsOf(facts, computed) }
}

/** The mark of what is claimed in a period. Names of periods have no dot. */
const markOf = (period: string, { mark }: Reckoning['claims']): string => `${period}.${mark}`
