import { env } from 'cloudflare:workers'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { tidy, tidyValue } from '../../src/domain/shared/text'
import type { Answer } from '../support/call'
import { rows, type Workspace, workspace } from '../support/workspace'

const COLUMNS = '/lists/members/custom_columns'
const MEMBERS = '/lists/members/persons'
const CONTACTS = '/lists/contacts/persons'
const CONTACT_COLUMNS = '/lists/contacts/custom_columns'
const LONG_AGO = '2001-02-03T04:05:06.789Z'
const TYPES = ['string', 'boolean', 'array', 'integer', 'number', 'date', 'email', 'url'] as const
type Type = (typeof TYPES)[number]

type Column = {
  id: string
  type: Type
  name: string
  allowed_values: string[] | null
  external_id: string | null
}

const stored = () => rows('SELECT * FROM custom_columns ORDER BY list_id, id')
const count = async () => (await stored()).length
const errorPaths = (answer: Answer) => Object.keys(answer.body?.errors ?? {}).sort()
const customValues = async (id: string) => {
  const [row] = await rows<{ custom_values: string }>('SELECT custom_values FROM persons WHERE id = ?', id)
  return JSON.parse(row?.custom_values ?? '')
}

/** Adds columns, by default strings named like their external ids. */
async function added(club: Workspace, columns: object[], path = COLUMNS): Promise<Column[]> {
  const data = columns.map((column) => ({ name: 'Column', type: 'string', ...column }))
  const answer = await club.put(path, { data })
  expect([answer.status, answer.body.errors]).toEqual([201, undefined])
  return answer.body.data
}

async function created(club: Workspace, person: object, list = MEMBERS) {
  const answer = await club.post(list, person)
  expect([answer.status, answer.body.errors]).toEqual([201, undefined])
  return answer.body.data
}

describe('GET /lists/{list_id}/custom_columns', () => {
  it('returns an empty list, and then all columns in the order in which they were added', async () => {
    const club = await workspace()
    expect((await club.get(COLUMNS)).body).toEqual({ data: [] })
    const first = await added(club, [{ external_id: 'z' }, { external_id: 'a' }])
    const second = await added(club, [{}, { external_id: 'b' }])
    await added(club, [{ external_id: 'c' }], CONTACT_COLUMNS)
    const answer = await club.get(COLUMNS)
    expect([answer.status, answer.body]).toEqual([200, { data: [...first, ...second] }])
    expect(answer.cost.trips).toBe(1)
  })

  it.each(['GET', 'PUT'])(
    '%s returns 404 for an unknown list, 402 outside the subscription and 403 without permission',
    async (method) => {
      const club = await workspace({ subscription_variant: 'members' })
      const body = { data: [{ name: 'X', type: 'string' }] }
      const send = (path: string, key = club.key) =>
        method === 'GET' ? club.get(path, { key }) : club.put(path, body, { key })
      const lacking = await club.keyWith(method === 'GET' ? 'members:write' : 'members:read')
      expect((await send('/lists/friends/custom_columns', lacking)).status).toBe(404)
      expect((await send(CONTACT_COLUMNS, lacking)).status).toBe(402)
      expect((await send(COLUMNS, lacking)).status).toBe(403)
      expect(await count()).toBe(0)
    },
  )

  it('returns no columns of other workspaces', async () => {
    const [club, other] = [await workspace(), await workspace()]
    await added(club, [{ external_id: 'x' }])
    expect((await other.get(COLUMNS)).body.data).toEqual([])
    const [column] = await added(other, [{ external_id: 'x' }])
    const foreign = await club.post(MEMBERS, { email: 'x@example.org', [String(column?.id)]: 'X' })
    expect([foreign.status, errorPaths(foreign)]).toEqual([422, [column?.id]])
  })

  it('cannot be deleted or updated: returns 404 or 405', async () => {
    const club = await workspace()
    const [column] = await added(club, [{}])
    expect((await club.delete(COLUMNS)).status).toBe(405)
    expect((await club.delete(`${COLUMNS}/${column?.id}`)).status).toBe(404)
    expect((await club.put(`${COLUMNS}/${column?.id}`, { name: 'X' })).status).toBe(404)
    expect(await count()).toBe(1)
  })
})

describe('PUT /lists/{list_id}/custom_columns', () => {
  it.each(TYPES)('adds a column of the type %s', async (type) => {
    const club = await workspace()
    const answer = await club.put(COLUMNS, { data: [{ name: 'Größe 🦄', type, external_id: 'x' }] })
    expect([answer.status, answer.cost.trips]).toEqual([201, 2])
    const id = expect.stringMatching(/^col_[0-9A-Za-z]{24}$/)
    const [column] = answer.body.data
    expect(answer.body).toEqual({
      data: [{ id, type, name: 'Größe 🦄', allowed_values: null, external_id: 'x' }],
    })
    expect((await club.get(COLUMNS)).body.data).toEqual([column])
    expect(await stored()).toEqual([
      {
        ...column,
        workspace_id: club.id,
        list_id: 'members',
        position: 0,
        created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      },
    ])
  })

  it('returns the columns in request order, with null for what is not set', async () => {
    const club = await workspace()
    const data = await added(club, [
      { name: 'B', external_id: 'b', allowed_values: ['z', 'a'] },
      { name: 'A', type: 'array', allowed_values: ['1', 'ü"\\'] },
      { name: 'A', external_id: null, allowed_values: null },
    ])
    expect(data).toMatchObject([
      { name: 'B', external_id: 'b', allowed_values: ['z', 'a'] },
      { name: 'A', external_id: null, allowed_values: ['1', 'ü"\\'] },
      { name: 'A', external_id: null, allowed_values: null },
    ])
    expect((await club.get(COLUMNS)).body.data).toEqual(data)
    expect(await stored()).toMatchObject([
      { allowed_values: '["z","a"]' },
      { allowed_values: JSON.stringify(['1', 'ü"\\']) },
      { allowed_values: null },
    ])
  })

  it.each<[object, string[]]>([
    [{}, ['data']],
    [{ data: null }, ['data']],
    [{ data: [] }, ['data']],
    [{ data: { name: 'X', type: 'string' } }, ['data']],
    [{ data: [null, 'x'] }, ['data.0', 'data.1']],
    [{ data: [], x: 1 }, ['data', 'x']],
    [{ data: [{}] }, ['data.0.name', 'data.0.type']],
  ])('refuses the body %j', async (body, paths) => {
    const club = await workspace()
    const answer = await club.put(COLUMNS, body)
    expect([answer.status, errorPaths(answer), await count()]).toEqual([422, paths, 0])
  })

  it.each<[object, string]>([
    [{ name: '' }, 'name'],
    [{ name: null }, 'name'],
    [{ name: 7 }, 'name'],
    [{ name: 'x'.repeat(65) }, 'name'],
    [{ name: '🦄'.repeat(65) }, 'name'],
    [{ name: 'a\u0000b' }, 'name'],
    [{ type: 'text' }, 'type'],
    [{ type: 'String' }, 'type'],
    [{ type: null }, 'type'],
    [{ id: 'col_000000000000000000000000' }, 'id'],
    [{ position: 1 }, 'position'],
    [{ allowed_values: 'a' }, 'allowed_values'],
    [{ allowed_values: ['a', 'b', 'a'] }, 'allowed_values'],
    [{ allowed_values: ['a', 1] }, 'allowed_values.1'],
    [{ allowed_values: [null] }, 'allowed_values.0'],
    [{ allowed_values: ['', 'b'] }, 'allowed_values.0'],
    [{ external_id: '' }, 'external_id'],
    [{ external_id: 'x'.repeat(65) }, 'external_id'],
    [{ external_id: 'a b' }, 'external_id'],
    [{ external_id: 'größe' }, 'external_id'],
    [{ external_id: 'a.b' }, 'external_id'],
    [{ external_id: 'a\n' }, 'external_id'],
    [{ external_id: 'col_x' }, 'external_id'],
    [{ external_id: 7 }, 'external_id'],
    [{ external_id: 'taken' }, 'external_id'],
  ])('refuses all columns when one has %j', async (column, path) => {
    const club = await workspace()
    await added(club, [{ external_id: 'taken' }])
    const valid = { name: 'Valid', type: 'string' }
    const answer = await club.put(COLUMNS, { data: [valid, { ...valid, ...column }, valid] })
    expect([answer.status, errorPaths(answer), await count()]).toEqual([422, [`data.1.${path}`], 1])
  })

  it.each(['x', 'X', '0', '42', '-', '_', '__', 'x-Y_9', 'col', 'Col_x', 'xcol_', 'x'.repeat(64)])(
    'accepts the external id %s, and values under it',
    async (external_id) => {
      const club = await workspace()
      const [column] = await added(club, [{ external_id }, {}])
      expect(column?.external_id).toBe(external_id)
      const { id } = await created(club, { email: 'x@example.org', [external_id]: 'value' })
      const { data } = (await club.get(`${MEMBERS}/${id}`)).body
      expect(data[external_id]).toBe('value')
      expect(await customValues(id)).toEqual({ [String(column?.id)]: 'value' })
    },
  )

  it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf'])(
    'refuses the external id %s, which every JavaScript object has',
    async (external_id) => {
      const club = await workspace()
      const answer = await club.put(COLUMNS, { data: [{ name: 'X', type: 'string', external_id }] })
      expect([answer.status, errorPaths(answer), await count()]).toEqual([422, ['data.0.external_id'], 0])
    },
  )

  it('counts names and allowed values in code points: 64 are accepted', async () => {
    const club = await workspace()
    const [long] = await added(club, [{ name: '🦄'.repeat(64) }, { name: 'x'.repeat(64) }])
    expect(long?.name).toBe('🦄'.repeat(64))
    expect((await club.get(COLUMNS)).body.data[0].name).toBe('🦄'.repeat(64))
  })

  it.each(TYPES)('accepts allowed values for string and array only: %s', async (type) => {
    const club = await workspace()
    const column = { name: 'X', type, allowed_values: ['a', 'b'] }
    const answer = await club.put(COLUMNS, { data: [column] })
    if (type === 'string' || type === 'array') {
      expect([answer.status, answer.body.data[0].allowed_values]).toEqual([201, ['a', 'b']])
      expect(await stored()).toMatchObject([{ allowed_values: '["a","b"]' }])
    } else
      expect([answer.status, errorPaths(answer), await count()]).toEqual([422, ['data.0.allowed_values'], 0])
    for (const none of [null, []]) {
      const unset = { data: [{ ...column, allowed_values: none }] }
      expect((await club.put(COLUMNS, unset)).body.data[0].allowed_values).toBeNull()
    }
  })

  const COMMON_FIELDS = [
    'id',
    'external_id',
    'name',
    'email',
    'birthdate',
    'sex',
    'phone_numbers',
    'address',
    'bank_account',
    'sepa_mandate',
    'payment_method',
    'payer_id',
    'created_at',
    'updated_at',
    'creation_behaviour',
  ]
  const MEMBER_FIELDS = [
    ...['membership_number', 'join_date', 'leave_date', 'leave_reason', 'leave_note'],
    'membership_status',
  ]

  it.each([...COMMON_FIELDS, ...MEMBER_FIELDS])(
    'refuses the external id %s on members, which is a field',
    async (external_id) => {
      const club = await workspace()
      const answer = await club.put(COLUMNS, { data: [{ name: 'X', type: 'string', external_id }] })
      expect([answer.status, errorPaths(answer), await count()]).toEqual([422, ['data.0.external_id'], 0])
    },
  )

  it.each(COMMON_FIELDS)('refuses the external id %s on contacts, which is a field', async (external_id) => {
    const club = await workspace()
    const answer = await club.put(CONTACT_COLUMNS, { data: [{ name: 'X', type: 'string', external_id }] })
    expect([answer.status, errorPaths(answer), await count()]).toEqual([422, ['data.0.external_id'], 0])
  })

  it.each(MEMBER_FIELDS)(
    'accepts the external id %s on contacts, which have no such field',
    async (external_id) => {
      const club = await workspace()
      await added(club, [{ external_id }], CONTACT_COLUMNS)
      const person = await created(club, { email: 'x@example.org', [external_id]: 'X' }, CONTACTS)
      expect(person[external_id]).toBe('X')
      const other = await created(club, { email: 'y@example.org' }, CONTACTS)
      expect((await club.put(`${CONTACTS}/${other.id}`, { [external_id]: 'Y' })).body.data[external_id]).toBe(
        'Y',
      )
      expect((await club.get(CONTACTS)).body.data.map((one: typeof person) => one[external_id])).toEqual([
        'X',
        'Y',
      ])
    },
  )

  it('does not accept a custom column as the only identification of a contact, whatever its key', async () => {
    const club = await workspace()
    await added(club, [{ external_id: 'membership_number' }], CONTACT_COLUMNS)
    const { id } = await created(club, { email: 'x@example.org', membership_number: '1' }, CONTACTS)
    for (const [answer, path] of [
      [await club.post(CONTACTS, { membership_number: '7' }), 'name'],
      [await club.put(`${CONTACTS}/${id}`, { email: null }), 'name'],
      [await club.put(CONTACTS, { data: [{ membership_number: '7' }] }), 'data.0.name'],
    ] as const)
      expect([answer.status, errorPaths(answer)]).toEqual([422, [path]])
    expect(await rows('SELECT id, email FROM persons')).toEqual([{ id, email: 'x@example.org' }])
  })

  it('refuses an external id twice in one request, and accepts it in the other list', async () => {
    const club = await workspace()
    const column = { name: 'X', type: 'string', external_id: 'x' }
    const twice = await club.put(COLUMNS, { data: [column, { ...column, external_id: 'X' }, column] })
    expect([twice.status, errorPaths(twice), await count()]).toEqual([422, ['data.2.external_id'], 0])
    await added(club, [column])
    await added(club, [{ ...column, type: 'boolean' }], CONTACT_COLUMNS)
    const again = await club.put(COLUMNS, { data: [column] })
    expect([again.status, await count()]).toEqual([422, 2])
    expect((await created(club, { email: 'x@example.org', x: 'text' })).x).toBe('text')
    expect((await created(club, { email: 'x@example.org', x: true }, CONTACTS)).x).toBe(true)
  })

  it('returns all errors of all columns at once', async () => {
    const club = await workspace()
    const answer = await club.put(COLUMNS, {
      data: [
        { name: '', type: 'x', external_id: 'name', extra: 1 },
        { name: 'X', type: 'date', allowed_values: ['a'], external_id: 'a' },
        { type: 'string', allowed_values: [1, 2], external_id: 'a' },
      ],
      more: true,
    })
    expect(answer.status).toBe(422)
    expect(errorPaths(answer)).toEqual([
      'data.0.external_id',
      'data.0.extra',
      'data.0.name',
      'data.0.type',
      'data.1.allowed_values',
      'data.2.allowed_values.0',
      'data.2.allowed_values.1',
      'data.2.external_id',
      'data.2.name',
      'more',
    ])
    expect(await count()).toBe(0)
  })

  it('adds one of two columns with the same external id at once', async () => {
    const club = await workspace()
    const add = (name: string) =>
      club.put(COLUMNS, {
        data: [
          { name, type: 'string', external_id: 'x' },
          { name, type: 'string' },
        ],
      })
    const answers = await Promise.all([add('one'), add('two')])
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422])
    const won = answers.find(({ status }) => status === 201)
    expect((await club.get(COLUMNS)).body.data).toEqual(won?.body.data)
    expect(await count()).toBe(2)
  })
})

describe('values of custom columns', () => {
  const VALUES: Record<Type, { valid: unknown[]; invalid: unknown[] }> = {
    string: {
      valid: ['', 'x', 'a  b', 'two\nlines\twith\r\ntabs', '🦄'.repeat(5000)],
      invalid: [1, true, ['x'], {}, 'a\u0000', 'a\u001b', '\ud800', 'x'.repeat(5001)],
    },
    boolean: { valid: [true, false], invalid: ['true', 0, 1, '', []] },
    array: {
      valid: [[], ['x'], ['x', 'x'], ['b', 'a', '🦄'], Array(200).fill('x')],
      invalid: ['x', [1], [null], [['x']], {}, [''], ['a\nb'], Array(201).fill('x')],
    },
    integer: {
      valid: [0, -1, 42, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER],
      invalid: [0.5, '1', true, 2 ** 53, 1e21, []],
    },
    number: {
      valid: [0, 0.1, -0.5, 1e21, 1e-7, 5e-324, Number.MAX_VALUE, Number.MAX_SAFE_INTEGER, 0.1 + 0.2],
      invalid: ['0.1', true, [], {}],
    },
    date: {
      valid: ['2024-02-29', '0001-01-01', '9999-12-31'],
      invalid: ['2023-02-29', '2024-2-9', '29.02.2024', '2024-02-29T00:00:00Z', '', 20240229],
    },
    email: {
      valid: ['a@example.org', 'A.B+c@Sub.Example.org'],
      invalid: ['a', 'a@', '@example.org', 'a b@example.org', '', 7],
    },
    url: {
      valid: [
        'https://example.org',
        'http://example.org/a?b=c&d=%20#e',
        'HTTPS://Example.org/Ü',
        'http://localhost:80/',
      ],
      invalid: ['example.org', 'ftp://example.org', 'javascript:alert(1)', 'https://', 'https://a b', '', 7],
    },
  }

  it.each(TYPES)(
    'accept every valid value of the type %s in create, update, synchronize and read',
    async (type) => {
      const club = await workspace()
      await added(club, [{ type, external_id: 'x' }])
      const ids = new Set<string>()
      const { id } = await created(club, { email: 'x@example.org' })
      for (const x of VALUES[type].valid) {
        const person = await created(club, { email: 'x@example.org', x })
        expect(person.x).toEqual(x)
        ids.add(person.id)
        expect((await club.put(`${MEMBERS}/${id}`, { x })).body.data.x).toEqual(x)
        expect(Object.values(await customValues(id))).toEqual([x])
      }
      const data = VALUES[type].valid.map((x) => ({ email: 'y@example.org', x }))
      const synchronized = await club.put(MEMBERS, { data })
      expect(synchronized.body.data.map((person: { x: unknown }) => person.x)).toEqual(VALUES[type].valid)
      const read = (await club.get(MEMBERS)).body.data.filter((person: Column) => ids.has(person.id))
      expect(read.map((person: { x: unknown }) => person.x)).toEqual(VALUES[type].valid)
    },
  )

  it.each(TYPES)(
    'refuse every invalid value of the type %s, by external id and by column id',
    async (type) => {
      const club = await workspace()
      const [column] = await added(club, [{ type, external_id: 'x' }])
      const { id } = await created(club, { email: 'x@example.org', external_id: 'me' })
      for (const value of VALUES[type].invalid)
        for (const key of ['x', String(column?.id)]) {
          const person = { email: 'x@example.org', [key]: value }
          const answers = [
            await club.post(MEMBERS, person),
            await club.put(`${MEMBERS}/${id}`, person),
            await club.put(MEMBERS, { data: [{ external_id: 'me' }, person] }),
          ]
          expect([value, answers.map(({ status }) => status)]).toEqual([value, [422, 422, 422]])
          const path = new RegExp(`^(data\\.1\\.)?${key}(\\.\\d+)?$`)
          for (const answer of answers) expect(errorPaths(answer)).toEqual([expect.stringMatching(path)])
        }
      expect(await rows('SELECT external_id, custom_values FROM persons')).toEqual([
        { external_id: 'me', custom_values: '{}' },
      ])
    },
  )

  it('refuse a number that exceeds the range of doubles', async () => {
    const club = await workspace()
    await added(club, [{ type: 'number', external_id: 'x' }])
    const headers = { 'Content-Type': 'application/json' }
    const answer = await club.post(MEMBERS, undefined, {
      raw: '{"email":"x@example.org","x":1e400}',
      headers,
    })
    expect([answer.status, errorPaths(answer)]).toEqual([422, ['x']])
  })

  it.each(TYPES)('of the type %s are cleared by null, and null where never set', async (type) => {
    const club = await workspace()
    await added(club, [{ type, external_id: 'x' }, { type }])
    const [value] = VALUES[type].valid
    const person = await created(club, { email: 'x@example.org', x: value })
    const cleared = await club.put(`${MEMBERS}/${person.id}`, { x: null })
    expect([cleared.status, cleared.body.data.x]).toEqual([200, null])
    expect(await customValues(person.id)).toEqual({})
    expect((await created(club, { email: 'y@example.org', x: null })).x).toBeNull()
    expect(Object.values((await club.get(MEMBERS)).body.data[0]).slice(-2)).toEqual([null, null])
  })

  it('must be among the allowed values, each entry of an array too', async () => {
    const club = await workspace()
    await added(club, [
      { external_id: 'size', allowed_values: ['S', 'M', 'ü"\\'] },
      { external_id: 'teams', type: 'array', allowed_values: ['a', 'b'] },
    ])
    const person = { email: 'x@example.org', size: 'ü"\\', teams: ['b', 'a'] }
    expect(await created(club, person)).toMatchObject(person)
    expect(await created(club, { ...person, teams: [], size: null })).toMatchObject({
      teams: [],
      size: null,
    })
    for (const [change, path] of [
      [{ size: 'L' }, 'size'],
      [{ size: 's' }, 'size'],
      [{ size: '' }, 'size'],
      [{ size: ['S'] }, 'size'],
      [{ teams: ['a', 'c'] }, 'teams.1'],
      [{ teams: 'a' }, 'teams'],
    ] as const) {
      const answer = await club.post(MEMBERS, { ...person, ...change })
      expect([change, answer.status, errorPaths(answer)]).toEqual([change, 422, [path]])
    }
    expect(await rows('SELECT id FROM persons')).toHaveLength(2)
  })

  it('are accepted by external id or column id, and returned by external id only', async () => {
    const club = await workspace()
    const [keyed, bare] = (await added(club, [{ external_id: 'x' }, {}])).map(({ id }) => id) as [
      string,
      string,
    ]
    const byId = await created(club, { email: 'x@example.org', [keyed]: 'one', [bare]: 'two' })
    expect(byId).toMatchObject({ x: 'one', [bare]: 'two' })
    expect(byId).not.toHaveProperty(keyed)
    expect(await customValues(byId.id)).toEqual({ [keyed]: 'one', [bare]: 'two' })
    const updated = await club.put(`${MEMBERS}/${byId.id}`, { [keyed]: 'three', [bare]: null })
    expect(updated.body.data).toMatchObject({ x: 'three', [bare]: null })
    const synchronized = await club.put(MEMBERS, { data: [{ id: byId.id, [keyed]: null, [bare]: 'four' }] })
    expect(synchronized.body.data).toMatchObject([{ x: null, [bare]: 'four' }])
    expect(await customValues(byId.id)).toEqual({ [bare]: 'four' })
  })

  it.each([
    ['one', 'one'],
    ['one', 'two'],
    [null, 'one'],
    ['one', null],
    [null, null],
  ])('refuse both keys of a column at once: %j and %j', async (one, two) => {
    const club = await workspace()
    const [column] = await added(club, [{ external_id: 'x' }])
    const both = { email: 'x@example.org', x: one, [String(column?.id)]: two }
    const { id } = await created(club, { email: 'x@example.org', x: 'before' })
    for (const answer of [
      await club.post(MEMBERS, both),
      await club.put(`${MEMBERS}/${id}`, both),
      await club.put(MEMBERS, { data: [both] }),
    ])
      expect([answer.status, errorPaths(answer).length]).toEqual([422, 1])
    expect((await club.get(MEMBERS)).body.data).toMatchObject([{ id, x: 'before' }])
  })

  it('refuse keys that are no column of the list', async () => {
    const club = await workspace()
    const [contacts] = await added(club, [{ external_id: 'x' }], CONTACT_COLUMNS)
    await added(club, [{ external_id: 'y' }])
    const keys = ['x', String(contacts?.id), 'Y', 'col_', 'col_000000000000000000000000']
    const person = Object.fromEntries(keys.map((key) => [key, null]))
    const answer = await club.post(MEMBERS, { email: 'x@example.org', ...person })
    expect([answer.status, errorPaths(answer)]).toEqual([422, keys.toSorted()])
  })

  it('are kept when they are omitted', async () => {
    const club = await workspace()
    await added(club, [{ external_id: 'a' }, { external_id: 'b', type: 'array' }, { external_id: 'c' }])
    const { id } = await created(club, { email: 'x@example.org', a: '1', b: ['2', '3'], c: '4' })
    const { data } = (await club.put(`${MEMBERS}/${id}`, { b: ['5'] })).body
    expect(data).toMatchObject({ a: '1', b: ['5'], c: '4' })
    const answers = await Promise.all([
      club.put(`${MEMBERS}/${id}`, { a: 'new' }),
      club.put(MEMBERS, { data: [{ id, c: 'new' }] }),
    ])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect((await club.get(`${MEMBERS}/${id}`)).body.data).toMatchObject({ a: 'new', b: ['5'], c: 'new' })
  })

  it('are null on persons that are older than the column, whose updated_at stays', async () => {
    const club = await workspace()
    const { id } = await created(club, { email: 'x@example.org', external_id: 'x' })
    await rows('UPDATE persons SET updated_at = ?', LONG_AGO)
    const [keyed, bare] = await added(club, [{ external_id: 'late', type: 'array' }, { type: 'boolean' }])
    const expected = { id, late: null, [String(bare?.id)]: null, updated_at: LONG_AGO }
    expect((await club.get(`${MEMBERS}/x`)).body.data).toMatchObject(expected)
    expect((await club.get(MEMBERS)).body.data).toMatchObject([expected])
    const data = [{ external_id: 'x', late: null }]
    const unchanged = await club.put(MEMBERS, { data })
    expect(unchanged.body).toMatchObject({ data: [expected], meta: { unchanged: 1, updated: 0 } })
    const set = await club.put(`${MEMBERS}/x`, { late: ['now'] })
    expect(set.body.data).toMatchObject({ late: ['now'], [String(bare?.id)]: null })
    expect(await customValues(id)).toEqual({ [String(keyed?.id)]: ['now'] })
  })

  it('are returned in column order for every person', async () => {
    const club = await workspace()
    await added(club, [{ external_id: 'z' }, { external_id: 'a' }])
    await created(club, { email: 'x@example.org', a: '1', z: '2' })
    await created(club, { email: 'y@example.org' })
    const { text } = await club.get(MEMBERS)
    expect(text.match(/"[az]":[^,}]+/g)).toEqual(['"z":"2"', '"a":"1"', '"z":null', '"a":null'])
  })

  it('are limited in size per person, in texts and arrays, over several updates too', async () => {
    const club = await workspace()
    const columns = Array.from({ length: 60 }, (_, index) => ({ external_id: `a${index}`, type: 'array' }))
    await added(club, [...columns, ...columns.map((_, index) => ({ external_id: `t${index}` }))])
    const { id } = await created(club, { external_id: 'me' })
    const arrays = columns.map(({ external_id }) => [external_id, Array(200).fill('x'.repeat(255))])
    const texts = columns.map((_, index) => [`t${index}`, 'x'.repeat(5000)])
    for (const all of [arrays, texts]) {
      const whole = await club.put(MEMBERS, { data: [{ id, ...Object.fromEntries(all) }] })
      expect(whole.status).toBe(422)
      const statuses = new Set<number>()
      for (let index = 0; index < all.length; index += 15)
        statuses.add(
          (await club.put(`${MEMBERS}/${id}`, Object.fromEntries(all.slice(index, index + 15)))).status,
        )
      expect([...statuses]).toContain(422)
      expect([...statuses]).not.toContain(500)
    }
    expect((await club.get(MEMBERS)).status).toBe(200)
  })
})

describe('exact custom values', () => {
  const ODD = [
    '"col_000000000000000000000000":',
    '","col_000000000000000000000000":"',
    '{"a":1}',
    '[null]',
    'null',
    'true',
    '1e21',
    '\\',
    '\\"',
    '\\u0041',
    '"',
    "'",
    "''; DROP TABLE persons; --",
    'a\nb',
    'a\r\nb',
    'a\tb',
    '🦄',
    '👩‍👩‍👧',
    'مرحبا',
    'é',
    '\ufffd',
    '\u{10ffff}',
    '}',
    ']',
    ',',
    ':',
    '%',
    '$.a',
    '?1',
    '</script>',
  ]
  const NUMBERS = [
    0,
    -0,
    0.1,
    1e21,
    -1e-7,
    5e-324,
    Number.MAX_VALUE,
    Number.MAX_SAFE_INTEGER,
    100,
    1e20,
    123456789012345680000,
  ]
  const text = (unit: RegExp) =>
    fc
      .array(fc.oneof(fc.constantFrom(...ODD), fc.string({ unit: 'binary', maxLength: 8 })), { maxLength: 6 })
      .map((parts) => tidy(parts.join('').replace(unit, ''), ' '))
  const prose = text(/(?![\t\n\r])\p{Cc}/gu)
  const line = text(/\p{Cc}/gu).map((value) => tidyValue(value) || '"')
  const value: Record<Type, fc.Arbitrary<unknown>> = {
    string: prose,
    boolean: fc.boolean(),
    array: fc.array(line, { maxLength: 5 }),
    integer: fc.oneof(
      fc.maxSafeInteger(),
      fc.constantFrom(0, -0, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER),
    ),
    number: fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.constantFrom(...NUMBERS)),
    date: fc
      .date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
      .map((day) => day.toISOString().slice(0, 10)),
    email: fc.constantFrom('a@example.org', "O'Neil+x@Sub.Example.org"),
    url: fc.webUrl({ withQueryParameters: true, withFragments: true }),
  }
  const values = fc.record(
    Object.fromEntries(TYPES.map((type) => [`a_${type}`, fc.option(value[type], { nil: null })])),
  )
  // JSON itself has no -0 as JavaScript writes it.
  const asSent = (sent: object) => JSON.parse(JSON.stringify(sent))

  it('are returned unchanged by create, update, synchronize, read and page, and stored unchanged', async () => {
    const club = await workspace()
    const columns = await added(
      club,
      TYPES.map((type) => ({ type, external_id: `a_${type}` })),
    )
    const storedAs = (sent: Record<string, unknown>) =>
      Object.fromEntries(
        columns
          .filter(({ type }) => sent[`a_${type}`] !== null)
          .map(({ id, type }) => [id, asSent(sent)[`a_${type}`]]),
      )
    const shown = (person: Record<string, unknown>) =>
      Object.fromEntries(TYPES.map((type) => [`a_${type}`, person[`a_${type}`]]))
    await fc.assert(
      fc.asyncProperty(values, values, values, async (first, second, third) => {
        const person = await created(club, { email: 'x@example.org', ...first })
        expect(shown(person)).toEqual(asSent(first))
        const path = `${MEMBERS}/${person.id}`
        const updated = await club.put(path, second)
        expect([updated.status, shown(updated.body.data)]).toEqual([200, asSent(second)])
        expect(await customValues(person.id)).toEqual(storedAs(second))
        const body = {
          data: [
            { id: person.id, ...third },
            { email: 'y@example.org', ...first },
          ],
          delete_omitted: true,
        }
        const synchronized = await club.put(MEMBERS, body)
        expect([synchronized.status, synchronized.body.data.map(shown)]).toEqual([
          200,
          [third, first].map(asSent),
        ])
        expect(await customValues(person.id)).toEqual(storedAs(third))
        expect((await club.get(path)).body.data).toEqual(synchronized.body.data[0])
        const page = (await club.get(MEMBERS)).body.data
        expect(page).toEqual(synchronized.body.data)
        const again = await club.put(MEMBERS, { data: page })
        expect(again.body.meta).toEqual({ created: 0, updated: 0, unchanged: 2, deleted: 0 })
      }),
      { numRuns: 60 },
    )
  })

  it.each(ODD)('%j is returned unchanged from a field, a string column and an array column', async (odd) => {
    const club = await workspace()
    await added(club, [{ external_id: 's' }, { type: 'array', external_id: 'a' }, { external_id: 'last' }])
    const inLine = `x${odd.replace(/\p{Cc}/gu, '')}`
    const person = {
      name: { first_name: inLine, last_name: null },
      phone_numbers: [{ label: inLine, number: inLine }],
      s: odd,
      a: [inLine, inLine],
      last: odd,
    }
    const { id } = await created(club, person)
    expect((await club.get(`${MEMBERS}/${id}`)).body.data).toMatchObject(person)
    expect((await club.get(MEMBERS)).body.data).toMatchObject([person])
  })

  it('are returned for 500 persons of 6 KB each in one page', async () => {
    const club = await workspace()
    await added(club, [{ external_id: 'one' }, { external_id: 'two' }])
    const data = Array.from({ length: 500 }, (_, index) => ({
      external_id: `p${index}`,
      one: `${index}${'ü'.repeat(1500)}`,
      two: `${index}${'"'.repeat(1500)}`,
    }))
    expect((await club.put(MEMBERS, { data })).status).toBe(200)
    const answer = await club.get(MEMBERS)
    expect([answer.status, answer.cost.trips]).toEqual([200, 1])
    expect(answer.text.length).toBeGreaterThan(2_000_000)
    expect(answer.body.meta).toMatchObject({ next_cursor: null, prev_cursor: null })
    expect(answer.body.data).toMatchObject(data)
    const [sum] = await rows<{ least: number }>(
      'SELECT min(octet_length(custom_values)) AS least FROM persons',
    )
    expect(sum?.least).toBeGreaterThan(6000)
  })
})

it('stores nothing of refused columns or values', async () => {
  const club = await workspace()
  await club.put(COLUMNS, { data: [{ name: 'X', type: 'x' }] })
  await club.post(MEMBERS, { email: 'x@example.org', x: 1 })
  const { results } = await env.DB.prepare(
    'SELECT 1 FROM persons UNION ALL SELECT 1 FROM custom_columns',
  ).all()
  expect(results).toEqual([])
})
