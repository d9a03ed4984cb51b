import { type Db, retryOnConflict, trip } from '../../../db/client'
import { NOW } from '../../../db/now'
import { type Sql, sql } from '../../../db/sql'
import type { Actor } from '../../access/actor'
import { recordInWorkspaces } from '../../events/record'
import { inUtc } from '../../shared/text'
import { validate } from '../../shared/validation'
import { type ApiRestore, newRestore, selectRestores, toApi } from './restore'

/** How much younger than the bookmark events may be: workspaces are backed up one after the other. */
const TOLERANCE_MILLISECONDS = 60 * 60 * 1000

type Recorded = { now: Date; actor: Actor; body: Record<string, unknown> }

/**
 * Records that the database, or one workspace, was restored to an earlier state. From then on its events and cursors have a new
 * epoch, no version of its columns comes again, the mails that were being sent are held, and so is what rules send for what was
 * due before. Members sign in again, and staff if all was restored. The same restore is recorded once. Two trips. Throws `invalid`,
 * also if the data is younger than the bookmark.
 */
export async function recordRestore(db: Db, { now, actor, body }: Recorded): Promise<ApiRestore> {
  return retryOnConflict(async () => {
    const facts = await loadFacts(db, body, now)
    const input = validate(newRestore, body, (given) => restoreIssues(given, facts, now))
    if (facts.recorded) return toApi(facts.recorded)
    const workspaceId = input.workspace_id ?? null
    const bookmark = inUtc(input.bookmark)
    const epoch = Math.max(Math.floor(now.getTime() / 1000), facts.lastEpoch + 1)
    const at = now.toISOString()
    await trip(db, {
      recorded: sql`
        INSERT INTO restores (epoch, workspace_id, at, bookmark) VALUES (${epoch}, ${workspaceId}, ${at}, ${bookmark})`,
      ...restoreStatements(ofSql(workspaceId), { epoch, at, bookmark }),
      staffSessions: endStaffSessions(workspaceId),
      events: recordInWorkspaces(
        actor,
        { action: 'workspace.restored', subject: 'workspace' },
        {
          workspaces: sql`SELECT id, name FROM workspaces WHERE ${ofSql(workspaceId)('id')}`,
          changes: { restored_to: [null, bookmark] },
        },
      ),
    })
    return { epoch, restored_at: at, bookmark, workspace_id: workspaceId }
  })
}

type Facts = Awaited<ReturnType<typeof loadFacts>>

async function loadFacts(db: Db, body: Record<string, unknown>, now: Date) {
  const { success, data } = newRestore.safeParse(body)
  const [bookmark, workspaceId] = success
    ? [inUtc(data.bookmark), data.workspace_id ?? null]
    : [now.toISOString(), null]
  const latest = new Date(Date.parse(bookmark) + TOLERANCE_MILLISECONDS).toISOString()
  const isOf = ofSql(workspaceId)
  const { facts, same } = await trip(db, {
    facts: sql<{ lastEpoch: number; exists: number; isRecorded: number; younger: string | null }>`
      SELECT (SELECT coalesce(max(epoch), 0) FROM restores) AS lastEpoch,
        EXISTS (SELECT 1 FROM workspaces WHERE ${isOf('id')}) AS "exists",
        EXISTS (
          SELECT 1 FROM workspaces WHERE ${isOf('id')} AND restores ->> '$[#-1].bookmark' = ${bookmark}) AS isRecorded,
        (SELECT max(at) FROM (
          SELECT (SELECT at FROM events WHERE workspace_id = workspaces.id ORDER BY number DESC LIMIT 1) AS at
          FROM workspaces WHERE ${isOf('id')}) WHERE at > ${latest}) AS younger`,
    same: selectRestores(sql`bookmark = ${bookmark} AND workspace_id IS ${workspaceId}`),
  })
  const [read = { lastEpoch: 0, exists: 0, isRecorded: 0, younger: null }] = facts
  // The workspace has lost the restore that the table knows if it was restored once more by its file.
  return { ...read, recorded: read.isRecorded ? same[0] : undefined }
}

function* restoreIssues(
  { bookmark, workspace_id }: Partial<{ bookmark: string; workspace_id: string }>,
  { exists, younger, recorded }: Facts,
  now: Date,
) {
  if (bookmark !== undefined && Date.parse(bookmark) > now.getTime())
    yield [['bookmark'], { code: 'in_future' }] as const
  else if (younger !== null && !recorded) yield [['bookmark'], { code: 'data_younger', at: younger }] as const
  if (workspace_id !== undefined && !exists) yield [['workspace_id'], { code: 'workspace_unknown' }] as const
}

/** The condition that a column is the id of the workspace that was restored, or of any. */
const ofSql =
  (workspaceId: string | null) =>
  (column: string): Sql =>
    workspaceId === null ? sql`TRUE` : sql`${sql.raw(column)} = ${workspaceId}`

type Marked = { epoch: number; at: string; bookmark: string }

const restoreStatements = (isOf: (column: string) => Sql, { epoch, at, bookmark }: Marked) => ({
  // Versions that were counted before the restore name other columns: the epoch is greater than all of them.
  workspaces: sql`
    UPDATE workspaces SET columns_version = max(columns_version + 1, ${epoch}),
      restores = json_insert(restores, '$[#]', json_object('epoch', ${epoch}, 'at', ${at}, 'bookmark', ${bookmark},
        'last_event', (SELECT coalesce(max(number), 0) FROM events WHERE workspace_id = workspaces.id)))
    WHERE ${isOf('id')}`,
  // Those of which none waits were handed over, as far as anybody knows.
  mails: sql`
    UPDATE mails SET state = iif(waiting > 0, 'stopped', 'sent'), held_for = iif(waiting > 0, ${epoch}, NULL),
      revision = revision + 1, updated_at = ${NOW}
    WHERE state = 'sending' AND ${isOf('workspace_id')}`,
  rules: sql`UPDATE mail_rules SET held_for = ${epoch} WHERE enabled_at IS NOT NULL AND ${isOf('workspace_id')}`,
  // Somebody may have ended them since.
  sessions: sql`DELETE FROM portal_sessions WHERE ${isOf('workspace_id')}`,
})

/** Those of staff are of all their workspaces, and stay where one was restored by itself. */
const endStaffSessions = (workspaceId: string | null): Sql[] =>
  workspaceId === null
    ? ['staff_sessions', 'sign_in_requests'].map((table) => sql`DELETE FROM ${sql.raw(table)}`)
    : []
