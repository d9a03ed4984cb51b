import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { visible } from '../../src/domain/shared/text'
import type { Answer } from '../support/call'
import { seedMembers } from '../support/seed-members'
import { rows, type Workspace, workspace } from '../support/workspace'

type List = 'members' | 'contacts'
type Filters = Record<string, string>
// biome-ignore lint/suspicious/noExplicitAny: a person has the fields that the test gave it
type Person = any

const FULL = {
  external_id: 'crm-1815',
  name: { first_name: 'Ada', last_name: "O'Löve \\ 😀" },
  email: 'Ada.Lovelace@Example.org',
  birthdate: '1985-12-10',
  sex: 'f',
  address: { street: 'Uferweg 12', postcode: '01115', city: 'Köln "am" Rhein', country_code: 'DE' },
  bank_account: { iban: 'DE89370400440532013000', bic: 'COBADEFFXXX', signatory: 'A. L.' },
  sepa_mandate: { reference: 'M-1815', signature_date: '2026-01-31', last_used_on: '2026-02-15' },
  payment_method: 'direct_debit',
}
const FULL_MEMBER = {
  ...FULL,
  membership_number: '1e3',
  join_date: '2020-02-29',
  leave_date: '9999-12-31',
  leave_reason: 'left',
  leave_note: '50 % ab 2027',
}

/** A person whose every field differs from that of the full one, as little as possible. */
const NEAR = {
  external_id: 'CRM-1815',
  name: { first_name: 'ada', last_name: "O'Löve" },
  email: 'ada.lovelace@example.com',
  birthdate: '1985-12-11',
  sex: 'd',
  address: { street: 'uferweg 12', postcode: '1115', city: 'Köln', country_code: 'AT' },
  bank_account: { iban: 'GB29NWBK60161331926819', bic: 'DEUTDEFF', signatory: 'A. L' },
  sepa_mandate: { reference: 'm-181', signature_date: '2026-01-30', last_used_on: '2026-02-14' },
  payment_method: 'cash',
}
const NEAR_MEMBER = {
  ...NEAR,
  membership_number: '1000',
  join_date: '2020-02-28',
  leave_date: '1999-12-31',
  leave_reason: 'moved',
  leave_note: '50 % ab 2026',
}

const SCALARS = [
  'external_id',
  'name.first_name',
  'name.last_name',
  'email',
  'birthdate',
  'sex',
  'address.street',
  'address.postcode',
  'address.city',
  'address.country_code',
  'bank_account.iban',
  'bank_account.bic',
  'bank_account.signatory',
  'sepa_mandate.reference',
  'sepa_mandate.signature_date',
  'sepa_mandate.last_used_on',
  'payment_method',
]
const OF_MEMBERS = [
  ...['membership_number', 'join_date', 'leave_date', 'leave_reason', 'leave_note', 'membership_status'],
]
const ASSIGNED = ['id', 'created_at', 'updated_at']

const valueAt = (person: Person, path: string) => path.split('.').reduce((value, key) => value?.[key], person)

const address = (filters: Filters, more: Filters = {}, list: List = 'members') => {
  const named = Object.entries(filters).map(([field, text]) => [`filter[${field}]`, text])
  return `/lists/${list}/persons?${new URLSearchParams([...named, ...Object.entries(more)])}`
}

async function personsMatching(
  club: Workspace,
  filters: Filters,
  more: Filters = {},
  list: List = 'members',
) {
  const answer = await club.get(address(filters, more, list))
  expect([answer.status, answer.body.errors]).toEqual([200, undefined])
  expect(answer.cost.trips).toBe(1)
  return answer.body.data as Person[]
}

const idsOf = (persons: Person[]): string[] => persons.map(({ id }) => id)

async function created(club: Workspace, person: object, list: List = 'members'): Promise<Person> {
  const answer = await club.post(`/lists/${list}/persons`, person)
  expect([answer.status, answer.body.errors]).toEqual([201, undefined])
  return answer.body.data
}

async function withColumns(columns: object[], list: List = 'members') {
  const club = await workspace()
  const answer = await club.put(`/lists/${list}/custom_columns`, { data: columns })
  expect(answer.status).toBe(201)
  return { club, ids: answer.body.data.map(({ id }: { id: string }) => id) as string[] }
}

const errorPaths = (answer: Answer) => [answer.status, Object.keys(answer.body?.errors ?? {}).sort()]

describe.each<[List, object, object, string[]]>([
  ['members', FULL_MEMBER, NEAR_MEMBER, [...SCALARS, ...OF_MEMBERS, ...ASSIGNED]],
  ['contacts', FULL, NEAR, [...SCALARS, ...ASSIGNED]],
])('filters of %s', (list, full, near, fields) => {
  it('match every scalar field by its value, and no other persons', async () => {
    const club = await workspace()
    await created(club, { email: 'bare@example.org' }, list)
    const wanted = await created(club, full, list)
    const other = await created(club, near, list)
    await rows(
      'UPDATE persons SET created_at = ?1, updated_at = ?1 WHERE id <> ?2',
      '2026-01-01T00:00:00.000Z',
      wanted.id,
    )
    for (const field of fields) {
      const isShared = field === 'membership_status'
      const persons = await personsMatching(club, { [field]: valueAt(wanted, field) }, {}, list)
      expect(idsOf(persons), field).toContain(wanted.id)
      expect(idsOf(persons).includes(other.id), field).toBe(false)
      expect(persons, field).toHaveLength(isShared ? 2 : 1)
    }
  })

  it('return persons as an unfiltered page does', async () => {
    const club = await workspace()
    await created(club, full, list)
    const all = await personsMatching(club, {}, {}, list)
    expect(await personsMatching(club, { email: FULL.email }, {}, list)).toEqual(all)
  })

  it('refuse unknown and non-scalar fields, each under its key', async () => {
    const club = await workspace()
    const unknown = [
      ...['name', 'address', 'phone_numbers', 'phone_numbers.0.number', 'Email', 'no_such_field', 'email.x'],
      ...['name.first_name.x', 'name.middle_name', 'creation_behaviour', 'custom_values', 'first_name'],
      ...['workspace_id', 'area', 'revision', '1', '.', 'col_', `col_${'0'.repeat(24)}`, "'", '"', ']', '😀'],
      ...['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf', '__defineGetter__'],
      ...(list === 'contacts' ? OF_MEMBERS : []),
    ]
    for (const field of unknown)
      expect(errorPaths(await club.get(address({ [field]: 'x' }, {}, list))), field).toEqual([
        422,
        [`filter[${field}]`],
      ])
  })
})

it('match email addresses without regard to case, and all other texts exactly', async () => {
  const club = await workspace()
  const ada = await created(club, FULL_MEMBER)
  expect(idsOf(await personsMatching(club, { email: 'aDA.lovelace@eXAMPLE.ORG' }))).toEqual([ada.id])
  expect(await personsMatching(club, { 'name.first_name': 'aDA' })).toEqual([])
  expect(await personsMatching(club, { external_id: 'CRM-1815' })).toEqual([])
})

it.each(['created_at', 'updated_at'])('match %s however the instant is written', async (field) => {
  const club = await workspace()
  const { id } = await created(club, FULL)
  await rows('UPDATE persons SET created_at = ?1, updated_at = ?1', '2026-01-31T12:00:00.000Z')
  for (const text of ['2026-01-31T12:00:00Z', '2026-01-31T12:00:00.0Z', '2026-01-31T12:00:00.000Z'])
    expect(idsOf(await personsMatching(club, { [field]: text })), text).toEqual([id])
})

describe('filters by custom columns', () => {
  const TYPES: [type: string, value: unknown, text: string, others: unknown[]][] = [
    ['string', 'M', 'M', ['m', 'M M', 'L', '']],
    ['string', '', '', ['x']],
    ['string', '12', '12', ['12.0', '012']],
    ['string', 'true', 'true', ['1']],
    ['string', 'null', 'null', ['NULL']],
    ['string', 'two\nlines', 'two\nlines', ['two lines']],
    ['string', '["a"]', '["a"]', ['a']],
    ['string', `"'\\😀ü`, `"'\\😀ü`, [`"'\\😀u`]],
    ['boolean', true, 'true', [false]],
    ['boolean', false, 'false', [true]],
    ['integer', 12, '12', [-12, 1, 120]],
    ['integer', 12, '12.0', [11]],
    ['integer', 1000, '1e3', [1]],
    ['integer', 0, '-0', [1]],
    ['integer', 9007199254740991, '9007199254740991', [9007199254740990]],
    ['number', 0.1, '0.1', [0.1 + 2 ** -56, 0.10000000000000002, 1]],
    ['number', 0.5, '5e-1', [0.05]],
    ['number', 1e21, '1e21', [1.0000000000000001e21, 1e20]],
    ['number', 1e21, '1000000000000000000000', [1e22]],
    ['number', -1.5, '-1.5', [1.5]],
    ['number', 7, '7', [7.000000000000001]],
    ['number', 7, '7.0', [8]],
    ['number', 1e300, '1E+300', [1e299]],
    ['number', -43325870842220010, '-4.332587084222001e16', [-43325870842220020]],
    ['date', '2026-02-28', '2026-02-28', ['2026-02-27']],
    ['email', 'ada@example.org', 'ada@example.org', ['eda@example.org']],
    ['url', 'https://example.org/?a=b&c[]=d#e', 'https://example.org/?a=b&c[]=d#e', ['https://example.org/']],
    ['array', ['a', 'b'], 'b', [['c'], [], ['ab'], ['a,b'], ['B']]],
    ['array', ['1'], '1', [['01'], ['1.0']]],
    ['array', ['"', '😀'], '"', [['\\"']]],
  ]

  it.each(TYPES)(
    'of the type %s match %j by the text %j, by external_id and by id',
    async (type, value, text, others) => {
      const { club, ids } = await withColumns([{ name: 'Own', type, external_id: 'own' }])
      await created(club, { external_id: 'unset' })
      for (const other of others) await created(club, { email: 'other@example.org', own: other })
      const wanted = await created(club, { external_id: 'wanted', own: value })
      expect(await personsMatching(club, { own: text })).toEqual([wanted])
      expect(await personsMatching(club, { [String(ids[0])]: text })).toEqual([wanted])
    },
  )

  it.each<[object, string[]]>([
    [{ type: 'boolean' }, ['', '1', '0', 'TRUE', 'yes', 'null']],
    [{ type: 'integer' }, ['', 'x', '1.5', '0x10', '1 ', ' 1', '+1', '01', '1e', '--1', '1e400', 'NaN']],
    [{ type: 'number' }, ['', 'x', '1,5', '.5', '5.', 'Infinity', '1e400', '1_000', '0b1', '१']],
    [{ type: 'date' }, ['', '2026-02-30', '01.02.2026', '2026-01-01T00:00:00Z']],
    [{ type: 'email' }, ['', 'unknown']],
    [{ type: 'url' }, ['', 'example.org', 'javascript:alert(1)']],
    [{ type: 'array' }, ['', 'a\nb', 'x'.repeat(256)]],
    [{ type: 'string' }, ['x'.repeat(5001), '\u0000']],
    [{ type: 'string', allowed_values: ['S', 'M'] }, ['', 's', 'L']],
    [{ type: 'array', allowed_values: ['S', 'M'] }, ['', 's', 'S,M', '["S"]']],
  ])('with %j refuse texts that the columns cannot hold', async (column, texts) => {
    const { club } = await withColumns([{ name: 'Own', external_id: 'own', ...column }])
    for (const text of texts)
      expect(errorPaths(await club.get(address({ own: text }))), text).toEqual([422, ['filter[own]']])
  })

  it.each(['email_2', 'name-first_name', '0', 'null', 'filter', 'cursor', 'search', 'area'])(
    'accept a column with the external id %s',
    async (external_id) => {
      const { club } = await withColumns([{ name: 'Own', type: 'string', external_id }])
      const wanted = await created(club, { external_id: 'wanted', [external_id]: 'x' })
      await created(club, { external_id: 'other' })
      expect(await personsMatching(club, { [external_id]: 'x' })).toEqual([wanted])
    },
  )

  it.each(OF_MEMBERS)(
    'of contacts accept a column with the external id %s, like a field of members',
    async (external_id) => {
      const { club } = await withColumns([{ name: 'Own', type: 'string', external_id }], 'contacts')
      const wanted = await created(club, { external_id: 'wanted', [external_id]: 'x' }, 'contacts')
      await created(club, { external_id: 'other' }, 'contacts')
      expect(await personsMatching(club, { [external_id]: 'x' }, {}, 'contacts')).toEqual([wanted])
    },
  )

  it('refuse columns of the other list', async () => {
    const { club, ids } = await withColumns([{ name: 'Own', type: 'string', external_id: 'own' }], 'contacts')
    for (const field of ['own', String(ids[0])])
      expect(errorPaths(await club.get(address({ [field]: 'x' })))).toEqual([422, [`filter[${field}]`]])
  })
})

describe('several filters', () => {
  it('match the persons that match all of them', async () => {
    const { club } = await withColumns([{ name: 'Size', type: 'string', external_id: 'size' }])
    const persons = ['S', 'M'].flatMap((size) =>
      ['Bonn', 'Köln'].map((city) => ({ name: { last_name: 'Ott' }, address: { city }, size })),
    )
    for (const person of persons) await created(club, person)
    const both = await personsMatching(club, { size: 'M', 'address.city': 'Bonn', 'name.last_name': 'Ott' })
    expect(both).toMatchObject([{ size: 'M', address: { city: 'Bonn' } }])
    expect(await personsMatching(club, { size: 'M', 'address.city': 'Ulm' })).toEqual([])
    expect(await personsMatching(club, { size: 'M' }, { search: 'ott' })).toHaveLength(2)
  })

  it('are limited to ten, custom columns included', async () => {
    const columns = Array.from({ length: 11 }, (_, n) => ({
      name: 'Own',
      type: 'integer',
      external_id: `own_${n}`,
    }))
    const { club } = await withColumns(columns)
    const values = Object.fromEntries(columns.map(({ external_id }, n) => [external_id, n]))
    const wanted = await created(club, { external_id: 'wanted', ...values })
    const texts = Object.entries(values).map(([key, value]) => [key, String(value)])
    const ten = Object.fromEntries(texts.slice(0, 10))
    const since = { search: 'wanted', updated_since: '2020-01-01T00:00:00Z', area: 'regular', per_page: '1' }
    expect(await personsMatching(club, ten)).toEqual([wanted])
    expect((await club.get(address(ten, since))).status).toBe(200)
    const eleven = await club.get(address(Object.fromEntries(texts)))
    expect(errorPaths(eleven)).toEqual([422, ['filter']])
  })

  it('may all be by fields that have an index', async () => {
    const club = await workspace()
    const wanted = await created(club, FULL_MEMBER)
    await created(club, NEAR_MEMBER)
    const all = { external_id: FULL.external_id, email: FULL.email, membership_number: '1e3' }
    expect(await personsMatching(club, all)).toEqual([wanted])
    expect(await personsMatching(club, { ...all, membership_number: '1000' })).toEqual([])
    expect(await personsMatching(club, all, { updated_since: wanted.updated_at, search: 'ada' })).toEqual([
      wanted,
    ])
  })

  it('return all their errors at once, with those of the rest of the query', async () => {
    const club = await workspace()
    const filters = { birthdate: 'x', no_such_field: 'y', payment_method: 'gold', email: FULL.email }
    expect(errorPaths(await club.get(address(filters)))).toEqual([
      422,
      ['filter[birthdate]', 'filter[no_such_field]', 'filter[payment_method]'],
    ])
    expect(errorPaths(await club.get(`${address({})}&filter=x&per_page=0&page=2`))).toEqual([
      422,
      ['filter', 'page', 'per_page'],
    ])
  })

  it.each([
    ['filter[email]=a@example.org&filter[email]=a@example.org', 'filter[email]'],
    ['filter[email]=a@example.org&filter%5Bemail%5D=b@example.org', 'filter[email]'],
    ['search=a&search=a', 'search'],
    ['updated_since=2026-01-01T00:00:00Z&updated_since=2026-01-01T00:00:00Z', 'updated_since'],
  ])('refuse repeated keys: %s', async (query, key) => {
    const club = await workspace()
    expect(errorPaths(await club.get(`/lists/members/persons?${query}`))).toEqual([422, [key]])
  })
})

it.each([
  ['filter=x', 'filter'],
  ['filter[]=x', 'filter[]'],
  ['filter[email=x', 'filter[email'],
  ['filter.email=x', 'filter.email'],
  ['Filter[email]=x', 'Filter[email]'],
  ['filter[email][]=x', 'filter[email][]'],
  ['filter[email]=', 'filter[email]'],
  ['filter[email]=unknown', 'filter[email]'],
  ['filter[external_id]=per_1', 'filter[external_id]'],
  ['filter[external_id]=', 'filter[external_id]'],
  ['filter[membership_number]=%00', 'filter[membership_number]'],
  ['filter[name.first_name]=', 'filter[name.first_name]'],
  [`filter[name.first_name]=${'x'.repeat(256)}`, 'filter[name.first_name]'],
  ['filter[birthdate]=2026-02-30', 'filter[birthdate]'],
  ['filter[address.country_code]=d', 'filter[address.country_code]'],
  ['filter[bank_account.iban]=DE00', 'filter[bank_account.iban]'],
  ['filter[payment_method]=card', 'filter[payment_method]'],
  ['filter[membership_status]=gone', 'filter[membership_status]'],
  ['filter[created_at]=yesterday', 'filter[created_at]'],
  ['search=', 'search'],
  ['search=%0A', 'search'],
  [`search=${'x'.repeat(256)}`, 'search'],
  ['updated_since=', 'updated_since'],
  ['updated_since=2026-01-01', 'updated_since'],
  ['updated_since=2026-01-01T00:00:00', 'updated_since'],
  ['updated_since=2026-01-01T00:00:00%2B24:00', 'updated_since'],
  ['updated_since=9999-12-31T23:59:59-14:00', 'updated_since'],
  ['updated_since=2026-13-01T00:00:00Z', 'updated_since'],
])('refuses ?%s under its key', async (query, key) => {
  const club = await workspace()
  expect(errorPaths(await club.get(`/lists/members/persons?${query}`))).toEqual([422, [key]])
})

describe('filters without permission to read the list', () => {
  it.each(['external_id', 'email', 'membership_number', 'name.last_name', 'no_such_field'])(
    'return 403 whatever is filtered by %s',
    async (field) => {
      const club = await workspace({ subscription_variant: 'members' })
      const filters = { [field]: 'x@example.org' }
      for (const path of [address(filters, { page: '1' }), address(filters)]) {
        const [, query] = path.split('?')
        expect((await club.get(`/lists/friends/persons?${query}`)).status).toBe(404)
        expect((await club.get(`/lists/contacts/persons?${query}`)).status).toBe(402)
        const key = await club.keyWith('fees:read')
        expect((await club.get(`/lists/members/persons?${query}`, { key })).status).toBe(403)
      }
    },
  )
})

describe('filters of applications', () => {
  it('match applicants apart from members', async () => {
    const { club } = await withColumns([{ name: 'Size', type: 'string', external_id: 'size' }])
    const person = { ...FULL_MEMBER, size: 'M' }
    const applicant = await created(club, { ...person, creation_behaviour: 'unconfirmed' })
    const member = await created(club, { ...person, external_id: 'other' })
    for (const field of ['email', 'membership_number', 'name.first_name', 'size', 'address.city']) {
      expect(idsOf(await personsMatching(club, { [field]: valueAt(person, field) })), field).toEqual([
        member.id,
      ])
      const applicants = await personsMatching(
        club,
        { [field]: valueAt(person, field) },
        { area: 'applications' },
      )
      expect(idsOf(applicants), field).toEqual([applicant.id])
    }
    expect(await personsMatching(club, { external_id: FULL.external_id })).toEqual([])
    expect(idsOf(await personsMatching(club, {}, { area: 'applications', search: 'ada' }))).toEqual([
      applicant.id,
    ])
  })
})

describe('filter[membership_status]', () => {
  const ZONES = [
    ...['Europe/Berlin', 'UTC', 'Etc/UTC', 'GMT', 'Pacific/Kiritimati', 'Pacific/Pago_Pago'],
    ...['US/Samoa', 'Asia/Calcutta', 'europe/berlin'],
  ]

  it.each(ZONES)('matches the status in the response in the time zone %s', async (timezone) => {
    const made = await workspace({ timezone })
    const days = [-2, -1, 0, 1].map((day) => new Date(Date.now() + day * 86_400_000).toISOString())
    for (const day of days) await created(made, { external_id: day, leave_date: day.slice(0, 10) })
    await created(made, { external_id: 'stays' })
    await created(made, {
      external_id: 'asks',
      leave_date: '1999-12-31',
      creation_behaviour: 'unconfirmed',
    })
    const all = await personsMatching(made, {})
    for (const status of ['active', 'former', 'applicant'])
      expect(idsOf(await personsMatching(made, { membership_status: status })), status).toEqual(
        idsOf(all.filter((person) => person.membership_status === status)),
      )
    const applicants = await personsMatching(
      made,
      { membership_status: 'applicant' },
      { area: 'applications' },
    )
    expect(applicants.map(({ external_id }) => external_id)).toEqual(['asks'])
  })
})

describe('pages of a filter', () => {
  const QUERIES: [string, Filters, Filters][] = [
    ['a fixed field', { 'name.last_name': 'Ott' }, {}],
    ['a custom column', { size: 'M' }, {}],
    ['an indexed field', { email: 'family@example.org' }, {}],
    ['a search', {}, { search: 'family' }],
    ['updated_since', { size: 'M' }, { updated_since: '2020-01-01T00:00:00Z' }],
    [
      'an indexed field with updated_since',
      { email: 'family@example.org' },
      { updated_since: '2020-01-01T00:00:00Z' },
    ],
  ]

  it.each(QUERIES)('by %s lead to the end and back again', async (_, filters, more) => {
    const club = await listOfTwo()
    const wanted = idsOf(await personsMatching(club, filters, more))
    expect(wanted).toHaveLength(7)
    for (const per_page of [1, 2, 3, 6, 7, 8]) {
      const query = { ...more, per_page: String(per_page) }
      const forth = await follow(club, filters, query, 'next_cursor')
      expect(forth.pages.flat()).toEqual(wanted)
      const back = await follow(club, filters, query, 'prev_cursor', forth.last)
      expect(back.pages.toReversed()).toEqual(forth.pages)
    }
  })

  it('have Link headers that keep the filter', async () => {
    const club = await listOfTwo()
    const { headers, body } = await club.get(address({ size: 'M' }, { per_page: '3', search: 'ott' }))
    const [, next] = /<([^>]+)>; rel="next"/.exec(String(headers.get('Link'))) ?? []
    const { pathname, search, searchParams } = new URL(String(next))
    expect(Object.fromEntries(searchParams)).toEqual({
      'filter[size]': 'M',
      search: 'ott',
      per_page: '3',
      cursor: body.meta.next_cursor,
    })
    expect((await club.get(`${pathname}${search}`)).status).toBe(200)
  })

  it('have cursors that are refused by another filter, and accepted by the same in another order', async () => {
    const club = await listOfTwo()
    const filters = { size: 'M', 'name.last_name': 'Ott' }
    const first = await club.get(address(filters, { per_page: '2', search: 'family' }))
    const cursor: string = first.body.meta.next_cursor
    const more = { cursor, search: 'family' }
    const turned = { 'name.last_name': 'Ott', size: 'M' }
    expect((await club.get(address(turned, more))).status).toBe(200)
    for (const path of [
      address({}, { cursor }),
      address({}, more),
      address(filters, { cursor }),
      address({ size: 'M' }, more),
      address({ ...filters, size: 'L' }, more),
      address({ ...filters, email: 'family@example.org' }, more),
      address(filters, { cursor, search: 'famil' }),
      address(filters, { ...more, updated_since: '2020-01-01T00:00:00Z' }),
      address(filters, { ...more, area: 'applications' }),
    ])
      expect(errorPaths(await club.get(path)), path).toEqual([422, ['cursor']])
    const plain = await club.get(address({}, { per_page: '2' }))
    const misused = address(filters, { cursor: plain.body.meta.next_cursor })
    expect(errorPaths(await club.get(misused))).toEqual([422, ['cursor']])
  })

  /** Creates fourteen persons, seven of which match each of the queries above. */
  async function listOfTwo() {
    const { club } = await withColumns([{ name: 'Size', type: 'string', external_id: 'size' }])
    const data = Array.from({ length: 14 }, (_, n) =>
      n % 2
        ? { name: { last_name: 'Ott' }, email: 'Family@example.org', size: 'M' }
        : { name: { last_name: 'Otto' }, email: 'unknown@example.org', size: 'L' },
    )
    await club.put('/lists/members/persons', { data })
    return club
  }

  async function follow(
    club: Workspace,
    filters: Filters,
    more: Filters,
    direction: 'next_cursor' | 'prev_cursor',
    from = '',
  ) {
    const pages: string[][] = []
    let [path, last] = [from || address(filters, more), '']
    while (path) {
      const { body } = await club.get(path)
      pages.push(idsOf(body.data))
      last = path
      const cursor = body.meta[direction]
      path = cursor ? address(filters, { ...more, cursor }) : ''
    }
    return { pages, last }
  }
})

describe('search', () => {
  const ADA = {
    name: { first_name: 'Ada', last_name: 'Lovelace' },
    email: 'countess@example.org',
    membership_number: 'M_18%15',
    external_id: 'crm',
    address: { city: 'London' },
  }

  it.each([
    ...[
      'ada',
      'ADA',
      'da',
      'lovelace',
      'ada lovelace',
      'Lovelace Ada',
      'COUNTESS@',
      'ess@ex',
      'm_18%15',
      '%',
    ],
  ])('finds a member by %j', async (search) => {
    const club = await workspace()
    const wanted = await created(club, ADA)
    await created(club, { name: { first_name: 'Eve' }, email: 'eve@host.test', membership_number: 'M918815' })
    expect(await personsMatching(club, {}, { search })).toEqual([wanted])
  })

  it.each(['crm', 'London', 'm918', 'a_a', 'adalovelace', '*', "'", '\\', 'lóvelace'])(
    'finds no person by %j',
    async (search) => {
      const club = await workspace()
      await created(club, ADA)
      expect(await personsMatching(club, {}, { search })).toEqual([])
    },
  )

  it('finds contacts, and persons who have one of the fields only', async () => {
    const club = await workspace()
    for (const person of [
      { name: { first_name: 'Zoë' } },
      { name: { last_name: 'Zoë' } },
      { email: 'zo@x.org' },
    ])
      await created(club, person, 'contacts')
    expect(await personsMatching(club, {}, { search: 'ZO' }, 'contacts')).toHaveLength(3)
    expect(await personsMatching(club, {}, { search: 'oë' }, 'contacts')).toHaveLength(2)
  })
})

describe('cost of a filter', () => {
  it.each(['external_id', 'email', 'membership_number', 'updated_since'])(
    'by %s reads the matching rows only, however long the list',
    async (field) => {
      const club = await workspace()
      await seedMembers(club.id, 2000)
      const now = '2026-06-01T00:00:00.000Z'
      await rows("UPDATE persons SET updated_at = ? WHERE external_id IN ('e700', 'e701')", now)
      const texts: Filters = {
        external_id: 'e700',
        email: 'FAMILY350@example.org',
        membership_number: 'm700',
      }
      const text = texts[field]
      const path = text ? address({ [field]: text }) : address({}, { updated_since: now })
      const { status, body, cost } = await club.get(path)
      expect([status, body.data.length]).toEqual([200, field.endsWith('e') || field === 'email' ? 2 : 1])
      expect(cost.trips).toBe(1)
      expect(cost.rowsRead).toBeLessThan(20)
    },
  )
})

describe('any filter', () => {
  it('finds the persons that a model of the list finds', { timeout: 60_000 }, async () => {
    const { club } = await withColumns(COLUMNS)
    await fc.assert(
      fc.asyncProperty(fc.array(person, { minLength: 2, maxLength: 8 }), choices, async (list, chosen) => {
        await rows('DELETE FROM persons')
        const written = await club.put('/lists/members/persons', { data: list.map(identified) })
        expect([written.status, written.body.errors]).toEqual([200, undefined])
        const model: Person[] = written.body.data
        for (const { fields, number, search } of chosen) {
          const filters = pick(model[number % model.length], fields)
          const more: Filters = search === undefined ? {} : { search }
          const wanted = model.filter((one) => matches(one, filters) && isFound(one, search))
          expect(await personsMatching(club, filters, more), JSON.stringify([filters, more])).toEqual(wanted)
        }
      }),
      { numRuns: 40 },
    )
  })

  it('finds the numbers that a model of the list finds', async () => {
    const { club } = await withColumns([{ name: 'Number', type: 'number', external_id: 'number' }])
    const number = fc.double({ noNaN: true, noDefaultInfinity: true })
    await fc.assert(
      fc.asyncProperty(fc.array(number, { minLength: 1, maxLength: 20 }), async (numbers) => {
        await rows('DELETE FROM persons')
        const all = [...numbers, ...numbers.map(next)].filter(Number.isFinite)
        const data = all.map((value) => ({ email: 'x@example.org', number: value }))
        const written = await club.put('/lists/members/persons', { data })
        for (const value of numbers) {
          const wanted = written.body.data.filter((one: Person) => one.number === value + 0)
          for (const text of [JSON.stringify(value), value.toExponential()])
            expect(await personsMatching(club, { number: text.replace('e+', 'e') }), text).toEqual(wanted)
        }
      }),
      { numRuns: 15 },
    )
  })

  const COLUMNS = ['string', 'boolean', 'integer', 'number', 'date', 'array'].map((type) => ({
    name: type,
    type,
    external_id: `a_${type}`,
  }))

  const anyLine = fc.oneof(
    fc.constantFrom("'", '"', '\\', 'ä', 'Ä', '😀', '%', '_', '1', '1.0', 'true', 'null', '{}', '["a"]', '$'),
    fc.constantFrom("' OR 1=1 --", "'; DROP TABLE persons; --", '\\"', '{"a":1}', '"col_":', 'a', 'A', 'ß'),
    fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 6 })
      .map((text) => visible(text.replace(/[\p{Cc}\p{Cs}]/gu, 'x'), ' ') || 'x'),
  )
  // Names and addresses are not blank.
  const text = anyLine.filter((line) => line.trim() !== '')
  const number = fc.oneof(
    fc.constantFrom(1e21, 0.1, -1.5, 0, 1, 7, 1e-7, 5e-324, 1.7976931348623157e308),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
  )
  const date = fc.constantFrom('2026-02-28', '2026-01-31', '1999-12-31', '9999-12-31')
  const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { freq: 3 })
  const person = fc.record({
    name: fc.record({ first_name: maybe(text), last_name: maybe(text) }),
    email: maybe(fc.constantFrom('a@example.org', 'A@example.org', "o'b@example.org", 'b@example.org')),
    membership_number: maybe(text),
    birthdate: maybe(fc.constantFrom('2026-02-28', '2026-01-31', '1999-12-31')),
    leave_date: maybe(date),
    payment_method: maybe(fc.constantFrom('cash', 'bank_transfer')),
    address: maybe(fc.record({ city: maybe(text), postcode: maybe(text) })),
    a_string: maybe(text),
    a_boolean: maybe(fc.boolean()),
    a_integer: maybe(fc.maxSafeInteger()),
    a_number: maybe(number),
    a_date: maybe(date),
    a_array: maybe(fc.array(text, { maxLength: 3 })),
  })
  const FIELDS = [
    ...['name.first_name', 'name.last_name', 'email', 'membership_number', 'membership_status', 'birthdate'],
    ...['payment_method', 'address.city', 'address.postcode', 'external_id', 'id'],
    ...COLUMNS.map(({ external_id }) => external_id),
  ]
  const choices = fc.array(
    fc.record({
      fields: fc.uniqueArray(fc.constantFrom(...FIELDS), { maxLength: 3 }),
      number: fc.nat(),
      search: fc.option(text, { nil: undefined, freq: 2 }),
    }),
    { minLength: 3, maxLength: 6 },
  )

  const identified = (person: object, n: number) => ({ external_id: `e${n}`, ...person })

  /** Filters by the values of a person in these fields. */
  const pick = (one: Person, fields: string[]): Filters =>
    Object.fromEntries(
      fields.flatMap((field) => {
        const value = valueAt(one, field)
        const shown = Array.isArray(value) ? value[0] : value
        return shown === null || shown === undefined ? [] : [[field, String(shown).replace('e+', 'e')]]
      }),
    )

  const matches = (one: Person, filters: Filters): boolean =>
    Object.entries(filters).every(([field, wanted]) => {
      const value = valueAt(one, field)
      if (Array.isArray(value)) return value.includes(wanted)
      if (typeof value === 'number') return value === Number(wanted)
      if (field === 'email') return value?.toLowerCase() === wanted.toLowerCase()
      return value !== null && value !== undefined && String(value) === wanted
    })

  const lower = (text: string) => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase())

  const isFound = ({ name, email, membership_number }: Person, search: string | undefined): boolean => {
    const { first_name, last_name } = name
    const texts = [first_name, last_name, first_name, email, membership_number]
    const all = texts.filter((part) => part !== null).join(' ')
    return search === undefined || lower(all).includes(lower(search))
  }

  /** The next larger double. */
  function next(value: number): number {
    const view = new DataView(new ArrayBuffer(8))
    view.setFloat64(0, value)
    view.setBigInt64(0, view.getBigInt64(0) + 1n)
    return view.getFloat64(0)
  }
})
