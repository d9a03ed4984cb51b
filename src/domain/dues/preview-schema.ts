import * as z from 'zod'
import { LISTS } from '../access/lists'
import { WHYS } from './differences'

/** How many persons a preview names of each fault, exemption and difference. */
export const MAX_NAMED = 100

/** Of how many persons a preview shows what changes from the period before. */
export const MAX_CHANGES = 10

const cents = z.int().describe('Cents')
const person = z.object({ id: z.string(), name: z.string() })
const named = { count: z.int(), persons: z.array(person).describe(`The first ${MAX_NAMED}`) }
const sum = { count: z.int().describe('Persons'), amount: cents }
const why = z
  .enum(WHYS)
  .describe(
    '`left` the list before the period, `exempt` now, `cancelled` as a mistake; `base` and `surcharges` if other rules fit; ' +
      '`months` if the person joined within the period before; `amount` if a price, the months or the family differ',
  )

/** What a run would claim, and what is to be decided before. */
export const duesPreview = z
  .object({
    plan_id: z.string(),
    list: z.enum(LISTS),
    period: z.string(),
    from_period: z.string().describe('The first period of the version that is in force'),
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
    count: z.int().describe('The fees that would be created'),
    persons: z.int().describe('The persons with such a fee'),
    amount: cents,
    fees: z
      .array(z.object({ person, amount: cents, due_on: z.iso.date() }))
      .describe(`The first ${MAX_NAMED} of these fees, by name`),
    earliest_due_on: z.iso
      .date()
      .describe('Today and the notice of the workspace: fees that the plan has due before are due then'),
    due_dates: z.array(z.object({ due_on: z.iso.date(), count: z.int().describe('Fees'), amount: cents })),
    by_rule: z
      .array(
        z.object({
          rule_id: z.string(),
          name: z.string(),
          ...sum,
          persons: named.persons,
          values: z
            .array(z.object({ value: z.string(), ...sum, persons: named.persons }))
            .describe('Of each value of a column that has a price, what its price adds'),
        }),
      )
      .describe(
        'How many persons each rule is for, and what it adds in cents: prices with their months and rounding, ' +
          'and less than 0 for what is taken off. It adds up to `amount`',
      ),
    by_cost_unit: z
      .array(z.object({ costunit_name: z.string().nullable(), ...sum }))
      .describe('What is booked to each cost unit; `null` for what has none'),
    exempt: z.array(z.object({ rule_id: z.string(), name: z.string(), why: z.string(), ...named })),
    free_by_family: z
      .object(named)
      .describe('Persons who owe nothing, since the rules for families take all of it off'),
    already_claimed: z.object(sum).describe('What was claimed for the period before'),
    last_period: z
      .object({ period: z.string(), ...sum })
      .nullable()
      .describe('What was claimed for the period before this one'),
    other_plans: z
      .array(
        z.object({
          plan_id: z.string(),
          name: z.string(),
          period: z.string(),
          count: z.int().describe('Fees'),
        }),
      )
      .describe(
        'What other plans of the list have claimed in the same year: who pays by two plans pays twice',
      ),
    changes: z
      .array(z.object({ person, before: cents, now: cents, why }))
      .describe(`The ${MAX_CHANGES} largest changes from the period before this one`),
    differences: z
      .object({
        count: z.int(),
        amount: z.int().describe('What the plan says now less what was claimed, in cents'),
        persons: z
          .array(z.object({ person, claimed: cents, now: cents, why }))
          .describe(`The first ${MAX_NAMED}`),
      })
      .describe('Persons of whom the plan now says something else than was claimed for the period'),
    left_out: z.array(
      z.object({
        reason: z
          .enum(['joined_again'])
          .describe('Was claimed before, and has joined on another day since: nothing is claimed again'),
        ...named,
      }),
    ),
    mark: z.string().describe('Stands for what would be claimed'),
  })
  .meta({ id: 'DuesPreview' })
export type DuesPreview = z.infer<typeof duesPreview>
