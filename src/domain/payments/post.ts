import { jsonArrays } from '../../db/json'
import { NOW } from '../../db/now'
import type { payments } from '../../db/schema'
import { type Sql, sql } from '../../db/sql'
import { TENANT, workspaceCte } from '../access/principal'

type PaymentRow = typeof payments.$inferSelect

/** A payment that is to be written. `amount` is signed, in cents. */
export type NewPayment = Pick<PaymentRow, 'id' | 'feeId' | 'kind' | 'amount' | 'method' | 'paidOn'> &
  Partial<Pick<PaymentRow, 'reverses' | 'externalId' | 'note' | 'itemId' | 'bankLineId'>>

/**
 * Appends payments to the journals of their fees, in their order. The batch refreshes the fees afterwards; see
 * `refreshFees`. A statement per megabyte.
 */
export const insertPayments = (workspace: Sql, posted: NewPayment[]): Sql[] =>
  jsonArrays(posted).map(
    (array) => sql`
      WITH ${workspaceCte(workspace)}
      INSERT INTO payments (workspace_id, fee_id, number, id, kind, amount, method, paid_on, reverses, external_id, note,
        item_id, bank_line_id, created_at)
      SELECT ${TENANT}, value ->> 'feeId',
        coalesce((SELECT max(number) FROM payments WHERE workspace_id = ${TENANT} AND fee_id = value ->> 'feeId'), 0)
          + row_number() OVER (PARTITION BY value ->> 'feeId' ORDER BY key),
        value ->> 'id', value ->> 'kind', value ->> 'amount', value ->> 'method', value ->> 'paidOn',
        value ->> 'reverses', value ->> 'externalId', value ->> 'note', value ->> 'itemId', value ->> 'bankLineId',
        ${NOW}
      FROM json_each(${array})`,
  )
