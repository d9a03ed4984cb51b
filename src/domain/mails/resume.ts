import { type Db, trip } from '../../db/client'
import { before, NOW } from '../../db/now'
import { type Sql, sql } from '../../db/sql'
import { inUseSql } from '../access/in-use'
import { dayOf } from './quota'
import { type Range, type Sending, selectRanges } from './recipients'

/** How many mails a slice takes up again. */
const SLICE = 50

// Longer than the queue waits before it tries a mail again, which is an hour. The queue knows no more of mails that were held.
const stuckSql = (now: Date): Sql => sql`state = 'sending' AND waiting > 0
  AND iif(held_on IS NULL, updated_at < ${before('-2 hours')}, held_on < ${dayOf(now)})`

type Stuck = { id: string; updatedAt: string }

/** Returns the ids of the workspaces with mails that got stuck, or were held on a day before. One trip. Reads the mails that are being sent. */
export async function listStuckWorkspaces(db: Db, now: Date): Promise<string[]> {
  const { found } = await trip(db, {
    found: sql<{ id: string }>`
      SELECT DISTINCT workspace_id AS id FROM mails INDEXED BY mails_in_progress
      WHERE ${stuckSql(now)} AND ${inUseSql(sql`mails.workspace_id`)}`,
  })
  return found.map(({ id }) => id)
}

/**
 * Takes up mails of a workspace again of which some wait though nothing has happened for two hours, such as after a crash before
 * the queue was told, and those that were held on a day before. Returns what the queue is to be told, each mail to one of several runs, and whether these were all. One
 * trip, and one for each mail.
 */
export async function resumeMails(
  db: Db,
  { workspaceId, now }: { workspaceId: string; now: Date },
): Promise<{ sendings: Sending[]; isAll: boolean }> {
  const { stuck } = await trip(db, {
    stuck: sql<Stuck>`
      SELECT id, updated_at AS updatedAt FROM mails INDEXED BY mails_in_progress
      WHERE workspace_id = ${workspaceId} AND ${stuckSql(now)} AND ${inUseSql(sql`${workspaceId}`)} LIMIT ${SLICE}`,
  })
  const sendings: Sending[] = []
  for (const mail of stuck) {
    const { taken, ranges } = await trip(db, take(workspaceId, mail, now))
    if (taken.length > 0) sendings.push({ workspaceId, mailId: mail.id, ranges })
  }
  return { sendings, isAll: stuck.length < SLICE }
}

const take = (
  workspaceId: string,
  { id, updatedAt }: Stuck,
  now: Date,
): { taken: Sql<{ id: string }>; ranges: Sql<Range> } => ({
  taken: sql<{ id: string }>`
    UPDATE mails SET updated_at = ${NOW}, held_on = NULL
    WHERE workspace_id = ${workspaceId} AND id = ${id} AND ${stuckSql(now)} AND updated_at = ${updatedAt} RETURNING id`,
  ranges: selectRanges(sql`${workspaceId}`, id),
})
