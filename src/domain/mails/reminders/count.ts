import { type Sql, sql } from '../../../db/sql'
import { TENANT, workspaceCte } from '../../access/principal'
import { OPEN_AMOUNT } from '../../fees/open-amount'
import { ofPayer } from '../../fees/payer'
import { heldSql } from '../../fees/reminder-hold'
import { leftOutReason } from '../audience'

/** How many open fees are looked at, the oldest first. */
export const MAX_LOOKED = 1000

/** How many persons could be reminded, and how many open fees were looked at: of {@link MAX_LOOKED} there may be more. */
export type ToRemind = { count: number; looked: number }

/**
 * Counts the persons, a family once, who could be reminded of a fee on a date (YYYY-MM-DD), among those of the oldest {@link MAX_LOOKED}
 * open fees. A statement for the trip of the caller.
 */
export const countToRemind = (workspace: Sql, today: string): Sql<ToRemind> => sql<ToRemind>`
  WITH ${workspaceCte(workspace)}, unpaid AS MATERIALIZED (
    SELECT fees.id, fees.person_id, fees.due_on, ${heldSql(today)} AS is_held
    FROM fees INDEXED BY fees_by_status
    WHERE fees.workspace_id = ${TENANT} AND fees.status IN ('open', 'returned') AND ${OPEN_AMOUNT} > 0
    LIMIT ${MAX_LOOKED})
  SELECT count(DISTINCT ${READER} ->> 'id') AS count, (SELECT count(*) FROM unpaid) AS looked
  FROM (
    SELECT fee.person_id, fee.due_on, (
      SELECT max(created_at) FROM reminders WHERE workspace_id = ${TENANT} AND fee_id = fee.id) AS reminded_at, (
      SELECT count(*) FROM reminders WHERE workspace_id = ${TENANT} AND fee_id = fee.id) AS level
    FROM unpaid AS fee WHERE due_on < ${today} AND NOT is_held) AS due
  CROSS JOIN persons ON persons.workspace_id = ${TENANT} AND persons.list_id IN ('members', 'contacts')
    AND persons.area = 'regular' AND persons.id = due.person_id
  WHERE level < 3 AND persons.leave_reason IS NOT 'deceased' AND persons.payer_lost_on IS NULL AND ${READER} ->> 'reason' IS NULL
    AND date(coalesce(substr(reminded_at, 1, 10), due_on), coalesce(
      (SELECT offset_days FROM mail_rules WHERE workspace_id = ${TENANT} AND occasion = 'reminder_' || (level + 1)),
      CASE level WHEN 0 THEN 7 ELSE 14 END) || ' days') <= ${today}`

const PERSON = sql`json_object('id', persons.id, 'reason',
  CASE WHEN persons.area = 'applications' THEN 'applicant' ELSE ${leftOutReason({ kind: 'official' })} END)`

/** Who is reminded, and why not. */
const READER = sql`coalesce(${ofPayer(PERSON)}, ${PERSON})`
