import { strictlyAfter } from '../../../db/now'
import { type Sql, sql } from '../../../db/sql'
import { inList } from '../../access/principal'

/** When a person of an area of a list was last written; NULL if there is none. One row read. */
export const lastUpdatedAt = (workspace: Sql, listId: string, area: string): Sql =>
  sql`(SELECT max(updated_at) FROM persons WHERE ${inList(workspace, listId)} AND area = ${area})`

/** When a person of a list was last deleted; NULL if none was. One row read. */
export const lastDeletedAt = (workspace: Sql, listId: string): Sql =>
  sql`(SELECT max(deleted_at) FROM deleted_persons WHERE ${inList(workspace, listId)})`

/**
 * The timestamp of a write to persons. Timestamps are the database's own, whose one writer runs statements in order, and
 * rise within a list even where its clock does not: a mirror that follows them misses nothing, and where none is newer,
 * nothing has changed.
 */
export const nextUpdatedAt = (workspace: Sql, listId: string): Sql =>
  strictlyAfter(lastUpdatedAt(workspace, listId, 'regular'), lastUpdatedAt(workspace, listId, 'applications'))

/** The timestamp of a deletion of persons: now, but later than that of any earlier one, as {@link nextUpdatedAt}. */
export const nextDeletedAt = (workspace: Sql, listId: string): Sql =>
  strictlyAfter(lastDeletedAt(workspace, listId))
