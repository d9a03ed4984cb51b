import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'

export const apiKeys = sqliteTable(
  'api_keys',
  {
    tokenHash: text('token_hash').primaryKey(),
    id: text('id').notNull(),
    workspaceId: text('workspace_id').notNull(),
    name: text('name').notNull(),
    permissions: text('permissions').notNull(),
    expiresAt: text('expires_at'),
    createdAt: text('created_at').notNull(),
    revokedAt: text('revoked_at'),
    /** The last day on which the key deleted whom it omitted, by list, as JSON. */
    replacedLists: text('replaced_lists'),
  },
  (t) => [
    uniqueIndex('api_keys_of_workspace').on(t.workspaceId, t.id),
    index('api_keys_revoked').on(t.revokedAt).where(sql`revoked_at IS NOT NULL`),
  ],
)

export const idempotentRequests = sqliteTable(
  'idempotent_requests',
  {
    workspaceId: text('workspace_id').notNull(),
    operation: text('operation').notNull(),
    idempotencyKey: text('idempotency_key').notNull(),
    part: integer('part').notNull(),
    fingerprint: text('fingerprint'),
    owner: text('owner'),
    personId: text('person_id'),
    startedAt: text('started_at').notNull(),
    result: text('result'),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.operation, t.idempotencyKey, t.part] }),
    index('idempotent_requests_by_start').on(t.startedAt),
    index('idempotent_requests_by_person').on(t.personId).where(sql`person_id IS NOT NULL`),
  ],
)
