import { type Sql, sql } from '../../../db/sql'
import type { ListId } from '../../access/lists'
import { TENANT, workspaceCte } from '../../access/principal'
import { OPEN_AMOUNT } from '../../fees/open-amount'
import { ofPayer } from '../../fees/payer'
import { DISPLAY_NAME } from '../../persons/person'
import { leftOutReason } from '../audience'

/** How many open fees are looked at for reminders. */
export const MAX_FEES = 10_000

/** Which reminder of a fee it is. */
export type Level = 1 | 2 | 3

/** Why someone with fees that are due gets no reminder. */
export type NotReminded = 'no_address' | 'blocked' | 'deleted' | 'applicant' | 'deceased' | 'payer_lost'

/** Who can be reminded: `list` is null for a person who was deleted, `reason` for one who can be reached. */
export type Reader = {
  id: string
  name: string
  email: string | null
  list: ListId | null
  reason: NotReminded | null
}

/** An open fee with a due date, its last reminder, and who owes it. `payer` is the {@link Reader} who pays for it, as JSON. */
export type DueFee = {
  id: string
  reference: string
  description: string
  open: number
  dueOn: string
  hold: string | null
  revision: number
  level: Level | null
  remindedAt: string | null
  personId: string
  name: string
  email: string | null
  list: ListId | null
  birthdate: string | null
  reason: NotReminded | null
  payer: string | null
}

/**
 * Selects the fees that can be paid and are due before a date, by index: {@link MAX_FEES}, and one to tell that there
 * are more.
 */
export const selectDueFees = (workspace: Sql, before: string): Sql<DueFee> => sql<DueFee>`
  WITH ${workspaceCte(workspace)}
  SELECT fee.*, last.level, last.created_at AS remindedAt, coalesce(${DISPLAY_NAME}, personName) AS name, persons.email,
    persons.list_id AS list, persons.birthdate, ${REASON} AS reason, ${ofPayer(READER)} AS payer
  FROM (
    SELECT fees.id, fees.reference, fees.description, ${OPEN_AMOUNT} AS open, fees.due_on AS dueOn,
      fees.reminder_hold AS hold, fees.revision, fees.person_id AS personId, fees.person_name AS personName
    FROM fees INDEXED BY fees_by_status WHERE ${TO_PAY_SQL} AND due_on < ${before} LIMIT ${MAX_FEES + 1}) AS fee
  LEFT JOIN reminders AS last ON last.workspace_id = ${TENANT} AND last.fee_id = fee.id AND last.level = (
    SELECT max(level) FROM reminders WHERE workspace_id = ${TENANT} AND fee_id = fee.id)
  LEFT JOIN persons ON persons.workspace_id = ${TENANT} AND persons.list_id IN ('members', 'contacts')
    AND persons.area IN ('regular', 'applications') AND persons.id = fee.personId`

const REASON = sql`CASE WHEN persons.id IS NULL THEN 'deleted' WHEN persons.area = 'applications' THEN 'applicant'
  WHEN persons.leave_reason = 'deceased' THEN 'deceased' WHEN persons.payer_lost_on IS NOT NULL THEN 'payer_lost'
  ELSE ${leftOutReason({ kind: 'official' })} END`

const READER = sql`json_object('id', persons.id, 'name', ${DISPLAY_NAME}, 'email', persons.email, 'list', persons.list_id,
  'reason', ${REASON})`

/** Counts the fees that can be paid and have no due date, up to {@link MAX_FEES}. */
export const countUndated = (workspace: Sql): Sql<{ count: number }> => sql<{ count: number }>`
  WITH ${workspaceCte(workspace)}
  SELECT count(*) AS count FROM (
    SELECT 1 FROM fees INDEXED BY fees_by_status WHERE ${TO_PAY_SQL} AND due_on IS NULL LIMIT ${MAX_FEES})`

const TO_PAY_SQL = sql`fees.workspace_id = ${TENANT} AND fees.status IN ('open', 'returned') AND ${OPEN_AMOUNT} > 0`

/** A reminder of a fee that was sent, or waits to be sent. */
export type SentReminder = { level: Level; mail_id: string; created_at: string }

/** Selects the reminders of a fee in the order of their levels: a statement for the trip of another verb. */
export const selectReminders = (workspace: Sql, feeId: string): Sql<SentReminder> => sql<SentReminder>`
  SELECT level, mail_id, created_at FROM reminders
  WHERE workspace_id = ${workspace} AND fee_id = ${feeId} ORDER BY level`
