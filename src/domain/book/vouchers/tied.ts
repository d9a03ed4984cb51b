import { failUnless } from '../../../db/guard'
import { type Sql, sql } from '../../../db/sql'

/** Whether a decision says that a voucher books a payment, as a condition; `id` is the voucher. */
export const tiedSql = (workspace: Sql, id: Sql): Sql => sql`EXISTS (
  SELECT 1 FROM booking_decisions AS decision INDEXED BY booking_decisions_of_voucher
  WHERE decision.workspace_id = ${workspace} AND decision.voucher_id = ${id} AND decision.voucher_id IS NOT NULL
    AND decision.kind = 'tied')`

/** Makes a batch fail as a conflict if one of the vouchers with these ids, a JSON array, has come to book a payment. */
export const requireUntied = (workspace: Sql, ids: Sql): Sql =>
  failUnless(sql`NOT EXISTS (SELECT 1 FROM (${ids}) AS named WHERE ${tiedSql(workspace, sql`named.id`)})`)
