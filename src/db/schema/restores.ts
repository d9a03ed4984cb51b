import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/**
 * When the database or one workspace was restored: at an instant, to the state of an earlier one. The epoch is that instant in
 * seconds, so that it is new even if the restore forgot an earlier one. `workspaces.restores` has those of each workspace.
 */
export const restores = sqliteTable('restores', {
  epoch: integer('epoch').primaryKey(),
  /** The workspace that was restored by itself; NULL if all were. */
  workspaceId: text('workspace_id'),
  at: text('at').notNull(),
  bookmark: text('bookmark').notNull(),
})
