import { type Sql, sql } from '../../../db/sql'
import { TENANT, workspaceCte } from '../../access/principal'
import { OPEN_AMOUNT } from '../../fees/open-amount'
import { isHeld } from '../../fees/reminder-hold'
import { leftOutReason } from '../audience'

/** How many open fees are looked at, the oldest first. */
const MAX_SCANNED = 200

/**
 * Selects how many persons could be reminded of a fee on a date (YYYY-MM-DD), among those of the oldest {@link MAX_SCANNED}
 * open fees. A statement for the trip of the caller.
 */
export const countToRemind = (workspace: Sql, today: string): Sql<{ count: number }> => sql<{
  count: number
}>`
  WITH ${workspaceCte(workspace)}
  SELECT count(DISTINCT persons.id) AS count
  FROM (
    SELECT fee.*, (
      SELECT max(created_at) FROM reminders WHERE workspace_id = ${TENANT} AND fee_id = fee.id) AS reminded_at, (
      SELECT count(*) FROM reminders WHERE workspace_id = ${TENANT} AND fee_id = fee.id) AS level
    FROM (
      SELECT fees.id, fees.person_id, fees.due_on, ${isHeld(today)} AS is_held
      FROM fees INDEXED BY fees_by_status
      WHERE fees.workspace_id = ${TENANT} AND fees.status IN ('open', 'returned') AND ${OPEN_AMOUNT} > 0
      LIMIT ${MAX_SCANNED}) AS fee
    WHERE fee.due_on < ${today} AND NOT fee.is_held) AS due
  CROSS JOIN persons ON persons.workspace_id = ${TENANT} AND persons.list_id IN ('members', 'contacts')
    AND persons.area = 'regular' AND persons.id = due.person_id
  WHERE level < 3 AND ${leftOutReason({ kind: 'official' })} IS NULL
    AND date(coalesce(substr(reminded_at, 1, 10), due_on), coalesce(
      (SELECT offset_days FROM mail_rules WHERE workspace_id = ${TENANT} AND occasion = 'reminder_' || (level + 1)),
      CASE level WHEN 0 THEN 7 ELSE 14 END) || ' days') <= ${today}`
