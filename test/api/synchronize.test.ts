import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Answer } from '../support/call'
import { interruptedBy } from '../support/fake-d1'
import { operator, rows, type Workspace, workspace } from '../support/workspace'

const MEMBERS = '/lists/members/persons'
const LONG_AGO = '2001-02-03T04:05:06.789Z'

type Row = { id: string; external_id: string | null; email: string | null }

const all = () => rows('SELECT * FROM persons ORDER BY id')
const people = () => rows<Row>('SELECT id, external_id, email FROM persons ORDER BY id')
const holders = async () =>
  Object.fromEntries((await people()).map(({ id, external_id }) => [external_id, id]))
const age = () => rows('UPDATE persons SET created_at = ?1, updated_at = ?1', LONG_AGO)
const mail = (name: string) => `${name}@example.org`
const named = (...names: string[]) => names.map((name) => ({ external_id: name, email: mail(name) }))
const crowd = (size: number, from = 0) =>
  Array.from({ length: size }, (_, at) => ({ external_id: `p${from + at}`, email: mail(`p${from + at}`) }))
const faults = (answer: Answer) => Object.keys(answer.body?.errors ?? {}).sort()

async function synchronized(world: Workspace, data: object[], options: object = {}) {
  const answer = await world.put(MEMBERS, { data, ...options })
  expect([answer.status, answer.body.errors]).toEqual([200, undefined])
  return answer.body
}

async function applicant(world: Workspace, external_id: string) {
  const answer = await world.post(MEMBERS, { external_id, creation_behaviour: 'unconfirmed' })
  return answer.body.data
}

describe('matching of persons', () => {
  it('updates by id, updates or creates by external id, and creates the rest, in request order', async () => {
    const world = await workspace()
    const { data: before } = await synchronized(world, [...named('a', 'b', 'c'), { email: mail('d') }])
    await age()
    const answer = await world.put(MEMBERS, {
      data: [
        { email: mail('new') },
        { external_id: 'c', email: mail('c2') },
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
    expect(neither).toMatchObject({ external_id: null, email: mail('new'), membership_status: 'active' })
    expect(c).toMatchObject({ id: before[2].id, email: mail('c2'), created_at: LONG_AGO })
    expect(d).toMatchObject({ id: before[3].id, external_id: 'd', email: mail('d') })
    expect(e).toMatchObject({ external_id: 'e', email: null, name: { first_name: null, last_name: 'E' } })
    expect(a).toEqual({ ...before[0], created_at: LONG_AGO, updated_at: LONG_AGO })
    expect(b).toMatchObject({ id: before[1].id, external_id: 'b', email: null })
    expect((await world.get(MEMBERS)).body.data).toEqual([a, b, c, d, neither, e])
    expect(await people()).toEqual(
      [a, b, c, d, neither, e].map(({ id, external_id, email }) => ({ id, external_id, email })),
    )
  })

  it('creates persons in request order', async () => {
    const world = await workspace()
    const { data } = await synchronized(world, crowd(300))
    expect(data.map((person: Row) => person.external_id)).toEqual(crowd(300).map((one) => one.external_id))
    expect((await world.get(MEMBERS)).body.data).toEqual(data)
  })

  it('creates a new person at each call for entries without id and external id', async () => {
    const world = await workspace()
    for (const created of [1, 2]) {
      const { meta } = await synchronized(world, [{ email: mail('x') }])
      expect(meta).toEqual({ created: 1, updated: 0, unchanged: 0, deleted: 0 })
      expect(await people()).toHaveLength(created)
    }
  })

  it('refuses an id that is not in this list, whatever else is sent', async () => {
    const [world, other] = [await workspace(), await workspace()]
    const { data: foreign } = await synchronized(other, named('a'))
    const contact = (await world.post('/lists/contacts/persons', named('a')[0])).body.data
    const before = await all()
    const ids = ['per_000000000000000000000000', foreign[0].id, contact.id, '', 'a', 7]
    const answer = await world.put(MEMBERS, { data: ids.map((id) => ({ id, email: mail('x') })) })
    expect([answer.status, faults(answer)]).toEqual([422, ids.map((_, at) => `data.${at}.id`)])
    expect(await all()).toEqual(before)
  })

  it('matches applicants by id and by external id, and keeps them applicants', async () => {
    const world = await workspace()
    const [one, two] = [await applicant(world, 'one'), await applicant(world, 'two')]
    const { data, meta } = await synchronized(world, [
      { id: one.id, email: mail('one') },
      { external_id: 'two', email: mail('two') },
    ])
    expect(meta).toEqual({ created: 0, updated: 2, unchanged: 0, deleted: 0 })
    expect(data).toMatchObject([
      { id: one.id, email: mail('one'), membership_status: 'applicant' },
      { id: two.id, email: mail('two'), membership_status: 'applicant' },
    ])
    expect((await world.get(MEMBERS)).body.data).toEqual([])
  })

  it('synchronizes contacts as it does members, and apart from them', async () => {
    const world = await workspace()
    await synchronized(world, named('a'))
    const answer = await world.put('/lists/contacts/persons', { data: named('a', 'b'), delete_omitted: true })
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
    const world = await workspace()
    const before = await synchronized(world, named('a', 'b'))
    const stored = await all()
    const changed = data(before.data[0]).map((item) => ({ ...item, email: mail('changed') }))
    const answer = await world.put(MEMBERS, { data: changed })
    expect(answer.status).toBe(422)
    expect(faults(answer)).toEqual(expect.arrayContaining(paths))
    expect(await all()).toEqual(stored)
  })
})

describe('merging of fields', () => {
  it('keeps omitted fields, clears those that are null, and merges names by part', async () => {
    const world = await workspace()
    await synchronized(world, [
      {
        external_id: 'a',
        email: mail('a'),
        birthdate: '2000-01-01',
        name: { first_name: 'A', last_name: 'B' },
      },
    ])
    await age()
    const { data } = await synchronized(world, [
      { external_id: 'a', birthdate: null, name: { last_name: 'C' }, address: { city: 'Bonn' } },
    ])
    expect(data[0]).toMatchObject({
      email: mail('a'),
      birthdate: null,
      name: { first_name: 'A', last_name: 'C' },
      address: { street: null, postcode: null, city: 'Bonn', country_code: null },
      created_at: LONG_AGO,
    })
    expect(data[0].updated_at).not.toBe(LONG_AGO)
    expect(await all()).toMatchObject([
      { email: mail('a'), birthdate: null, first_name: 'A', last_name: 'C', updated_at: data[0].updated_at },
    ])
  })

  it('merges different fields of different persons in one request', async () => {
    const world = await workspace()
    const full = (name: string) => ({
      external_id: name,
      email: mail(name),
      birthdate: '2000-01-01',
      membership_number: name,
      name: { first_name: name, last_name: name },
    })
    await synchronized(world, ['a', 'b', 'c', 'd'].map(full))
    const { data } = await synchronized(world, [
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
    const world = await workspace()
    const body = {
      delete_omitted: true,
      data: [...named('a', 'b'), { external_id: 'c', name: { last_name: 'C' } }],
    }
    await world.put(MEMBERS, body)
    await applicant(world, 'x')
    await age()
    const before = await all()
    const read = (await world.get(MEMBERS)).body.data
    for (const again of [
      body,
      { ...body, data: read },
      { data: read.toReversed() },
      { data: [{ id: read[0].id }] },
    ]) {
      const answer = await world.put(MEMBERS, again)
      const meta = { created: 0, updated: 0, unchanged: again.data.length, deleted: 0 }
      expect([answer.status, answer.body.meta]).toEqual([200, meta])
      expect(answer.cost.rowsWritten).toBe(0)
      expect(await all()).toEqual(before)
    }
  })

  it('keeps updated_at of unchanged persons beside changed ones', async () => {
    const world = await workspace()
    await synchronized(world, named('a', 'b'))
    await age()
    await synchronized(world, [{ external_id: 'a', email: mail('changed') }, ...named('b')])
    const [a, b] = await all()
    expect(a?.updated_at).not.toBe(LONG_AGO)
    expect(b?.updated_at).toBe(LONG_AGO)
  })

  it('does nothing for empty data', async () => {
    const world = await workspace()
    await synchronized(world, named('a'))
    const before = await all()
    const nothing = { created: 0, updated: 0, unchanged: 0, deleted: 0 }
    expect(await synchronized(world, [])).toEqual({ data: [], meta: nothing })
    expect(await all()).toEqual(before)
  })
})

describe('delete_omitted', () => {
  it('deletes the regular persons that data omits, never applicants or contacts', async () => {
    const world = await workspace()
    const { data } = await synchronized(world, [
      ...named('a', 'b', 'c'),
      { email: mail('d') },
      { email: mail('e') },
    ])
    await applicant(world, 'x')
    await world.post('/lists/contacts/persons', { external_id: 'y' })
    const { meta } = await synchronized(world, [{ external_id: 'b' }, { id: data[3].id }, ...named('new')], {
      delete_omitted: true,
    })
    expect(meta).toEqual({ created: 1, updated: 0, unchanged: 2, deleted: 3 })
    expect(Object.keys(await holders()).sort()).toEqual(['b', 'new', 'null', 'x', 'y'])
    for (const { id } of [data[0], data[2], data[4]])
      expect((await world.get(`${MEMBERS}/${id}`)).status).toBe(404)
  })

  it('deletes no persons of other workspaces', async () => {
    const [world, other] = [await workspace(), await workspace()]
    await synchronized(other, named('a', 'b'))
    await synchronized(world, named('a', 'b'))
    await synchronized(world, named('a'), { delete_omitted: true })
    expect((await other.get(MEMBERS)).body.data).toHaveLength(2)
  })

  it.each([{}, { delete_omitted: false }])('deletes no person with %j', async (options) => {
    const world = await workspace()
    await synchronized(world, named('a', 'b'))
    const { meta } = await synchronized(world, named('a'), options)
    expect(meta).toEqual({ created: 0, updated: 0, unchanged: 1, deleted: 0 })
    expect(await people()).toHaveLength(2)
  })

  it('refuses to delete all persons', async () => {
    const world = await workspace()
    await synchronized(world, named('a'))
    const answer = await world.put(MEMBERS, { delete_omitted: true, data: [] })
    expect([answer.status, faults(answer), (await people()).length]).toEqual([422, ['data'], 1])
  })

  it.each([
    ['names no one', [{ email: mail('a') }, { email: mail('b') }]],
    ['names strangers', named('c', 'd')],
    ['names an applicant alone', named('x')],
  ])('refuses to delete the whole list when the body %s', async (_, data) => {
    const world = await workspace()
    await synchronized(world, named('a', 'b'))
    await applicant(world, 'x')
    const before = await all()
    const answer = await world.put(MEMBERS, { delete_omitted: true, data })
    expect([answer.status, faults(answer)]).toEqual([422, ['data']])
    expect(await all()).toEqual(before)
  })

  it('fills an empty list, whatever data contains', async () => {
    const world = await workspace()
    const answer = await world.put(MEMBERS, { delete_omitted: true, data: named('a', 'b') })
    expect([answer.status, answer.body.meta.created]).toEqual([200, 2])
  })

  it('deletes no person when data has an error', async () => {
    const world = await workspace()
    await synchronized(world, named('a', 'b'))
    const before = await all()
    const body = { delete_omitted: true, data: [{ external_id: 'a', email: 'x' }] }
    expect((await world.put(MEMBERS, body)).status).toBe(422)
    expect(await all()).toEqual(before)
  })

  it('deletes many persons in two trips', async () => {
    const world = await workspace()
    await synchronized(world, crowd(3000))
    const answer = await world.put(MEMBERS, { delete_omitted: true, data: crowd(1500, 1000) })
    expect(answer.body.meta).toEqual({ created: 0, updated: 0, unchanged: 1500, deleted: 1500 })
    expect(answer.cost.trips).toBe(2)
    expect(Object.keys(await holders()).sort()).toEqual(
      crowd(1500, 1000)
        .map((one) => one.external_id)
        .sort(),
    )
  })
})

describe('external ids that move within a request', () => {
  it('may be swapped between two persons, and rotated among three', async () => {
    const world = await workspace()
    const [a, b, c] = (await synchronized(world, named('a', 'b', 'c'))).data
    const swapped = await synchronized(world, [
      { id: a.id, external_id: 'b' },
      { id: b.id, external_id: 'a' },
    ])
    expect(swapped.meta).toEqual({ created: 0, updated: 2, unchanged: 0, deleted: 0 })
    expect(swapped.data).toMatchObject([
      { id: a.id, external_id: 'b' },
      { id: b.id, external_id: 'a' },
    ])
    expect(await holders()).toEqual({ a: b.id, b: a.id, c: c.id })
    await synchronized(world, [
      { id: a.id, external_id: 'c' },
      { id: c.id, external_id: 'a' },
      { id: b.id, external_id: 'b' },
    ])
    expect(await holders()).toEqual({ a: c.id, b: b.id, c: a.id })
  })

  it('pass from a person that gets another or none, to an existing or a new person', async () => {
    const world = await workspace()
    const [a, b, c] = (await synchronized(world, named('a', 'b', 'c'))).data
    await synchronized(world, [
      { id: b.id, external_id: 'a' },
      { id: a.id, external_id: 'fresh' },
      { id: c.id, external_id: null },
    ])
    expect(await holders()).toEqual({ a: b.id, fresh: a.id, null: c.id })
  })

  it('pass from an omitted person to another', async () => {
    const world = await workspace()
    const [a, b] = (await synchronized(world, named('a', 'b'))).data
    const { meta } = await synchronized(world, [{ id: a.id, external_id: 'b' }], { delete_omitted: true })
    expect(meta).toEqual({ created: 0, updated: 1, unchanged: 0, deleted: 1 })
    expect(await holders()).toEqual({ b: a.id })
    expect((await world.get(`${MEMBERS}/${b.id}`)).status).toBe(404)
  })

  it.each([
    ['is not in the request', (_: Row) => []],
    ['keeps it', ({ id }: Row) => [{ id, email: mail('b2') }]],
    ['sends it as it is', ({ id }: Row) => [{ id, external_id: 'b' }]],
  ])('are refused when their holder %s', async (_, others) => {
    const world = await workspace()
    const [a, b] = (await synchronized(world, named('a', 'b'))).data
    const before = await all()
    const answer = await world.put(MEMBERS, { data: [{ id: a.id, external_id: 'b' }, ...others(b)] })
    expect(answer.status).toBe(422)
    expect(await all()).toEqual(before)
  })

  it('are refused from applicants, who are never omitted', async () => {
    const world = await workspace()
    const [a] = (await synchronized(world, named('a'))).data
    await applicant(world, 'x')
    const body = { delete_omitted: true, data: [{ id: a.id, external_id: 'x' }] }
    const answer = await world.put(MEMBERS, body)
    expect([answer.status, faults(answer)]).toEqual([422, ['data.0.external_id']])
    expect(Object.keys(await holders()).sort()).toEqual(['a', 'x'])
  })
})

describe('any synchronization', () => {
  type Item = { id: string | undefined; external_id: string | null | undefined }
  type Model = Map<string, string | null>

  /** What a synchronisation leaves of ids and external ids by the rules; undefined where it must be refused. */
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
    for (const [at, { external_id }] of items.entries()) {
      const target = targets[at]
      if (target === undefined) after.set(`new ${at}`, external_id ?? null)
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
        const world = await workspace()
        const start = [...named('a', 'b', 'c', 'd'), { email: mail('e') }]
        const { data: persons } = await synchronized(world, start)
        const items: Item[] = drawn.map(({ who, external_id }) => ({
          id: persons[who ?? -1]?.id,
          external_id,
        }))
        const before: Model = new Map(persons.map(({ id, external_id }: Row) => [id, external_id]))
        const expected = outcome(before, items, omit)
        const data = items.map((one) => ({ ...one, email: mail('changed') }))
        const answer = await world.put(MEMBERS, { data, delete_omitted: omit })
        const stored = await rows<Row>('SELECT id, external_id FROM persons WHERE workspace_id = ?', world.id)
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
    [{ data: [{ email: mail('x'), membership_status: 'active' }] }, ['data.0.membership_status']],
    [{ data: [{ external_id: 'a', created_at: LONG_AGO }] }, ['data.0.created_at']],
    [{ data: [{ external_id: 'a', external_id_: 'x' }] }, ['data.0.external_id_']],
    [{ data: [{ external_id: 'a', email: null, name: null, external_id_: 1 }] }, ['data.0.external_id_']],
  ])('refuses %j and changes nothing', async (body, paths) => {
    const world = await workspace()
    await synchronized(world, named('a'))
    const before = await all()
    const answer = await world.put(MEMBERS, body)
    expect([answer.status, faults(answer)]).toEqual([422, paths])
    expect(await all()).toEqual(before)
  })

  it('return all errors of all persons at once, those of fields and of rules', async () => {
    const world = await workspace()
    await synchronized(world, named('a', 'b'))
    const before = await all()
    const answer = await world.put(MEMBERS, {
      delete_omitted: 1,
      data: [
        { external_id: 'a', email: 'x', name: { first_name: 1 } },
        { external_id: 'new' },
        { id: 'per_x', email: mail('x') },
        { external_id: 'a' },
        { address: { country_code: 'de' } },
        { external_id: 'b', id_: 1, updated_at: 'x' },
      ],
    })
    expect(answer.status).toBe(422)
    expect(faults(answer)).toEqual([
      'data.0.email',
      'data.0.name.first_name',
      'data.2.id',
      'data.3.external_id',
      'data.4.name',
      'data.5.id_',
      'data.5.updated_at',
      'delete_omitted',
    ])
    expect(await all()).toEqual(before)
  })

  it('refuse to clear the last identification', async () => {
    const world = await workspace()
    const [a] = (await synchronized(world, named('a'))).data
    const before = await all()
    const answer = await world.put(MEMBERS, { data: [{ id: a.id, external_id: null, email: null }] })
    expect([answer.status, faults(answer)]).toEqual([422, ['data.0.name']])
    expect(await all()).toEqual(before)
  })
})

describe('ten thousand persons', () => {
  it('are created, kept, updated and omitted in two trips each', async () => {
    const world = await workspace()
    await world.get('/me')
    const data = crowd(10_000)
    const send = async (body: object) => {
      const answer = await world.put(MEMBERS, body)
      expect([answer.status, answer.cost.trips]).toEqual([200, 2])
      return answer.body
    }
    const created = await send({ data })
    expect(created.meta).toEqual({ created: 10_000, updated: 0, unchanged: 0, deleted: 0 })
    expect(created.data.map((person: Row) => person.external_id)).toEqual(data.map((one) => one.external_id))
    expect(await people()).toEqual(
      created.data.map(({ id, external_id, email }: Row) => ({ id, external_id, email })),
    )
    await age()
    expect((await world.put(MEMBERS, { data })).body.meta).toMatchObject({ unchanged: 10_000 })
    expect(await rows('SELECT DISTINCT updated_at FROM persons')).toEqual([{ updated_at: LONG_AGO }])
    const changed = await send({
      data: data.map((one, at) => (at % 2 ? one : { ...one, birthdate: '2000-01-01' })),
    })
    expect(changed.meta).toEqual({ created: 0, updated: 5000, unchanged: 5000, deleted: 0 })
    const omitted = await send({ data: [{ external_id: 'p7' }], delete_omitted: true })
    expect(omitted.meta).toEqual({ created: 0, updated: 0, unchanged: 1, deleted: 9999 })
    expect(Object.keys(await holders())).toEqual(['p7'])
  })

  it('store nothing when one of them has an error', async () => {
    const world = await workspace()
    await synchronized(world, named('a'))
    const before = await all()
    const data: object[] = crowd(10_000)
    data[9998] = { external_id: 'p9998', email: 'x' }
    const answer = await world.put(MEMBERS, { data, delete_omitted: true })
    expect([answer.status, faults(answer)]).toEqual([422, ['data', 'data.9998.email']])
    expect(await all()).toEqual(before)
  })

  it('are the limit', async () => {
    const world = await workspace()
    const answer = await world.put(MEMBERS, { data: crowd(10_001) })
    expect([answer.status, faults(answer), await people()]).toEqual([422, ['data'], []])
  })

  it('fit in 10 MiB or are refused as too large', async () => {
    const world = await workspace()
    const data = crowd(10_000).map((one) => ({
      ...one,
      name: { last_name: 'ü'.repeat(255), first_name: 'ü'.repeat(255) },
    }))
    const answer = await world.put(MEMBERS, { data })
    expect([answer.status, await people()]).toEqual([413, []])
    expect((await world.put(MEMBERS, { data: data.slice(0, 8000) })).status).toBe(200)
    expect(await people()).toHaveLength(8000)
  })
})

describe('concurrent synchronizations', () => {
  it('create each person once when two create the same persons', async () => {
    const world = await workspace()
    const [one, two] = await Promise.all([synchronized(world, crowd(50)), synchronized(world, crowd(50, 25))])
    expect(await people()).toHaveLength(75)
    expect(one.meta.created + two.meta.created).toBe(75)
    expect(new Set([...one.data, ...two.data].map((person) => person.id)).size).toBe(75)
  })

  it('keep both changes when two write different fields of the same persons', async () => {
    const world = await workspace()
    await synchronized(world, crowd(20))
    const [one, two] = ['birthdate', 'join_date'].map((field) =>
      crowd(20).map(({ external_id }) => ({ external_id, [field]: '2000-01-01' })),
    )
    const answers = await Promise.all([synchronized(world, one ?? []), synchronized(world, two ?? [])])
    expect(answers.map(({ meta }) => meta.updated)).toEqual([20, 20])
    const unset = 'SELECT id FROM persons WHERE birthdate IS NULL OR join_date IS NULL OR email IS NULL'
    expect(await rows(unset)).toEqual([])
  })

  it('keep a swap when two swap the same external ids', async () => {
    const world = await workspace()
    const [a, b] = (await synchronized(world, named('a', 'b'))).data
    const swap = [
      { id: a.id, external_id: 'b' },
      { id: b.id, external_id: 'a' },
    ]
    await Promise.all([synchronized(world, swap), synchronized(world, swap)])
    expect(await holders()).toEqual({ a: b.id, b: a.id })
  })

  it('end as one after the other when two omit the persons of the other', async () => {
    const world = await workspace()
    await synchronized(world, named('a', 'b', 'z'))
    const answers = await Promise.all([
      synchronized(world, named('a', 'c'), { delete_omitted: true }),
      synchronized(world, named('b', 'c'), { delete_omitted: true }),
    ])
    expect(answers.map(({ data }) => data.length)).toEqual([2, 2])
    expect([
      ['a', 'c'],
      ['b', 'c'],
    ]).toContainEqual(Object.keys(await holders()).sort())
  })

  it('all succeed when five run beside single creates', async () => {
    const world = await workspace()
    const answers = await Promise.all([
      ...[0, 1, 2, 3].map((at) => world.put(MEMBERS, { data: crowd(10, at * 5) })),
      world.post(MEMBERS, { external_id: 'single' }),
    ])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 201])
    expect(Object.keys(await holders()).sort()).toEqual(
      ['single', ...crowd(25).map((one) => one.external_id)].sort(),
    )
  })

  it('update a person that is created between reading and writing', async () => {
    const world = await workspace()
    const meanwhile = interruptedBy(() =>
      synchronized(world, [{ external_id: 'a', birthdate: '2000-01-01' }]),
    )
    const answer = await world.put(MEMBERS, { data: named('a', 'b') }, meanwhile)
    expect([answer.status, answer.body.meta]).toEqual([
      200,
      { created: 1, updated: 1, unchanged: 0, deleted: 0 },
    ])
    expect(await rows('SELECT external_id, email, birthdate FROM persons ORDER BY external_id')).toEqual([
      { external_id: 'a', email: mail('a'), birthdate: '2000-01-01' },
      { external_id: 'b', email: mail('b'), birthdate: null },
    ])
  })

  it('create a new person when the one with the external id is deleted between reading and writing', async () => {
    const world = await workspace()
    const [a] = (await synchronized(world, named('a', 'b'))).data
    const body = { data: [{ external_id: 'a', email: mail('new') }, { external_id: 'b' }] }
    const answer = await world.put(
      MEMBERS,
      body,
      interruptedBy(() => world.delete(`${MEMBERS}/a`)),
    )
    expect([answer.status, answer.body.meta]).toEqual([
      200,
      { created: 1, updated: 0, unchanged: 1, deleted: 0 },
    ])
    expect(answer.body.data[0].id).not.toBe(a.id)
    expect(await people()).toMatchObject([{ external_id: 'b' }, { external_id: 'a', email: mail('new') }])
  })

  it.each([
    ['changed', { email: mail('changed') }],
    ['left as it is', {}],
  ])('refuse the id of a person that is deleted between reading and writing, to be %s', async (_, change) => {
    const world = await workspace()
    const [a] = (await synchronized(world, named('a', 'b'))).data
    const body = {
      data: [{ external_id: 'b', email: mail('changed') }, { id: a.id, ...change }, ...named('c')],
    }
    const answer = await world.put(
      MEMBERS,
      body,
      interruptedBy(() => world.delete(`${MEMBERS}/a`)),
    )
    expect([answer.status, faults(answer)]).toEqual([422, ['data.1.id']])
    expect(await people()).toMatchObject([{ external_id: 'b', email: mail('b') }])
  })

  it('do not count persons as deleted that are gone when they write', async () => {
    const world = await workspace()
    await synchronized(world, named('a', 'b', 'c'))
    const body = { data: named('a'), delete_omitted: true }
    const answer = await world.put(
      MEMBERS,
      body,
      interruptedBy(() => world.delete(`${MEMBERS}/b`)),
    )
    expect([answer.status, answer.body.meta.deleted]).toEqual([200, 1])
    expect(Object.keys(await holders())).toEqual(['a'])
  })

  it('keep a person that gets an external id of data between reading and writing', async () => {
    const world = await workspace()
    const [a, b] = (await synchronized(world, named('a', 'b'))).data
    const moved = [
      { id: a.id, external_id: 'b' },
      { id: b.id, external_id: 'a' },
    ]
    const body = { data: named('a'), delete_omitted: true }
    const answer = await world.put(
      MEMBERS,
      body,
      interruptedBy(() => synchronized(world, moved)),
    )
    expect(answer.status).toBe(200)
    expect(await holders()).toEqual({ a: answer.body.data[0].id })
    expect(answer.body.data[0].external_id).toBe('a')
  })

  it.each<[string, (world: Workspace, person: object, options: object) => Promise<Answer>]>([
    ['a synchronisation', (world, person, options) => world.put(MEMBERS, { data: [person] }, options)],
    ['an update', (world, person, options) => world.put(`${MEMBERS}/a`, person, options)],
  ])('leaves no mixture of %s and another that gives the same fields', async (_, send) => {
    const world = await workspace()
    await synchronized(world, named('a'))
    const [one, other] = [
      { external_id: 'a', email: mail('a'), birthdate: '1985-12-10' },
      { external_id: 'a', email: mail('other'), birthdate: '1990-01-01' },
    ]
    const answer = await send(
      world,
      one,
      interruptedBy(() => synchronized(world, [other])),
    )
    expect(answer.status).toBe(200)
    expect(await rows('SELECT external_id, email, birthdate FROM persons')).toEqual([one])
  })

  it('update the person that has the external id when they write', async () => {
    const world = await workspace()
    const [a, b] = (await synchronized(world, named('a', 'b'))).data
    const moved = [
      { id: a.id, external_id: 'b' },
      { id: b.id, external_id: 'a' },
    ]
    const body = { data: [{ external_id: 'a', membership_number: '1815' }] }
    const answer = await world.put(
      MEMBERS,
      body,
      interruptedBy(() => synchronized(world, moved)),
    )
    expect([answer.status, answer.body.data[0].id]).toEqual([200, b.id])
    expect(await rows('SELECT id FROM persons WHERE membership_number IS NOT NULL')).toEqual([{ id: b.id }])
  })

  it('write custom values only, when another person changes between reading and writing', async () => {
    const world = await workspace()
    await world.put('/lists/members/custom_columns', {
      data: [{ name: 'Note', type: 'string', external_id: 'note' }],
    })
    const [a, b, c] = named('a', 'b', 'c')
    await synchronized(world, [a, b, { ...c, birthdate: '1985-12-10' }] as object[])
    const data = [{ external_id: 'a', note: 'new' }, { ...b, birthdate: '1990-01-01' }, c]
    const answer = await world.put(
      MEMBERS,
      { data },
      interruptedBy(() => synchronized(world, [{ external_id: 'b', email: mail('other') }])),
    )
    expect([answer.status, answer.body.meta]).toMatchObject([200, { updated: 2, unchanged: 1 }])
    expect(answer.body.data).toMatchObject([{ note: 'new' }, { email: mail('b') }, { email: mail('c') }])
    expect((await world.get(MEMBERS)).body.data).toEqual(answer.body.data)
  })

  it('write nothing when the key is revoked between reading and writing', async () => {
    const world = await workspace()
    await synchronized(world, named('a', 'b'))
    const before = await all()
    const { api_key } = (await world.get('/me')).body.data
    const revoked = () => operator('DELETE', `/operator/workspaces/${world.id}/api_keys/${api_key.id}`)
    const body = { data: [{ external_id: 'a', email: null }, ...named('c')], delete_omitted: true }
    expect((await world.put(MEMBERS, body, interruptedBy(revoked))).status).toBe(401)
    expect(await all()).toEqual(before)
  })
})

it.each([
  ['a name within a name', { name: { name: {} } }, 'data.0.name.name'],
  ['a name of great depth', { name: { name: '[DEEP]' } }, 'data.0.name.name'],
  ['an address with more than is stored', { address: { city: 'Ulm', moon: 1 } }, 'data.0.address.moon'],
])('refuses %s of a stored person', async (_, fields, path) => {
  const world = await workspace()
  await world.put(MEMBERS, {
    data: [{ external_id: 'a', name: { first_name: 'Ada' }, address: { city: 'Ulm' } }],
  })
  const deep = `${'{"name":'.repeat(3000)}1${'}'.repeat(3000)}`
  const raw = JSON.stringify({ data: [{ external_id: 'a', ...fields }] }).replace('"[DEEP]"', deep)
  const answer = await world.put(MEMBERS, undefined, { raw, headers: { 'Content-Type': 'application/json' } })
  expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, [path]])
})

it('refuses an invalid number in a field that is null', async () => {
  const world = await workspace()
  await world.put(MEMBERS, { data: [{ external_id: 'a', address: { city: 'Ulm' } }] })
  const raw =
    '{"data":[{"external_id":"a","address":{"street":1e400,"postcode":null,"city":"Ulm","country_code":null}}]}'
  const answer = await world.put(MEMBERS, undefined, { raw, headers: { 'Content-Type': 'application/json' } })
  expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, ['data.0.address.street']])
})

it('accepts the parts of a field in another order than stored', async () => {
  const world = await workspace()
  const address = { street: 'Uferweg 1', postcode: null, city: 'Ulm', country_code: null }
  await world.put(MEMBERS, { data: [{ external_id: 'a', address }] })
  const turned = Object.fromEntries(Object.entries(address).reverse())
  const { body, cost } = await world.put(MEMBERS, { data: [{ external_id: 'a', address: turned }] })
  expect([body.meta.unchanged, cost.trips]).toEqual([1, 1])
})

it.each(['/lists/members/persons', '/fees'])(
  '%s refuses a million entries by their number only',
  async (path) => {
    const world = await workspace()
    const raw = `{"data":[${'{},'.repeat(1_000_000)}{}]}`
    const send = path === '/fees' ? world.post : world.put
    const answer = await send(path, undefined, { raw, headers: { 'Content-Type': 'application/json' } })
    expect(answer.status).toBe(422)
    expect(answer.text.length).toBeLessThan(100_000)
  },
)

it('returns current persons, also unchanged ones that another request changed between reading and writing', async () => {
  const world = await workspace()
  await world.put(MEMBERS, { data: [{ external_id: 'a', email: 'a@example.org' }, { external_id: 'b' }] })
  const key = await world.keyWith()
  const data = [
    { external_id: 'a', email: 'a@example.org' },
    { external_id: 'b', birthdate: '1985-12-10' },
  ]
  const other = interruptedBy(() => world.put(`${MEMBERS}/a`, { email: 'c@example.org' }))
  const answer = await world.put(MEMBERS, { data }, { key, ...other })
  const stored = await world.get(MEMBERS)
  expect(answer.body.data).toEqual(stored.body.data)
  expect(answer.body.data[0].email).toBe('a@example.org')
  expect(answer.body.meta).toEqual({ created: 0, updated: 2, unchanged: 0, deleted: 0 })
})
