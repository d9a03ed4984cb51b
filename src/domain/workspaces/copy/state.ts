import { type Db, tripOfAnyMigration } from '../../../db/client'
import { sql } from '../../../db/sql'
import { sha256 } from '../../shared/hash'
import { ofTenant } from './page'
import type { Table } from './tables'

/** How much a workspace has, or what workspaces share. */
export type State = {
  exists: boolean
  /** The number of its last event. */
  lastEvent: number
  bytes: number
  /**
   * A hash of the last event, and of the rows, the bytes and the sums of the numbers of each table: it changes with most writes
   * that have no event. One that keeps all of them is not noticed.
   */
  hash: string
}

/** How many tables a trip reads: D1 has 30 seconds for it. */
const TABLES_AT_ONCE = 16

type Size = { rows: number; bytes: number; sum: number }

/** Reads the state of some tables of a workspace, each row once and long texts never. Four trips. */
export async function readState(
  db: Db,
  { tables, workspaceId }: { tables: readonly Table[]; workspaceId: string | null },
): Promise<State> {
  const sizes: Record<string, Size> = {}
  for (let from = 0; from < tables.length; from += TABLES_AT_ONCE) {
    const some = tables.slice(from, from + TABLES_AT_ONCE)
    const found = await tripOfAnyMigration(
      db,
      Object.fromEntries(some.map((table) => [table.name, selectSize(table, workspaceId)])),
    )
    for (const [name, [size]] of Object.entries(found)) if (size) sizes[name] = size
  }
  const { last } = await tripOfAnyMigration(db, {
    last: sql<{
      number: number | null
    }>`SELECT max(number) AS number FROM events WHERE workspace_id = ${workspaceId}`,
  })
  const lastEvent = last[0]?.number ?? 0
  return {
    exists: workspaceId === null || (sizes.workspaces?.rows ?? 0) > 0,
    lastEvent,
    bytes: Object.values(sizes).reduce((sum, { bytes }) => sum + bytes, 0),
    hash: sha256(JSON.stringify([lastEvent, sizes])),
  }
}

const selectSize = (table: Table, workspaceId: string | null) => {
  const bytes = table.columns.map((column) => `coalesce(octet_length("${column}"), 0)`).join(' + ')
  // The sum of all numbers, as one that does not overflow.
  const numbers = table.columns
    .map((column) => `iif(typeof("${column}") = 'integer', "${column}", 0.0)`)
    .join(' + ')
  return sql<Size>`
    SELECT count(*) AS rows, coalesce(sum(${sql.raw(bytes)}), 0) AS bytes, total(${sql.raw(numbers)}) AS sum
    FROM ${sql.raw(`"${table.name}"`)} WHERE ${ofTenant(table, workspaceId)}`
}
