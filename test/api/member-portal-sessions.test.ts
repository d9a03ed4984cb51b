import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { call, ORIGIN } from '../support/call'
import { clubOf, person } from '../support/club'
import { createPerson } from '../support/portal'
import { seedMembers } from '../support/seed-members'
import { operator, rows, type Workspace, workspace } from '../support/workspace'

const HOURS_12 = 43_200

const createSession = (club: Workspace, body: unknown, key = club.key) =>
  club.post('/member_portal_sessions', body, { key })

const storedLinks = async () => (await env.PORTAL_LINKS.list()).keys

const ADA = { external_id: 'ada', email: 'Ada@Example.org', membership_number: '1815' }

const tokenIn = (url: string) => String(url.split('/').pop())

async function sha256(text: string): Promise<string> {
  return Buffer.from(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))).toString('hex')
}

async function expectRefusal(answer: ReturnType<typeof createSession>, status: number, kind: string) {
  const { status: given, body } = await answer
  expect([given, body.type]).toEqual([status, `${ORIGIN}/problems/${kind}`])
  expect(await storedLinks()).toEqual([])
}

describe('POST /member_portal_sessions', () => {
  it.each([
    ['person_id', undefined],
    ['person_external_id', 'ada'],
    ['email', 'Ada@Example.org'],
    ['membership_number', '1815'],
  ])('finds a member by %s', async (key, value) => {
    const { club, id } = await clubOf(person(ADA))
    await createPerson(club, { external_id: 'grace', email: 'grace@example.org', membership_number: '1906' })
    const { status, body, cost } = await createSession(club, { [key]: value ?? id })
    expect(status).toBe(201)
    expect(cost).toMatchObject({ trips: 1, rowsWritten: 0 })
    const url = expect.stringMatching(/^http:\/\/mas\.test\/portal\/[\w-]+\/login\/[A-Za-z0-9_-]{43}$/)
    expect(body).toEqual({ data: { url, person_ids: [id] } })
    const [link] = await storedLinks()
    expect(await env.PORTAL_LINKS.get(String(link?.name), 'json')).toMatchObject({
      person_ids: { [club.id]: [id] },
    })
  })

  it('stores only the hash of the token, with the ids of the members, for 12 hours', async () => {
    const { club, id } = await clubOf(person(ADA))
    const before = Date.now()
    const { body } = await createSession(club, { person_id: id })
    const after = Date.now()
    const token = tokenIn(body.data.url)
    const links = await storedLinks()
    expect(links.map(({ name }) => name)).toEqual([await sha256(token)])
    const [link] = links
    const text = String(await env.PORTAL_LINKS.get(String(link?.name)))
    const kept = JSON.parse(text)
    expect(kept).toEqual({
      workspace_id: club.id,
      person_ids: { [club.id]: [id] },
      former_ids: [],
      kind: 'api',
      staff_id: null,
      generations: {},
      expires_at: expect.any(String),
    })
    const expiry = Date.parse(kept.expires_at) / 1000
    expect(kept.expires_at).toBe(new Date(kept.expires_at).toISOString())
    expect(expiry).toBeGreaterThanOrEqual(before / 1000 + HOURS_12)
    expect(expiry).toBeLessThanOrEqual(after / 1000 + HOURS_12)
    expect(Math.abs(Number(link?.expiration) - expiry)).toBeLessThan(60)
    expect(JSON.stringify([links, text])).not.toContain(token)
  })

  it('creates a new link for every session', async () => {
    const { club, id } = await clubOf(person(ADA))
    const [one, two] = [
      await createSession(club, { person_id: id }),
      await createSession(club, { person_id: id }),
    ]
    expect(one.body.data.url).not.toBe(two.body.data.url)
    expect(await storedLinks()).toHaveLength(2)
  })

  it('builds the link from PUBLIC_URL, never from a forwarded header', async () => {
    const { club, id } = await clubOf(person(ADA))
    const headers = { 'X-Forwarded-Host': 'evil.test', Forwarded: 'host=evil.test' }
    const send = (PUBLIC_URL?: string) =>
      club.post('/member_portal_sessions', { person_id: id }, { headers, env: { PUBLIC_URL } })
    expect((await send()).body.data.url).toMatch(/^http:\/\/mas\.test\/portal\/[\w-]+\/login\//)
    const url = (await send('https://members.example.org/')).body.data.url
    expect(url).toMatch(/^https:\/\/members\.example\.org\/portal\/[\w-]+\/login\/[A-Za-z0-9_-]{43}$/)
  })

  it.each([
    ['none', {}, ['body']],
    ['two', { person_external_id: 'ada', email: 'ada@example.org' }, ['email', 'person_external_id']],
    ['none but null', { person_external_id: null }, ['body']],
  ])('requires exactly one key, not %s', async (_, body, paths) => {
    const { club } = await clubOf(person(ADA))
    const answer = await createSession(club, body)
    expect(answer.status).toBe(422)
    expect(Object.keys(answer.body.errors).sort()).toEqual(paths)
    expect(await storedLinks()).toEqual([])
  })

  it.each([
    [{ person_id: 7 }, 'person_id'],
    [{ person_id: '' }, 'person_id'],
    [{ person_external_id: 'x'.repeat(256) }, 'person_external_id'],
    [{ email: 'unknown' }, 'email'],
    [{ email: '' }, 'email'],
    [{ email: ['ada@example.org'] }, 'email'],
    [{ membership_number: 1815 }, 'membership_number'],
    [{ membership_number: '' }, 'membership_number'],
    [{ person_external_id: 'ada', colour: 'red' }, 'colour'],
  ])('refuses %j', async (body, path) => {
    const { club } = await clubOf(person(ADA))
    const answer = await createSession(club, body)
    expect(answer.status).toBe(422)
    expect(Object.keys(answer.body.errors)).toEqual([path])
    expect(await storedLinks()).toEqual([])
  })
})

describe('members of a portal session', () => {
  it('are all who share an email address, in upper or lower case', async () => {
    const club = await workspace()
    const family = [
      await createPerson(club, { ...ADA, email: 'Lovelace@Example.org' }),
      await createPerson(club, { email: 'lovelace@example.org' }),
    ]
    await createPerson(club, { email: 'lovelace@example.com' })
    const { status, body } = await createSession(club, { email: 'LOVELACE@example.ORG' })
    expect(status).toBe(201)
    expect([...body.data.person_ids].sort()).toEqual(family.sort())
    const link = await env.PORTAL_LINKS.get(await sha256(tokenIn(body.data.url)), 'json')
    expect(link).toMatchObject({ person_ids: { [club.id]: body.data.person_ids } })
  })

  it('are 500 at most', async () => {
    const club = await workspace()
    await seedMembers(club.id, 501)
    await rows("UPDATE persons SET email = 'All@example.org', membership_number = '1'")
    for (const [key, value] of [
      ['email', 'all@example.org'],
      ['membership_number', '1'],
    ] as const) {
      const { status, body } = await createSession(club, { [key]: value })
      expect([status, Object.keys(body.errors)]).toEqual([422, [key]])
      expect(body.errors[key]).toEqual(['names more than 500 members; name one of them by person_id'])
    }
    expect(await storedLinks()).toEqual([])
    await club.delete('/lists/members/persons/e1')
    const { status, body } = await createSession(club, { email: 'all@example.org' })
    expect([status, body.data.person_ids.length]).toEqual([201, 500])
  })

  it('are limited without counting former members', async () => {
    const club = await workspace()
    await seedMembers(club.id, 600)
    await rows("UPDATE persons SET email = 'all@example.org', leave_date = '2020-01-01'")
    const active = await createPerson(club, { email: 'all@example.org' })
    expect((await createSession(club, { email: 'all@example.org' })).body.data.person_ids).toEqual([active])
  })

  it('are all who share a membership number', async () => {
    const club = await workspace()
    const family = [await createPerson(club, ADA), await createPerson(club, { membership_number: '1815' })]
    const { body } = await createSession(club, { membership_number: '1815' })
    expect([...body.data.person_ids].sort()).toEqual(family.sort())
  })

  it('are matched by external_id and membership number with regard to case', async () => {
    const { club } = await clubOf(person({ ...ADA, membership_number: 'a-1' }))
    await expectRefusal(createSession(club, { membership_number: 'A-1' }), 404, 'not_found')
    await expectRefusal(createSession(club, { person_external_id: 'ADA' }), 404, 'not_found')
  })

  it('are current members only when matched by email', async () => {
    const { club } = await clubOf(person({ ...ADA, leave_date: '2001-01-01' }))
    await expectRefusal(createSession(club, { email: 'ada@example.org' }), 404, 'not_found')
    const active = await createPerson(club, { email: 'ada@example.org', leave_date: '2999-12-31' })
    const { body } = await createSession(club, { email: 'ada@example.org' })
    expect(body.data.person_ids).toEqual([active])
  })

  it.each(['person_id', 'person_external_id', 'membership_number'])(
    'may be former members when matched by %s',
    async (key) => {
      const { club, id } = await clubOf(person({ ...ADA, leave_date: '2001-01-01' }))
      const value = { person_id: id, person_external_id: 'ada', membership_number: '1815' }[key]
      const { status, body } = await createSession(club, { [key]: value })
      expect(status).toBe(201)
      expect(body.data.person_ids).toEqual([id])
    },
  )

  it.each([
    ['applicants', 'members', { creation_behaviour: 'unconfirmed', membership_number: '1815' }],
    ['contacts', 'contacts', {}],
  ])('are never %s', async (_, list, more) => {
    const club = await workspace()
    const id = await createPerson(club, { external_id: 'ada', email: 'ada@example.org', ...more }, list)
    for (const body of [
      { person_id: id },
      { person_external_id: 'ada' },
      { email: 'ada@example.org' },
      { membership_number: '1815' },
    ])
      await expectRefusal(createSession(club, body), 404, 'not_found')
  })

  it('are those of the same workspace: members of others return 404 as unknown ones do', async () => {
    const [club, other] = [await workspace(), await workspace()]
    const id = await createPerson(other, ADA)
    const [foreign, unknown] = [
      await createSession(club, { person_id: id }),
      await createSession(club, { person_id: 'per_0VMtKcPBq7XJ3mZ1sWv9LdTe' }),
    ]
    expect([foreign.status, unknown.status]).toEqual([404, 404])
    const { request_id, ...body } = unknown.body
    expect(foreign.body).toEqual({ ...body, request_id: expect.not.stringMatching(request_id) })
    await expectRefusal(createSession(club, { email: 'ada@example.org' }), 404, 'not_found')
  })

  it('exclude deleted members', async () => {
    const { club, id } = await clubOf(person(ADA))
    await club.delete('/lists/members/persons/ada')
    await expectRefusal(createSession(club, { person_id: id }), 404, 'not_found')
  })
})

describe('workspace without an available portal', () => {
  const PERMISSION = 'member_portal_sessions:create'
  const settings = (club: Workspace, change: object) =>
    operator('PATCH', `/operator/workspaces/${club.id}`, change)

  it('is refused before the body is validated, for the first of several reasons', async () => {
    const umbrella = await workspace()
    const club = await workspace({
      subscription_variant: 'contacts',
      superordinate_workspace_id: umbrella.id,
      member_portal: { enabled: false, managed_by: 'superordinate' },
    })
    const weak = await club.keyWith('members:read', 'members:write')
    const bodies = [{ person_id: 'per_unknown' }, {}, { email: 7 }]
    const steps: [status: number, kind: string, key: string, then: object][] = [
      [402, 'list_not_subscribed', weak, { subscription_variant: 'members' }],
      [403, 'permission_missing', weak, {}],
      [403, 'portal_disabled', club.key, { member_portal: { enabled: true } }],
      [403, 'portal_managed_elsewhere', club.key, { member_portal: { managed_by: 'workspace' } }],
    ]
    for (const [status, kind, key, then] of steps) {
      for (const body of bodies) await expectRefusal(createSession(club, body, key), status, kind)
      expect((await settings(club, then)).status).toBe(200)
    }
    await expectRefusal(createSession(club, {}), 422, 'invalid')
    await expectRefusal(createSession(club, { person_id: 'per_unknown' }), 404, 'not_found')
    const id = await createPerson(club, ADA)
    expect((await createSession(club, { person_id: id }, await club.keyWith(PERMISSION))).status).toBe(201)
  })

  it('is refused for its existing members too', async () => {
    const { club, id } = await clubOf(person(ADA))
    for (const [change, status, kind] of [
      [{ subscription_variant: 'contacts' }, 402, 'list_not_subscribed'],
      [{ subscription_variant: 'members', member_portal: { enabled: false } }, 403, 'portal_disabled'],
    ] as const) {
      await settings(club, change)
      await expectRefusal(createSession(club, { person_id: id }), status, kind)
    }
  })
})

describe('GET /portal/login/{token}', () => {
  it('returns the same page for valid, unknown and malformed tokens, and keeps the link valid', async () => {
    const { club, id } = await clubOf(person(ADA))
    const { body } = await createSession(club, { person_id: id })
    const token = tokenIn(body.data.url)
    const [before] = await storedLinks()
    const stored = await env.PORTAL_LINKS.get(String(before?.name))
    const valid = await call('GET', `/portal/login/${token}`)
    expect(valid.status).toBe(200)
    expect(valid.headers.get('Content-Type')).toMatch(/^text\/html/)
    const others = [
      token,
      token.toLowerCase(),
      `${token}x`,
      'A'.repeat(43),
      'x',
      '%00',
      '%E0%A4%A',
      '%2e%2e%2fx',
    ]
    for (const other of others) {
      const { status, text, headers, cost } = await call('GET', `/portal/login/${other}`)
      expect({ status, text }).toEqual({ status: 200, text: valid.text })
      expect(cost.trips).toBe(0)
      for (const named of [headers, valid.headers]) named.delete('X-Request-Id')
      expect([...headers]).toEqual([...valid.headers])
    }
    expect(await storedLinks()).toEqual([before])
    expect(await env.PORTAL_LINKS.get(String(before?.name))).toBe(stored)
  })

  it('sets no cookie, forbids caches and search engines, and sends no referrer', async () => {
    const { headers, text } = await call('GET', `/portal/login/${'A'.repeat(43)}`)
    expect(headers.has('Set-Cookie')).toBe(false)
    expect(headers.get('Cache-Control')).toBe('no-store')
    expect(headers.get('Referrer-Policy')).toBe('strict-origin')
    expect(text).toContain('<meta name="robots" content="noindex"')
    expect(text).not.toMatch(/<script|https?:/)
  })

  it('answers HEAD like GET, so that link scanners do not use the link up', async () => {
    const { status, text } = await call('HEAD', `/portal/login/${'A'.repeat(43)}`)
    expect({ status, text }).toEqual({ status: 200, text: '' })
  })
})
