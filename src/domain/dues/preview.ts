import * as z from 'zod'
import { sql } from '../../db/sql'
import type { Principal } from '../access/principal'
import { refusedAt } from '../shared/error-list'
import { type Computed, duesOf, type Fault } from './compute'
import type { Period } from './period'
import { type Facts, loadFacts } from './reckon'

/** For how many persons dues are computed at once. */
const MAX_PERSONS = 10_000

/** How many persons a preview names of each fault and exemption. */
const MAX_NAMED = 100

const named = {
  count: z.int(),
  persons: z.array(z.object({ id: z.string(), name: z.string() })).describe(`The first ${MAX_NAMED}`),
}

/** What a plan comes to in a period. */
export const duesPreview = z
  .object({
    plan_id: z.string(),
    period: z.string(),
    faults: z
      .array(
        z.object({
          reason: z.enum(['no_rule', 'no_birthdate', 'no_price']),
          rule_id: z.string().nullable().describe('The rule that lacks a price'),
          value: z.string().nullable().describe('The value without a price'),
          ...named,
        }),
      )
      .describe(
        'Persons of whom the plan does not say what they owe. They owe nothing before that is solved.',
      ),
    exempt: z.array(z.object({ rule_id: z.string(), name: z.string(), why: z.string(), ...named })),
    count: z.int().describe('The persons who owe, those included who owe 0'),
    amount: z.int().describe('What they owe together, in cents'),
    by_rule: z
      .array(z.object({ rule_id: z.string(), name: z.string(), count: z.int(), amount: z.int() }))
      .describe(
        'How many persons each rule is for, and what it adds in cents: prices with their months and rounding, ' +
          'and less than 0 for what is taken off. It adds up to `amount`',
      ),
  })
  .meta({ id: 'DuesPreview' })
export type DuesPreview = z.infer<typeof duesPreview>

const PERIOD = {
  description: 'As `2027`, `2027-H1`, `2027-Q3` or `2027-05`, by the interval of the plan',
  examples: ['2027'],
}

export const previewQuery = z.strictObject({ period: z.string().max(16).meta(PERIOD) })

/**
 * Says what a plan comes to in a period, faults first. Writes nothing. Two trips. Throws `permission_missing`, `not_found`,
 * `list_not_subscribed`, and `invalid`, also if more than 10,000 persons owe.
 */
export async function previewDues(
  principal: Principal,
  { id, period: name }: { id: string; period: string },
): Promise<DuesPreview> {
  const limit = MAX_PERSONS + 1
  const facts = await loadFacts(principal, { id, period: name }, { among: memberInSql, limit })
  if (facts.persons.length > MAX_PERSONS)
    throw refusedAt('plan_id', { code: 'too_many_owe', max: MAX_PERSONS })
  const computed = duesOf(facts.terms, facts.period, facts.persons)
  return {
    plan_id: facts.plan.head.id,
    period: facts.period.name,
    faults: faultsOf(computed, facts),
    exempt: exemptOf(computed, facts),
    count: computed.dues.length,
    amount: computed.dues.reduce((sum, { amount }) => sum + amount, 0),
    by_rule: byRule(computed, facts),
  }
}

const memberInSql = ({ begin, end }: Period) =>
  sql`coalesce(join_date, ${end}) <= ${end} AND coalesce(leave_date, ${begin}) >= ${begin}`

function faultsOf({ faults }: Computed, facts: Facts): DuesPreview['faults'] {
  const ruleOf = (fault: Fault) => (fault.reason === 'no_price' ? fault.ruleId : null)
  const priced = (fault: Fault) => (fault.reason === 'no_price' ? fault.value : null)
  const groups = Map.groupBy(faults, (fault) => JSON.stringify([fault.reason, ruleOf(fault), priced(fault)]))
  return [...groups.values()].flatMap((group) => {
    const [first] = group
    if (!first) return []
    return { reason: first.reason, rule_id: ruleOf(first), value: priced(first), ...namesOf(group, facts) }
  })
}

const exemptOf = ({ exempt }: Computed, facts: Facts): DuesPreview['exempt'] =>
  facts.version.rules.flatMap((rule) => {
    const group = exempt.filter(({ ruleId }) => ruleId === rule.id)
    if (rule.kind !== 'exempt' || group.length === 0) return []
    return { rule_id: rule.id, name: rule.name, why: rule.why, ...namesOf(group, facts) }
  })

function namesOf(group: readonly { personId: string }[], { persons }: Facts) {
  const ids = new Set(group.slice(0, MAX_NAMED).map(({ personId }) => personId))
  const shown = persons.filter(({ id }) => ids.has(id)).map(({ id, name }) => ({ id, name }))
  return { count: group.length, persons: shown }
}

function byRule({ dues }: Computed, { version }: Facts): DuesPreview['by_rule'] {
  const sums = new Map<string, { persons: Set<string>; amount: number }>()
  for (const { personId, lines } of dues)
    for (const line of lines)
      for (const step of line.steps) {
        const ruleId = 'ruleId' in step ? step.ruleId : line.ruleId
        const sum = sums.get(ruleId) ?? { persons: new Set(), amount: 0 }
        sums.set(ruleId, { persons: sum.persons.add(personId), amount: sum.amount + step.amount })
      }
  return version.rules.flatMap(({ id, name }) => {
    const sum = sums.get(id)
    return sum ? { rule_id: id, name, count: sum.persons.size, amount: sum.amount } : []
  })
}
