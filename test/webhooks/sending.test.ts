import { afterEach, describe, expect, it, vi } from 'vitest'
import { addEndpoint, pass, receiver, runWebhooks, toldNumbers, verify } from '../support/receiver'
import { rows, type Workspace, workspace } from '../support/workspace'

afterEach(() => {
  vi.restoreAllMocks()
})

const addMember = (club: Workspace, name: string) =>
  club.post('/lists/members/persons', {
    name: { first_name: name, last_name: 'Lovelace' },
    email: 'ada@example.org',
  })

const endpointOf = async (club: Workspace, id: string) =>
  (await club.get(`/webhook_endpoints/${id}`)).body.data

describe('a delivery', () => {
  it('tells what happened, signed, without anything personal', async () => {
    const club = await workspace()
    await addMember(club, 'Before')
    const { id, secret } = await addEndpoint(club)
    const { received } = receiver()
    const created = await addMember(club, 'Augusta')
    expect(await runWebhooks(club)).toEqual([])
    expect(received).toHaveLength(1)
    const [one] = received
    if (!one) return
    verify(one, secret)
    expect(one.body).toEqual({
      type: 'person.created',
      timestamp: expect.stringMatching(/Z$/),
      data: {
        subject_kind: 'member',
        subjects: [
          { event_id: expect.stringMatching(/^evt_/), id: created.body.data.id, changed: expect.any(Array) },
        ],
        door: 'api',
        request_id: expect.any(String),
        batch_id: expect.stringMatching(/^bat_/),
      },
    })
    expect(one.text).not.toMatch(/Augusta|Lovelace|@/)
    expect(one.id).toBe(
      `${id}_${one.body.data.subjects[0].event_id.slice(4)}_${one.body.data.subjects[0].event_id.slice(4)}`,
    )
    expect(await endpointOf(club, id)).toMatchObject({ behind: 0, state: 'active', failing_since: null })
    const attempts = (await club.get(`/webhook_endpoints/${id}/attempts`)).body.data
    expect(attempts).toMatchObject([
      { webhook_id: one.id, type: 'person.created', status: 200, failure: null },
    ])
    expect(await runWebhooks(club)).toEqual([])
    expect(received).toHaveLength(1)
  })

  it('tells of many things that one act did', async () => {
    const club = await workspace()
    await addEndpoint(club)
    const { received } = receiver()
    const data = Array.from({ length: 250 }, (_, index) => ({
      external_id: `m-${index}`,
      name: { last_name: 'Z' },
    }))
    await club.put('/lists/members/persons', { data })
    await runWebhooks(club)
    expect(received.map(({ body }) => body.data.subjects.length)).toEqual([100, 100, 50])
  })
})

describe('an endpoint that fails', () => {
  it('is sent the same bytes with the same id again, also if more happened since', async () => {
    const club = await workspace()
    const { id } = await addEndpoint(club)
    const { received, state } = receiver(() => new Response('no', { status: 500 }))
    await addMember(club, 'Augusta')
    expect(await runWebhooks(club)).toEqual([5])
    await addMember(club, 'Bea')
    expect(await runWebhooks(club)).toEqual([])
    await pass(club, 10)
    expect(await runWebhooks(club)).toEqual([300])
    expect(await endpointOf(club, id)).toMatchObject({ failing_since: expect.any(String), behind: 4 })
    state.answer = () => new Response()
    await pass(club, 300)
    await runWebhooks(club)
    expect(received.map((one) => one.id)).toEqual([
      received[0]?.id,
      received[0]?.id,
      received[0]?.id,
      received[3]?.id,
    ])
    expect(new Set(received.slice(0, 3).map(({ text }) => text)).size).toBe(1)
    expect(received[3]?.id).not.toBe(received[0]?.id)
    expect(await endpointOf(club, id)).toMatchObject({ failing_since: null, behind: 0 })
  })

  it('parks what it refuses while it takes what follows, and gets it last', async () => {
    const club = await workspace()
    const { id } = await addEndpoint(club)
    let poison = ''
    const { received, state } = receiver((one) => {
      poison ||= one.id
      return new Response('crash', { status: one.id === poison ? 500 : 200 })
    })
    await addMember(club, 'Augusta')
    await addMember(club, 'Bea')
    await addMember(club, 'Cleo')
    await runWebhooks(club)
    await pass(club, 60)
    await runWebhooks(club)
    await pass(club, 1800)
    await runWebhooks(club)
    const [, second] = [...new Set(received.map((one) => one.id))]
    expect(await endpointOf(club, id)).toMatchObject({ parked: 1, failing_since: null, behind: 0 })
    expect(received.filter((one) => one.id === second)).toHaveLength(1)
    state.answer = () => new Response()
    await pass(club, 3600)
    await runWebhooks(club)
    expect(await endpointOf(club, id)).toMatchObject({ parked: 0 })
    expect(received.at(-1)?.id).toBe(poison)
    expect(new Set(toldNumbers(received)).size).toBe(3)
  })

  it('is paused by 410, and sent what it missed once it is resumed', async () => {
    const club = await workspace()
    const { id } = await addEndpoint(club)
    const { received, state } = receiver(() => new Response('', { status: 410 }))
    await addMember(club, 'Augusta')
    await runWebhooks(club)
    expect(await endpointOf(club, id)).toMatchObject({ state: 'paused', reason: 'gone' })
    await addMember(club, 'Bea')
    await runWebhooks(club)
    expect(received).toHaveLength(1)
    state.answer = () => new Response()
    await club.patch(`/webhook_endpoints/${id}`, { state: 'active' })
    await runWebhooks(club)
    expect(received).toHaveLength(3)
    expect(received[1]?.id).toBe(received[0]?.id)
  })

  it('waits as long as Retry-After asks', async () => {
    const club = await workspace()
    await addEndpoint(club)
    receiver(() => new Response('', { status: 429, headers: { 'Retry-After': '900' } }))
    await addMember(club, 'Augusta')
    const [delay] = await runWebhooks(club)
    expect(delay).toBeGreaterThan(890)
  })

  it('is disabled after five days, and its owners are told on the first, third and fifth', async () => {
    const club = await workspace()
    const { id } = await addEndpoint(club)
    receiver(() => {
      throw new Error('no host')
    })
    await addMember(club, 'Augusta')
    await runWebhooks(club)
    await pass(club, 3 * 86_400)
    await runWebhooks(club)
    expect(await endpointOf(club, id)).toMatchObject({ state: 'active' })
    await pass(club, 2 * 86_400 + 60)
    await runWebhooks(club)
    expect(await endpointOf(club, id)).toMatchObject({ state: 'disabled', reason: 'failing' })
    const events = await rows(
      'SELECT action, actor_kind FROM events WHERE subject_id = ? ORDER BY number',
      id,
    )
    expect(events.at(-1)).toEqual({ action: 'webhook_endpoint.disabled', actor_kind: 'service' })
  })
})
