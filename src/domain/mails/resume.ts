import { type Db, trip } from '../../db/client'
import { before, NOW } from '../../db/now'
import { type Sql, sql } from '../../db/sql'
import { type Range, type Sending, selectRanges } from './recipients'

/** How many mails a run takes up again. */
const MAX_RESUMED = 50

// Longer than the queue waits before it tries a mail again, which is an hour.
const STUCK_SQL = sql`state = 'sending' AND waiting > 0 AND updated_at < ${before('-2 hours')}`

type Stuck = { workspaceId: string; id: string; updatedAt: string }

/**
 * Takes up mails again of which some wait though nothing has happened for two hours, such as after a crash before the queue
 * was told. Returns what the queue is to be told, each mail to one of several runs. One trip, and one for each mail.
 */
export async function resumeMails(db: Db): Promise<Sending[]> {
  const { stuck } = await trip(db, {
    stuck: sql<Stuck>`
      SELECT workspace_id AS workspaceId, id, updated_at AS updatedAt FROM mails INDEXED BY mails_in_progress
      WHERE ${STUCK_SQL} LIMIT ${MAX_RESUMED}`,
  })
  const sendings: Sending[] = []
  for (const mail of stuck) {
    const { taken, ranges } = await trip(db, take(mail))
    if (taken.length > 0) sendings.push({ workspaceId: mail.workspaceId, mailId: mail.id, ranges })
  }
  return sendings
}

const take = ({ workspaceId, id, updatedAt }: Stuck): { taken: Sql<{ id: string }>; ranges: Sql<Range> } => ({
  taken: sql<{ id: string }>`
    UPDATE mails SET updated_at = ${NOW}
    WHERE workspace_id = ${workspaceId} AND id = ${id} AND ${STUCK_SQL} AND updated_at = ${updatedAt} RETURNING id`,
  ranges: selectRanges(sql`${workspaceId}`, id),
})
