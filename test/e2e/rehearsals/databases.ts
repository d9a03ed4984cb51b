import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileOf } from '../../../src/dev/databases.ts'
import { databaseEntries, setInConfig } from '../../../src/dev/operate/edit-config.ts'
import { objectsIn } from '../support/local-bucket.ts'
import { newMachine } from '../support/operators-machine.ts'
import { sendTo } from '../support/typical-club.ts'

// A running deployment gets a second database by the operator's page, loses it, and gets it back, while the associations of the
// first one go on. Every command is one that .github/OPERATING.md has.
const QUEUES = ['membership-mails', 'membership-mailings', 'membership-jobs']
const MEMBERS = Array.from({ length: 40 }, (_, n) => ({
  external_id: `p${n}`,
  name: { last_name: `Name ${n}` },
}))

type Club = { id: string; key: string }

const folder = mkdtempSync(join(tmpdir(), 'membership-databases-'))
const machine = await newMachine(folder)
const { service, type, origin, state, clone } = machine
try {
  await rehearse()
} finally {
  await service.stop()
  rmSync(folder, { recursive: true, force: true })
}

async function rehearse(): Promise<void> {
  await begin()
  const first = await newClub()
  await addDatabase()
  const second = await newClub()
  assert.match(second.id, /^wsp_b/)
  assert.match(second.key, /^mas_b_/)

  say('Both are backed up, and pulled each into its folder')
  await runNight([first, second])
  await type('pull')
  const pulled = /into (\S+\/[\d-]+)\n/.exec(await type('pull'))?.[1] ?? assert.fail('nothing was pulled')
  assert.deepEqual(
    [first, second].map(({ id }) => existsSync(join(pulled, `${id}.ndjson.gz`))),
    [true, false],
  )
  assert.ok(existsSync(join(pulled, 'b', `${second.id}.ndjson.gz`)))
  rmSync(pulled, { recursive: true })

  say('The second database is lost: the first one goes on')
  await loseSecond()
  await service.start()
  assert.deepEqual(await statuses(), { DB: 'ok', DB_B: 'not_migrated' })
  assert.equal(await membersOf(first), MEMBERS.length)
  await sendTo(origin, first.key)('POST', '/lists/members/persons', { external_id: 'since' })
  await refused(() => membersOf(second))

  await restoreSecond(pulled)
  assert.deepEqual(await statuses(), { DB: 'ok', DB_B: 'ok' })
  assert.equal(await membersOf(second), MEMBERS.length)
  assert.equal(await membersOf(first), MEMBERS.length + 1)
  const operator = sendTo(origin, machine.env.OPERATOR_TOKEN ?? '')
  assert.deepEqual(await operator('GET', '/operator/restores'), [])
  assert.equal((await operator('GET', '/operator/restores?database=b')).length, 1)
}

/** Sets a deployment up with one database. */
async function begin(): Promise<void> {
  say('Set up')
  const printed = await type('setUp')
  const secretOf = (name: string) => RegExp(`${name}: (\\S+)`).exec(printed)?.[1] ?? assert.fail(printed)
  const OPERATOR_TOKEN = secretOf('OPERATOR_TOKEN')
  machine.env.OPERATOR_TOKEN = OPERATOR_TOKEN
  service.setSecrets({ OPERATOR_TOKEN, WEBHOOK_KEY: secretOf('WEBHOOK_KEY') })
  await type('commit')
  await service.start()
  await type('releaseFirst')
  await machine.git("commit --quiet --all --message 'Release'")
}

async function newClub(): Promise<Club> {
  const data = async (...command: Parameters<typeof type>) => JSON.parse(await type(...command)).data
  const { id } = await data('workspace')
  const { token } = await data('key', { 'wsp_…': id })
  await sendTo(origin, token)('PUT', '/lists/members/persons', { data: MEMBERS })
  return { id, key: token }
}

async function addDatabase(): Promise<void> {
  say('Add a database')
  await type('addDatabase')
  await type('commitDatabase')
  // The next version, which the release uploads.
  await service.start()
  const printed = await type('release')
  assert.match(printed, /restore DB --bookmark .*\n.*restore DB_B --bookmark /)
  await machine.git("commit --quiet --all --message 'Release'")
  assert.match(await type('doctor'), /✓ The database DB_B is in the jurisdiction eu/)
  assert.deepEqual(await statuses(), { DB: 'ok', DB_B: 'ok' })
}

async function statuses(): Promise<Record<string, string>> {
  const { databases } = (await (await fetch(`${origin}/health`)).json()) as {
    databases: { name: string; status: string }[]
  }
  return Object.fromEntries(databases.map(({ name, status }) => [name, status]))
}

async function runNight(clubs: Club[]): Promise<void> {
  const response = await fetch(`${origin}/cdn-cgi/handler/scheduled?cron=${encodeURIComponent('37 3 * * *')}`)
  assert.ok(response.ok, `the cron answered ${response.status}`)
  const wanted = [...clubs.map(({ id }) => `workspaces/${id}/`), 'shared/', 'shared-b/']
  for (const end = Date.now() + 120_000; Date.now() < end; await sleep(100)) {
    const keys = [...objectsIn(state).keys()]
    if (wanted.every((prefix) => keys.some((key) => key.startsWith(prefix)))) return
  }
  assert.fail(`not all was backed up: ${[...objectsIn(state).keys()]}`)
}

async function loseSecond(): Promise<void> {
  await service.stop()
  const entries = databaseEntries(readFileSync(join(clone, 'wrangler.toml'), 'utf8'), '')
  const { id = '' } = entries.find(({ binding }) => binding === 'DB_B') ?? {}
  for (const end of ['', '-wal', '-shm']) rmSync(`${fileOf(state, id)}${end}`, { force: true })
  machine.changeAccount((account) => {
    delete account.databases['membership-b']
  })
}

async function restoreSecond(files: string): Promise<void> {
  say('The second database is restored alone')
  for (const name of QUEUES) await type('pauseQueue', { 'membership-mails': name })
  const id = /database_id = (".*")/.exec(await type('makeSecond'))?.[1] ?? assert.fail('no id')
  setInConfig(clone, { header: '[[d1_databases]]', having: 'binding = "DB_B"' }, 'database_id', id)
  await type('deployPaused')
  await refused(() => type('pullFromBucket'))
  await type('pullSecond')
  await type('migrateSecond', { '/backups/DATE': files })
  const printed = await type('restoreSecond', { '/backups/DATE': files })
  assert.match(printed, /✓ The restore to .* is recorded/)
  await type('verifyBooks')
  await type('deploy')
  for (const name of QUEUES) await type('resumeQueue', { 'membership-mails': name })
}

async function membersOf({ key }: Club): Promise<number> {
  return (await sendTo(origin, key)('GET', '/lists/members/persons?per_page=100')).length
}

async function refused(act: () => Promise<unknown>): Promise<void> {
  await assert.rejects(act)
}

function say(what: string): void {
  console.log(`› ${what}`)
}
