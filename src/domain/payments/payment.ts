import * as z from 'zod'
import { payments } from '../../db/schema'
import { type Sql, sql } from '../../db/sql'
import { instant } from '../shared/text'
import { BOOKINGS } from './booking'

/** What a write to the journal of fees needs. */
export const TO_PAY = { permission: 'payments:write' } as const

/** How the money of a payment moved. */
export const METHODS = payments.method.enumValues

/** A row of the journal of a fee as the API shows it. */
export const payment = z
  .object({
    id: z.string(),
    fee_id: z.string(),
    kind: z
      .enum(payments.kind.enumValues)
      .describe('`reversal` takes a payment back that was recorded by mistake; a `waiver` is no money'),
    amount: z.int().describe('Cents; negative for money that goes back'),
    method: z.enum(METHODS).nullable(),
    paid_on: z.iso.date(),
    note: z.string().nullable(),
    external_id: z.string().nullable(),
    reverses: z.string().nullable().describe('The payment that this one takes back'),
    booking: z
      .enum(BOOKINGS)
      .nullable()
      .describe(
        'Where the money is in the cash book: `booked`, or why it is not: `set_off` (no money moved), `before_opening` (from before the book began, or shown by a bank line from before its account opened: in an opening balance), `elsewhere` (the workspace did not keep its book here), `taken_back` (with the payment that takes it back), `tied` or `left_out` (as decided). Null for a waiver, and for one that waits for a decision, as of a day when the book had begun but its account had not',
      ),
    created_at: instant,
  })
  .meta({
    id: 'Payment',
    examples: [
      {
        id: 'pay_0VMtKcPBq7XJ3mZ1sWv9LdTe',
        fee_id: 'fee_0VMtKcPBq7XJ3mZ1sWv9LdTe',
        kind: 'payment',
        amount: 4500,
        method: 'bank_transfer',
        paid_on: '2026-01-31',
        note: null,
        external_id: null,
        reverses: null,
        booking: 'booked',
        created_at: '2026-01-31T12:00:00.000Z',
      },
    ],
  })
export type Payment = z.infer<typeof payment>

/** The columns of a {@link Payment}. */
export const PAYMENT_COLUMNS = sql.raw(
  'id, fee_id, kind, amount, method, paid_on, note, external_id, reverses, booking, created_at',
)

/** Selects payments as the API shows them, by a condition over the table. */
export const selectPayments = (workspace: Sql, condition: Sql): Sql<Payment> => sql<Payment>`
  SELECT ${PAYMENT_COLUMNS}
  FROM payments WHERE workspace_id = ${workspace} AND ${condition}`
