import { tripOfAnyMigration } from '../../../db/client'
import { failUnless } from '../../../db/guard'
import { type Sql, sql } from '../../../db/sql'
import { filledTables } from '../copy/delete-rows'
import { pageOf, selectPage } from '../copy/read-rows'
import type { Table } from '../copy/tables'
import { insertRows } from '../copy/write-rows'
import type { Hold } from './hold'
import { MoveFailed } from './step'

/** What one trip reads, and another one writes. */
const PAGE = { rows: 2_000, bytes: 1_000_000 }

/**
 * Copies the rows of tables to the target, page by page until `isTimeUp`; returns whether all are. Rows that are there already stay,
 * so a page can be copied again. Two trips a page.
 */
export const copyRows = (hold: Hold, tables: readonly Table[], isTimeUp: () => boolean): Promise<boolean> =>
  pages(hold, tables, {
    isTimeUp,
    async each(table, after) {
      const { rows, next } = await readPage(hold, 'source', table, after)
      await tripOfAnyMigration(hold.target, {
        notThere: failUnless(isNotThereSql(hold)),
        rows: insertRows(hold.id, { table, columns: table.columns, lines: rows }),
      })
      return next
    },
  })

/**
 * Compares the rows of tables, page by page until `isTimeUp`; returns whether all were. Throws {@link MoveFailed} for the first page that
 * is not the same. Two trips a page.
 */
export const compareRows = (
  hold: Hold,
  tables: readonly Table[],
  isTimeUp: () => boolean,
): Promise<boolean> =>
  pages(hold, tables, {
    isTimeUp,
    async each(table, after) {
      const [source, target] = await Promise.all([
        readPage(hold, 'source', table, after),
        readPage(hold, 'target', table, after),
      ])
      const isSame =
        source.next === target.next &&
        source.rows.length === target.rows.length &&
        source.rows.every((row, index) => row === target.rows[index])
      if (!isSame)
        throw new MoveFailed(
          `The rows of ${table.name} were not the same at both places. Schedule the move again: they are copied anew.`,
        )
      return source.next
    },
  })

/**
 * The condition that a workspace has not arrived. A run that stood still, while another one has taken the move, would write into a
 * workspace that is in use.
 */
export const isNotThereSql = ({ id }: Pick<Hold, 'id'>): Sql =>
  sql`NOT EXISTS (SELECT 1 FROM workspaces WHERE id = ${id})`

async function pages(
  hold: Hold,
  tables: readonly Table[],
  {
    isTimeUp,
    each,
  }: {
    isTimeUp: () => boolean
    each: (table: Table, after: string | null) => Promise<string | null>
  },
): Promise<boolean> {
  const [filled, alsoFilled] = await Promise.all(
    [hold.source, hold.target].map((db) => filledTables(db, hold.id, tables)),
  )
  const from = Math.max(
    0,
    tables.findIndex(({ name }) => name === hold.progress?.table),
  )
  let after = hold.progress?.after ?? null
  for (const table of tables.slice(from)) {
    if (!filled?.includes(table) && !alsoFilled?.includes(table)) continue
    do {
      const progress = { table: table.name, after }
      if (isTimeUp()) {
        await hold.keep(progress, { isLast: true })
        return false
      }
      after = await each(table, after)
      await hold.keep({ table: table.name, after }, { isLast: false })
    } while (after !== null)
  }
  return true
}

async function readPage(
  { source, target, id }: Hold,
  side: 'source' | 'target',
  table: Table,
  after: string | null,
) {
  const { found } = await tripOfAnyMigration(side === 'source' ? source : target, {
    found: selectPage({ table, workspaceId: id, after, ...PAGE }),
  })
  return pageOf(found)
}
