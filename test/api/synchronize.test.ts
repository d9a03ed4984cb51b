import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Answer } from '../support/call'
import { interruptedBy } from '../support/fake-d1'
import { operator, rows, type Workspace, workspace } from '../support/workspace'

const MEMBERS = '/lists/members/persons'
const LONG_AGO = '2001-02-03T04:05:06.789Z'

type Row = { id: string; external_id: string | null; email: string | null }

const storedRows = () => rows('SELECT * FROM persons ORDER BY id')
const storedKeys = () => rows<Row>('SELECT id, external_id, email FROM persons ORDER BY id')
const idsByExternalId = async () =>
  Object.fromEntries((await storedKeys()).map(({ id, external_id }) => [external_id, id]))
const backdate = () => rows('UPDATE persons SET created_at = ?1, updated_at = ?1', LONG_AGO)
const mailOf = (name: string) => `${name}@example.org`
const withMail = (...names: string[]) => names.map((name) => ({ external_id: name, email: mailOf(name) }))
const persons = (size: number, from = 0) =>
  Array.from({ length: size }, (_, index) => ({
    external_id: `p${from + index}`,
    email: mailOf(`p${from + index}`),
  }))
const errorPaths = (answer: Answer) => Object.keys(answer.body?.errors ?? {}).sort()

async function synchronize(club: Workspace, data: object[], options: object = {}) {
  const answer = await club.put(MEMBERS, { data, ...options })
  expect([answer.status, answer.body.errors]).toEqual([200, undefined])
  return answer.body
}

async function createApplicant(club: Workspace, external_id: string) {
  const answer = await club.post(MEMBERS, { external_id, creation_behaviour: 'unconfirmed' })
  return answer.body.data
}

describe('matching of persons', () => {
  it('updates by id, updates or creates by external id, and creates the rest, in request order', async () => {
    const club = await workspace()
    const { data: before } = await synchronize(club, [...withMail('a', 'b', 'c'), { email: mailOf('d') }])
    await backdate()
    const answer = await club.put(MEMBERS, {
      data: [
        { email: mailOf('new') },
        { external_id: 'c', email: mailOf('c2') },
        { id: before[3].id, external_id: 'd' },
        { external_id: 'e', name: { last_name: 'E' } },
        { external_id: 'a' },
        { id: before[1].id, email: null },
      ],
    })
    expect(answer.status).toBe(200)
    expect(answer.cost.trips).toBe(2)
    const { data, meta } = answer.body
    expect(meta).toEqual({ created: 2, updated: 3, unchanged: 1, deleted: 0 })
    const [neither, c, d, e, a, b] = data
    expect(neither).toMatchObject({ external_id: null, email: mailOf('new'), membership_status: 'active' })
    expect(c).toMatchObject({ id: before[2].id, email: mailOf('c2'), created_at: LONG_AGO })
    expect(d).toMatchObject({ id: before[3].id, external_id: 'd', email: mailOf('d') })
    expect(e).toMatchObject({ external_id: 'e', email: null, name: { first_name: null, last_name: 'E' } })
    expect(a).toEqual({ ...before[0], created_at: LONG_AGO, updated_at: LONG_AGO })
    expect(b).toMatchObject({ id: before[1].id, external_id: 'b', email: null })
    expect((await club.get(MEMBERS)).body.data).toEqual([a, b, c, d, neither, e])
    expect(await storedKeys()).toEqual(
      [a, b, c, d, neither, e].map(({ id, external_id, email }) => ({ id, external_id, email })),
    )
  })

  it('creates persons in request order', async () => {
    const club = await workspace()
    const { data } = await synchronize(club, persons(300))
    expect(data.map((person: Row) => person.external_id)).toEqual(persons(300).map((one) => one.external_id))
    expect((await club.get(MEMBERS)).body.data).toEqual(data)
  })

  it('stores the letters of new persons as they are, in custom values too', async () => {
    const club = await workspace()
    await club.put('/lists/members/custom_columns', {
      data: [{ name: 'Note', type: 'string', external_id: 'note' }],
    })
    const text = 'Łódź – "😀" \\u2013'
    const data = [{ name: { last_name: text }, address: { city: text }, note: text }]
    await synchronize(club, data)
    const stored = await rows("SELECT last_name, address ->> 'city' AS city, custom_values FROM persons")
    const columns = await rows<{ id: string }>('SELECT id FROM custom_columns')
    expect(stored).toEqual([
      { last_name: text, city: text, custom_values: JSON.stringify({ [columns[0]?.id ?? '']: text }) },
    ])
    expect((await club.get(MEMBERS)).body.data).toMatchObject(data)
  })

  it('creates a new person at each call for entries without id and external id', async () => {
    const club = await workspace()
    for (const created of [1, 2]) {
      const { meta } = await synchronize(club, [{ email: mailOf('x') }])
      expect(meta).toEqual({ created: 1, updated: 0, unchanged: 0, deleted: 0 })
      expect(await storedKeys()).toHaveLength(created)
    }
  })

  it('refuses an id that is not in this list, whatever else is sent', async () => {
    const [club, other] = [await workspace(), await workspace()]
    const { data: foreign } = await synchronize(other, withMail('a'))
    const contact = (await club.post('/lists/contacts/persons', withMail('a')[0])).body.data
    const before = await storedRows()
    const ids = ['per_000000000000000000000000', foreign[0].id, contact.id, '', 'a', 7]
    const answer = await club.put(MEMBERS, { data: ids.map((id) => ({ id, email: mailOf('x') })) })
    expect([answer.status, errorPaths(answer)]).toEqual([422, ids.map((_, index) => `data.${index}.id`)])
    expect(await storedRows()).toEqual(before)
  })

  it('matches applicants by id and by external id, and keeps them applicants', async () => {
    const club = await workspace()
    const [one, two] = [await createApplicant(club, 'one'), await createApplicant(club, 'two')]
    const { data, meta } = await synchronize(club, [
      { id: one.id, email: mailOf('one') },
      { external_id: 'two', email: mailOf('two') },
    ])
    expect(meta).toEqual({ created: 0, updated: 2, unchanged: 0, deleted: 0 })
    expect(data).toMatchObject([
      { id: one.id, email: mailOf('one'), membership_status: 'applicant' },
      { id: two.id, email: mailOf('two'), membership_status: 'applicant' },
    ])
    expect((await club.get(MEMBERS)).body.data).toEqual([])
  })

  it('synchronizes contacts as it does members, and apart from them', async () => {
    const club = await workspace()
    await synchronize(club, withMail('a'))
    const answer = await club.put('/lists/contacts/persons', {
      data: withMail('a', 'b'),
      delete_omitted: true,
    })
    expect(answer.body.meta).toEqual({ created: 2, updated: 0, unchanged: 0, deleted: 0 })
    expect(await rows('SELECT list_id, external_id FROM persons ORDER BY list_id, external_id')).toEqual([
      { list_id: 'contacts', external_id: 'a' },
      { list_id: 'contacts', external_id: 'b' },
      { list_id: 'members', external_id: 'a' },
    ])
  })

  type Twice = [string, (a: Row) => object[], string[]]
  it.each<Twice>([
    ['by id', ({ id }) => [{ id }, { id }], ['data.1.id']],
    ['by external id', () => [{ external_id: 'a' }, { external_id: 'a' }], ['data.1.external_id']],
    ['by both', ({ id }) => [{ id }, { external_id: 'a' }], ['data.1.external_id']],
    ['by both the other way', ({ id }) => [{ external_id: 'a' }, { id }], ['data.1.id']],
    [
      'as new',
      () => [{ external_id: 'x' }, { external_id: 'b' }, { external_id: 'x' }],
      ['data.2.external_id'],
    ],
  ])('refuses the same person twice, named %s', async (_, data, paths) => {
    const club = await workspace()
    const before = await synchronize(club, withMail('a', 'b'))
    const stored = await storedRows()
    const changed = data(before.data[0]).map((item) => ({ ...item, email: mailOf('changed') }))
    const answer = await club.put(MEMBERS, { data: changed })
    expect(answer.status).toBe(422)
    expect(errorPaths(answer)).toEqual(expect.arrayContaining(paths))
    expect(await storedRows()).toEqual(stored)
  })
})

describe('merging of fields', () => {
  it('keeps omitted fields, clears those that are null, and merges names by part', async () => {
    const club = await workspace()
    await synchronize(club, [
      {
        external_id: 'a',
        email: mailOf('a'),
        birthdate: '2000-01-01',
        name: { first_name: 'A', last_name: 'B' },
      },
    ])
    await backdate()
    const { data } = await synchronize(club, [
      { external_id: 'a', birthdate: null, name: { last_name: 'C' }, address: { city: 'Bonn' } },
    ])
    expect(data[0]).toMatchObject({
      email: mailOf('a'),
      birthdate: null,
      name: { first_name: 'A', last_name: 'C' },
      address: { street: null, postcode: null, city: 'Bonn', country_code: null },
      created_at: LONG_AGO,
    })
    expect(data[0].updated_at).not.toBe(LONG_AGO)
    expect(await storedRows()).toMatchObject([
      {
        email: mailOf('a'),
        birthdate: null,
        first_name: 'A',
        last_name: 'C',
        updated_at: data[0].updated_at,
      },
    ])
  })

  it('merges different fields of different persons in one request', async () => {
    const club = await workspace()
    const full = (name: string) => ({
      external_id: name,
      email: mailOf(name),
      birthdate: '2000-01-01',
      membership_number: name,
      name: { first_name: name, last_name: name },
    })
    await synchronize(club, ['a', 'b', 'c', 'd'].map(full))
    const { data } = await synchronize(club, [
      { external_id: 'a', email: null },
      { external_id: 'b', birthdate: '1999-09-09' },
      { external_id: 'c', name: null, membership_number: '7' },
      { external_id: 'd' },
    ])
    expect(data).toMatchObject([
      { ...full('a'), email: null },
      { ...full('b'), birthdate: '1999-09-09' },
      { ...full('c'), name: { first_name: null, last_name: null }, membership_number: '7' },
      full('d'),
    ])
  })

  it('changes nothing when a request is repeated, or when a response is sent back, updated_at included', async () => {
    const club = await workspace()
    const body = {
      delete_omitted: true,
      data: [...withMail('a', 'b'), { external_id: 'c', name: { last_name: 'C' } }],
    }
    await club.put(MEMBERS, body)
    await createApplicant(club, 'x')
    await backdate()
    const before = await storedRows()
    const read = (await club.get(MEMBERS)).body.data
    for (const again of [
      body,
      { ...body, data: read },
      { data: read.toReversed() },
      { data: [{ id: read[0].id }] },
    ]) {
      const answer = await club.put(MEMBERS, again)
      const meta = { created: 0, updated: 0, unchanged: again.data.length, deleted: 0 }
      expect([answer.status, answer.body.meta]).toEqual([200, meta])
      expect(answer.cost.rowsWritten).toBe(0)
      expect(await storedRows()).toEqual(before)
    }
  })

  it('keeps updated_at of unchanged persons beside changed ones', async () => {
    const club = await workspace()
    await synchronize(club, withMail('a', 'b'))
    await backdate()
    await synchronize(club, [{ external_id: 'a', email: mailOf('changed') }, ...withMail('b')])
    const [a, b] = await storedRows()
    expect(a?.updated_at).not.toBe(LONG_AGO)
    expect(b?.updated_at).toBe(LONG_AGO)
  })

  it('does nothing for empty data', async () => {
    const club = await workspace()
    await synchronize(club, withMail('a'))
    const before = await storedRows()
    const nothing = { created: 0, updated: 0, unchanged: 0, deleted: 0 }
    expect(await synchronize(club, [])).toEqual({ data: [], meta: nothing })
    expect(await storedRows()).toEqual(before)
  })
})

describe('delete_omitted', () => {
  it('deletes the regular persons that data omits, never applicants or contacts', async () => {
    const club = await workspace()
    const { data } = await synchronize(club, [
      ...withMail('a', 'b', 'c'),
      { email: mailOf('d') },
      { email: mailOf('e') },
    ])
    await createApplicant(club, 'x')
    await club.post('/lists/contacts/persons', { external_id: 'y' })
    const { meta } = await synchronize(club, [{ external_id: 'b' }, { id: data[3].id }, ...withMail('new')], {
      delete_omitted: true,
    })
    expect(meta).toEqual({ created: 1, updated: 0, unchanged: 2, deleted: 3 })
    expect(Object.keys(await idsByExternalId()).sort()).toEqual(['b', 'new', 'null', 'x', 'y'])
    for (const { id } of [data[0], data[2], data[4]])
      expect((await club.get(`${MEMBERS}/${id}`)).status).toBe(404)
  })

  it('deletes no persons of other workspaces', async () => {
    const [club, other] = [await workspace(), await workspace()]
    await synchronize(other, withMail('a', 'b'))
    await synchronize(club, withMail('a', 'b'))
    await synchronize(club, withMail('a'), { delete_omitted: true })
    expect((await other.get(MEMBERS)).body.data).toHaveLength(2)
  })

  it.each([{}, { delete_omitted: false }])('deletes no person with %j', async (options) => {
    const club = await workspace()
    await synchronize(club, withMail('a', 'b'))
    const { meta } = await synchronize(club, withMail('a'), options)
    expect(meta).toEqual({ created: 0, updated: 0, unchanged: 1, deleted: 0 })
    expect(await storedKeys()).toHaveLength(2)
  })

  it('refuses to delete all persons', async () => {
    const club = await workspace()
    await synchronize(club, withMail('a'))
    const answer = await club.put(MEMBERS, { delete_omitted: true, data: [] })
    expect([answer.status, errorPaths(answer), (await storedKeys()).length]).toEqual([422, ['data'], 1])
  })

  it.each([
    ['names no one', [{ email: mailOf('a') }, { email: mailOf('b') }]],
    ['names strangers', withMail('c', 'd')],
    ['names an applicant alone', withMail('x')],
  ])('refuses to delete the whole list when the body %s', async (_, data) => {
    const club = await workspace()
    await synchronize(club, withMail('a', 'b'))
    await createApplicant(club, 'x')
    const before = await storedRows()
    const answer = await club.put(MEMBERS, { delete_omitted: true, data })
    expect([answer.status, errorPaths(answer)]).toEqual([422, ['data']])
    expect(await storedRows()).toEqual(before)
  })

  it('fills an empty list, whatever data contains', async () => {
    const club = await workspace()
    const answer = await club.put(MEMBERS, { delete_omitted: true, data: withMail('a', 'b') })
    expect([answer.status, answer.body.meta.created]).toEqual([200, 2])
  })

  it('deletes no person when data has an error', async () => {
    const club = await workspace()
    await synchronize(club, withMail('a', 'b'))
    const before = await storedRows()
    const body = { delete_omitted: true, data: [{ external_id: 'a', email: 'x' }] }
    expect((await club.put(MEMBERS, body)).status).toBe(422)
    expect(await storedRows()).toEqual(before)
  })

  it('deletes many persons in two trips', async () => {
    const club = await workspace()
    await synchronize(club, persons(3000))
    const answer = await club.put(MEMBERS, { delete_omitted: true, data: persons(1500, 1000) })
    expect(answer.body.meta).toEqual({ created: 0, updated: 0, unchanged: 1500, deleted: 1500 })
    expect(answer.cost.trips).toBe(2)
    expect(Object.keys(await idsByExternalId()).sort()).toEqual(
      persons(1500, 1000)
        .map((one) => one.external_id)
        .sort(),
    )
  })
})

describe('external ids that move within a request', () => {
  it('stay with a person that is named by its id alone', async () => {
    const club = await workspace()
    const [a, b] = (await synchronize(club, withMail('a', 'b'))).data
    const answer = await club.put(MEMBERS, { data: [{ id: b.id, external_id: 'a' }, { id: a.id }] })
    expect([answer.status, errorPaths(answer)]).toEqual([422, ['data.0.external_id', 'data.1.external_id']])
    expect(await idsByExternalId()).toEqual({ a: a.id, b: b.id })
  })

  it('may be swapped between two persons, and rotated among three', async () => {
    const club = await workspace()
    const [a, b, c] = (await synchronize(club, withMail('a', 'b', 'c'))).data
    const swapped = await synchronize(club, [
      { id: a.id, external_id: 'b' },
      { id: b.id, external_id: 'a' },
    ])
    expect(swapped.meta).toEqual({ created: 0, updated: 2, unchanged: 0, deleted: 0 })
    expect(swapped.data).toMatchObject([
      { id: a.id, external_id: 'b' },
      { id: b.id, external_id: 'a' },
    ])
    expect(await idsByExternalId()).toEqual({ a: b.id, b: a.id, c: c.id })
    await synchronize(club, [
      { id: a.id, external_id: 'c' },
      { id: c.id, external_id: 'a' },
      { id: b.id, external_id: 'b' },
    ])
    expect(await idsByExternalId()).toEqual({ a: c.id, b: b.id, c: a.id })
  })

  it('pass from a person that gets another or none, to an existing or a new person', async () => {
    const club = await workspace()
    const [a, b, c] = (await synchronize(club, withMail('a', 'b', 'c'))).data
    await synchronize(club, [
      { id: b.id, external_id: 'a' },
      { id: a.id, external_id: 'fresh' },
      { id: c.id, external_id: null },
    ])
    expect(await idsByExternalId()).toEqual({ a: b.id, fresh: a.id, null: c.id })
  })

  it('pass from an omitted person to another', async () => {
    const club = await workspace()
    const [a, b] = (await synchronize(club, withMail('a', 'b'))).data
    const { meta } = await synchronize(club, [{ id: a.id, external_id: 'b' }], { delete_omitted: true })
    expect(meta).toEqual({ created: 0, updated: 1, unchanged: 0, deleted: 1 })
    expect(await idsByExternalId()).toEqual({ b: a.id })
    expect((await club.get(`${MEMBERS}/${b.id}`)).status).toBe(404)
  })

  it.each([
    ['is not in the request', (_: Row) => []],
    ['keeps it', ({ id }: Row) => [{ id, email: mailOf('b2') }]],
    ['sends it as it is', ({ id }: Row) => [{ id, external_id: 'b' }]],
  ])('are refused when their holder %s', async (_, others) => {
    const club = await workspace()
    const [a, b] = (await synchronize(club, withMail('a', 'b'))).data
    const before = await storedRows()
    const answer = await club.put(MEMBERS, { data: [{ id: a.id, external_id: 'b' }, ...others(b)] })
    expect(answer.status).toBe(422)
    expect(await storedRows()).toEqual(before)
  })

  it('are refused from applicants, who are never omitted', async () => {
    const club = await workspace()
    const [a] = (await synchronize(club, withMail('a'))).data
    await createApplicant(club, 'x')
    const body = { delete_omitted: true, data: [{ id: a.id, external_id: 'x' }] }
    const answer = await club.put(MEMBERS, body)
    expect([answer.status, errorPaths(answer)]).toEqual([422, ['data.0.external_id']])
    expect(Object.keys(await idsByExternalId()).sort()).toEqual(['a', 'x'])
  })
})

describe('any synchronization', () => {
  type Item = { id: string | undefined; external_id: string | null | undefined }
  type Model = Map<string, string | null>

  /** The external ids by id after a synchronization; undefined when it must be refused. */
  function outcome(before: Model, items: Item[], omit: boolean) {
    if (omit && items.length === 0) return undefined
    const holderOf = (key: Item['external_id']) =>
      [...before].find(([, external_id]) => external_id !== null && external_id === key)?.[0]
    const targets = items.map(({ id, external_id }) => id ?? holderOf(external_id))
    const named = targets.filter((target) => target !== undefined)
    if (new Set(named).size < named.length) return undefined
    if (omit && named.length === 0) return undefined
    const kept = [...before.keys()].filter((id) => !omit || named.includes(id))
    const after: Model = new Map(kept.map((id) => [id, before.get(id) ?? null]))
    for (const [index, { external_id }] of items.entries()) {
      const target = targets[index]
      if (target === undefined) after.set(`new ${index}`, external_id ?? null)
      else if (external_id !== undefined) after.set(target, external_id)
    }
    const keys = [...after.values()].filter((key) => key !== null)
    return new Set(keys).size < keys.length ? undefined : { after, created: items.length - named.length }
  }

  it('ends as a model does, however external ids move between existing, new and omitted persons', async () => {
    const item = fc.record({
      who: fc.option(fc.nat(4), { nil: undefined }),
      external_id: fc.constantFrom('a', 'b', 'c', 'd', 'new', null, undefined),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(item, { maxLength: 5 }), fc.boolean(), async (drawn, omit) => {
        const club = await workspace()
        const start = [...withMail('a', 'b', 'c', 'd'), { email: mailOf('e') }]
        const { data: persons } = await synchronize(club, start)
        const items: Item[] = drawn.map(({ who, external_id }) => ({
          id: persons[who ?? -1]?.id,
          external_id,
        }))
        const before: Model = new Map(persons.map(({ id, external_id }: Row) => [id, external_id]))
        const expected = outcome(before, items, omit)
        const data = items.map((one) => ({ ...one, email: mailOf('changed') }))
        const answer = await club.put(MEMBERS, { data, delete_omitted: omit })
        const stored = await rows<Row>('SELECT id, external_id FROM persons WHERE workspace_id = ?', club.id)
        if (!expected) {
          expect(answer.status).toBe(422)
          expect(new Map(stored.map(({ id, external_id }) => [id, external_id]))).toEqual(before)
          return
        }
        expect([answer.status, answer.body.errors]).toEqual([200, undefined])
        expect(answer.body.meta).toEqual({
          created: expected.created,
          updated: items.length - expected.created,
          unchanged: 0,
          deleted: before.size + expected.created - expected.after.size,
        })
        const shown = ({ id, external_id }: Row) => `${before.has(id) ? id : 'new'} ${external_id}`
        const due = [...expected.after].map(([id, external_id]) => shown({ id, external_id, email: null }))
        expect(stored.map(shown).sort()).toEqual(due.sort())
      }),
      { numRuns: 80 },
    )
  })
})

describe('refused synchronizations', () => {
  it.each<[object, string[]]>([
    [{}, ['data']],
    [{ data: null }, ['data']],
    [{ data: {} }, ['data']],
    [{ data: 'all' }, ['data']],
    [{ data: [], mode: 'x' }, ['mode']],
    [{ data: [], delete_omitted: 'yes' }, ['delete_omitted']],
    [{ data: [null, 7, 'x', []] }, ['data.0', 'data.1', 'data.2', 'data.3']],
    [{ data: [{}] }, ['data.0.name']],
    [{ data: [{ birthdate: '2000-01-01' }] }, ['data.0.name']],
    [{ data: [{ external_id: 'x', creation_behaviour: 'default' }] }, ['data.0.creation_behaviour']],
    [{ data: [{ external_id: 'per_x' }] }, ['data.0.external_id']],
    [{ data: [{ email: mailOf('x'), membership_status: 'active' }] }, ['data.0.membership_status']],
    [{ data: [{ external_id: 'a', created_at: LONG_AGO }] }, ['data.0.created_at']],
    [{ data: [{ external_id: 'a', external_id_: 'x' }] }, ['data.0.external_id_']],
    [{ data: [{ external_id: 'a', email: null, name: null, external_id_: 1 }] }, ['data.0.external_id_']],
  ])('refuses %j and changes nothing', async (body, paths) => {
    const club = await workspace()
    await synchronize(club, withMail('a'))
    const before = await storedRows()
    const answer = await club.put(MEMBERS, body)
    expect([answer.status, errorPaths(answer)]).toEqual([422, paths])
    expect(await storedRows()).toEqual(before)
  })

  it('return all errors of all persons at once, those of fields and of rules', async () => {
    const club = await workspace()
    await synchronize(club, withMail('a', 'b'))
    const before = await storedRows()
    const answer = await club.put(MEMBERS, {
      delete_omitted: 1,
      data: [
        { external_id: 'a', email: 'x', name: { first_name: 1 } },
        { external_id: 'new' },
        { id: 'per_x', email: mailOf('x') },
        { external_id: 'a' },
        { address: { country_code: 'de' } },
        { external_id: 'b', id_: 1, updated_at: 'x' },
      ],
    })
    expect(answer.status).toBe(422)
    expect(errorPaths(answer)).toEqual([
      'data.0.email',
      'data.0.name.first_name',
      'data.2.id',
      'data.3.external_id',
      'data.4.name',
      'data.5.id_',
      'data.5.updated_at',
      'delete_omitted',
    ])
    expect(await storedRows()).toEqual(before)
  })

  it('refuse to clear the last identification', async () => {
    const club = await workspace()
    const [a] = (await synchronize(club, withMail('a'))).data
    const before = await storedRows()
    const answer = await club.put(MEMBERS, { data: [{ id: a.id, external_id: null, email: null }] })
    expect([answer.status, errorPaths(answer)]).toEqual([422, ['data.0.name']])
    expect(await storedRows()).toEqual(before)
  })
})

describe('ten thousand persons', () => {
  it('are created, kept, updated and omitted in two trips each', async () => {
    const club = await workspace()
    await club.get('/me')
    const data = persons(10_000)
    const send = async (body: object) => {
      const answer = await club.put(MEMBERS, body)
      expect([answer.status, answer.cost.trips]).toEqual([200, 2])
      return answer.body
    }
    const created = await send({ data })
    expect(created.meta).toEqual({ created: 10_000, updated: 0, unchanged: 0, deleted: 0 })
    expect(created.data.map((person: Row) => person.external_id)).toEqual(data.map((one) => one.external_id))
    expect(await storedKeys()).toEqual(
      created.data.map(({ id, external_id, email }: Row) => ({ id, external_id, email })),
    )
    await backdate()
    expect((await club.put(MEMBERS, { data })).body.meta).toMatchObject({ unchanged: 10_000 })
    expect(await rows('SELECT DISTINCT updated_at FROM persons')).toEqual([{ updated_at: LONG_AGO }])
    const changed = await send({
      data: data.map((one, index) => (index % 2 ? one : { ...one, birthdate: '2000-01-01' })),
    })
    expect(changed.meta).toEqual({ created: 0, updated: 5000, unchanged: 5000, deleted: 0 })
    const omitted = await send({ data: [{ external_id: 'p7' }], delete_omitted: true })
    expect(omitted.meta).toEqual({ created: 0, updated: 0, unchanged: 1, deleted: 9999 })
    expect(Object.keys(await idsByExternalId())).toEqual(['p7'])
  })

  it('store nothing when one of them has an error', async () => {
    const club = await workspace()
    await synchronize(club, withMail('a'))
    const before = await storedRows()
    const data: object[] = persons(10_000)
    data[9998] = { external_id: 'p9998', email: 'x' }
    const answer = await club.put(MEMBERS, { data, delete_omitted: true })
    expect([answer.status, errorPaths(answer)]).toEqual([422, ['data', 'data.9998.email']])
    expect(await storedRows()).toEqual(before)
  })

  it('are the limit', async () => {
    const club = await workspace()
    const answer = await club.put(MEMBERS, { data: persons(10_001) })
    expect([answer.status, errorPaths(answer), await storedKeys()]).toEqual([422, ['data'], []])
  })

  it('fit in 10 MiB or are refused as too large', async () => {
    const club = await workspace()
    const data = persons(10_000).map((one) => ({
      ...one,
      name: { last_name: 'ü'.repeat(255), first_name: 'ü'.repeat(255) },
    }))
    const answer = await club.put(MEMBERS, { data })
    expect([answer.status, await storedKeys()]).toEqual([413, []])
    expect((await club.put(MEMBERS, { data: data.slice(0, 8000) })).status).toBe(200)
    expect(await storedKeys()).toHaveLength(8000)
  })
})

describe('concurrent synchronizations', () => {
  it('create each person once when two create the same persons', async () => {
    const club = await workspace()
    const [one, two] = await Promise.all([synchronize(club, persons(50)), synchronize(club, persons(50, 25))])
    expect(await storedKeys()).toHaveLength(75)
    expect(one.meta.created + two.meta.created).toBe(75)
    expect(new Set([...one.data, ...two.data].map((person) => person.id)).size).toBe(75)
  })

  it('keep both changes when two write different fields of the same persons', async () => {
    const club = await workspace()
    await synchronize(club, persons(20))
    const [one, two] = ['birthdate', 'join_date'].map((field) =>
      persons(20).map(({ external_id }) => ({ external_id, [field]: '2000-01-01' })),
    )
    const answers = await Promise.all([synchronize(club, one ?? []), synchronize(club, two ?? [])])
    expect(answers.map(({ meta }) => meta.updated)).toEqual([20, 20])
    const unset = 'SELECT id FROM persons WHERE birthdate IS NULL OR join_date IS NULL OR email IS NULL'
    expect(await rows(unset)).toEqual([])
  })

  it('keep a swap when two swap the same external ids', async () => {
    const club = await workspace()
    const [a, b] = (await synchronize(club, withMail('a', 'b'))).data
    const swap = [
      { id: a.id, external_id: 'b' },
      { id: b.id, external_id: 'a' },
    ]
    await Promise.all([synchronize(club, swap), synchronize(club, swap)])
    expect(await idsByExternalId()).toEqual({ a: b.id, b: a.id })
  })

  it('end as one after the other when two omit the persons of the other', async () => {
    const club = await workspace()
    await synchronize(club, withMail('a', 'b', 'z'))
    const answers = await Promise.all([
      synchronize(club, withMail('a', 'c'), { delete_omitted: true }),
      synchronize(club, withMail('b', 'c'), { delete_omitted: true }),
    ])
    expect(answers.map(({ data }) => data.length)).toEqual([2, 2])
    expect([
      ['a', 'c'],
      ['b', 'c'],
    ]).toContainEqual(Object.keys(await idsByExternalId()).sort())
  })

  it('all succeed when five run beside single creates', async () => {
    const club = await workspace()
    const answers = await Promise.all([
      ...[0, 1, 2, 3].map((index) => club.put(MEMBERS, { data: persons(10, index * 5) })),
      club.post(MEMBERS, { external_id: 'single' }),
    ])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 201])
    expect(Object.keys(await idsByExternalId()).sort()).toEqual(
      ['single', ...persons(25).map((one) => one.external_id)].sort(),
    )
  })

  it('update a person that is created between reading and writing', async () => {
    const club = await workspace()
    const meanwhile = interruptedBy(() => synchronize(club, [{ external_id: 'a', birthdate: '2000-01-01' }]))
    const answer = await club.put(MEMBERS, { data: withMail('a', 'b') }, meanwhile)
    expect([answer.status, answer.body.meta]).toEqual([
      200,
      { created: 1, updated: 1, unchanged: 0, deleted: 0 },
    ])
    expect(await rows('SELECT external_id, email, birthdate FROM persons ORDER BY external_id')).toEqual([
      { external_id: 'a', email: mailOf('a'), birthdate: '2000-01-01' },
      { external_id: 'b', email: mailOf('b'), birthdate: null },
    ])
  })

  it('create a new person when the one with the external id is deleted between reading and writing', async () => {
    const club = await workspace()
    const [a] = (await synchronize(club, withMail('a', 'b'))).data
    const body = { data: [{ external_id: 'a', email: mailOf('new') }, { external_id: 'b' }] }
    const answer = await club.put(
      MEMBERS,
      body,
      interruptedBy(() => club.delete(`${MEMBERS}/a`)),
    )
    expect([answer.status, answer.body.meta]).toEqual([
      200,
      { created: 1, updated: 0, unchanged: 1, deleted: 0 },
    ])
    expect(answer.body.data[0].id).not.toBe(a.id)
    expect(await storedKeys()).toMatchObject([
      { external_id: 'b' },
      { external_id: 'a', email: mailOf('new') },
    ])
  })

  it.each([
    ['changed', { email: mailOf('changed') }],
    ['left as it is', {}],
  ])('refuse the id of a person that is deleted between reading and writing, to be %s', async (_, change) => {
    const club = await workspace()
    const [a] = (await synchronize(club, withMail('a', 'b'))).data
    const body = {
      data: [{ external_id: 'b', email: mailOf('changed') }, { id: a.id, ...change }, ...withMail('c')],
    }
    const answer = await club.put(
      MEMBERS,
      body,
      interruptedBy(() => club.delete(`${MEMBERS}/a`)),
    )
    expect([answer.status, errorPaths(answer)]).toEqual([422, ['data.1.id']])
    expect(await storedKeys()).toMatchObject([{ external_id: 'b', email: mailOf('b') }])
  })

  it('do not count persons as deleted that are gone when they write', async () => {
    const club = await workspace()
    await synchronize(club, withMail('a', 'b', 'c'))
    const body = { data: withMail('a'), delete_omitted: true }
    const answer = await club.put(
      MEMBERS,
      body,
      interruptedBy(() => club.delete(`${MEMBERS}/b`)),
    )
    expect([answer.status, answer.body.meta.deleted]).toEqual([200, 1])
    expect(Object.keys(await idsByExternalId())).toEqual(['a'])
  })

  it('keep a person that gets an external id of data between reading and writing', async () => {
    const club = await workspace()
    const [a, b] = (await synchronize(club, withMail('a', 'b'))).data
    const moved = [
      { id: a.id, external_id: 'b' },
      { id: b.id, external_id: 'a' },
    ]
    const body = { data: withMail('a'), delete_omitted: true }
    const answer = await club.put(
      MEMBERS,
      body,
      interruptedBy(() => synchronize(club, moved)),
    )
    expect(answer.status).toBe(200)
    expect(await idsByExternalId()).toEqual({ a: answer.body.data[0].id })
    expect(answer.body.data[0].external_id).toBe('a')
  })

  it.each<[string, (club: Workspace, person: object, options: object) => Promise<Answer>]>([
    ['a synchronization', (club, person, options) => club.put(MEMBERS, { data: [person] }, options)],
    ['an update', (club, person, options) => club.put(`${MEMBERS}/a`, person, options)],
  ])('leaves no mixture of %s and another that gives the same fields', async (_, send) => {
    const club = await workspace()
    await synchronize(club, withMail('a'))
    const [one, other] = [
      { external_id: 'a', email: mailOf('a'), birthdate: '1985-12-10' },
      { external_id: 'a', email: mailOf('other'), birthdate: '1990-01-01' },
    ]
    const answer = await send(
      club,
      one,
      interruptedBy(() => synchronize(club, [other])),
    )
    expect(answer.status).toBe(200)
    expect(await rows('SELECT external_id, email, birthdate FROM persons')).toEqual([one])
  })

  it('update the person that has the external id when they write', async () => {
    const club = await workspace()
    const [a, b] = (await synchronize(club, withMail('a', 'b'))).data
    const moved = [
      { id: a.id, external_id: 'b' },
      { id: b.id, external_id: 'a' },
    ]
    const body = { data: [{ external_id: 'a', membership_number: '1815' }] }
    const answer = await club.put(
      MEMBERS,
      body,
      interruptedBy(() => synchronize(club, moved)),
    )
    expect([answer.status, answer.body.data[0].id]).toEqual([200, b.id])
    expect(await rows('SELECT id FROM persons WHERE membership_number IS NOT NULL')).toEqual([{ id: b.id }])
  })

  it('write custom values only, when another person changes between reading and writing', async () => {
    const club = await workspace()
    await club.put('/lists/members/custom_columns', {
      data: [{ name: 'Note', type: 'string', external_id: 'note' }],
    })
    const [a, b, c] = withMail('a', 'b', 'c')
    await synchronize(club, [a, b, { ...c, birthdate: '1985-12-10' }] as object[])
    const data = [{ external_id: 'a', note: 'new' }, { ...b, birthdate: '1990-01-01' }, c]
    const answer = await club.put(
      MEMBERS,
      { data },
      interruptedBy(() => synchronize(club, [{ external_id: 'b', email: mailOf('other') }])),
    )
    expect([answer.status, answer.body.meta]).toMatchObject([200, { updated: 2, unchanged: 1 }])
    expect(answer.body.data).toMatchObject([{ note: 'new' }, { email: mailOf('b') }, { email: mailOf('c') }])
    expect((await club.get(MEMBERS)).body.data).toEqual(answer.body.data)
  })

  it('write nothing when the key is revoked between reading and writing', async () => {
    const club = await workspace()
    await synchronize(club, withMail('a', 'b'))
    const before = await storedRows()
    const { api_key } = (await club.get('/me')).body.data
    const revoked = () => operator('DELETE', `/operator/workspaces/${club.id}/api_keys/${api_key.id}`)
    const body = { data: [{ external_id: 'a', email: null }, ...withMail('c')], delete_omitted: true }
    expect((await club.put(MEMBERS, body, interruptedBy(revoked))).status).toBe(401)
    expect(await storedRows()).toEqual(before)
  })
})

it.each([
  ['a name within a name', { name: { name: {} } }, 'data.0.name.name'],
  ['a name of great depth', { name: { name: '[DEEP]' } }, 'data.0.name.name'],
  ['an address with more than is stored', { address: { city: 'Ulm', moon: 1 } }, 'data.0.address.moon'],
])('refuses %s of a stored person', async (_, fields, path) => {
  const club = await workspace()
  await club.put(MEMBERS, {
    data: [{ external_id: 'a', name: { first_name: 'Ada' }, address: { city: 'Ulm' } }],
  })
  const deep = `${'{"name":'.repeat(3000)}1${'}'.repeat(3000)}`
  const raw = JSON.stringify({ data: [{ external_id: 'a', ...fields }] }).replace('"[DEEP]"', deep)
  const answer = await club.put(MEMBERS, undefined, { raw, headers: { 'Content-Type': 'application/json' } })
  expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, [path]])
})

it('refuses an invalid number in a field that is null', async () => {
  const club = await workspace()
  await club.put(MEMBERS, { data: [{ external_id: 'a', address: { city: 'Ulm' } }] })
  const raw =
    '{"data":[{"external_id":"a","address":{"street":1e400,"postcode":null,"city":"Ulm","country_code":null}}]}'
  const answer = await club.put(MEMBERS, undefined, { raw, headers: { 'Content-Type': 'application/json' } })
  expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, ['data.0.address.street']])
})

it('accepts the parts of a field in another order than stored', async () => {
  const club = await workspace()
  const address = { street: 'Uferweg 1', postcode: null, city: 'Ulm', country_code: null }
  await club.put(MEMBERS, { data: [{ external_id: 'a', address }] })
  const turned = Object.fromEntries(Object.entries(address).reverse())
  const { body, cost } = await club.put(MEMBERS, { data: [{ external_id: 'a', address: turned }] })
  expect([body.meta.unchanged, cost.trips]).toEqual([1, 1])
})

it.each(['/lists/members/persons', '/fees'])(
  '%s refuses a million entries by their number only',
  async (path) => {
    const club = await workspace()
    const raw = `{"data":[${'{},'.repeat(1_000_000)}{}]}`
    const send = path === '/fees' ? club.post : club.put
    const answer = await send(path, undefined, { raw, headers: { 'Content-Type': 'application/json' } })
    expect(answer.status).toBe(422)
    expect(answer.text.length).toBeLessThan(100_000)
  },
)

it('returns current persons, also unchanged ones that another request changed between reading and writing', async () => {
  const club = await workspace()
  await club.put(MEMBERS, { data: [{ external_id: 'a', email: 'a@example.org' }, { external_id: 'b' }] })
  const key = await club.keyWith()
  const data = [
    { external_id: 'a', email: 'a@example.org' },
    { external_id: 'b', birthdate: '1985-12-10' },
  ]
  const other = interruptedBy(() => club.put(`${MEMBERS}/a`, { email: 'c@example.org' }))
  const answer = await club.put(MEMBERS, { data }, { key, ...other })
  const stored = await club.get(MEMBERS)
  expect(answer.body.data).toEqual(stored.body.data)
  expect(answer.body.data[0].email).toBe('a@example.org')
  expect(answer.body.meta).toEqual({ created: 0, updated: 2, unchanged: 0, deleted: 0 })
})
