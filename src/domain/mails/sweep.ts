import { type Db, trip } from '../../db/client'
import { before, NOW } from '../../db/now'
import { sql } from '../../db/sql'

/** How many recipients a slice deletes at about, and how many mails it looks at. */
const SLICE = 20_000
const MAX_MAILS = 200

/** Until when mails were sent whose recipients are deleted. */
const TWO_YEARS_AGO = before('-2 years')

/** Mails to sweep, a row of `mails`: one that still waits is not over. */
const DUE_SQL = sql`sent_at < ${TWO_YEARS_AGO} AND sent_at IS NOT NULL AND recipients_swept_at IS NULL
  AND state IN ('sent', 'stopped')`

/** Returns the ids of the workspaces with mails whose recipients are to be deleted. One trip. A row or two a workspace. */
export async function listWorkspacesToSweep(db: Db): Promise<string[]> {
  const { found } = await trip(db, {
    found: sql<{ id: string }>`
      SELECT id FROM workspaces WHERE EXISTS (
        SELECT 1 FROM mails INDEXED BY mails_to_sweep WHERE mails.workspace_id = workspaces.id AND ${DUE_SQL})`,
  })
  return found.map(({ id }) => id)
}

/**
 * Deletes the recipients of mails of a workspace that were sent two years ago, the oldest first, some 20,000 of them. The mails
 * keep their texts and counts. Returns whether these were all. Two trips.
 */
export async function sweepRecipients(db: Db, workspaceId: string): Promise<{ isAll: boolean }> {
  const { due } = await trip(db, {
    due: sql<{ id: string; total: number }>`
      SELECT id, (SELECT count(*) FROM mail_recipients WHERE workspace_id = ${workspaceId} AND mail_id = mails.id) AS total
      FROM mails INDEXED BY mails_to_sweep WHERE workspace_id = ${workspaceId} AND ${DUE_SQL}
      ORDER BY sent_at LIMIT ${MAX_MAILS}`,
  })
  const ids: string[] = []
  let recipients = 0
  for (const { id, total } of due) {
    if (ids.length > 0 && recipients + total > SLICE) break
    ids.push(id)
    recipients += total
  }
  if (ids.length === 0) return { isAll: true }
  const idsSql = sql`(SELECT value FROM json_each(${JSON.stringify(ids)}))`
  await trip(db, {
    deleted: sql`DELETE FROM mail_recipients WHERE workspace_id = ${workspaceId} AND mail_id IN ${idsSql}`,
    swept: sql`UPDATE mails SET recipients_swept_at = ${NOW} WHERE workspace_id = ${workspaceId} AND id IN ${idsSql}`,
  })
  return { isAll: ids.length === due.length && due.length < MAX_MAILS }
}
