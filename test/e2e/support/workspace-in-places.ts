import { createHash } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import { databaseOf } from './database.ts'

/** The row of a move, as the database has it that the workspace leaves. */
export type StoredMove = {
  step: string
  failure: string | null
  progress: string | null
}

type Row = Record<string, unknown>

/**
 * The connections that read, by database. They stay open: who opens or closes one may recover or empty the log of the database, and
 * workerd fails what the service does at that moment.
 */
const readers = new Map<string, DatabaseSync>()

/** Rows of a query in a local database, also while the service runs. */
export function rowsIn(folder: string, place: string, query: string, ...values: string[]): Row[] {
  const name = `${folder} ${place}`
  const reader = readers.get(name) ?? databaseOf(folder, place, { readOnly: true })
  readers.set(name, reader)
  return reader
    .prepare(query)
    .all(...values)
    .map((row) => ({ ...row }))
}

/** Changes a local database while the service is down: D1 knows no other process, and fails a write that meets its lock. */
export function changeIn(folder: string, place: string, text: string): void {
  const database = databaseOf(folder, place)
  try {
    database.exec(text)
  } finally {
    database.close()
  }
}

export const moveIn = (folder: string, place: string, id: string): StoredMove | undefined =>
  rowsIn(folder, place, 'SELECT step, failure, progress FROM moves WHERE moved_id = ?', id)[0] as
    | StoredMove
    | undefined

/** The triggers that lock workspaces in a database. */
export const locksIn = (folder: string, place: string): Row[] =>
  rowsIn(folder, place, "SELECT name FROM sqlite_schema WHERE type = 'trigger' AND name GLOB 'moving_*'")

/** How many rows of a workspace each table of a database has, for those that have some. */
export function countsIn(folder: string, place: string, id: string): Record<string, number> {
  const counts = ownTables(folder, place).map(({ name, tenant }) => {
    const [row] = rowsIn(folder, place, `SELECT count(*) AS count FROM "${name}" WHERE "${tenant}" = ?`, id)
    return [name, Number(row?.count)] as const
  })
  return Object.fromEntries(counts.filter(([, count]) => count > 0))
}

/** The hash of the rows of a workspace in a table that meet a condition. */
export function hashOf(folder: string, place: string, { id, table, where = 'TRUE' }: Hashed): string {
  const tenant = table === 'workspaces' ? 'id' : 'workspace_id'
  const query = `SELECT * FROM "${table}" WHERE "${tenant}" = ? AND ${where}`
  const rows = rowsIn(folder, place, query, id).map((row) => JSON.stringify(row))
  return createHash('sha256').update(rows.sort().join('\n')).digest('hex')
}

type Hashed = { id: string; table: string; where?: string }

function ownTables(folder: string, place: string): { name: string; tenant: string }[] {
  const query = `
    SELECT t.name, c.name AS tenant FROM sqlite_schema AS t, pragma_table_xinfo(t.name) AS c
    WHERE t.type = 'table' AND c.name = CASE t.name WHEN 'workspaces' THEN 'id' ELSE 'workspace_id' END`
  return rowsIn(folder, place, query) as { name: string; tenant: string }[]
}
