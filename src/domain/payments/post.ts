import { elementsOf, jsonArrays } from '../../db/json'
import { NOW } from '../../db/now'
import type { payments } from '../../db/schema'
import { type Sql, sql } from '../../db/sql'
import { TENANT, workspaceCte } from '../access/principal'
import { hasNoDuplicates } from '../shared/text'

type PaymentRow = typeof payments.$inferSelect

/** A payment that is to be written. `amount` is signed, in cents. */
export type NewPayment = Pick<PaymentRow, 'id' | 'feeId' | 'kind' | 'amount' | 'method' | 'paidOn'> &
  Partial<Pick<PaymentRow, 'reverses' | 'externalId' | 'note' | 'itemId' | 'bankLineId'>>

/**
 * Appends payments to the journals of their fees, in their order. The batch refreshes the fees afterwards; see
 * `refreshFees`. A statement per megabyte.
 */
export function insertPayments(workspace: Sql, posted: NewPayment[]): Sql[] {
  const hasSeveralOfAFee = !hasNoDuplicates(posted.map(({ feeId }) => feeId))
  // Numbering sorts the rows, which takes as long as inserting them.
  const place = hasSeveralOfAFee ? sql`row_number() OVER (PARTITION BY value ->> 0 ORDER BY key)` : sql`1`
  return jsonArrays(posted.map(cellsOf)).map(
    (array) => sql`
      WITH ${workspaceCte(workspace)}
      INSERT INTO payments (workspace_id, fee_id, number, id, kind, amount, method, paid_on, reverses, external_id, note,
        item_id, bank_line_id, created_at)
      SELECT ${TENANT}, value ->> 0,
        coalesce((SELECT max(number) FROM payments WHERE workspace_id = ${TENANT} AND fee_id = value ->> 0), 0) + ${place},
        value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, value ->> 6, value ->> 7, value ->> 8,
        value ->> 9, value ->> 10, ${NOW}
      FROM ${elementsOf(array)} WHERE TRUE`,
  )
}

const cellsOf = (payment: NewPayment): unknown[] => [
  payment.feeId,
  payment.id,
  payment.kind,
  payment.amount,
  payment.method,
  payment.paidOn,
  payment.reverses,
  payment.externalId,
  payment.note,
  payment.itemId,
  payment.bankLineId,
]
