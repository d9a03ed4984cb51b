import { env } from 'cloudflare:workers'
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { SCALAR_FILE } from '../../src/docs/scalar'
import { mintToken } from '../../src/domain/access/tokens'
import { PROBLEMS } from '../../src/http/problem'
import { call, type Options, ORIGIN } from '../support/call'
import { clubOf, costUnit, person } from '../support/club'
import { failingD1, interruptedBy } from '../support/fake-d1'
import { openApi } from '../support/openapi'
import { createStorage } from '../support/storage'
import { operator, rows, type Workspace, workspace } from '../support/workspace'

const ONE_MIB = 1_048_576
const TEN_MIB = 10_485_760
const JSON_TYPE = { 'Content-Type': 'application/json' }
const UNKNOWN_ID = '0VMtKcPBq7XJ3mZ1sWv9LdTe'

/** Checks that a response has the members of every problem (RFC 9457), and no others. */
function expectProblem(
  answer: Awaited<ReturnType<typeof call>>,
  status: number,
  kind: keyof typeof PROBLEMS,
) {
  const { body, headers } = answer
  expect(answer.status, answer.text).toBe(status)
  expect(headers.get('Content-Type')).toBe('application/problem+json')
  expect(headers.get('Cache-Control')).toBe('no-store')
  expect(headers.get('X-Request-Id')).toMatch(/^[\w-]{8,}$/)
  expect(body).toEqual({
    type: `${ORIGIN}/problems/${kind}`,
    title: PROBLEMS[kind].title,
    status,
    detail: expect.stringMatching(/./),
    request_id: headers.get('X-Request-Id'),
    ...(status === 422 && { errors: expect.any(Object), issues: issuesOf(body.errors) }),
  })
}

/** The issues that say what the errors of an answer say: the first 100, then that there are more. */
function issuesOf(errors: Record<string, string[]>) {
  const all = Object.entries(errors).flatMap(([path, messages]) =>
    messages.map((message) => ({
      path,
      code: expect.stringMatching(/^[a-z_]+$/),
      message,
      params: expect.any(Object),
    })),
  )
  const more = { path: 'body', code: 'too_many_issues', message: expect.any(String), params: {} }
  return all.length > 100 ? [...all.slice(0, 100), more] : all
}

const storedRows = () =>
  Promise.all(
    [
      'workspaces',
      'api_keys',
      'custom_columns',
      'persons',
      'deleted_persons',
      'cost_units',
      'fees',
      'idempotent_requests',
    ].map((table) => rows(`SELECT * FROM ${table}`)),
  )

/** Creates a workspace with the member `ada` and a cost unit, and returns the paths that update them. */
async function createFixture() {
  const { club, unitIds } = await clubOf(costUnit('Youth'), person({ external_id: 'ada' }))
  return { club, unit: `/cost_units/${unitIds[0]}`, operated: `/operator/workspaces/${club.id}` }
}

type Fixture = Awaited<ReturnType<typeof createFixture>>
type Route = [method: string, name: string, limit: number, path: (fixture: Fixture) => string]

/** Every operation that accepts a body. */
const WRITES: Route[] = [
  ['POST', '/lists/{list_id}/persons', ONE_MIB, () => '/lists/members/persons'],
  ['PUT', '/lists/{list_id}/persons', TEN_MIB, () => '/lists/members/persons'],
  ['PUT', '/lists/{list_id}/persons/{person_id}', ONE_MIB, () => '/lists/members/persons/ada'],
  [
    'POST',
    '/lists/{list_id}/persons/{person_id}/confirmation',
    ONE_MIB,
    () => '/lists/members/persons/ada/confirmation',
  ],
  ['POST', '/lists/{list_id}/confirmations', ONE_MIB, () => '/lists/members/confirmations'],
  ['PUT', '/lists/{list_id}/custom_columns', ONE_MIB, () => '/lists/members/custom_columns'],
  ['POST', '/fees', TEN_MIB, () => '/fees'],
  ['POST', '/cost_units', ONE_MIB, () => '/cost_units'],
  ['PUT', '/cost_units/{cost_unit_id}', ONE_MIB, ({ unit }) => unit],
  ['POST', '/member_portal_sessions', ONE_MIB, () => '/member_portal_sessions'],
  ['POST', '/operator/workspaces', ONE_MIB, () => '/operator/workspaces'],
  ['PATCH', '/operator/workspaces/{workspace_id}', ONE_MIB, ({ operated }) => operated],
  ['POST', '/operator/workspaces/{workspace_id}/api_keys', ONE_MIB, ({ operated }) => `${operated}/api_keys`],
  ['POST', '/operator/workspaces/{workspace_id}/staff', ONE_MIB, ({ operated }) => `${operated}/staff`],
]

/** Bodies that each have one error less, with the response to a caller who has permission. */
const wrongBodies = (limit: number): [status: number, kind: keyof typeof PROBLEMS, options: Options][] => [
  [
    413,
    'payload_too_large',
    { raw: '{', headers: { 'Content-Type': 'text/plain', 'Content-Length': `${limit + 1}` } },
  ],
  [415, 'unsupported_media_type', { raw: '{', headers: { 'Content-Type': 'text/plain' } }],
  [400, 'malformed_json', { raw: '{', headers: JSON_TYPE }],
  [422, 'invalid', { body: { colour: 'red' } }],
]

const keyFor = (path: string, club: Workspace) =>
  path.startsWith('/operator') ? env.OPERATOR_TOKEN : club.key

describe('order of checks', () => {
  it.each(WRITES)('is 413, 415, 400 and 422 for a body: %s %s', async (method, _, limit, path) => {
    const fixture = await createFixture()
    const before = await storedRows()
    const key = keyFor(path(fixture), fixture.club)
    for (const [status, kind, options] of wrongBodies(limit))
      expectProblem(await call(method, path(fixture), { key, ...options }), status, kind)
    expect(await storedRows()).toEqual(before)
  })

  type Refusal = [status: number, kind: keyof typeof PROBLEMS, path: string, key: string | undefined]

  /** Requests refused before the body is read, each with one error less. `small` has no members; `weak` keys no permission. */
  async function refusalsOf(path: string, { club }: Fixture): Promise<Refusal[]> {
    const small = await workspace({ subscription_variant: 'contacts' })
    const [weak, weakSmall] = [
      await club.keyWith('bookkeeping:read'),
      await small.keyWith('bookkeeping:read'),
    ]
    const unknown = path
      .replace('/ada', '/unknown')
      .replace(/(cost_units\/cst|workspaces\/wsp)_\w+/, `$1_${UNKNOWN_ID}`)
    const nowhere = unknown.replace('/members/', '/nowhere/')
    const unauthenticated: Refusal[] = [undefined, 'mas_short', mintToken('a')].map((key) => [
      401,
      'unauthenticated',
      nowhere,
      key,
    ])
    const missing = (key: string): Refusal[] => (unknown === path ? [] : [[404, 'not_found', unknown, key]])
    if (path.startsWith('/operator')) return [...unauthenticated, ...missing(env.OPERATOR_TOKEN)]
    const unlisted: Refusal[] = nowhere === unknown ? [] : [[404, 'not_found', nowhere, weakSmall]]
    const unsubscribed: Refusal[] = /member/.test(path)
      ? [[402, 'list_not_subscribed', unknown, weakSmall]]
      : []
    const forbidden: Refusal[] = [[403, 'permission_missing', unknown, weak]]
    return [...unauthenticated, ...unlisted, ...unsubscribed, ...forbidden, ...missing(club.key)]
  }

  it.each(WRITES)('checks the key before the body: %s %s', async (method, _, limit, path) => {
    const fixture = await createFixture()
    const refusals = await refusalsOf(path(fixture), fixture)
    const before = await storedRows()
    for (const [status, kind, refused, key] of refusals)
      for (const [, , options] of wrongBodies(limit))
        expectProblem(
          await call(method, refused, { ...options, ...(key !== undefined && { key }) }),
          status,
          kind,
        )
    expect(await storedRows()).toEqual(before)
  })

  it.each([
    ['GET', '/lists/members/persons'],
    ['GET', '/lists/members/persons/ada'],
    ['GET', '/lists/members/deleted_persons'],
    ['GET', '/lists/members/custom_columns'],
    ['DELETE', '/lists/members/persons/ada'],
    ['POST', '/lists/members/persons/ada/confirmation'],
    ['GET', '/fees'],
    ['GET', '/fees/fee_x'],
  ])('is the same without a body: %s %s', async (method, path) => {
    const fixture = await createFixture()
    for (const [status, kind, refused, key] of await refusalsOf(path, fixture))
      expectProblem(
        await call(method, `${refused}?per_page=x`, key === undefined ? {} : { key }),
        status,
        kind,
      )
  })

  it.each([
    ['POST', '/lists/members/persons'],
    ['PUT', '/lists/members/custom_columns'],
    ['POST', '/fees'],
  ])('checks the key before the Idempotency-Key: %s %s', async (method, path) => {
    const headers = { 'Idempotency-Key': 'two words' }
    for (const [status, kind, refused, key] of await refusalsOf(path, await createFixture()))
      expectProblem(
        await call(method, refused, { body: {}, headers, ...(key !== undefined && { key }) }),
        status,
        kind,
      )
  })

  it.each(['/lists/members/persons', '/lists/members/deleted_persons', '/fees'])(
    'checks a query last: %s',
    async (path) => {
      const { club } = await createFixture()
      expectProblem(await club.get(`${path}?per_page=x`), 422, 'invalid')
    },
  )

  it('looks the member of a portal session up after all else', async () => {
    const { club } = await createFixture()
    const session = (body: object) => club.post('/member_portal_sessions', body)
    expectProblem(await session({ person_id: 'per_unknown', colour: 'red' }), 422, 'invalid')
    expectProblem(await session({ person_id: 'per_unknown' }), 404, 'not_found')
  })
})

describe('400', () => {
  it.each([
    ['nothing', ''],
    ['an open brace', '{'],
    ['a comma too many', '{"name":"Youth",}'],
    ['two documents', '{}{}'],
    ['a form', 'name=Youth'],
    ['NaN', '{"name":NaN}'],
    ['invalid UTF-8', Uint8Array.of(...Buffer.from('{"name":"'), 0xff, ...Buffer.from('"}'))],
    ['an overlong slash', Uint8Array.of(...Buffer.from('{"name":"'), 0xc0, 0xaf, ...Buffer.from('"}'))],
    ['UTF-16', Buffer.from('{"name":"Youth"}', 'utf16le')],
  ])('is returned for %s', async (_, raw) => {
    const club = await workspace()
    expectProblem(
      await club.post('/cost_units', undefined, { raw, headers: JSON_TYPE }),
      400,
      'malformed_json',
    )
    expect(await rows('SELECT * FROM cost_units')).toEqual([])
  })
})

describe('401', () => {
  it('is the same for every invalid key, except for the request id', async () => {
    const club = await workspace()
    const expired = await club.keyWith()
    const revoked = await club.keyWith()
    const keys = 'UPDATE api_keys SET expires_at = ?2, revoked_at = ?3 WHERE token_hash = ?1'
    const stamp = async (key: string, ...values: unknown[]) => {
      const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(key))
      await rows(keys, Buffer.from(hash).toString('hex'), ...values)
      expect((await club.get('/me', { key })).status).toBe(401)
    }
    await stamp(expired, '2001-01-01T00:00:00.000Z', null)
    await stamp(revoked, null, '2001-01-01T00:00:00.000Z')
    const wrongChecksum = `${club.key.slice(0, -1)}${club.key.endsWith('0') ? '1' : '0'}`
    const texts = new Set<string>()
    for (const Authorization of [
      undefined,
      '',
      'Bearer',
      'Bearer ',
      'Bearer nonsense',
      `Basic ${club.key}`,
      club.key,
      `Bearer ${club.key}x`,
      `Bearer ${club.key.toLowerCase()}`,
      `Bearer ${club.key} ${club.key}`,
      `Bearer ${wrongChecksum}`,
      `Bearer ${mintToken('a')}`,
      `Bearer ${expired}`,
      `Bearer ${revoked}`,
      `Bearer ${env.OPERATOR_TOKEN}`,
    ]) {
      const answer = await call('GET', '/me', {
        headers: { ...(Authorization !== undefined && { Authorization }) },
      })
      expectProblem(answer, 401, 'unauthenticated')
      expect(answer.body.detail).toBe('Send a valid API key as `Authorization: Bearer <key>`.')
      expect(answer.headers.get('WWW-Authenticate')).toBe('Bearer')
      texts.add(answer.text.replace(answer.body.request_id, ''))
    }
    expect(texts.size).toBe(1)
    expect((await club.get('/me')).status).toBe(200)
  })

  it('names the header of the operator token', async () => {
    const answer = await call('GET', '/operator/workspaces', { key: mintToken('a') })
    expectProblem(answer, 401, 'unauthenticated')
    expect(answer.body.detail).toBe('Send the operator token as `Authorization: Bearer <token>`.')
  })

  it.each(['/lists', '/lists/members/nothing', '/fees/fee_x/nothing', '/operator/nothing'])(
    'answers a request without a key to %s, where there is nothing',
    async (path) => {
      expectProblem(await call('GET', path), 401, 'unauthenticated')
    },
  )

  it('is returned by every documented operation without a key, in no trip', async () => {
    const { paths } = await openApi()
    const operations = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => [method.toUpperCase(), path.replace(/\{\w+\}/g, 'x')] as const),
    )
    expect(operations.length).toBeGreaterThan(15)
    for (const [method, path] of operations) {
      const answer = await call(method, path)
      expectProblem(answer, 401, 'unauthenticated')
      expect(answer.cost.trips).toBe(0)
    }
  })
})

describe('404', () => {
  it.each([
    '/nothing',
    '/lists',
    '/lists/members',
    '/lists/members/nothing',
    '/lists/members/custom_columns/col_x',
    '/lists/members/deleted_persons/per_x',
    '/fees/fee_x',
    '/fees/fee_x/nothing',
    '/problems/nonsense',
    '/docs/nonsense',
    '/favicon.ico',
    '/.env',
  ])('is returned for %s', async (path) => {
    expectProblem(await (await workspace()).get(path), 404, 'not_found')
  })
})

describe('405', () => {
  it.each([
    ['PATCH', '/lists/members/persons', 'GET, HEAD, POST, PUT'],
    ['DELETE', '/lists/members/persons', 'GET, HEAD, POST, PUT'],
    ['POST', '/lists/members/persons/ada', 'GET, HEAD, PUT, DELETE'],
    ['POST', '/lists/members/custom_columns', 'GET, HEAD, PUT'],
    ['DELETE', '/lists/members/custom_columns', 'GET, HEAD, PUT'],
    ['POST', '/lists/members/deleted_persons', 'GET, HEAD'],
    ['DELETE', '/fees', 'GET, HEAD, POST'],
    ['PUT', '/fees/fee_x', 'GET, HEAD, PATCH'],
    ['DELETE', '/cost_units', 'GET, HEAD, POST'],
    ['DELETE', '/cost_units/cst_x', 'PUT'],
    ['GET', '/member_portal_sessions', 'POST'],
    ['HEAD', '/member_portal_sessions', 'POST'],
    ['POST', '/me', 'GET, HEAD'],
    ['OPTIONS', '/me', 'GET, HEAD'],
    ['PUT', '/portal/login/x', 'GET, HEAD, POST'],
    ['POST', '/problems/not_found', 'GET, HEAD'],
    ['POST', '/openapi.json', 'GET, HEAD'],
    ['PUT', '/operator/workspaces', 'GET, HEAD, POST'],
    ['PUT', '/operator/workspaces/wsp_x', 'GET, HEAD, PATCH, DELETE'],
    ['GET', '/operator/workspaces/wsp_x/api_keys/key_x', 'DELETE'],
  ])('is returned for %s %s with Allow: %s', async (method, path, allow) => {
    const club = await workspace()
    const answer = await call(method, path, { key: keyFor(path, club) })
    expect(answer.headers.get('Allow')).toBe(allow)
    expect(answer.status).toBe(405)
    if (method !== 'HEAD') expectProblem(answer, 405, 'method_not_allowed')
  })
})

describe('409', () => {
  it('is returned while a request with the same Idempotency-Key runs', async () => {
    const { club } = await createFixture()
    const send = (options: Options = {}) =>
      club.post(
        '/lists/members/persons',
        { external_id: 'grace' },
        {
          headers: { 'Idempotency-Key': 'k' },
          ...options,
        },
      )
    const meanwhile = interruptedBy(async () => expectProblem(await send(), 409, 'still_running'))
    expect((await send(meanwhile)).status).toBe(201)
  })
})

describe('412', () => {
  it.each(['PUT', 'DELETE'])('is returned for %s with an outdated If-Match', async (method) => {
    const { club } = await createFixture()
    const before = await storedRows()
    const options = { headers: { 'If-Match': '"other"' }, ...(method === 'PUT' && { body: {} }) }
    const answer = await call(method, '/lists/members/persons/ada', { key: club.key, ...options })
    expectProblem(answer, 412, 'changed_meanwhile')
    expect(await storedRows()).toEqual(before)
  })
})

describe('413', () => {
  /** A body of this many bytes without a Content-Length. */
  function streamed(bytes: number): ReadableStream {
    const chunk = new Uint8Array(65_536).fill(' '.charCodeAt(0))
    let left = bytes
    return new ReadableStream({
      pull(controller) {
        const next = chunk.subarray(0, Math.min(left, chunk.length))
        left -= next.length
        if (next.length > 0) controller.enqueue(next)
        if (left === 0) controller.close()
      },
    })
  }

  const BATCHES = [
    ['POST', '/lists/members/persons', ONE_MIB, { external_id: 'ada' }, 201],
    ['PUT', '/lists/members/persons', TEN_MIB, { data: [{ external_id: 'ada' }] }, 200],
    ['POST', '/fees', TEN_MIB, { data: [] }, 422],
  ] as const

  it.each(BATCHES)('is returned by %s %s above %i bytes', async (method, path, limit, body, status) => {
    const club = await workspace()
    const send = (raw: BodyInit, headers: object = {}) =>
      call(method, path, { key: club.key, raw, headers: { ...JSON_TYPE, ...headers } })
    const text = JSON.stringify(body)
    const tooLong = text.padEnd(limit + 1)
    for (const answer of [
      await send(tooLong, { 'Content-Length': `${tooLong.length}` }),
      await send(tooLong),
      await send(streamed(limit + 1)),
      await send(streamed(limit + 1), { 'Content-Length': 'unknown' }),
    ])
      expectProblem(answer, 413, 'payload_too_large')
    expect(await rows('SELECT * FROM persons')).toEqual([])
    expect((await send(streamed(limit))).status).toBe(400)
    expect((await send(text.padEnd(limit), { 'Content-Length': `${limit}` })).status).toBe(status)
  })
})

describe('415', () => {
  const send = (club: Workspace, headers: Record<string, string>) =>
    club.post('/cost_units', undefined, { raw: new TextEncoder().encode('{"name":"Youth"}'), headers })

  it.each([
    undefined,
    '',
    'text/plain',
    'text/html; charset=application/json',
    'application/x-www-form-urlencoded',
    'application/jsonp',
    'json',
  ])('is returned for the Content-Type %s', async (type) => {
    const club = await workspace()
    const answer = await send(club, type === undefined ? {} : { 'Content-Type': type })
    expectProblem(answer, 415, 'unsupported_media_type')
    expect(await rows('SELECT * FROM cost_units')).toEqual([])
  })

  it.each(['application/json', 'application/json; charset=utf-8', 'Application/JSON'])(
    'is not returned for %s',
    async (type) => {
      const club = await workspace()
      expect((await send(club, { 'Content-Type': type })).status).toBe(201)
      expect(await rows('SELECT name FROM cost_units')).toEqual([{ name: 'Youth' }])
    },
  )
})

describe('422', () => {
  it('names every error under its dotted path, with at least one message each', async () => {
    const club = await workspace()
    const answer = await club.post('/fees', { data: [{ amount: 0, attached_expense: { sphere: 'moon' } }] })
    expectProblem(answer, 422, 'invalid')
    const messages = expect.arrayContaining([expect.stringMatching(/^\S.+/)])
    expect(answer.body.errors).toEqual({
      'data.0.amount': messages,
      'data.0.description': messages,
      'data.0.person_id': messages,
      'data.0.attached_expense.sphere': messages,
    })
  })

  const MESS = Object.fromEntries(
    'external_id name email birthdate phone_numbers address bank_account sepa_mandate payment_method membership_number join_date leave_date id'
      .split(' ')
      .map((key) => [key, 0]),
  )
  const DEBT = { amount: '', description: 0, person_id: 0, person_external_id: 0, attached_expense: 0 }

  it.each<[name: string, method: string, path: (fixture: Fixture) => string, body: object]>([
    ['fees', 'POST', () => '/fees', { data: Array(10_000).fill(DEBT) }],
    ['persons', 'PUT', () => '/lists/members/persons', { data: Array(10_000).fill(MESS) }],
    ['custom columns', 'PUT', () => '/lists/members/custom_columns', { data: Array(300_000).fill({}) }],
    [
      'permissions',
      'POST',
      ({ operated }) => `${operated}/api_keys`,
      { name: 'sync', permissions: Array(300_000).fill(0) },
    ],
  ])('returns many errors: %s', async (_, method, path, body) => {
    const fixture = await createFixture()
    const answer = await call(method, path(fixture), { key: keyFor(path(fixture), fixture.club), body })
    expectProblem(answer, 422, 'invalid')
  })

  it.each(['[]', '[{}]', 'null', '"text"', '7', 'true'])(
    'is returned for the JSON %s, which is not an object',
    async (raw) => {
      const club = await workspace()
      for (const path of ['/cost_units', '/fees', '/lists/members/persons', '/member_portal_sessions']) {
        const answer = await club.post(path, undefined, { raw, headers: JSON_TYPE })
        expectProblem(answer, 422, 'invalid')
        expect(Object.keys(answer.body.errors)).toEqual(['body'])
      }
    },
  )

  it.each([
    ['POST', '/cost_units', '{"name":"Board",KEY:1}'],
    ['POST', '/lists/members/persons', '{"external_id":"grace",KEY:1}'],
    ['PUT', '/lists/members/persons', '{"data":[{"external_id":"grace",KEY:1}]}'],
    ['PUT', '/lists/members/custom_columns', '{"data":[{"name":"Shirt","type":"string",KEY:1}]}'],
    ['POST', '/fees', '{"data":[{"amount":1,"description":"x","person_external_id":"ada",KEY:1}]}'],
    ['POST', '/member_portal_sessions', '{"person_external_id":"ada",KEY:1}'],
    ['POST', '/operator/workspaces', '{"name":"Ruderclub",KEY:1}'],
  ])('is returned for unknown keys, those of JavaScript objects too: %s %s', async (method, path, text) => {
    const { club } = await createFixture()
    const before = await storedRows()
    for (const key of ['colour', '', '__proto__', 'constructor', 'toString', 'a.b']) {
      const raw = text.replace('KEY', JSON.stringify(key))
      const answer = await call(method, path, { key: keyFor(path, club), raw, headers: JSON_TYPE })
      expect([key, answer.status]).toEqual([key, 422])
      expect(Object.keys(answer.body.errors)).toEqual([expect.stringMatching(`${key || '.?'}$`)])
    }
    expect(await storedRows()).toEqual(before)
  })
})

describe('429', () => {
  const used = { limit: async () => ({ success: false }) }

  it('is returned to a key that has used up its minute, before all other checks and in no trip', async () => {
    const { club } = await createFixture()
    for (const path of ['/me', '/lists/nowhere/persons', '/fees?per_page=x']) {
      const answer = await club.get(path, { env: { KEY_RATE: used } })
      expectProblem(answer, 429, 'too_many_requests')
      expect(answer.cost.trips).toBe(0)
    }
  })

  it.each([undefined, 'nonsense', mintToken('a')])(
    'is returned to an address that failed too often',
    async (key) => {
      const options = { env: { ADDRESS_RATE: used }, ...(key !== undefined && { key }) }
      expectProblem(await call('GET', '/me', options), 429, 'too_many_requests')
    },
  )
})

describe('500', () => {
  afterEach(() => vi.restoreAllMocks())

  const SECRET = 'ada@example.org DE89370400440532013000'

  it.each([
    ['GET', '/me', undefined],
    ['GET', '/lists/members/persons', undefined],
    ['GET', '/lists/members/persons/ada', undefined],
    ['DELETE', '/lists/members/persons/ada', undefined],
    ['POST', '/lists/members/persons', { email: 'ada@example.org' }],
    ['PUT', '/lists/members/persons', { data: [{ email: 'ada@example.org' }] }],
    ['POST', '/fees', { data: [] }],
    ['POST', '/cost_units', { name: 'Youth' }],
    ['POST', '/member_portal_sessions', { email: 'ada@example.org' }],
    ['POST', '/operator/workspaces', { name: 'Ruderclub' }],
  ])(
    'is opaque, and is logged by its request id without the error message: %s %s',
    async (method, path, body) => {
      const club = await workspace()
      const log = vi.spyOn(console, 'error').mockImplementation(() => {})
      // The pauses between the attempts of a write that always conflicts.
      vi.spyOn(scheduler, 'wait').mockResolvedValue()
      const errorPaths = [
        [SECRET, 500, 'internal_error'],
        [`D1_ERROR: UNIQUE constraint failed: ${SECRET}`, 503, 'busy'],
        [`${SECRET}\n${SECRET}`, 500, 'internal_error'],
      ] as const
      for (const [words, status, kind] of errorPaths) {
        log.mockClear()
        const key = keyFor(path, club)
        const answer = await call(method, path, { key, body, env: { DB: failingD1(words) } })
        expectProblem(answer, status, kind)
        expect(answer.text).not.toMatch(/ada@|\bDE89|D1_ERROR|constraint/)
        expect(log).toHaveBeenCalledTimes(1)
        const line = log.mock.calls.flat().map(String).join(' ')
        expect(line).toContain(answer.body.request_id)
        expect(line).not.toMatch(/ada@|\bDE89|D1_ERROR|UNIQUE/)
        expect(line).not.toContain(key)
      }
    },
  )

  it('logs no error message that has lines like those of a stack', async () => {
    const club = await workspace()
    const log = vi.spyOn(console, 'error').mockImplementation(() => {})
    await club.get('/me', { env: { DB: failingD1('no such value: x\n    at ada@example.org:1:1') } })
    expect(log).toHaveBeenCalledTimes(1)
    expect(JSON.stringify(log.mock.calls)).not.toContain('ada@')
  })

  it('logs how to apply the migrations when a table is missing', async () => {
    onTestFinished(createStorage)
    await env.DB.exec('DROP TABLE api_keys')
    const log = vi.spyOn(console, 'error').mockImplementation(() => {})
    expectProblem(await call('GET', '/me', { key: mintToken('a') }), 503, 'not_set_up')
    expect(String(log.mock.calls)).toContain('npx wrangler d1 migrations apply DB --local')
  })

  it('is opaque when the links of the portal cannot be stored', async () => {
    const { club } = await createFixture()
    const log = vi.spyOn(console, 'error').mockImplementation(() => {})
    const links = { put: () => Promise.reject(new Error(SECRET)) } as unknown as KVNamespace
    const wanted = { person_external_id: 'ada' }
    const answer = await club.post('/member_portal_sessions', wanted, { env: { PORTAL_LINKS: links } })
    expectProblem(answer, 500, 'internal_error')
    expect(JSON.stringify([answer.text, log.mock.calls])).not.toMatch(/ada@|\bDE89/)
  })

  it('is the only error that is logged', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {})
    const club = await workspace()
    await club.post('/fees', {})
    await club.get('/nothing')
    await call('GET', '/me')
    expect(log).not.toHaveBeenCalled()
  })
})

describe('every response', () => {
  it.each([
    ['GET', '/me', 200],
    ['HEAD', '/me', 200],
    ['GET', '/lists/members/persons', 200],
    ['DELETE', '/lists/members/persons/ada', 204],
    ['GET', '/lists/members/persons/unknown', 404],
    ['PATCH', '/me', 405],
    ['POST', '/fees', 415],
    ['GET', '/operator/workspaces', 200],
    ['GET', '/portal/login/x', 200],
    ['GET', '/problems/not_found', 200],
    ['GET', '/openapi.json', 200],
    ['GET', '/docs', 200],
    ['GET', '/docs/', 301],
    ['GET', '/docs/operator', 200],
    ['GET', '/docs/events', 200],
    ['GET', '/docs/operator/openapi.json', 200],
    ['GET', `/docs/${SCALAR_FILE}`, 200],
    ['GET', '/favicon.svg', 200],
    ['GET', '/apple-touch-icon.png', 200],
    ['GET', '/problems', 200],
    ['GET', '/', 200],
  ])('has its own request id, and nosniff: %s %s', async (method, path, status) => {
    const { club } = await createFixture()
    const [one, two] = [
      await call(method, path, { key: keyFor(path, club) }),
      await call(method, path, { key: keyFor(path, club) }),
    ]
    expect(one.status).toBe(status)
    const ids = [one, two].map(({ headers }) => headers.get('X-Request-Id'))
    for (const id of ids) expect(id).toMatch(/^[\w-]{8,}$/)
    expect(new Set(ids).size).toBe(2)
    expect(one.headers.get('X-Content-Type-Options')).toBe('nosniff')
  })

  it('with personal data has no-store', async () => {
    const { club } = await createFixture()
    for (const path of ['/me', '/lists/members/persons', '/lists/members/persons/ada', '/cost_units'])
      expect((await club.get(path)).headers.get('Cache-Control')).toBe('no-store')
    const session = await club.post('/member_portal_sessions', { person_external_id: 'ada' })
    expect(session.headers.get('Cache-Control')).toBe('no-store')
    const keys = await operator('GET', '/operator/workspaces')
    expect(keys.headers.get('Cache-Control')).toBe('no-store')
  })
})

describe('type of a problem', () => {
  it.each(Object.entries(PROBLEMS))('opens for %s and explains it', async (kind, { title, status }) => {
    const { status: opened, headers, text } = await call('GET', `/problems/${kind}`)
    expect(opened).toBe(200)
    expect(headers.get('Content-Type')).toMatch(/^text\/html/)
    expect(text).toContain(`<h1>${title}</h1>`)
    expect(text).toContain(`Status ${status}`)
    expect(headers.get('Content-Security-Policy')).toContain("default-src 'none'")
    expect(text).not.toContain('`')
    expect(text).toContain(`http://mas.test/problems/${kind}`)
  })

  it('is an address under PUBLIC_URL', async () => {
    const { body } = await call('GET', '/nothing', { env: { PUBLIC_URL: 'https://members.example.org/' } })
    expect(body.type).toBe('https://members.example.org/problems/not_found')
  })
})
