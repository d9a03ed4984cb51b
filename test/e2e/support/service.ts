import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { executeSql, migrationsSql } from '../../../src/dev/local-state.ts'
import { DEMO_KEY } from '../../../src/dev/seed.ts'
import { wrangler } from '../../../src/dev/wrangler.ts'
import { freePort } from './processes.ts'

const OPERATOR_TOKEN = 'operator-token-of-the-browser-tests'

export type Service = ReturnType<typeof clientOf>

/**
 * Runs the service with `wrangler dev` on a free port with its own state folder, whose database gets the rows of a seed, and with
 * more variables.
 */
export async function startService(seed = '', vars: Record<string, string> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'membership-browser-'))
  const ending = new AbortController()
  const run = (...args: string[]) => wrangler(ending.signal, ...args)
  const remove = () => rmSync(folder, { recursive: true, force: true })
  try {
    await executeSql(ending.signal, folder, migrationsSql() + seed)
    const { origin, server } = await serve(run, folder, vars)
    const stop = async () => {
      ending.abort()
      await server.closed
      remove()
    }
    const sql = (text: string) => executeSql(ending.signal, folder, text)
    return { ...clientOf(origin, server.printed), sql, folder, stop }
  } catch (error) {
    ending.abort()
    remove()
    throw error
  }
}

/** Serves on free ports. Another process may take one of them meanwhile, so this is tried three times. */
async function serve(
  run: (...args: string[]) => ReturnType<typeof wrangler>,
  folder: string,
  vars: Record<string, string>,
  tries = 3,
): Promise<{ origin: string; server: ReturnType<typeof wrangler> }> {
  const port = await freePort()
  const origin = `http://localhost:${port}`
  const server = run(
    ...['dev', '--port', `${port}`, '--inspector-port', '0', '--persist-to', folder],
    ...['--var', `OPERATOR_TOKEN:${OPERATOR_TOKEN}`, '--var', `DEMO_KEY:${DEMO_KEY}`],
    // As `npm start` sets it: queues and crons know no request's address.
    ...Object.entries({ PUBLIC_URL: origin, ...vars }).flatMap(([name, value]) => [
      '--var',
      `${name}:${value}`,
    ]),
  )
  try {
    await Promise.race([answering(origin), server.succeeded()])
    return { origin, server }
  } catch (error) {
    if (tries > 1 && server.printed().includes('Address already in use'))
      return serve(run, folder, vars, tries - 1)
    throw new Error(`${server.printed()}\n${error}`)
  }
}

/** Calls to a service, and the mails that it printed. */
export function clientOf(origin: string, printed: () => string) {
  return {
    origin,
    printed,
    operator: (method: string, path: string, body?: object) =>
      send(origin, OPERATOR_TOKEN, method, `/operator${path}`, body),
    api: (key: string, method: string, path: string, body?: object) => send(origin, key, method, path, body),
    /** Waits for a mail printed after an offset of the output, and returns its link. */
    mailedLink: (after: number, pattern = /http:\/\/\S+\/portal\/[\w-]+\/login\/[\w-]{43}/) =>
      mailed(printed, after, pattern),
    /** Waits for the code that is mailed to an address after an offset of the output. */
    mailedCode: async (email: string, after: number) => {
      // The code stands in the text alone: phones show subjects while they are locked.
      const mail = new RegExp(`Mail to ${email}: (?:(?!Mail to)[^])*?\\b[0-9A-Z]{4}-[0-9A-Z]{4}\\b`)
      return (await mailed(printed, after, mail)).slice(-9)
    },
  }
}

async function answering(origin: string): Promise<void> {
  for (const end = Date.now() + 60_000; Date.now() < end; await sleep(100)) {
    const response = await fetch(`${origin}/docs`).catch(() => undefined)
    if (response?.ok) return
  }
  throw new Error('The service did not answer within a minute.')
}

async function send(origin: string, key: string, method: string, path: string, body?: object) {
  const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' }
  const response = await fetch(`${origin}${path}`, { method, headers, body: body && JSON.stringify(body) })
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
  // biome-ignore lint/suspicious/noExplicitAny: tests know what they asked for
  return ((await response.json()) as any).data
}

async function mailed(printed: () => string, after: number, pattern: RegExp): Promise<string> {
  for (const end = Date.now() + 20_000; Date.now() < end; await sleep(50)) {
    const [found] = printed().slice(after).match(pattern) ?? []
    if (found) return found
  }
  throw new Error(`No mail came:\n${printed().slice(after)}`)
}
