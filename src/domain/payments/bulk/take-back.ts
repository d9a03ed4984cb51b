import type { Tx } from '../../access/act'
import { cashIssues } from '../../book/accounts/cash'
import { dateIssue } from '../../book/book-facts'
import { isMet, linesOf, reversalOf, type VoucherFacts } from '../../book/vouchers/reversal'
import type { Issue } from '../../shared/error-list'
import { newIds } from '../../shared/ids'
import { requireNoErrors, validate } from '../../shared/validation'
import { withReason } from '../../shared/with-reason'
import { bookingOfReversal } from '../booking'
import { feeActStatements } from '../write'
import type { ReadFees } from './preview'
import type { Recorded } from './recorded'

/**
 * Takes the payments of an act back, and reverses their vouchers: on the day of the payment while its fiscal year is open,
 * otherwise today. One trip. Throws `invalid` without a reason, where a cash box would be below zero, and for a voucher of
 * several payments.
 */
export async function takePaymentsBack(
  tx: Tx,
  { fees, recorded, vouchers, cash, book, today }: ReadFees,
  { reason: given }: Record<string, unknown>,
): Promise<void> {
  const { now } = tx
  const { reason } = validate(withReason, { reason: given })
  const dayOf = ({ paidOn }: Recorded) => (dateIssue(book, paidOn, now) ? today : paidOn)
  const ids = newIds('pay', now, recorded.length)
  const reversals = recorded.map((payment, index) => ({
    id: String(ids[index]),
    feeId: payment.feeId,
    kind: 'reversal' as const,
    amount: -payment.amount,
    method: payment.method,
    paidOn: dayOf(payment),
    reverses: payment.id,
    note: reason,
    booking: bookingOfReversal(payment.booking),
  }))
  const byPayment = new Map(reversals.map((reversal) => [reversal.reverses, reversal]))
  const booked = vouchers.filter(({ reversedBy }) => reversedBy === null)
  const drafts = booked.flatMap((voucher) => {
    const reversal = byPayment.get(paymentsOf(voucher)[0] ?? '')
    const reversals = new Map([[String(reversal?.reverses), String(reversal?.id)]])
    return reversal ? [reversalOf(voucher, { date: reversal.paidOn, reversals, now })] : []
  })
  const isJoint = booked.some((voucher) => paymentsOf(voucher).length > 1)
  requireNoErrors([
    ...(recorded.some(({ booking }) => booking === 'tied') ? refused('payment_decided') : []),
    ...(booked.some(isMet) ? refused('payment_shown') : []),
    ...(isJoint ? refused('payments_share_voucher') : []),
    ...[...cashIssues(cash, drafts)].map(([, message]) => [['account'], message] as const),
  ])
  await tx.write({
    written: feeActStatements(tx, {
      fees,
      payments: reversals,
      vouchers: drafts.map((voucher) => ({ voucher })),
      book,
      events: [{ action: 'fee.payment_reversed', reason }],
    }),
  })
}

const paymentsOf = (voucher: VoucherFacts): string[] => [
  ...new Set(linesOf(voucher).flatMap(({ paymentId }) => paymentId ?? [])),
]

const refused = (code: 'payment_decided' | 'payment_shown' | 'payments_share_voucher'): Issue[] => [
  [['account'], { code }],
]
