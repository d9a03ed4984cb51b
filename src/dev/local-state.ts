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

/** Applies the migrations that the database lacks: all at once if there is none yet, as wrangler starts a Worker for each. */
export async function applyMigrations(ending: AbortSignal, folder: string): Promise<void> {
  step(`Apply the migrations to the database in ${folder}`)
  if (existsSync(join(folder, 'v3/d1'))) await d1(ending, folder, 'migrations', 'apply', 'DB')
  else await executeSql(ending, folder, migrationsSql())
}

/** All migrations at once, for an empty database, with the table in which wrangler keeps those that it applied. */
export function migrationsSql(): string {
  const folder = join(ROOT, 'drizzle')
  const names = readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()
  return [
    ...names.map((name) => readFileSync(join(folder, name), 'utf8')),
    `CREATE TABLE d1_migrations (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE,
       applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL);`,
    `INSERT INTO d1_migrations (name) VALUES ${names.map((name) => `('${name}')`).join(', ')};`,
  ].join('\n')
}

export async function seed(ending: AbortSignal, folder: string): Promise<void> {
  step('Insert the demo workspace and its key if missing')
  await executeSql(ending, folder, seedSql())
}

/** Runs SQL on the local database, all of it or nothing. wrangler makes the database, which takes it 2 s for each file. */
export async function executeSql(ending: AbortSignal, folder: string, text: string): Promise<void> {
  ending.throwIfAborted()
  const file = databaseFile(folder)
  if (file === undefined) return createDatabase(ending, folder, text)
  const database = new DatabaseSync(file, { timeout: 10_000 })
  try {
    database.exec(`BEGIN IMMEDIATE; ${text}; COMMIT`)
  } finally {
    database.close()
  }
}

/** The file of the database that wrangler has made, beside one of its own. */
function databaseFile(folder: string): string | undefined {
  const own = join(folder, 'v3/d1/miniflare-D1DatabaseObject')
  if (!existsSync(own)) return undefined
  const name = readdirSync(own).find((file) => file.endsWith('.sqlite') && file !== 'metadata.sqlite')
  return name && join(own, name)
}

async function createDatabase(ending: AbortSignal, folder: string, text: string): Promise<void> {
  const temporary = mkdtempSync(join(tmpdir(), 'membership-seed-'))
  const file = join(temporary, 'seed.sql')
  writeFileSync(file, text)
  try {
    await d1(ending, folder, 'execute', 'DB', '--file', file)
  } finally {
    rmSync(temporary, { recursive: true })
  }
}

async function d1(ending: AbortSignal, folder: string, ...args: string[]): Promise<void> {
  await wrangler(ending, 'd1', ...args, '--local', '--persist-to', folder).succeeded()
}

export function step(what: string): void {
  console.log(`› ${what}`)
}
