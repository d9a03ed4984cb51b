import type { Statement } from '../../../db/client'
import { failUnless } from '../../../db/guard'
import { jsonArrays } from '../../../db/json'
import { NOW } from '../../../db/now'
import type { bookingDecisions } from '../../../db/schema'
import { type Sql, sql } from '../../../db/sql'
import { TENANT, workspaceCte } from '../../access/principal'
import type { NewVoucher } from '../../book/vouchers/insert'

type DecisionRow = typeof bookingDecisions.$inferSelect

/** What is decided of a payment that waits to be booked. */
export type Decision = Pick<DecisionRow, 'paymentId' | 'kind' | 'voucherId' | 'reason'>

/** Stores decisions. Fails as a conflict if one of the payments does not wait any more. */
export const writeDecisions = (workspace: Sql, decisions: readonly Decision[]): Statement[] =>
  jsonArrays(decisions).flatMap((array) => [
    failUnless(sql`NOT EXISTS (
      SELECT 1 FROM json_each(${array}) AS decided
      LEFT JOIN payments ON payments.workspace_id = ${workspace} AND payments.id = decided.value ->> 'paymentId'
        AND payments.booking IS NULL AND payments.kind <> 'waiver'
      WHERE payments.id IS NULL)`),
    sql`
      WITH decided (id, kind) AS MATERIALIZED (
        SELECT value ->> 'paymentId', value ->> 'kind' FROM json_each(${array}))
      UPDATE payments SET booking = decided.kind, updated_at = ${NOW} FROM decided
      WHERE payments.workspace_id = ${workspace} AND payments.id = decided.id`,
    sql`
      WITH ${workspaceCte(workspace)}
      INSERT INTO booking_decisions (workspace_id, payment_id, kind, voucher_id, reason, decided_at)
      SELECT ${TENANT}, value ->> 'paymentId', value ->> 'kind', value ->> 'voucherId', value ->> 'reason', ${NOW}
      FROM json_each(${array}) WHERE TRUE`,
  ])

/** The decisions that book payments in vouchers of their own. */
export const bookedIn = (drafts: readonly NewVoucher[]): Decision[] =>
  drafts.flatMap(({ id, lines }) =>
    lines.flatMap(({ paymentId }) =>
      paymentId ? [{ paymentId, kind: 'booked' as const, voucherId: id, reason: null }] : [],
    ),
  )
