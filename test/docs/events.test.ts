import { expect, it } from 'vitest'
import { ACTIONS, EVENTS } from '../../src/domain/events/actions'
import { HEARD } from '../../src/domain/webhooks/heard'
import { GUIDE } from '../../src/http/guide'
import { call } from '../support/call'
import { codeBlocks } from '../support/html'
import { undocumented } from '../support/openapi'
import { workspace } from '../support/workspace'

/** The part of the page that is about an action. */
async function partsOfPage(): Promise<Map<string, string>> {
  const { status, text } = await call('GET', '/docs/events')
  expect(status).toBe(200)
  const parts = text.split('<section class="part" id="').slice(1)
  return new Map(parts.map((part) => [part.slice(0, part.indexOf('"')), part]))
}

it('says of every action what happened, with an anchor and a link to it', async () => {
  const parts = await partsOfPage()
  expect([...parts.keys()].toSorted()).toEqual([...ACTIONS, 'log.truncated'].toSorted())
  const { text } = await call('GET', '/docs/events')
  for (const action of ACTIONS) {
    expect(text).toContain(`<a href="#${action}">${action}</a>`)
    expect(parts.get(action)).toMatch(/<\/h3><p>[A-Z][^<]{10,}/)
    expect(parts.get(action)).toContain(`About: ${EVENTS[action].join(', ')}.`)
  }
})

it('has examples that the feed could answer', async () => {
  const parts = await partsOfPage()
  const club = await workspace()
  const answer = await club.get('/events')
  const data = ACTIONS.map((action) => JSON.parse(codeBlocks(parts.get(action) ?? '')[0] ?? ''))
  expect(data.map((event) => event.action)).toEqual(ACTIONS)
  for (const event of data) {
    const body = { ...answer.body, data: [event] }
    expect(await undocumented({ method: 'GET', path: '/events' }, { ...answer, body })).toEqual([])
  }
})

it('has what a webhook sends of each action that webhooks tell, and of no other', async () => {
  const parts = await partsOfPage()
  for (const action of ACTIONS) {
    const part = parts.get(action) ?? ''
    const [event = '', delivery] = codeBlocks(part)
    expect(part.includes('Webhooks: never.'), action).toBe(!HEARD.includes(action))
    expect(delivery !== undefined, action).toBe(HEARD.includes(action))
    if (delivery === undefined) continue
    const { type, data } = JSON.parse(delivery)
    const { subject, changes, door, id } = JSON.parse(event)
    const changed = changes && Object.keys(changes)
    expect({ type, ...data }).toMatchObject({
      ...{ type: action, subject_kind: subject.kind, door },
      subjects: [{ event_id: id, id: subject.id, changed }],
    })
  }
})

it('says with which permission a webhook tells it', async () => {
  const parts = await partsOfPage()
  expect(parts.get('fee.paid')).toContain('Webhooks: fees:read.')
  expect(parts.get('person.updated')).toContain('Webhooks: members:read, contacts:read.')
  expect(parts.get('person.applied')).toContain('Webhooks: members:read.')
})

it('is where the guide and the description of the feed lead', async () => {
  const { body } = await call('GET', '/openapi.json')
  expect(body.paths['/events'].get.description).toContain('(/docs/events)')
  expect(GUIDE.match(/\(\/docs\/events\)/g)).toHaveLength(2)
})
