import * as z from 'zod'
import { arrayOf, exactLine } from '../shared/text'
import { type GivenRule, givenRule, MAX_RULES, type Rule, readRule } from './rule'

const keyDay = z
  .string()
  .refine((text) => /^\d\d-\d\d$/.test(text) && z.iso.date().safeParse(`2028-${text}`).success, {
    error: 'must be a day of the year, as 01-31',
  })
  .describe('`MM-DD`: the day of the year on which ages and conditions count; 29 February counts as the 28')

const version = {
  key_day: keyDay,
  due_day: z
    .int()
    .min(0)
    .max(366)
    .describe('Days from the beginning of a period until its dues are to be paid'),
  pro_rata: z
    .enum(['none', 'months'])
    .describe('What who joins in a period owes: all of it, or the months from that of joining on'),
  rounding: z
    .literal([1, 10, 50, 100])
    .describe('The cents to a multiple of which each line is rounded, half up, before families are reduced'),
  instalments: z
    .strictObject({
      column: exactLine(128).describe('A custom column of one value, with allowed values'),
      parts: z
        .record(exactLine(255), z.literal([1, 2, 4, 12]))
        .describe('Into how many parts a value divides the amount of the year; the others into one'),
    })
    .nullish(),
}

/** A version in the body of a write. */
export const givenVersion = z.strictObject({ ...version, rules: arrayOf(givenRule, MAX_RULES, 1) }).meta({
  examples: [
    {
      ...{ key_day: '01-01', due_day: 59, pro_rata: 'months', rounding: 10 },
      rules: [{ kind: 'base', name: 'Adult', amount: 13_000 }],
    },
  ],
})
export type GivenVersion = z.output<typeof givenVersion>

/** A version as it is read. */
export const readVersion = z.object({
  from_period: z.string(),
  ...version,
  rules: z.array(readRule),
})
export type ReadVersion = Omit<GivenVersion, 'rules'> & {
  from_period: string
  rules: (GivenRule & { id: string })[]
}

/** A version as it is stored. */
export type StoredVersion = Omit<GivenVersion, 'rules'> & {
  from_period: string
  rules: Rule[]
  revision: number
}
