import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'

/** How many copies of the workspace are made, and how much longer than a plain UPDATE of its rows a migration may take. */
const COPIES = 400
const MAX_RATIO = 2
/** What an empty migration takes on a busy machine. */
const FLOOR_MILLISECONDS = 50

export type Cost = { name: string; milliseconds: number; plain: number; allowed: number; rows: number }

/** The migrations of a version that another one lacks, in their order. */
export const newMigrations = (version: string, earlier: string): string[] => {
  const known = new Set(sqlFiles(earlier))
  return sqlFiles(version).filter((name) => !known.has(name))
}

const sqlFiles = (version: string): string[] =>
  readdirSync(join(version, 'drizzle'))
    .filter((name) => name.endsWith('.sql'))
    .sort()

/** Adds copies of each workspace, under ids of their own, so that every table has many rows as the service writes them. */
export function addCopies(database: DatabaseSync): void {
  database.exec('PRAGMA foreign_keys = OFF; PRAGMA synchronous = OFF; PRAGMA journal_mode = MEMORY')
  const triggers = database.prepare("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'").all()
  database.exec('BEGIN')
  for (const { name } of triggers) database.exec(`DROP TRIGGER "${name}"`)
  for (const table of tablesOf(database)) {
    const columns = database
      .prepare('SELECT name FROM pragma_table_info(?)')
      .all(table)
      .map(({ name }) => String(name))
    const key = table === 'workspaces' ? 'id' : 'workspace_id'
    if (!columns.includes(key)) continue
    // What is unique over all workspaces, as an address in the web, has no copy.
    const values = columns.map((name) => (name === key ? `${key} || '-' || copy_number` : `"${name}"`))
    database.exec(`
      INSERT OR IGNORE INTO "${table}" (${columns.map((name) => `"${name}"`)})
      SELECT ${values} FROM "${table}" CROSS JOIN (
        SELECT value AS copy_number FROM json_each('[${Array.from({ length: COPIES }, (_, n) => n)}]'))`)
  }
  for (const { sql } of triggers) database.exec(String(sql))
  database.exec('COMMIT')
}

/** The milliseconds of a plain UPDATE of all rows, by table, before the first migration. */
export type Plain = Map<string, number>

export const plainUpdates = (database: DatabaseSync): Plain =>
  new Map(tablesOf(database).map((table) => [table, fastest(3, database, plainUpdate(database, table))]))

/**
 * Runs a migration, and compares its time with that of plain UPDATEs: for each of its statements, one of all rows of the table
 * that takes longest among those that it names.
 */
export function measure(database: DatabaseSync, plainUpdates: Plain, version: string, name: string): Cost {
  const sql = readFileSync(join(version, 'drizzle', name), 'utf8')
  const cost: Cost = { name, milliseconds: 0, plain: 0, allowed: FLOOR_MILLISECONDS, rows: 0 }
  for (const statement of sql.split('--> statement-breakpoint')) {
    const tables = tablesOf(database).filter((table) => new RegExp(`\\b${table}\\b`).test(statement))
    const plain = Math.max(0, ...tables.map((table) => plainUpdates.get(table) ?? 0))
    cost.milliseconds += fastest(2, database, statement)
    cost.plain += plain
    cost.allowed += MAX_RATIO * plain
    cost.rows += Math.max(0, ...tables.map((table) => countOf(database, table)))
    database.exec(statement)
  }
  return cost
}

const fastest = (times: number, database: DatabaseSync, sql: string): number =>
  Math.min(...Array.from({ length: times }, () => timeOf(database, sql)))

/** The milliseconds that SQL takes, which is undone. */
function timeOf(database: DatabaseSync, sql: string): number {
  database.exec('BEGIN')
  const start = performance.now()
  database.exec(sql)
  const end = performance.now()
  database.exec('ROLLBACK')
  return end - start
}

/** An UPDATE of each row in a column that is in no index, where it has one. */
function plainUpdate(database: DatabaseSync, table: string): string {
  const [column] = database
    .prepare(`
      SELECT name FROM pragma_table_info(?1) WHERE pk = 0 ORDER BY name IN (
        SELECT indexed.name FROM pragma_index_list(?1) AS list, pragma_index_info(list.name) AS indexed) LIMIT 1`)
    .all(table)
  return column ? `UPDATE "${table}" SET "${column.name}" = "${column.name}"` : ''
}

const countOf = (database: DatabaseSync, table: string): number =>
  Number(database.prepare(`SELECT count(*) AS count FROM "${table}"`).get()?.count)

const tablesOf = (database: DatabaseSync): string[] =>
  database
    .prepare(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT GLOB '_cf_*' AND name NOT GLOB 'sqlite_*' AND name <> 'd1_migrations'",
    )
    .all()
    .map(({ name }) => String(name))
