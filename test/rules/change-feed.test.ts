import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Answer } from '../support/call'
import { runNightly } from '../support/cron'
import { runs } from '../support/runs'
import { rows, type Workspace, workspace } from '../support/workspace'

type Person = { id: string; external_id: string | null; updated_at: string } & Record<string, unknown>
type Deleted = { id: string; external_id: string | null; deleted_at: string }

const PERSONS = '/lists/members/persons'
const DELETED = '/lists/members/deleted_persons'
const LONG_AGO = '2020-01-01T00:00:00.000Z'
const FAR = '2100-01-01T00:00:00.000Z'

const errorPaths = (answer: Answer) => [answer.status, Object.keys(answer.body?.errors ?? {})]
const namesOf = (persons: { external_id: string | null }[]) => persons.map(({ external_id }) => external_id)

/** Creates persons with these external ids, in this order. */
async function createPersons(club: Workspace, externalIds: string[], list = PERSONS): Promise<Person[]> {
  const { status, body } = await club.put(list, {
    data: externalIds.map((external_id) => ({ external_id })),
  })
  expect(status).toBe(200)
  return body.data
}

/** Reads all pages of a path by next_cursor. */
async function pagesOf<Row>(club: Workspace, path: string, query: Record<string, string>): Promise<Row[]> {
  const { status, body, cost } = await club.get(`${path}?${new URLSearchParams(query)}`)
  expect([status, cost.trips]).toEqual([200, 1])
  const { next_cursor: cursor } = body.meta
  return cursor === null
    ? body.data
    : [...body.data, ...(await pagesOf<Row>(club, path, { ...query, cursor }))]
}

/** Reads all pages of a path forwards, and then backwards. */
async function pagesBothWays(club: Workspace, path: string) {
  const [forth, back]: [string[][], string[][]] = [[], []]
  let { body } = await club.get(path)
  for (;;) {
    forth.push(body.data.map(({ id }: Person) => id))
    if (body.meta.next_cursor === null) break
    body = (await club.get(`${path}&cursor=${body.meta.next_cursor}`)).body
  }
  for (;;) {
    back.unshift(body.data.map(({ id }: Person) => id))
    if (body.meta.prev_cursor === null) break
    body = (await club.get(`${path}&cursor=${body.meta.prev_cursor}`)).body
  }
  return { forth, back }
}

/** Sets updated_at of persons by external id. */
async function setUpdatedAt(instants: Record<string, string>) {
  for (const [externalId, instant] of Object.entries(instants))
    await rows('UPDATE persons SET updated_at = ? WHERE external_id = ?', instant, externalId)
}

// As Python's isoformat() and PHP's DATE_ATOM write 12:01 UTC; a query has + as %2B.
const WITH_OFFSET = [
  '2026-01-31T12:01:00%2B00:00',
  '2026-01-31T13:01:00%2B01:00',
  '2026-01-31T07:01:00.000-05:00',
]

describe('updated_since', () => {
  const AT = (minute: number) => `2026-01-31T12:0${minute}:00.000Z`

  it('finds persons written at the instant or later, in the order of their last change', async () => {
    const club = await workspace()
    await createPersons(club, ['a', 'b', 'c', 'd'])
    await setUpdatedAt({ a: AT(3), b: AT(1), c: AT(2), d: '2026-01-31T12:00:59.999Z' })
    for (const since of [AT(1), '2026-01-31T12:01:00Z', ...WITH_OFFSET]) {
      const { body } = await club.get(`${PERSONS}?updated_since=${since}`)
      expect(namesOf(body.data)).toEqual(['b', 'c', 'a'])
    }
    expect(namesOf((await club.get(`${PERSONS}?updated_since=${AT(4)}`)).body.data)).toEqual([])
  })

  it('orders persons that were written at the same instant by creation', async () => {
    const club = await workspace()
    const all = await createPersons(club, ['a', 'b', 'c'])
    await setUpdatedAt({ a: AT(1), b: AT(1), c: AT(1) })
    const { body } = await club.get(`${PERSONS}?updated_since=${AT(1)}`)
    expect(body.data.map(({ id }: Person) => id)).toEqual(all.map(({ id }) => id))
  })

  it.each([1, 2, 3, 9])('pages forwards and backwards by %i', async (size) => {
    const club = await workspace()
    await createPersons(club, ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'])
    await setUpdatedAt({ b: AT(2), c: AT(2), d: AT(2), e: AT(1), i: AT(1) })
    const all = (await club.get(`${PERSONS}?updated_since=${LONG_AGO}`)).body.data
    expect(namesOf(all).slice(0, 5)).toEqual(['e', 'i', 'b', 'c', 'd'])
    const { forth, back } = await pagesBothWays(club, `${PERSONS}?updated_since=${LONG_AGO}&per_page=${size}`)
    expect(forth.flat()).toEqual(all.map(({ id }: Person) => id))
    expect(back).toEqual(forth)
  })

  it('pages backwards to the instant and no further', async () => {
    const club = await workspace()
    await createPersons(club, ['a', 'b', 'c', 'd'])
    await setUpdatedAt({ a: AT(1), b: AT(2), c: AT(3), d: AT(4) })
    const path = `${PERSONS}?updated_since=${AT(2)}&per_page=2`
    const first = await club.get(path)
    const second = await club.get(`${path}&cursor=${first.body.meta.next_cursor}`)
    const back = await club.get(`${path}&cursor=${second.body.meta.prev_cursor}`)
    expect([first, second, back].map(({ body }) => namesOf(body.data))).toEqual([
      ['b', 'c'],
      ['d'],
      ['b', 'c'],
    ])
    expect(back.body.meta.prev_cursor).toBeNull()
    await setUpdatedAt({ c: AT(5) })
    const less = await club.get(`${path}&cursor=${second.body.meta.prev_cursor}`)
    expect([namesOf(less.body.data), less.body.meta.prev_cursor]).toEqual([['b'], null])
  })

  it('returns persons that change during paging on the last page', async () => {
    const club = await workspace()
    await createPersons(club, ['a', 'b', 'c', 'd'])
    await setUpdatedAt({ a: AT(1), b: AT(2), c: AT(3), d: AT(4) })
    const path = `${PERSONS}?updated_since=${AT(0)}&per_page=2`
    const first = await club.get(path)
    await club.put(`${PERSONS}/a`, { email: 'a@example.org' })
    await club.put(`${PERSONS}/c`, { email: 'c@example.org' })
    const second = await club.get(`${path}&cursor=${first.body.meta.next_cursor}`)
    const third = await club.get(`${path}&cursor=${second.body.meta.next_cursor}`)
    const seen = [first, second, third].map(({ body }) => namesOf(body.data))
    expect(seen.slice(0, 2)).toEqual([
      ['a', 'b'],
      ['d', 'a'],
    ])
    expect(seen[2]).toEqual(['c'])
  })

  it('has cursors that another instant and the list itself refuse', async () => {
    const club = await workspace()
    await createPersons(club, ['a', 'b', 'c'])
    const changed = await club.get(`${PERSONS}?updated_since=${LONG_AGO}&per_page=1`)
    const listed = await club.get(`${PERSONS}?per_page=1`)
    for (const query of [
      `cursor=${changed.body.meta.next_cursor}`,
      `updated_since=${AT(1)}&cursor=${changed.body.meta.next_cursor}`,
      `updated_since=${LONG_AGO}&cursor=${listed.body.meta.next_cursor}`,
    ])
      expect(errorPaths(await club.get(`${PERSONS}?${query}`))).toEqual([422, ['cursor']])
  })

  it.each<[string, string, (club: Workspace) => Promise<Answer>]>([
    ['an applicant', 'applications', (club) => club.put(`${PERSONS}/asks`, { birthdate: '1985-12-10' })],
    [
      'an applicant by an index',
      'applications',
      (club) => club.put(`${PERSONS}/asks`, { email: 'a@example.org' }),
    ],
    [
      'a new applicant',
      'applications',
      (club) => club.post(PERSONS, { external_id: 'too', creation_behaviour: 'unconfirmed' }),
    ],
    [
      'an applicant in a synchronization',
      'applications',
      (club) => club.put(PERSONS, { data: [{ external_id: 'asks', birthdate: '1985-12-10' }] }),
    ],
    ['a member', 'regular', (club) => club.put(`${PERSONS}/a`, { birthdate: '1985-12-10' })],
    ['a confirmed applicant', 'regular', (club) => club.post(`${PERSONS}/asks/confirmation`, undefined)],
  ])('gives %s a later instant than any of the list, whatever the clock says', async (_, area, write) => {
    for (const latest of ['a', 'asks']) {
      const club = await workspace()
      await createPersons(club, ['a'])
      await club.post(PERSONS, { external_id: 'asks', creation_behaviour: 'unconfirmed' })
      await rows(
        'UPDATE persons SET updated_at = ? WHERE workspace_id = ? AND external_id = ?',
        FAR,
        club.id,
        latest,
      )
      expect((await write(club)).status).toBeLessThan(300)
      const path = `${PERSONS}?updated_since=2100-01-01T00:00:00.001Z&area=${area}`
      const { data } = (await club.get(path)).body
      expect(data.map(({ updated_at }: Person) => updated_at)).toEqual(['2100-01-01T00:00:00.001Z'])
    }
  })

  it('keeps applicants in their own area, and leaves unchanged persons in place', async () => {
    const club = await workspace()
    await createPersons(club, ['a', 'b'])
    await club.post(PERSONS, { external_id: 'asks', creation_behaviour: 'unconfirmed' })
    await setUpdatedAt({ a: AT(1), b: AT(1) })
    await club.put(`${PERSONS}/a`, { external_id: 'a' })
    await club.put(PERSONS, { data: [{ external_id: 'a' }, { external_id: 'b', email: 'b@example.org' }] })
    const names = async (area: string) =>
      namesOf((await club.get(`${PERSONS}?updated_since=${AT(2)}&area=${area}`)).body.data)
    expect([await names('regular'), await names('applications')]).toEqual([['b'], ['asks']])
  })
})

describe('GET /lists/{list_id}/deleted_persons', () => {
  it('returns id, external id and time of deletion, and stores nothing else of a deleted person', async () => {
    const club = await workspace()
    const secret = { email: 'secret@example.org', name: { first_name: 'Secret' }, birthdate: '1985-12-10' }
    const ada = (await club.post(PERSONS, { external_id: 'ada', ...secret })).body.data
    const bare = (await club.post(PERSONS, secret)).body.data
    const before = (await club.put(PERSONS, { data: [{ external_id: 'clock' }] })).body.data[0].created_at
    await club.delete(`${PERSONS}/ada`)
    await club.delete(`${PERSONS}/${bare.id}`)
    const { status, body, cost } = await club.get(DELETED)
    const [first, second] = body.data
    expect([status, cost.trips]).toEqual([200, 1])
    expect(body.data).toEqual([
      { id: ada.id, external_id: 'ada', deleted_at: first.deleted_at, merged_into: null },
      { id: bare.id, external_id: null, deleted_at: second.deleted_at, merged_into: null },
    ])
    expect([before, first.deleted_at, second.deleted_at].toSorted()).toEqual([
      before,
      first.deleted_at,
      second.deleted_at,
    ])
    expect(body.meta).toMatchObject({ per_page: 500, next_cursor: null, prev_cursor: null })
    const stored = await rows('SELECT * FROM deleted_persons')
    expect(Object.keys(stored[0] ?? {}).toSorted()).toEqual(
      ['workspace_id', 'list_id', 'deleted_at', 'id', 'external_id', 'merged_into'].toSorted(),
    )
  })

  it('returns persons that a synchronization omits, under the external id they had', async () => {
    const club = await workspace()
    await createPersons(club, ['a', 'b', 'c'])
    const { body } = await club.put(PERSONS, { delete_omitted: true, data: [{ external_id: 'b' }] })
    expect(body.meta.deleted).toBe(2)
    const { data } = (await club.get(DELETED)).body
    expect(namesOf(data)).toEqual(['a', 'c'])
    expect(new Set(data.map(({ deleted_at }: Deleted) => deleted_at)).size).toBe(1)
  })

  it('returns deleted applicants', async () => {
    const club = await workspace()
    await club.post(PERSONS, { external_id: 'asks', creation_behaviour: 'unconfirmed' })
    await club.delete(`${PERSONS}/asks`)
    expect(namesOf((await club.get(DELETED)).body.data)).toEqual(['asks'])
  })

  it('returns each deletion once, when another person takes the external id and is deleted too', async () => {
    const club = await workspace()
    const [one] = await createPersons(club, ['a'])
    await club.delete(`${PERSONS}/a`)
    const [other] = await createPersons(club, ['a'])
    expect((await club.delete(`${PERSONS}/${one?.id}`)).status).toBe(404)
    await club.delete(`${PERSONS}/a`)
    const { data } = (await club.get(DELETED)).body
    expect(data.map(({ id }: Deleted) => id)).toEqual([one?.id, other?.id])
  })

  it('returns deletions of the last two years', async () => {
    const club = await workspace()
    const other = await workspace()
    await createPersons(club, ['a', 'b'])
    await other.post('/lists/contacts/persons', { external_id: 'c' })
    await club.delete(`${PERSONS}/a`)
    await other.delete('/lists/contacts/persons/c')
    const age = (by: string) =>
      rows("UPDATE deleted_persons SET deleted_at = strftime('%Y-%m-%dT%H:%M:%fZ', 'now', ?)", by)
    await age('-729 days')
    await runNightly()
    expect(namesOf((await club.get(DELETED)).body.data)).toEqual(['a'])
    await age('-732 days')
    await club.delete(`${PERSONS}/b`)
    await runNightly()
    expect(namesOf((await club.get(DELETED)).body.data)).toEqual(['b'])
    expect(await rows('SELECT external_id FROM deleted_persons')).toEqual([{ external_id: 'b' }])
  })

  it('does not return refused deletions', async () => {
    const club = await workspace()
    await createPersons(club, ['a', 'b'])
    await club.delete(`${PERSONS}/a`, { headers: { 'If-Match': '"other"' } })
    await club.delete(`${PERSONS}/unknown`)
    await club.put(PERSONS, { delete_omitted: true, data: [{ external_id: 'b', email: 'x' }] })
    await club.put(PERSONS, { delete_omitted: true, data: [] })
    expect((await club.get(DELETED)).body.data).toEqual([])
  })

  it('returns the deletions of each list apart', async () => {
    const club = await workspace()
    await createPersons(club, ['a'])
    await createPersons(club, ['a', 'b'], '/lists/contacts/persons')
    await club.delete('/lists/contacts/persons/b')
    expect((await club.get(DELETED)).body.data).toEqual([])
    expect(namesOf((await club.get('/lists/contacts/deleted_persons')).body.data)).toEqual(['b'])
  })

  const AT = (minute: number) => `2026-01-31T12:0${minute}:00.000Z`

  /** Creates persons with these external ids, deleted at these minutes. */
  async function deleted(minutes: Record<string, number>) {
    const club = await workspace()
    await createPersons(club, Object.keys(minutes))
    for (const [name, minute] of Object.entries(minutes)) {
      await club.delete(`${PERSONS}/${name}`)
      await rows('UPDATE deleted_persons SET deleted_at = ? WHERE external_id = ?', AT(minute), name)
    }
    return club
  }

  it('returns deletions since an instant, inclusively, in the order of deletion', async () => {
    const club = await deleted({ a: 3, b: 1, c: 2, d: 0 })
    for (const since of [AT(1), '2026-01-31T12:01:00Z', ...WITH_OFFSET])
      expect(namesOf((await club.get(`${DELETED}?since=${since}`)).body.data)).toEqual(['b', 'c', 'a'])
    expect((await club.get(`${DELETED}?since=${AT(4)}`)).body.data).toEqual([])
  })

  it.each([1, 2, 3, 6])('pages forwards and backwards by %i', async (size) => {
    const club = await deleted({ a: 2, b: 2, c: 2, d: 1, e: 3, f: 1 })
    const all = (await club.get(DELETED)).body.data
    expect(namesOf(all)).toEqual(['d', 'f', 'a', 'b', 'c', 'e'])
    const { forth, back } = await pagesBothWays(club, `${DELETED}?since=${AT(0)}&per_page=${size}`)
    expect(forth.flat()).toEqual(all.map(({ id }: Deleted) => id))
    expect(back).toEqual(forth)
  })

  it('refuses a cursor of another instant, list or workspace', async () => {
    const club = await deleted({ a: 1, b: 2 })
    const { body } = await club.get(`${DELETED}?per_page=1`)
    const { next_cursor: cursor } = body.meta
    expect((await club.get(`${DELETED}?cursor=${cursor}`)).status).toBe(200)
    for (const answer of [
      await club.get(`${DELETED}?cursor=${cursor}&since=${AT(0)}`),
      await club.get(`/lists/contacts/deleted_persons?cursor=${cursor}`),
      await club.get(`${PERSONS}?cursor=${cursor}`),
      await (await workspace()).get(`${DELETED}?cursor=${cursor}`),
      await club.get(`${DELETED}?cursor=x`),
    ])
      expect(errorPaths(answer)).toEqual([422, ['cursor']])
  })

  it.each([
    ['since=', ['since']],
    ['since=2026-01-31', ['since']],
    ['since=2026-02-30T00:00:00Z', ['since']],
    [`since=${LONG_AGO}&since=${LONG_AGO}`, ['since']],
    ['filter[id]=x', ['filter[id]']],
    ['area=applications', ['area']],
    ['per_page=501&updated_since=x', ['per_page', 'updated_since']],
  ])('refuses ?%s', async (query, keys) => {
    const answer = await (await workspace()).get(`${DELETED}?${query}`)
    expect([answer.status, Object.keys(answer.body.errors).toSorted()]).toEqual([422, keys])
  })

  it('returns 404 for an unknown list, 402 outside the subscription, 403 without permission', async () => {
    const club = await workspace({ subscription_variant: 'members' })
    const key = await club.keyWith('members:write', 'contacts:read')
    for (const query of ['', '?page=1', '?cursor=x']) {
      expect((await club.get(`/lists/friends/deleted_persons${query}`)).status).toBe(404)
      expect((await club.get(`/lists/contacts/deleted_persons${query}`)).status).toBe(402)
      expect((await club.get(`${DELETED}${query}`, { key })).status).toBe(403)
    }
  })

  it('costs one trip and the rows of the page', async () => {
    const club = await workspace()
    await rows(
      `INSERT INTO deleted_persons (workspace_id, list_id, deleted_at, id, external_id)
      WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 2000)
      SELECT ?, 'members', ?, printf('per_%024d', n), 'e' || n FROM numbers`,
      club.id,
      LONG_AGO,
    )
    const { body } = await club.get(`${DELETED}?per_page=500`)
    const { cost } = await club.get(`${DELETED}?per_page=5&cursor=${body.meta.next_cursor}`)
    expect(cost.trips).toBe(1)
    expect(cost.rowsRead).toBeLessThan(20)
  })
})

it.each([DELETED, `${PERSONS}?updated_since=${LONG_AGO}`])('%s accepts any If-None-Match', async (path) => {
  const club = await workspace()
  await createPersons(club, ['a', 'b'])
  await club.delete(`${PERSONS}/a`)
  const tag = String((await club.get(path)).headers.get('ETag'))
  for (const header of ['*', tag, '"other"'])
    expect([200, 304]).toContain((await club.get(path, { headers: { 'If-None-Match': header } })).status)
})

describe('client that follows the change feed', () => {
  it('ends up with a copy equal to the list, whatever is written meanwhile', {
    timeout: 60_000,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(act, { minLength: 1, maxLength: 4 }), { maxLength: 12 }),
        async (rounds) => {
          const club = await workspace()
          const mirror = new Mirror(club)
          for (const [index, acts] of rounds.entries()) {
            const writing = acts.map((act) => act(club))
            const following = index % 3 ? [mirror.follow()] : []
            for (const { status } of await Promise.all(writing)) expect(status).toBeLessThan(500)
            await Promise.all(following)
            if (index % 4 === 0) await mirror.follow()
          }
          await mirror.follow()
          for (const area of AREAS)
            expect(mirror.list(area)).toEqual(await pagesOf<Person>(club, PERSONS, { area }))
        },
      ),
      runs(12),
    )
  })

  const AREAS = ['regular', 'applications']

  /** A client that keeps a copy of a list from responses only. */
  class Mirror {
    readonly #persons = { regular: new Map<string, Person>(), applications: new Map<string, Person>() }
    readonly #gone = new Set<string>()
    readonly #seen: Record<string, string> = {}

    constructor(readonly club: Workspace) {}

    async follow() {
      for (const [area, persons] of Object.entries(this.#persons)) {
        const query = { area, updated_since: this.#seen[area] ?? LONG_AGO, per_page: '2' }
        for (const person of await pagesOf<Person>(this.club, PERSONS, query)) {
          persons.set(person.id, person)
          this.#see(area, person.updated_at)
        }
      }
      const query = { since: this.#seen.deleted ?? LONG_AGO, per_page: '2' }
      for (const { id, deleted_at } of await pagesOf<Deleted>(this.club, DELETED, query)) {
        this.#gone.add(id)
        this.#see('deleted', deleted_at)
      }
    }

    list(area: string): Person[] {
      const persons = area === 'regular' ? this.#persons.regular : this.#persons.applications
      return [...persons.values()]
        .filter(({ id }) => !this.#gone.has(id))
        .toSorted((one, other) => (one.id < other.id ? -1 : 1))
    }

    #see(what: string, instant: string) {
      if (instant > (this.#seen[what] ?? LONG_AGO)) this.#seen[what] = instant
    }
  }

  type Act = (club: Workspace) => Promise<Answer>

  const name = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f')
  const email = fc.constantFrom('x@example.org', 'y@example.org', 'z@example.org')
  const item = fc.record({ external_id: name, email })
  const act: fc.Arbitrary<Act> = fc.oneof(
    fc.tuple(name, email, fc.boolean()).map(
      ([external_id, email, asks]): Act =>
        (club) =>
          club.post(PERSONS, { external_id, email, creation_behaviour: asks ? 'unconfirmed' : 'default' }),
    ),
    fc.tuple(name, item).map(
      ([externalId, fields]): Act =>
        (club) =>
          club.put(`${PERSONS}/${externalId}`, fields),
    ),
    name.map(
      (externalId): Act =>
        (club) =>
          club.delete(`${PERSONS}/${externalId}`),
    ),
    fc
      .tuple(fc.uniqueArray(item, { selector: ({ external_id }) => external_id, minLength: 1 }), fc.boolean())
      .map(
        ([data, delete_omitted]): Act =>
          (club) =>
            club.put(PERSONS, { data, delete_omitted }),
      ),
  )
})
