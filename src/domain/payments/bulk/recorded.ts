import { type Sql, sql } from '../../../db/sql'
import { selectVouchers } from '../../book/vouchers/reversal'
import { firstIdAt } from '../../shared/ids'
import type { Booking } from '../booking'

/** A payment that an act recorded and that may be taken back, and whether it was. */
export type Recorded = {
  id: string
  feeId: string
  amount: number
  method: 'cash' | 'bank_transfer' | 'direct_debit' | 'other'
  paidOn: string
  isReversed: number
  booking: Booking | null
}

/**
 * The condition that a payment was recorded by hand in the millisecond of an act, which its id begins with. So no
 * table keeps the payments of an act.
 */
const recordedAtSql = (workspace: Sql, at: number): Sql => sql`
  payments.workspace_id = ${workspace} AND payments.id >= ${firstIdAt('pay', new Date(at))}
  AND payments.id < ${firstIdAt('pay', new Date(at + 1))}
  AND payments.kind = 'payment' AND payments.item_id IS NULL AND payments.bank_line_id IS NULL`

/** The fees of the payments that an act recorded at an instant, in milliseconds, as a query of `id`. */
export const selectFeesPaidAt = (workspace: Sql, at: number): Sql =>
  sql`SELECT DISTINCT fee_id AS id FROM payments INDEXED BY payments_by_id WHERE ${recordedAtSql(workspace, at)}`

/** What is known of the payments of an act, and the vouchers that book them. */
export const selectRecorded = (workspace: Sql, at: number) => ({
  recorded: sql<Recorded>`
    SELECT id, fee_id AS feeId, amount, method, paid_on AS paidOn, booking, EXISTS (
      SELECT 1 FROM payments AS reversal INDEXED BY payments_by_reversed
      WHERE reversal.workspace_id = ${workspace} AND reversal.reverses = payments.id) AS isReversed
    FROM payments INDEXED BY payments_by_id WHERE ${recordedAtSql(workspace, at)}`,
  vouchers: selectVouchers(
    workspace,
    sql`(vouchers.year, vouchers.number) IN (
      SELECT voucher_lines.year, voucher_lines.number FROM payments INDEXED BY payments_by_id
      CROSS JOIN voucher_lines INDEXED BY voucher_lines_by_payment
        ON voucher_lines.workspace_id = payments.workspace_id AND voucher_lines.payment_id = payments.id
      WHERE ${recordedAtSql(workspace, at)})`,
  ),
})
