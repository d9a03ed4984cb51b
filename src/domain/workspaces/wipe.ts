import { type Db, retryOnConflict, trip } from '../../db/client'
import { failUnless } from '../../db/guard'
import { before, NOW } from '../../db/now'
import { type Sql, sql } from '../../db/sql'
import type { Actor } from '../access/actor'
import { lastNumber } from '../events/batch'
import { insertEvents } from '../events/record'
import { deleteRows } from './copy/delete-rows'
import { ownTables, readTables, type Table } from './copy/tables'

/** The tables whose rows stay in a sandbox: the workspace, what opens doors, and where webhooks go. */
const STAYS = ['api_keys', 'memberships', 'restores', 'webhook_endpoints', 'workspace_logos', 'workspaces']

/** Those whose rows go with the last trip alone, since versions and numbers follow from them. */
const GOES_LAST = ['custom_columns', 'events']

/** How many slices a job deletes: each is a trip. */
const MAX_SLICES = 60

/** How many events a slice deletes. */
const MAX_EVENTS = 2_000

/** A sandbox that was wiped since then is not wiped again: the queue may deliver a job twice. */
const TWELVE_HOURS_AGO = before('-12 hours')

/** Returns the ids of the sandboxes in use. One trip. A row or two each. */
export async function listSandboxes(db: Db): Promise<string[]> {
  const { found } = await trip(db, {
    found: sql<{ id: string }>`
      SELECT id FROM workspaces INDEXED BY workspaces_sandboxes WHERE is_sandbox AND suspended_at IS NULL AND moving_to IS NULL`,
  })
  return found.map(({ id }) => id)
}

/**
 * Deletes all that a sandbox has but {@link STAYS}, slice by slice, and the rest with the event of it in one trip, so that it is
 * empty then, whatever others wrote meanwhile. Events go on with the next number, as after a sweep. Returns whether it is done: a
 * suspended one, another workspace and one that was wiped tonight stay as they are. Some 65 trips at most.
 */
export async function wipeSandbox(
  db: Db,
  { workspaceId, actor }: { workspaceId: string; actor: Actor },
): Promise<{ isDone: boolean }> {
  return retryOnConflict(async () => {
    const { due } = await trip(db, { due: sql`SELECT 1 WHERE ${dueSql(workspaceId)}` })
    if (due.length === 0) return { isDone: true }
    const { tables } = await readTables(db)
    const goes = ownTables(tables).filter(({ name }) => !STAYS.includes(name))
    let slices = 0
    const isTimeUp = () => ++slices > MAX_SLICES
    const early = goes.filter(({ name }) => !GOES_LAST.includes(name))
    const { isComplete } = await deleteRows(db, workspaceId, { tables: early, isTimeUp })
    if (!isComplete || !(await deleteEvents(db, workspaceId, isTimeUp))) return { isDone: false }
    await trip(db, lastOf({ workspaceId, actor, goes }))
    return { isDone: true }
  })
}

/** The condition that a sandbox is in use and was not wiped tonight: its first event says when it was. */
const dueSql = (workspaceId: string): Sql => sql`
  EXISTS (SELECT 1 FROM workspaces WHERE id = ${workspaceId} AND is_sandbox AND suspended_at IS NULL AND moving_to IS NULL)
  AND NOT EXISTS (
    SELECT 1 FROM workspaces CROSS JOIN events ON events.workspace_id = workspaces.id AND number = events_swept_to + 1
    WHERE id = ${workspaceId} AND action = 'workspace.wiped' AND at > ${TWELVE_HOURS_AGO})`

/** Deletes all events but the last one, from whose number the next one goes on. Returns whether these were all. A trip a slice. */
async function deleteEvents(db: Db, workspaceId: string, isTimeUp: () => boolean): Promise<boolean> {
  while (!isTimeUp()) {
    const { left } = await trip(db, {
      deleted: sql`
        DELETE FROM events WHERE workspace_id = ${workspaceId} AND number < ${lastNumber(sql`${workspaceId}`)} AND number IN (
          SELECT number FROM events WHERE workspace_id = ${workspaceId} ORDER BY number LIMIT ${MAX_EVENTS})`,
      swept: sweptToFirst(workspaceId),
      left: sql<{ count: number }>`
        SELECT count(*) AS count FROM (SELECT 1 FROM events WHERE workspace_id = ${workspaceId} LIMIT 2)`,
    })
    if ((left[0]?.count ?? 0) < 2) return true
  }
  return false
}

/** Tells readers up to which number events are gone: all before the first one that is left. */
const sweptToFirst = (workspaceId: string, also = sql``): Sql => sql`
  UPDATE workspaces SET events_swept_to = max(events_swept_to, (
    SELECT coalesce(min(number) - 1, 0) FROM events WHERE workspace_id = ${workspaceId})) ${also}
  WHERE id = ${workspaceId}`

type Last = { workspaceId: string; actor: Actor; goes: readonly Table[] }

/** The statements of the last trip: with it the sandbox is empty. */
const lastOf = ({ workspaceId, actor, goes }: Last) => ({
  due: failUnless(dueSql(workspaceId)),
  wiped: insertEvents(
    actor,
    sql`${workspaceId}`,
    { action: 'workspace.wiped', subject: 'workspace' },
    sql`SELECT id, name, NULL FROM workspaces WHERE id = ${workspaceId}`,
  ),
  gone: goes.map(({ name }) =>
    name === 'events'
      ? sql`DELETE FROM events WHERE workspace_id = ${workspaceId} AND number < ${lastNumber(sql`${workspaceId}`)}`
      : sql`DELETE FROM ${sql.raw(name)} WHERE workspace_id = ${workspaceId}`,
  ),
  // A setting that names a cost unit goes with it, and cached columns are stale.
  settings: sweptToFirst(
    workspaceId,
    sql`, columns_version = columns_version + 1, charge_cost_unit_id = NULL, charge_category_id = NULL, charge_sphere = NULL,
      updated_at = ${NOW}`,
  ),
})
