import * as z from 'zod'
import { quote } from '../dues/quote'
import { duesRun } from '../dues/runs'
import { PAYMENT_METHOD, PERSON_FIELDS } from '../person-fields/fields'
import { confirmedPerson, namedApplicant } from '../persons/documented'
import { arrayOf, exactLine } from '../shared/text'
import { batchOf } from '../shared/validation'
import { MAX_DECIDED } from './chosen'

/** How many plans and periods one confirmation claims by at most. */
const MAX_CLAIMS = 10

const claim = z.strictObject({
  plan_id: exactLine(255),
  period: z
    .string()
    .max(16)
    .describe('As `2027`, `2027-H1`, `2027-Q3` or `2027-05`, by the interval of the plan'),
  amount: z
    .int()
    .min(1)
    .nullish()
    .describe(
      'What is expected to be claimed from all of them, in cents; refused as `other_amount` if it is another amount now. ' +
        'Required unless `dry_run=true`',
    ),
})
export type DuesClaim = z.output<typeof claim>

const options = {
  join_date: PERSON_FIELDS.join_date.schema
    .nullable()
    .optional()
    .describe('The date on which they join. Absent: the date of each stays'),
  dues: arrayOf(claim, MAX_CLAIMS)
    .nullish()
    .describe('By which plans and for which periods dues are claimed in the same step. Needs `fees:write`'),
}

const given = z.record(z.string(), z.unknown())

/** What one applicant gets on becoming a member, as it is validated. */
export const confirmationBody = z.strictObject({ ...options, person: given.nullish() })

/** What applicants get, as it is validated. */
export const confirmationsBody = batchOf(given, MAX_DECIDED, { min: 1, options })

/** What one applicant gets on becoming a member, for the description. */
export const writtenConfirmation = z.strictObject({ ...options, person: confirmedPerson.nullish() }).meta({
  id: 'ConfirmationInput',
  examples: [{ join_date: '2026-12-01', person: { membership_number: '2041', [PAYMENT_METHOD]: 'cash' } }],
})

/** What applicants get, for the description. */
export const writtenConfirmations = z
  .strictObject({ ...options, data: z.array(namedApplicant).min(1).max(MAX_DECIDED) })
  .meta({
    id: 'ConfirmationsInput',
    examples: [
      { join_date: '2026-12-01', data: [{ external_id: 'application-2041', membership_number: '2041' }] },
    ],
  })

/** What becomes of applicants by a confirmation. */
export const confirmations = z.object({
  persons: z.array(
    z.object({
      id: z.string(),
      external_id: z.string().nullable(),
      membership_number: z.string().nullable(),
      join_date: z.iso.date().nullable(),
    }),
  ),
  dues_runs: z.array(duesRun).describe('The runs by which their dues were claimed'),
})
export type Confirmations = z.infer<typeof confirmations>

/** What a confirmation would claim. */
export const confirmationsPreview = confirmations.omit({ dues_runs: true }).extend({
  dues: z.array(
    z.object({
      plan_id: z.string(),
      plan_name: z.string(),
      period: z.string(),
      amount: z.int().describe('Cents'),
      fees: z.array(
        z.object({
          due_on: z.iso.date(),
          count: z.int().describe('Fees'),
          amount: z.int().describe('Cents'),
        }),
      ),
      persons: z.array(
        quote
          .pick({ outcome: true, why: true, amount: true, lines: true, instalments: true })
          .extend({ id: z.string(), name: z.string() }),
      ),
    }),
  ),
})
export type ConfirmationsPreview = z.infer<typeof confirmationsPreview>
