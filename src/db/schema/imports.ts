import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** The imports of files of persons: drafts that staff map and correct, and what became of them. */
export const imports = sqliteTable(
  'imports',
  {
    workspaceId: text('workspace_id').notNull(),
    id: text('id').notNull(),
    listId: text('list_id', { enum: ['members', 'contacts'] }).notNull(),
    state: text('state', { enum: ['draft', 'imported', 'undone'] }).notNull(),
    fileName: text('file_name').notNull(),
    /** The table without its rows, as JSON: see `TableHead`. */
    head: text('head').notNull(),
    /** What staff decided, as JSON: see `ImportSettings`. */
    settings: text('settings').notNull(),
    /** What was imported, as JSON; NULL before. */
    counts: text('counts'),
    /** The batch of events of the run, and of the later one that wrote the accounts that waited. */
    batchId: text('batch_id'),
    accountsBatchId: text('accounts_batch_id'),
    revision: integer('revision').notNull().default(1),
    createdAt: text('created_at').notNull(),
    updatedAt: text('updated_at').notNull(),
    /** When the parts are deleted; NULL once they are. */
    expiresAt: text('expires_at'),
  },
  (t) => [primaryKey({ columns: [t.workspaceId, t.id] }), index('imports_by_expiry').on(t.expiresAt)],
)

/**
 * What an import keeps until it expires, in parts of at most 1 MB: the file (gzipped, as base64), what its columns have
 * and may become, its rows as JSON arrays `[row, cells]`, the keys by which its persons are known, and the texts that were left out. While accounts wait, the keys
 * are the ids of the persons that were written, with their rows.
 */
export const importParts = sqliteTable(
  'import_parts',
  {
    workspaceId: text('workspace_id').notNull(),
    importId: text('import_id').notNull(),
    kind: text('kind', { enum: ['file', 'columns', 'rows', 'keys', 'gaps'] }).notNull(),
    part: integer('part').notNull(),
    content: text('content').notNull(),
  },
  (t) => [primaryKey({ columns: [t.workspaceId, t.importId, t.kind, t.part] })],
)

/** How a file with the same headers was mapped the last time. */
export const importMappings = sqliteTable(
  'import_mappings',
  {
    workspaceId: text('workspace_id').notNull(),
    listId: text('list_id', { enum: ['members', 'contacts'] }).notNull(),
    headersHash: text('headers_hash').notNull(),
    /** The mapping, by column and by header, and the options, as JSON: see `toRemember`. */
    settings: text('settings').notNull(),
    usedAt: text('used_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.listId, t.headersHash] }),
    index('import_mappings_by_use').on(t.usedAt),
  ],
)
