import assert from 'node:assert/strict'
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ROOT } from '../../../src/dev/wrangler.ts'
import { endGroup, freePort } from './processes.ts'

type Send = (
  status: number,
  method: string,
  path: string,
  options?: { body?: object },
) => Promise<{ json: () => { data: never } }>

type Tried = {
  service: { origin: string; key: string }
  /** The text of the guide. */
  guide: string
  /** A folder for the receivers. */
  folder: string
  send: Send
  /** Makes a change that `person.updated` tells. */
  change: () => Promise<unknown>
  /** Keeps the process group of a receiver, for those that fail. */
  keep: (group: number) => void
}

type Attempt = { type: string; status: number | null; failure: string | null }

const WRONG_SECRET = `whsec_${randomBytes(32).toString('base64')}`

/**
 * Runs the receivers that the guide shows, and creates an endpoint by the call that it shows: a change arrives at the one in
 * TypeScript, and with a wrong secret it answers 401. The one in PHP is tried where there is PHP; returns whether it was.
 */
export async function tryReceivers({ service, guide, folder, send, change, keep }: Tried): Promise<boolean> {
  mkdirSync(folder, { recursive: true })
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  const port = await freePort()
  writeFileSync(join(folder, 'receiver.ts'), withPort(blockOf(guide, 'ts', 'standardwebhooks'), port))
  writeFileSync(join(folder, 'receiver.php'), blockOf(guide, 'php', 'HTTP_WEBHOOK_ID'))
  compile(folder)

  const id = createEndpoint(service, withPort(callOf(guide, '/webhook_endpoints" -d'), port))
  const path = `/webhook_endpoints/${id}`
  const { secret }: { secret: string } = (await send(200, 'POST', `${path}/secret`)).json().data
  const run = (command: string, args: string[], given: string) =>
    startReceiver({ command, args, folder, port, secret: given, keep })
  const attempts = async (): Promise<Attempt[]> => (await send(200, 'GET', `${path}/attempts`)).json().data

  const receiver = await run(process.execPath, ['receiver.ts'], secret)
  await change()
  await until('the delivery', () => /person\.updated \[/.test(receiver.printed()))
  await until('the attempt', async () => (await attempts())[0]?.status === 204)
  await receiver.end()

  const stranger = await run(process.execPath, ['receiver.ts'], WRONG_SECRET)
  await change()
  await until('the refusal', async () => (await attempts())[0]?.status === 401)
  assert.equal(stranger.printed(), '')
  await stranger.end()

  const hasPhp = spawnSync('php', ['--version']).status === 0
  for (const [given, status] of hasPhp
    ? ([
        [secret, 204],
        [WRONG_SECRET, 401],
        ['', 401],
      ] as const)
    : []) {
    const php = await run('php', ['-S', `localhost:${port}`, 'receiver.php'], given)
    const test = (await send(200, 'POST', `${path}/test`)).json().data as Attempt
    assert.equal(test.status, status, `${test.failure}\n${php.printed()}`)
    await php.end()
  }
  await send(204, 'DELETE', path)
  return hasPhp
}

const TRY_APPLICATION = `
define('MEMBERSHIP_API', getenv('API'));
define('MEMBERSHIP_KEY', getenv('KEY'));
require 'application.php';
$form = ['first_name' => 'Ada', 'last_name' => 'Byron', 'email' => 'byron@example.org', 'birthdate' => '1990-12-10'];
$wrong = ['email' => 'nonsense', 'birthdate' => '1990-13-10'] + $form;
echo json_encode([send_application($form, 'form-1'), send_application($form, 'form-1'), send_application($wrong, 'form-2')]);`

/** Sends applications by the PHP that the guide shows: one that is sent twice is one, and what is wrong has a text by its field. */
export async function tryApplication({
  service: { origin, key },
  guide,
  folder,
  send,
}: Pick<Tried, 'service' | 'guide' | 'folder' | 'send'>): Promise<void> {
  writeFileSync(join(folder, 'application.php'), blockOf(guide, 'php', 'send_application'))
  const apply = (given: string) => {
    const env = { ...process.env, API: origin, KEY: given }
    const { stdout, stderr } = spawnSync('php', ['-r', TRY_APPLICATION], {
      cwd: folder,
      env,
      encoding: 'utf8',
    })
    assert.match(stdout, /^\[/, stderr)
    return JSON.parse(stdout)
  }
  const [taken, again, refused] = apply(key)
  assert.deepEqual([taken, again, Object.keys(refused)], [[], [], ['email', 'birthdate']])
  const found = '/lists/members/persons?area=applications&filter[email]=byron@example.org'
  const applicants = (await send(200, 'GET', found)).json().data as unknown[]
  assert.equal(applicants.length, 1)
  assert.deepEqual(Object.keys(apply('mas_nonsense')[0]), ['form'])
}

/** The block of a language in the guide that has a word. */
function blockOf(guide: string, language: string, word: string): string {
  const blocks = [...guide.matchAll(new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, 'gs'))].map(
    ([, block]) => block ?? '',
  )
  return (
    blocks.find((block) => block.includes(word)) ?? assert.fail(`The guide has no ${language} with ${word}.`)
  )
}

/** A call that the guide shows, with the function that its calls begin with. */
function callOf(guide: string, words: string): string {
  const lines = guide.split('\n')
  const found = [/^mas\(\) \{/, words].map((part) =>
    lines.find((line) => (typeof part === 'string' ? line.includes(part) : part.test(line))),
  )
  assert.ok(found.every(Boolean), `The guide has no call with ${words}.`)
  return found.join('\n')
}

function withPort(text: string, port: number): string {
  assert.match(text, /9000/)
  return text.replaceAll('9000', `${port}`)
}

/** Compiles the receiver in TypeScript as strict projects do. */
function compile(folder: string): void {
  const options = ['--noEmit', '--strict', '--module', 'nodenext', '--types', 'node', '--skipLibCheck']
  const tsc = join(ROOT, 'node_modules/typescript/bin/tsc')
  const { status, stdout } = spawnSync(process.execPath, [tsc, ...options, 'receiver.ts'], {
    cwd: folder,
    encoding: 'utf8',
  })
  assert.equal(status, 0, stdout)
}

function createEndpoint({ origin, key }: Tried['service'], call: string): string {
  const script = call.replaceAll('curl ', 'curl -sS --fail-with-body ')
  const { status, stdout, stderr } = spawnSync('bash', ['-euo', 'pipefail', '-c', script], {
    env: { ...process.env, API: origin, KEY: key },
    encoding: 'utf8',
  })
  assert.equal(status, 0, `${stdout}${stderr}`)
  return JSON.parse(stdout).data.id
}

type Receiver = Pick<Tried, 'folder' | 'keep'> & {
  command: string
  args: string[]
  port: number
  secret: string
}

/** Starts a receiver, and waits until it listens. */
async function startReceiver({ command, args, folder, port, secret, keep }: Receiver) {
  const child: ChildProcess = spawn(command, args, {
    cwd: folder,
    env: { ...process.env, WEBHOOK_SECRET: secret },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  keep(Number(child.pid))
  let printed = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text) => {
      printed += text
    })
  await until('the receiver', () => {
    assert.equal(child.exitCode, null, printed)
    return listens(port)
  })
  return { printed: () => printed, end: () => endGroup(Number(child.pid)) }
}

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, 'localhost')
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })
}

/** Waits up to 40 seconds. */
async function until(what: string, holds: () => boolean | Promise<boolean>): Promise<void> {
  for (const end = Date.now() + 40_000; !(await holds()); await sleep(200))
    if (Date.now() > end) assert.fail(`${what} did not come`)
}
