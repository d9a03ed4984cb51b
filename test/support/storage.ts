import { applyD1Migrations, reset } from 'cloudflare:test'
import { env } from 'cloudflare:workers'

const TABLES = `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'
  AND name NOT LIKE '_cf_%' AND name NOT LIKE 'd1_kept_%' AND name <> 'd1_migrations'`

let whichHaveRows: D1PreparedStatement
let tables: string[] = []
/** The statement that creates the trigger that adds the mandates of persons. */
let mandateTrigger = ''

/** Empties the storage that the files of an isolate share. The first file creates it. */
export const prepareStorage = (): Promise<void> => (tables.length > 0 ? emptyStorage() : createStorage())

/** Creates the storage: an empty KV namespace, and a database with the tables of all migrations. */
export async function createStorage(): Promise<void> {
  await reset()
  await applyD1Migrations(env.DB, env.MIGRATIONS)
  if (env.PLACE === 'b') await applyD1Migrations(env.SECOND, env.MIGRATIONS)
  const { results } = await env.DB.prepare(TABLES).all<{ name: string }>()
  tables = results.map(({ name }) => name)
  const columns = tables.map((name) => `EXISTS (SELECT 1 FROM ${name}) AS ${name}`)
  whichHaveRows = env.DB.prepare(`SELECT ${columns.join(', ')}`)
  const [trigger] = (
    await env.DB.prepare("SELECT sql FROM sqlite_schema WHERE name = 'persons_with_mandate'").all<{
      sql: string
    }>()
  ).results
  mandateTrigger = trigger?.sql ?? ''
  // A reset can leave rows.
  await emptyStorage()
}

/** Deletes every row and every KV key, which is several times faster than {@link createStorage}. */
export async function emptyStorage(): Promise<void> {
  const [{ keys }, found] = await Promise.all([env.PORTAL_LINKS.list(), whichHaveRows.first()])
  const full = Object.entries(found ?? {}).filter(([, hasRows]) => hasRows === 1)
  if (full.length > 0) await env.DB.batch(full.map(([name]) => env.DB.prepare(`DELETE FROM ${name}`)))
  if (env.PLACE === 'b')
    await env.SECOND.batch(tables.map((name) => env.SECOND.prepare(`DELETE FROM ${name}`)))
  await Promise.all(keys.map(({ name }) => env.PORTAL_LINKS.delete(name)))
}

/** Keeps every row as it is now. Returns what brings them back, which is many times faster than to make them again. */
export async function keepRows(): Promise<() => Promise<void>> {
  const forEach = (...lines: ((name: string) => string)[]) =>
    lines.flatMap((line) => tables.map((name) => env.DB.prepare(line(name))))
  await env.DB.batch(
    forEach(
      (name) => `DROP TABLE IF EXISTS d1_kept_${name}`,
      (name) => `CREATE TABLE d1_kept_${name} AS SELECT * FROM ${name}`,
    ),
  )
  return async () => {
    await emptyStorage()
    await writeRows(forEach((name) => `INSERT INTO ${name} SELECT * FROM d1_kept_${name}`))
  }
}

/** Runs statements that write rows as they were, the mandates of persons among them. */
export async function writeRows(statements: D1PreparedStatement[]): Promise<void> {
  await env.DB.batch([
    env.DB.prepare('DROP TRIGGER persons_with_mandate'),
    ...statements,
    env.DB.prepare(mandateTrigger),
  ])
}

/** Every table with its rows. */
export async function storedTables(): Promise<{ name: string; rows: Record<string, unknown>[] }[]> {
  const results = await env.DB.batch<Record<string, unknown>>(
    tables.map((name) => env.DB.prepare(`SELECT * FROM ${name}`)),
  )
  return tables.map((name, index) => ({ name, rows: results[index]?.results ?? [] }))
}

/** The statement that writes a row. */
export function insertOf(table: string, row: Record<string, unknown>): D1PreparedStatement {
  const columns = Object.keys(row)
  const places = columns.map(() => '?').join(', ')
  return env.DB.prepare(`INSERT INTO ${table} (${columns.join(', ')}) VALUES (${places})`).bind(
    ...Object.values(row),
  )
}

/** Every row of every table, and the keys of KV. */
export async function everyRow(): Promise<unknown[]> {
  const [{ keys }, stored] = await Promise.all([env.PORTAL_LINKS.list(), storedTables()])
  return [...stored.filter(({ rows }) => rows.length > 0), ...keys]
}
