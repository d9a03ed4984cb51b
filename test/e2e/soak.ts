import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import {
  anyRequest,
  type Document,
  type Known,
  learn,
  type Operation,
  operationsOf,
} from './support/any-request.ts'
import { serve } from './support/killable-service.ts'
import { randomFrom } from './support/random.ts'
import { verifyBooks } from './support/stored-books.ts'
import { createClubs, OPERATOR_TOKEN, randomAct } from './support/storm-acts.ts'

const USAGE = 'Usage: npm run soak -- [--minutes 60] [--clients 4] [--pause 200] [--seed 1]'

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '60' },
    clients: { type: 'string', default: '4' },
    pause: { type: 'string', default: '200' },
    seed: { type: 'string', default: '1' },
    help: { type: 'boolean' },
  },
})
if (values.help) console.log(USAGE)
else await soak()

/**
 * Sends random requests of every operation, half of them acts on money, for so many minutes. `--pause` is what a client waits
 * between two requests, in milliseconds. Fails for a server error that is not 503 with Retry-After, for an operation that was
 * never asked for, and if an invariant of the books does not hold at the end.
 */
async function soak(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'membership-soak-'))
  const service = await serve(folder, OPERATOR_TOKEN)
  try {
    const clubs = await createClubs(service.origin, 2)
    const operations = await readOperations(service.origin)
    const random = randomFrom(Number(values.seed))
    const known = clubs.map((): Known => new Map())
    const ofOperator: Known = new Map()
    const statuses = new Map<Operation | 'money', Map<number, number>>()
    const wrong: string[] = []
    const start = Date.now()
    const end = start + Number(values.minutes) * 60_000

    const send = async (key: string, { method, path, type = 'application/json', body }: Sent) => {
      const response = await fetch(`${service.origin}${path}`, {
        method,
        headers: { Authorization: `Bearer ${key}`, 'Content-Type': type },
        body: body ?? null,
        signal: AbortSignal.timeout(60_000),
      })
      const text = await response.text()
      const { status } = response
      if (status >= 500 && !(status === 503 && response.headers.has('Retry-After')))
        wrong.push(`${method} ${path} ${body?.slice(0, 300)}: ${status} ${text.slice(0, 300)}`)
      return { status, text }
    }
    const count = (asked: Operation | 'money', status: number) => {
      const counted = statuses.get(asked) ?? new Map()
      statuses.set(asked, counted.set(status, (counted.get(status) ?? 0) + 1))
    }
    const client = async (first: number) => {
      for (let turn = first; Date.now() < end; turn++) {
        await sleep(Number(values.pause))
        if (random() < 0.5) {
          const { method, path, key, body, raw, headers, done } = randomAct(random, clubs)
          const sent = raw ?? (body && JSON.stringify(body))
          const type = headers?.['Content-Type']
          const { status, text } = await send(key, {
            method,
            path,
            ...(type && { type }),
            ...(sent && { body: sent }),
          })
          count('money', status)
          if (status < 300 && text.startsWith('{')) done?.(JSON.parse(text).data)
          learn(known[clubs.findIndex(({ keys }) => keys.includes(key))] ?? new Map(), text)
          continue
        }
        const operation = operations[turn % operations.length] as Operation
        const isOperators = operation.path.startsWith('/operator')
        const which = Math.floor(random() * clubs.length)
        const own = (isOperators ? ofOperator : known[which]) ?? new Map()
        const keys = clubs[which]?.keys ?? []
        const key = isOperators ? OPERATOR_TOKEN : keys[Math.floor(random() * keys.length)]
        const { status, text } = await send(key ?? '', anyRequest(random, operation, own))
        count(operation, status)
        learn(own, text)
        // The operator may suspend workspaces and revoke keys, but not those that the requests need.
        if (isOperators)
          own.set('wsp', own.get('wsp')?.filter((id: string) => clubs.every((club) => club.id !== id)) ?? [])
      }
    }
    const clients = Number(values.clients)
    const reporter = async () => {
      for (let minute = 1; minute <= Number(values.minutes); minute++) {
        await sleep(Math.max(0, start + minute * 60_000 - Date.now()))
        console.log(`› ${minute} min: ${sumOf(statuses)} requests, ${wrong.length} server errors`)
      }
    }
    await Promise.all([
      reporter(),
      ...Array.from({ length: clients }, (_, n) => client(Math.floor((n * operations.length) / clients))),
    ])

    for (const [operation, counted] of statuses)
      console.log(
        `${operation === 'money' ? 'acts on money' : `${operation.method} ${operation.path}`}: ${[...counted]
          .sort()
          .map((pair) => pair.join(' × '))
          .join(', ')}`,
      )
    await service.stop()
    assert.deepEqual(wrong, [], 'only 503 with Retry-After is a server error')
    const missed = operations.filter((operation) => !statuses.has(operation))
    assert.deepEqual(
      missed.map(({ operationId }) => operationId),
      [],
      'every operation is asked for',
    )
    verifyBooks(folder, clubs)
  } finally {
    await service.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

type Sent = { method: string; path: string; type?: string; body?: string }

async function readOperations(origin: string): Promise<Operation[]> {
  const documents = ['/openapi.json', '/docs/operator/openapi.json'].map(async (path) => {
    const response = await fetch(`${origin}${path}`)
    return operationsOf((await response.json()) as Document)
  })
  return (await Promise.all(documents)).flat()
}

function sumOf(statuses: Map<unknown, Map<number, number>>): number {
  return [...statuses.values()]
    .flatMap((counted) => [...counted.values()])
    .reduce((sum, number) => sum + number, 0)
}
