import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, mkdtempSync, readdirSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { readBackup } from '../../../src/dev/backup/file.ts'
import { fillOnce } from '../../../src/dev/fill.ts'
import { applyMigrations, executeSql, seed } from '../../../src/dev/local-state.ts'
import { WORKSPACE } from '../../../src/dev/seed.ts'
import { ROOT } from '../../../src/dev/wrangler.ts'
import { databaseOf } from '../support/database.ts'
import { serve } from '../support/killable-service.ts'
import { hasUpload } from '../support/local-bucket.ts'
import { LEFT_OUT } from '../support/stored-rows.ts'

const OPERATOR_TOKEN = 'operator-token-of-the-rehearsal'
const CLUB = 'wsp_RehearsalOfALargeClub000'
/** A club that the database has already into which the others are restored. */
const NEIGHBOUR = 'wsp_RehearsalOfANeighbour000'

/** How many bytes D1 takes in one statement: an export of D1 writes each row as one. */
const STATEMENT_BYTES = 100_000

/** How many rows the large club has with a megabyte that does not shrink: its file is stored in several parts. */
const FILES = 40

const NIGHT = `/cdn-cgi/handler/scheduled?cron=${encodeURIComponent('37 3 * * *')}`
const AS_OPERATOR = { headers: { Authorization: `Bearer ${OPERATOR_TOKEN}` } }

const { values } = parseArgs({ options: { persons: { type: 'string', default: '2000' } }, strict: false })
const never = new AbortController().signal
const root = mkdtempSync(join(tmpdir(), 'membership-restore-'))
const folderOf = (name: string) => join(root, name)
const times: [what: string, seconds: number][] = []

try {
  await rehearse()
} finally {
  rmSync(root, { recursive: true, force: true })
}

/** Backs a deployment up and restores it beside a neighbour, while the service and both commands are killed in the middle. */
async function rehearse(): Promise<void> {
  const [source, target, files] = [folderOf('source'), folderOf('target'), folderOf('files')]
  await timed('fill', () => fill(source))
  const from = await serve(source, OPERATOR_TOKEN)
  let seals: unknown
  try {
    await killedAtNight(from, source)
    await timed('back up into the bucket, with the rest of the night', async () => {
      seals = await sealed(from.origin)
      await backedUp(from.origin, [CLUB, WORKSPACE])
    })
    await killedAt('✓', 'pull.ts', '--url', from.origin, '--out', files)
    await timed('pull', () => run('pull.ts', '--url', from.origin, '--out', files))
  } finally {
    await from.stop()
  }
  const folder = join(files, readdirSync(files)[0] ?? '')
  assert.deepEqual(
    readdirSync(folder).filter((name) => name.endsWith('.part')),
    [],
  )
  const bytes = readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0)

  await applyMigrations(never, target)
  await executeSql(never, target, clubSql(NEIGHBOUR, 300))
  const neighbour = hashes(target, NEIGHBOUR, true)
  const into = await serve(target, OPERATOR_TOKEN)
  try {
    const restore = [folder, '--url', into.origin, '--while-serving', '--into-filled']
    await refusesCutFile(folder, into.origin)
    await killedAt('✓', 'restore.ts', ...restore)
    await killedWhileLoading(into, target, restore)
    await timed('restore', () => run('restore.ts', ...restore))
    await timed('restore again, which changes nothing', () => run('restore.ts', ...restore))
    assert.deepEqual(await verification(into.origin), seals)
  } finally {
    await into.stop()
  }
  assert.deepEqual(hashes(target, NEIGHBOUR, true), neighbour, 'rows of the neighbour were changed')
  compare(source, target)
  await timed('verify the books', () => script('src/dev/verify-books.ts', '--persist-to', target))
  for (const [what, seconds] of times) console.log(`${seconds.toFixed(1)} s to ${what}`)
  console.log(`${(bytes / 1e6).toFixed(1)} MB in files, ${values.persons} persons in the large club`)
}

type Killable = Awaited<ReturnType<typeof serve>>

/** Kills the service while it stores a large file: no half of it has a name. The next night has them all. */
async function killedAtNight(service: Killable, folder: string): Promise<void> {
  const night = fetch(`${service.origin}${NIGHT}`).catch(() => {})
  await until('no file was being stored', () => hasUpload(folder))
  await service.killAndRestart()
  await night
  const ids = await backedUpIds(service.origin)
  assert.ok(!ids.includes(CLUB), 'the large file was stored before the service was killed')
  for (const id of ids) await requireWhole(service.origin, id)
  console.log(`The service was killed at night: ${ids.length} workspaces had a file, and each is whole`)
}

/** Waits until the bucket has a whole file of each of some workspaces. */
async function backedUp(origin: string, ids: string[]): Promise<void> {
  await until('not all files were stored', async () => {
    const stored = await backedUpIds(origin)
    return ids.every((id) => stored.includes(id))
  })
  for (const id of ids) await requireWhole(origin, id)
}

async function backedUpIds(origin: string): Promise<string[]> {
  return (await database(origin)).backed_up_ids
}

async function requireWhole(origin: string, id: string): Promise<void> {
  const response = await fetch(`${origin}/operator/workspaces/${id}/backup`, AS_OPERATOR)
  const path = folderOf('stored')
  writeFileSync(path, Buffer.from(await response.arrayBuffer()))
  const { end } = await readBackup(path)
  assert.ok(end.is_consistent, `the rows of ${id} are not of one instant`)
}

/** Kills the service while rows of the large club are loaded. The command goes on or fails; the club does not exist yet. */
async function killedWhileLoading(service: Killable, folder: string, restore: string[]): Promise<void> {
  const { closed } = started('src/dev/backup/restore.ts', restore, 'ignore')
  await until('no row was loaded', () => countOf(folder, 'collection_files') > FILES / 2)
  assert.equal(countOf(folder, 'workspaces', 'id'), 0, 'the club exists before it is loaded')
  await service.killAndRestart()
  console.log(`The service was killed in the middle of a restore, which then ended with ${await closed}`)
}

function countOf(folder: string, table: string, column = 'workspace_id'): number {
  const database = databaseOf(folder)
  try {
    const row = database.prepare(`SELECT count(*) AS count FROM ${table} WHERE ${column} = ?`).get(CLUB)
    return Number(row?.count)
  } finally {
    database.close()
  }
}

async function until(what: string, isSo: () => boolean | Promise<boolean>): Promise<void> {
  for (const end = Date.now() + 120_000; Date.now() < end; await sleep(20)) if (await isSo()) return
  assert.fail(what)
}

/** The demo, and a club with many persons, and with rows that are longer than a statement may be. */
async function fill(folder: string): Promise<void> {
  await applyMigrations(never, folder)
  await seed(never, folder)
  await fillOnce(never, folder, 'http://localhost:8787')
  await executeSql(never, folder, clubSql(CLUB, Number(values.persons)))
}

function clubSql(id: string, persons: number): string {
  return `
INSERT INTO workspaces (id, name, locale, timezone, currency, subscription_variant, portal_enabled, portal_managed_by, created_at, updated_at)
VALUES ('${id}', 'Large club', 'de-DE', 'Europe/Berlin', 'EUR', 'complete', 1, 'workspace', '2026-01-01', '2026-01-01');
WITH numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${persons})
INSERT INTO persons (workspace_id, list_id, area, id, first_name, last_name, email, address, bank_account, sepa_mandate, custom_values, created_at, updated_at)
SELECT '${id}', 'members', 'regular', 'per_' || printf('%024d', n), 'First ' || n, 'Last ' || n, 'person' || n || '@example.org',
  json_object('street', 'Street ' || n, 'city', 'City'),
  json_object('iban', printf('DE%020d', n)), json_object('reference', 'M-' || n, 'signature_date', '2026-01-01'),
  '{}', '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z'
FROM numbers;
INSERT INTO workspace_logos VALUES ('${id}', 'image/png', hex(randomblob(66000)));
INSERT INTO collection_files (workspace_id, collection_id, part, content)
SELECT '${id}', 'run_1', value, hex(randomblob(480000)) FROM json_each('[${Array.from({ length: FILES }, (_, n) => n)}]');
`
}

/** Has the events of the demo sealed, and returns what verifies them. */
async function sealed(origin: string): Promise<unknown> {
  const response = await fetch(`${origin}${NIGHT}`)
  assert.ok(response.ok, `The nightly run answered ${response.status}.`)
  return verification(origin)
}

async function verification(origin: string): Promise<unknown> {
  const path = `/operator/workspaces/${WORKSPACE}/event_seals/verification`
  const response = await fetch(origin + path, AS_OPERATOR)
  assert.ok(response.ok, `The verification of events answered ${response.status}.`)
  return response.json()
}

/** A file that was cut is noticed before anything is loaded. */
async function refusesCutFile(folder: string, origin: string): Promise<void> {
  const cut = folderOf('cut')
  cpSync(folder, cut, { recursive: true })
  const file = join(cut, `${CLUB}.ndjson.gz`)
  truncateSync(file, statSync(file).size - 100)
  const { child, closed } = started(
    'src/dev/backup/restore.ts',
    [cut, '--url', origin, '--while-serving'],
    'pipe',
  )
  let said = ''
  child.stderr?.on('data', (text) => {
    said += text
  })
  assert.equal(await closed, 1, 'A file that was cut was restored.')
  assert.match(said, /was cut/)
  const { workspace_ids, staff } = await database(origin)
  assert.deepEqual([workspace_ids, staff], [[NEIGHBOUR], 0])
}

async function database(origin: string) {
  const response = await fetch(`${origin}/operator/restores/database`, AS_OPERATOR)
  const { data } = (await response.json()) as {
    data: { workspace_ids: string[]; backed_up_ids: string[]; staff: number }
  }
  return data
}

/** Compares every row of both databases but those of the neighbour. */
function compare(source: string, target: string): void {
  const [before, after] = [source, target].map((folder) => hashes(folder, NEIGHBOUR, false)) as [
    Hashes,
    Hashes,
  ]
  assert.ok(before.longest > STATEMENT_BYTES, 'No row is longer than a statement may be.')
  assert.deepEqual(after.tables, before.tables)
  console.log(
    `${Object.keys(after.tables).length} tables are equal, the longest row has ${after.longest} bytes`,
  )
}

type Hashes = { tables: Record<string, string>; longest: number }

/** The hash of the rows of each table that name a workspace, or of all others. */
function hashes(folder: string, id: string, isNamed: boolean): Hashes {
  const database = databaseOf(folder)
  const tables: Record<string, string> = {}
  let longest = 0
  const names = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name").all()
  for (const { name } of names as { name: string }[]) {
    if (LEFT_OUT.test(name)) continue
    const rows = database
      .prepare(`SELECT * FROM "${name}"`)
      .all()
      .map((row) => JSON.stringify(row))
      .filter((row) => row.includes(id) === isNamed)
      .sort()
    longest = rows.reduce((most, row) => Math.max(most, row.length), longest)
    tables[name] = `${rows.length} rows ${createHash('sha256').update(rows.join('\n')).digest('hex')}`
  }
  database.close()
  return { tables, longest }
}

async function timed(what: string, act: () => Promise<void>): Promise<void> {
  const began = performance.now()
  await act()
  times.push([what, (performance.now() - began) / 1000])
}

function run(name: string, ...args: string[]): Promise<void> {
  return script(`src/dev/backup/${name}`, ...args)
}

async function script(path: string, ...args: string[]): Promise<void> {
  const { child, closed } = started(path, args)
  child.stdout?.pipe(process.stdout)
  const code = await closed
  assert.equal(code, 0, `${path} failed.`)
}

/** Starts a command, and kills it with -9 once it has printed something. */
async function killedAt(word: string, name: string, ...args: string[]): Promise<void> {
  const { child, closed } = started(`src/dev/backup/${name}`, args)
  child.stdout?.on('data', (text) => {
    if (String(text).includes(word)) child.kill('SIGKILL')
  })
  await closed
  assert.equal(child.signalCode, 'SIGKILL', `${name} ended before it was killed.`)
  console.log(`${name} was killed in the middle`)
}

function started(path: string, args: string[], errors: 'inherit' | 'ignore' | 'pipe' = 'inherit') {
  const child = spawn(process.execPath, [join(ROOT, path), ...args], {
    env: { ...process.env, OPERATOR_TOKEN },
    stdio: ['ignore', 'pipe', errors],
  })
  const closed = new Promise<number | null>((resolve) => child.on('close', resolve))
  return { child, closed }
}
