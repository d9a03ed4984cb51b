import { env } from 'cloudflare:workers'
import { open, tripOfAnyMigration } from '../../src/db/client'
import { pageOf, selectPage } from '../../src/domain/workspaces/copy/read-rows'
import type { Table } from '../../src/domain/workspaces/copy/tables'
import { insertRows } from '../../src/domain/workspaces/copy/write-rows'
import { storedTables } from './storage'

export const PAGE = { bytes: 1_000_000, rows: 2_000 }

/** All rows of a workspace in a table, page by page, as the lines of a file. */
export async function linesOf(workspaceId: string | null, table: Table, size = PAGE): Promise<string[]> {
  const lines: string[] = []
  let after: string | null = null
  do {
    const page: ReturnType<typeof pageOf> = pageOf(
      (
        await tripOfAnyMigration(open(env.DB), {
          page: selectPage({ table, workspaceId, after, ...size }),
        })
      ).page,
    )
    lines.push(...page.rows)
    after = page.next
  } while (after !== null)
  return lines
}

/** The lines of a small workspace by table, in one trip. */
export async function everyLine(
  workspaceId: string,
  tables: readonly Table[],
): Promise<Record<string, string[]>> {
  const pages = await tripOfAnyMigration(
    open(env.DB),
    Object.fromEntries(tables.map((table) => [table.name, selectPage({ table, workspaceId, ...PAGE })])),
  )
  return Object.fromEntries(
    Object.entries(pages).map(([name, found]) => {
      const { rows, next } = pageOf(found)
      if (next !== null) throw new Error(`${name} has more than a page.`)
      return [name, rows]
    }),
  )
}

/** Loads what {@link everyLine} has read, in one trip. */
export async function loadLines(
  workspaceId: string,
  tables: readonly Table[],
  lines: Record<string, string[]>,
): Promise<void> {
  const rows = tables.flatMap((table) =>
    insertRows(workspaceId, { table, columns: table.columns, lines: lines[table.name] ?? [] }),
  )
  await tripOfAnyMigration(open(env.DB), { rows })
}

/** Every row of every table, in an order that does not depend on when it was written. */
export async function sortedRows(): Promise<{ name: string; rows: string[] }[]> {
  const stored = await storedTables()
  return stored.map(({ name, rows }) => ({ name, rows: rows.map((row) => JSON.stringify(row)).sort() }))
}
