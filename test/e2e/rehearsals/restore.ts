import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, mkdtempSync, readdirSync, rmSync, statSync, truncateSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { fillOnce } from '../../../src/dev/fill.ts'
import { applyMigrations, executeSql, seed } from '../../../src/dev/local-state.ts'
import { WORKSPACE } from '../../../src/dev/seed.ts'
import { ROOT } from '../../../src/dev/wrangler.ts'
import { databaseOf } from '../support/database.ts'
import { serve } from '../support/killable-service.ts'

const OPERATOR_TOKEN = 'operator-token-of-the-rehearsal'
const CLUB = 'wsp_RehearsalOfALargeClub000'

/** What a restore leaves out: sessions, counts of an hour, and what wrangler writes. */
const LEFT_OUT =
  /^(d1_|_cf_|sqlite_)|^(idempotent_requests|portal_sessions|known_browsers|link_requests|repairs|sign_in_requests|staff_sessions)$/

/** How many bytes D1 takes in one statement: an export of D1 writes each row as one. */
const STATEMENT_BYTES = 100_000

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

/** Backs a deployment up and restores it into an empty one, while both commands are killed in the middle. */
async function rehearse(): Promise<void> {
  const [source, target, files] = [folderOf('source'), folderOf('target'), folderOf('files')]
  await timed('fill', () => fill(source))
  const from = await serve(source, OPERATOR_TOKEN)
  let seals: unknown
  try {
    seals = await sealed(from.origin)
    await killedAt('✓', 'pull.ts', '--url', from.origin, '--out', files)
    await timed('back up', () => run('pull.ts', '--url', from.origin, '--out', files))
  } finally {
    await from.stop()
  }
  const folder = join(files, readdirSync(files)[0] ?? '')
  assert.deepEqual(
    readdirSync(folder).filter((name) => name.endsWith('.part')),
    [],
  )
  const bytes = readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0)

  const into = await serve(target, OPERATOR_TOKEN)
  try {
    const restore = [folder, '--url', into.origin, '--while-serving']
    await refusesCutFile(folder, into.origin)
    await killedAt('✓', 'restore.ts', ...restore)
    await timed('restore', () => run('restore.ts', ...restore))
    await timed('restore again, which changes nothing', () => run('restore.ts', ...restore))
    assert.deepEqual(await verification(into.origin), seals)
  } finally {
    await into.stop()
  }
  compare(source, target)
  await timed('verify the books', () => script('src/dev/verify-books.ts', '--persist-to', target))
  for (const [what, seconds] of times) console.log(`${seconds.toFixed(1)} s to ${what}`)
  console.log(`${(bytes / 1e6).toFixed(1)} MB in files, ${values.persons} persons in the large club`)
}

/** The demo, and a club with many persons, and with rows that are longer than a statement may be. */
async function fill(folder: string): Promise<void> {
  await applyMigrations(never, folder)
  await seed(never, folder)
  await fillOnce(never, folder, 'http://localhost:8787')
  await executeSql(never, folder, clubSql(Number(values.persons)))
}

function clubSql(persons: number): string {
  return `
INSERT INTO workspaces (id, name, locale, timezone, currency, subscription_variant, portal_enabled, portal_managed_by, created_at, updated_at)
VALUES ('${CLUB}', 'Large club', 'de-DE', 'Europe/Berlin', 'EUR', 'complete', 1, 'workspace', '2026-01-01', '2026-01-01');
WITH numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${persons})
INSERT INTO persons (workspace_id, list_id, area, id, first_name, last_name, email, address, bank_account, sepa_mandate, custom_values, created_at, updated_at)
SELECT '${CLUB}', 'members', 'accepted', 'per_' || printf('%024d', n), 'First ' || n, 'Last ' || n, 'person' || n || '@example.org',
  json_object('street', 'Street ' || n, 'city', 'City'),
  json_object('iban', printf('DE%020d', n)), json_object('reference', 'M-' || n, 'signature_date', '2026-01-01'),
  '{}', '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z'
FROM numbers;
INSERT INTO workspace_logos VALUES ('${CLUB}', 'image/png', hex(randomblob(66000)));
INSERT INTO collection_files (workspace_id, collection_id, part, content)
SELECT '${CLUB}', 'run_1', value, hex(randomblob(480000)) FROM json_each('[0,1,2]');
`
}

/** Has the events of the demo sealed, and returns what verifies them. */
async function sealed(origin: string): Promise<unknown> {
  const response = await fetch(`${origin}/cdn-cgi/handler/scheduled?cron=${encodeURIComponent('37 3 * * *')}`)
  assert.ok(response.ok, `The nightly run answered ${response.status}.`)
  return verification(origin)
}

async function verification(origin: string): Promise<unknown> {
  const response = await fetch(`${origin}/operator/workspaces/${WORKSPACE}/event_seals/verification`, {
    headers: { Authorization: `Bearer ${OPERATOR_TOKEN}` },
  })
  assert.ok(response.ok, `The verification of events answered ${response.status}.`)
  return response.json()
}

/** A file that was cut is noticed before anything is loaded. */
async function refusesCutFile(folder: string, origin: string): Promise<void> {
  const cut = folderOf('cut')
  cpSync(folder, cut, { recursive: true })
  const file = join(cut, `${CLUB}.ndjson.gz`)
  truncateSync(file, statSync(file).size - 100)
  const { closed } = started('src/dev/backup/restore.ts', [cut, '--url', origin, '--while-serving'], 'ignore')
  assert.equal(await closed, 1, 'A file that was cut was restored.')
  const response = await fetch(`${origin}/operator/restores/database`, {
    headers: { Authorization: `Bearer ${OPERATOR_TOKEN}` },
  })
  const { data } = (await response.json()) as { data: { workspace_ids: string[]; staff: number } }
  assert.deepEqual([data.workspace_ids, data.staff], [[], 0])
}

/** Compares every row of both databases. */
function compare(source: string, target: string): void {
  const [before, after] = [hashes(source), hashes(target)]
  assert.ok(before.longest > STATEMENT_BYTES, 'No row is longer than a statement may be.')
  assert.deepEqual(after.tables, before.tables)
  console.log(
    `${Object.keys(after.tables).length} tables are equal, the longest row has ${after.longest} bytes`,
  )
}

function hashes(folder: string): { tables: Record<string, string>; longest: number } {
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
  child.stdout.pipe(process.stdout)
  const code = await closed
  assert.equal(code, 0, `${path} failed.`)
}

/** Starts a command, and kills it with -9 once it has printed something. */
async function killedAt(word: string, name: string, ...args: string[]): Promise<void> {
  const { child, closed } = started(`src/dev/backup/${name}`, args)
  child.stdout.on('data', (text) => {
    if (String(text).includes(word)) child.kill('SIGKILL')
  })
  await closed
  assert.equal(child.signalCode, 'SIGKILL', `${name} ended before it was killed.`)
  console.log(`${name} was killed in the middle`)
}

function started(path: string, args: string[], errors: 'inherit' | 'ignore' = 'inherit') {
  const child = spawn(process.execPath, [join(ROOT, path), ...args], {
    env: { ...process.env, OPERATOR_TOKEN },
    stdio: ['ignore', 'pipe', errors],
  })
  const closed = new Promise<number | null>((resolve) => child.on('close', resolve))
  return { child, closed }
}
