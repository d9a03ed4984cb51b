import { z } from 'zod'
import type { Principal } from '../../access/principal'
import { chooseAccount, earlyIssues } from '../../book/choose-account'
import { newIds } from '../../shared/ids'
import { requireNoErrors, validate } from '../../shared/validation'
import { moneyIssues } from '../money-issues'
import { METHODS, TO_PAY } from '../payment'
import { vouchersOf } from '../vouchers-of'
import { writeFeeAct } from '../write'
import type { ReadFees } from './preview'

const payment = z.object({
  paid_on: z.iso.date(),
  method: z.enum(METHODS),
  account_id: z.string().nullish(),
})

/** Records what is open of fees as paid, on one day and by one method. One trip. Throws `invalid`. */
export async function payFees(
  principal: Principal,
  { fees, book }: Pick<ReadFees, 'fees' | 'book'>,
  input: Record<string, unknown>,
): Promise<void> {
  const { now } = principal
  const { paid_on, method, account_id } = validate(payment, input, (given) => moneyIssues(given, book, now))
  const ids = newIds('pay', now, fees.length)
  const account = chooseAccount(book, now)(method, account_id)
  const payments = fees.map((fee, index) => ({
    id: String(ids[index]),
    feeId: fee.id,
    kind: 'payment' as const,
    amount: fee.open_amount,
    method,
    paidOn: paid_on,
    account,
  }))
  const vouchers = vouchersOf(payments, fees, now)
  requireNoErrors(earlyIssues(vouchers.slice(0, 1), () => ['paid_on']))
  await writeFeeAct(principal, TO_PAY, { fees, payments, vouchers, book, events: [{ action: 'fee.paid' }] })
}
