import { type Sql, sql } from '../../../db/sql'
import { TENANT, workspaceCte } from '../../access/principal'
import { type Namesake, namesakeOf } from '../../persons/namesake'
import { FIRST_OPEN_DAY } from './waiting'

/** How many decisions are listed, the last ones. */
const MAX_DECIDED = 50

/** What was decided of payments of open years at one moment: the first of them, their number and sum, and how. */
export type Decided = {
  id: string
  fee_id: string
  payments: number
  amount: number
  paid_on: string
  person_name: string
  namesake: Namesake
  description: string
  kind: 'tied' | 'left_out'
  reason: string | null
  voucher_id: string | null
  number: string | null
}

/** Selects the decisions that can be taken back, newest first. A statement for the trip of the caller. */
export const selectDecisions = (workspace: Sql): Sql<Decided> => sql<Decided>`
  WITH ${workspaceCte(workspace)}, decided AS MATERIALIZED (
    SELECT min(payments.id) AS id, count(*) AS payments, sum(payments.amount) AS amount, booking_decisions.kind, reason,
      voucher_id, decided_at
    FROM booking_decisions CROSS JOIN payments
    WHERE booking_decisions.workspace_id = ${TENANT} AND booking_decisions.kind IN ('tied', 'left_out')
      AND payments.workspace_id = ${TENANT} AND payments.id = payment_id AND paid_on >= ${FIRST_OPEN_DAY}
      AND NOT EXISTS (
        SELECT 1 FROM payments AS reversal WHERE reversal.workspace_id = ${TENANT} AND reversal.reverses = payment_id)
    GROUP BY decided_at, booking_decisions.kind, voucher_id, reason
    ORDER BY decided_at DESC, min(payments.id) LIMIT ${MAX_DECIDED})
  SELECT decided.id, fees.id AS fee_id, decided.payments, decided.amount, payments.paid_on, person_name,
    ${namesakeOf(TENANT, sql`fees.person_id`)} AS namesake,
    fees.description, decided.kind, reason, voucher_id, vouchers.year || '-' || vouchers.number AS number
  FROM decided
  CROSS JOIN payments ON payments.workspace_id = ${TENANT} AND payments.id = decided.id
  CROSS JOIN fees ON fees.workspace_id = ${TENANT} AND fees.id = payments.fee_id
  LEFT JOIN vouchers INDEXED BY vouchers_by_id ON vouchers.workspace_id = ${TENANT} AND vouchers.id = voucher_id
  ORDER BY decided_at DESC, decided.id`
