import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { mintToken } from '../../src/domain/access/tokens'
import { call } from '../support/call'
import { CHUNK_BYTES, countedBody } from '../support/counted-body'
import { workspace } from '../support/workspace'

const UNADMITTED_BYTES = 65_536
const ROUTES = [
  ['PUT', '/lists/members/persons', 'application/json'],
  ['PUT', '/lists/members/persons', 'text/csv'],
  ['POST', '/lists/members/persons', 'application/json'],
  ['PUT', '/lists/members/persons/per_1', 'application/json'],
  ['PUT', '/lists/members/custom_columns', 'application/json'],
  ['POST', '/fees', 'application/json'],
  ['POST', '/cost_units', 'application/json'],
  ['PUT', '/cost_units/cst_1', 'application/json'],
  ['POST', '/member_portal_sessions', 'application/json'],
] as const

describe('large body', () => {
  it.each(ROUTES)(
    'is read up to 64 KiB when the key is unknown: %s %s as %s',
    async (method, path, contentType) => {
      const { raw, read } = countedBody(1_000_000)
      const headers = { 'Content-Type': contentType }
      const { status, cost } = await call(method, path, { key: mintToken('a'), raw, headers })
      expect([status, cost.trips]).toEqual([401, 1])
      expect(read()).toBeLessThanOrEqual(UNADMITTED_BYTES + CHUNK_BYTES)
    },
  )

  it.each(ROUTES)('is not read when the key is malformed: %s %s as %s', async (method, path, type) => {
    const { raw, read } = countedBody(1_000_000)
    const headers = { 'Content-Type': type }
    const { status, cost } = await call(method, path, { key: 'mas_short', raw, headers })
    expect([status, cost.trips, read()]).toEqual([401, 0, 0])
  })

  it('of a declared length is read up to 64 KiB when the key is unknown', async () => {
    const { raw, read } = countedBody(1_048_576)
    const headers = { 'Content-Type': 'application/json', 'Content-Length': '1048576' }
    const { status } = await call('POST', '/lists/members/persons', { key: mintToken('a'), raw, headers })
    expect(status).toBe(401)
    expect(read()).toBeLessThanOrEqual(UNADMITTED_BYTES + CHUNK_BYTES)
  })

  it('is read up to 64 KiB when the key lacks the permission', async () => {
    const club = await workspace()
    const { raw, read } = countedBody(1_000_000)
    const key = await club.keyWith('members:read')
    const { status } = await call('PUT', '/lists/members/persons', {
      key,
      raw,
      headers: { 'Content-Type': 'application/json' },
    })
    expect(status).toBe(403)
    expect(read()).toBeLessThanOrEqual(UNADMITTED_BYTES + CHUNK_BYTES)
  })

  it('is not read when Content-Length is too large', async () => {
    const club = await workspace()
    const { raw, read } = countedBody(1_048_577)
    const headers = { 'Content-Type': 'application/json', 'Content-Length': '1048577' }
    const { status, cost } = await club.post('/lists/members/persons', undefined, { raw, headers })
    expect([status, cost.trips, read()]).toEqual([413, 1, 0])
  })

  it('costs one more trip only until the isolate has seen the key as valid', async () => {
    const club = await workspace()
    const data = Array.from({ length: 500 }, () => ({ name: { first_name: 'x'.repeat(200) } }))
    const cold = await club.put('/lists/members/persons', { data })
    expect([cold.status, cold.cost.trips]).toEqual([200, 3])
    const warm = await club.put('/lists/members/persons', { data })
    expect([warm.status, warm.cost.trips]).toEqual([200, 2])
  })

  it('is read after the key is checked once the key was refused', async () => {
    const club = await workspace()
    await club.get('/me')
    await env.DB.prepare("UPDATE api_keys SET revoked_at = '2026-01-01T00:00:00.000Z'").run()
    const first = await club.get('/me')
    const { raw, read } = countedBody(1_000_000)
    const second = await call('POST', '/fees', {
      key: club.key,
      raw,
      headers: { 'Content-Type': 'application/json' },
    })
    expect([first.status, second.status]).toEqual([401, 401])
    expect(read()).toBeLessThanOrEqual(UNADMITTED_BYTES + CHUNK_BYTES)
  })

  it('of 64 KiB costs no more trips', async () => {
    const club = await workspace()
    const body = JSON.stringify({ data: [{ email: 'ada@example.org' }] })
    const headers = { 'Content-Type': 'application/json' }
    const within = await club.put('/lists/members/persons', undefined, {
      raw: body.padEnd(UNADMITTED_BYTES),
      headers,
    })
    expect([within.status, within.cost.trips]).toEqual([200, 2])
    const other = await workspace()
    const beyond = await other.put('/lists/members/persons', undefined, {
      raw: body.padEnd(UNADMITTED_BYTES + 1),
      headers,
    })
    expect([beyond.status, beyond.cost.trips]).toEqual([200, 3])
  })
})
