import { type Sql, sql } from '../../db/sql'
import { instantOfId } from '../shared/ids'

const MINUTE = 60_000

/**
 * The condition that a row of `events` is one of a batch. There is no index by batch: its id says when the act began, and
 * the events of the minutes around that are read.
 */
export function isOfBatch(workspace: Sql, batchId: string): Sql {
  const began = instantOfId(batchId)
  return sql`events.workspace_id = ${workspace} AND events.batch_id = ${batchId}
    AND events.number >= ${firstNumberSince(workspace, new Date(began - MINUTE))}
    AND events.number < ${firstNumberSince(workspace, new Date(began + 5 * MINUTE))}`
}

/**
 * The number of the first event at an instant or later, which may be the next one to be written. Found by bisection, since
 * events are numbered without gaps in the order of time: a row read for each doubling of their number.
 */
export const firstNumberSince = (workspace: Sql, instant: Date): Sql =>
  firstNumber(workspace, sql`at >= ${instant.toISOString()}`)

/** The number of the first event that meets a condition, where every event after one that meets it does so too. */
export const firstNumber = (workspace: Sql, condition: Sql): Sql => sql`(
  WITH RECURSIVE bisection (low, high) AS (
    SELECT coalesce((SELECT min(number) FROM events WHERE workspace_id = ${workspace}), 1),
      coalesce((SELECT max(number) FROM events WHERE workspace_id = ${workspace}), 0) + 1
    UNION ALL
    SELECT CASE WHEN ${condition} THEN low ELSE number + 1 END, CASE WHEN ${condition} THEN number ELSE high END
    FROM bisection CROSS JOIN events
    WHERE low < high AND workspace_id = ${workspace} AND number = (low + high) / 2
  )
  SELECT max(low) FROM bisection)`
