import * as z from 'zod'
import { act, type Tx } from '../access/act'
import type { Principal } from '../access/principal'
import { cashIssues } from '../book/accounts/cash'
import { chooseAccount } from '../book/accounts/choose-account'
import type { ReadableFee } from '../fees/readable-fee'
import type { Issue } from '../shared/error-list'
import { newId } from '../shared/ids'
import { singleLine } from '../shared/text'
import { isGiven, numberIn, requireNoErrors, validate } from '../shared/validation'
import { feeIn, finishOnFee } from './act'
import { bookingOf } from './booking'
import { loadFee } from './load-fee'
import { moneyIssues } from './money-issues'
import { METHODS, TO_PAY } from './payment'
import { writeCancellation } from './refresh'
import { vouchersOf } from './vouchers-of'

/** The body that refunds a fee. */
export const newRefund = z
  .strictObject({
    amount: z.int().min(1).describe('Cents, at most what is paid'),
    paid_on: z.iso.date().describe('The day of the money: not in the future, not in a closed year'),
    method: z.enum(METHODS),
    account_id: z.string().nullish().describe('Where the money comes from; see the recording of payments'),
    set_off: z.boolean().nullish().describe('Whether no money moved; see the recording of payments'),
    reason: singleLine(500),
    cancels: z
      .boolean()
      .nullish()
      .describe('Whether the fee is cancelled as a mistake, which needs all of it refunded'),
  })
  .meta({
    examples: [{ amount: 4500, paid_on: '2026-02-03', method: 'bank_transfer', reason: 'Paid twice' }],
  })

/**
 * Gives money of a fee back, and cancels the fee where asked to. A refund is booked; see `bookingOf`. Two
 * trips. Throws `permission_missing`, `not_found` and `invalid`.
 */
export async function refundFee(principal: Principal, asked: Asked): Promise<ReadableFee> {
  return feeIn(await act(principal, TO_PAY, (tx) => refund(tx, asked)))
}

type Asked = { id: string; body: Record<string, unknown>; revision?: number | undefined }

async function refund(tx: Tx, { id, body, revision }: Asked): Promise<string> {
  const { now } = tx
  const takesCash = body.method === 'cash' || isGiven(body.account_id)
  const { fee, book, cash } = await loadFee(tx, id, { takesCash, revision })
  const input = validate(newRefund, body, function* (given) {
    const { amount, cancels } = given
    if (fee.status === 'collecting') yield [['fee_id'], { code: 'fee_collecting' }] as const
    if (numberIn(amount) > fee.paid_amount)
      yield [['amount'], { code: 'more_than_paid', max: fee.paid_amount }] as const
    if (cancels === true && numberIn(amount) < fee.paid_amount)
      yield [['cancels'], { code: 'refund_in_part', paid: fee.paid_amount }] as const
    yield* moneyIssues(given, book, now)
  })
  const account = chooseAccount(book, now)(input.method, input.account_id)
  const payment = {
    id: newId('pay', now),
    feeId: fee.id,
    kind: 'refund',
    amount: -input.amount,
    method: input.method,
    paidOn: input.paid_on,
    note: input.reason,
    booking: bookingOf(book, account, { paidOn: input.paid_on, isSetOff: input.set_off === true }),
  } as const
  const vouchers = vouchersOf([{ ...payment, account }], [fee], now)
  const drafts = vouchers.map(({ voucher }) => voucher)
  requireNoErrors([
    ...[...cashIssues(cash, drafts, [account])].map(([, message]): Issue => [['amount'], message]),
  ])
  return finishOnFee(tx, {
    fees: [fee],
    payments: [payment],
    vouchers,
    accounts: [account],
    book,
    extra: (workspace) =>
      input.cancels ? writeCancellation(workspace, [fee.id], { kind: 'mistake', reason: input.reason }) : [],
    events: [{ action: 'fee.refunded', reason: input.reason }],
  })
}
