import { createExecutionContext, createMessageBatch, createScheduledController } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { app } from '../../src/app'
import type { Bindings, QueuedMail } from '../../src/env'
import worker from '../../src/index'
import { call, QUIET } from '../support/call'
import { clubOf, fee, person, portal, signedIn, visitor } from '../support/club'
import { failingD1, interruptedBy } from '../support/fake-d1'
import { type Line, watchLog } from '../support/log'
import { runs } from '../support/runs'
import { workspace } from '../support/workspace'

const PERSON = {
  external_id: 'xq-77120',
  name: { first_name: 'Xaveria', last_name: 'Quendelin' },
  email: 'xaveria.quendelin@example.org',
  address: { street: 'Lindenallee 88', city: 'Quakenbrück' },
  bank_account: { iban: 'DE89370400440532013000' },
}

/** What no line may hold, and what the requests hold in every place. */
const SECRETS = [
  PERSON.external_id,
  PERSON.name.first_name,
  PERSON.name.last_name,
  PERSON.email,
  PERSON.address.street,
  PERSON.address.city,
  PERSON.bank_account.iban,
  'mas_SecretKeyOfNobodyInParticular1234567890',
  'Zk9vQmFyQmF6UXV4LXRva2VuLW9mLWEtbGluay0wMDE',
  '198.51.100.23',
]

const ALL = { LOG_LEVEL: 'info', PUBLIC_URL: 'https://members.example.org' } as Partial<Bindings>
const SILENT = {
  ...ALL,
  MAILS: { send: async () => {}, sendBatch: async () => {} },
  MAILINGS: { send: async () => {}, sendBatch: async () => {} },
  EMAIL: { send: async () => {} },
} as unknown as Partial<Bindings>

let log: ReturnType<typeof watchLog>
beforeEach(() => {
  log = watchLog()
})
afterEach(() => log.end())

/** The routes of the API and every page, without middleware. */
const ROUTES = app.routes
  .filter(({ method, path }) => method !== 'ALL' && !path.endsWith('*'))
  .map(({ method, path }) => ({ method, path }))
  .filter(
    (route, index, all) =>
      all.findIndex(({ method, path }) => method === route.method && path === route.path) === index,
  )

const secret = fc.constantFrom(...SECRETS)
const request = fc.record({
  path: fc.array(fc.option(secret, { freq: 3 }), { minLength: 4, maxLength: 4 }),
  query: fc.dictionary(fc.oneof(secret, fc.constantFrom('search', 'filter[email]', 'to', 'page')), secret, {
    maxKeys: 3,
  }),
  body: fc.oneof(
    fc.constant(JSON.stringify({ ...PERSON, data: [PERSON] })),
    fc.array(fc.tuple(fc.oneof(secret, fc.constantFrom('email', 'token', 'code', 'name')), secret), {
      maxLength: 4,
    }),
    secret,
  ),
  isSignedIn: fc.boolean(),
  id: fc.option(secret),
  header: secret,
})
type Sent = typeof request extends fc.Arbitrary<infer T> ? T : never

describe('a random request of each route', () => {
  it('is one line, which holds the pattern of the route and nothing of anybody', {
    timeout: 600_000,
  }, async () => {
    const world = await clubOf(
      portal({ enabled: true, slug: 'tsv' }),
      person(PERSON),
      fee(4500),
      signedIn('owner', { provedAt: new Date() }),
      visitor(),
    )
    const { club, id, fees, staff, session } = world
    const forbidden = [
      ...SECRETS,
      ...[club.key, staff.cookie('__Host-staff'), session.cookie.split('=')[1], staff.email],
      ...[env.OPERATOR_TOKEN, fees[0]?.reference],
    ].map((value) => String(value).toLowerCase())
    const known = [club.id, id, fees[0]?.id, 'members']
    const patterns = new Set(ROUTES.map(({ path }) => path))
    const total = ROUTES.length * (runs(3).numRuns ?? 1)
    const reached = new Set<string>()
    for (const [index, sent] of fc.sample(request, { numRuns: total, seed: 20_261_128 }).entries()) {
      const route = ROUTES[index % ROUTES.length] as (typeof ROUTES)[number]
      log.clear()
      const { status } = await send(route, sent)
      const lines = log.lines()
      expect([route.path, lines.length, log.texts.length]).toEqual([route.path, 1, 1])
      const [line] = lines as [Line]
      expect(line).toMatchObject({ method: route.method, status, ms: expect.any(Number) })
      expect(line.route === null || patterns.has(String(line.route)), String(line.route)).toBe(true)
      if (line.route) reached.add(String(line.route))
      const text = log.texts.join().toLowerCase()
      for (const value of forbidden) {
        expect(text).not.toContain(value)
        expect(text).not.toContain(encodeURIComponent(value))
      }
    }
    expect(reached.size).toBeGreaterThan(patterns.size * 0.85)

    async function send({ method, path }: (typeof ROUTES)[number], sent: Sent) {
      let place = 0
      const filled = path.replace(/:(\w+)(\{[^}]*\})?/g, (_, name: string) => {
        const given = sent.path[place++ % 4]
        if (given) return encodeURIComponent(given)
        if (/list/.test(name)) return 'members'
        return String(known.find((one) => /person/.test(name) === String(one).startsWith('per_')) ?? 'tsv')
      })
      const headers = new Headers({
        'User-Agent': `Agent of ${sent.header.normalize('NFKD').replace(/[^ -~]/g, '')}`,
        Referer: `https://example.org/${encodeURIComponent(sent.header)}`,
        'CF-Connecting-IP': '198.51.100.23',
        'Sec-Fetch-Site': 'same-origin',
      })
      if (sent.id && /^[\w-]+$/.test(sent.id)) {
        headers.set('X-Request-Id', sent.id)
        headers.set('Idempotency-Key', sent.id)
        headers.set('If-Match', `"${sent.id}"`)
      }
      const isPage = /^\/(dashboard|portal|join|unsubscribe)/.test(path)
      const other = isPage ? SECRETS[8] : SECRETS[7]
      if (isPage) {
        const cookie = path.startsWith('/dashboard')
          ? `__Host-staff=${sent.isSignedIn ? staff.cookie('__Host-staff') : other}`
          : sent.isSignedIn
            ? session.cookie
            : `__Host-portal=${other}`
        headers.set('Cookie', cookie)
      } else {
        const token = path.startsWith('/operator') ? env.OPERATOR_TOKEN : club.key
        headers.set('Authorization', `Bearer ${sent.isSignedIn ? token : other}`)
      }
      const hasBody = !['GET', 'HEAD', 'DELETE'].includes(method)
      if (hasBody)
        headers.set('Content-Type', isPage ? 'application/x-www-form-urlencoded' : 'application/json')
      const body =
        typeof sent.body === 'string' && !isPage
          ? sent.body
          : new URLSearchParams(Array.isArray(sent.body) ? sent.body : { email: sent.body }).toString()
      const query = new URLSearchParams(sent.query).toString()
      const context = createExecutionContext()
      const limit = async () => ({ success: true })
      const response = await worker.fetch(
        new Request(`https://members.example.org${filled}?${query}`, {
          method,
          headers,
          redirect: 'manual',
          ...(hasBody && { body }),
        }),
        { ...env, ...QUIET, ...SILENT, KEY_RATE: { limit }, ADDRESS_RATE: { limit } } as Bindings,
        context,
      )
      await response.text()
      return response
    }
  })
})

describe('the line of a request', () => {
  it('says what was asked, by whom, and what it cost', async () => {
    const club = await workspace()
    const { headers } = await club.get('/lists/member/persons', { env: ALL })
    expect(log.lines()).toEqual([
      {
        level: 'info',
        request_id: headers.get('X-Request-Id'),
        door: 'api',
        method: 'GET',
        route: '/lists/:list_id/persons',
        status: 200,
        ms: expect.any(Number),
        workspace: club.id,
        actor: 'api_key',
        trips: 1,
        db_ms: expect.any(Number),
        conflicts: 0,
        version: expect.any(String),
      },
    ])
  })

  it.each([
    ['GET', '/nothing/here', { route: null, door: null, status: 404, actor: 'none' }],
    ['GET', '/fees', { route: '/fees', door: 'api', status: 401, actor: 'none' }],
    ['GET', '/fees/unknown/path', { route: null, door: 'api', status: 401 }],
    ['PATCH', '/me', { route: null, door: 'api' }],
    ['HEAD', '/docs', { route: '/docs', door: 'docs', method: 'HEAD', status: 200 }],
    ['GET', '/portal/no/such/page', { route: null, door: 'portal', status: 404 }],
    [
      'GET',
      '/dashboard/sign-in',
      { route: '/dashboard/sign-in', door: 'dashboard', actor: 'none', trips: 0 },
    ],
    ['GET', '/health', { route: '/health', door: 'health', trips: 1 }],
  ])('of %s %s', async (method, path, expected) => {
    await call(method, path, { env: ALL })
    expect(log.lines()).toMatchObject([expected])
  })

  it('names who has proved to be staff, a member or the operator', async () => {
    const { club, id, staff, session } = await clubOf(
      portal({ enabled: true }),
      person(PERSON),
      signedIn('office'),
      visitor(),
    )
    log.clear()
    await staff.get(`/dashboard/${club.id}`, { env: ALL })
    await call('GET', `/portal/persons/${id}`, { headers: { Cookie: session.cookie }, env: ALL })
    await call('GET', `/operator/workspaces/${club.id}`, { key: String(env.OPERATOR_TOKEN), env: ALL })
    await call('GET', `/dashboard/${club.id}`, { env: ALL })
    expect(log.lines()).toMatchObject([
      { route: '/dashboard/:workspace', actor: 'staff', workspace: club.id, trips: 1 },
      { route: '/portal/persons/:person_id', actor: 'portal', workspace: club.id },
      { route: '/operator/workspaces/:workspace_id', actor: 'operator', workspace: club.id },
      { route: '/dashboard/:workspace', status: 303, actor: 'none' },
    ])
    expect(log.lines()[3]).not.toHaveProperty('workspace')
  })

  it('counts how often an act ran again', async () => {
    const club = await workspace()
    const { body } = await club.post('/cost_units', { name: 'Youth' })
    const rename = (name: string) => club.patch(`/cost_units/${body.data.id}`, { name })
    await rename('Old')
    log.clear()
    const { status } = await club.post(
      '/cost_units',
      { name: 'Chess' },
      { env: { ...ALL, ...interruptedBy(() => club.post('/cost_units', { name: 'Chess' })).env } },
    )
    const [line] = log.lines().filter(({ level }) => level === 'info')
    expect([status, line?.conflicts, Number(line?.trips) > 1]).toEqual([422, 1, true])
  })

  it('is an error with its cause and no message for a 5xx', async () => {
    const { key } = await workspace()
    await call('GET', '/me', { key, env: { ...ALL, DB: failingD1(`broken for ${PERSON.email}`) } })
    expect(log.lines()).toMatchObject([
      { level: 'error', status: 500, error: 'Error', stack: expect.any(Array), trips: 1 },
    ])
    expect(log.texts.join()).not.toContain(PERSON.email)
  })

  it('has a request id of the caller only if it names nothing', async () => {
    const uuid = '0d8f2a54-1f6b-4a0a-9a37-1f2f0f5c9a11'
    for (const id of [uuid, PERSON.name.last_name])
      await call('GET', '/docs', { env: ALL, headers: { 'X-Request-Id': id } })
    expect(log.lines().map(({ request_id }) => request_id)).toEqual([
      uuid,
      expect.stringMatching(/^[0-9a-f]{32}$/),
    ])
  })

  it('is left out below LOG_LEVEL', async () => {
    const { key } = await workspace()
    await call('GET', '/me', { key, env: { LOG_LEVEL: 'warn' } })
    expect(log.texts).toEqual([])
    await call('GET', '/me', { key, env: { LOG_LEVEL: 'error', DB: failingD1('broken') } })
    expect(log.lines()).toMatchObject([{ level: 'error' }])
  })
})

describe('Server-Timing', () => {
  it('is told to staff alone', async () => {
    const { club, id, staff, session } = await clubOf(
      portal({ enabled: true }),
      person(PERSON),
      signedIn('office'),
      visitor(),
    )
    const page = await staff.get(`/dashboard/${club.id}/members`)
    expect(page.headers.get('Server-Timing')).toMatch(/^db;dur=\d+\.\d;desc="1 trip", total;dur=\d+\.\d$/)
    const others = [
      await call('GET', '/dashboard/sign-in'),
      await call('GET', `/dashboard/${club.id}`),
      await call('GET', `/portal/persons/${id}`, { headers: { Cookie: session.cookie } }),
      await call('GET', `/portal/${club.id}`),
      await call('GET', '/docs'),
      await club.get('/me'),
    ]
    expect(others.map(({ headers }) => headers.get('Server-Timing'))).toEqual(others.map(() => null))
  })
})

describe('the line of a run', () => {
  const run = (cron: string, bindings: object = {}) =>
    worker.scheduled(createScheduledController({ scheduledTime: new Date(), cron }), {
      ...env,
      ...QUIET,
      ...ALL,
      ...bindings,
    } as Bindings)

  it('has the time and the trips of each job', async () => {
    await run('37 3 * * *')
    const [line, ...others] = log.lines().filter(({ cron }) => cron !== undefined) as [Line]
    expect([others, line]).toMatchObject([
      [],
      {
        level: 'info',
        cron: '37 3 * * *',
        run: 'nightly',
        failed: 0,
        jobs: { sweepStaff: { ms: expect.any(Number), trips: 1 } },
      },
    ])
    const trips = Object.values(line.jobs as Record<string, { trips: number }>).map((job) => job.trips)
    // And one that keeps how the run went.
    expect(line.trips).toBe(trips.reduce((sum, count) => sum + count) + 1)
  })

  it('names the jobs that failed', async () => {
    const broken = {
      ...env.DB,
      prepare: (sql: string) => env.DB.prepare(sql),
      batch: failing,
    } as unknown as D1Database
    await expect(run('37 3 * * *', { DB: broken })).rejects.toThrow('sweepStaff')
    expect(log.lines().filter(({ cron }) => cron)).toMatchObject([
      { level: 'error', error: 'JobsFailed', jobs: { sweepStaff: { error: 'TypeError' } } },
    ])
  })

  async function failing(): Promise<never> {
    throw new TypeError(PERSON.email)
  }
})

describe('the line of a batch', () => {
  it('counts its messages by kind, and says why one was not done', async () => {
    const requested_at = new Date().toISOString()
    const bodies = [
      { kind: 'of_a_newer_version', requested_at, email: PERSON.email },
      { kind: 'written', requested_at, to: PERSON.email, origin: 'https://members.example.org' },
      { kind: 'written', requested_at: '2020-01-01T00:00:00.000Z', to: PERSON.email },
      { kind: PERSON.email, requested_at },
    ] as unknown as QueuedMail[]
    const batch = createMessageBatch<QueuedMail>(
      'membership-mails',
      bodies.map((body, index) => ({ id: `${index}`, timestamp: new Date(), attempts: index + 10, body })),
    )
    await worker.queue(batch, { ...env, ...QUIET, ...SILENT } as Bindings)
    expect(log.lines()).toMatchObject([
      {
        level: 'error',
        queue: 'membership-mails',
        kinds: { of_a_newer_version: 1, written: 2, unknown: 1 },
        count: 4,
        done: 3,
        retried: 1,
        failed: 2,
        failures: [
          { mail: '0', kind: 'of_a_newer_version', attempt: 10, error: 'UnknownKind', retry_in: 3600 },
          { mail: '2', kind: 'written', dropped: expect.any(String) },
          { mail: '3', kind: 'unknown', error: 'UnknownKind', given_up: expect.any(String) },
        ],
      },
    ])
    expect(log.texts.join()).not.toContain(PERSON.email)
  })
})
