import { type Db, trip } from '../../db/client'
import { jsonArrays } from '../../db/json'
import { type Sql, sql } from '../../db/sql'
import { daysFrom } from '../shared/dates'
import { newIds } from '../shared/ids'
import { clear, raise } from './watches'

/** A message that a queue has given up. `error` is the name of the last error, where it is known. */
export type NewDeadMessage = {
  messageId: string
  kind: string
  workspaceId: string | null
  body: unknown
  error: string | null
}

/**
 * Keeps messages that a queue has given up, and raises the alarm. A message that is delivered twice is kept
 * once. One trip.
 */
export async function keepDeadMessages(db: Db, messages: NewDeadMessage[], now: Date): Promise<void> {
  const ids = newIds('ded', now, messages.length)
  const rows = messages.map(({ messageId, kind, workspaceId, body, error }, index) => [
    ...[ids[index], messageId, kind, workspaceId, JSON.stringify(body), error],
  ])
  await trip(db, {
    kept: jsonArrays(rows).map(
      (array) => sql`
        INSERT INTO dead_messages (id, message_id, kind, workspace_id, body, error, died_at)
        SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, ${now.toISOString()}
        FROM json_each(${array}) WHERE TRUE ON CONFLICT DO NOTHING`,
    ),
    alarm: raise('dead_messages', WAITING_BY_KIND, now),
  })
}

/** The waiting messages as a text: `invitation: 2, mailing: 1`. */
const WAITING_BY_KIND = sql`(
  SELECT group_concat(kind || ': ' || count, ', ') FROM (
    SELECT kind, count(*) AS count FROM dead_messages WHERE body IS NOT NULL GROUP BY kind))`

/** Ends the alarm if no message waits. */
export const clearDeadMessages = (now: Date): Sql =>
  clear('dead_messages', now, sql`NOT EXISTS (SELECT 1 FROM dead_messages WHERE body IS NOT NULL)`)

/** For how many days a dead message waits: its body may hold personal data. */
const KEPT_DAYS = 30

/** The statements that delete old messages. */
export const sweepDeadMessages = (now: Date): Sql[] => [
  sql`DELETE FROM dead_messages WHERE died_at < ${daysFrom(now, -KEPT_DAYS).toISOString()}`,
  clearDeadMessages(now),
]
