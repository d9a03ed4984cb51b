import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { setInConfig } from '../../../src/dev/operate/edit-config.ts'
import { databaseOf } from '../support/database.ts'
import { objectsIn } from '../support/local-bucket.ts'
import { backdateMail, finishMail } from '../support/mailing.ts'
import { newMachine } from '../support/operators-machine.ts'
import { countRows, missingRows, type Rows, rowsOf } from '../support/stored-rows.ts'
import { fillClub, release, sendTo, weekdayIn } from '../support/typical-club.ts'

// The life of a deployment by the operator's page, from an empty account to the second loss of its database. Every command is one
// that .github/OPERATING.md has.
const { values } = parseArgs({ options: { persons: { type: 'string', default: '60' } }, strict: false })
const PERSONS = Number(values.persons)
const DEBITS = Math.min(10_000, PERSONS / 2)
/** How many persons a mail goes to. */
const BOARD = 20
const QUEUES = ['membership-mails', 'membership-mailings', 'membership-jobs']

/** A migration that fills a new column. */
const MIGRATION =
  'ALTER TABLE fees ADD rehearsed text;--> statement-breakpoint\nUPDATE fees SET rehearsed = id;\n'
/** Where a restore makes other rows than were backed up. */
const HELD = ['mails', 'workspaces']
const RECORDED = ['events', 'mails', 'workspaces']

/** What a restore prints that applies an erasure again. */
const ERASED_AGAIN = `is recorded
✓ 1 persons erased again, 0 were not there
✓ Ended again: 0 keys, 0 staff, 0 passkeys, 0 mandates, 0 subscriptions to news
`

const folder = mkdtempSync(join(tmpdir(), 'membership-operate-'))
const machine = await newMachine(folder)
const { service, type, origin, state, clone } = machine
const times: string[] = []
try {
  await operate()
  assert.doesNotMatch(service.printed(), /crashed unexpectedly|heap out of memory/)
  console.log([...times, ...longestWorks()].join('\n'))
} finally {
  await service.stop()
  rmSync(folder, { recursive: true, force: true })
}

async function operate(): Promise<void> {
  await begin()
  const club = await timed('fill', fill)
  const first = await backUp(club)
  const older = { ...first, files: `${first.files}-older` }
  renameSync(first.files, older.files)
  await timed('release a new migration', releaseMigration)
  await club.send('POST', '/fees', {
    data: [{ person_external_id: 'p1', amount: 700, description: 'Nachtrag' }],
  })
  const last = await backUp(club)
  await liveOn(club)

  say('The database is lost, and restored from the bucket')
  await loseDatabase()
  rmSync(last.files, { recursive: true })
  await timed('restore from the bucket', () => restoreFromBucket(last.files, older.files))
  // The bucket has lost the files of a workspace with it.
  await prove(club, withoutId(last.rows, club.leaver))
  assert.match(await asked(club.leaverKey, 'GET', '/lists/members/persons'), /^401/)

  say('It is lost again, and restored from files of an older migration')
  await loseDatabase()
  await timed('restore files of an older migration', () => restoreOlder(older.files))
  await prove(club, migrated(older.rows))
  await leaveAgain(club)
}

type Club = Awaited<ReturnType<typeof fill>>

/** Sets a deployment up, as a new operator does. */
async function begin(): Promise<void> {
  say('Set up')
  const printed = await type('setUp')
  const secretOf = (name: string) => RegExp(`${name}: (\\S+)`).exec(printed)?.[1] ?? assert.fail(printed)
  const OPERATOR_TOKEN = secretOf('OPERATOR_TOKEN')
  machine.env.OPERATOR_TOKEN = OPERATOR_TOKEN
  service.setSecrets({ OPERATOR_TOKEN, WEBHOOK_KEY: secretOf('WEBHOOK_KEY') })
  await type('commit')
  // The place where the service will run: nobody reaches it before it is deployed.
  await service.start()
  await type('releaseFirst')
  await machine.git("commit --quiet --all --message 'Release'")
  await examine()
}

/** Lets the doctor look. It finds nothing wrong, and left out what the page says to set later. */
async function examine(): Promise<void> {
  const printed = await type('doctor')
  const leftOut = printed.split('\n').filter((line) => line.startsWith('!'))
  assert.deepEqual(
    leftOut.map((line) => line.split(' ')[1]),
    ['OPERATOR_EMAIL', 'CANARY_WORKSPACE'],
    printed,
  )
}

/** Makes two workspaces by the page, and fills the first one by its key. */
async function fill() {
  say('Fill')
  const data = async (...command: Parameters<typeof type>) => JSON.parse(await type(...command)).data
  const { id } = await data('workspace')
  const leaver: string = (await data('workspace')).id
  await data('owner', { 'wsp_…': id })
  const { token } = await data('key', { 'wsp_…': id })
  const leaverKey: string = (await data('key', { 'wsp_…': leaver })).token
  const creditor = { name: 'TSV', iban: 'DE02120300000000202051', creditor_id: 'DE98ZZZ09999999999' }
  await sendTo(origin, machine.env.OPERATOR_TOKEN ?? '')('PATCH', `/operator/workspaces/${id}`, { creditor })
  const send = sendTo(origin, token)
  await fillClub(send, { persons: PERSONS, debits: DEBITS, board: BOARD })
  const mail = {
    list: 'members',
    kind: 'official',
    subject: 'Einladung',
    body: 'Hallo!',
    filter: { group: 'board' },
  }
  const { id: mailId } = await send('POST', '/mails', mail)
  await until('the mail did not reach everybody', () => mailsSent() === BOARD)
  const [erased] = await send('GET', `/lists/members/persons?filter[external_id]=p${PERSONS - 1}`)
  const fees = (await send('GET', '/fees?status=open&per_page=1')) as { id: string }[]
  return {
    ...{ leaver, key: String(token), leaverKey, send, mailId: String(mailId) },
    erased: String(erased.id),
    fee: fees[0]?.id ?? assert.fail('no fee is open'),
  }
}

function mailsSent(): number {
  return service.printed().match(/Mail to \S+: Einladung/g)?.length ?? 0
}

/** A backup of a night in which a mail is being sent, pulled by the page. Returns its folder, and the rows of that night. */
async function backUp({ mailId }: Club): Promise<{ files: string; rows: Rows }> {
  say('Back up')
  // What is backed up here is from before the first mail was handed over.
  const mail = { id: mailId, recipients: BOARD }
  backdateMail(state, mail)
  await timed('back up at night', runNight)
  // What the first night has sealed is in the files of the second one.
  await until('the events were not sealed', isSealed)
  await runNight()
  const rows = rowsOf(state)
  await timed('pull', () => type('pull'))
  finishMail(state, mail)
  const name = readdirSync(machine.backups).filter((one) => /^[\d-]+$/.test(one) && !one.endsWith('older'))
  const files = join(machine.backups, name.sort().at(-1) ?? '')
  const bytes = readdirSync(files).reduce((sum, file) => sum + statSync(join(files, file)).size, 0)
  note(
    `${(bytes / 1e6).toFixed(1)} MB in files, of ${countRows(rows)} rows and ${databaseMegabytes()} MB in the database`,
  )
  return { files, rows }
}

function databaseMegabytes(): string {
  const database = databaseOf(state)
  const size = database
    .prepare('SELECT page_count * page_size AS bytes FROM pragma_page_count, pragma_page_size')
    .get()
  database.close()
  return (Number(size?.bytes) / 1e6).toFixed(1)
}

/** Runs the cron of the night, until the last of its backups is stored. */
async function runNight(): Promise<void> {
  const before = backedUpAt()
  await runCron('37 3 * * *')
  await until('the night did not end', () => backedUpAt() !== before)
}

function backedUpAt(): unknown {
  const database = databaseOf(state)
  const row = database.prepare("SELECT checked_at FROM watches WHERE name = 'backup_old'").get()
  database.close()
  return row?.checked_at
}

/** Whether all events have a seal but those that the night itself has recorded since. */
function isSealed(): boolean {
  const database = databaseOf(state)
  const [row] = database
    .prepare(
      'SELECT (SELECT count(*) FROM events) - (SELECT total(last_number - first_number + 1) FROM event_seals) AS open',
    )
    .all()
  database.close()
  return Number(row?.open) < 10
}

async function runCron(cron: string): Promise<void> {
  const response = await fetch(`${origin}/cdn-cgi/handler/scheduled?cron=${encodeURIComponent(cron)}`)
  assert.ok(response.ok, `the cron answered ${response.status}`)
}

/** Releases a commit with one more migration, which fills a new column. */
async function releaseMigration(): Promise<void> {
  say('Release')
  const path = join(clone, 'drizzle/meta/_journal.json')
  const journal = JSON.parse(readFileSync(path, 'utf8'))
  const { idx, ...last } = journal.entries.at(-1)
  const tag = `${String(idx + 1).padStart(4, '0')}_rehearse`
  journal.entries.push({ ...last, idx: idx + 1, tag })
  writeFileSync(join(clone, `drizzle/${tag}.sql`), MIGRATION)
  writeFileSync(path, JSON.stringify(journal))
  await machine.git("add --all && git commit --quiet --message 'Rehearse a migration'")
  await type('release')
  await machine.git("commit --quiet --all --message 'Release'")
  await examine()
}

/** The rows as the migration makes them. */
function migrated(rows: Rows): Rows {
  const fees = [...(rows.get('fees') ?? [])].map((row) => {
    const fee = JSON.parse(row)
    return JSON.stringify({ ...fee, rehearsed: fee.id })
  })
  return new Map([...rows, ['fees', new Set(fees)]])
}

/** What happens after the last backup: debits go to the bank, a person is deleted, and a workspace leaves. */
async function liveOn({ send, leaver, fee, erased }: Club): Promise<void> {
  say('Life goes on after the last backup')
  await release(send, [fee])
  await send('DELETE', `/lists/members/persons/${erased}`)
  await type('suspend', { $id: leaver })
  const database = databaseOf(state)
  database.prepare("UPDATE workspaces SET suspended_at = '2026-01-01T00:00:00.000Z' WHERE id = ?").run(leaver)
  database.close()
  await type('erase', { $id: leaver })
  await runCron('17 * * * *')
  await until('the erasures were not stored', () =>
    [...objectsIn(state).keys()].some((key) => key.startsWith('erasures/')),
  )
}

async function loseDatabase(): Promise<void> {
  await service.stop()
  rmSync(join(state, 'v3/d1'), { recursive: true })
  machine.changeAccount((account) => {
    account.databases = {}
  })
}

/** Steps 1 to 4 of the order, and an empty database. */
async function pauseOnNewDatabase(): Promise<void> {
  for (const name of QUEUES) await type('pauseQueue', { 'membership-mails': name })
  const printed = await type('makeDatabase')
  const id = /database_id = (".*")/.exec(printed)?.[1] ?? assert.fail(printed)
  setInConfig(clone, { header: '[[d1_databases]]', having: 'binding = "DB"' }, 'database_id', id)
  await type('deployPaused')
  assert.equal(await statusOf(), 'not_ready')
}

async function resume(): Promise<void> {
  assert.equal(await statusOf(), 'paused')
  await type('verifyBooks')
  await type('deploy')
  for (const name of QUEUES) await type('resumeQueue', { 'membership-mails': name })
  assert.equal(await statusOf(), 'ok')
  assert.ok(Object.values(machine.account().state.queues).every(({ isPaused }) => !isPaused))
}

async function statusOf(): Promise<string> {
  return ((await (await fetch(`${origin}/health`)).json()) as { status: string }).status
}

async function restoreFromBucket(files: string, older: string): Promise<void> {
  await pauseOnNewDatabase()
  await timed('pull from the bucket', () => type('pullFromBucket'))
  await type('migrateTo', { '/backups/DATE': files })
  const refused = await type('restore', { '/backups/DATE': older }).catch(({ message }: Error) => message)
  assert.match(refused, /The files are of \d{4}_.*, and the database of \d{4}_rehearse/)
  const printed = await timed('load', () => type('restore', { '/backups/DATE': files }))
  assert.match(printed, RegExp(`${ERASED_AGAIN}$`))
  await resume()
}

async function restoreOlder(files: string): Promise<void> {
  await pauseOnNewDatabase()
  assert.match(await type('migrateTo', { '/backups/DATE': files }), /1 are left for after the restore/)
  const loaded = await type('restore', { '/backups/DATE': files })
  assert.match(loaded, /! The restore is not recorded yet: apply the other migrations/)
  await type('migrateRest')
  const printed = await type('restore', { '/backups/DATE': files })
  assert.match(printed, RegExp(`${ERASED_AGAIN}! wsp_\\w+ was erased, and is back`))
  await resume()
}

/** No mail and no debit goes out twice, nobody who was erased is back, and every other row is there. */
async function prove({ key, fee, erased }: Club, expected: Rows): Promise<void> {
  const after = rowsOf(state)
  const lost = missingRows(expected, after).filter(({ row }) => !row.includes(erased))
  const more = missingRows(after, expected).filter(({ row }) => !row.includes(erased))
  assert.deepEqual(
    [...new Set(lost.map(({ table }) => table))].sort(),
    HELD,
    JSON.stringify(lost.slice(0, 5)),
  )
  assert.deepEqual(
    [...new Set(more.map(({ table }) => table))].sort(),
    RECORDED,
    JSON.stringify(more.slice(0, 5)),
  )

  await runCron('17 * * * *')
  await sleep(10_000)
  assert.equal(mailsSent(), BOARD, 'mails went out twice')
  assert.equal(await asked(key, 'GET', `/lists/members/persons/${erased}`), '404 not_found')
  const twice = { fee_ids: [fee], collection_date: weekdayIn(21) }
  assert.equal(await asked(key, 'POST', '/collections', twice), '409 restore_unconfirmed')
  console.log(
    `  ${countRows(after)} rows are back; no mail and no debit went out twice; who was erased stays erased.`,
  )
}

/** A workspace that was erased, and has come back with a file, is suspended, and can be erased once more. */
async function leaveAgain({ leaver, leaverKey }: Club): Promise<void> {
  const person = { name: { last_name: 'Neu' } }
  assert.match(await asked(leaverKey, 'POST', '/lists/members/persons', person), /^403/)
  await type('erase', { $id: leaver })
  assert.match(await asked(leaverKey, 'GET', '/lists/members/persons'), /^401/)
}

function withoutId(rows: Rows, id: string): Rows {
  return new Map(
    [...rows].map(([table, all]) => [table, new Set([...all].filter((row) => !row.includes(id)))]),
  )
}

async function asked(key: string, method: string, path: string, body?: object): Promise<string> {
  const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' }
  const response = await fetch(`${origin}${path}`, {
    method,
    headers,
    ...(body && { body: JSON.stringify(body) }),
  })
  const { type: problem = '' } = (await response.json()) as { type?: string }
  return `${response.status} ${problem.split('/').at(-1)}`
}

/** What took longest in the database, of requests and of queues: D1 gives a statement 30 seconds. */
function longestWorks(): string[] {
  const works = service
    .printed()
    .split('\n')
    .flatMap((line) => (line.startsWith('{"level"') ? [JSON.parse(line) as Work] : []))
    .filter(({ db_ms }) => db_ms !== undefined)
  return works
    .sort((one, other) => other.db_ms - one.db_ms)
    .slice(0, 5)
    .map(({ route, queue, run, trips, db_ms }) => `${db_ms} ms in ${trips} trips of ${route ?? queue ?? run}`)
}

type Work = { route?: string; queue?: string; run?: string; trips: number; db_ms: number }

async function until(what: string, isSo: () => boolean): Promise<void> {
  for (const end = Date.now() + 600_000; Date.now() < end; await sleep(100)) if (isSo()) return
  assert.fail(`${what}:\n${service.printed().slice(-2000)}`)
}

async function timed<Result>(what: string, act: () => Promise<Result>): Promise<Result> {
  const began = performance.now()
  const result = await act()
  note(`${((performance.now() - began) / 1000).toFixed(1)} s to ${what}`)
  return result
}

/** Prints a figure, now and at the end. */
function note(figure: string): void {
  console.log(`  ${figure}`)
  times.push(figure)
}

function say(what: string): void {
  console.log(`› ${what}`)
}
