import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileOf, type Local, localDatabases } from './databases.ts'
import { seedSql } from './seed.ts'
import { ROOT, wrangler } from './wrangler.ts'

/** The folder in which wrangler stores local databases by default. */
export const DEFAULT_FOLDER = join(ROOT, '.wrangler/state')

/** The secrets of the local service. */
export const VARS = join(ROOT, '.dev.vars')

/**
 * Locks the state folder until this process ends, however it ends. Returns undefined when another process has the
 * lock.
 */
export function lock(folder: string): DatabaseSync | undefined {
  mkdirSync(folder, { recursive: true })
  const file = new DatabaseSync(join(folder, 'npm-start.lock'))
  try {
    file.exec('BEGIN EXCLUSIVE')
    return file
  } catch {
    file.close()
    return undefined
  }
}

export function copyVars(): void {
  if (existsSync(VARS)) return
  step('Copy .dev.vars.example to .dev.vars')
  copyFileSync(`${VARS}.example`, VARS)
}

/** Applies the migrations that each database lacks, all of them or none. */
export async function applyMigrations(
  ending: AbortSignal,
  folder: string,
  databases: readonly Local[] = localDatabases(),
): Promise<void> {
  const which = databases.length === 1 ? 'the database' : `the ${databases.length} databases`
  step(`Apply the migrations to ${which} in ${folder}`)
  for (const database of databases) {
    const sql = migrationsSql(appliedTo(fileOf(folder, database.id)))
    if (sql) await executeSql(ending, folder, sql, database)
  }
}

/** The names of the migrations that a file has. */
function appliedTo(file: string): string[] {
  if (!existsSync(file)) return []
  const database = new DatabaseSync(file, { timeout: 10_000 })
  try {
    database.exec(MIGRATIONS_TABLE)
    const rows = database.prepare('SELECT name FROM d1_migrations').all()
    return rows.map(({ name }) => String(name))
  } finally {
    database.close()
  }
}

/** The table in which wrangler keeps which migrations it has applied. */
const MIGRATIONS_TABLE = `CREATE TABLE IF NOT EXISTS d1_migrations (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE,
  applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL);`

/** The migrations that a database lacks, all at once, with what wrangler would note of them. Empty if it lacks none. */
export function migrationsSql(applied: readonly string[] = []): string {
  const folder = join(ROOT, 'drizzle')
  const names = readdirSync(folder)
    .filter((name) => name.endsWith('.sql') && !applied.includes(name))
    .sort()
  if (names.length === 0) return ''
  return [
    ...names.map((name) => readFileSync(join(folder, name), 'utf8')),
    MIGRATIONS_TABLE,
    `INSERT INTO d1_migrations (name) VALUES ${names.map((name) => `('${name}')`).join(', ')};`,
  ].join('\n')
}

export async function seed(ending: AbortSignal, folder: string): Promise<void> {
  step('Insert the demo workspace and its key if missing')
  await executeSql(ending, folder, seedSql())
}

/**
 * Runs SQL on a local database, by default the first one: all of it or nothing. wrangler makes the first database, which takes it
 * 2 s for each file; the others are made beside it.
 */
export async function executeSql(
  ending: AbortSignal,
  folder: string,
  text: string,
  { place, id }: Pick<Local, 'place' | 'id'> = home(),
): Promise<void> {
  ending.throwIfAborted()
  const file = fileOf(folder, id)
  if (place === 'a' && !existsSync(file)) return createDatabase(ending, folder, text)
  const database = new DatabaseSync(file, { timeout: 10_000 })
  try {
    database.exec(`BEGIN IMMEDIATE; ${text}; COMMIT`)
  } finally {
    database.close()
  }
}

function home(): Local {
  const [first] = localDatabases()
  if (!first) throw new Error('wrangler.toml has no database DB.')
  return first
}

async function createDatabase(ending: AbortSignal, folder: string, text: string): Promise<void> {
  const temporary = mkdtempSync(join(tmpdir(), 'membership-seed-'))
  const file = join(temporary, 'seed.sql')
  writeFileSync(file, text)
  try {
    await wrangler(
      ending,
      ...['d1', 'execute', 'DB', '--file', file, '--local', '--persist-to', folder],
    ).succeeded()
  } finally {
    rmSync(temporary, { recursive: true })
  }
}

export function step(what: string): void {
  console.log(`› ${what}`)
}
