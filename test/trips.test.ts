import { describe, expect, it } from 'vitest'
import type { Answer } from './support/call'
import { crowd, idOf } from './support/crowd'
import { type Workspace, workspace } from './support/world'

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

// A secondary index counts as a row written; a changed index entry is deleted and written anew.
const TABLE: Record<string, Row> = {
  'a page of persons': { request: (club) => club.get(PERSONS), trips: 1, reads: 505 + COLUMNS },
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
    writes: 1,
  },
  'creating a person with every indexed field': {
    request: (club) =>
      club.post(PERSONS, { external_id: 'ada', email: 'ada@example.org', membership_number: '1815' }),
    status: 201,
    trips: 2,
    reads: 13 + COLUMNS,
    writes: 4,
  },
  'updating fields without an index': {
    request: (club) => club.put(`${PERSONS}/e77`, { name: { first_name: 'Ada' }, birthdate: '1985-12-10' }),
    trips: 2,
    reads: 30 + COLUMNS,
    writes: 1,
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
    writes: 1,
  },
  'synchronising ten of whom five change': {
    request: (club) =>
      club.put(PERSONS, {
        data: tenth.map((n) => ({ external_id: `e${n}`, name: { first_name: n % 2 ? 'Ada' : `First${n}` } })),
      }),
    trips: 2,
    reads: 20 * 10,
    writes: 5,
  },
  'synchronising ten of whom nobody changes': {
    request: (club) =>
      club.put(PERSONS, { data: tenth.map((n) => ({ id: idOf(n), name: { first_name: `First${n}` } })) }),
    trips: 2,
    reads: 20 * 10,
  },
  'claiming ten fees by id': {
    request: (club) =>
      club.post('/fees', {
        data: tenth.map((n) => ({ amount: 100, description: 'Fee', person_id: idOf(n) })),
      }),
    status: 201,
    trips: 2,
    reads: 12 * 10,
    writes: 20,
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
    writes: 20,
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
  'creating a cost unit with a category': {
    request: (club) => club.post('/cost_units', { name: 'Choir', categories: ['Hall'] }),
    status: 201,
    trips: 2,
    reads: 20,
    writes: 4,
  },
  'archiving a cost unit': {
    request: async (club) => {
      const { body } = await club.get('/cost_units')
      return club.put(`/cost_units/${body.data[0].id}`, { archived: true })
    },
    trips: 2,
    reads: 20,
    writes: 2,
  },
}

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
