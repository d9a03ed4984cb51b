import { act } from '../access/act'
import type { Principal } from '../access/principal'
import type { ReadableFee } from '../fees/readable-fee'
import { todayIn } from '../shared/dates'
import { newId } from '../shared/ids'
import { validate } from '../shared/validation'
import { withReason } from '../shared/with-reason'
import { actOnFee } from './act'
import { loadFee } from './load-fee'
import { TO_PAY } from './payment'

/**
 * Waives what is left of a fee that is paid in part, today; nothing is booked. Two trips. Throws `permission_missing`,
 * `not_found`, and `invalid` if nothing is open or nothing is paid.
 */
export async function waiveRest(
  principal: Principal,
  { id, body, revision }: { id: string; body: Record<string, unknown>; revision?: number | undefined },
): Promise<ReadableFee> {
  return act(principal, TO_PAY, async (tx) => {
    const { fee, book } = await loadFee(tx, id, { revision })
    const { reason } = validate(withReason, body, function* () {
      if (fee.status === 'collecting') yield [['fee_id'], { code: 'fee_collecting' }] as const
      else if (fee.open_amount === 0) yield [['fee_id'], { code: 'nothing_open' }] as const
      else if (fee.paid_amount === 0) yield [['fee_id'], { code: 'nothing_paid' }] as const
    })
    const waiver = {
      id: newId('pay', tx.now),
      feeId: fee.id,
      kind: 'waiver',
      amount: fee.open_amount,
      method: null,
      paidOn: todayIn(book.settings.timezone, tx.now),
      note: reason,
      booking: null,
    } as const
    return actOnFee(tx, {
      fees: [fee],
      payments: [waiver],
      book,
      events: [{ action: 'fee.waived', reason }],
    })
  })
}
