import * as z from 'zod'
import { SPHERES } from '../../db/schema'
import type { Principal } from '../access/principal'
import { refusedAt } from '../shared/error-list'
import { isGiven, validate } from '../shared/validation'
import { computeAll, selectedOf } from './claims'
import type { Computed } from './compute'
import { claimedIn } from './differences'
import type { Line } from './lines'
import { ageOn } from './period'
import { placeToApi } from './places'
import { type Facts, loadFacts } from './reckon'
import { step, stepsToApi } from './steps'
import type { ClaimedPerson } from './who'

/** Stands for the id of a person who is not stored. */
const UNSTORED = 'new'

/** The body that asks what one person owes. */
export const quoteInput = z
  .strictObject({
    period: z
      .string()
      .max(16)
      .describe('As `2027`, `2027-H1`, `2027-Q3` or `2027-05`, by the interval of the plan'),
    person_id: z
      .string()
      .nullish()
      .describe('Exactly one of `person_id`, `person_external_id` and `person` is given'),
    person_external_id: z.string().nullish(),
    person: z
      .record(z.string(), z.unknown())
      .nullish()
      .describe('A person who is not stored, as it would be created in the list; it has no family'),
  })
  .meta({ examples: [{ period: '2027', person_external_id: 'm-1001' }] })

const line = z.object({
  rule_id: z.string(),
  kind: z.enum(['base', 'surcharge', 'once']),
  name: z.string(),
  value: z.string().nullable().describe('The value of the column that has the price'),
  amount: z.int().describe('Cents'),
  attached_expense: z
    .object({
      costunit_name: z.string().nullable(),
      category_name: z.string().nullable(),
      sphere: z.enum(SPHERES).nullable(),
    })
    .nullable(),
  steps: z.array(step).describe('What the amount is made of, in the order in which it is computed'),
})

/** What one person owes, line by line. */
export const quote = z
  .object({
    plan_id: z.string(),
    period: z.string(),
    person_id: z.string().nullable().describe('`null` for a person who is not stored'),
    person_name: z.string(),
    age: z.int().nullable().describe('On the key day of the period'),
    outcome: z
      .enum(['owes', 'exempt', 'no_member', 'no_rule', 'no_birthdate', 'no_price'])
      .describe(
        '`no_member` joins later or has left before. The last three are faults: no base fits, a condition needs the birthdate, ' +
          'a value has no price',
      ),
    why: z.string().nullable().describe('Why the person is exempt, or the value without a price'),
    amount: z.int().describe('Cents, 0 unless the person owes'),
    claimed: z.int().describe('What was claimed for the period already, in cents'),
    lines: z.array(line),
    instalments: z.array(z.object({ due_on: z.iso.date(), amount: z.int().describe('Cents') })),
  })
  .meta({ id: 'DuesQuote' })
export type Quote = z.infer<typeof quote>

/**
 * Says what a person of the regular area, or one who is not stored, owes by a plan, and how that is computed. Writes
 * nothing. The trips of {@link loadFacts}, two for who is not stored. Throws `permission_missing`, `not_found`,
 * `list_not_subscribed`, and `invalid`, also for a person that the list does not have.
 */
export async function quoteDues(
  principal: Principal,
  { id, body }: { id: string; body: Record<string, unknown> },
): Promise<Quote> {
  const input = validate(quoteInput, body, function* (given) {
    const named = ['person_id', 'person_external_id', 'person'].filter((key) => isGiven(given[key]))
    if (named.length !== 1) yield [['person_id'], { code: 'not_one_person' }]
  })
  const { person_id, person_external_id, person: unstored } = input
  const named = person_id ? { ids: [person_id] } : { externalId: person_external_id ?? '' }
  const who = unstored ? { unstored: [{ id: UNSTORED, path: ['person'], body: unstored }] } : { named }
  const facts = await loadFacts(principal, { id, period: input.period, permission: 'fees:read', ...who })
  const person = facts.persons.find(({ isSelected }) => isSelected)
  if (!person) throw refusedAt(person_id ? 'person_id' : 'person_external_id', { code: 'person_unknown' })
  const { plan, period, keyDay } = facts
  const unclaimed = withoutClaims(facts)
  return {
    plan_id: plan.head.id,
    period: period.name,
    person_id: unstored ? null : person.id,
    person_name: person.name,
    age: person.birthdate === null ? null : ageOn(person.birthdate, keyDay),
    claimed: claimedIn(facts, person).reduce((sum, { amount }) => sum + amount, 0),
    ...outcomeOf(unclaimed, selectedOf(computeAll(unclaimed)), person.id),
  }
}

/** The facts as if nothing were claimed from who is asked about: what the family was claimed stays. */
const withoutClaims = (facts: Facts): Facts => ({
  ...facts,
  persons: facts.persons.map((one) => (one.isSelected ? { ...one, claimed: [] } : one)),
})

export type Outcome = Pick<Quote, 'outcome' | 'why' | 'amount' | 'lines' | 'instalments'>

/** What a computation says of one person. */
export function outcomeOf(
  facts: Facts,
  { dues, faults, exempt }: Computed<ClaimedPerson>,
  personId: string,
): Outcome {
  const isOwn = ({ person }: { person: ClaimedPerson }) => person.id === personId
  const nothing = { why: null, amount: 0, lines: [], instalments: [] }
  const fault = faults.find(isOwn)
  if (fault)
    return { ...nothing, outcome: fault.reason, why: fault.reason === 'no_price' ? fault.value : null }
  const free = exempt.find(isOwn)
  if (free) return { ...nothing, outcome: 'exempt', why: free.rule.why }
  const own = dues.find(isOwn)
  if (!own) return { ...nothing, outcome: 'no_member' }
  return {
    outcome: 'owes',
    why: null,
    amount: own.amount,
    lines: own.lines.map((line) => lineToApi(line, facts)),
    instalments: own.instalments.map(({ dueOn, amount }) => ({ due_on: dueOn, amount })),
  }
}

const lineToApi = (line: Line, { plan, version }: Facts): Quote['lines'][number] => ({
  rule_id: line.ruleId,
  kind: line.kind,
  name: line.name,
  value: line.value,
  amount: line.amount,
  attached_expense: placeToApi(line.place, plan.places),
  steps: stepsToApi(line.steps, version.rules),
})
