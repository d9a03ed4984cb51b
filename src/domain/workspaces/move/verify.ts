import { type Db, tripOfAnyMigration } from '../../../db/client'
import { sql } from '../../../db/sql'
import { INVARIANTS } from '../../book/invariants'
import { readTables } from '../copy/tables'
import { compareRows } from './copy-rows'
import type { Hold } from './hold'
import { type Ended, type Means, MoveFailed } from './step'
import { lastTables } from './tables'

/** In the progress of this step, where others have a table. */
const BOOKS = 'books'

/**
 * Compares what a workspace arrived with, and verifies the rules of its books at its new place. Seals need no more: each event and each
 * seal was compared as text.
 */
export async function verify(hold: Hold, { isTimeUp }: Means): Promise<Ended> {
  if (hold.progress?.table !== BOOKS) {
    const { tables } = await readTables(hold.source)
    if (!(await compareRows(hold, lastTables(tables), isTimeUp))) return 'more'
  }
  if (!(await verifyBooks(hold, isTimeUp))) return 'more'
  await hold.next('leaving')
  return 'more'
}

/**
 * Verifies rule by rule until `isTimeUp`; returns whether all are. Throws {@link MoveFailed} for what does not hold there and did where
 * it was. A trip for each rule, and two where it is broken.
 */
async function verifyBooks(hold: Hold, isTimeUp: () => boolean): Promise<boolean> {
  const { source, target, id, progress } = hold
  const rules = Object.keys(INVARIANTS)
  const from = progress?.table === BOOKS ? rules.indexOf(progress.after ?? '') : 0
  for (const rule of rules.slice(Math.max(0, from))) {
    if (isTimeUp()) {
      await hold.keep({ table: BOOKS, after: rule }, { isLast: true })
      return false
    }
    const query = INVARIANTS[rule] ?? ''
    const there = await breaches(target, id, query)
    if (there !== '' && there !== (await breaches(source, id, query)))
      throw new MoveFailed(
        `At its new place it did not hold: ${rule}. Run npm run books:verify, and schedule the move again.`,
      )
    await hold.keep({ table: BOOKS, after: rule })
  }
  return true
}

// Some rules read the books of all workspaces of the database before they are narrowed to one.
async function breaches(db: Db, id: string, query: string): Promise<string> {
  const { rows } = await tripOfAnyMigration(db, {
    rows: sql`SELECT * FROM (${sql.raw(query)}) WHERE workspace_id = ${id} LIMIT 100`,
  })
  return rows
    .map((row) => JSON.stringify(row))
    .sort()
    .join()
}
