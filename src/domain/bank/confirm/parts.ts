import type { NewVoucherLine } from '../../book/vouchers/insert'
import type { FeeFacts } from '../../payments/fee-facts'
import type { NewPayment } from '../../payments/post'
import { lineOf } from '../../payments/vouchers-of'
import type { Issue } from '../../shared/error-list'
import { newIds } from '../../shared/ids'
import type { Refusal } from '../../shared/refusals'
import { isObject, numberIn } from '../../shared/validation'
import { type LineRow, type Part, restOf } from '../lines/bank-line'

/** The issues of the parts of a line, not yet validated. */
export function* partIssues(parts: unknown, line: LineRow, fees: readonly FeeFacts[]): Iterable<Issue> {
  if (!Array.isArray(parts)) return
  const byId = new Map<unknown, FeeFacts>(fees.map((fee) => [fee.id, fee]))
  const rest = restOf(line)
  const room = new Map<FeeFacts, number>()
  let left = Math.abs(rest)
  for (const [index, part] of parts.entries()) {
    if (!isObject(part)) continue
    const at = (key: string) => ['parts', `${index}`, key]
    const fee = byId.get(part.fee_id)
    if (typeof part.fee_id === 'string') yield* feeIssues(fee, rest < 0, at('fee_id'))
    if (!Number.isSafeInteger(part.amount)) continue
    const amount = numberIn(part.amount)
    if (amount === 0 || amount > 0 !== rest > 0)
      yield [at('amount'), { code: rest > 0 ? 'part_not_positive' : 'part_not_negative' }]
    left -= Math.abs(amount)
    if (left < 0) yield [at('amount'), { code: 'more_than_left', max: Math.abs(rest) }]
    if (!fee) continue
    const free = (room.get(fee) ?? (rest > 0 ? fee.open_amount : fee.paid_amount)) - Math.abs(amount)
    room.set(fee, free)
    // That nothing is paid to a cancelled fee is an issue of its own.
    const isNamed = rest > 0 && fee.status === 'cancelled'
    if (free < 0 && !isNamed) yield [at('amount'), tooMuch(fee, rest > 0)]
  }
}

function* feeIssues(fee: FeeFacts | undefined, isRefund: boolean, path: string[]): Iterable<Issue> {
  if (!fee) yield [path, { code: 'fee_unknown' }]
  else if (fee.status === 'collecting') yield [path, { code: 'fee_collecting' }]
  else if (fee.status === 'cancelled' && !isRefund) yield [path, { code: 'fee_cancelled' }]
}

function tooMuch({ open_amount, paid_amount }: FeeFacts, pays: boolean): Refusal {
  if (!pays) return { code: 'more_than_paid', max: paid_amount }
  return open_amount > 0 ? { code: 'more_than_open', max: open_amount } : { code: 'fee_is_paid' }
}

/** The payments or refunds of the parts of a line, each with its line of the voucher. */
export function payParts(
  line: LineRow,
  parts: readonly Part[],
  fees: readonly FeeFacts[],
  now: Date,
): { payments: NewPayment[]; lines: NewVoucherLine[] } {
  const byId = new Map(fees.map((fee) => [fee.id, fee]))
  const ids = newIds('pay', now, parts.length)
  const paid = parts.flatMap(({ fee_id, amount }, index) => {
    const fee = byId.get(fee_id)
    const payment: NewPayment = {
      id: String(ids[index]),
      feeId: fee_id,
      kind: amount > 0 ? 'payment' : 'refund',
      amount,
      method: 'bank_transfer',
      paidOn: line.booked_on,
      bankLineId: line.id,
      booking: 'booked',
    }
    return fee ? [{ payment, line: lineOf(payment, fee) }] : []
  })
  return { payments: paid.map(({ payment }) => payment), lines: paid.map(({ line }) => line) }
}

/** A line of a voucher that books money to what a fee names, without a payment of it. */
export const feeLine = (fee: FeeFacts, amount: number): NewVoucherLine => ({
  ...lineOf({ id: '', amount }, fee),
  paymentId: null,
  isDivided: false,
})
