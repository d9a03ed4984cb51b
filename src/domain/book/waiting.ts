import { z } from 'zod'
import { type Sql, sql } from '../../db/sql'
import { requirePermission } from '../access/authorize'
import { type Principal, TENANT, workspaceCte } from '../access/principal'
import { query } from '../access/query'
import { MAX_DAYS_APART } from '../bank/apart'
import { payment } from '../payments/payment'
import { EVER } from './book-facts'
import { isTied } from './tied'
import { WAITS } from './unbooked'

/** How many waiting payments are listed at once. */
const MAX_WAITING = 100

/** A voucher that may have the money of a payment already. */
const candidate = z.object({
  id: z.string(),
  number: z.string().describe('Its fiscal year and number, such as `2025-41`'),
  booked_on: z.iso.date(),
  text: z.string(),
  party: z.string().nullable(),
  account_id: z.string(),
})

/** A payment that waits to be booked, with the vouchers that may have its money. */
export const waitingPayment = payment
  .pick({ id: true, fee_id: true, kind: true, amount: true, method: true, paid_on: true })
  .extend({
    description: z.string().describe('Of the fee'),
    person_name: z.string(),
    vouchers: z
      .array(candidate)
      .describe(
        `The vouchers of equal amount, of an account of its kind, and of at most ${MAX_DAYS_APART} days before or after it, that book no payment`,
      ),
  })
  .meta({
    id: 'WaitingPayment',
    examples: [
      {
        id: 'pay_0VMtKcPBq7XJ3mZ1sWv9LdTe',
        fee_id: 'fee_0VMtKcPBq7XJ3mZ1sWv9LdTe',
        kind: 'payment',
        amount: 4500,
        method: 'bank_transfer',
        paid_on: '2026-01-31',
        description: 'Annual fee',
        person_name: 'Ada Lovelace',
        vouchers: [
          {
            id: 'vch_0VMtKcPBq7XJ3mZ1sWv9LdTe',
            number: '2026-41',
            booked_on: '2026-02-02',
            text: 'Annual fee of Ada',
            party: null,
            account_id: 'acc_0VMtKcPBq7XJ3mZ1sWv9LdTe',
          },
        ],
      },
    ],
  })
export type WaitingPayment = z.infer<typeof waitingPayment>

const APART = sql.raw(String(MAX_DAYS_APART))

/**
 * The condition that a row of `vouchers` may have the money of a row of `paid`, a payment, with its row of `accounts`: of its
 * amount, its kind of account and its days, living, and of no other payment.
 */
export const mayHave = (workspace: Sql): Sql => sql`vouchers.kind = 'money' AND vouchers.amount = paid.amount
  AND vouchers.booked_on BETWEEN date(paid.paid_on, '-${APART} days') AND date(paid.paid_on, '+${APART} days')
  AND (paid.method = 'other' OR (paid.method = 'cash') = (accounts.kind = 'cash'))
  AND vouchers.reversed_by IS NULL AND vouchers.reverses IS NULL
  AND NOT EXISTS (
    SELECT 1 FROM voucher_lines AS booked
    WHERE booked.workspace_id = ${workspace} AND booked.year = vouchers.year AND booked.number = vouchers.number
      AND booked.payment_id IS NOT NULL)
  AND NOT ${isTied(workspace, sql`vouchers.id`)}`

/** The first day of the fiscal years that are open, SQL over {@link TENANT}. */
export const FIRST_OPEN_DAY = sql`coalesce((
  SELECT printf('%04d-%02d-01', max(year) + 1, (SELECT year_start FROM workspaces WHERE id = ${TENANT}))
  FROM fiscal_years WHERE workspace_id = ${TENANT} AND closed_at IS NOT NULL), ${EVER})`

type Row = Omit<WaitingPayment, 'vouchers'> & { vouchers: string }

/**
 * Lists payments of open fiscal years that wait to be booked, oldest first, at most {@link MAX_WAITING}, with the vouchers that
 * may have their money. One trip. Throws `permission_missing`.
 */
export async function listWaiting(principal: Principal): Promise<WaitingPayment[]> {
  const { rows } = await query(principal, { waiting: selectWaiting(principal.workspace()) }, (credential) =>
    requirePermission(credential, 'bookkeeping:read'),
  )
  return rows.waiting.map((row) => ({ ...row, vouchers: JSON.parse(row.vouchers) }))
}

// The years are those of the days around the payment, by which the index of an account finds its vouchers.
const selectWaiting = (workspace: Sql): Sql<Row> => sql<Row>`
  WITH ${workspaceCte(workspace)}, paid AS MATERIALIZED (
    SELECT id, fee_id, kind, amount, method, paid_on, CAST(paid_on AS INTEGER) AS year
    FROM payments INDEXED BY payments_to_book
    WHERE workspace_id = ${TENANT} AND ${WAITS} AND paid_on >= ${FIRST_OPEN_DAY}
    ORDER BY paid_on, id LIMIT ${MAX_WAITING})
  SELECT paid.id, paid.fee_id, paid.kind, paid.amount, paid.method, paid.paid_on, fees.description, fees.person_name, (
    SELECT json_group_array(json_object('id', vouchers.id, 'number', vouchers.year || '-' || vouchers.number,
      'booked_on', booked_on, 'text', text, 'party', party, 'account_id', account_id) ORDER BY booked_on, vouchers.id)
    FROM accounts CROSS JOIN vouchers INDEXED BY vouchers_by_account
    WHERE accounts.workspace_id = ${TENANT} AND vouchers.workspace_id = ${TENANT}
      AND vouchers.account_id = accounts.id AND vouchers.year IN (paid.year - 1, paid.year, paid.year + 1)
      AND ${mayHave(TENANT)}) AS vouchers
  FROM paid CROSS JOIN fees ON fees.workspace_id = ${TENANT} AND fees.id = paid.fee_id
  ORDER BY paid.paid_on, paid.id`
