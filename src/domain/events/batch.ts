import { type Sql, sql } from '../../db/sql'
import { instantOfId } from '../shared/ids'

const MINUTE = 60_000

/**
 * The condition that a row of `events` is one of a batch. There is no index by batch: its id says when the act began, and
 * the events of the minutes around that are read.
 */
export function ofBatchSql(workspace: Sql, batchId: string): Sql {
  const began = instantOfId(batchId)
  return sql`events.workspace_id = ${workspace} AND events.batch_id = ${batchId}
    AND events.number >= ${firstNumberSince(workspace, new Date(began - MINUTE))}
    AND events.number < ${firstNumberSince(workspace, new Date(began + 5 * MINUTE))}`
}

/** The number of the last event of a workspace; 0 if there is none. */
export const lastNumber = (workspace: Sql): Sql =>
  sql`(SELECT coalesce(max(number), 0) FROM events WHERE workspace_id = ${workspace})`

/**
 * A number that divides the events before an instant from those at it or later; it may be the next one to be written. Found
 * by bisection, since events are numbered in the order of time: two rows read for each doubling of their number.
 */
export const firstNumberSince = (workspace: Sql, instant: Date): Sql =>
  firstNumber(workspace, sql`at >= ${instant.toISOString()}`)

/** A number from which on all events meet a condition and before which none does, if there is such a number. */
export const firstNumber = (workspace: Sql, condition: Sql): Sql => sql`(
  WITH RECURSIVE bisection (low, high) AS (
    SELECT coalesce((SELECT min(number) FROM events WHERE workspace_id = ${workspace}), 1),
      ${lastNumber(workspace)} + 1
    UNION ALL
    SELECT CASE WHEN number IS NULL OR (${condition}) THEN low ELSE number + 1 END,
      CASE WHEN number IS NULL THEN (low + high) / 2 WHEN ${condition} THEN number ELSE high END
    FROM bisection LEFT JOIN events ON workspace_id = ${workspace} AND number = (
      SELECT min(nearest.number) FROM events AS nearest
      WHERE nearest.workspace_id = ${workspace} AND nearest.number >= (low + high) / 2 AND nearest.number < high)
    WHERE low < high
  )
  SELECT max(low) FROM bisection)`
