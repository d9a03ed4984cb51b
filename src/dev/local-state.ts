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

export async function applyMigrations(ending: AbortSignal, folder: string): Promise<void> {
  step(`Apply the migrations to the database in ${folder}`)
  await d1(ending, folder, 'migrations', 'apply', 'DB')
}

/** All migrations at once, for an empty database: wrangler starts a Worker for each that it applies. `npm start` has it do so. */
export function migrationsSql(): string {
  const folder = join(ROOT, 'drizzle')
  const files = readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()
  return files.map((name) => readFileSync(join(folder, name), 'utf8')).join('\n')
}

export async function seed(ending: AbortSignal, folder: string): Promise<void> {
  step('Insert the demo workspace and its key if missing')
  await executeSql(ending, folder, seedSql())
}

/** Runs SQL on the local database. */
export async function executeSql(ending: AbortSignal, folder: string, text: string): Promise<void> {
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
