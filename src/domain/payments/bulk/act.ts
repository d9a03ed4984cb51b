import type { Permission } from '../../access/permissions'
import type { FeeFacts } from '../fee-facts'

/**
 * What is done to many fees at once. `pay` records what is open as paid, `cancel` cancels fees as mistakes, `waive` gives up
 * what is open, `reopen` takes cancellations back, `book` books payments that no voucher books, and `unpay` takes back the
 * payments that `pay` recorded.
 */
export const FEE_ACTS = ['pay', 'book', 'waive', 'cancel', 'reopen', 'unpay'] as const
export type FeeActKind = (typeof FEE_ACTS)[number]

/** Why an act leaves a fee as it is. */
export const LEFT_REASONS = [
  'paid',
  'part',
  'collecting',
  'cancelled',
  'notCancelled',
  'unpaid',
  'booked',
  'closedYear',
  'mayBeBooked',
  'takenBack',
  'refunded',
] as const
export type LeftReason = (typeof LEFT_REASONS)[number]

/** What an act needs. */
export const PERMISSION_OF_ACT: Record<FeeActKind, Permission> = {
  pay: 'payments:write',
  book: 'bookkeeping:write',
  waive: 'payments:write',
  cancel: 'fees:write',
  reopen: 'fees:write',
  unpay: 'payments:write',
}

/**
 * Sums of payments of each fee, in cents: what no voucher books, in open fiscal years and in all, what of it a voucher may
 * have already, and what an act recorded and was not taken back.
 */
type FeeSums = Record<'bookable' | 'unbooked' | 'matched' | 'recorded', Map<string, number>>

/** Why an act leaves a fee as it is; undefined if it does not. */
export function reasonToLeave(act: FeeActKind, fee: FeeFacts, sums: FeeSums): LeftReason | undefined {
  const { id, status, open_amount, paid_amount } = fee
  if (act === 'reopen') return status === 'cancelled' ? undefined : 'notCancelled'
  if (act === 'book') {
    if (sums.matched.has(id)) return 'mayBeBooked'
    if (sums.bookable.has(id)) return undefined
    if (sums.unbooked.has(id)) return 'closedYear'
    return paid_amount === 0 ? 'unpaid' : 'booked'
  }
  if (act === 'unpay' && !sums.recorded.has(id)) return 'takenBack'
  if (status === 'cancelled' || status === 'collecting') return status
  if (act === 'unpay') return (sums.recorded.get(id) ?? 0) > paid_amount ? 'refunded' : undefined
  if (open_amount === 0) return 'paid'
  return act === 'cancel' && paid_amount > 0 ? 'part' : undefined
}

/** What an act is about of a fee, in cents. */
export function amountOfAct(act: FeeActKind, fee: FeeFacts, sums: FeeSums): number {
  if (act === 'book') return sums.bookable.get(fee.id) ?? 0
  if (act === 'unpay') return sums.recorded.get(fee.id) ?? 0
  return act === 'reopen' ? fee.amount - fee.paid_amount - fee.waived_amount : fee.open_amount
}
