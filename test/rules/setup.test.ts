import {
  createExecutionContext,
  createMessageBatch,
  createScheduledController,
  getQueueResult,
} from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { LAST_MIGRATION } from '../../src/db/migration'
import type { Bindings, QueuedMail, QueuedMailing } from '../../src/env'
import worker from '../../src/index'
import wrangler from '../../wrangler.toml?raw'
import { call } from '../support/call'
import { failingD1, fakeD1 } from '../support/fake-d1'
import { postMail } from '../support/mails'
import { createPerson } from '../support/portal'
import { everyRow } from '../support/storage'
import { rows, workspace } from '../support/workspace'

const REQUIRED = [
  'DB',
  'PORTAL_LINKS',
  'REFERENCE',
  'MAILS',
  'MAILINGS',
  'JOBS',
  'WEBHOOKS',
  'EMAIL',
  'MAIL_FROM',
] as const

const without = (name: string): Partial<Bindings> => ({ [name]: undefined })

let lines: string[] = []
beforeEach(() => {
  lines = []
  vi.spyOn(console, 'error').mockImplementation((line) => void lines.push(line))
})
afterEach(() => {
  vi.restoreAllMocks()
})

const logged = (): string => lines.join('\n')

describe.each(REQUIRED)('without %s', (name) => {
  it.each([
    ['GET', '/me'],
    ['POST', '/mails'],
    ['GET', '/operator/workspaces'],
    ['GET', '/dashboard/sign-in'],
    ['GET', '/portal'],
    ['GET', '/join/club'],
    ['GET', '/unsubscribe/token'],
  ])('%s %s answers 503, says when to try again, and writes nothing', async (method, path) => {
    const { key } = await workspace()
    const before = await everyRow()
    const { status, headers, text } = await call(method, path, { key, env: without(name) })
    expect([status, headers.get('Retry-After')]).toEqual([503, '60'])
    expect(text).not.toContain(name)
    expect(logged()).toContain(name)
    expect(await everyRow()).toEqual(before)
  })

  it('/health names it', async () => {
    const { status, headers, body } = await call('GET', '/health', { env: without(name) })
    expect([status, headers.get('Retry-After')]).toEqual([503, '60'])
    expect(body).toMatchObject({ status: 'not_ready', missing: [name] })
  })

  it('a mailing is not claimed, and delivered later', async () => {
    const club = await workspace()
    await createPerson(club, { email: 'ada@example.org' })
    const { queued } = await postMail(club, { filter: {} })
    const before = await everyRow()
    const batch = createMessageBatch<QueuedMailing>(
      'membership-mailings',
      queued.map((body, index) => ({ id: `${index}`, timestamp: new Date(), attempts: 1, body })),
    )
    await expect(worker.queue(batch, { ...env, ...without(name) } as Bindings)).rejects.toThrow(name)
    expect((await getQueueResult(batch, createExecutionContext())).explicitAcks).toEqual([])
    expect(await everyRow()).toEqual(before)
  })

  it.each(['17 * * * *', '37 3 * * *'])('the cron %s does nothing', async (cron) => {
    const before = await everyRow()
    const controller = createScheduledController({ scheduledTime: new Date(), cron })
    await expect(worker.scheduled(controller, { ...env, ...without(name) } as Bindings)).rejects.toThrow(name)
    expect(await everyRow()).toEqual(before)
  })
})

describe('GET /health', () => {
  it('says that the service is ready, in one trip, and tells no values', async () => {
    const { status, body, text, cost } = await call('GET', '/health', {
      env: {
        PUBLIC_URL: 'https://m.example.org',
        OPERATOR_EMAIL: 'operator@example.org',
        CANARY_WORKSPACE: 'wsp_1',
      },
    })
    expect([status, cost.trips, body]).toEqual([
      200,
      1,
      {
        status: 'ok',
        version: expect.any(String),
        paused: false,
        databases: [
          {
            ...{ database: 'a', name: 'DB', status: 'ok', migration: LAST_MIGRATION.replace('.sql', '') },
            ...{ bytes: expect.any(Number), full_percent: 0, limit_bytes: null, is_open: true },
            ...{ workspaces: 0, members: 0 },
          },
        ],
        needs_database: false,
        moves_running: 0,
        missing: [],
        switched_off: {},
        alarms: {},
        canary: { status: 'late', checked_at: null, failed_since: null },
      },
    ])
    for (const secret of [env.OPERATOR_TOKEN, env.MAIL_FROM, 'm.example.org'])
      expect(text).not.toContain(String(secret))
  })

  it('says what is switched off without a variable', async () => {
    const { status, body } = await call('GET', '/health', {
      env: { PUBLIC_URL: '', OPERATOR_TOKEN: '', BACKUPS: undefined } as Partial<Bindings>,
    })
    expect([status, Object.keys(body.switched_off)]).toEqual([
      200,
      ['PUBLIC_URL', 'BACKUPS', 'OPERATOR_TOKEN', 'OPERATOR_EMAIL', 'CANARY_WORKSPACE'],
    ])
  })

  it.each([
    ['D1_ERROR: no such table: d1_migrations: SQLITE_ERROR', 'not_migrated'],
    ['D1_ERROR: Network connection lost.', 'unreachable'],
  ])('answers 503 after %s', async (message, expected) => {
    const { status, body } = await call('GET', '/health', { env: { DB: failingD1(message) } })
    expect([status, body.databases]).toMatchObject([
      503,
      [{ name: 'DB', status: expected, migration: null, full_percent: null }],
    ])
  })
})

const TRANSIENT = [
  'D1_ERROR: Network connection lost.',
  'D1_ERROR: D1 DB storage operation exceeded timeout which caused object to be reset.',
  'D1_ERROR: Internal error in D1 DB storage caused object to be reset.',
  'D1_ERROR: D1 DB reset because its code was updated.',
  'D1_ERROR: D1 DB is overloaded. Requests queued for too long.',
  'D1_ERROR: D1 DB is overloaded. Too many requests queued.',
  'D1_ERROR: Cannot resolve D1 DB due to transient issue on remote node.',
]

describe.each(TRANSIENT)('a transient error of D1, %s', (message) => {
  it('is 503 with Retry-After', async () => {
    const { key } = await workspace()
    const api = await call('GET', '/me', { key, env: { DB: failingD1(message) } })
    expect([api.status, api.headers.get('Retry-After'), api.body.title]).toEqual([
      ...[503, '5', 'Database unavailable'],
    ])
    const page = await call('GET', '/unsubscribe/token', { env: { DB: failingD1(message) } })
    expect([page.status, page.headers.get('Retry-After')]).toEqual([503, '5'])
    expect(page.text).toContain('Gerade nicht erreichbar')
    expect(logged()).not.toContain(message)
  })

  it('is not seen by who reads, unless it comes twice', async () => {
    const { key } = await workspace()
    const { DB, tries } = failingTimes(1, message)
    const read = await call('GET', '/lists/members/persons', { key, env: { DB } })
    expect([read.status, tries()]).toEqual([200, 2])
    const twice = failingTimes(2, message)
    expect((await call('GET', '/lists/members/persons', { key, env: { DB: twice.DB } })).status).toBe(503)
    expect(twice.tries()).toBe(2)
  })

  it('is told to who writes, who may do it again with the same key', async () => {
    const club = await workspace()
    const body = { external_id: 'ada' }
    const headers = { 'Idempotency-Key': 'once' }
    // The batch was carried out, and its answer was lost.
    const DB = fakeD1(async (statements) => {
      const results = await env.DB.batch(statements)
      if (results.some(({ meta }) => meta.rows_written > 0)) throw new Error(message)
      return results
    })
    const lost = await club.post('/lists/members/persons', body, { headers, env: { DB } })
    expect(lost.status).toBe(503)
    const again = await club.post('/lists/members/persons', body, { headers })
    expect([201, 409]).toContain(again.status)
    expect((await rows('SELECT id FROM persons WHERE workspace_id = ?', club.id)).length).toBe(1)
  })
})

it('an error of D1 that is not transient is not tried again', async () => {
  const { key } = await workspace()
  const { DB, tries } = failingTimes(1, 'D1_ERROR: something else')
  expect((await call('GET', '/me', { key, env: { DB } })).status).toBe(500)
  expect(tries()).toBe(1)
})

/** The real database, whose first batches fail with this message. */
function failingTimes(times: number, message: string) {
  let tries = 0
  const DB = fakeD1(async (statements) => {
    tries += 1
    if (tries <= times) throw new Error(message)
    return env.DB.batch(statements)
  })
  return { DB, tries: () => tries }
}

describe('a database that lacks the last migration', () => {
  afterEach(() => rows('UPDATE d1_migrations SET name = ? WHERE name = ?', LAST_MIGRATION, 'older'))

  it('is refused by the first trip of an isolate, before it reads or writes', async () => {
    const { key } = await workspace()
    await rows('UPDATE d1_migrations SET name = ? WHERE name = ?', 'older', LAST_MIGRATION)
    vi.resetModules()
    const { default: fresh } = (await import('../../src/index')) as { default: typeof worker }
    const ask = () =>
      fresh.fetch(
        new Request('http://mas.test/me', { headers: { Authorization: `Bearer ${key}` } }),
        env as unknown as Bindings,
        createExecutionContext(),
      )
    const refused = await ask()
    expect([refused.status, refused.headers.get('Retry-After')]).toEqual([503, '60'])
    expect(logged()).toContain('d1 migrations apply')
    const health = await call('GET', '/health')
    expect([health.status, health.body.databases]).toMatchObject([503, [{ status: 'not_migrated' }]])
    await rows('UPDATE d1_migrations SET name = ? WHERE name = ?', LAST_MIGRATION, 'older')
    expect((await ask()).status).toBe(200)
  })
})

describe('the queue', () => {
  it('tells messages apart by their shape, whatever its name, and retries an unknown kind', async () => {
    const club = await workspace()
    await createPerson(club, { email: 'ada@example.org' })
    const { queued } = await postMail(club, { filter: {} })
    const sent: unknown[] = []
    const EMAIL = { send: async (mail: unknown) => void sent.push(mail) } as unknown as SendEmail
    const bodies = [...queued, { kind: 'of_a_newer_version', requested_at: new Date().toISOString() }]
    const batch = createMessageBatch<QueuedMail | QueuedMailing>(
      'membership-mails-of-staging',
      bodies.map((body, index) => ({
        ...{ id: `${index}`, timestamp: new Date(), attempts: 1 },
        body: body as QueuedMailing,
      })),
    )
    await worker.queue(batch, { ...env, EMAIL } as Bindings)
    const { explicitAcks, retryMessages } = await getQueueResult(batch, createExecutionContext())
    expect([sent.length, explicitAcks, retryMessages.map(({ msgId }) => msgId)]).toEqual([1, ['0'], ['1']])
  })
})

describe('the crons', () => {
  it('of wrangler.toml each have a run', async () => {
    const [, listed = ''] = /^crons = \[(.*)\]$/m.exec(wrangler) ?? []
    const crons = [...listed.matchAll(/"([^"]+)"/g)].map(([, cron = '']) => cron)
    expect(crons).toHaveLength(3)
    for (const cron of crons)
      await worker.scheduled(
        createScheduledController({ scheduledTime: new Date(), cron }),
        env as unknown as Bindings,
      )
  })

  it('are known by name, so that none runs in the place of another', async () => {
    const controller = createScheduledController({ scheduledTime: new Date(), cron: '* * * * *' })
    await expect(worker.scheduled(controller, env as unknown as Bindings)).rejects.toThrow('no run')
  })

  it('run every job, though another one fails, and say which', async () => {
    const club = await workspace()
    const before = (await rows('SELECT * FROM daily_counts WHERE workspace_id = ?', club.id)).length
    const broken = {
      ...env,
      DB: failingOn(/DELETE FROM idempotent_requests/),
    } as unknown as Bindings
    const controller = createScheduledController({ scheduledTime: new Date(), cron: '37 3 * * *' })
    await expect(worker.scheduled(controller, broken)).rejects.toThrow('deleteOldResults')
    expect((await rows('SELECT * FROM daily_counts WHERE workspace_id = ?', club.id)).length).toBe(before + 1)
    expect(JSON.parse(lines[0] ?? '').jobs).toMatchObject({ deleteOldResults: { error: 'Error' } })
  })
})

/** The real database, but for batches with a statement of this text. */
function failingOn(pattern: RegExp): D1Database {
  const texts = new WeakMap<object, string>()
  const prepare = (sql: string) => {
    const bind = (...values: unknown[]) => {
      const bound = env.DB.prepare(sql).bind(...values)
      texts.set(bound, sql)
      return bound
    }
    return { bind }
  }
  const batch = (statements: D1PreparedStatement[]) => {
    if (statements.some((statement) => pattern.test(texts.get(statement) ?? ''))) throw new Error('It fails.')
    return env.DB.batch(statements)
  }
  return { prepare, batch } as unknown as D1Database
}
