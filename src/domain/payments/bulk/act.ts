import type { Permission } from '../../access/permissions'
import type { FeeFacts } from '../fee-facts'

/**
 * What is done to many fees at once. `pay` records what is open as paid, `cancel` cancels fees as mistakes, `waive` gives up
 * what is open, `reopen` takes cancellations back, and `book` books payments that no voucher books.
 */
export const FEE_ACTS = ['pay', 'book', 'waive', 'cancel', 'reopen'] as const
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
] as const
export type LeftReason = (typeof LEFT_REASONS)[number]

/** What an act needs. */
export const PERMISSION_OF_ACT: Record<FeeActKind, Permission> = {
  pay: 'payments:write',
  book: 'bookkeeping:write',
  waive: 'payments:write',
  cancel: 'fees:write',
  reopen: 'fees:write',
}

/** What no voucher books of each fee, in cents: of payments in open fiscal years, and of all. */
type UnbookedSums = Record<'open' | 'all', Map<string, number>>

/** Why an act leaves a fee as it is; undefined where it does not. */
export function reasonToLeave(
  act: FeeActKind,
  fee: FeeFacts,
  unbooked: UnbookedSums,
): LeftReason | undefined {
  const { id, status, open_amount, paid_amount } = fee
  if (act === 'reopen') return status === 'cancelled' ? undefined : 'notCancelled'
  if (act === 'book') {
    if (unbooked.open.has(id)) return undefined
    if (unbooked.all.has(id)) return 'closedYear'
    return paid_amount === 0 ? 'unpaid' : 'booked'
  }
  if (status === 'cancelled' || status === 'collecting') return status
  if (open_amount === 0) return 'paid'
  return act === 'cancel' && paid_amount > 0 ? 'part' : undefined
}

/** What an act is about of a fee, in cents. */
export function amountOfAct(act: FeeActKind, fee: FeeFacts, unbooked: UnbookedSums): number {
  if (act === 'book') return unbooked.open.get(fee.id) ?? 0
  return act === 'reopen' ? fee.amount - fee.paid_amount - fee.waived_amount : fee.open_amount
}
