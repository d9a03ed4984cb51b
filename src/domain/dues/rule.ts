import * as z from 'zod'
import { SPHERES } from '../../db/schema'
import { OPERATORS } from '../persons/filter-fields'
import { arrayOf, exactLine, singleLine } from '../shared/text'

export const MAX_RULES = 30
export const MAX_CONDITIONS = 10
const MAX_PRICES = 200
const MAX_STEPS = 10

/** The highest price of one rule, in cents. The lines of a person stay far below the highest fee. */
const MAX_PRICE = 10_000_000

const price = z.int().min(0).max(MAX_PRICE).describe('Cents')
const percent = z
  .number()
  .min(0.01)
  .max(100)
  .multipleOf(0.01)
  .describe('With up to two digits after the point')

const place = z
  .strictObject({
    costunit_name: z.string().nullish().describe('A cost unit that is not archived'),
    category_name: z.string().nullish().describe('A category of the cost unit'),
    sphere: z.enum(SPHERES).nullish(),
  })
  .nullish()
  .describe('What the money is booked to')

const conditions = arrayOf(
  z.strictObject({
    field: exactLine(128).describe('A field or custom column of the list, or `birthdate.age`'),
    operator: z.enum(OPERATORS),
    value: exactLine(255),
  }),
  MAX_CONDITIONS,
)
  .nullish()
  .describe('All must be met. Without any, the rule is for everyone. Ages count on the key day.')

const common = {
  id: z.string().nullish().describe('Left out for a new rule; as it was read for one of the plan'),
  name: singleLine(100).describe('What the line of a fee is called; `{{value}}` is the value with the price'),
}

const OF = z.enum(['base', 'all']).describe('`all` is the base with its surcharges')

/** A rule in the body of a write. */
export const givenRule = z.discriminatedUnion('kind', [
  z
    .strictObject({ ...common, kind: z.literal('base'), conditions, amount: price, attached_expense: place })
    .meta({ description: 'The first that fits is the base of what a person owes' }),
  z
    .strictObject({
      ...common,
      kind: z.literal('surcharge'),
      conditions,
      amount: price.nullish(),
      per_value: z
        .strictObject({
          column: exactLine(128).describe('A custom column with several or allowed values'),
          prices: z
            .record(exactLine(255), z.strictObject({ amount: price, attached_expense: place }))
            .refine((prices) => Object.keys(prices).length <= MAX_PRICES, {
              error: `must have at most ${MAX_PRICES} prices`,
              params: { code: 'too_many_entries', max: MAX_PRICES },
            }),
        })
        .nullish()
        .describe('A price for each value that a person has. A value without a price is a fault.'),
      attached_expense: place,
    })
    .meta({ description: 'Added for each rule that fits' }),
  z
    .strictObject({
      ...common,
      kind: z.literal('reduction'),
      conditions,
      percent: percent.nullish(),
      amount: price.min(1).nullish(),
      of: OF,
    })
    .meta({ description: 'Taken off in the order of the rules, never below 0' }),
  z
    .strictObject({
      ...common,
      kind: z.literal('family'),
      cap: price.nullish().describe('What all of one payer owe at most, taken off from the youngest first'),
      steps: arrayOf(z.strictObject({ from: z.int().min(2).max(50), percent }), MAX_STEPS, 1)
        .nullish()
        .describe('The percent that is taken off from the second, third … of one payer on, oldest first'),
      of: OF,
    })
    .meta({ description: 'For all persons of one payer, after rounding' }),
  z
    .strictObject({
      ...common,
      kind: z.literal('exempt'),
      conditions,
      why: singleLine(255).describe('Shown to the office'),
    })
    .meta({ description: 'Who fits owes nothing' }),
  z
    .strictObject({ ...common, kind: z.literal('once'), conditions, amount: price, attached_expense: place })
    .meta({ description: 'Owed once, for the period in which the person joins; never in part' }),
])
export type GivenRule = z.output<typeof givenRule>

/** A rule as it is read: with its id, and open for fields that come later. */
export const readRule = z.union(
  givenRule.options.map((option) => z.object({ ...option.shape, id: z.string() }).meta(option.meta() ?? {})),
)

/** Where the money of a line is booked, as it is stored: ids, so that a cost unit can be renamed. */
export type Place = { cost_unit_id?: string; category_id?: string; sphere?: (typeof SPHERES)[number] }

/** A price as it is stored, in cents. */
export type Price = { amount: number; place: Place | null }

type OfRule<Kind extends GivenRule['kind']> = Omit<
  Extract<GivenRule, { kind: Kind }>,
  'id' | 'conditions' | 'attached_expense' | 'per_value'
> & { id: string; conditions: Condition[] }

type Condition = NonNullable<Extract<GivenRule, { kind: 'base' }>['conditions']>[number]

/** A rule as it is stored and computed with. The rule of a family has no conditions. */
export type Rule =
  | (OfRule<'base'> & { place: Place | null })
  | (OfRule<'surcharge'> & {
      place: Place | null
      per_value: { column: string; prices: Record<string, Price> } | null
    })
  | OfRule<'reduction'>
  | OfRule<'family'>
  | OfRule<'exempt'>
  | (OfRule<'once'> & { place: Place | null })

export type RuleOf<Kind extends Rule['kind']> = Extract<Rule, { kind: Kind }>

/** The rules of a kind, in their order, each with its number among all. */
export const rulesOf = <Kind extends Rule['kind']>(
  rules: readonly Rule[],
  kind: Kind,
): { rule: RuleOf<Kind>; index: number }[] =>
  rules.flatMap((rule, index) => (rule.kind === kind ? [{ rule: rule as RuleOf<Kind>, index }] : []))
