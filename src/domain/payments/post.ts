import { columnsOf, elementsOf, jsonArrays } from '../../db/json'
import { NOW } from '../../db/now'
import type { payments } from '../../db/schema'
import { type Sql, sql } from '../../db/sql'
import { TENANT, workspaceCte } from '../access/principal'
import { hasNoDuplicates } from '../shared/text'

type PaymentRow = typeof payments.$inferSelect

/** A payment that is to be written. `amount` is signed, in cents. */
export type NewPayment = Pick<
  PaymentRow,
  'id' | 'feeId' | 'kind' | 'amount' | 'method' | 'paidOn' | 'booking'
> &
  Partial<Pick<PaymentRow, 'reverses' | 'externalId' | 'note' | 'itemId' | 'bankLineId'>>

/**
 * Appends payments to the journals of their fees, in their order. The batch refreshes the fees afterwards; see
 * `refreshFees`. A statement per megabyte.
 */
export function insertPayments(workspace: Sql, posted: NewPayment[]): Sql[] {
  const hasSeveralOfAFee = !hasNoDuplicates(posted.map(({ feeId }) => feeId))
  const { values, cellsOf } = columnsOf(KEYS, posted)
  // Numbering sorts the rows, which takes as long as inserting them.
  const place = hasSeveralOfAFee ? sql`row_number() OVER (PARTITION BY ${values.feeId} ORDER BY key)` : sql`1`
  return jsonArrays(posted.map(cellsOf)).map(
    (array) => sql`
      WITH ${workspaceCte(workspace)}
      INSERT INTO payments (workspace_id, number, created_at, fee_id, id, kind, amount, method, paid_on, reverses, external_id,
        note, item_id, bank_line_id, booking)
      SELECT ${TENANT},
        coalesce((SELECT max(number) FROM payments WHERE workspace_id = ${TENANT} AND fee_id = ${values.feeId}), 0) + ${place},
        ${NOW}, ${sql.join(Object.values(values))}
      FROM ${elementsOf(array)} WHERE TRUE`,
  )
}

const KEYS = [
  'feeId',
  'id',
  'kind',
  'amount',
  'method',
  'paidOn',
  'reverses',
  'externalId',
  'note',
  'itemId',
  'bankLineId',
  'booking',
] as const satisfies readonly (keyof NewPayment)[]
