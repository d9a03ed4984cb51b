import { describe, expect, it } from 'vitest'
import { interruptedBy } from '../support/fake-d1'
import { operator, rows, type Workspace, workspace } from '../support/workspace'

const PERSONS = '/lists/members/persons'

const ada = (club: Workspace) => club.post(PERSONS, { external_id: 'ada', name: { first_name: 'Ada' } })

const ifMatch = (tag: string | null) => ({ headers: { 'If-Match': String(tag) } })

describe('ETag', () => {
  it('is the same in every response that returns the person, and another after a change', async () => {
    const club = await workspace()
    const created = await ada(club)
    const read = await club.get(`${PERSONS}/ada`)
    expect(read.headers.get('ETag')).toBe(created.headers.get('ETag'))
    const changed = await club.put(`${PERSONS}/ada`, { name: { last_name: 'Lovelace' } })
    expect(changed.headers.get('ETag')).not.toBe(created.headers.get('ETag'))
    expect((await club.get(`${PERSONS}/ada`)).headers.get('ETag')).toBe(changed.headers.get('ETag'))
  })

  it('of a page changes with its content', async () => {
    const tag = async () => (await operator('GET', '/operator/workspaces')).headers.get('ETag')
    const before = await tag()
    await workspace()
    expect(await tag()).not.toBe(before)
  })

  it.each([`${PERSONS}/ada`, PERSONS])('returns 304 for %s', async (path) => {
    const club = await workspace()
    await ada(club)
    const tag = String((await club.get(path)).headers.get('ETag'))
    for (const header of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
      const answer = await club.get(path, { headers: { 'If-None-Match': header } })
      expect([answer.status, answer.text, answer.headers.get('ETag')]).toEqual([304, '', tag])
      expect(answer.cost.trips).toBe(1)
    }
    for (const header of ['"other"', tag.replaceAll('"', ''), ''])
      expect((await club.get(path, { headers: { 'If-None-Match': header } })).status).toBe(200)
    await club.put(`${PERSONS}/ada`, { email: 'ada@example.org' })
    expect((await club.get(path, { headers: { 'If-None-Match': tag } })).status).toBe(200)
  })

  it('of a person and of a page changes when the list gets a column', async () => {
    const club = await workspace()
    await ada(club)
    const tags = async () =>
      Promise.all([`${PERSONS}/ada`, PERSONS].map(async (path) => (await club.get(path)).headers.get('ETag')))
    const [person, page] = await tags()
    await club.put('/lists/members/custom_columns', { data: [{ name: 'Size', type: 'string' }] })
    const [personThen, pageThen] = await tags()
    expect(personThen).not.toBe(person)
    expect(pageThen).not.toBe(page)
    const stale = await club.put(`${PERSONS}/ada`, { email: 'ada@example.org' }, ifMatch(person ?? null))
    expect(stale.status).toBe(412)
  })

  it('is the same by id and by external id, for every key, until something changes', async () => {
    const club = await workspace()
    const { body, headers } = await ada(club)
    const key = await club.keyWith('members:read')
    await club.put(`${PERSONS}/ada`, { name: { first_name: 'Ada' } })
    await club.put(PERSONS, { data: [{ external_id: 'ada' }, { external_id: 'eve' }] })
    for (const path of [`${PERSONS}/ada`, `${PERSONS}/${body.data.id}`])
      expect((await club.get(path, { key })).headers.get('ETag')).toBe(headers.get('ETag'))
  })

  it('of a page differs by its persons and by its query', async () => {
    const club = await workspace()
    await ada(club)
    await club.post(PERSONS, { external_id: 'eve' })
    const queries = ['', '?per_page=1', '?filter[external_id]=eve', '?filter[external_id]=unknown']
    const tags = await Promise.all(
      queries.map(async (query) => (await club.get(`${PERSONS}${query}`)).headers.get('ETag')),
    )
    expect(new Set(tags).size).toBe(queries.length)
    await club.delete(`${PERSONS}/eve`)
    expect((await club.get(PERSONS)).headers.get('ETag')).not.toBe(tags[0])
  })

  it('is missing from errors, and If-None-Match turns no error into 304', async () => {
    const club = await workspace()
    const any = { headers: { 'If-None-Match': '*' } }
    for (const [path, status] of [
      [`${PERSONS}/unknown`, 404],
      ['/lists/friends/persons', 404],
      [`${PERSONS}?per_page=0`, 422],
    ] as const) {
      const answer = await club.get(path, any)
      expect([answer.status, answer.headers.get('ETag')]).toEqual([status, null])
    }
    expect((await club.get(PERSONS, { ...any, key: await club.keyWith('fees:read') })).status).toBe(403)
  })
})

describe('If-Match', () => {
  it('allows updates and deletions that name the stored version', async () => {
    const club = await workspace()
    const created = await ada(club)
    const path = `${PERSONS}/ada`
    const changed = await club.put(path, { email: 'ada@example.org' }, ifMatch(created.headers.get('ETag')))
    expect([changed.status, changed.cost.trips]).toEqual([200, 2])
    expect((await club.put(path, { email: 'a@example.org' }, ifMatch('*'))).status).toBe(200)
    const read = await club.get(path)
    const deleted = await club.delete(path, ifMatch(`"other", ${read.headers.get('ETag')}`))
    expect(deleted.status).toBe(204)
    expect(await rows('SELECT id FROM persons')).toEqual([])
  })

  it('returns 412 for any other version, and changes nothing', async () => {
    const club = await workspace()
    const created = await ada(club)
    await club.put(`${PERSONS}/ada`, { email: 'ada@example.org' })
    const stored = await rows('SELECT * FROM persons')
    const now = String((await club.get(`${PERSONS}/ada`)).headers.get('ETag'))
    const malformed = [now.replaceAll('"', ''), now.slice(1), `${now}x`, now.toUpperCase(), ',', '"*"', '**']
    for (const tag of [created.headers.get('ETag'), '"other"', `W/${now}`, '', ...malformed]) {
      const put = await club.put(`${PERSONS}/ada`, { email: 'x@example.org' }, ifMatch(tag))
      const gone = await club.delete(`${PERSONS}/ada`, ifMatch(tag))
      expect([put.status, gone.status], String(tag)).toEqual([412, 412])
      expect([put.cost.trips, gone.cost.trips]).toEqual([1, 1])
    }
    expect(await rows('SELECT * FROM persons')).toEqual(stored)
    expect(await rows('SELECT * FROM deleted_persons')).toEqual([])
  })

  it('is checked when an update changes nothing, and the tag stays', async () => {
    const club = await workspace()
    const tag = (await ada(club)).headers.get('ETag')
    for (const header of [tag, '*']) {
      const same = await club.put(`${PERSONS}/ada`, { name: { first_name: 'Ada' } }, ifMatch(header))
      expect([same.status, same.headers.get('ETag'), same.cost.trips]).toEqual([200, tag, 1])
    }
    expect((await club.put(`${PERSONS}/ada`, {}, ifMatch('"other"'))).status).toBe(412)
    expect(await rows('SELECT revision FROM persons')).toEqual([{ revision: 1 }])
  })

  it('is checked after the key and the person, and before the body', async () => {
    const club = await workspace()
    await ada(club)
    const [stale, path] = [ifMatch('"other"'), `${PERSONS}/ada`]
    const key = await club.keyWith('members:read')
    expect((await club.put(path, { no_such_field: 'x' }, { ...stale, key: 'mas_no' })).status).toBe(401)
    expect((await club.put(path, { no_such_field: 'x' }, { ...stale, key })).status).toBe(403)
    expect((await club.put(`${PERSONS}/unknown`, { no_such_field: 'x' }, ifMatch('*'))).status).toBe(404)
    expect((await club.delete(`${PERSONS}/unknown`, ifMatch('*'))).status).toBe(404)
    expect((await club.put(path, undefined, { ...stale, raw: '{' })).status).toBe(415)
    expect((await club.put(path, { no_such_field: 'x' }, stale)).status).toBe(412)
    expect((await club.put(path, { no_such_field: 'x' }, ifMatch('*'))).status).toBe(422)
  })

  const WRITES: [what: string, write: (club: Workspace) => Promise<unknown>][] = [
    ['an update', (club) => club.put(`${PERSONS}/ada`, { birthdate: '1815-12-10' })],
    ['a synchronization', (club) => club.put(PERSONS, { data: [{ external_id: 'ada', email: 'a@b.org' }] })],
  ]

  it.each(WRITES)('returns 412 when %s happens between reading and writing', async (_, write) => {
    for (const act of ['put', 'delete'] as const) {
      const club = await workspace()
      const tag = (await ada(club)).headers.get('ETag')
      const options = { ...ifMatch(tag), ...interruptedBy(() => write(club)) }
      const answer = await (act === 'put'
        ? club.put(`${PERSONS}/ada`, { email: 'lost@example.org' }, options)
        : club.delete(`${PERSONS}/ada`, options))
      expect([answer.status, answer.headers.get('ETag')]).toEqual([412, null])
      const stored = await rows('SELECT email, revision FROM persons WHERE workspace_id = ?', club.id)
      expect(stored).toMatchObject([{ revision: 2 }])
      expect(stored[0]?.email).not.toBe('lost@example.org')
      expect(await rows('SELECT * FROM deleted_persons')).toEqual([])
    }
  })

  it('returns 404 when the person is deleted between reading and writing', async () => {
    for (const act of ['put', 'delete'] as const) {
      const club = await workspace()
      const tag = (await ada(club)).headers.get('ETag')
      const options = { ...ifMatch(tag), ...interruptedBy(() => club.delete(`${PERSONS}/ada`)) }
      const answer = await (act === 'put'
        ? club.put(`${PERSONS}/ada`, { email: 'lost@example.org' }, options)
        : club.delete(`${PERSONS}/ada`, options))
      expect(answer.status).toBe(404)
      const deleted = await rows('SELECT id FROM deleted_persons WHERE workspace_id = ?', club.id)
      expect(deleted).toHaveLength(1)
    }
  })

  it('returns 412 when the change in between was undone, since the person has another revision', async () => {
    const club = await workspace()
    await ada(club)
    const tag = (await club.put(`${PERSONS}/ada`, { email: 'ada@example.org' })).headers.get('ETag')
    const thereAndBack = async () => {
      await club.put(`${PERSONS}/ada`, { birthdate: '1815-12-10' })
      await club.put(`${PERSONS}/ada`, { birthdate: null })
    }
    const options = { ...ifMatch(tag), ...interruptedBy(thereAndBack) }
    const answer = await club.put(`${PERSONS}/ada`, { payment_method: 'cash' }, options)
    expect(answer.status).toBe(412)
    expect((await club.get(`${PERSONS}/ada`)).body.data.payment_method).toBe(null)
  })

  it('allows one of ten deletions at once, and one of ten updates of the same version', async () => {
    const club = await workspace()
    const tag = (await ada(club)).headers.get('ETag')
    const ten = Array.from({ length: 10 }, (_, index) => index)
    const changes = await Promise.all(
      ten.map((index) => club.put(`${PERSONS}/ada`, { email: `w${index}@example.org` }, ifMatch(tag))),
    )
    expect(changes.map(({ status }) => status).toSorted()).toEqual([200, ...Array(9).fill(412)])
    const winner = changes.find(({ status }) => status === 200)
    expect((await club.get(`${PERSONS}/ada`)).text).toBe(winner?.text)
    const now = String(winner?.headers.get('ETag'))
    const gone = await Promise.all(ten.map(() => club.delete(`${PERSONS}/ada`, ifMatch(now))))
    expect(gone.map(({ status }) => status).toSorted()).toEqual([204, ...Array(9).fill(404)])
    expect(await rows('SELECT id FROM deleted_persons')).toHaveLength(1)
  })

  it('keeps every change of ten writers that returned 200', async () => {
    const club = await workspace()
    await club.put('/lists/members/custom_columns', {
      data: [{ name: 'Log', type: 'array', external_id: 'log' }],
    })
    await ada(club)
    const write = async (writer: string): Promise<boolean> => {
      const read = await club.get(`${PERSONS}/ada`)
      const log = [...(read.body.data.log ?? []), writer]
      const answer = await club.put(`${PERSONS}/ada`, { log }, ifMatch(read.headers.get('ETag')))
      expect([200, 412]).toContain(answer.status)
      return answer.status === 200
    }
    const writers = Array.from({ length: 10 }, (_, index) => `writer ${index}`)
    const written: string[] = []
    for (let round = 0; round < 5; round++) {
      const results = await Promise.all(writers.map(write))
      written.push(...writers.filter((_, index) => results[index]))
    }
    const { body } = await club.get(`${PERSONS}/ada`)
    expect(body.data.log.toSorted()).toEqual(written.toSorted())
    expect(written.length).toBeGreaterThanOrEqual(5)
  })
})
