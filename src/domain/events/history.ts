import { type Sql, sql } from '../../db/sql'
import { EVENT_ROW, type EventRow } from './event'

/**
 * Selects the last events of a person, fee or other thing, newest first: a statement for the trip of another verb, which
 * requires the permission. `toApi` reads the rows. Reads the rows that it gives, by index. `column` is one more column.
 */
export const selectHistory = <Row extends EventRow>(
  workspace: Sql,
  subjectId: string,
  limit: number,
  column?: Sql,
): Sql<Row> => sql<Row>`
  SELECT ${EVENT_ROW} ${column ? sql`, ${column}` : sql``} FROM events INDEXED BY events_of_subject
  WHERE workspace_id = ${workspace} AND subject_id = ${subjectId} ORDER BY number DESC LIMIT ${limit}`
