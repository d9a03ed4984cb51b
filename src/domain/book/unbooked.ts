import { type Sql, sql } from '../../db/sql'
import type { FeeFacts } from '../payments/fee-facts'
import { hasExpense, lineOf } from '../payments/vouchers-of'
import { newIds } from '../shared/ids'
import type { AccountChoice } from './choose-account'
import type { NewVoucher } from './insert-vouchers'

/** A payment that no voucher books. */
export type Unbooked = { id: string; feeId: string; amount: number; method: string | null; paidOn: string }

/** What the payments of fees without an attached expense are booked to. */
export type Assigned = Pick<FeeFacts, 'cost_unit_id' | 'category_id' | 'sphere'>

/**
 * The payments of fees that no line books, in the order of their fees. A payment and its reversal, both unbooked, come to
 * nothing. `fees` is a query of `id` and `place`.
 */
export const selectUnbooked = (workspace: Sql, fees: Sql): Sql<Unbooked> => sql<Unbooked>`
  SELECT payments.id, fee_id AS feeId, amount, method, paid_on AS paidOn
  FROM (${fees}) AS named CROSS JOIN payments
  WHERE payments.workspace_id = ${workspace} AND fee_id = named.id AND kind <> 'waiver'
    AND NOT EXISTS (
      SELECT 1 FROM voucher_lines INDEXED BY voucher_lines_by_payment
      WHERE workspace_id = ${workspace} AND payment_id = payments.id)
    AND NOT EXISTS (
      SELECT 1 FROM payments AS reversal INDEXED BY payments_by_reversed
      WHERE reversal.workspace_id = ${workspace} AND reversal.reverses = payments.id)
    AND reverses IS NULL
  ORDER BY named.place, payments.number`

/** Whether one of the payments of fees gave money back; `fees` is a query of `id`. */
export const losesMoney = (workspace: Sql, fees: Sql): Sql => sql`
  EXISTS (
    SELECT 1 FROM (${fees}) AS named CROSS JOIN payments
    WHERE payments.workspace_id = ${workspace} AND fee_id = named.id AND payments.amount < 0)`

/** The voucher of each unbooked payment, on the day of the money; the accounts are in the order of the payments. */
export function draftVouchers(
  payments: Unbooked[],
  fees: FeeFacts[],
  { accounts, others, now }: { accounts: AccountChoice[]; others: Assigned; now: Date },
): NewVoucher[] {
  const byId = new Map(fees.map((fee) => [fee.id, fee]))
  const ids = newIds('vch', now, payments.length)
  return payments.flatMap((payment, index): NewVoucher[] => {
    const fee = byId.get(payment.feeId)
    if (!fee) return []
    return [
      {
        id: String(ids[index]),
        kind: 'money',
        accountId: String(accounts[index]?.id),
        bookedOn: payment.paidOn,
        amount: payment.amount,
        text: fee.description,
        party: fee.person_name,
        lines: [lineOf(payment, hasExpense(fee) ? fee : { ...fee, ...others })],
      },
    ]
  })
}
