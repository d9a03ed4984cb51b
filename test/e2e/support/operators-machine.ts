import assert from 'node:assert/strict'
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { ROOT, WRANGLER_ENV } from '../../../src/dev/wrangler.ts'
import type { FakeAccount } from './fake-account.ts'
import { COMMANDS, commandsUnder } from './operators-commands.ts'
import { endGroup, freePort } from './processes.ts'

/** A Worker has 128 MB; this leaves the rest for the bytes of bodies and answers. */
const HEAP_MB = 100

const PUBLIC_ORIGIN = 'https://members.your-domain.org'
const SUPPORT = join(ROOT, 'test/e2e/support')
const PAGE = readFileSync(join(ROOT, '.github/OPERATING.md'), 'utf8')

export type Machine = Awaited<ReturnType<typeof newMachine>>
/** What the calls of a section need before. */
const OP = ['op', 'host'] as const
const API = ['api', 'at'] as const

type Account = Pick<FakeAccount, 'calls' | 'state'>

/**
 * A machine on which an operator types commands in a clone of this repository, and a Cloudflare of its own: the account is a fake
 * one, the service is a local one.
 */
export async function newMachine(folder: string) {
  const clone = join(folder, 'clone')
  const [state, account, backups] = ['state', 'account.json', 'backups'].map((name) =>
    join(folder, name),
  ) as [string, string, string]
  cloneInto(clone)
  const port = await freePort()
  const origin = `http://localhost:${port}`
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    ...WRANGLER_ENV,
    PATH: `${stubs(join(folder, 'bin'))}:${process.env.PATH}`,
    NODE_OPTIONS: `--import=${pathToFileURL(join(SUPPORT, 'local-origin.ts'))}`,
    WRANGLER_BIN: join(SUPPORT, 'local-wrangler.ts'),
    ...{ FAKE_ACCOUNT: account, LOCAL_STATE: state, LOCAL_ORIGIN: origin, PUBLIC_ORIGIN },
    ...{ GIT_AUTHOR_NAME: 'Operator', GIT_AUTHOR_EMAIL: 'operator@your-domain.org' },
    ...{ GIT_COMMITTER_NAME: 'Operator', GIT_COMMITTER_EMAIL: 'operator@your-domain.org' },
  }
  shell(clone, env, "git init --quiet && git add --all && git commit --quiet --message 'Clone'")
  const service = serviceOf({ clone, state, port, origin })

  /** Types a command as the page has it, with other words where the page has examples, and returns what it printed. */
  async function type(name: keyof typeof COMMANDS, words: Record<string, string> = {}): Promise<string> {
    const command = typed(name, { ...words, ' /backups': ` ${backups}` })
    const before = command.startsWith('op ') ? OP : command.startsWith('api ') ? API : []
    const calls = accountOf(account).calls.length
    console.log(`  $ ${command}`)
    const began = performance.now()
    const printed = await shell(clone, env, [...before.map((one) => typed(one, {})), command].join('\n'))
    console.log(`    ${((performance.now() - began) / 1000).toFixed(1)} s`)
    for (const { args } of accountOf(account).calls.slice(calls)) await service.follow(args)
    return printed
  }

  return {
    ...{ clone, state, backups, origin, env, service, type },
    account: () => accountOf(account),
    changeAccount(change: (state: Account['state']) => void): void {
      const whole = accountOf(account)
      change(whole.state)
      writeFileSync(account, JSON.stringify(whole))
    },
    git: (command: string) => shell(clone, env, `git ${command}`),
  }
}

function accountOf(file: string): Account {
  if (!existsSync(file)) return { calls: [], state: {} as Account['state'] }
  return JSON.parse(readFileSync(file, 'utf8'))
}

/** A command with other words in it. Throws if the page does not have it. */
function typed(name: keyof typeof COMMANDS, words: Record<string, string>): string {
  const [heading, command] = COMMANDS[name]
  assert.ok(
    commandsUnder(PAGE, heading).includes(command),
    `.github/OPERATING.md does not have under ${heading}: ${command}`,
  )
  return Object.entries(words).reduce((text, [from, to]) => text.replaceAll(from, to), command)
}

/** The files of this repository as they are here, in another folder. */
function cloneInto(folder: string): void {
  mkdirSync(folder, { recursive: true })
  const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: ROOT,
  })
  const tar = execFileSync('tar', ['-cf', '-', '--null', '--files-from=-'], {
    cwd: ROOT,
    input: files,
    maxBuffer: 1e9,
  })
  execFileSync('tar', ['-xf', '-', '-C', folder], { input: tar })
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'), 'junction')
}

/** A folder with what stands in for npx and curl. */
function stubs(folder: string): string {
  mkdirSync(folder, { recursive: true })
  const programs = {
    npx: `[ "$1" = wrangler ] || exit 1; shift; exec node '${join(SUPPORT, 'local-wrangler.ts')}' "$@"`,
    curl: `exec ${execFileSync('which', ['curl'], { encoding: 'utf8' }).trim()} --silent "\${@/#$PUBLIC_ORIGIN/$LOCAL_ORIGIN}"`,
  }
  for (const [name, line] of Object.entries(programs)) {
    writeFileSync(join(folder, name), `#!/usr/bin/env bash\n${line}\n`)
    chmodSync(join(folder, name), 0o755)
  }
  return folder
}

/** Runs a command line, and returns what it printed. Throws with that if it fails. */
async function shell(cwd: string, env: NodeJS.ProcessEnv, line: string): Promise<string> {
  const child = spawn('bash', ['-euo', 'pipefail', '-c', line], {
    cwd,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => {
      printed += text
    })
  const code = await new Promise((resolve) => child.on('close', resolve))
  if (code !== 0) throw new Failed(`${line}\n${printed}`)
  return printed
}

/** A command that ended with another code than 0; the message has what it printed. */
export class Failed extends Error {
  override readonly name = 'Failed'
}

type Place = { clone: string; state: string; port: number; origin: string }

/** The service of the clone on a state folder. It follows the calls that deploy it. */
function serviceOf({ clone, state, port, origin }: Place) {
  const bin = createRequire(import.meta.url)
    .resolve('wrangler/package.json')
    .replace(/package\.json$/, 'bin/wrangler.js')
  let server: ChildProcess | undefined
  let text = ''
  let secrets: Record<string, string> = {}
  async function start(vars: string[] = []): Promise<void> {
    await stop()
    const given = Object.entries(secrets).map(([name, secret]) => `${name}:${secret}`)
    const all = [...given, 'PUBLIC_URL:http://localhost', ...vars]
    const flags = ['dev', '--port', `${port}`, '--inspector-port', '0', '--persist-to', state]
    const started = spawn(process.execPath, [bin, ...flags, ...all.flatMap((one) => ['--var', one])], {
      cwd: clone,
      env: { ...process.env, ...WRANGLER_ENV, MINIFLARE_WORKERD_V8_FLAGS: `--max-heap-size=${HEAP_MB}` },
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    server = started
    for (const stream of [started.stdout, started.stderr])
      stream.setEncoding('utf8').on('data', (more) => {
        text += more
      })
    // The first request makes the database.
    for (const end = Date.now() + 120_000; Date.now() < end; await sleep(100)) {
      const response = await fetch(`${origin}/health`).catch(() => undefined)
      if (response && (await response.json().catch(() => undefined))) return
    }
    throw new Error(`The service did not answer:\n${text.slice(-3000)}`)
  }
  async function stop(): Promise<void> {
    if (server?.pid) await endGroup(server.pid)
    server = undefined
  }
  return {
    start,
    stop,
    printed: () => text,
    setSecrets(printed: Record<string, string>): void {
      secrets = printed
    },
    /** Serves as the call of a deployment says. */
    async follow(args: string[]): Promise<void> {
      const vars = args.flatMap((arg, index) => (arg === '--var' ? [args[index + 1] ?? ''] : []))
      if (args[0] === 'deploy' && !args.includes('--tag')) await start(vars)
    },
  }
}
