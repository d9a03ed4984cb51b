import { sql } from 'drizzle-orm'
import { index, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'

/**
 * Messages that a queue has given up, until the operator replays or deletes them; 30 days at most. A body may hold an address and
 * a whole mail, so that it goes as soon as it is replayed.
 */
export const deadMessages = sqliteTable(
  'dead_messages',
  {
    id: text('id').primaryKey(),
    /** The id that the queue gave it, by which a second delivery is known. */
    messageId: text('message_id').notNull(),
    kind: text('kind').notNull(),
    workspaceId: text('workspace_id'),
    /** What was to be done, as JSON; null once it is replayed. */
    body: text('body'),
    /** The name of the last error, where the consumer that met it has kept the message. */
    error: text('error'),
    diedAt: text('died_at').notNull(),
    /** When a replay began, that no other one begins meanwhile. */
    claimedAt: text('claimed_at'),
    replayedAt: text('replayed_at'),
  },
  (t) => [
    uniqueIndex('dead_messages_by_message').on(t.messageId),
    index('dead_messages_by_workspace').on(t.workspaceId).where(sql`workspace_id IS NOT NULL`),
  ],
)

/** What is watched for the operator, by name: how it was when it was last looked at, and since when it is not as it should be. */
export const watches = sqliteTable('watches', {
  name: text('name').primaryKey(),
  checkedAt: text('checked_at').notNull(),
  raisedAt: text('raised_at'),
  /** What is wrong, in names and numbers. */
  detail: text('detail'),
  /** When the operator was told of it; null once its end was told, too. */
  toldAt: text('told_at'),
})
