import assert from 'node:assert/strict'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { executeSql, migrationsSql } from '../../../src/dev/local-state.ts'
import { DEMO_KEY, seedSql, WORKSPACE } from '../../../src/dev/seed.ts'
import { wrangler } from '../../../src/dev/wrangler.ts'
import { databaseOf } from '../support/database.ts'
import { backdateMail } from '../support/mailing.ts'
import { freePort } from '../support/processes.ts'
import { clientOf } from '../support/service.ts'

/** How many members are mailed. */
const MEMBERS = 400
const OPERATOR_TOKEN = 'operator-token-of-the-browser-tests'
const ERASED = `per_${'1'.padStart(24, '0')}`
const PERSONS = '/lists/members/persons'

const root = mkdtempSync(join(tmpdir(), 'membership-restore-twice-'))
const [state, kept] = [join(root, 'state'), join(root, 'kept')]
const started = Date.now()
/** How many mails each of the services that were started has handed over. */
let handedOver = 0
/** How long mails are waited for: where none must go out, twice as long as they took where they do. */
let patience = 240_000

type Running = ReturnType<typeof clientOf> & { stop: () => Promise<void> }
let running: Running | undefined

try {
  await executeSql(new AbortController().signal, state, migrationsSql() + seedSql() + membersSql())
  await rehearse()
  console.log(`  ${((Date.now() - started) / 1000).toFixed(1)} s`)
} finally {
  await running?.stop()
  rmSync(root, { recursive: true, force: true })
}

/**
 * What was done after the moment that the database goes back to is neither done twice nor forgotten. Where nobody records the
 * restore and applies the erasures again, it is: otherwise this would show nothing.
 */
async function rehearse(): Promise<void> {
  let service = await serve({})
  const [fee] = await service.api(DEMO_KEY, 'POST', '/fees', {
    data: [4500, 1200].map((amount) => ({ person_external_id: 'e2', amount, description: 'Annual fee' })),
  })
  const early = await page(service, '/events?per_page=1')
  const mail = { list: 'members', kind: 'official', subject: 'Rundbrief', body: 'Hallo!', filter: {} }
  const { id } = await service.api(DEMO_KEY, 'POST', '/mails', mail)
  await sentOf(id)
  await stop(service)
  assert.equal(handedOver, MEMBERS, 'the mail did not reach every member')
  // Time Travel knows the database of each moment. This is that of the one before the first mail was handed over.
  backdateMail(state, { id, recipients: MEMBERS })
  cpSync(state, kept, { recursive: true })
  const bookmark = new Date().toISOString()

  service = await serve({})
  const body = { collection_date: dayIn(20), fee_ids: [fee.id] }
  const { id: collection } = await service.api(DEMO_KEY, 'POST', '/collections', body)
  await service.api(DEMO_KEY, 'POST', `/collections/${collection}/submission`)
  assert.equal((await request(service, 'DELETE', `${PERSONS}/${ERASED}`)).status, 204)
  await stop(service)

  service = await serve({ PAUSED: 'restore' })
  const erasures = await operator(service, 'GET', `/erasures?since=${bookmark}`)
  assert.deepEqual(
    erasures.data.persons.map(({ person_id }: { person_id: string }) => person_id),
    [ERASED],
  )
  await stop(service)

  goBack()
  assert.deepEqual(await outcome(body, early.next), {
    mails: MEMBERS,
    person: 200,
    release: [201, undefined],
    cursor: 200,
  })
  console.log(
    `  Without the order, ${MEMBERS} mails go out twice, a fee is collected twice, a person is back.`,
  )

  goBack()
  service = await serve({ PAUSED: 'restore' })
  assert.equal((await request(service, 'GET', `${PERSONS}/${ERASED}`)).status, 200, 'nothing was restored')
  await operator(service, 'POST', '/restores', { bookmark })
  const { data: applied } = await operator(service, 'POST', '/erasures', erasures)
  assert.equal(applied.applied, 1)
  await stop(service)
  assert.deepEqual(await outcome(body, early.next), {
    mails: 0,
    person: 404,
    release: [409, 'restore_unconfirmed'],
    cursor: 422,
  })
  console.log('  With it, no mail goes out twice, the fee is not collected, who was erased stays erased.')
}

/** Puts the database of the bookmark back. */
function goBack(): void {
  rmSync(state, { recursive: true })
  cpSync(kept, state, { recursive: true })
}

/** What the service does with the database that it was given, in the next hour and when it is asked. */
async function outcome(collection: object, cursor: string) {
  const before = handedOver
  const service = await serve({})
  const began = Date.now()
  await runHourly(service)
  while (Date.now() < began + patience && mailsOf(service) < MEMBERS) await sleep(250)
  patience = Math.max(8_000, 2 * (Date.now() - began))
  const person = (await request(service, 'GET', `${PERSONS}/${ERASED}`)).status
  const release = await request(service, 'POST', '/collections', collection)
  const found = {
    person,
    release: [release.status, release.type],
    cursor: (await request(service, 'GET', cursor)).status,
  }
  await stop(service)
  return { mails: handedOver - before, ...found }
}

/** Runs the service on the state with variables. */
async function serve(vars: Record<string, string>): Promise<Running> {
  const port = await freePort()
  const origin = `http://localhost:${port}`
  const ending = new AbortController()
  const all = { OPERATOR_TOKEN, DEMO_KEY, PUBLIC_URL: 'http://localhost', ...vars }
  const flags = Object.entries(all).flatMap(([name, value]) => (value ? ['--var', `${name}:${value}`] : []))
  const server = wrangler(
    ending.signal,
    ...['dev', '--port', `${port}`, '--inspector-port', '0', '--persist-to', state, ...flags],
  )
  const stopping = async () => {
    ending.abort()
    await server.closed
  }
  const service = { ...clientOf(origin, server.printed), stop: stopping }
  running = service
  for (const end = Date.now() + 240_000; ; await sleep(100)) {
    const response = await fetch(`${origin}/docs`).catch(() => undefined)
    if (response?.ok) return service
    if (Date.now() > end) throw new Error(`The service did not answer:\n${server.printed()}`)
  }
}

/** Ends a service, and counts the mails that it has printed, as it does locally for each that it hands over. */
async function stop(service: Running): Promise<void> {
  await service.stop()
  running = undefined
  handedOver += mailsOf(service)
}

function mailsOf(service: Running): number {
  return service.printed().match(/Mail to \S+: Rundbrief/g)?.length ?? 0
}

async function request(service: Running, method: string, path: string, body?: object) {
  const response = await fetch(service.origin + path, {
    method,
    headers: { Authorization: `Bearer ${DEMO_KEY}`, 'Content-Type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  const type: string | undefined = text ? JSON.parse(text).type : undefined
  return { status: response.status, type: type?.split('/').at(-1) }
}

async function operator(service: Running, method: string, path: string, body?: object) {
  const response = await fetch(`${service.origin}/operator${path}`, {
    method,
    headers: { Authorization: `Bearer ${OPERATOR_TOKEN}`, 'Content-Type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  assert.ok(response.ok, `${method} ${path} answered ${response.status}: ${text}`)
  return JSON.parse(text)
}

/** The path of the page after one. */
async function page(service: Running, path: string): Promise<{ next: string }> {
  const response = await fetch(service.origin + path, { headers: { Authorization: `Bearer ${DEMO_KEY}` } })
  const { meta } = (await response.json()) as { meta: { next_cursor: string } }
  assert.ok(meta.next_cursor, 'there is no cursor')
  return { next: `${path}&cursor=${encodeURIComponent(meta.next_cursor)}` }
}

async function runHourly({ origin }: Running): Promise<void> {
  const response = await fetch(`${origin}/cdn-cgi/handler/scheduled?cron=17+*+*+*+*`)
  assert.ok(response.ok, `the cron answered ${response.status}`)
}

async function sentOf(id: string): Promise<void> {
  for (const end = Date.now() + 240_000; Date.now() < end; await sleep(250)) {
    const database = databaseOf(state)
    const row = database.prepare('SELECT state FROM mails WHERE id = ?').get(id)
    database.close()
    if (row?.state === 'sent') return
  }
  assert.fail('the mail was not sent in time')
}

function dayIn(days: number): string {
  const day = new Date(Date.now() + days * 86_400_000)
  // A bank takes debits on weekdays.
  while ([0, 6].includes(day.getUTCDay())) day.setUTCDate(day.getUTCDate() + 1)
  return day.toISOString().slice(0, 10)
}

/** Members of the demo workspace, each with an address; the second one pays by direct debit. */
function membersSql(): string {
  const then = '2026-01-01T00:00:00.000Z'
  return `
WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${MEMBERS})
INSERT INTO persons (workspace_id, list_id, area, id, external_id, first_name, first_name_key, last_name, last_name_key, email,
  bank_account, sepa_mandate, custom_values, created_at, updated_at)
SELECT '${WORKSPACE}', 'members', 'regular', printf('per_%024d', n), 'e' || n, 'First' || n, 'first' || n, 'Last' || n,
  'last' || n, 'm' || n || '@example.org', iif(n = 2, '{"iban":"DE02120300000000202051"}', NULL),
  iif(n = 2, '{"reference":"M-2","signature_date":"2026-01-01"}', NULL), '{}', '${then}', '${then}'
FROM numbers;
`
}
