import { type Db, retryOnConflict, trip } from '../../../db/client'
import { failUnless } from '../../../db/guard'
import { NOW } from '../../../db/now'
import { HOME } from '../../../db/places'
import type { WorkspaceRow } from '../../../db/schema'
import { workspaces } from '../../../db/schema'
import { allColumns, type Sql, sql } from '../../../db/sql'
import { daysFrom } from '../../shared/dates'
import { DomainError } from '../../shared/errors'
import { worksOnlyHereSql } from '../../staff/places'
import { OF_STAFF } from '../../staff/sweep'
import { deleteRows } from '../copy/delete-rows'
import { DOORS, ownTables, readTables, type Table } from '../copy/tables'
import { giveUpSlugs } from '../slugs'
import { COPY_DAYS, erasableAt } from './dates'
import { type Receipt, type ReceiptRow, receiptOf, selectReceipt } from './receipt'
import { requireNoneBelow, selectBelow } from './suspend'

type Request = { workspaceId: string; requestId: string; now: Date }

/** Deletes the backups of a workspace; those that are locked for now are kept, and counted. */
export type DeleteBackups = (workspaceId: string) => Promise<{ deleted: number; kept: number }>

type Means = { isTimeUp: () => boolean; deleteBackups?: DeleteBackups | undefined }

/**
 * Erases a workspace that has been suspended for 30 days, or a copy or a sandbox at any time: with the first trip it is gone for everybody, with the
 * accounts of staff who work for no other one; then its rows go slice by slice, until `isTimeUp`. Repeated for an id, it goes on.
 * Returns the receipt. Throws `not_found`, `not_yet`, and `has_subordinates` while there are workspaces below.
 */
export async function eraseWorkspace(db: Db, request: Request, means: Means): Promise<Receipt> {
  await retryOnConflict(() => beginErasure(db, request))
  return goOn(db, request.workspaceId, means)
}

/** How many erasures a run takes up. */
const MAX_TAKEN_UP = 20

/**
 * Goes on with erasures that were begun, and erases the copies that have been kept for long enough. Returns how many are complete
 * now, and how many are left.
 */
export async function eraseByTheClock(
  db: Db,
  { requestId, now }: Omit<Request, 'workspaceId'>,
  means: Means,
): Promise<{ erased: number; left: number }> {
  const endedBefore = daysFrom(now, -COPY_DAYS).toISOString()
  const { due } = await trip(db, {
    due: sql<{ id: string }>`
      SELECT erased_id AS id FROM workspace_erasures INDEXED BY workspace_erasures_in_progress WHERE finished_at IS NULL
      UNION
      SELECT id FROM workspaces INDEXED BY workspaces_copies WHERE copy_of IS NOT NULL AND suspended_at < ${endedBefore}
      LIMIT ${MAX_TAKEN_UP}`,
  })
  let erased = 0
  for (const { id } of due) {
    if (means.isTimeUp()) break
    const receipt = await eraseWorkspace(db, { workspaceId: id, requestId, now }, means)
    if (receipt.finished_at !== null) erased++
  }
  return { erased, left: due.length - erased }
}

async function beginErasure(db: Db, { workspaceId, requestId, now }: Request): Promise<void> {
  const { found, receipts, below } = await trip(db, {
    found: sql<WorkspaceRow>`SELECT ${allColumns(workspaces)} FROM workspaces WHERE id = ${workspaceId}`,
    receipts: selectReceipt(workspaceId),
    below: selectBelow(sql`${workspaceId}`, sql`TRUE`),
  })
  const [workspace] = found
  if (!workspace) {
    if (receipts.length > 0) return
    throw new DomainError('not_found', 'There is no such workspace.')
  }
  requireErasable(workspace, now)
  requireNoneBelow(below)
  const { tables } = await readTables(db)
  const counts = JSON.stringify(await countRows(db, workspaceId, ownTables(tables)))
  const own = sql`${workspaceId}`
  const onlyHere = staffOfOnlySql(own)
  const selected = sql<{ id: string }>`SELECT staff_id AS id FROM ${onlyHere}`
  const staff = db.place === HOME ? [] : (await trip(db, { selected })).selected
  await trip(db, {
    unchanged: failUnless(sql`
      EXISTS (SELECT 1 FROM workspaces WHERE id = ${own} AND suspended_at IS ${workspace.suspendedAt})
      AND NOT EXISTS (${selectBelow(own, sql`TRUE`)})`),
    begun: sql`
      INSERT INTO workspace_erasures (erased_id, started_at, request_id, suspended_at, copy_of, last_export, counts)
      SELECT id, ${NOW}, ${requestId}, coalesce(suspended_at, ${NOW}), copy_of, last_export, ${counts} FROM workspaces WHERE id = ${own}`,
    accounts: deleteAccounts(onlyHere),
    // Whoever opens the workspace finds nothing from now on.
    doors: DOORS.map((table) => sql`DELETE FROM ${sql.raw(table)} WHERE workspace_id = ${own}`),
    gone: sql`DELETE FROM workspaces WHERE id = ${own}`,
  })
  if (staff.length > 0)
    await eraseAccountsAtHome(
      db,
      staff.map(({ id }) => id),
    )
}

/**
 * Erases in the first database the accounts of staff who worked for a workspace of another one, unless they work for any other
 * workspace. If it fails, the nightly run does it a day later. One trip.
 */
async function eraseAccountsAtHome(db: Db, staffIds: readonly string[]): Promise<void> {
  const ids = JSON.stringify(staffIds)
  await trip(db.at(HOME), {
    left: sql`
      DELETE FROM staff_places WHERE place = ${db.place} AND staff_id IN (SELECT value FROM json_each(${ids}))`,
    accounts: deleteAccounts(sql`(
      SELECT value FROM json_each(${ids})
      WHERE NOT EXISTS (SELECT 1 FROM memberships WHERE memberships.staff_id = value)
        AND ${worksOnlyHereSql(sql`value`)})`),
  })
}

function requireErasable({ suspendedAt, copyOf, isSandbox }: WorkspaceRow, now: Date): void {
  if (copyOf !== null || isSandbox) return
  const at = erasableAt({ suspendedAt, copyOf, isSandbox })
  if (at === null)
    throw new DomainError('not_yet', 'The workspace is not suspended. It can be erased 30 days after that.')
  if (at > now.toISOString()) throw new DomainError('not_yet', `The workspace can be erased from ${at} on.`)
}

/** The rows that a workspace has, and those of staff who work for no other one, by table. One trip. */
async function countRows(db: Db, workspaceId: string, tables: readonly Table[]) {
  const counted = await trip(db, {
    ...Object.fromEntries(
      tables.map(({ name, tenant }) => [
        name,
        sql<Count>`SELECT count(*) AS count FROM ${sql.raw(name)} WHERE ${sql.raw(tenant ?? '')} = ${workspaceId}`,
      ]),
    ),
    ...Object.fromEntries(
      Object.entries(accountsOf(staffOfOnlySql(sql`${workspaceId}`))).map(([name, condition]) => [
        name === 'segments' || name === 'table_columns' ? `${name}_elsewhere` : name,
        sql<Count>`SELECT count(*) AS count FROM ${sql.raw(name)} WHERE ${condition}`,
      ]),
    ),
  })
  return Object.fromEntries(
    Object.entries(counted as Record<string, Count[]>).map(([name, [row]]) => [name, row?.count ?? 0]),
  )
}

type Count = { count: number }

const deleteAccounts = (staffIds: Sql): Sql[] =>
  Object.entries(accountsOf(staffIds)).map(
    ([table, condition]) => sql`DELETE FROM ${sql.raw(table)} WHERE ${condition}`,
  )

/** The ids of staff who work for this workspace and no other one, as far as this database knows. */
const staffOfOnlySql = (workspace: Sql): Sql => sql`(
  SELECT staff_id FROM memberships AS own WHERE own.workspace_id = ${workspace} AND NOT EXISTS (
    SELECT 1 FROM memberships AS other WHERE other.staff_id = own.staff_id AND other.workspace_id <> own.workspace_id)
    AND ${worksOnlyHereSql(sql`own.staff_id`)})`

/** The conditions of the rows of these staff, by table; those of `staff` come last. */
function accountsOf(staffIds: Sql): Record<string, Sql> {
  return {
    ...Object.fromEntries(OF_STAFF.map((table) => [table, sql`staff_id IN ${staffIds}`])),
    known_browsers: sql`subject IN ${staffIds}`,
    staff: sql`id IN ${staffIds}`,
  }
}

async function goOn(db: Db, workspaceId: string, { isTimeUp, deleteBackups }: Means): Promise<Receipt> {
  const stored = receiptOf((await trip(db, { receipts: selectReceipt(workspaceId) })).receipts)
  if (stored.finished_at !== null) return stored
  const { tables } = await readTables(db)
  const { isComplete } = await deleteRows(db, workspaceId, { tables, isTimeUp })
  if (!isComplete) return stored
  await giveUpSlugs(db, workspaceId)
  if (db.place !== HOME)
    await trip(db.at(HOME), { dead: sql`DELETE FROM dead_messages WHERE workspace_id = ${workspaceId}` })
  const backups = await deleteBackups?.(workspaceId)
  return receiptOf(await finish(db, { workspaceId, tables: ownTables(tables), backups }))
}

type Finish = {
  workspaceId: string
  tables: readonly Table[]
  backups: { deleted: number; kept: number } | undefined
}

// What came meanwhile, such as by a request that had begun before, is deleted by the next round.
async function finish(db: Db, { workspaceId, tables, backups }: Finish): Promise<ReceiptRow[]> {
  const isEmpty = tables.map(
    ({ name, tenant }) =>
      sql`NOT EXISTS (SELECT 1 FROM ${sql.raw(name)} WHERE ${sql.raw(tenant ?? '')} = erased_id)`,
  )
  const { receipts } = await trip(db, {
    finished: sql`
      UPDATE workspace_erasures
      SET finished_at = ${NOW}, backups_deleted = ${backups?.deleted ?? null}, backups_kept = ${backups?.kept ?? null}
      WHERE erased_id = ${workspaceId} AND finished_at IS NULL AND ${allOf(isEmpty)}`,
    receipts: selectReceipt(workspaceId),
  })
  return receipts
}

/** All of some conditions, as a balanced tree: the one of a flat list is deeper than SQLite in D1 takes. */
function allOf(conditions: Sql[]): Sql {
  const [first = sql`TRUE`, second] = conditions
  if (!second) return first
  const middle = Math.ceil(conditions.length / 2)
  return sql`(${allOf(conditions.slice(0, middle))} AND ${allOf(conditions.slice(middle))})`
}
