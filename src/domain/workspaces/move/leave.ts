import { tripOfAnyMigration } from '../../../db/client'
import { NOW } from '../../../db/now'
import { sql } from '../../../db/sql'
import { listMovedWorkspace } from '../../staff/places'
import { deleteRows } from '../copy/delete-rows'
import { DOORS, readTables } from '../copy/tables'
import { selectBelow } from '../leaving/suspend'
import { keepSlug } from '../slugs'
import type { Hold } from './hold'
import { unlockRows } from './lock'
import { type Ended, type Means, MoveFailed } from './step'
import { movedTables } from './tables'

/** From here on a workspace is at its new place: whoever looks for it where it was is sent on. */
export async function leave(hold: Hold): Promise<Ended> {
  const { id, source } = hold
  const belowSql = selectBelow(sql`${id}`, sql`TRUE`)
  const { below } = await tripOfAnyMigration(source, { below: belowSql })
  if (below.length > 0)
    throw new MoveFailed(
      `Below the workspace is now ${below.map((one) => one.id).join(', ')}: both stay here.`,
    )
  await hold.next('opening', {
    if: sql`NOT EXISTS (${belowSql})`,
    set: sql`, moved_at = ${NOW}`,
    also: [
      ...(await unlockRows(source, id)),
      ...keepSlug(source, id),
      ...DOORS.map((table) => sql`DELETE FROM ${sql.raw(table)} WHERE workspace_id = ${id}`),
      sql`DELETE FROM workspaces WHERE id = ${id}`,
    ],
  })
  return 'next'
}

/** Deletes what is left of a workspace in its old database, and corrects the lists of workspaces of staff who are signed in. */
export async function deleteSource(hold: Hold, { isTimeUp, now }: Means): Promise<Ended> {
  const { tables } = await readTables(hold.source)
  const { isComplete } = await deleteRows(hold.source, hold.id, { tables: movedTables(tables), isTimeUp })
  if (!isComplete) return 'more'
  await listMovedWorkspace(hold.target, { workspaceId: hold.id, now })
  await hold.next('done', { set: sql`, finished_at = ${NOW}` })
  return 'next'
}
