import { tripOfAnyMigration } from '../../../db/client'
import { before, NOW } from '../../../db/now'
import { type Sql, sql } from '../../../db/sql'
import { readTables } from '../copy/tables'
import type { Hold } from './hold'
import { lockRows } from './lock'
import type { Ended } from './step'

/** Locks the rows of a workspace once nothing is done any more that had begun before the move. */
export async function drain(hold: Hold): Promise<Ended> {
  const { tables } = await readTables(hold.source)
  const { quiet } = await tripOfAnyMigration(hold.source, { quiet: sql`SELECT 1 WHERE ${quietSql(hold)}` })
  if (quiet.length === 0) return 'later'
  await hold.next('storing', { if: quietSql(hold), also: lockRows(tables, hold.id) })
  return 'more'
}

// Some messages are queued first and noted as sent afterwards, by nothing that is claimed: the time ends each such invocation.
const quietSql = (hold: Hold): Sql =>
  sql`(${hold.row.startedAt} < ${before('-30 seconds')} AND NOT ${inFlightSql(hold)})`

/**
 * Whether something that was claimed before the move may still be done: mails and requests have no more than this time for it. What
 * clients claim later is refused, so it holds nothing up.
 */
const inFlightSql = ({ id, row }: Hold): Sql => sql`(
  EXISTS (
    SELECT 1 FROM mails CROSS JOIN mail_recipients AS recipient
    WHERE mails.workspace_id = ${id} AND mails.updated_at > ${before('-120 seconds')}
      AND recipient.workspace_id = ${id} AND recipient.mail_id = mails.id AND recipient.state = 'claimed'
      AND recipient.at > ${before('-120 seconds')})
  OR EXISTS (
    SELECT 1 FROM webhook_endpoints WHERE workspace_id = ${id} AND claim IS NOT NULL AND claimed_until > ${NOW})
  OR EXISTS (
    SELECT 1 FROM idempotent_requests WHERE workspace_id = ${id} AND part = 0 AND result IS NULL
      AND started_at > ${before('-60 seconds')} AND started_at < ${row.startedAt}))`
