import { type Sql, sql } from '../../db/sql'

/**
 * What actions of the books begin with: their events are part of the records that are kept for ten years (§ 147 AO). The events
 * of fees and bank lines tell of the vouchers that they made.
 */
const KEPT = [
  'voucher.',
  'fiscal_year.',
  'payment.',
  'bank_line.',
  'account.',
  'fee.paid',
  'fee.payment_reversed',
  'fee.refunded',
  'fee.returned',
  'fee.return_undone',
  'fee.waived',
  'fee.cancelled',
  'fee.reopened',
]

/** Whether an event with this action is kept for ten years after its fiscal year. */
export const isKept = (action: string): boolean => KEPT.some((start) => action.startsWith(start))

/** The same as an SQL condition over a row of `events`. */
export const KEPT_SQL: Sql = sql`(${sql.join(
  KEPT.map((start) => sql.raw(`events.action GLOB '${start}*'`)),
  ' OR ',
)})`
