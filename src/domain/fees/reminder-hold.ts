import { type Sql, sql } from '../../db/sql'

/**
 * Why no reminder of a fee is sent: it is `disputed`, or `deferred` up to and including a date (YYYY-MM-DD). Both may have a
 * note.
 */
export type ReminderHold = { kind: 'deferred' | 'disputed'; until: string | null; note: string | null }

/** Whether a hold is in force on a date. */
export const isInForce = (hold: ReminderHold | null, today: string): hold is ReminderHold =>
  hold !== null && (hold.until ?? '9999') >= today

/** Whether a fee is held on a date, as a condition over its row. */
export const heldSql = (today: string): Sql => sql`
  (fees.reminder_hold IS NOT NULL AND coalesce(fees.reminder_hold ->> 'until', '9999') >= ${today})`
