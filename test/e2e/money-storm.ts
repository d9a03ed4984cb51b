import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { serve } from './support/killable-service.ts'
import { randomFrom } from './support/random.ts'
import { passCollectionDates, verifyBooks } from './support/stored-books.ts'
import { createClubs, OPERATOR_TOKEN, randomAct } from './support/storm-acts.ts'

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
  const service = await serve(folder, OPERATOR_TOKEN, { beforeRestart: () => passCollectionDates(folder) })
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
    verifyBooks(folder, clubs)
  } finally {
    await service.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
