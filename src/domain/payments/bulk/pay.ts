import * as z from 'zod'
import type { Tx } from '../../access/act'
import { chooseAccount } from '../../book/accounts/choose-account'
import { newIds } from '../../shared/ids'
import { validate } from '../../shared/validation'
import { bookingOf } from '../booking'
import { moneyIssues } from '../money-issues'
import { METHODS } from '../payment'
import { vouchersOf } from '../vouchers-of'
import { feeActStatements } from '../write'
import type { ReadFees } from './preview'

const payment = z.object({
  paid_on: z.iso.date(),
  method: z.enum(METHODS),
  account_id: z.string().nullish(),
  set_off: z.boolean().nullish(),
})

/** Records what is open of fees as paid, on one day and by one method. One trip. Throws `invalid`. */
export async function payFees(
  tx: Tx,
  { fees, book }: Pick<ReadFees, 'fees' | 'book'>,
  input: Record<string, unknown>,
): Promise<void> {
  const { now } = tx
  const { paid_on, method, account_id, set_off } = validate(payment, input, (given) =>
    moneyIssues(given, book, now),
  )
  const ids = newIds('pay', now, fees.length)
  const account = chooseAccount(book, now)(method, account_id)
  const booking = bookingOf(book, account, { paidOn: paid_on, isSetOff: set_off === true })
  const payments = fees.map((fee, index) => ({
    id: String(ids[index]),
    feeId: fee.id,
    kind: 'payment' as const,
    amount: fee.open_amount,
    method,
    paidOn: paid_on,
    account,
    booking,
  }))
  const vouchers = vouchersOf(payments, fees, now)
  await tx.write({
    written: feeActStatements(tx, {
      fees,
      payments,
      vouchers,
      accounts: [account],
      book,
      events: [{ action: 'fee.paid' }],
    }),
  })
}
