import * as z from 'zod'
import { fees } from '../../db/schema'
import { exactlyOneOf } from '../shared/exactly-one'
import { exactLine, multiLine } from '../shared/text'
import { batchOf } from '../shared/validation'

/** How many fees one request creates at most. */
const MAX_FEES = 10_000

/** A fee as it is created. `amount` is in cents. */
export const fee = z
  .object({
    id: z.string(),
    reference: z
      .string()
      .describe('ISO 11649 creditor reference, for the remittance information of a transfer'),
    amount: z.int().describe('Cents'),
    description: z.string(),
    person_name: z.string().describe('The name at the time of the claim'),
    person_id: z.string(),
  })
  .meta({
    id: 'Fee',
    examples: [
      {
        id: 'fee_0VMtKcPBq7XJ3mZ1sWv9LdTe',
        reference: 'RF29H7YIZKHZ4YS6VUT9',
        amount: 4500,
        description: 'Annual fee 2026',
        person_name: 'Ada Lovelace',
        person_id: 'per_0VMtKcPBq7XJ3mZ1sWv9LdTe',
      },
    ],
  })

/** A fee as it is answered when it is created. 10,000 of them with all that is read fit into no Worker. */
export const createdFee = fee
  .extend({ external_id: z.string().nullable(), due_on: z.iso.date().nullable() })
  .meta({ id: 'CreatedFee' })
export type CreatedFee = z.infer<typeof createdFee>

/** An own key of the caller, free of what a path segment cannot carry. */
const externalId = exactLine(255)
  .refine((id) => !id.startsWith('fee_'), { error: 'must not begin with fee_' })
  .refine((id) => id !== '.' && id !== '..', { error: 'must not be a dot segment: URLs swallow it' })

/** What a fee that is created is booked to. */
export const attachedExpense = z.strictObject({
  costunit_name: z.string().nullish().describe('A cost unit that is not archived'),
  category_name: z.string().nullish().describe('A category of the cost unit'),
  sphere: z.enum(fees.sphere.enumValues).nullish(),
})

const newFee = z.strictObject({
  amount: z.int().min(1).max(99_999_999_999).describe('Cents'),
  description: multiLine(500, 1).describe('Used in the dashboard and in mails'),
  person_id: z.string().nullish().describe('Exactly one of `person_id` and `person_external_id` is given'),
  person_external_id: z.string().nullish(),
  due_on: z.iso.date().nullish().describe('By when the fee is to be paid'),
  external_id: externalId
    .nullish()
    .describe('Your own name of the fee, unique in the workspace: it keeps a claim from being sent twice'),
  attached_expense: attachedExpense.nullish(),
})

export type NewFee = z.infer<typeof newFee>

/** The items of the body that creates fees. */
export const feeBatch = batchOf(newFee, MAX_FEES, { min: 1 })

const documentedFee = newFee.meta({
  id: 'NewFee',
  oneOf: exactlyOneOf(['person_id', 'person_external_id']),
})

/** The body that creates fees, for the API reference. */
export const newFees = z.strictObject({ data: z.array(documentedFee).min(1).max(MAX_FEES) }).meta({
  examples: [{ data: [{ amount: 4500, description: 'Annual fee 2026', person_external_id: 'm-1001' }] }],
})
