import assert from 'node:assert/strict'
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { earlyRequests } from './support/early-requests.ts'
import { tryApplication, tryReceivers } from './support/guide-samples.ts'
import { endGroup, freePort, isGone } from './support/processes.ts'

type Service = {
  npm: ChildProcess
  group: number
  origin: string
  isFilling: boolean
  key: string
  operator: string
  automaticMails: string
}

const groups: number[] = []
let printed = ''
const folder = mkdtempSync(join(tmpdir(), 'membership-smoke-'))
try {
  await Promise.race([visits(), interruption()])
  say('All is well')
} catch (error) {
  console.error(printed, error)
  process.exitCode = 1
} finally {
  for (const group of groups) await endGroup(group)
  rmSync(folder, { recursive: true })
  process.exit()
}

/** Starts the service as a newcomer does, uses it as the README shows, ends it in every way, and starts it again. */
async function visits(): Promise<void> {
  await firstVisit()
  await secondVisit()
  await thirdVisit()
  await visitOfTwo()
}

function interruption(): Promise<never> {
  return new Promise((_, reject) => {
    setTimeout(() => reject(new Error('This took more than six minutes.')), 360_000)
    for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => reject(new Error('Interrupted.')))
  })
}

async function firstVisit(): Promise<void> {
  const port = await freePort()
  const requests = earlyRequests(`http://localhost:${port}`)
  const service = await start('on an empty state folder, with requests before it listens', port)
  await requests.end()
  assert.equal(service.isFilling, true)
  const send = senderTo(service)

  say('Read a page of members')
  const page = await send(200, 'GET', '/lists/members/persons?per_page=5')
  assert.equal(page.json().data.length, 5)
  assert.equal(page.json().meta.path, `${service.origin}/lists/members/persons`)
  assert.ok(page.json().meta.next_cursor)

  say('Refuse a foreign key')
  await send(401, 'GET', '/lists/members/persons', { key: `mas_${'0'.repeat(36)}` })

  say('Create a person and read it by its external_id')
  const person = {
    external_id: 'smoke-1',
    name: { first_name: 'Ada', last_name: 'Lovelace' },
    email: 'ada@example.org',
  }
  const created = await send(201, 'POST', '/lists/members/persons', { body: person })
  const stored = await send(200, 'GET', '/lists/members/persons/smoke-1')
  assert.deepEqual(stored.json(), created.json())
  assert.match(stored.json().data.id, /^per_/)

  say('Create a fee')
  const fee = { amount: 4500, description: 'Annual fee', person_external_id: 'smoke-1' }
  const fees = await send(201, 'POST', '/fees', { body: { data: [fee] } })
  assert.equal(fees.json().data[0].person_name, 'Ada Lovelace')

  say('Create a portal session and follow its link')
  const session = await send(201, 'POST', '/member_portal_sessions', { body: { email: 'ada@example.org' } })
  assert.deepEqual(session.json().data.person_ids, [stored.json().data.id])
  const link = new URL(session.json().data.url)
  assert.equal(link.origin, service.origin)
  await send(200, 'GET', link.pathname)

  say('Read /me')
  const me = await send(200, 'GET', '/me')
  assert.equal(me.json().data.subscription.variant, 'complete')

  say('Open the API reference')
  const document = await send(200, 'GET', '/openapi.json')
  assert.ok(document.json().paths['/lists/{list_id}/persons'])
  const docs = await send(200, 'GET', '/docs')
  const scripts = [...docs.text.matchAll(/<script src="([^"]+)"/g)].map(([, path]) => String(path))
  assert.ok(scripts.length > 0)
  for (const script of scripts) {
    const { headers } = await send(200, 'GET', script)
    assert.match(headers.get('Content-Type') ?? '', /javascript/)
  }

  say('List the workspaces at the operator door')
  const workspaces = await send(200, 'GET', '/operator/workspaces', { key: service.operator })
  assert.deepEqual(
    workspaces.json().data.map((workspace: { id: string }) => workspace.id),
    [me.json().data.id],
  )

  say('Open the address that sends automatic mails')
  await send(200, 'GET', service.automaticMails.replace(service.origin, ''))
  await sleep(500)
  assert.ok(!printed.includes('not_sent'), printed)

  say('Paste the calls of the documents into a shell')
  walkDocuments(service, document.json().info.description)

  say('Run the receivers of webhooks that the guide shows')
  let changes = 0
  const samples = {
    service,
    guide: document.json().info.description,
    folder: join(folder, 'samples'),
    send,
    change: () => {
      const body = { name: { first_name: `Ada ${++changes}` } }
      return send(200, 'PUT', '/lists/members/persons/smoke-1', { body })
    },
    keep: (group: number) => groups.push(group),
  }
  if (await tryReceivers(samples)) {
    say('Send applications by the PHP that the guide shows')
    await tryApplication(samples)
  } else say('PHP is not installed, so that of the guide was left out')

  say("Run a club's year, and verify the books")
  runScript('club-year', '--origin', service.origin)
  runScript('books:verify', '--persist-to', folder)

  say('Move a club in, on a service of its own')
  runScript('move-in')

  await stop(service, 'as Ctrl-C does', () => process.kill(-service.group, 'SIGINT'))
}

/** Runs a script of package.json to its end; one that fails fails the test. */
function runScript(name: string, ...args: string[]): void {
  const { status, stdout, stderr } = spawnSync('npm', ['run', name, '--', ...args], { encoding: 'utf8' })
  assert.equal(status, 0, `${stdout}${stderr}`)
}

/** Runs the calls that the READMEs and the guide of the API reference show; a call that is refused fails. */
function walkDocuments({ origin, key }: Service, guide: string): void {
  const files = ['../../README.md', '../../src/portal/README.md'].map(
    (path) => new URL(path, import.meta.url),
  )
  const documents = [...files.map((file) => readFileSync(file, 'utf8')), guide]
  const calls = documents.flatMap((text) => [...text.matchAll(/```sh\n(.*?)```/gs)].map(([, block]) => block))
  assert.ok(calls.length > 10)
  const script = calls
    .join('\n')
    .replaceAll('http://localhost:8787', origin)
    .replaceAll('curl ', 'curl -sS --fail-with-body ')
  const { status, stdout, stderr } = spawnSync('bash', ['-euo', 'pipefail', '-c', script], {
    cwd: folder,
    env: { ...process.env, API: origin, KEY: key },
    encoding: 'utf8',
  })
  assert.equal(status, 0, `${stdout}${stderr}`)
}

async function secondVisit(): Promise<void> {
  const service = await start('on the same state folder')
  assert.equal(service.isFilling, false)
  const send = senderTo(service)

  say('Find the person again, and the demo data once')
  await send(200, 'GET', '/lists/members/persons/smoke-1')
  const page = await send(200, 'GET', '/lists/members/persons')
  const ids = page.json().data.map((person: { external_id: string }) => person.external_id)
  assert.equal(ids.filter((id: string) => id === 'm-1001').length, 1)

  say('Refuse a second npm start on the same state folder')
  const second = npmStart(await freePort())
  await once(second, 'close')
  assert.equal(second.exitCode, 1)
  assert.match(printed, /Another npm start runs on /)

  await stop(service, 'by kill -9 of the start script', () => process.kill(startScript(), 'SIGKILL'))
}

async function thirdVisit(): Promise<void> {
  const service = await start('after kill -9')
  await stop(service, 'by SIGINT of npm alone', () => service.npm.kill('SIGINT'))
}

/** Starts on the same state folder with a second database, which gets an association of its own. */
async function visitOfTwo(): Promise<void> {
  const service = await start('with two databases', undefined, '--databases', '2')
  const send = senderTo(service)

  say('Read the members of the association in the second database')
  const [, id, key] = /Database DB_B .*\n +(wsp_b\w+)\n +(mas_b_\w+)\n/.exec(printed) ?? assert.fail(printed)
  const me = await send(200, 'GET', '/me', key === undefined ? {} : { key })
  assert.equal(me.json().data.id, id)
  await send(200, 'GET', '/lists/members/persons/smoke-1')

  say('Verify the books of both')
  runScript('books:verify', '--persist-to', folder)
  await stop(service, 'by SIGINT of npm alone', () => service.npm.kill('SIGINT'))
}

/** The process id of the start script. */
function startScript(): number {
  const { stdout } = spawnSync('ps', ['-A', '-o', 'pid=,args='], { encoding: 'utf8' })
  const isScript = (line: string) => /^ *\d+ node src\/dev\/start\.ts /.test(line) && line.includes(folder)
  return Number.parseInt(stdout.split('\n').find(isScript) ?? assert.fail('no start script'), 10)
}

/** Runs `npm start` in its own process group, and waits until it is ready. */
async function start(how: string, port?: number, ...more: string[]): Promise<Service> {
  say(`npm start, ${how}`)
  const npm = npmStart(port ?? (await freePort()), ...more)
  const group = Number(npm.pid)
  while (!printed.includes('curl ')) {
    assert.equal(npm.exitCode, null, 'npm start ended')
    await sleep(50)
  }
  const told = (label: string) =>
    new RegExp(`${label} +(\\S+)`).exec(printed)?.[1] ?? assert.fail(`no ${label}`)
  return {
    npm,
    group,
    origin: told('API'),
    isFilling: printed.includes('Fill the demo workspace'),
    key: told('Demo key'),
    operator: told('Operator token'),
    automaticMails: told('Automatic mails'),
  }
}

/** Runs `npm start` on the state folder in its own process group. */
function npmStart(port: number, ...more: string[]): ChildProcess {
  const args = ['start', '--', '--port', `${port}`, '--persist-to', folder, ...more]
  const npm = spawn('npm', args, { detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
  groups.push(Number(npm.pid))
  printed = ''
  for (const stream of [npm.stdout, npm.stderr])
    stream.setEncoding('utf8').on('data', (text) => {
      printed += text
    })
  return npm
}

async function stop({ npm, group, origin }: Service, how: string, signal: () => void): Promise<void> {
  say(`End it ${how}`)
  const closed = once(npm, 'close')
  signal()
  await closed
  assert.ok(await isGone(group), 'processes are left')
  await assert.rejects(fetch(origin), 'the port still answers')
}

/** Sends requests with the demo key or another, and checks the status. */
function senderTo({ origin, key }: Service) {
  return async (
    status: number,
    method: string,
    path: string,
    options: { key?: string; body?: object } = {},
  ) => {
    const response = await fetch(`${origin}${path}`, {
      method,
      headers: { Authorization: `Bearer ${options.key ?? key}`, 'Content-Type': 'application/json' },
      body: options.body ? JSON.stringify(options.body) : null,
    })
    const text = await response.text()
    assert.equal(response.status, status, `${method} ${path}: ${text}`)
    return { headers: response.headers, text, json: () => JSON.parse(text) }
  }
}

function say(what: string): void {
  console.log(`› ${what}`)
}
