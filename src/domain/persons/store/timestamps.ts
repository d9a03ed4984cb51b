import { type SQL, sql } from 'drizzle-orm'
import { strictlyAfter } from '../../../db/now'
import { ofList } from '../../access/admission'

/** When a person of an area of the list in the placeholder `list` was last written; NULL where there is none. One row read. */
export const lastUpdatedAt = (workspace: SQL, area: SQL): SQL =>
  sql`(SELECT max(updated_at) FROM persons WHERE ${ofList(workspace)} AND area = ${area})`

/** When a person of the list was last deleted; NULL where nobody was. One row read. */
export const lastDeletedAt = (workspace: SQL): SQL =>
  sql`(SELECT max(deleted_at) FROM deleted_persons WHERE ${ofList(workspace)})`

/**
 * The stamp of a write to persons. Stamps are the database's own, whose one writer runs statements in order, and rise
 * within a list even where its clock does not: so a mirror that follows them misses nothing, and where none is newer,
 * nothing has changed.
 */
export const nextUpdatedAt = (workspace: SQL): SQL =>
  strictlyAfter(lastUpdatedAt(workspace, sql`'regular'`), lastUpdatedAt(workspace, sql`'applications'`))

/** The stamp of a deletion of persons; see {@link nextUpdatedAt}. */
export const nextDeletedAt = (workspace: SQL): SQL => strictlyAfter(lastDeletedAt(workspace))
