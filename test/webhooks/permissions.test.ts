import { afterEach, describe, expect, it, vi } from 'vitest'
import { addEndpoint, pass, receiver, runWebhooks } from '../support/receiver'
import { operator, rows, workspace } from '../support/workspace'

afterEach(() => {
  vi.restoreAllMocks()
})

const types = (received: { body: { type: string; data: { subject_kind?: string } } }[]) =>
  received.map(({ body }) => `${body.type} ${body.data.subject_kind}`)

describe('an endpoint of an API key', () => {
  it('hears of what the key may read alone', async () => {
    const club = await workspace()
    const key = await club.keyWith('webhooks:write', 'contacts:read')
    expect(
      (await club.post('/webhook_endpoints', { url: 'https://a.example.org', events: ['fee.*'] }, { key }))
        .status,
    ).toBe(403)
    await addEndpoint(club, ['person.*'], { key })
    const { received } = receiver()
    await club.post('/lists/members/persons', { name: { last_name: 'Z' } })
    await club.post('/lists/contacts/persons', { name: { last_name: 'Z' } })
    await runWebhooks(club)
    expect(types(received)).toEqual(['person.created contact'])
  })

  it('is sent nothing more that the key has lost, also of what waits', async () => {
    const club = await workspace()
    const key = await club.keyWith('webhooks:write', 'members:read', 'contacts:read')
    const { id } = await addEndpoint(club, ['person.*'], { key })
    const { received, state } = receiver(() => new Response('', { status: 500 }))
    await club.post('/lists/members/persons', { name: { last_name: 'Z' } })
    await runWebhooks(club)
    await rows(
      'UPDATE api_keys SET permissions = ? WHERE permissions NOT LIKE ?',
      '["webhooks:write","contacts:read"]',
      '%fees%',
    )
    state.answer = () => new Response()
    await club.post('/lists/contacts/persons', { name: { last_name: 'Z' } })
    await pass(club, 60)
    await runWebhooks(club)
    expect(types(received)).toEqual(['person.created member', 'person.created contact'])
    expect((await club.get(`/webhook_endpoints/${id}`)).body.data).toMatchObject({
      state: 'active',
      behind: 0,
    })
  })

  it.each(['revoked', 'without webhooks:write'])('is paused once the key is %s', async (how) => {
    const club = await workspace()
    const key = await club.keyWith('webhooks:write', 'members:read')
    const { id } = await addEndpoint(club, ['person.*'], { key })
    const [{ key_id }] = (await rows('SELECT key_id FROM webhook_endpoints WHERE id = ?', id)) as [
      { key_id: string },
    ]
    if (how === 'revoked') await operator('DELETE', `/operator/workspaces/${club.id}/api_keys/${key_id}`)
    else await rows(`UPDATE api_keys SET permissions = '["members:read"]' WHERE id = ?`, key_id)
    const { received } = receiver()
    await club.post('/lists/members/persons', { name: { last_name: 'Z' } })
    await runWebhooks(club)
    expect(received).toEqual([])
    expect((await club.get(`/webhook_endpoints/${id}`)).body.data).toMatchObject({
      state: 'paused',
      reason: 'key',
    })
  })
})

it('ten endpoints that are dead delay no other', async () => {
  const club = await workspace()
  const endpoints = []
  for (let n = 0; n < 10; n++)
    endpoints.push(await addEndpoint(club, ['person.*'], { url: `https://club-${n}.example.org/hooks` }))
  const order: string[] = []
  let release = () => {}
  const dead = new Promise<void>((resolve) => {
    release = resolve
  })
  receiver(async ({ url }) => {
    if (!url.includes('club-9')) {
      await dead
      throw new Error('no answer')
    }
    order.push(url)
    // The others still wait for an answer.
    release()
    return new Response()
  })
  await club.post('/lists/members/persons', { name: { last_name: 'Z' } })
  await runWebhooks(club)
  expect(order).toEqual(['https://club-9.example.org/hooks'])
  const states = (await club.get('/webhook_endpoints')).body.data
  expect(states.filter(({ behind }: { behind: number }) => behind === 0)).toHaveLength(1)
})

it('a suspended workspace is sent nothing until the suspension is lifted', async () => {
  const club = await workspace()
  await addEndpoint(club, ['person.*'])
  await club.post('/lists/members/persons', { name: { last_name: 'Z' } })
  await operator('PUT', `/operator/workspaces/${club.id}/suspension`)
  const { received } = receiver()
  await runWebhooks(club)
  expect(received).toEqual([])
  await operator('DELETE', `/operator/workspaces/${club.id}/suspension`)
  await runWebhooks(club)
  expect(types(received)).toEqual(['person.created member'])
})
