import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { setTimeout as sleep } from 'node:timers/promises'
import { configOptions, type Local, localDatabases } from '../../../src/dev/databases.ts'
import { applyMigrations } from '../../../src/dev/local-state.ts'
import { ROOT, WRANGLER_ENV } from '../../../src/dev/wrangler.ts'
import { endGroup, freePort } from './processes.ts'

type Options = {
  /** What happens between a kill and the start after it. */
  beforeRestart?: () => void
  databases?: readonly Local[]
  /** More variables, by the origin of the service. */
  vars?: (origin: string) => Record<string, string>
  /** Gets what the service prints. */
  print?: (text: string) => void
}

/** Runs the service on a folder in a process group of its own, which can be killed and started again. */
export async function serve(
  folder: string,
  operatorToken: string,
  { beforeRestart = () => {}, databases = localDatabases(), vars = () => ({}), print }: Options = {},
) {
  const port = await freePort()
  const origin = `http://localhost:${port}`
  await applyMigrations(new AbortController().signal, folder, databases)
  const bin = createRequire(import.meta.url)
    .resolve('wrangler/package.json')
    .replace(/package\.json$/, 'bin/wrangler.js')
  let server: ChildProcess
  let up = Promise.resolve()
  const start = (): Promise<void> => {
    const flags = [
      'dev',
      ...configOptions(databases),
      '--port',
      `${port}`,
      '--inspector-port',
      '0',
      '--persist-to',
      folder,
      ...Object.entries({ OPERATOR_TOKEN: operatorToken, ...vars(origin) }).flatMap(([name, value]) => [
        '--var',
        `${name}:${value}`,
      ]),
    ]
    const env = { ...process.env, ...WRANGLER_ENV }
    const out = print ? 'pipe' : 'ignore'
    const stdio = ['ignore', out, out] as const
    server = spawn(process.execPath, [bin, ...flags], { cwd: ROOT, env, detached: true, stdio: [...stdio] })
    for (const stream of [server.stdout, server.stderr])
      stream?.setEncoding('utf8').on('data', (text) => print?.(text))
    return answering(origin)
  }
  const stop = () => endGroup(server.pid ?? assert.fail('the service has not started'))
  await start()
  return {
    origin,
    stop,
    isUp: () => up,
    killAndRestart(): Promise<void> {
      process.kill(-(server.pid ?? assert.fail()), 'SIGKILL')
      up = stop().then(() => {
        beforeRestart()
        return start()
      })
      return up
    },
  }
}

async function answering(origin: string): Promise<void> {
  for (const end = Date.now() + 120_000; Date.now() < end; await sleep(100)) {
    const response = await fetch(`${origin}/docs`).catch(() => undefined)
    if (response?.ok) return
  }
  throw new Error('The service did not answer within two minutes.')
}
