import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { ROOT, WRANGLER_ENV, wrangler } from '../../src/dev/wrangler.ts'
import { INVARIANTS } from '../../src/domain/book/invariants.ts'
import { databaseOf } from './support/database.ts'
import { endGroup, freePort } from './support/processes.ts'
import { randomFrom } from './support/random.ts'
import { type Club, createClubs, randomAct } from './support/storm-acts.ts'
import { OWN_SUMS } from './support/storm-sums.ts'

const USAGE = 'Usage: npm run storm -- [--requests 20000] [--clients 10] [--kills 15] [--clubs 3] [--seed 1]'

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '20000' },
    clients: { type: 'string', default: '10' },
    kills: { type: 'string', default: '15' },
    clubs: { type: 'string', default: '3' },
    seed: { type: 'string', default: '1' },
    help: { type: 'boolean' },
  },
})
if (values.help) console.log(USAGE)
else await storm()

/**
 * Sends random requests of all acts on money to several clubs at once, kills the service again and again meanwhile, and then
 * checks every invariant, sums that the service does not compute itself, and that no acknowledged write is lost.
 */
async function storm(): Promise<void> {
  const [requests, clients, kills, clubCount] = [
    values.requests,
    values.clients,
    values.kills,
    values.clubs,
  ].map(Number)
  const folder = mkdtempSync(join(tmpdir(), 'membership-storm-'))
  const service = await serve(folder)
  const statuses = new Map<number | string, number>()
  try {
    const clubs = await createClubs(service.origin, clubCount ?? 3)
    const random = randomFrom(Number(values.seed))
    let left = requests ?? 0
    let answered = 0
    const wrong: string[] = []
    const client = async () => {
      while (left-- > 0) {
        const act = randomAct(random, clubs)
        const status = await send(act).catch(() => 'no answer' as const)
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
        answered++
        // While the service starts again, a client waits as it would after any lost connection.
        if (status === 'no answer') await service.isUp()
      }
    }
    const send = async ({ method, path, key, body, raw, headers, done }: ReturnType<typeof randomAct>) => {
      const response = await fetch(`${service.origin}${path}`, {
        method,
        headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json', ...headers },
        body: raw ?? (body === undefined ? undefined : JSON.stringify(body)),
        signal: AbortSignal.timeout(60_000),
      })
      const text = await response.text()
      const { status } = response
      if (status >= 500 && !(status === 503 && response.headers.has('Retry-After')))
        wrong.push(
          `${method} ${path} ${JSON.stringify(body)?.slice(0, 300)}: ${status} ${text.slice(0, 300)}`,
        )
      if (status < 300 && text.startsWith('{')) done?.(JSON.parse(text).data)
      return status
    }
    const killer = async () => {
      for (let kill = 1; kill <= (kills ?? 0); kill++) {
        const at = ((requests ?? 0) * kill) / ((kills ?? 0) + 1)
        while (answered < at && left > 0) await sleep(50)
        if (left <= 0) return
        await service.killAndRestart()
        console.log(`› Killed and started again, ${kill} of ${kills}, after ${answered} requests`)
      }
    }
    await Promise.all([...Array.from({ length: clients ?? 1 }, client), killer()])
    console.log(
      `› ${[...statuses]
        .sort()
        .map(([status, count]) => `${status}: ${count}`)
        .join(', ')}`,
    )
    await service.stop()
    assert.deepEqual(wrong, [], 'only 503 with Retry-After is a server error')
    verify(folder, clubs)
  } finally {
    await service.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Checks invariants and sums in the stored database, and that it has what was acknowledged. */
function verify(folder: string, clubs: Club[]): void {
  const database = databaseOf(folder)
  const broken: string[] = []
  for (const [name, query] of Object.entries({ ...INVARIANTS, ...OWN_SUMS })) {
    const found = database.prepare(query).all()
    console.log(`${found.length === 0 ? '✓' : '✗'} ${name}`)
    if (found.length > 0) broken.push(`${name}: ${JSON.stringify(found.slice(0, 5))}`)
  }
  for (const club of clubs) {
    for (const [table, ids] of Object.entries(club.acknowledged)) {
      const stored = database.prepare(`SELECT id FROM ${table} WHERE workspace_id = ?`).all(club.id)
      const known = new Set(stored.map(({ id }) => id))
      const lost = [...ids].filter((id) => !known.has(id))
      console.log(`${lost.length === 0 ? '✓' : '✗'} ${club.id} has its ${ids.size} acknowledged ${table}`)
      if (lost.length > 0) broken.push(`${club.id} lost ${lost.length} ${table}: ${lost.slice(0, 5)}`)
    }
  }
  assert.deepEqual(broken, [])
}

/** Runs the service on a folder in a process group of its own, which can be killed and started again. */
async function serve(folder: string) {
  const port = await freePort()
  const origin = `http://localhost:${port}`
  await wrangler(
    new AbortController().signal,
    ...['d1', 'migrations', 'apply', 'DB', '--local', '--persist-to', folder],
  ).succeeded()
  const bin = createRequire(import.meta.url)
    .resolve('wrangler/package.json')
    .replace(/package\.json$/, 'bin/wrangler.js')
  let server: ChildProcess
  let up = Promise.resolve()
  const start = (): Promise<void> => {
    const flags = ['dev', '--port', `${port}`, '--persist-to', folder, '--var', 'OPERATOR_TOKEN:storm']
    const env = { ...process.env, ...WRANGLER_ENV }
    server = spawn(process.execPath, [bin, ...flags], { cwd: ROOT, env, detached: true, stdio: 'ignore' })
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
        passCollectionDates(folder)
        return start()
      })
      return up
    },
  }
}

/** Moves the dates of collections into the past: only those that are over can be settled and returned. */
function passCollectionDates(folder: string): void {
  const database = databaseOf(folder)
  database.exec("UPDATE collections SET collection_date = date('now', '-1 day')")
  database.exec("UPDATE fees SET collection_date = date('now', '-1 day') WHERE collection_id IS NOT NULL")
  database.close()
}

async function answering(origin: string): Promise<void> {
  for (const end = Date.now() + 120_000; Date.now() < end; await sleep(100)) {
    const response = await fetch(`${origin}/docs`).catch(() => undefined)
    if (response?.ok) return
  }
  throw new Error('The service did not answer within two minutes.')
}
