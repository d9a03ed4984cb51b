import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { DEMO_KEY, DEMO_STAFF, seedSql, WORKSPACE } from '../../../src/dev/seed.ts'
import { databaseOf } from '../support/database.ts'
import { startService } from '../support/service.ts'

/** How many workspaces have an automatic mail that is due, and the one of them whose job fails. */
const WORKSPACES = 3_000
const BROKEN = 'wsp_000000000000000000001500'

const MAILS = 20_000
const ROWS = 10_000

// Where it is about noon now, whatever the clock of this machine says.
const hours = 12 - new Date().getUTCHours()
const TIMEZONE = `Etc/GMT${hours > 0 ? `-${hours}` : `+${-hours}`}`

const service = await startService(seedSql() + clubsSql() + membersSql(), {
  PUBLIC_URL: 'http://localhost',
})
try {
  await serveAll()
  await sendCodeAhead()
  await measureNeighbours()
} finally {
  await service.stop()
}

/** One hourly run serves every workspace, though the job of one fails. */
async function serveAll(): Promise<void> {
  const start = Date.now()
  await runCron('17 * * * *')
  const selected = Date.now() - start
  const waiting = () => numberOf(`SELECT count(*) AS n FROM mail_rules WHERE done_until = '2026-01-31'`)
  await until(
    () => waiting() === 1,
    420_000,
    () => `${waiting()} workspaces wait`,
  )
  assert.equal(
    numberOf(
      `SELECT count(*) AS n FROM mail_rules WHERE done_until = '2026-01-31' AND workspace_id = '${BROKEN}'`,
    ),
    1,
    'another workspace than the one whose job fails was not served',
  )
  await until(
    () => service.printed().includes(`"job":"send_due_mails","workspace_id":"${BROKEN}"`),
    10_000,
    () => 'the job that failed is not in the log',
  )
  say(`${WORKSPACES} workspaces were selected in ${selected} ms and served within ${seconds(start)} s.`)
}

/** A sign-in code is sent while thousands of mails of one workspace still wait. */
async function sendCodeAhead(): Promise<void> {
  const mail = { list: 'members', kind: 'official', subject: 'Rundbrief', body: 'Hallo!', filter: {} }
  const { id } = await service.api(DEMO_KEY, 'POST', '/mails', mail)
  const count = (column: 'waiting' | 'sent') =>
    numberOf(`SELECT ${column} AS n FROM mails WHERE workspace_id = '${WORKSPACE}' AND id = '${id}'`)
  await until(
    () => count('sent') > 0,
    30_000,
    () => 'no mail was sent',
  )
  const [{ email }] = DEMO_STAFF
  const before = service.printed().length
  const start = Date.now()
  const asked = await fetch(`${service.origin}/dashboard/sign-in`, {
    method: 'POST',
    headers: { Origin: service.origin, 'Content-Type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ email }),
  })
  assert.ok(asked.ok, `the sign-in answered ${asked.status}`)
  await service.mailedCode(email, before)
  const waiting = count('waiting')
  assert.ok(waiting > 0, 'the code came after all mails')
  say(`A sign-in code was sent after ${seconds(start)} s, ahead of ${waiting} mails that waited.`)
  await service.api(DEMO_KEY, 'POST', `/mails/${id}/stop`).catch((error) => {
    // An answer without a body is no JSON.
    if (!(error instanceof SyntaxError)) throw error
  })
}

/** How long requests of others take while one workspace imports, beside the same without an import: printed, not judged. */
async function measureNeighbours(): Promise<void> {
  const reader = await clubWithKey('Reader')
  const importer = await clubWithKey('Importer')
  await service.api(reader, 'PUT', '/lists/members/persons', { data: persons(500) })
  const alone = await percentileOf(reader, () => sleep(3_000))
  const beside = await percentileOf(reader, () =>
    service.api(importer, 'PUT', '/lists/members/persons', { data: persons(ROWS) }),
  )
  const ratio = (beside / alone).toFixed(1)
  say(
    `p95 of a page of 100 persons: ${alone} ms alone, ${beside} ms while another imports ${ROWS} rows (${ratio} times).`,
  )
}

/** The 95th percentile in milliseconds of reads, one after the other, while something else happens. */
async function percentileOf(key: string, meanwhile: () => Promise<unknown>): Promise<number> {
  let isOver = false
  const over = meanwhile().finally(() => {
    isOver = true
  })
  const times: number[] = []
  while (!isOver || times.length < 20) {
    const start = performance.now()
    await service.api(key, 'GET', '/lists/members/persons?per_page=100')
    times.push(performance.now() - start)
  }
  await over
  times.sort((a, b) => a - b)
  return Math.round(times[Math.floor(times.length * 0.95)] ?? 0)
}

async function clubWithKey(name: string): Promise<string> {
  const { id } = await service.operator('POST', '/workspaces', { name })
  return (await service.operator('POST', `/workspaces/${id}/api_keys`, { name })).token
}

function persons(count: number) {
  return Array.from({ length: count }, (_, n) => ({
    external_id: `m${n}`,
    name: { first_name: 'Ada', last_name: `Lovelace ${n}` },
    email: `m${n}@example.org`,
  }))
}

async function runCron(cron: string): Promise<void> {
  const path = `/cdn-cgi/handler/scheduled?cron=${cron.replaceAll(' ', '+')}`
  const { ok, status } = await fetch(service.origin + path)
  assert.ok(ok, `the cron answered ${status}`)
}

/** Waits until something is so. Fails after so many milliseconds, and says what is so instead. */
async function until(isSo: () => boolean, milliseconds: number, instead: () => string): Promise<void> {
  for (const end = Date.now() + milliseconds; Date.now() < end; await sleep(250)) if (isSo()) return
  assert.fail(`${instead()} after ${milliseconds / 1000} s.\n${service.printed().slice(-3_000)}`)
}

/** What a query counts in the stored rows. */
function numberOf(text: string): number {
  const database = databaseOf(service.folder)
  try {
    return Number(database.prepare(text).get()?.n)
  } finally {
    database.close()
  }
}

function seconds(start: number): string {
  return ((Date.now() - start) / 1000).toFixed(1)
}

function say(text: string): void {
  console.log(`  ${text}`)
}

/** Workspaces with a rule that has not run for long. A trigger fails what is written about one of them. */
function clubsSql(): string {
  const then = '2026-01-31T12:00:00.000Z'
  return `
WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${WORKSPACES})
INSERT INTO workspaces (id, name, locale, timezone, currency, subscription_variant, portal_enabled, portal_managed_by,
  created_at, updated_at)
SELECT printf('wsp_%024d', n), 'Club ' || n, 'de-DE', '${TIMEZONE}', 'EUR', 'complete', 0, 'workspace', '${then}', '${then}'
FROM numbers;
INSERT INTO mail_rules (workspace_id, occasion, subject, body, kind, enabled_at, done_until, updated_at)
SELECT id, 'birthday', 'Alles Gute', 'Alles Gute!', 'official', '${then}', '2026-01-31', '${then}'
FROM workspaces WHERE name LIKE 'Club %';
CREATE TRIGGER fail_one BEFORE UPDATE ON mail_rules WHEN NEW.workspace_id = '${BROKEN}' BEGIN
  SELECT RAISE(ABORT, 'the job of this workspace fails');
END;
`
}

/** Members of the demo workspace, each with an address. */
function membersSql(): string {
  const then = '2026-01-01T00:00:00.000Z'
  return `
WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${MAILS})
INSERT INTO persons (workspace_id, list_id, area, id, external_id, first_name, first_name_key, last_name, last_name_key, email,
  custom_values, created_at, updated_at)
SELECT '${WORKSPACE}', 'members', 'regular', printf('per_%024d', n), 'e' || n, 'First' || n, 'first' || n, 'Last' || n,
  'last' || n, 'm' || n || '@example.org', '{}', '${then}', '${then}'
FROM numbers;
`
}
