import { sql } from '../../../db/sql'
import type { Tx } from '../../access/act'
import { todayIn } from '../../shared/dates'
import { newIds } from '../../shared/ids'
import { validate } from '../../shared/validation'
import { withReason } from '../../shared/with-reason'
import { writeCancellation } from '../refresh'
import { feeActStatements } from '../write'
import type { ReadFees } from './preview'

type Read = Pick<ReadFees, 'fees' | 'book'>

/** Cancels fees that nothing is paid of as mistakes. One trip. Throws `invalid` without a reason. */
export async function cancelFees(
  tx: Tx,
  { fees, book }: Read,
  { reason: given }: Record<string, unknown>,
): Promise<void> {
  const { reason } = validate(withReason, { reason: given })
  const ids = fees.map(({ id }) => id)
  await tx.write({
    written: feeActStatements(tx, {
      fees,
      book,
      extra: (workspace) => writeCancellation(workspace, ids, { kind: 'mistake', reason }),
      events: [{ action: 'fee.cancelled', reason }],
    }),
  })
}

/**
 * Gives up what is open of fees: cancels those that nothing is paid of as waived, and waives the rest of the others, today. One
 * trip. Throws `invalid` without a reason.
 */
export async function waiveFees(
  tx: Tx,
  { fees, book }: Read,
  { reason: given }: Record<string, unknown>,
): Promise<void> {
  const { reason } = validate(withReason, { reason: given })
  const { now } = tx
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
  await tx.write({
    written: feeActStatements(tx, {
      fees,
      payments: waivers,
      book,
      extra: (workspace) => writeCancellation(workspace, ids, { kind: 'waived', reason }),
      events: [
        { action: 'fee.cancelled', condition: sql`fees.status = 'cancelled'`, reason },
        { action: 'fee.waived', condition: sql`fees.status <> 'cancelled'`, reason },
      ],
    }),
  })
}

/** Reopens cancelled fees. One trip. */
export async function reopenFees(tx: Tx, { fees, book }: Read): Promise<void> {
  const ids = fees.map(({ id }) => id)
  await tx.write({
    written: feeActStatements(tx, {
      fees,
      book,
      extra: (workspace) => writeCancellation(workspace, ids, null),
      events: [{ action: 'fee.reopened' }],
    }),
  })
}
