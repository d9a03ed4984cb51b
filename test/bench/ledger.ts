import type { Bindings } from '../../src/env'
import worker from '../../src/index'
import { emptyLedger, type Ledger } from './capacity/ledger'

type Queued = { queue: string; body: unknown }

let ledger = emptyLedger()
const queued: Queued[] = []
/** What one invocation has done so far; the largest of each is kept, since limits are of one. */
let invocation = { trips: 0, statements: 0, kv: 0 }

/** The SQL of a statement, which its result does not name. */
const texts = new WeakMap<object, string>()

/**
 * The service as it is deployed, with bindings that count. Its queues keep what they are told until `/_ledger/deliver`, and
 * `/_ledger/take` answers what was counted since the last time.
 */
export default {
  async fetch(request, bindings, context): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url)
    const env = counted(bindings)
    if (pathname === '/_ledger/take') return Response.json(take())
    if (pathname === '/_ledger/deliver') return deliver(env)
    if (pathname === '/_ledger/cron') {
      const cron = searchParams.get('cron') ?? ''
      await invoke(() =>
        worker.scheduled({ cron, scheduledTime: Date.now(), noRetry() {} } as ScheduledController, env),
      )
      return new Response()
    }
    ledger.requests += 1
    return invoke(() => worker.fetch(request as never, env, context))
  },
} satisfies ExportedHandler<Bindings>

function take(): Ledger {
  const taken = ledger
  ledger = emptyLedger()
  return taken
}

async function invoke<Result>(act: () => Promise<Result> | Result): Promise<Result> {
  invocation = { trips: 0, statements: 0, kv: 0 }
  ledger.invocations += 1
  const result = await act()
  ledger.most.trips = Math.max(ledger.most.trips, invocation.trips)
  ledger.most.statements = Math.max(ledger.most.statements, invocation.statements)
  ledger.most.kv = Math.max(ledger.most.kv, invocation.kv)
  return result
}

/** Delivers what waits, each message by itself, and what its consumers queue. */
async function deliver(env: Bindings): Promise<Response> {
  let delivered = 0
  for (let message = queued.shift(); message && delivered < 10_000; message = queued.shift()) {
    const { queue, body } = message
    const batch = {
      queue,
      messages: [
        {
          ...{ id: String(delivered), timestamp: new Date(), attempts: 1, body },
          ack() {},
          retry: () => {
            throw new Error(`a message of ${queue} is to be retried: ${JSON.stringify(body)}`)
          },
        },
      ],
      ackAll() {},
      retryAll() {},
    }
    await invoke(() => worker.queue(batch as never, env))
    delivered += 1
  }
  return Response.json({ delivered })
}

function counted(env: Bindings): Bindings {
  const unlimited = { limit: async () => ({ success: true }) }
  return {
    ...env,
    DB: countedDatabase(env.DB),
    PORTAL_LINKS: countedLinks(env.PORTAL_LINKS),
    ...(env.BACKUPS && { BACKUPS: countedBucket(env.BACKUPS) }),
    MAILS: countedQueue('membership-mails'),
    MAILINGS: countedQueue('membership-mailings'),
    JOBS: countedQueue('membership-jobs'),
    WEBHOOKS: countedQueue('membership-webhooks'),
    EMAIL: {
      send: async () => {
        ledger.mails += 1
        return { messageId: crypto.randomUUID() }
      },
    } as unknown as SendEmail,
    KEY_RATE: unlimited,
    ADDRESS_RATE: unlimited,
    REFERENCE: {} as Fetcher,
    MAIL_FROM: 'bench@example.org',
    LOG_LEVEL: 'error',
  }
}

function countedQueue(queue: string): Queue<never> {
  const add = (body: unknown) => {
    ledger.messages += 1
    queued.push({ queue, body: structuredClone(body) })
  }
  return {
    send: async (body: unknown) => add(body),
    sendBatch: async (messages: Iterable<{ body: unknown }>) => {
      for (const { body } of messages) add(body)
    },
  } as unknown as Queue<never>
}

function countedDatabase(db: D1Database): D1Database {
  const counting = (database: Pick<D1Database, 'prepare' | 'batch'>) => ({
    prepare: (sql: string) => named(database.prepare(sql), sql),
    batch: async (statements: D1PreparedStatement[]) => {
      const results = await database.batch<never>(statements)
      ledger.trips += 1
      invocation.trips += 1
      invocation.statements += statements.length
      for (const [index, { meta }] of results.entries()) {
        ledger.rowsRead += meta.rows_read
        ledger.rowsWritten += meta.rows_written
        ledger.databaseMs += meta.duration
        const rows = meta.rows_read + meta.rows_written
        if (rows <= ledger.widest.rows) continue
        const sql = texts.get(statements[index] as object) ?? ''
        ledger.widest = { rows, ms: meta.duration, sql: sql.replace(/\s+/g, ' ').slice(0, 80) }
      }
      return results
    },
  })
  const withSession = (bookmark?: string) => {
    const session = db.withSession(bookmark)
    return { ...counting(session), getBookmark: () => session.getBookmark() }
  }
  return { ...counting(db), withSession } as unknown as D1Database
}

function named(statement: D1PreparedStatement, sql: string): D1PreparedStatement {
  const bind = statement.bind.bind(statement)
  texts.set(statement, sql)
  return Object.assign(statement, { bind: (...values: unknown[]) => named(bind(...values), sql) })
}

function countedLinks(links: KVNamespace): KVNamespace {
  return counting(links, (method) => {
    invocation.kv += 1
    if (method === 'get' || method === 'getWithMetadata') ledger.kvReads += 1
    else ledger.kvWrites += 1
  })
}

function countedBucket(bucket: R2Bucket): R2Bucket {
  return counting(bucket, (method, [, content]) => {
    if (method === 'get' || method === 'head') ledger.r2Reads += 1
    else if (method !== 'delete') ledger.r2Writes += 1
    if (method === 'put') ledger.r2Bytes += sizeOf(content)
  })
}

const sizeOf = (content: unknown): number =>
  typeof content === 'string' ? content.length : Number(Object(content).byteLength ?? 0)

/** A binding whose calls are told. */
function counting<Binding extends object>(
  binding: Binding,
  tell: (method: string, values: unknown[]) => void,
): Binding {
  return new Proxy(binding, {
    get: (target, name) => {
      const value = Reflect.get(target, name)
      if (typeof value !== 'function') return value
      return (...values: unknown[]) => {
        tell(String(name), values)
        return Reflect.apply(value, target, values)
      }
    },
  })
}
