import * as z from 'zod'
import { SPHERES } from '../../../db/schema'
import { givenSide } from '../../book/places/side'
import { arrayOf, singleLine } from '../../shared/text'

/** How many fees one confirmation names at most. */
export const MAX_PARTS = 500

/** The keys of a confirmation that say what a line is. */
export const CHOICES = ['parts', 'collection_id', 'item_ids', 'voucher_ids', 'booking'] as const

const part = z.strictObject({
  fee_id: z.string(),
  amount: z.int().describe('Cents, with the sign of the line: a negative part refunds the fee'),
})

/** What the rest of a line is booked to. */
export const booking = z.strictObject({
  text: singleLine(500),
  costunit_name: z.string().nullish(),
  category_name: z.string().nullish(),
  sphere: z.enum(SPHERES).nullish(),
  side: givenSide,
  rule_id: z.string().nullish().describe('The booking rule that it follows, which is counted'),
})

/** The body that confirms a bank line; one without any of {@link CHOICES} takes the suggestion as it is then. */
export const lineConfirmation = z
  .strictObject({
    revision: z.int().nullish().describe('The `revision` of the line as it was read; 422 if it has changed'),
    parts: arrayOf(part, MAX_PARTS, 1)
      .nullish()
      .describe('What the line pays of fees; without a `booking`, the rest of the line stays open'),
    collection_id: z.string().nullish().describe('The collection that the line credits'),
    item_ids: arrayOf(z.string(), MAX_PARTS, 1)
      .nullish()
      .describe(
        'The direct debits that the line returns; of money that comes in, those of a collection that it credits one by one',
      ),
    voucher_ids: arrayOf(z.string(), MAX_PARTS, 1)
      .nullish()
      .describe(
        'Vouchers that the book already has for the money of the line, as of payments that were recorded by hand: of its account and at most 7 days from it. Nothing is booked again; without a `booking`, the rest of the line stays open',
      ),
    booking: booking.nullish().describe('What the rest is booked to, or all of the line'),
  })
  .meta({
    id: 'BankLineConfirmation',
    examples: [
      { booking: { text: 'Room hire', sphere: 'ideal' } },
      { parts: [{ fee_id: 'fee_0VMtKcPBq7XJ3mZ1sWv9LdTe', amount: 4500 }] },
      { voucher_ids: ['vch_0VMtKcPBq7XJ3mZ1sWv9LdTe'] },
    ],
  })
export type LineConfirmation = z.infer<typeof lineConfirmation>
