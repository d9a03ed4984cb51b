import { type Sql, sql } from '../../db/sql'
import type { FeeFacts } from '../payments/fee-facts'
import { lineOf } from '../payments/vouchers-of'
import { newIds } from '../shared/ids'
import type { AccountChoice } from './choose-account'
import type { NewVoucher } from './insert-vouchers'

/** A payment that waits to be booked, since an earlier version of the service booked no payment of a fee that names nothing. */
export type Unbooked = { id: string; feeId: string; amount: number; method: string | null; paidOn: string }

/** What the payments of fees that name nothing are booked to. */
export type Assigned = Pick<FeeFacts, 'cost_unit_id' | 'category_id' | 'sphere'>

/** The payments of fees that wait to be booked, in the order of their fees. `fees` is a query of `id` and `place`. */
export const selectUnbooked = (workspace: Sql, fees: Sql): Sql<Unbooked> => sql<Unbooked>`
  SELECT payments.id, fee_id AS feeId, amount, method, paid_on AS paidOn
  FROM (${fees}) AS named CROSS JOIN payments
  WHERE payments.workspace_id = ${workspace} AND fee_id = named.id AND booking IS NULL AND kind <> 'waiver'
  ORDER BY named.place, payments.number`

/**
 * The condition that a payment waits to be booked, for a query with `INDEXED BY payments_to_book`. An act settles each payment
 * at once; those of earlier times wait, and those that an opening balance or another book had and does not have any more.
 */
export const WAITS = sql.raw(`booking IS NULL AND kind <> 'waiver'`)

/** How many payments wait that were made between two dates, SQL, the second exclusive. */
export const countWaiting = (workspace: Sql, first: Sql, next: Sql): Sql => sql`
  SELECT count(*) FROM payments INDEXED BY payments_to_book
  WHERE workspace_id = ${workspace} AND ${WAITS} AND paid_on >= ${first} AND paid_on < ${next}`

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
        lines: [lineOf(payment, fee.cost_unit_id || fee.sphere ? fee : { ...fee, ...others })],
      },
    ]
  })
}
