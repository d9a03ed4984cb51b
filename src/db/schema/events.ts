import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/**
 * What was done in a workspace, numbered without gaps in the order of the commits. `changes` is a JSON object of
 * arrays `[before, after]` by field. Deleting a person empties the personal columns of its events: `subject_name`,
 * `changes` and `salt`, without which the sealed digest of what they held tells nothing.
 */
export const events = sqliteTable(
  'events',
  {
    workspaceId: text('workspace_id').notNull(),
    number: integer('number').notNull(),
    at: text('at').notNull(),
    requestId: text('request_id').notNull(),
    batchId: text('batch_id').notNull(),
    action: text('action').notNull(),
    actorKind: text('actor_kind', { enum: ['staff', 'key', 'member', 'operator', 'service'] }).notNull(),
    actorId: text('actor_id'),
    actorName: text('actor_name'),
    door: text('door', { enum: ['dashboard', 'api', 'portal', 'operator', 'service'] }).notNull(),
    subjectKind: text('subject_kind').notNull(),
    subjectId: text('subject_id').notNull(),
    subjectName: text('subject_name'),
    changes: text('changes'),
    salt: text('salt'),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.number] }),
    index('events_of_subject').on(t.workspaceId, t.subjectId, t.number),
  ],
)

/** The seal of the events of a day: their digests, and a hash over them and the seal before. */
export const eventSeals = sqliteTable(
  'event_seals',
  {
    workspaceId: text('workspace_id').notNull(),
    lastNumber: integer('last_number').notNull(),
    firstNumber: integer('first_number').notNull(),
    digests: text('digests').notNull(),
    hash: text('hash').notNull(),
    sealedAt: text('sealed_at').notNull(),
    /** A digest of what lasts of each event; NULL in seals that were made before there were any. */
    parts: text('parts'),
    /** The numbers of the events that are kept for ten years, as JSON. */
    kept: text('kept'),
  },
  (t) => [primaryKey({ columns: [t.workspaceId, t.lastNumber] })],
)
