import * as z from 'zod'
import type { Permission } from '../access/permissions'
import type { Principal } from '../access/principal'
import { refusedAt } from '../shared/error-list'
import { DomainError } from '../shared/errors'
import { arrayOf, exactLine } from '../shared/text'
import { validate } from '../shared/validation'
import { type Claims, claimsOf, computeAll, selectedOf } from './claims'
import type { Computed } from './compute'
import { type Difference, differencesOf } from './differences'
import { type DuesPreview, MAX_NAMED } from './preview-schema'
import { type Facts, loadFacts, MAX_PERSONS } from './reckon'
import * as sums from './sums'
import type { ClaimedPerson } from './who'

/** How many fees one run claims at most. */
export const MAX_FEES = 10_000

/** The body that claims dues, or asks what would be claimed. */
export const newDuesRun = z
  .strictObject({
    plan_id: exactLine(255),
    period: z
      .string()
      .max(16)
      .describe('As `2027`, `2027-H1`, `2027-Q3` or `2027-05`, by the interval of the plan'),
    due_on: z.iso
      .date()
      .nullish()
      .describe('When the fees, or their first instalments, are due; by default on the day of the plan'),
    person_ids: arrayOf(exactLine(255), MAX_PERSONS, 1)
      .nullish()
      .describe('Only what these persons owe; by default, what all persons of the list owe'),
    mark: z
      .string()
      .max(64)
      .nullish()
      .describe('That of a dry run; refused as `mark_outdated` if something else would be claimed now'),
    skip_faults: z.boolean().nullish().describe('`true` leaves persons with a fault out'),
  })
  .meta({ examples: [{ plan_id: 'pln_0VMtKcPBq7XJ3mZ1sWv9LdTe', period: '2027' }] })
export type NewDuesRun = z.output<typeof newDuesRun>

/** What a run is decided on. */
export type Reckoning = {
  facts: Facts
  /** What the persons owe who were asked about. */
  computed: Computed<ClaimedPerson>
  /** The same with their families. */
  everyone: Computed<ClaimedPerson>
  claims: Claims
}

/** A request for a run, as it is given. Throws `invalid`. */
export const readRun = (body: Record<string, unknown>): NewDuesRun => validate(newDuesRun, body)

/**
 * Says what a run would claim, faults first. Writes nothing. The trips of {@link loadFacts}. Throws `permission_missing`,
 * `list_not_subscribed`, and `invalid`, also if more than 10,000 persons owe.
 */
export async function previewDues(
  principal: Principal,
  { body, permission = 'fees:read' }: { body: Record<string, unknown>; permission?: Permission },
): Promise<DuesPreview> {
  const input = readRun(body)
  const reckoning = await reckonRun(principal, input, { permission, withBefore: true })
  return previewOf(reckoning)
}

/** Computes what a run would claim. The trips of {@link loadFacts}. Throws what {@link previewDues} throws. */
export async function reckonRun(
  principal: Principal,
  { plan_id, period, due_on, person_ids }: NewDuesRun,
  how: { permission: Permission; withBefore?: boolean },
): Promise<Reckoning> {
  const named = person_ids ? { ids: person_ids } : undefined
  const facts = await loadFacts(principal, { id: plan_id, period, named, ...how }).catch((error) => {
    const isUnknown = error instanceof DomainError && error.reason === 'not_found'
    throw isUnknown ? refusedAt('plan_id', { code: 'plan_unknown' }) : error
  })
  if (due_on && due_on < facts.today) throw refusedAt('due_on', { code: 'due_on_past' })
  requireKnown(person_ids ?? [], facts)
  const everyone = computeAll(facts)
  const computed = selectedOf(everyone)
  return { facts, computed, everyone, claims: claimsOf(facts, computed, due_on) }
}

/** Throws `invalid` for persons that the list does not have. */
function requireKnown(ids: readonly string[], { persons }: Facts): void {
  if (ids.length === 0) return
  const known = new Set(persons.map(({ id }) => id))
  const index = ids.findIndex((id) => !known.has(id))
  if (index >= 0) throw refusedAt(`person_ids.${index}`, { code: 'person_unknown' })
}

export function previewOf({ facts, computed, everyone, claims }: Reckoning): DuesPreview {
  const { plan, version, period } = facts
  const differences = differencesOf(facts, everyone)
  return {
    plan_id: plan.head.id,
    list: plan.head.list,
    period: period.name,
    from_period: version.from_period,
    faults: sums.faultsOf(computed),
    ...sums.totalsOf(claims),
    fees: sums.firstFees(claims),
    earliest_due_on: facts.earliest,
    due_dates: sums.dueDatesOf(claims),
    by_rule: sums.byRule(computed, facts),
    by_cost_unit: sums.byCostUnit(claims, facts),
    exempt: sums.exemptOf(computed, facts),
    free_by_family: sums.freeByFamily(computed),
    already_claimed: sums.alreadyClaimed(facts),
    last_period: sums.lastPeriod(facts),
    other_plans: facts.otherPlans,
    changes: sums.changesOf(computed, facts),
    differences: {
      count: differences.length,
      amount: differences.reduce((sum, { now, claimed }) => sum + now - claimed, 0),
      persons: differences.slice(0, MAX_NAMED).map(differenceToApi),
    },
    left_out: sums.leftOut(facts),
    mark: claims.mark,
  }
}

const differenceToApi = ({ person: { id, name }, claimed, now, why }: Difference) => ({
  ...{ person: { id, name }, claimed, now, why },
})
