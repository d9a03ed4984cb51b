import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { mintToken } from '../../src/domain/access/tokens'
import { call, type Options } from '../support/call'
import { clubOf, costUnit, fee, person } from '../support/club'
import { metered } from '../support/meter'
import { operator, type Workspace } from '../support/workspace'

const BOOKMARK = 'X-D1-Bookmark'
const FORM = /^[0-9a-f]{8}(-[0-9a-f]{8}){2}-[0-9a-f]{32}$/

/** The real database, which records how its sessions begin. */
function recordingD1(): { begins: unknown[]; options: Options } {
  const begins: unknown[] = []
  const DB = {
    prepare: env.DB.prepare.bind(env.DB),
    batch: env.DB.batch.bind(env.DB),
    withSession: (begin?: string) => {
      begins.push(begin)
      return env.DB.withSession(begin)
    },
  } as D1Database
  return { begins, options: { env: { DB: metered(DB).db } } }
}

/** Creates a workspace with the member `ada`, one fee and one cost unit. */
async function createFixture() {
  const { club, fees, unitIds } = await clubOf(costUnit('Youth'), person({ external_id: 'ada' }), fee(1))
  return { club, fee: `/fees/${fees[0].id}`, unit: `/cost_units/${unitIds[0]}` }
}

type Fixture = Awaited<ReturnType<typeof createFixture>>

const REQUESTS: Record<string, (fixture: Fixture, options?: Options) => ReturnType<Workspace['get']>> = {
  'GET /me': ({ club }, options) => club.get('/me', options),
  'GET persons': ({ club }, options) => club.get('/lists/members/persons', options),
  'POST persons': ({ club }, options) =>
    club.post('/lists/members/persons', { external_id: 'grace' }, options),
  'PUT persons': ({ club }, options) =>
    club.put('/lists/members/persons', { data: [{ external_id: 'ada' }] }, options),
  'GET person': ({ club }, options) => club.get('/lists/members/persons/ada', options),
  'PUT person': ({ club }, options) =>
    club.put('/lists/members/persons/ada', { email: 'a@example.org' }, options),
  'DELETE person': ({ club }, options) => club.delete('/lists/members/persons/ada', options),
  'GET deleted persons': ({ club }, options) => club.get('/lists/members/deleted_persons', options),
  'GET custom columns': ({ club }, options) => club.get('/lists/members/custom_columns', options),
  'PUT custom columns': ({ club }, options) =>
    club.put('/lists/members/custom_columns', { data: [{ name: 'New', type: 'string' }] }, options),
  'GET fees': ({ club }, options) => club.get('/fees', options),
  'GET fee': ({ club, fee }, options) => club.get(fee, options),
  'POST fees': ({ club }, options) =>
    club.post('/fees', { data: [{ amount: 1, description: 'x', person_external_id: 'ada' }] }, options),
  'GET cost units': ({ club }, options) => club.get('/cost_units', options),
  'POST cost units': ({ club }, options) => club.post('/cost_units', { name: 'Board' }, options),
  'PUT cost unit': ({ club, unit }, options) => club.put(unit, { name: 'Juniors' }, options),
  'POST portal sessions': ({ club }, options) =>
    club.post('/member_portal_sessions', { person_external_id: 'ada' }, options),
}

describe.each(Object.entries(REQUESTS))('%s', (name, send) => {
  it('returns a bookmark, and continues from one unless it writes', async () => {
    const fixture = await createFixture()
    const before = await fixture.club.get('/me')
    const bookmark = String(before.headers.get(BOOKMARK))
    const { begins, options } = recordingD1()
    const answer = await send(fixture, { ...options, headers: { [BOOKMARK]: bookmark } })
    expect(answer.status, answer.text).toBeLessThan(300)
    expect(begins).toEqual([name.startsWith('GET') ? bookmark : 'first-primary'])
    expect(answer.headers.get(BOOKMARK)).toMatch(FORM)
    expect(String(answer.headers.get(BOOKMARK)) >= bookmark).toBe(true)
  })

  it('starts at the primary without a bookmark', async () => {
    const { begins, options } = recordingD1()
    expect((await send(await createFixture(), options)).headers.get(BOOKMARK)).toMatch(FORM)
    expect(begins).toEqual(['first-primary'])
  })
})

describe('X-D1-Bookmark', () => {
  it('advances with every write', async () => {
    const { club } = await createFixture()
    const read = await club.get('/me')
    const write = await club.post('/lists/members/persons', { external_id: 'grace' })
    const [older, newer] = [read, write].map(({ headers }) => String(headers.get(BOOKMARK)))
    expect(String(newer) > String(older)).toBe(true)
    const { body } = await club.get('/lists/members/persons', { headers: { [BOOKMARK]: String(newer) } })
    expect(body.data).toHaveLength(2)
  })

  it('is returned with errors to valid keys, and with 304', async () => {
    const { club } = await createFixture()
    const tag = String((await club.get('/lists/members/persons')).headers.get('ETag'))
    for (const answer of [
      await club.get('/lists/members/persons/unknown'),
      await club.post('/lists/members/persons', {}),
      await club.get('/lists/members/persons', { headers: { 'If-None-Match': tag } }),
    ])
      expect([answer.status, answer.headers.get(BOOKMARK)]).toEqual([
        answer.status,
        expect.stringMatching(FORM),
      ])
  })

  it.each([
    ['no key', undefined],
    ['a malformed key', 'mas_short'],
    ['an unknown key', mintToken('a')],
  ])('is not returned by %s, which is 401 whatever bookmark it sends', async (_, key) => {
    for (const bookmark of [undefined, 'nonsense']) {
      const headers: Record<string, string> = bookmark === undefined ? {} : { [BOOKMARK]: bookmark }
      const { status, headers: answered } = await call('GET', '/me', {
        headers,
        ...(key !== undefined && { key }),
      })
      expect([status, answered.get(BOOKMARK)]).toEqual([401, null])
    }
  })

  it('of the future is no server error', async () => {
    const { club } = await createFixture()
    const bookmark = `ffffffff-ffffffff-ffffffff-${'f'.repeat(32)}`
    const { status, text } = await club.get('/me', { headers: { [BOOKMARK]: bookmark } })
    expect([200, 422], text).toContain(status)
  })

  it('is not returned by operator endpoints', async () => {
    const { status, headers } = await operator('GET', '/operator/workspaces')
    expect([status, headers.get(BOOKMARK)]).toEqual([200, null])
  })

  it.each([
    '',
    'nonsense',
    'first-primary',
    'first-unconstrained',
    '00000001-00000002-00000003',
    `00000001-00000002-00000003-${'g'.repeat(32)}`,
    `00000001-00000002-00000003-${'0'.repeat(33)}`,
    `00000001-00000002-00000003-${'0'.repeat(32)}, 1`,
    "' OR 1 = 1 --",
  ])('refuses %j', async (bookmark) => {
    const { club } = await createFixture()
    for (const answer of [
      await club.get('/me', { headers: { [BOOKMARK]: bookmark } }),
      await club.delete('/lists/members/persons/ada', { headers: { [BOOKMARK]: bookmark } }),
    ]) {
      expect(answer.status).toBe(422)
      expect(Object.keys(answer.body.errors)).toEqual([BOOKMARK])
    }
    expect((await club.get('/lists/members/persons/ada')).status).toBe(200)
  })
})
