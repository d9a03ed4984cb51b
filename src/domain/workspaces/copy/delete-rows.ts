import { type Db, tripOfAnyMigration } from '../../../db/client'
import { sql } from '../../../db/sql'
import { ofTenant, pageCte, rowOf } from './page'
import { ownTables, type Table } from './tables'

/** What one statement deletes: each row of a person runs seven triggers, and D1 has 30 seconds. */
const SLICE = { rows: 2_000, bytes: 4_000_000 }

/** What was deleted, as rows by table; `isComplete` is false if the time was up. */
export type Deleted = { rows: Record<string, number>; isComplete: boolean }

/**
 * Deletes all rows of a workspace, those that no file has among them, slice by slice until `isTimeUp`. Its row of `workspaces` is
 * the last one, so a workspace that is half deleted is found again. One trip, and one for each slice.
 */
export async function deleteRows(
  db: Db,
  workspaceId: string,
  { tables, isTimeUp = () => false }: { tables: readonly Table[]; isTimeUp?: () => boolean },
): Promise<Deleted> {
  const own = ownTables(tables)
  const rows = Object.fromEntries(own.map(({ name }) => [name, 0]))
  const filled = await filledTables(db, workspaceId, own)
  for (const table of own) {
    let hasMore = filled.includes(table)
    while (hasMore) {
      if (isTimeUp()) return { rows, isComplete: false }
      const slice = await deleteSlice(db, workspaceId, table)
      rows[table.name] = (rows[table.name] ?? 0) + slice.deleted
      hasMore = slice.hasMore
    }
  }
  return { rows, isComplete: true }
}

/** Those of some tables in which a workspace has rows. One trip. */
export async function filledTables(
  db: Db,
  workspaceId: string,
  tables: readonly Table[],
): Promise<readonly Table[]> {
  const found = await tripOfAnyMigration(
    db,
    Object.fromEntries(tables.map((table) => [table.name, selectHasRows(table, workspaceId)])),
  )
  return tables.filter(({ name }) => found[name]?.[0]?.has_rows === 1)
}

const selectHasRows = (table: Table, workspaceId: string) => sql<{ has_rows: number }>`
  SELECT EXISTS (SELECT 1 FROM ${sql.raw(`"${table.name}"`)} WHERE ${ofTenant(table, workspaceId)}) AS has_rows`

/** Deletes a slice of the rows that a workspace has in a table, always by its id. One trip. */
async function deleteSlice(
  db: Db,
  workspaceId: string,
  table: Table,
): Promise<{ deleted: number; hasMore: boolean }> {
  const name = sql.raw(`"${table.name}"`)
  const ownSql = ofTenant(table, workspaceId)
  const page = pageCte({ table, workspaceId, ...SLICE })
  const ofPageSql =
    table.key.length === 0
      ? sql`TRUE`
      : sql`${sql.raw(rowOf(table.key))} IN (SELECT ${sql.raw(rowOf(table.key).slice(1, -1))} FROM page WHERE fits)`
  const { counted, left } = await tripOfAnyMigration(db, {
    counted: sql<{ deleted: number }>`WITH ${page} SELECT count(*) AS deleted FROM page WHERE fits`,
    slice: sql`WITH ${page} DELETE FROM ${name} WHERE ${ownSql} AND ${ofPageSql}`,
    left: selectHasRows(table, workspaceId),
  })
  return { deleted: counted[0]?.deleted ?? 0, hasMore: left[0]?.has_rows === 1 }
}
