import type { AccountChoice } from '../book/accounts/choose-account'
import type { NewVoucher } from '../book/vouchers/insert'
import { newIds } from '../shared/ids'
import type { FeeFacts } from './fee-facts'
import type { NewPayment } from './post'

/** What a voucher takes from a fee. */
export type BookableFee = Pick<
  FeeFacts,
  'id' | 'description' | 'person_name' | 'cost_unit_id' | 'category_id' | 'sphere' | 'has_parts'
>

/**
 * The voucher of each payment that is to be booked, assigned to what its fee names, which may be nothing. The line is
 * income of that place, on the day of the money.
 */
export function vouchersOf(
  posted: (NewPayment & { account: AccountChoice })[],
  fees: BookableFee[],
  now: Date,
): { voucher: NewVoucher; account: AccountChoice }[] {
  const byId = new Map(fees.map((fee) => [fee.id, fee]))
  const booked = posted.flatMap((payment) => {
    const fee = byId.get(payment.feeId)
    return fee && payment.booking === 'booked' ? [{ payment, fee }] : []
  })
  const ids = newIds('vch', now, booked.length)
  return booked.map(({ payment, fee }, index) => ({
    account: payment.account,
    voucher: {
      id: String(ids[index]),
      kind: 'money',
      accountId: payment.account.id,
      bookedOn: payment.paidOn,
      amount: payment.amount,
      text: fee.description,
      party: fee.person_name,
      lines: [lineOf(payment, fee)],
    },
  }))
}

/** The line of a voucher that books a payment to what its fee names, or to what the parts of the fee do. */
export const lineOf = ({ id, amount }: Pick<NewPayment, 'id' | 'amount'>, fee: BookableFee) => ({
  amount,
  text: fee.description,
  costUnitId: fee.cost_unit_id,
  categoryId: fee.category_id,
  sphere: fee.sphere,
  feeId: fee.id,
  paymentId: id,
  isDivided: fee.has_parts === 1,
})
