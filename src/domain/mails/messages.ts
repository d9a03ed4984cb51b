import { type Db, trip } from '../../db/client'
import { before, NOW } from '../../db/now'
import { type Sql, sql } from '../../db/sql'

type Message = { workspaceId: string; id: string; personId: string; messageId: string }

/** Keeps which mail the mail service calls by an id, so that it can tell later what became of it. */
export const insertMessage = ({ workspaceId, id, personId, messageId }: Message): Sql => sql`
  INSERT INTO sent_messages (message_id, workspace_id, mail_id, person_id, at)
  VALUES (${messageId}, ${workspaceId}, ${id}, ${personId}, ${NOW}) ON CONFLICT DO NOTHING`

/** What became of a mail after the mail service had taken it; `isBlocking` if its address takes no more mail. */
export type LaterOutcome = {
  state: 'failed' | 'sent'
  reason: 'undeliverable' | 'not_delivered' | 'complained'
  isBlocking: boolean
}

/**
 * Records what became of a mail that was sent, by the id of the mail service, and blocks its address where no more mail may go to
 * it. Returns whether the id was known: it is forgotten, so that the service may say so twice. One trip.
 */
export async function recordOutcome(
  db: Db,
  messageId: string,
  { state, reason, isBlocking }: LaterOutcome,
): Promise<boolean> {
  const sentSql = sql`
    sent_messages CROSS JOIN mail_recipients AS sent ON sent.workspace_id = sent_messages.workspace_id
      AND sent.mail_id = sent_messages.mail_id AND sent.person_id = sent_messages.person_id AND sent.state = 'sent'
    WHERE message_id = ${messageId}`
  const { forgotten } = await trip(db, {
    blocked: isBlocking
      ? [
          sql`
            INSERT INTO blocked_addresses (workspace_id, address, reason, blocked_at)
            SELECT sent.workspace_id, lower(sent.address), ${reason}, ${NOW} FROM ${sentSql} AND sent.address <> ''
            ON CONFLICT DO NOTHING`,
        ]
      : [],
    counted:
      state === 'failed'
        ? [
            sql`
              UPDATE mails SET sent = sent - 1, failed = failed + 1, updated_at = ${NOW}
              WHERE (workspace_id, id) IN (SELECT sent.workspace_id, sent.mail_id FROM ${sentSql})`,
          ]
        : [],
    recorded: sql`
      UPDATE mail_recipients SET state = ${state}, reason = ${reason}, at = ${NOW}
      WHERE (workspace_id, mail_id, person_id) IN (
        SELECT sent.workspace_id, sent.mail_id, sent.person_id FROM ${sentSql})`,
    forgotten: sql<{ id: string }>`
      DELETE FROM sent_messages WHERE message_id = ${messageId} RETURNING message_id AS id`,
  })
  return forgotten.length > 0
}

/** How many ids a statement deletes. */
const SLICE = 20_000

/** How many statements a run has. */
const MAX_SLICES = 20

/** Deletes the ids of mails that were sent a month ago: the mail service tells within days. Reads all. One trip a slice. */
export async function sweepMessages(db: Db): Promise<void> {
  for (let slices = 0; slices < MAX_SLICES; slices++) {
    const { swept } = await trip(db, {
      swept: sql<{ id: string }>`
        DELETE FROM sent_messages WHERE message_id IN (
          SELECT message_id FROM sent_messages WHERE at < ${before('-30 days')} LIMIT ${SLICE}) RETURNING 1 AS id`,
    })
    if (swept.length < SLICE) return
  }
}
