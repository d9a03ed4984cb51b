import { env as bindings } from 'cloudflare:workers'
import { describe, expect, it, vi } from 'vitest'
import { mintToken } from '../../src/domain/access/tokens'
import { type Answer, call } from '../support/call'
import { workspace } from '../support/workspace'

/** A rate limit that allows a number of requests per key, and counts them. */
function counted(most: number) {
  const counts = new Map<string, number>()
  const limit: RateLimit['limit'] = async ({ key }) => {
    counts.set(key, (counts.get(key) ?? 0) + 1)
    return { success: Number(counts.get(key)) <= most }
  }
  return { counts, rate: { limit } as RateLimit }
}

function expectRefusal({ status, headers, body, cost }: Answer, quota: number) {
  expect([status, body.type]).toEqual([429, 'http://mas.test/problems/too_many_requests'])
  expect(headers.get('Retry-After')).toBe('60')
  expect(headers.get('RateLimit-Policy')).toBe(`"default";q=${quota};w=60`)
  expect(cost.trips).toBe(0)
}

/** Sends until a request is refused. A minute may end meanwhile, which restarts the count. */
async function flood(send: () => Promise<Answer>): Promise<{ through: Answer[]; refused: Answer }> {
  const through: Answer[] = []
  for (;;) {
    const answer = await send()
    if (answer.status === 429) return { through, refused: answer }
    expect(through.push(answer)).toBeLessThan(1300)
  }
}

const WRONG = { none: undefined, malformed: 'mas_short', 'of a wrong checksum': `mas_${'0'.repeat(36)}` }

/** Sends one request with an invalid credential from an address. */
const fail = (from: string, key: string | undefined, rate: RateLimit, headers: Record<string, string> = {}) =>
  call('GET', '/me', {
    headers: { 'CF-Connecting-IP': from, ...headers },
    env: { ADDRESS_RATE: rate },
    ...(key !== undefined && { key }),
  })

describe('rate limiter that fails', () => {
  it.each([{ KEY_RATE: broken() }, { ADDRESS_RATE: broken() }])(
    'lets requests through, and is logged',
    async (env) => {
      const club = await workspace()
      const log = vi.spyOn(console, 'warn').mockImplementation(() => {})
      expect((await club.get('/me', { env })).status).toBe(200)
      expect((await fail('192.0.2.1', mintToken('a'), broken())).status).toBe(401)
      expect(log.mock.calls.flat().join()).toContain('"rate_limiter":"TypeError"')
      expect(log.mock.calls.flat().join()).not.toMatch(/192\.0\.2\.1|secret/)
    },
  )
})

function broken(): RateLimit {
  return {
    limit: async () => {
      throw new TypeError('secret')
    },
  }
}

describe('rate limit of an API key', () => {
  it('allows 600 requests a minute, by the binding of the deployment', async () => {
    const club = await workspace()
    const other = await club.keyWith()
    const env = { KEY_RATE: bindings.KEY_RATE }
    const { through, refused } = await flood(() => call('PATCH', '/me', { key: club.key, env }))
    expect(new Set(through.map(({ status }) => status))).toEqual(new Set([405]))
    expect(through.length).toBeGreaterThanOrEqual(600)
    expectRefusal(refused, 600)
    expectRefusal(await club.get('/me', { env }), 600)
    expect((await club.get('/me', { key: other, env })).status).toBe(200)
  })

  it('is named by every answer to a key', async () => {
    const club = await workspace()
    const answers = [await club.get('/me'), await club.post('/fees', {}), await club.get('/fees/unknown')]
    expect(answers.map(({ status, headers }) => [status, headers.get('RateLimit-Policy')])).toEqual(
      [200, 422, 404].map((status) => [status, '"default";q=600;w=60']),
    )
    expect((await call('GET', '/me')).headers.get('RateLimit-Policy')).toBeNull()
  })

  it('is counted per key, across methods and paths', async () => {
    const [club, neighbour] = [await workspace(), await workspace()]
    const colleague = await club.keyWith()
    const options = { env: { KEY_RATE: counted(3).rate } }
    const three = [
      await club.get('/me', options),
      await club.get('/lists/nowhere/persons', options),
      await club.post('/fees', {}, options),
    ]
    expect(three.map(({ status }) => status)).toEqual([200, 404, 422])
    for (const refused of [
      await club.get('/me', options),
      await club.get('/fees', options),
      await club.post('/lists/members/persons', { external_id: 'ada' }, options),
    ])
      expectRefusal(refused, 600)
    expect((await club.get('/me', { ...options, key: colleague })).status).toBe(200)
    expect((await neighbour.get('/me', options)).status).toBe(200)
    expect((await club.get('/lists/members/persons')).body.data).toEqual([])
  })

  it('is not given the key itself', async () => {
    const club = await workspace()
    const { counts, rate } = counted(3)
    await club.get('/me', { env: { KEY_RATE: rate } })
    expect([...counts.keys()]).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/)])
  })
})

describe('rate limit of an address with invalid credentials', () => {
  it('counts all addresses of an IPv6 network of a household together', async () => {
    const { rate, counts } = counted(2)
    const callers = ['2001:db8:1:2::1', '2001:db8:1:2:3:4:5:6', '2001:db8:1:2:ffff::9', '2001:db8:1:3::1']
    const answers = []
    for (const from of callers) answers.push((await fail(from, mintToken('a'), rate)).status)
    expect([answers, counts.size]).toEqual([[401, 401, 429, 401], 2])
  })

  it.each(Object.entries(WRONG))('counts a key that is %s, in no trip', async (_, key) => {
    const { rate } = counted(2)
    for (let sent = 0; sent < 2; sent++) {
      const { status, cost } = await fail('192.0.2.1', key, rate)
      expect([status, cost.trips]).toEqual([401, 0])
    }
    expectRefusal(await fail('192.0.2.1', key, rate), 60)
    expect((await fail('192.0.2.2', key, rate)).status).toBe(401)
  })

  it.each([
    ['as it is', {}],
    ['with a malformed bookmark', { 'X-D1-Bookmark': 'nonsense' }],
  ])('counts an unknown key of valid syntax, %s', async (_, headers) => {
    const { rate, counts } = counted(2)
    const send = () => fail('192.0.2.1', mintToken('a'), rate, headers)
    expect([(await send()).status, (await send()).status, (await send()).status]).toEqual([401, 401, 429])
    expect([...counts]).toEqual([['192.0.2.1', 3]])
  })

  it('counts a revoked or expired key', async () => {
    const club = await workspace()
    const { rate, counts } = counted(9)
    await bindings.DB.prepare("UPDATE api_keys SET revoked_at = '2026-01-01T00:00:00.000Z'").run()
    expect((await fail('192.0.2.1', club.key, rate)).status).toBe(401)
    await bindings.DB.prepare(
      "UPDATE api_keys SET revoked_at = NULL, expires_at = '2026-01-01T00:00:00.000Z'",
    ).run()
    expect((await fail('192.0.2.1', club.key, rate)).status).toBe(401)
    expect([...counts]).toEqual([['192.0.2.1', 2]])
  })

  it('does not count valid keys, refused or not', async () => {
    const club = await workspace()
    const { counts, rate } = counted(0)
    const headers = { 'CF-Connecting-IP': '192.0.2.1' }
    expect((await club.get('/me', { headers, env: { ADDRESS_RATE: rate } })).status).toBe(200)
    expect((await club.post('/fees', {}, { headers, env: { ADDRESS_RATE: rate } })).status).toBe(422)
    expect(counts.size).toBe(0)
  })

  it('is sixty a minute by the binding of the deployment, and a flood costs no trip', async () => {
    const club = await workspace()
    const address = '198.51.100.1'
    const { through, refused } = await flood(() =>
      fail(address, `mas_${'1'.repeat(36)}`, bindings.ADDRESS_RATE),
    )
    expect(new Set(through.map(({ status, cost }) => `${status} ${cost.trips}`))).toEqual(new Set(['401 0']))
    expect(through.length).toBeGreaterThanOrEqual(60)
    expectRefusal(refused, 60)
    const options = { headers: { 'CF-Connecting-IP': address }, env: { ADDRESS_RATE: bindings.ADDRESS_RATE } }
    expect((await club.get('/me', options)).status).toBe(200)
  })
})
