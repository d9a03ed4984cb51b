import { sql } from '../../../db/sql'
import type { Need, Principal } from '../../access/principal'
import { todayIn } from '../../shared/dates'
import { newIds } from '../../shared/ids'
import { validate } from '../../shared/validation'
import { withReason } from '../../shared/with-reason'
import { TO_PAY } from '../payment'
import { writeCancellation } from '../refresh'
import { writeFeeAct } from '../write'
import type { ReadFees } from './preview'

type Read = Pick<ReadFees, 'fees' | 'book'>

const TO_CANCEL = { permission: 'fees:write' } as const satisfies Need

/** Cancels fees that nothing is paid of as mistakes. One trip. Throws `invalid` without a reason. */
export async function cancelFees(
  principal: Principal,
  { fees, book }: Read,
  { reason: given }: Record<string, unknown>,
): Promise<void> {
  const { reason } = validate(withReason, { reason: given })
  const ids = fees.map(({ id }) => id)
  await writeFeeAct(principal, TO_CANCEL, {
    fees,
    book,
    extra: (workspace) => writeCancellation(workspace, ids, { kind: 'mistake', reason }),
    events: [{ action: 'fee.cancelled', reason }],
  })
}

/**
 * Gives up what is open of fees: cancels those that nothing is paid of as waived, and waives the rest of the others, today. One
 * trip. Throws `invalid` without a reason.
 */
export async function waiveFees(
  principal: Principal,
  { fees, book }: Read,
  { reason: given }: Record<string, unknown>,
): Promise<void> {
  const { reason } = validate(withReason, { reason: given })
  const { now } = principal
  const paidOn = todayIn(book.settings.timezone, now)
  const unpaid = fees.filter(({ paid_amount }) => paid_amount === 0)
  const partlyPaid = fees.filter(({ paid_amount }) => paid_amount > 0)
  const waiverIds = newIds('pay', now, partlyPaid.length)
  const waivers = partlyPaid.map((fee, index) => ({
    id: String(waiverIds[index]),
    feeId: fee.id,
    kind: 'waiver' as const,
    amount: fee.open_amount,
    method: null,
    paidOn,
    note: reason,
    booking: null,
  }))
  const ids = unpaid.map(({ id }) => id)
  await writeFeeAct(principal, TO_PAY, {
    fees,
    payments: waivers,
    book,
    extra: (workspace) => writeCancellation(workspace, ids, { kind: 'waived', reason }),
    events: [
      { action: 'fee.cancelled', condition: sql`fees.status = 'cancelled'`, reason },
      { action: 'fee.waived', condition: sql`fees.status <> 'cancelled'`, reason },
    ],
  })
}

/** Reopens cancelled fees. One trip. */
export async function reopenFees(principal: Principal, { fees, book }: Read): Promise<void> {
  const ids = fees.map(({ id }) => id)
  await writeFeeAct(principal, TO_CANCEL, {
    fees,
    book,
    extra: (workspace) => writeCancellation(workspace, ids, null),
    events: [{ action: 'fee.reopened' }],
  })
}
