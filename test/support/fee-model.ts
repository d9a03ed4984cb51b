/** A fee as it should be: what arrived, what was waived, and where it is beside the money. Amounts in cents. */
export type FeeModel = {
  amount: number
  paid: number
  waived: number
  isCancelled: boolean
  isReturned: boolean
}

export const newFee = (amount: number): FeeModel => ({
  amount,
  paid: 0,
  waived: 0,
  isCancelled: false,
  isReturned: false,
})

export const openOf = (fee: FeeModel): number => (fee.isCancelled ? 0 : fee.amount - fee.paid - fee.waived)

/** The status of a fee; `isCollecting` while it is in a live debit. */
export function statusOf(fee: FeeModel, isCollecting: boolean): string {
  if (fee.isCancelled) return 'cancelled'
  if (isCollecting) return 'collecting'
  if (openOf(fee) === 0) return 'paid'
  return fee.isReturned ? 'returned' : 'open'
}
