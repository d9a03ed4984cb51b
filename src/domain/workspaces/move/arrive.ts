import { tripOfAnyMigration, WriteConflict } from '../../../db/client'
import { failUnless } from '../../../db/guard'
import { type Sql, sql } from '../../../db/sql'
import { repairAgain } from '../../shared/repairs'
import { type Account, shareAccounts } from '../../staff/places'
import { deleteRows } from '../copy/delete-rows'
import { pagesOf } from '../copy/read-rows'
import { readTables } from '../copy/tables'
import { insertRows } from '../copy/write-rows'
import { STAFF_COLUMNS } from '../leaving/export/withhold'
import { isNotThereSql } from './copy-rows'
import type { Hold } from './hold'
import { lockRows, openSql, unlockRows } from './lock'
import { type Ended, MoveFailed } from './step'
import { lastTables, movedTables } from './tables'
import { whatIsTaken } from './taken'

const PAGE = { rows: 5_000, bytes: 1_000_000 }

/**
 * Writes the row of a workspace at the target, with who opens it, in one trip: from then on it is there, and can only be read, as
 * where it was. Nothing is done if it is there. Throws {@link MoveFailed} if another row there has what is unique, such as its slug.
 */
export async function arrive(hold: Hold): Promise<Ended> {
  if (!(await hasArrived(hold))) await arriveNow(hold)
  await hold.next('verifying')
  return 'more'
}

async function arriveNow(hold: Hold): Promise<void> {
  const { source, target, id } = hold
  const { tables } = await readTables(source)
  const rows: Sql[] = []
  for (const table of lastTables(tables))
    for await (const lines of pagesOf(source, { table, workspaceId: id, ...PAGE }))
      rows.push(...insertRows(id, { table, columns: table.columns, lines }))
  try {
    await shareStaff(hold)
    await hold.confirm()
    await tripOfAnyMigration(target, {
      notThere: failUnless(isNotThereSql(hold)),
      rows,
      moving: sql`UPDATE workspaces SET moving_to = ${target.place} WHERE id = ${id}`,
      repaired: repairAgain(id),
      locked: lockRows(tables, id),
    })
  } catch (error) {
    const taken = error instanceof WriteConflict ? await whatIsTaken(hold) : undefined
    if (!taken) throw error
    throw new MoveFailed(
      `Database ${target.place} has ${taken} already. Change it at one of both places, and schedule the move again.`,
    )
  }
}

async function hasArrived({ target, id }: Hold): Promise<boolean> {
  const { rows } = await tripOfAnyMigration(target, {
    rows: sql`SELECT 1 FROM workspaces WHERE id = ${id} AND moving_to = ${target.place}`,
  })
  return rows.length > 0
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
export async function openTarget(hold: Hold): Promise<Ended> {
  const { target, id } = hold
  await tripOfAnyMigration(target, {
    unlocked: await unlockRows(target, id),
    opened: openSql(id),
    forgotten: sql`DELETE FROM moves WHERE moved_id = ${id}`,
    freed: sql`DELETE FROM idempotent_requests WHERE workspace_id = ${id} AND part = 0 AND result IS NULL`,
  })
  await hold.next('deleting')
  return 'next'
}

/**
 * Deletes what an earlier attempt has left at the target, slice by slice until `isTimeUp`; nothing of a workspace that is in use
 * there. The forwarding row that the target may have of the workspace stays.
 */
export async function clearTarget(
  { target, id }: Hold,
  isTimeUp: () => boolean,
): Promise<'cleared' | 'more' | 'in use'> {
  const { tables } = await readTables(target)
  await tripOfAnyMigration(target, {
    unlocked: await unlockRows(target, id),
    gone: sql`DELETE FROM workspaces WHERE id = ${id} AND moving_to = ${target.place}`,
  })
  const { rows } = await tripOfAnyMigration(target, {
    rows: sql`SELECT 1 FROM workspaces WHERE id = ${id}`,
  })
  if (rows.length > 0) return 'in use'
  const { isComplete } = await deleteRows(target, id, { tables: movedTables(tables), isTimeUp })
  return isComplete ? 'cleared' : 'more'
}
