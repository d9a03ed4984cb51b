import { describe, expect, it } from 'vitest'
import { mintToken } from '../src/domain/credentials'
import { type Answer, call, type Options } from './support/call'
import { crowd, idOf } from './support/crowd'
import { operator, rows, type Workspace, workspace } from './support/world'

const PERSONS = '/lists/members/persons'
const COLUMNS = 3

type Row = {
  request: (club: Workspace) => Promise<Answer>
  status?: number
  trips: number
  /** At most so many rows read, the credential, the workspace and the custom columns included. */
  reads: number
  writes?: number
}

const tenth = Array.from({ length: 10 }, (_, at) => at + 100)

const ONCE = { headers: { 'Idempotency-Key': 'k' } }

// The claim and its entry in the index of starts, and the result.
const CLAIM = 3

const claimTen = (club: Workspace, options?: Options) =>
  club.post(
    '/fees',
    { data: tenth.map((n) => ({ amount: 100, description: 'Fee', person_id: idOf(n) })) },
    options,
  )

// An entry of a secondary index counts as a row written, and so does one that changes.
const TABLE: Record<string, Row> = {
  'a page of persons': { request: (club) => club.get(PERSONS), trips: 1, reads: 505 + COLUMNS },
  'a page that the caller has': {
    request: async (club) => {
      const { headers } = await club.get(PERSONS)
      return club.get(PERSONS, { headers: { 'If-None-Match': headers.get('ETag') ?? '' } })
    },
    status: 304,
    trips: 1,
    reads: 505 + COLUMNS,
  },
  'a page without a key': {
    request: (club) => call('GET', PERSONS, { key: club.key.slice(1) }),
    status: 401,
    trips: 0,
    reads: 0,
  },
  'a page under a key that nobody issued': {
    request: () => call('GET', PERSONS, { key: mintToken() }),
    status: 401,
    trips: 1,
    reads: 0,
  },
  'a small page': { request: (club) => club.get(`${PERSONS}?per_page=10`), trips: 1, reads: 15 + COLUMNS },
  'one person by id': { request: (club) => club.get(`${PERSONS}/${idOf(77)}`), trips: 1, reads: 6 + COLUMNS },
  'one person by external_id': {
    request: (club) => club.get(`${PERSONS}/e77`),
    trips: 1,
    reads: 6 + COLUMNS,
  },
  'nobody by external_id': {
    request: (club) => club.get(`${PERSONS}/nobody`),
    status: 404,
    trips: 1,
    reads: 6 + COLUMNS,
  },
  'persons by filter[external_id]': {
    request: (club) => club.get(`${PERSONS}?filter[external_id]=e77`),
    trips: 1,
    reads: 6 + COLUMNS,
  },
  'persons by filter[email]': {
    request: (club) => club.get(`${PERSONS}?filter[email]=FAMILY50@example.org`),
    trips: 1,
    reads: 8 + COLUMNS,
  },
  'persons by filter[membership_number]': {
    request: (club) => club.get(`${PERSONS}?filter[membership_number]=m77`),
    trips: 1,
    reads: 6 + COLUMNS,
  },
  'persons by filter[email] and another': {
    request: (club) =>
      club.get(`${PERSONS}?filter[email]=family50@example.org&filter[name.first_name]=First101`),
    trips: 1,
    reads: 8 + COLUMNS,
  },
  'persons that changed since': {
    request: async (club) => {
      for (const n of [7, 77]) await club.put(`${PERSONS}/e${n}`, { birthdate: '1985-12-10' })
      return club.get(`${PERSONS}?updated_since=2026-01-02T00:00:00Z`)
    },
    trips: 1,
    reads: 8 + COLUMNS,
  },
  'a small page of persons that changed since': {
    request: (club) => club.get(`${PERSONS}?updated_since=2025-01-01T00:00:00Z&per_page=10`),
    trips: 1,
    reads: 26 + COLUMNS,
  },
  'deleted persons': {
    request: async (club) => {
      for (const n of [7, 77]) await club.delete(`${PERSONS}/e${n}`)
      return club.get('/lists/members/deleted_persons?since=2026-01-02T00:00:00Z')
    },
    trips: 1,
    reads: 6,
  },
  'a small page of fees': { request: (club) => club.get('/fees?per_page=10'), trips: 1, reads: 16 },
  'fees of a person': {
    request: (club) => club.get(`/fees?person_id=${idOf(77)}`),
    trips: 1,
    reads: 7,
  },
  'fees of a person by external_id': {
    request: (club) => club.get('/fees?person_external_id=e77'),
    trips: 1,
    reads: 12,
  },
  'a fee by reference': {
    request: async (club) => {
      const { body } = await club.get(`/fees?person_id=${idOf(77)}`)
      return club.get(`/fees?reference=${body.data[0].reference}`)
    },
    trips: 1,
    reads: 6,
  },
  'fees created since': {
    request: async (club) => {
      await claimTen(club)
      return club.get('/fees?created_since=2020-01-01T00:00:00Z&per_page=10')
    },
    trips: 1,
    reads: 16,
  },
  'one fee': {
    request: async (club) => {
      const { body } = await club.get(`/fees?person_id=${idOf(77)}`)
      return club.get(`/fees/${body.data[0].id}`)
    },
    trips: 1,
    reads: 6,
  },
  'custom columns': {
    request: (club) => club.get('/lists/members/custom_columns'),
    trips: 1,
    reads: 3 + COLUMNS,
  },
  'cost units': { request: (club) => club.get('/cost_units'), trips: 1, reads: 8 },
  '/me': { request: (club) => club.get('/me'), trips: 1, reads: 5 },
  'a portal session by e-mail': {
    request: (club) => club.post('/member_portal_sessions', { email: 'FAMILY50@example.org' }),
    status: 201,
    trips: 1,
    reads: 4 + 2 * 2,
  },
  'a portal session by person_id': {
    request: (club) => club.post('/member_portal_sessions', { person_id: idOf(77) }),
    status: 201,
    trips: 1,
    reads: 4 + 2,
  },
  'a portal session by membership_number': {
    request: (club) => club.post('/member_portal_sessions', { membership_number: 'm77' }),
    status: 201,
    trips: 1,
    reads: 4 + 2,
  },
  'creating a person without any key of its own': {
    request: (club) => club.post(PERSONS, { name: { first_name: 'Ada' } }),
    status: 201,
    trips: 2,
    reads: 11 + COLUMNS,
    writes: 1 + 1,
  },
  'creating a person with every indexed field': {
    request: (club) =>
      club.post(PERSONS, { external_id: 'ada', email: 'ada@example.org', membership_number: '1815' }),
    status: 201,
    trips: 2,
    reads: 13 + COLUMNS,
    writes: 1 + 4,
  },
  'creating a person under an Idempotency-Key': {
    request: (club) => club.post(PERSONS, { name: { first_name: 'Ada' } }, ONCE),
    status: 201,
    trips: 2,
    reads: 20 + COLUMNS,
    writes: 1 + 1 + CLAIM,
  },
  'creating a person once more under its Idempotency-Key': {
    request: async (club) => {
      await club.post(PERSONS, { name: { first_name: 'Ada' } }, ONCE)
      return club.post(PERSONS, { name: { first_name: 'Ada' } }, ONCE)
    },
    status: 201,
    trips: 1,
    reads: 8 + COLUMNS,
  },
  'updating fields without an index': {
    request: (club) => club.put(`${PERSONS}/e77`, { name: { first_name: 'Ada' }, birthdate: '1985-12-10' }),
    trips: 2,
    reads: 30 + COLUMNS,
    writes: 1 + 1,
  },
  'updating where If-Match holds': {
    request: (club) =>
      club.put(`${PERSONS}/e77`, { birthdate: '1985-12-10' }, { headers: { 'If-Match': '*' } }),
    trips: 2,
    reads: 30 + COLUMNS,
    writes: 1 + 1,
  },
  'updating where If-Match does not hold': {
    request: (club) =>
      club.put(`${PERSONS}/e77`, { birthdate: '1985-12-10' }, { headers: { 'If-Match': '"x"' } }),
    status: 412,
    trips: 1,
    reads: 6 + COLUMNS,
  },
  'updating a person to what it is': {
    request: (club) => club.put(`${PERSONS}/e77`, { name: { first_name: 'First77' } }),
    trips: 1,
    reads: 6 + COLUMNS,
  },
  'deleting a person': {
    request: (club) => club.delete(`${PERSONS}/e77`),
    status: 204,
    trips: 2,
    reads: 30 + COLUMNS,
    writes: 1 + 1,
  },
  'synchronising ten of whom five change': {
    request: (club) =>
      club.put(PERSONS, {
        data: tenth.map((n) => ({ external_id: `e${n}`, name: { first_name: n % 2 ? 'Ada' : `First${n}` } })),
      }),
    trips: 2,
    reads: 20 * 10,
    writes: 5 * 2,
  },
  'synchronising ten of whom nobody changes': {
    request: (club) =>
      club.put(PERSONS, { data: tenth.map((n) => ({ id: idOf(n), name: { first_name: `First${n}` } })) }),
    trips: 2,
    reads: 20 * 10,
  },
  'claiming ten fees by id': {
    request: (club) => claimTen(club),
    status: 201,
    trips: 2,
    reads: 12 * 10,
    writes: 10 * 2,
  },
  'claiming ten fees by external_id with expenses': {
    request: (club) =>
      club.post('/fees', {
        data: tenth.map((n) => ({
          amount: 100,
          description: 'Fee',
          person_external_id: `e${n}`,
          attached_expense: { costunit_name: 'Youth', category_name: 'Jerseys' },
        })),
      }),
    status: 201,
    trips: 2,
    reads: 12 * 10,
    writes: 10 * 2,
  },
  'claiming ten fees under an Idempotency-Key': {
    request: (club) => claimTen(club, ONCE),
    status: 201,
    trips: 2,
    reads: 12 * 10 + 10,
    writes: 10 * 2 + CLAIM,
  },
  'claiming ten fees once more under their Idempotency-Key': {
    request: async (club) => {
      await claimTen(club, ONCE)
      return claimTen(club, ONCE)
    },
    status: 201,
    trips: 1,
    reads: 12 * 10,
  },
  'adding a column': {
    request: (club) =>
      club.put('/lists/members/custom_columns', {
        data: [{ name: 'New', type: 'string', external_id: 'new' }],
      }),
    status: 201,
    trips: 2,
    reads: 10 + COLUMNS,
    writes: 2,
  },
  'adding a column under an Idempotency-Key': {
    request: (club) =>
      club.put('/lists/members/custom_columns', { data: [{ name: 'New', type: 'string' }] }, ONCE),
    status: 201,
    trips: 2,
    reads: 20 + COLUMNS,
    writes: 1 + CLAIM,
  },
  'reading a workspace as operator': {
    request: (club) => operator('GET', `/operator/workspaces/${club.id}`),
    trips: 1,
    reads: 1,
  },
  'reading the keys of a workspace as operator': {
    request: (club) => operator('GET', `/operator/workspaces/${club.id}/api_keys`),
    trips: 1,
    reads: 1 + 2,
  },
  'issuing a key as operator': {
    request: (club) => operator('POST', `/operator/workspaces/${club.id}/api_keys`, { name: 'CRM' }),
    status: 201,
    trips: 2,
    reads: 3,
    writes: 2,
  },
  'creating a cost unit with a category': {
    request: (club) => club.post('/cost_units', { name: 'Choir', categories: ['Hall'] }),
    status: 201,
    trips: 2,
    reads: 20,
    writes: 4,
  },
  'renaming a cost unit': {
    request: async (club) => {
      const { body } = await club.get('/cost_units')
      return club.put(`/cost_units/${body.data[0].id}`, { name: 'Juniors' })
    },
    trips: 2,
    reads: 20,
    writes: 2,
  },
  'archiving a cost unit': {
    request: async (club) => {
      const { body } = await club.get('/cost_units')
      return club.put(`/cost_units/${body.data[0].id}`, { archived: true })
    },
    trips: 2,
    reads: 20,
    writes: 1,
  },
}

// A fee of each person, from before 2020 as its id tells.
const OLD_FEES = `
  INSERT INTO fees (workspace_id, id, reference, amount, description, person_id, person_name, created_at, updated_at)
  WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < CAST(?2 AS INTEGER))
  SELECT ?1, printf('fee_0%023d', n), printf('RF00%021d', n), 100, 'Fee', printf('per_%024d', n), 'Ada', '', ''
  FROM numbers`

async function furnished(size: number): Promise<Workspace> {
  const club = await workspace()
  await crowd(club.id, size)
  await club.put('/lists/members/custom_columns', {
    data: [
      { name: 'Shirt', type: 'string', external_id: 'shirt' },
      { name: 'Trainer', type: 'boolean' },
      { name: 'Teams', type: 'array' },
    ],
  })
  await club.post('/cost_units', { name: 'Youth', categories: ['Jerseys'] })
  await rows(OLD_FEES, club.id, size)
  return club
}

describe.each(Object.entries(TABLE))('%s', (_, { request, status = 200, trips, reads, writes = 0 }) => {
  it('costs the same trips and rows, however long the list is', async () => {
    for (const size of [600, 3000]) {
      const answer = await request(await furnished(size))
      expect(answer.status, answer.text).toBe(status)
      expect(answer.cost.trips, `trips at ${size}`).toBe(trips)
      expect(answer.cost.rowsWritten, `rows written at ${size}`).toBe(writes)
      expect(answer.cost.rowsRead, `rows read at ${size}`).toBeLessThanOrEqual(reads)
    }
  })
})

it('costs two trips and the rows of the list to synchronise what deletes all others', async () => {
  for (const size of [600, 3000]) {
    const answer = await (await furnished(size)).put(PERSONS, {
      delete_omitted: true,
      data: [{ external_id: 'e77' }],
    })
    expect(answer.body.meta).toEqual({ created: 0, updated: 0, unchanged: 1, deleted: size - 1 })
    expect([answer.cost.trips, answer.cost.rowsWritten]).toEqual([2, 2 * (size - 1)])
    expect(answer.cost.rowsRead).toBeLessThanOrEqual(30 * size)
  }
})

it('reads as many rows for the page after 100,000 persons as for the first', async () => {
  const club = await workspace()
  await crowd(club.id, 1_000, 100_001)
  const first = await club.get(PERSONS)
  await crowd(club.id, 100_000)
  const late = await club.get(`${PERSONS}?cursor=${first.body.meta.next_cursor}`)
  expect(late.body.data[0].id).toBe(idOf(100_501))
  expect(late.cost.trips).toBe(1)
  expect(late.cost.rowsRead).toBeLessThanOrEqual(first.cost.rowsRead)
})
