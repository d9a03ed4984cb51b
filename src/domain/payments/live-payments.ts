import type { payments } from '../../db/schema'
import { type Sql, sql } from '../../db/sql'

/** A payment that a bank line made and that is not taken back. */
export type LivePayment = Pick<
  typeof payments.$inferSelect,
  'id' | 'feeId' | 'kind' | 'amount' | 'method' | 'itemId'
>

/** The payments that a line made and that are not taken back, in the order of their ids. */
export const selectLivePayments = (workspace: Sql, lineId: string): Sql<LivePayment> => sql<LivePayment>`
  SELECT id, fee_id AS feeId, kind, amount, method, item_id AS itemId
  FROM payments INDEXED BY payments_of_bank_line
  WHERE workspace_id = ${workspace} AND bank_line_id = ${lineId} AND reverses IS NULL AND NOT EXISTS (
    SELECT 1 FROM payments AS reversal
    WHERE reversal.workspace_id = ${workspace} AND reversal.reverses = payments.id)
  ORDER BY id`
