import { type Db, trip } from '../../db/client'
import { type Sql, sql } from '../../db/sql'
import { DomainError } from '../shared/errors'
import { clearDeadMessages } from './dead-messages'
import { claimedBefore, type DeadMessage, selectDeadMessages } from './list-dead-messages'
import { clear } from './watches'

/** How many messages one request replays. */
const AT_ONCE = 100

/** Puts a message back into the queue that it came from. */
export type Enqueue = (message: { kind: string; body: unknown }) => Promise<void>

type Claimed = { id: string; kind: string; body: string }

/**
 * Puts a dead message back into its queue, and forgets its body. A message that was replayed stays as it is, and one that another
 * request replays is `replaying`. Three trips. Throws `not_found`, and what `enqueue` throws; then the message waits again.
 */
export async function replayDeadMessage(
  db: Db,
  { id, enqueue, now }: { id: string; enqueue: Enqueue; now: Date },
): Promise<DeadMessage> {
  const itSql = sql`id = ${id}`
  const { failure } = await replay(db, itSql, { enqueue, now })
  if (failure !== undefined) throw failure
  const { found } = await trip(db, { found: selectDeadMessages(itSql, now) })
  const [row] = found
  if (!row) throw notFound()
  return row
}

/**
 * Puts dead messages back into their queues, those of a kind or all, 100 at most. Those that a queue does not take wait again.
 * Returns how many were replayed and how many wait. Three trips.
 */
export async function replayDeadMessages(
  db: Db,
  { kind, enqueue, now }: { kind: string | undefined; enqueue: Enqueue; now: Date },
): Promise<{ replayed: number; waiting: number }> {
  const wantedSql = kind === undefined ? sql`TRUE` : sql`kind = ${kind}`
  const { replayed } = await replay(db, wantedSql, { enqueue, now })
  const { left } = await trip(db, {
    left: sql<{ count: number }>`
      SELECT count(*) AS count FROM dead_messages WHERE ${wantedSql} AND body IS NOT NULL`,
  })
  return { replayed, waiting: left[0]?.count ?? 0 }
}

/** Deletes a dead message, whatever its state. One trip. Throws `not_found`. */
export async function deleteDeadMessage(db: Db, { id, now }: { id: string; now: Date }): Promise<void> {
  const { deleted } = await trip(db, {
    alarm: clear(
      'dead_messages',
      now,
      sql`EXISTS (SELECT 1 FROM dead_messages WHERE id = ${id})
        AND NOT EXISTS (SELECT 1 FROM dead_messages WHERE body IS NOT NULL AND id <> ${id})`,
    ),
    deleted: sql<{ id: string }>`DELETE FROM dead_messages WHERE id = ${id} RETURNING id`,
  })
  if (deleted.length === 0) throw notFound()
}

const notFound = () => new DomainError('not_found', 'There is no dead message with this id.')

// Each message is claimed, so that two requests put none into its queue twice. One that dies between leaves a claim that ends.
async function replay(
  db: Db,
  condition: Sql,
  { enqueue, now }: { enqueue: Enqueue; now: Date },
): Promise<{ replayed: number; failure?: unknown }> {
  const { claimed } = await trip(db, {
    claimed: sql<Claimed>`
      UPDATE dead_messages SET claimed_at = ${now.toISOString()}
      WHERE id IN (
        SELECT id FROM dead_messages
        WHERE ${condition} AND body IS NOT NULL AND coalesce(claimed_at, '') <= ${claimedBefore(now)}
        ORDER BY id LIMIT ${AT_ONCE})
      RETURNING id, kind, body`,
  })
  if (claimed.length === 0) return { replayed: 0 }
  const sent: string[] = []
  const kept: string[] = []
  let failure: unknown
  for (const { id, kind, body } of claimed)
    try {
      await enqueue({ kind, body: JSON.parse(body) })
      sent.push(id)
    } catch (error) {
      failure ??= error
      kept.push(id)
    }
  await trip(db, {
    sent: sql`
      UPDATE dead_messages SET body = NULL, replayed_at = ${now.toISOString()}
      WHERE id IN (SELECT value FROM json_each(${JSON.stringify(sent)}))`,
    kept: sql`
      UPDATE dead_messages SET claimed_at = NULL
      WHERE id IN (SELECT value FROM json_each(${JSON.stringify(kept)}))`,
    alarm: clearDeadMessages(now),
  })
  return { replayed: sent.length, failure }
}
