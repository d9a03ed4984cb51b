import * as z from 'zod'
import { act } from '../access/act'
import type { Principal } from '../access/principal'
import { CANCELLATION_KINDS, type ReadableFee } from '../fees/readable-fee'
import { singleLine } from '../shared/text'
import { requireNoErrors, validate } from '../shared/validation'
import { actOnFee } from './act'
import { loadFee } from './load-fee'
import { writeCancellation } from './refresh'

/** The body that cancels a fee. */
export const feeCancellation = z
  .strictObject({
    kind: z
      .enum(CANCELLATION_KINDS)
      .describe('A `mistake` should never have been claimed; `waived` was right, and is not asked for'),
    reason: singleLine(500),
  })
  .meta({ examples: [{ kind: 'waived', reason: 'Hardship, decided by the board' }] })

const TO_CANCEL = { permission: 'fees:write' } as const

/**
 * Cancels a fee that nothing is paid of; nothing is booked. Two trips. Throws `permission_missing`, `not_found`, and
 * `invalid` for a fee with money, in collection, or cancelled already.
 */
export async function cancelFee(
  principal: Principal,
  { id, body, revision }: { id: string; body: Record<string, unknown>; revision?: number | undefined },
): Promise<ReadableFee> {
  return act(principal, TO_CANCEL, async (tx) => {
    const { fee, book } = await loadFee(tx, id, { revision })
    const cancellation = validate(feeCancellation, body, function* () {
      if (fee.status === 'cancelled') yield [['fee_id'], { code: 'cancelled_already' }] as const
      if (fee.status === 'collecting') yield [['fee_id'], { code: 'fee_collecting' }] as const
      if (fee.paid_amount > 0) yield [['fee_id'], { code: 'fee_has_money', paid: fee.paid_amount }] as const
    })
    return actOnFee(tx, {
      fees: [fee],
      book,
      extra: (workspace) => writeCancellation(workspace, [fee.id], cancellation),
      events: [{ action: 'fee.cancelled', reason: cancellation.reason }],
    })
  })
}

/** Reopens a cancelled fee. Two trips. Throws `permission_missing`, `not_found`, and `invalid` for one that is not cancelled. */
export async function reopenFee(
  principal: Principal,
  { id, revision }: { id: string; revision?: number | undefined },
): Promise<ReadableFee> {
  return act(principal, TO_CANCEL, async (tx) => {
    const { fee, book } = await loadFee(tx, id, { revision })
    if (fee.status !== 'cancelled') requireNoErrors([[['fee_id'], { code: 'not_cancelled' }]])
    return actOnFee(tx, {
      fees: [fee],
      book,
      extra: (workspace) => writeCancellation(workspace, [fee.id], null),
      events: [{ action: 'fee.reopened' }],
    })
  })
}
