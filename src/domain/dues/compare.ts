import * as z from 'zod'
import type { Packed } from '../../db/json'
import { sql } from '../../db/sql'
import { requirePermission } from '../access/authorize'
import { LISTS } from '../access/lists'
import type { Permission } from '../access/permissions'
import type { Principal } from '../access/principal'
import { query } from '../access/query'
import { queryList } from '../custom-columns/query-list'
import type { Precondition } from '../persons/precondition'
import { refusedAt } from '../shared/error-list'
import { validate } from '../shared/validation'
import { requireCurrent } from './change'
import { type Computed, duesOf } from './compute'
import { requirePeriod } from './get'
import { keyDayOf, type Period } from './period'
import { requirePlan, versionFor } from './plan'
import { duesPreview, MAX_CHANGES } from './preview-schema'
import { columnsOf, MAX_PERSONS, memberInSql, termsOf } from './reckon'
import { faultsOf } from './sums'
import { givenVersion, type StoredVersion } from './version'
import { selectForVersion, versionFacts } from './version-facts'
import { storedRules, versionIssues } from './version-issues'
import { type Asked, type ClaimedPerson, personsFrom, selectWho } from './who'

const cents = z.int().describe('Cents')
const sum = z.object({
  persons: z.int().describe('Who owe more than nothing'),
  amount: cents,
  faults: z.int().describe('Persons of whom the version does not say what they owe'),
})
const owed = cents.nullable().describe('`null` for a person of whom the version does not say what they owe')

/** What a version of a plan would change, and for how many persons. */
export const duesComparison = z
  .object({
    plan_id: z.string(),
    list: z.enum(LISTS),
    period: z
      .string()
      .describe('The first period that the version would be in force for; both are computed for it'),
    until: z.string().nullable().describe('The period from which on a later version of the plan is in force'),
    before: sum
      .nullable()
      .describe(
        'What the version comes to that is in force now; `null` before the first version of the plan',
      ),
    after: sum,
    more: z.int().describe('Persons who would owe more. Who has a fault with the new version counts nowhere'),
    less: z.int(),
    same: z.int(),
    changes: z
      .array(z.object({ person: z.object({ id: z.string(), name: z.string() }), before: owed, after: owed }))
      .describe(`The ${MAX_CHANGES} largest changes`),
    faults: duesPreview.shape.faults,
    claimed: z
      .object({ count: z.int().describe('Fees'), amount: cents })
      .describe('What was claimed for the period. It stays; the next run of the period lists differences'),
  })
  .meta({ id: 'DuesComparison' })
export type DuesComparison = z.infer<typeof duesComparison>

type Request = {
  id: string
  fromPeriod: string
  body: Record<string, unknown>
  precondition?: Precondition | undefined
  permission?: Permission
}

/**
 * Says what a version of a plan would change from a period on: what all persons owe for that period by the version that is in
 * force, and by the given one, as if nothing were claimed. Writes nothing. Two trips. Throws what `setDuesVersion` throws, but for
 * a version by which dues were claimed; `list_not_subscribed`, and `invalid` if more than 10,000 persons owe.
 */
export async function compareDuesVersions(
  principal: Principal,
  { id, fromPeriod, body, precondition, permission = 'fees:read' }: Request,
): Promise<DuesComparison> {
  const workspace = principal.workspace()
  const { credential, rows } = await query(principal, selectForVersion(workspace, id, body), (credential) =>
    requirePermission(credential, permission),
  )
  const plan = requirePlan(rows)
  requireCurrent(plan, precondition)
  const { list } = plan.head
  const period = requirePeriod(plan, 'from_period', fromPeriod)
  const facts = versionFacts(principal, plan, { ...rows, credential })
  const input = validate(givenVersion, body, (given) => versionIssues(given, facts))
  const rules = storedRules(principal, input, facts.costUnits)
  const given = { ...input, rules, from_period: fromPeriod, revision: 0 }
  const stored = versionFor(plan, fromPeriod)
  const asked = {
    workspace,
    list,
    limit: MAX_PERSONS + 1,
    selected: sql`TRUE`,
    among: memberInSql(id, period),
  }
  const next = whoOf(asked, given, period)
  const old = stored && whoOf(asked, stored, period)
  const { rows: read } = await queryList(principal, list, 'read', {
    next: next.statements,
    old: old?.statements ?? [],
    already: sql<{ count: number; amount: number }>`
      SELECT coalesce(sum(count), 0) AS count, coalesce(sum(amount), 0) AS amount FROM dues_runs
      WHERE workspace_id = ${workspace} AND plan_id = ${id} AND period = ${fromPeriod} AND state = 'claimed'`,
  })
  const persons = next.read(read.next)
  if (persons.length > MAX_PERSONS) throw refusedAt('plan_id', { code: 'too_many_owe', max: MAX_PERSONS })
  const after = duesOf(termsOf(given), period, persons)
  const before = stored && old && duesOf(termsOf(stored), period, old.read(read.old))
  return {
    ...{ plan_id: id, list, period: fromPeriod },
    until: plan.head.versions.find((from) => from > fromPeriod) ?? null,
    before: before ? sumOf(before) : null,
    after: sumOf(after),
    ...changesOf(before ?? NOTHING, after, persons),
    faults: faultsOf(after),
    claimed: read.already[0] ?? { count: 0, amount: 0 },
  }
}

/** The statements that ask about persons what a version needs, on its key day, and what reads them. */
function whoOf(asked: Omit<Asked, 'keyDay'>, version: StoredVersion, period: Period) {
  const columns = columnsOf(version)
  const { rules } = version
  const keyDay = keyDayOf(period, version.key_day)
  return {
    statements: selectWho({ ...asked, keyDay }, rules, columns),
    // As if nothing were claimed.
    read: (rows: readonly Packed[]) => personsFrom(rows, { rules, columns }, new Map()),
  }
}

type Reckoned = Computed<ClaimedPerson>

const NOTHING: Reckoned = { dues: [], faults: [], exempt: [] }

const sumOf = ({ dues, faults }: Reckoned): z.infer<typeof sum> => ({
  persons: dues.filter(({ amount }) => amount > 0).length,
  amount: dues.reduce((total, { amount }) => total + amount, 0),
  faults: faults.length,
})

/** How many persons owe something else, and who most. Who has a fault owes nothing before that is solved. */
function changesOf(
  before: Reckoned,
  after: Reckoned,
  persons: readonly ClaimedPerson[],
): Pick<DuesComparison, 'more' | 'less' | 'same' | 'changes'> {
  const [old, now] = [owedBy(before), owedBy(after)]
  const compared = persons.flatMap(({ id, name }) => {
    const owes = now.get(id)
    if (owes === undefined) return []
    const owed = old.get(id) ?? (old.has(id) ? null : 0)
    return { person: { id, name }, before: owed, after: owes, difference: (owes ?? 0) - (owed ?? 0) }
  })
  const count = (fits: (difference: number) => boolean) =>
    compared.filter(({ after, difference }) => after !== null && fits(difference)).length
  return {
    more: count((difference) => difference > 0),
    less: count((difference) => difference < 0),
    same: count((difference) => difference === 0),
    changes: compared
      .filter(({ before, after }) => before !== after)
      .sort((one, other) => Math.abs(other.difference) - Math.abs(one.difference))
      .slice(0, MAX_CHANGES)
      .map(({ difference: _, ...change }) => change),
  }
}

/** What each person owes, in cents; null for a fault. */
const owedBy = ({ dues, faults, exempt }: Reckoned): Map<string, number | null> =>
  new Map([
    ...dues.map(({ person, amount }) => [person.id, amount] as const),
    ...exempt.map(({ person }) => [person.id, 0] as const),
    ...faults.map(({ person }) => [person.id, null] as const),
  ])
