import { type Sql, sql } from '../../db/sql'
import { EVENT_ROW, type EventRow } from './event'

/** The last events of a person or another thing, newest first. By index. */
export const selectEventsOf = (
  workspace: Sql,
  subjectId: string,
  limit: number,
): Sql<EventRow> => sql<EventRow>`
  SELECT ${EVENT_ROW} FROM events INDEXED BY events_of_subject
  WHERE workspace_id = ${workspace} AND subject_id = ${subjectId} ORDER BY number DESC LIMIT ${limit}`
