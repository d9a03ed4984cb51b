import * as z from 'zod'
import { arrayOf, exactLine, singleLine } from '../../shared/text'
import { batchOf } from '../../shared/validation'
import { cents } from '../accounts/account'
import { assignment } from '../places/assignment'
import { givenSide } from '../places/side'

/** How many vouchers one request enters at most. */
export const MAX_VOUCHERS = 1000
/** How many lines a voucher that is entered has at most. */
export const MAX_LINES = 100

const moved = cents.refine((amount) => amount !== 0, {
  error: 'must not be 0',
  params: { code: 'invalid_value' },
})

export const newLine = z.strictObject({
  amount: moved.describe('Cents, signed'),
  side: givenSide,
  text: singleLine(500).nullish(),
  ...assignment,
})

const both = {
  booked_on: z.iso.date().describe('The day of the money: not in the future, not in a closed year'),
  text: singleLine(500),
  party: singleLine(255).nullish().describe('Who paid or was paid'),
  external_id: exactLine(255).nullish().describe('Unique among the vouchers of the workspace'),
}

export const newVoucher = z
  .discriminatedUnion('kind', [
    z.strictObject({
      kind: z.literal('money').optional(),
      account_id: z.string().nullish().describe('Absent, the bank account of the creditor or the oldest one'),
      amount: moved
        .nullish()
        .describe(
          'Cents, negative for money that goes out: the sum of the lines, or a single line without any',
        ),
      lines: arrayOf(newLine, MAX_LINES, 1).nullish(),
      ...both,
    }),
    z.strictObject({
      kind: z.literal('transfer'),
      account_id: z.string().describe('Where the money goes'),
      other_account_id: z.string().describe('Where it comes from'),
      amount: cents.min(1).describe('Cents'),
      ...both,
    }),
  ])
  .meta({ id: 'NewVoucher' })

/** The items of the body that enters vouchers. */
export const voucherBatch = batchOf(newVoucher, MAX_VOUCHERS, { min: 1 })

/** The body that enters vouchers, for the API reference. */
export const newVouchers = z.strictObject({ data: z.array(newVoucher).min(1).max(MAX_VOUCHERS) }).meta({
  examples: [
    {
      data: [
        {
          booked_on: '2026-01-31',
          text: 'Footballs and whistles',
          party: 'Sport Meier',
          lines: [
            { amount: -8990, text: 'Footballs', sphere: 'ideal' },
            { amount: -1250, text: 'Whistles', sphere: 'purpose' },
          ],
        },
      ],
    },
  ],
})
