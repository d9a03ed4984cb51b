import { beforeEach, describe, expect, it } from 'vitest'
import type { Answer } from '../support/call'
import { eventsOf } from '../support/events'
import { rows, type Workspace, workspace } from '../support/workspace'

const PERSONS = '/lists/members/persons'
const IBAN = 'DE89370400440532013000'
const ONCE = { headers: { 'Idempotency-Key': 'k' } }

type Seeded = Workspace & { column: string; reader: string; ids: Record<'ada' | 'ben' | 'cleo', string> }

let club: Seeded
let seen: number

beforeEach(async () => {
  club = await seededWorkspace()
  seen = (await eventsOf(club)).length
})

/** A workspace with a custom column, the members Ada and Ben, the applicant Cleo, and a cost unit. */
async function seededWorkspace(): Promise<Seeded> {
  const created = await workspace()
  const { body } = await created.put('/lists/members/custom_columns', {
    data: [{ name: 'Shirt', type: 'string', external_id: 'shirt' }],
  })
  const { body: ada } = await created.post(PERSONS, {
    external_id: 'ada',
    name: { first_name: 'Ada', last_name: 'Lovelace' },
    shirt: 'M',
    bank_account: { iban: IBAN },
  })
  const { body: ben } = await created.post(PERSONS, { external_id: 'ben' })
  const cleo = await created.post(PERSONS, { external_id: 'cleo', creation_behaviour: 'unconfirmed' })
  await created.post('/cost_units', { name: 'Youth', categories: ['Jerseys'] })
  const ids = { ada: ada.data.id, ben: ben.data.id, cleo: cleo.body.data.id }
  return { ...created, column: body.data[0].id, reader: await created.keyWith('members:read'), ids }
}

/** The events since the workspace was seeded: what happened to what. */
async function happened(): Promise<[action: string, subject: string][]> {
  const events = await eventsOf(club, seen)
  return events.map(({ action, subject_id }) => [action, subject_id])
}

type Act = {
  request: () => Promise<Answer>
  status?: number
  events: () => [action: string, subject: string][]
}

const ACTS: Record<string, Act> = {
  'creating a person': {
    request: () => club.post(PERSONS, { external_id: 'dan' }),
    status: 201,
    events: () => [['person.created', expect.stringMatching('^per_')]],
  },
  'creating a person under an idempotency key, twice': {
    request: async () => {
      await club.post(PERSONS, { external_id: 'dan' }, ONCE)
      return club.post(PERSONS, { external_id: 'dan' }, ONCE)
    },
    status: 201,
    events: () => [['person.created', expect.stringMatching('^per_')]],
  },
  'creating a person with a taken external_id': {
    request: () => club.post(PERSONS, { external_id: 'ada' }),
    status: 422,
    events: () => [],
  },
  'creating a person without the permission': {
    request: () => club.post(PERSONS, { external_id: 'dan' }, { key: club.reader }),
    status: 403,
    events: () => [],
  },
  'updating a person': {
    request: () => club.put(`${PERSONS}/ada`, { birthdate: '1985-12-10', shirt: 'L' }),
    events: () => [['person.updated', club.ids.ada]],
  },
  'updating an indexed field of a person': {
    request: () => club.put(`${PERSONS}/ada`, { email: 'ada@example.org' }),
    events: () => [['person.updated', club.ids.ada]],
  },
  'updating a person to what it is': {
    request: () => club.put(`${PERSONS}/ada`, { name: { first_name: 'Ada' }, shirt: 'M' }),
    events: () => [],
  },
  'updating an indexed field of a person to what it is': {
    request: () => club.put(`${PERSONS}/ada`, { external_id: 'ada', bank_account: { iban: IBAN } }),
    events: () => [],
  },
  'updating an unknown person': {
    request: () => club.put(`${PERSONS}/unknown`, { birthdate: '1985-12-10' }),
    status: 404,
    events: () => [],
  },
  'updating a person that has changed': {
    request: () => club.put(`${PERSONS}/ada`, { shirt: 'L' }, { headers: { 'If-Match': '"x"' } }),
    status: 412,
    events: () => [],
  },
  'confirming an applicant': {
    request: () => club.post(`${PERSONS}/cleo/confirmation`, undefined),
    events: () => [['person.confirmed', club.ids.cleo]],
  },
  'confirming a member': {
    request: () => club.post(`${PERSONS}/ada/confirmation`, undefined),
    events: () => [],
  },
  'deleting a person': {
    request: () => club.delete(`${PERSONS}/ada`),
    status: 204,
    events: () => [['person.deleted', club.ids.ada]],
  },
  'deleting a person twice': {
    request: async () => {
      await club.delete(`${PERSONS}/ada`)
      return club.delete(`${PERSONS}/ada`)
    },
    status: 404,
    events: () => [['person.deleted', club.ids.ada]],
  },
  'synchronizing a list': {
    request: () =>
      club.put(PERSONS, {
        delete_omitted: true,
        data: [
          { external_id: 'ada', name: { first_name: 'Augusta' } },
          { id: club.ids.cleo, external_id: 'cleo' },
          { external_id: 'dan', shirt: 'S' },
        ],
      }),
    events: () => [
      ['person.deleted', club.ids.ben],
      ['person.updated', club.ids.ada],
      ['person.created', expect.stringMatching('^per_')],
    ],
  },
  'synchronizing a list to what it is': {
    request: () => club.put(PERSONS, { data: [{ external_id: 'ada', shirt: 'M' }, { external_id: 'ben' }] }),
    events: () => [],
  },
  'swapping two external ids': {
    request: () =>
      club.put(PERSONS, {
        data: [
          { id: club.ids.ada, external_id: 'ben' },
          { id: club.ids.ben, external_id: 'ada' },
        ],
      }),
    events: () => [
      ['person.updated', club.ids.ada],
      ['person.updated', club.ids.ben],
    ],
  },
  'synchronizing a list with one invalid person': {
    request: () => club.put(PERSONS, { data: [{ external_id: 'ada', shirt: 'L' }, { email: 'x' }] }),
    status: 422,
    events: () => [],
  },
  'importing CSV': {
    request: () =>
      club.put(PERSONS, undefined, {
        raw: 'external_id,shirt\nada,L\nben,\n',
        headers: { 'Content-Type': 'text/csv' },
      }),
    events: () => [['person.updated', club.ids.ada]],
  },
}

describe.each(Object.entries(ACTS))('%s', (_, { request, status = 200, events }) => {
  it('records an event for each thing that changes', async () => {
    const answer = await request()
    expect(answer.status, answer.text).toBe(status)
    expect(await happened()).toEqual(events())
  })
})

it('numbers the events of a workspace without gaps', async () => {
  const other = await workspace()
  await Promise.all(
    Array.from({ length: 8 }, (_, n) =>
      Promise.all([
        club.put(`${PERSONS}/${n % 2 ? 'ada' : 'ben'}`, { shirt: `${n}` }),
        other.post(PERSONS, { external_id: `${n}` }),
      ]),
    ),
  )
  for (const each of [club, other]) {
    const numbers = (await eventsOf(each)).map(({ number }) => number)
    expect(numbers).toEqual(numbers.map((_, index) => index + 1))
  }
})

describe('an event of a person', () => {
  it('has what was set at the creation, of an IBAN the end alone', async () => {
    const [created] = (await eventsOf(club)).filter(({ subject_id }) => subject_id === club.ids.ada)
    expect(created).toMatchObject({
      action: 'person.created',
      actor_kind: 'key',
      actor_name: 'test',
      door: 'api',
      subject_kind: 'member',
      subject_name: 'Ada Lovelace',
      changes: {
        area: [null, 'regular'],
        external_id: [null, 'ada'],
        'name.first_name': [null, 'Ada'],
        'name.last_name': [null, 'Lovelace'],
        bank_account: [null, { iban: '3000', bic: null, signatory: null }],
        [club.column]: [null, 'M'],
      },
    })
    const stored = await rows('SELECT * FROM events')
    expect(JSON.stringify(stored)).not.toContain(IBAN)
  })

  it('has the values before and after of what changed alone', async () => {
    await club.put(`${PERSONS}/ada`, {
      name: { first_name: 'Ada', last_name: null },
      shirt: 'L',
      bank_account: null,
      phone_numbers: [{ number: '1"\\' }],
      address: { city: 'Köln' },
    })
    const address = { street: null, postcode: null, city: 'Köln', country_code: null }
    const [{ changes } = { changes: null }] = await eventsOf(club, seen)
    expect(changes).toEqual({
      'name.last_name': ['Lovelace', null],
      phone_numbers: [null, [{ label: null, number: '1"\\' }]],
      address: [null, address],
      bank_account: [{ iban: '3000', bic: null, signatory: null }, null],
      [club.column]: ['M', 'L'],
    })
  })

  it('says that an IBAN changed even where the end is the same', async () => {
    await club.put(`${PERSONS}/ada`, { bank_account: { iban: 'NL91ABNA0417164300' } })
    await club.put(`${PERSONS}/ada`, { bank_account: { iban: IBAN } })
    const [first] = await eventsOf(club, seen)
    expect(first?.changes?.bank_account).toMatchObject([{ iban: '3000' }, { iban: '4300' }])
  })

  it('shares request and batch with the other events of its request', async () => {
    const { headers } = await club.put(PERSONS, {
      data: [
        { external_id: 'ada', shirt: 'L' },
        { external_id: 'ben', shirt: 'L' },
      ],
    })
    const [one, other] = await eventsOf(club, seen)
    expect(one?.batch_id).toBe(other?.batch_id)
    expect([one?.request_id, other?.request_id]).toEqual([
      headers.get('X-Request-Id'),
      headers.get('X-Request-Id'),
    ])
  })

  it('loses its personal parts when the person is deleted, and keeps who did what', async () => {
    await club.put(`${PERSONS}/ada`, { shirt: 'L' })
    await club.delete(`${PERSONS}/ada`)
    const events = await eventsOf(club)
    const emptied = events.filter(({ subject_id }) => subject_id === club.ids.ada)
    expect(emptied.map(({ action }) => action)).toEqual([
      'person.created',
      'person.updated',
      'person.deleted',
    ])
    for (const event of emptied)
      expect(event).toMatchObject({ subject_name: null, changes: null, salt: null, actor_name: 'test' })
    const others = events.filter(({ subject_id }) => subject_id !== club.ids.ada)
    for (const event of others) expect(event.salt).toMatch(/^[0-9A-F]{16}$/)
    expect(JSON.stringify(others)).not.toMatch(/Ada|Lovelace/)
  })

  it('loses them when a synchronization omits the person', async () => {
    await club.put(PERSONS, { delete_omitted: true, data: [{ external_id: 'ben' }] })
    expect(JSON.stringify(await eventsOf(club))).not.toMatch(/Ada|Lovelace/)
  })
})
