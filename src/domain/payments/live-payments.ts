import type { payments } from '../../db/schema'
import { type Sql, sql } from '../../db/sql'
import { newIds } from '../shared/ids'
import { bookingOfReversal } from './booking'
import type { FeeFacts } from './fee-facts'
import type { NewPayment } from './post'

/** A payment that a bank line or a settlement made and that is not taken back. */
export type LivePayment = Pick<
  typeof payments.$inferSelect,
  'id' | 'feeId' | 'kind' | 'amount' | 'method' | 'itemId' | 'booking'
>

/** The payments that a bank line made and that are not taken back, in the order of their ids. */
export const selectLivePayments = (workspace: Sql, lineId: string): Sql<LivePayment> => sql<LivePayment>`
  SELECT ${LIVE_PAYMENT} FROM payments INDEXED BY payments_of_bank_line
  WHERE workspace_id = ${workspace} AND bank_line_id = ${lineId} AND ${isLive(workspace)}
  ORDER BY id`

/** The columns of a {@link LivePayment}. */
export const LIVE_PAYMENT = sql.raw(
  'payments.id, payments.fee_id AS feeId, payments.kind, payments.amount, payments.method, payments.item_id AS itemId, payments.booking',
)

/** The condition that a row of `payments` takes none back and is not taken back. */
export const isLive = (workspace: Sql): Sql => sql`payments.reverses IS NULL AND NOT EXISTS (
  SELECT 1 FROM payments AS reversal
  WHERE reversal.workspace_id = ${workspace} AND reversal.reverses = payments.id)`

/** Why payments cannot be taken back, if they cannot: what is wrong with each fee, by its id. */
export function* undoProblems(
  payments: readonly LivePayment[],
  fees: readonly FeeFacts[],
): Iterable<[feeId: string, problem: string]> {
  const byFee = Map.groupBy(payments, ({ feeId }) => feeId)
  for (const fee of fees) {
    const amount = (byFee.get(fee.id) ?? []).reduce((sum, payment) => sum + payment.amount, 0)
    if (amount === 0) continue
    if (byFee.get(fee.id)?.some(({ booking }) => booking === 'tied'))
      yield [fee.id, 'of which a payment is in the book by a decision; take that decision back first']
    else if (fee.status === 'collecting') yield [fee.id, 'which is being collected by direct debit']
    else if (fee.status === 'cancelled') yield [fee.id, 'which is cancelled; reopen it first']
    else if (amount > fee.paid_amount) yield [fee.id, 'of which money was given back; reverse that first']
    else if (-amount > fee.open_amount) yield [fee.id, 'which was paid again; reverse that first']
  }
}

/** The payments that take others back on a day, and their ids by the ids of those. */
export function reversalsOf(
  payments: readonly LivePayment[],
  { paidOn, bankLineId = null, now }: { paidOn: string; bankLineId?: string | null; now: Date },
): { payments: NewPayment[]; reversals: Map<string, string> } {
  const ids = newIds('pay', now, payments.length)
  return {
    payments: payments.map(({ id: reverses, feeId, amount, method, itemId, booking }, index) => ({
      id: String(ids[index]),
      feeId,
      kind: 'reversal',
      amount: -amount,
      method,
      paidOn,
      reverses,
      itemId,
      bankLineId,
      booking: bookingOfReversal(booking),
    })),
    reversals: new Map(payments.map(({ id }, index) => [id, String(ids[index])])),
  }
}
