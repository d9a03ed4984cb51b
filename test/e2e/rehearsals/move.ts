import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { localDatabases } from '../../../src/dev/databases.ts'
import { ibanOf } from '../../../src/dev/iban.ts'
import { copyVars } from '../../../src/dev/local-state.ts'
import { ROOT } from '../../../src/dev/wrangler.ts'
import { serve } from '../support/killable-service.ts'
import { objectsIn } from '../support/local-bucket.ts'
import { fillClub, type Send, sendTo } from '../support/typical-club.ts'
import {
  changeIn,
  countsIn,
  hashOf,
  locksIn,
  moveIn,
  rowsIn,
  type StoredMove,
} from '../support/workspace-in-places.ts'
import { type Clients, writeWith } from '../support/writing-clients.ts'

// A workspace moves to another database and back while ten clients write, and the service is killed in each step of each move.
const OPERATOR_TOKEN = 'operator-token-of-the-rehearsal'
const CLIENTS = 10
/** How many persons a mailing goes to: it takes longer than the service needs to be killed. */
const MAILED = 300
const DATABASES = localDatabases(2)
const PLACES = ['a', 'b'] as const
type Place = (typeof PLACES)[number]

/** What grows while clients write, and what the night and the mails do beside it. */
const GROWING = ['persons', 'fees', 'events', 'event_seals', 'idempotent_requests', 'daily_counts']
const SENT = [
  'mails',
  'mail_recipients',
  'sent_messages',
  'mail_days',
  'webhook_attempts',
  'webhook_endpoints',
]

/** The steps with which a move ends. */
const ENDS = ['done', 'cancelled']

/** Takes about half a second. */
const COUNTING =
  'WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 3000000) SELECT max(n) FROM numbers'

const { values } = parseArgs({ options: { persons: { type: 'string', default: '20000' } }, strict: false })
const folder = mkdtempSync(join(tmpdir(), 'membership-move-'))
const times: [what: string, seconds: number][] = []
const restarts: number[] = []
let printed = ''
copyVars()

/** How often the endpoint of webhooks was told of each event. */
const heard = new Map<string, number>()
const receiver = createServer(async (request, response) => {
  const { data } = JSON.parse(await text(request))
  for (const { event_id } of data.subjects ?? []) heard.set(event_id, (heard.get(event_id) ?? 0) + 1)
  response.end()
}).listen(0, 'localhost')
await once(receiver, 'listening')

const service = await serve(folder, OPERATOR_TOKEN, {
  databases: DATABASES,
  vars: (origin) => ({ PUBLIC_URL: origin, LOG_LEVEL: 'warn' }),
  beforeRestart: () => whileDown(),
  print: (text) => {
    printed += text
  },
})
const operator = sendTo(service.origin, OPERATOR_TOKEN)
/** What is done once while the service is down. */
let atNextKill = () => {}
let ranAt = 0
let clients: Clients | undefined

try {
  await rehearse()
} finally {
  clients?.end().catch(() => {})
  await service.stop()
  receiver.close()
  rmSync(folder, { recursive: true, force: true })
}

async function rehearse(): Promise<void> {
  const neighbour = await newNeighbour()
  say(`Fill a workspace with ${values.persons} persons`)
  const { id, keys, send } = await filled()
  const before = shown(id, 'a')
  const besides = shown(neighbour.id, 'b')
  clients = writeWith({ origin: service.origin, keys, isUp: service.isUp })

  await failing(id)
  for (const to of ['b', 'a'] as const) {
    say(`Move to ${to}, killed in every step`)
    await killedInEach(id, to, () => mailTo(send, id, to))
    await requireAt(id, to)
    await resumeMailing(id, to)
    await runNight(id, to)
  }
  for (const to of ['b', 'a'] as const) {
    say(`Move to ${to}, undisturbed`)
    await undisturbed(id, to)
    await requireAt(id, to)
  }

  await clients.end()
  await runNight(id, 'a')
  await requireSealed(id)
  await requireHeard(id)
  requireRows(id, { before, clients })
  requireMailsOnce(id)
  requireUnchanged(shown(neighbour.id, 'b'), besides)
  await service.stop()
  await verifyBooks()
  printTimes(clients)
}

/** A workspace in the second database, which is less empty by it than the first one. */
async function newNeighbour(): Promise<Club> {
  const club = await newClub('Neighbour')
  assert.equal(placeOf(club.id), 'b')
  const data = Array.from({ length: 1_000 }, (_, n) => ({ external_id: `n${n}` }))
  await club.send('PUT', '/lists/members/persons', { data })
  return club
}

type Club = { id: string; keys: string[]; send: Send }

async function newClub(name: string, keys = 1): Promise<Club> {
  const creditor = { name, iban: ibanOf(900_000), creditor_id: 'DE98ZZZ09999999999' }
  const { id } = await operator('POST', '/operator/workspaces', { name, creditor })
  const tokens: string[] = []
  for (let key = 0; key < keys; key++)
    tokens.push((await operator('POST', `/operator/workspaces/${id}/api_keys`, { name: `${key}` })).token)
  return { id, keys: tokens, send: sendTo(service.origin, tokens[0] ?? '') }
}

/** A workspace with persons, a fee each, staff, an endpoint of webhooks, and a mail that was sent. */
async function filled(): Promise<Club> {
  const club = await newClub('Large club', CLIENTS + 1)
  const { id, send } = club
  assert.equal(placeOf(id), 'a')
  await operator('POST', `/operator/workspaces/${id}/staff`, { name: 'Ada', email: 'ada@example.org' })
  const url = `http://localhost:${(receiver.address() as AddressInfo).port}/hooks`
  await timed('fill', () => fillClub(send, { persons: Number(values.persons), debits: 50, board: MAILED }))
  await send('POST', '/webhook_endpoints', { url, events: ['person.*', 'fee.*'] })
  await startMailing(send, 'Rundbrief vorher')
  await until('the first mailing was not sent', () => mailingIn('a', id, 'Rundbrief vorher').state === 'sent')
  return { ...club, keys: club.keys.slice(1) }
}

function startMailing(send: Send, subject: string): Promise<unknown> {
  const filter = { group: 'board' }
  return send('POST', '/mails', { list: 'members', kind: 'official', subject, body: 'Hallo!', filter })
}

/** Starts a mailing, and waits until some of its mails are sent. */
async function mailTo(send: Send, id: string, to: Place): Promise<void> {
  const subject = `Rundbrief nach ${to}`
  await startMailing(send, subject)
  await until(`${subject} did not begin`, () => Number(mailingIn(other(to), id, subject).sent) > 0)
}

function mailingIn(place: Place, id: string, subject: string) {
  const query = 'SELECT * FROM mails WHERE workspace_id = ? AND subject = ?'
  return rowsIn(folder, place, query, id, subject)[0] ?? {}
}

/**
 * A move is cancelled if what was copied is not what is stored, though it is killed in each step that this takes, and one is
 * cancelled by the operator. The workspace is where it was, and in use.
 */
async function failing(id: string): Promise<void> {
  say('Two moves that are cancelled')
  await slow()
  await goOnKilled(id, 'b', {
    at: ['comparing', 'cancelling', 'cancelled'],
    whileDown: { comparing: () => changeIn(folder, 'b', `DELETE FROM fees WHERE workspace_id = '${id}'`) },
  })
  assert.match(String(moveIn(folder, 'a', id)?.failure), /fees/)
  await requireAt(id, 'a')
  await goOnKilled(id, 'b', {
    at: ['copying'],
    afterwards: { copying: () => operator('DELETE', `/operator/workspaces/${id}/move`) },
  })
  assert.equal(moveIn(folder, 'a', id), undefined)
  await requireAt(id, 'a')
}

/** Moves a workspace, and kills the service in each step in which nothing has gone wrong. */
async function killedInEach(id: string, to: Place, meanwhile: () => Promise<void>): Promise<void> {
  const document = (await (await fetch(`${service.origin}/docs/operator/openapi.json`)).json()) as {
    components: { schemas: { WorkspaceMove: { properties: { step: { enum: string[] } } } } }
  }
  const steps = document.components.schemas.WorkspaceMove.properties.step.enum
  const at = steps.filter((step) => !step.startsWith('cancel'))
  await goOnKilled(id, to, { at, meanwhile, whileDown: { done: () => passHours(id, to) } })
}

type Killed = {
  /** The steps in which the service is killed. */
  at: string[]
  /** What is done before the move begins. */
  meanwhile?: () => Promise<void>
  /** What happens while it is down, and after it has started again, by the step in which it was killed. */
  whileDown?: Partial<Record<string, () => void>>
  afterwards?: Partial<Record<string, () => Promise<unknown>>>
}

/** Moves a workspace to its end, and kills the service once in each of some steps. */
async function goOnKilled(id: string, to: Place, { at, meanwhile, whileDown = {}, afterwards = {} }: Killed) {
  const from = other(to)
  const left = new Set(at)
  // It begins with the next run of ten minutes.
  const due = new Date(Date.now() + 1_000).toISOString()
  await operator('POST', `/operator/workspaces/${id}/move`, { to, at: due })
  await meanwhile?.()
  for (const end = Date.now() + 1_200_000; Date.now() < end; await sleep(10)) {
    const step = moveIn(folder, from, id)?.step
    if (step !== undefined && left.delete(step)) {
      await sleep(Math.random() * 200)
      const found = await killed(() => {
        const stood = moveIn(folder, from, id)?.step
        whileDown[step]?.()
        return stood
      })
      console.log(`  killed in ${step}, started again in ${restarts.at(-1)?.toFixed(1)} s`)
      assert.equal(found, step, 'the service went on before it was killed')
      await afterwards[step]?.()
    } else if (step === undefined || ENDS.includes(step)) {
      assert.deepEqual([...left], [], `not killed in these: ${JSON.stringify(moveIn(folder, from, id))}`)
      return
    } else runOften()
  }
  assert.fail(`the move has not ended: ${JSON.stringify(moveIn(folder, from, id))}`)
}

/** Runs what runs every ten minutes, and finds a move again that nobody goes on with. */
function runOften(): void {
  if (Date.now() < ranAt + 1_000) return
  ranAt = Date.now()
  // It is not waited for, since steps pass meanwhile, and a killed service does not answer.
  runCron('*/10 * * * *').catch(() => {})
}

/** Kills the service with all its processes, and starts it again. Gives what was found meanwhile. */
async function killed<Found>(look: () => Found): Promise<Found> {
  let found: { one: Found } | undefined
  let startedAt = 0
  atNextKill = () => {
    found = { one: look() }
    startedAt = Date.now()
  }
  await service.killAndRestart()
  restarts.push((Date.now() - startedAt) / 1000)
  return (found ?? assert.fail('the service was not down')).one
}

/** What a clock does in some minutes, in which nobody goes on with what the killed processes were at. */
function whileDown(): void {
  atNextKill()
  const minutes = [
    `UPDATE mail_recipients SET at = ${ago('at', 10)} WHERE state = 'claimed'`,
    `UPDATE idempotent_requests SET started_at = ${ago('started_at', 10)} WHERE result IS NULL`,
    `UPDATE webhook_endpoints SET claimed_until = ${ago('claimed_until', 10)} WHERE claim IS NOT NULL`,
    `UPDATE moves SET started_at = ${ago('started_at', 10)} WHERE step = 'draining'`,
  ]
  // Rows that are locked stay as they are, and so do their copies.
  const isLocked = PLACES.some((place) =>
    locksIn(folder, place).some(({ name }) => String(name).endsWith('_update')),
  )
  for (const place of PLACES) {
    changeIn(folder, place, `UPDATE moves SET held_until = ${ago("'now'", 1)} WHERE held_by IS NOT NULL`)
    if (!isLocked) changeIn(folder, place, minutes.join('; '))
  }
}

function ago(column: string, minutes: number): string {
  return `strftime('%Y-%m-%dT%H:%M:%fZ', ${column}, '-${minutes} minutes')`
}

/** Lets the end of each step take long enough for it to be seen, since a small workspace is moved within a second. */
async function slow(): Promise<void> {
  await killed(() => {
    for (const place of PLACES)
      changeIn(
        folder,
        place,
        `CREATE TRIGGER slow_step BEFORE UPDATE OF step ON moves WHEN OLD.step <> NEW.step BEGIN SELECT (${COUNTING}); END;
        CREATE TRIGGER slow_end BEFORE DELETE ON moves WHEN OLD.step = 'cancelling' BEGIN SELECT (${COUNTING}); END`,
      )
  })
}

/** What three hours do: the night has not run yet, and of a mailing nobody has heard for long. After the last kill, steps are fast. */
function passHours(id: string, place: Place): void {
  changeIn(
    folder,
    place,
    `DELETE FROM daily_counts WHERE workspace_id = '${id}';
    UPDATE mails SET updated_at = ${ago('updated_at', 180)} WHERE workspace_id = '${id}' AND state = 'sending'`,
  )
  if (place === 'a')
    for (const each of PLACES) changeIn(folder, each, 'DROP TRIGGER slow_step; DROP TRIGGER slow_end')
}

/** Moves a workspace, and notes how long its steps took and writes were refused. */
async function undisturbed(id: string, to: Place): Promise<void> {
  const from = other(to)
  const all = clients ?? assert.fail()
  all.begin()
  const asked = operator('POST', `/operator/workspaces/${id}/move`, { to })
  const seen = new Map<string, number>()
  let move: StoredMove | undefined
  for (const end = Date.now() + 1_200_000; move?.step !== 'done'; await sleep(5)) {
    assert.ok(Date.now() < end && move?.failure == null, `the move does not end: ${JSON.stringify(move)}`)
    move = moveIn(folder, from, id)
    if (move && !seen.has(move.step)) seen.set(move.step, Date.now())
  }
  await asked
  await all.more(CLIENTS)
  times.push([`to ${to}: writes were refused`, all.refusedFor()])
  const ends = [...seen.values()].slice(1)
  for (const [index, [step, at]] of [...seen].entries())
    if (step !== 'done') times.push([`to ${to}: ${step}`, ((ends[index] ?? at) - at) / 1000])
}

/** A workspace is in one of the databases, whole and unlocked, and can be written. */
async function requireAt(id: string, place: Place): Promise<void> {
  assert.deepEqual(countsIn(folder, other(place), id), {}, 'rows were left where it was')
  assert.equal(countsIn(folder, place, id).workspaces, 1)
  for (const each of PLACES) assert.deepEqual(locksIn(folder, each), [])
  assert.deepEqual(rowsIn(folder, place, 'SELECT moving_to FROM workspaces WHERE id = ?', id), [
    { moving_to: null },
  ])
  const listed = (await operator('GET', '/operator/workspaces')).filter(
    (one: { id: string }) => one.id === id,
  )
  assert.equal(listed.length, 1, 'the list of workspaces does not have it once')
  await clients?.more(CLIENTS)
}

/** Runs what runs each night and each hour: both find one copy of the workspace. */
async function runNight(id: string, place: Place): Promise<void> {
  const days = (each: Place) =>
    rowsIn(folder, each, 'SELECT day FROM daily_counts WHERE workspace_id = ?', id)
  await runCron('37 3 * * *')
  await runCron('17 * * * *')
  await until('the night did not count the workspace', () => days(place).length === 1)
  assert.deepEqual(days(other(place)), [])
  const keys = () => [...objectsIn(folder).keys()].filter((key) => key.startsWith(`workspaces/${id}/`))
  await until('the night did not back the workspace up', () => keys().length > 0)
  assert.equal(new Set(keys()).size, keys().length)
}

/** What was left of a mailing when the queue was lost is taken up again after two hours. */
async function resumeMailing(id: string, place: Place): Promise<void> {
  const subject = `Rundbrief nach ${place}`
  const waited = Number(mailingIn(place, id, subject).waiting)
  await runCron('17 * * * *')
  await until(`${subject} was not sent`, () => mailingIn(place, id, subject).state === 'sent')
  console.log(`  ${waited} of ${MAILED} mails waited while the workspace moved, and were sent in ${place}`)
}

async function requireSealed(id: string): Promise<void> {
  const last = rowsIn(folder, 'a', 'SELECT max(number) AS number FROM events WHERE workspace_id = ?', id)[0]
  const sealed = () =>
    rowsIn(folder, 'a', 'SELECT max(last_number) AS number FROM event_seals WHERE workspace_id = ?', id)[0]
  await until('the events were not sealed', () => Number(sealed()?.number) >= Number(last?.number))
  let after = ''
  for (;;) {
    const path = `/operator/workspaces/${id}/event_seals/verification${after && `?after=${after}`}`
    const found = await operator('GET', path)
    assert.equal(found.first_invalid, null)
    if (found.is_complete) return
    after = found.verified_through
  }
}

/** The endpoint has heard of each event that it asked for, mostly once: a delivery whose answer is lost comes again. */
async function requireHeard(id: string): Promise<void> {
  const query = `
    SELECT number FROM events WHERE workspace_id = ? AND (action GLOB 'person.*' OR action GLOB 'fee.*')
      AND number > (SELECT number FROM events WHERE workspace_id = ? AND action = 'webhook_endpoint.created')`
  const wanted = rowsIn(folder, 'a', query, id, id).map(({ number }) => Number(number))
  const told = new Map([...heard].map(([event, times]) => [Number(event.slice(-12)), times]))
  const missing = () => wanted.filter((number) => !told.has(number))
  const look = () => {
    for (const [event, times] of heard) told.set(Number(event.slice(-12)), times)
    if (missing().length === 0) return true
    runOften()
    return false
  }
  for (const end = Date.now() + 120_000; !look(); await sleep(250))
    assert.ok(Date.now() < end, `the endpoint did not hear of ${missing().length} of ${wanted.length} events`)
  const again = [...told.values()].filter((times) => times > 1).length
  console.log(`  the endpoint heard of ${wanted.length} events, of ${again} again`)
}

type Shown = { counts: Record<string, number>; hashes: Record<string, string> }

/** What of a workspace nobody changes: its rows by table, without those of the clients, and how many it has of all. */
function shown(id: string, place: Place): Shown {
  const counts = countsIn(folder, place, id)
  const own = { persons: "external_id GLOB '[np]*'", fees: "description = 'Jahresbeitrag'" }
  const tables = Object.keys(counts).filter((table) => ![...GROWING, ...SENT, 'workspaces'].includes(table))
  const hashes = [
    ...tables.map((table) => [table, hashOf(folder, place, { id, table })]),
    ...Object.entries(own).map(([table, where]) => [table, hashOf(folder, place, { id, table, where })]),
  ]
  return { counts, hashes: Object.fromEntries(hashes) }
}

/** A workspace that nobody writes is as it was, but for what the night adds. */
function requireUnchanged(now: Shown, before: Shown): void {
  assert.deepEqual(now.hashes, before.hashes)
  for (const table of ['persons', 'fees', 'events'])
    assert.equal(now.counts[table], before.counts[table], `${table} of the neighbour`)
}

/** Each write that was acknowledged is there once, and nothing else. */
function requireRows(id: string, { before, clients }: { before: Shown; clients: Clients }): void {
  const { persons, fees, counts } = clients
  const after = shown(id, 'a')
  assert.deepEqual(after.hashes, before.hashes)
  const names = rowsIn(
    folder,
    'a',
    "SELECT external_id AS name, first_name AS given FROM persons WHERE workspace_id = ? AND last_name GLOB 'client-*'",
    id,
  )
  assert.deepEqual(
    names.map(({ name, given }) => `${name} ${given}`).sort(),
    [...persons].map((pair) => pair.join(' ')).sort(),
    'the persons are not those that were acknowledged',
  )
  const stored = rowsIn(
    folder,
    'a',
    "SELECT id, description FROM fees WHERE workspace_id = ? AND description GLOB 'client-*'",
    id,
  )
  assert.deepEqual(
    stored.map(({ id, description }) => `${description} ${id}`).sort(),
    [...fees].map((pair) => pair.join(' ')).sort(),
    'the fees are not those that were acknowledged',
  )
  const grown = Object.fromEntries(
    ['persons', 'fees', 'events'].map((table) => [
      table,
      (after.counts[table] ?? 0) - (before.counts[table] ?? 0),
    ]),
  )
  const made = { persons: persons.size, fees: fees.size }
  const mailings = 2
  assert.deepEqual(grown, { ...made, events: made.persons + made.fees + counts.updates + mailings })
}

/** No mail was printed twice, and each that its recipient's row calls sent was, but for what a kill kept from being printed. */
function requireMailsOnce(id: string): void {
  const mails = [...printed.matchAll(/Mail to \S+: Rundbrief .*/g)].map(String)
  const twice = mails.filter((mail, index) => mails.indexOf(mail) !== index)
  assert.deepEqual(twice, [], 'a mail went out twice')
  const states = rowsIn(
    folder,
    'a',
    'SELECT state, count(*) AS count FROM mail_recipients WHERE workspace_id = ? GROUP BY state',
    id,
  )
  const {
    sent = 0,
    claimed = 0,
    ...others
  } = Object.fromEntries(states.map(({ state, count }) => [state, Number(count)]))
  assert.deepEqual(others, {}, 'mails are left')
  assert.equal(sent + claimed, 3 * MAILED)
  assert.ok(mails.length <= 3 * MAILED)
  console.log(`  ${sent} mails were sent, ${mails.length} printed, ${claimed} were being sent at a kill`)
}

async function verifyBooks(): Promise<void> {
  const child = spawn(process.execPath, [join(ROOT, 'src/dev/verify-books.ts'), '--persist-to', folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const said = await text(child.stdout)
  assert.equal(said.match(/All hold\./g)?.length, DATABASES.length, said)
}

function printTimes({ persons, fees, counts, refused }: Clients): void {
  const slowest = Math.max(...restarts).toFixed(1)
  const mean = (restarts.reduce((sum, one) => sum + one, 0) / restarts.length).toFixed(1)
  console.log(`  ${restarts.length} kills, started again in ${mean} s each, ${slowest} s at most`)
  const done = `${persons.size} persons, ${fees.size} fees and ${counts.updates} changes`
  console.log(`  ${CLIENTS} clients wrote ${done}, and repeated ${counts.repeated} that they had written`)
  const answers = [...refused].map(([answer, count]) => `${count} × ${answer}`)
  console.log(`  not acknowledged at first: ${[...answers, `${counts.lost} × connection lost`].join(', ')}`)
  for (const [what, seconds] of times) console.log(`  ${what}: ${seconds.toFixed(1)} s`)
}

async function timed(what: string, act: () => Promise<void>): Promise<void> {
  const began = performance.now()
  await act()
  times.push([what, (performance.now() - began) / 1000])
}

async function runCron(cron: string): Promise<void> {
  const path = `/cdn-cgi/handler/scheduled?cron=${encodeURIComponent(cron)}`
  const { ok, status } = await fetch(service.origin + path)
  assert.ok(ok, `the cron ${cron} answered ${status}\n${printed.slice(-3_000)}`)
}

async function until(failure: string, isSo: () => boolean): Promise<void> {
  for (const end = Date.now() + 120_000; !isSo(); await sleep(100))
    assert.ok(Date.now() < end, `${failure}\n${printed.slice(-3_000)}`)
}

function placeOf(id: string): Place {
  return /^wsp_b.{24}$/.test(id) ? 'b' : 'a'
}

function other(place: Place): Place {
  return place === 'a' ? 'b' : 'a'
}

function say(what: string): void {
  console.log(`› ${what}`)
}
