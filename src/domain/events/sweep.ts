import { type Db, trip } from '../../db/client'
import { before } from '../../db/now'
import { sql } from '../../db/sql'

/** How many seals of each workspace a run looks at, and how many events it deletes. */
const MAX_SEALS = 10
const MAX_EVENTS = 20_000

/**
 * Deletes the events that were sealed two years ago, and keeps their seals. The last event of a workspace stays, from
 * whose number the next one goes on. Reads some ten more rows for each workspace.
 */
export async function deleteOldEvents(db: Db): Promise<void> {
  const deleted = sql`
    WITH expired (workspace_id, number) AS MATERIALIZED (
      SELECT id, (
        SELECT max(last_number) FROM (
          SELECT last_number, sealed_at FROM event_seals
          WHERE workspace_id = workspaces.id
            AND last_number >= (SELECT min(number) FROM events WHERE workspace_id = workspaces.id)
          ORDER BY last_number LIMIT ${MAX_SEALS}
        ) WHERE sealed_at < ${before('-2 years')}
      ) FROM workspaces
    )
    DELETE FROM events WHERE (workspace_id, number) IN (
      SELECT events.workspace_id, events.number FROM expired CROSS JOIN events
      WHERE events.workspace_id = expired.workspace_id AND events.number <= expired.number
        AND events.number < (SELECT max(number) FROM events WHERE workspace_id = expired.workspace_id)
      LIMIT ${MAX_EVENTS})`
  await trip(db, { deleted })
}

/** Whether the events of a seal may have been deleted by {@link deleteOldEvents}. */
export function isExpired({ sealedAt }: { sealedAt: string }, now: Date): boolean {
  const limit = new Date(now)
  limit.setUTCFullYear(limit.getUTCFullYear() - 2)
  return sealedAt < limit.toISOString()
}
