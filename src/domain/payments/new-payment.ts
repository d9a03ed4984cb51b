import * as z from 'zod'
import { exactlyOneOf } from '../shared/exactly-one'
import { exactLine, singleLine } from '../shared/text'
import { batchOf } from '../shared/validation'
import { METHODS } from './payment'

/** How many payments one request records at most. */
export const MAX_PAYMENTS = 10_000

/** The fields of an item that name its fee. */
export const FEE_KEYS = ['fee_id', 'fee_external_id', 'reference'] as const

const newPayment = z.strictObject({
  fee_id: z
    .string()
    .nullish()
    .describe('Exactly one of `fee_id`, `fee_external_id` and `reference` is given'),
  fee_external_id: z.string().nullish(),
  reference: z.string().nullish().describe('The ISO 11649 reference of the fee; blanks do not matter'),
  amount: z.int().min(1).describe('Cents, at most what is open'),
  paid_on: z.iso.date().describe('The day of the money: not in the future, not in a closed year'),
  method: z.enum(METHODS),
  account_id: z
    .string()
    .nullish()
    .describe(
      'Where the money is; absent, for cash the oldest cash box, and otherwise the account of the creditor or the oldest one. Required for the method `other`, unless it is `set_off`',
    ),
  set_off: z
    .boolean()
    .nullish()
    .describe(
      'Whether no money moved, as for a fee that was set off; for the method `other`, and not booked',
    ),
  external_id: exactLine(255).nullish().describe('Unique among the payments of the workspace'),
  note: singleLine(500).nullish(),
})

/** The items of the body that records payments. */
export const paymentBatch = batchOf(newPayment, MAX_PAYMENTS, { min: 1 })

const documentedPayment = newPayment.meta({
  id: 'NewPayment',
  oneOf: exactlyOneOf(FEE_KEYS),
})

/** The body that records payments, for the API reference. */
export const newPayments = z
  .strictObject({ data: z.array(documentedPayment).min(1).max(MAX_PAYMENTS) })
  .meta({
    examples: [
      {
        data: [
          {
            fee_external_id: 'annual-2026-m-1002',
            amount: 4500,
            paid_on: '2026-01-31',
            method: 'bank_transfer',
          },
        ],
      },
    ],
  })

/** An item of the body before it is checked. */
export type Item = { [Key in keyof z.infer<typeof newPayment>]?: unknown }
