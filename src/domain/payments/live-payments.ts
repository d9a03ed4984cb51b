import type { payments } from '../../db/schema'
import { type Sql, sql } from '../../db/sql'
import { newIds } from '../shared/ids'
import type { ExplainedRefusal } from '../shared/refusals'
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
  WHERE workspace_id = ${workspace} AND bank_line_id = ${lineId} AND ${liveSql(workspace)}
  ORDER BY id`

/** The columns of a {@link LivePayment}. */
export const LIVE_PAYMENT = sql.raw(
  'payments.id, payments.fee_id AS feeId, payments.kind, payments.amount, payments.method, payments.item_id AS itemId, payments.booking',
)

/** The condition that a row of `payments` takes none back and is not taken back. */
export const liveSql = (workspace: Sql): Sql => sql`payments.reverses IS NULL AND NOT EXISTS (
  SELECT 1 FROM payments AS reversal
  WHERE reversal.workspace_id = ${workspace} AND reversal.reverses = payments.id)`

/** Why the payments of a bank line or of debits cannot be taken back, if they cannot: what is wrong with each fee. */
export function* undoRefusals(
  payments: readonly LivePayment[],
  fees: readonly FeeFacts[],
  of: 'line' | 'debit',
): Iterable<ExplainedRefusal> {
  const byFee = Map.groupBy(payments, ({ feeId }) => feeId)
  for (const fee of fees) {
    const amount = (byFee.get(fee.id) ?? []).reduce((sum, payment) => sum + payment.amount, 0)
    if (amount === 0) continue
    if (byFee.get(fee.id)?.some(({ booking }) => booking === 'tied'))
      yield { code: 'of_fee_decided', fee: fee.id, of }
    else if (fee.status === 'collecting') yield { code: 'of_fee_collecting', fee: fee.id, of }
    else if (fee.status === 'cancelled') yield { code: 'of_fee_cancelled', fee: fee.id, of }
    else if (amount > fee.paid_amount) yield { code: 'of_fee_refunded', fee: fee.id, of }
    else if (-amount > fee.open_amount) yield { code: 'of_fee_paid_again', fee: fee.id, of }
    // A debit that is live again takes what is open of its fee.
    else if (fee.open_amount > 0 && byFee.get(fee.id)?.some(isCredit))
      yield { code: 'of_fee_paid_back', fee: fee.id, of }
  }
}

const isCredit = ({ kind, itemId }: LivePayment): boolean => kind === 'payment' && itemId !== null

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
