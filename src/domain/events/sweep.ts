import { type Db, trip } from '../../db/client'
import { before } from '../../db/now'
import { type Sql, sql } from '../../db/sql'
import { KEPT_SQL } from './kept'

/** How many seals of each workspace a run looks at, and how many events it deletes of each kind. */
const MAX_SEALS = 10
const MAX_EVENTS = 20_000

/**
 * Deletes the events that were sealed two years ago, but for those of the books, and all of fiscal years that ended ten years
 * ago; their seals stay. The last event of a workspace stays as well, from whose number the next one goes on. Reads some ten
 * more rows for each workspace. One trip.
 */
export async function deleteOldEvents(db: Db): Promise<void> {
  const sweptSql = sql`
    events.workspace_id = expired.workspace_id AND events.number > swept AND events.number <= expired.number
    AND events.number < last AND NOT ${KEPT_SQL}`
  await trip(db, {
    deleted: sql`
      WITH ${EXPIRED}
      DELETE FROM events WHERE (workspace_id, number) IN (
        SELECT events.workspace_id, events.number FROM expired CROSS JOIN events WHERE ${sweptSql} LIMIT ${MAX_EVENTS})`,
    swept: sql`
      WITH ${EXPIRED}
      UPDATE workspaces SET events_swept_to = (
        SELECT coalesce((SELECT min(events.number) - 1 FROM events WHERE ${sweptSql}), min(expired.number, last - 1))
        FROM expired WHERE expired.workspace_id = workspaces.id)
      WHERE id IN (SELECT workspace_id FROM expired)`,
    ended: sql`
      DELETE FROM events WHERE (workspace_id, number) IN (
        SELECT events.workspace_id, events.number FROM workspaces CROSS JOIN events
        WHERE events.workspace_id = workspaces.id AND events.number <= events_swept_to AND events.number < (
          SELECT number FROM events AS recent
          WHERE recent.workspace_id = workspaces.id AND at >= ${TEN_YEARS_AGO} ORDER BY number LIMIT 1)
        LIMIT ${MAX_EVENTS})`,
  })
}

/** The workspaces with seals of two years ago that are not swept, and the last number that these seal. */
const EXPIRED: Sql = sql`expired (workspace_id, number, swept, last) AS MATERIALIZED (
  SELECT * FROM (
    SELECT id, (
        SELECT max(last_number) FROM (
          SELECT last_number, sealed_at FROM event_seals
          WHERE workspace_id = workspaces.id AND last_number > events_swept_to ORDER BY last_number LIMIT ${MAX_SEALS}
        ) WHERE sealed_at < ${before('-2 years')}) AS number,
      events_swept_to, (SELECT max(number) FROM events WHERE workspace_id = workspaces.id)
    FROM workspaces
  ) WHERE number IS NOT NULL)`

// A day earlier than the fiscal year that began ten years ago, whatever the time zone.
const TEN_YEARS_AGO = sql.raw(`date(printf('%04d-%02d-01',
  CAST(strftime('%Y') AS INTEGER) - 10 - (CAST(strftime('%m') AS INTEGER) < year_start), year_start), '-1 day')`)

/** Whether an event of a seal may have been deleted by {@link deleteOldEvents}; `isKept` where it is of the books. */
export function isExpired({ sealedAt }: { sealedAt: string }, isKept: boolean, now: Date): boolean {
  const limit = new Date(now)
  limit.setUTCFullYear(limit.getUTCFullYear() - (isKept ? 10 : 2))
  return sealedAt < limit.toISOString()
}
