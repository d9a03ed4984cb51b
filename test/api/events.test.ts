import { beforeEach, describe, expect, it } from 'vitest'
import type { Event } from '../../src/domain/events/event'
import { rows, type Workspace, workspace } from '../support/workspace'

const PERSONS = '/lists/members/persons'

let club: Workspace

beforeEach(async () => {
  club = await workspace()
  for (const n of [1, 2, 3, 4, 5]) await club.post(PERSONS, { external_id: `p${n}` })
})

const idsOf = (events: Event[]): string[] => events.map(({ id }) => id)

describe('GET /events', () => {
  it('returns what was done, in its order', async () => {
    await club.put(`${PERSONS}/p1`, { email: 'ada@example.org' }, { headers: { 'X-Request-Id': 'mine' } })
    const { status, body } = await club.get('/events')
    const { api_key } = (await club.get('/me')).body.data
    expect(status).toBe(200)
    expect(idsOf(body.data)).toEqual(
      body.data.map((_: Event, n: number) => `evt_${`${n + 1}`.padStart(12, '0')}`),
    )
    expect(body.data.at(-1)).toEqual({
      id: 'evt_000000000008',
      at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      action: 'person.updated',
      actor: { kind: 'key', id: api_key.id, name: 'test' },
      door: 'api',
      subject: { kind: 'member', id: expect.stringMatching('^per_'), name: 'p1' },
      changes: { email: [null, 'ada@example.org'] },
      request_id: 'mine',
      batch_id: expect.stringMatching('^bat_'),
    })
    expect(body.meta).toMatchObject({ next_cursor: null, prev_cursor: null })
  })

  it('begins with the creation of the workspace and its key', async () => {
    const { body } = await club.get('/events?per_page=2')
    const actions = body.data.map(({ action, actor }: Event) => [action, actor])
    const actor = { kind: 'operator', id: null, name: null }
    expect(actions).toEqual([
      ['workspace.created', actor],
      ['api_key.created', actor],
    ])
  })

  it('pages forwards and back', async () => {
    const all = idsOf((await club.get('/events')).body.data)
    const first = (await club.get('/events?per_page=3')).body
    const second = (await club.get(`/events?per_page=3&cursor=${first.meta.next_cursor}`)).body
    const third = (await club.get(`/events?per_page=3&cursor=${second.meta.next_cursor}`)).body
    expect([first, second, third].flatMap(({ data }) => idsOf(data))).toEqual(all)
    expect(third.meta.next_cursor).toBeNull()
    const back = (await club.get(`/events?per_page=3&cursor=${third.meta.prev_cursor}`)).body
    expect(idsOf(back.data)).toEqual(idsOf(second.data))
  })

  it('pages back from behind the last event', async () => {
    const { body } = await club.get('/events?per_page=3&after=evt_000000000004')
    expect(idsOf(body.data)).toEqual(['evt_000000000005', 'evt_000000000006', 'evt_000000000007'])
    await club.post(PERSONS, { external_id: 'p6' })
    const next = await club.get('/events?per_page=3&after=evt_000000000007')
    expect(idsOf(next.body.data)).toEqual(['evt_000000000008'])
    expect((await club.get('/events?after=evt_000000000008')).body.data).toEqual([])
  })

  it('pages back from an empty page to the last event seen', async () => {
    const first = (await club.get('/events?per_page=3')).body
    await rows('DELETE FROM events WHERE number > 3')
    const empty = (await club.get(`/events?per_page=3&cursor=${first.meta.next_cursor}`)).body
    expect(empty.data).toEqual([])
    const back = (await club.get(`/events?per_page=3&cursor=${empty.meta.prev_cursor}`)).body
    expect(idsOf(back.data)).toEqual(idsOf(first.data))
  })

  it('returns the events of one subject', async () => {
    await club.put(`${PERSONS}/p2`, { email: 'ada@example.org' })
    const { body: person } = await club.get(`${PERSONS}/p2`)
    const first = (await club.get(`/events?per_page=1&subject_id=${person.data.id}`)).body
    const path = `/events?per_page=1&subject_id=${person.data.id}&cursor=${first.meta.next_cursor}`
    const second = (await club.get(path)).body
    const events = [...first.data, ...second.data].map(({ action }) => action)
    expect(events).toEqual(['person.created', 'person.updated'])
  })

  it('is entered after the last event, and goes on with those that follow', async () => {
    const entered = (await club.get('/events?after=latest')).body
    expect(entered.data).toEqual([])
    expect(entered.meta.prev_cursor).toBeNull()
    const path = `/events?after=latest&cursor=${entered.meta.next_cursor}`
    expect((await club.get(path)).body).toMatchObject({ data: [], meta: { next_cursor: null } })
    await club.post(PERSONS, { external_id: 'p6' })
    await club.post(PERSONS, { external_id: 'p7' })
    const { data } = (await club.get(path)).body
    expect(data.map(({ subject }: Event) => subject.name)).toEqual(['p6', 'p7'])
  })

  it('is entered after the last event that /me names', async () => {
    const { last_event_id } = (await club.get('/me')).body.data
    expect(last_event_id).toBe((await club.get('/events')).body.data.at(-1).id)
    await club.post(PERSONS, { external_id: 'p6' })
    const { data } = (await club.get(`/events?after=${last_event_id}`)).body
    expect(data.map(({ subject }: Event) => subject.name)).toEqual(['p6'])
  })

  it('returns the events since an instant, by the clock that wrote them', async () => {
    const all: Event[] = (await club.get('/events')).body.data
    await rows("UPDATE events SET at = '2020-01-01T00:00:00.000Z' WHERE number <= 3")
    await rows("UPDATE events SET at = '2020-01-02T00:00:00.000Z' WHERE number > 3")
    const since = async (instant: string) => idsOf((await club.get(`/events?since=${instant}`)).body.data)
    expect(await since('2020-01-02T00:00:00Z')).toEqual(idsOf(all.slice(3)))
    expect(await since('2020-01-02T01:00:00%2B01:00')).toEqual(idsOf(all.slice(3)))
    expect(await since('2020-01-02T00:00:00.001Z')).toEqual([])
    expect(await since('1969-12-31T00:00:00Z')).toEqual(idsOf(all))
  })

  it('returns the events with an action, or with one of several', async () => {
    await club.put(`${PERSONS}/p1`, { email: 'ada@example.org' })
    const actions = async (query: string) =>
      (await club.get(`/events?${query}`)).body.data.map(({ action }: Event) => action)
    expect(await actions('action=person.updated')).toEqual(['person.updated'])
    expect(await actions('action=person.updated&action=api_key.*')).toEqual([
      'api_key.created',
      'person.updated',
    ])
    expect(await actions('action=person.*')).toHaveLength(6)
    expect(await actions('action=person.deleted')).toEqual([])
  })

  it.each([
    ['after=7', 'after'],
    ['after=evt_7', 'after'],
    ['subject_id=', 'subject_id'],
    ['since=2026-01-01', 'since'],
    ['action=created', 'action'],
    ['action=*', 'action'],
    ['after=latest&after=evt_000000000001', 'after'],
    ['per_page=501', 'per_page'],
    ['cursor=next-evt_000000000001-0123456789abcdef', 'cursor'],
  ])('refuses ?%s', async (query, key) => {
    const { status, body } = await club.get(`/events?${query}`)
    expect(status).toBe(422)
    expect(Object.keys(body.errors)).toEqual([key])
  })

  it('refuses a cursor of other parameters', async () => {
    const { body } = await club.get('/events?per_page=3')
    const { status } = await club.get(`/events?after=evt_000000000001&cursor=${body.meta.next_cursor}`)
    expect(status).toBe(422)
  })

  it('answers 304 to a caller who has the page', async () => {
    const { headers } = await club.get('/events')
    const again = await club.get('/events', { headers: { 'If-None-Match': headers.get('ETag') ?? '' } })
    expect(again.status).toBe(304)
  })
})
