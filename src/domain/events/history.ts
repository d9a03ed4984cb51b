import { type Sql, sql } from '../../db/sql'
import { EVENT_ROW, type EventRow } from './event'

/** The history of a person, with those of the persons who were merged into it: see {@link selectHistory}. */
export const selectPersonHistory = <Row extends EventRow>(
  workspace: Sql,
  personId: string,
  limit: number,
  column?: Sql,
): Sql<Row> => sql<Row>`
  SELECT * FROM (${selectHistory(workspace, personId, limit, column)})
  UNION ALL
  SELECT * FROM (
    SELECT ${EVENT_ROW} ${column ? sql`, ${column}` : sql``}
    FROM (
      SELECT id AS merged_id FROM deleted_persons INDEXED BY deleted_persons_by_survivor
      WHERE workspace_id = ${workspace} AND merged_into = ${personId}
    ) CROSS JOIN events INDEXED BY events_of_subject
    WHERE workspace_id = ${workspace} AND subject_id = merged_id ORDER BY number DESC LIMIT ${limit})
  ORDER BY number DESC LIMIT ${limit}`

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
