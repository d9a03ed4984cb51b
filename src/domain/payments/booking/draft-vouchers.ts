import type { AccountChoice } from '../../book/accounts/choose-account'
import type { NewVoucher } from '../../book/vouchers/insert'
import { newIds } from '../../shared/ids'
import type { FeeFacts } from '../fee-facts'
import { lineOf } from '../vouchers-of'
import type { Unbooked } from './unbooked'

/** What the payments of fees that name nothing are booked to. */
export type Assigned = Pick<FeeFacts, 'cost_unit_id' | 'category_id' | 'sphere'>

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

/** One voucher of all of these, with a text: the payments of a collection, which the bank credits as one sum. */
export function joined([first, ...others]: NewVoucher[], text: string): NewVoucher[] {
  if (!first) return []
  const lines = [first, ...others].flatMap((draft) => draft.lines)
  return [{ ...first, text, party: null, amount: lines.reduce((sum, { amount }) => sum + amount, 0), lines }]
}
