import { tripOfAnyMigration, WriteConflict } from '../../../db/client'
import { type Sql, sql } from '../../../db/sql'
import { repairAgain } from '../../shared/repairs'
import { type Account, shareAccounts } from '../../staff/places'
import { deleteRows } from '../copy/delete-rows'
import { pageOf, selectPage } from '../copy/read-rows'
import { readTables, type Table } from '../copy/tables'
import { insertRows } from '../copy/write-rows'
import { STAFF_COLUMNS } from '../leaving/export/withhold'
import { openSql } from './cancel'
import { Differs } from './copy-rows'
import type { Hold } from './hold'
import { lockRows, movedTables, unlockRows } from './lock'

/** The tables by which somebody opens a workspace: their rows come with its own, and go with it. */
export const DOORS: readonly string[] = ['memberships', 'api_keys', 'portal_sessions']

const PAGE = { rows: 5_000, bytes: 1_000_000 }

/**
 * Writes the row of a workspace at the target, with who opens it, in one trip: from then on it is there, and can only be read, as
 * where it was. Nothing is done if it is there. Throws {@link Differs} if another row there has what is unique, such as its slug.
 */
export async function arrive(hold: Hold): Promise<void> {
  const { source, target, id } = hold
  if (await isThere(hold)) return
  const { tables } = await readTables(source)
  const last = movedTables(tables).filter(({ name }) => name === 'workspaces' || DOORS.includes(name))
  const rows: Sql[] = []
  for (const table of last)
    for await (const lines of readAll(hold, table))
      rows.push(...insertRows(id, { table, columns: table.columns, lines }))
  try {
    await shareStaff(hold)
    await tripOfAnyMigration(target, {
      rows,
      moving: sql`UPDATE workspaces SET moving_to = ${target.place} WHERE id = ${id}`,
      repaired: repairAgain(id),
      locked: lockRows(tables, id),
    })
  } catch (error) {
    if (!(error instanceof WriteConflict)) throw error
    throw new Differs('The other database has a row with the same slug, key or account of staff.')
  }
}

async function isThere({ target, id }: Hold): Promise<boolean> {
  const { rows } = await tripOfAnyMigration(target, {
    rows: sql`SELECT 1 FROM workspaces WHERE id = ${id} AND moving_to = ${target.place}`,
  })
  return rows.length > 0
}

async function* readAll({ source, id }: Hold, table: Table): AsyncGenerator<string[]> {
  let after: string | null = null
  do {
    const { found } = await tripOfAnyMigration(source, {
      found: selectPage({ table, workspaceId: id, after, ...PAGE }),
    })
    const { rows, next }: ReturnType<typeof pageOf> = pageOf(found)
    yield rows
    after = next
  } while (after !== null)
}

/** Gives the target the accounts of who works for a workspace. Three trips. */
async function shareStaff({ source, target, id }: Hold): Promise<void> {
  const { staff } = await tripOfAnyMigration(source, {
    staff: sql<Account>`
      SELECT ${sql.raw(STAFF_COLUMNS.map((name) => `staff.${name}`).join(', '))}
      FROM memberships CROSS JOIN staff ON staff.id = memberships.staff_id WHERE memberships.workspace_id = ${id}`,
  })
  await shareAccounts(target, staff, new Date())
}

/** Opens a workspace at its new place. An idempotency key whose request never ended is free again. */
export async function openTarget({ target, id }: Hold): Promise<void> {
  await tripOfAnyMigration(target, {
    unlocked: await unlockRows(target, id),
    opened: openSql(id),
    forgotten: sql`DELETE FROM moves WHERE moved_id = ${id}`,
    freed: sql`DELETE FROM idempotent_requests WHERE workspace_id = ${id} AND part = 0 AND result IS NULL`,
  })
}

/**
 * Deletes what an earlier attempt has left at the target, slice by slice until `isTimeUp`; returns whether all is deleted. The
 * forwarding row that the target may have of the workspace stays.
 */
export async function clearTarget({ target, id }: Hold, isTimeUp: () => boolean): Promise<boolean> {
  const { tables } = await readTables(target)
  await tripOfAnyMigration(target, {
    unlocked: await unlockRows(target, id),
    gone: sql`DELETE FROM workspaces WHERE id = ${id} AND moving_to = ${target.place}`,
  })
  const { rows } = await tripOfAnyMigration(target, {
    rows: sql`SELECT 1 FROM workspaces WHERE id = ${id}`,
  })
  if (rows.length > 0) throw new Error('The workspace is at both places.')
  const { isComplete } = await deleteRows(target, id, { tables: movedTables(tables), isTimeUp })
  return isComplete
}
