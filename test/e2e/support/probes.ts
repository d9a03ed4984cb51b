import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { inDays } from '../../../src/dev/demo/days.ts'
import type { Started } from './npm-start.ts'

/** Does what each door of a service is asked for every day. Fails if anything is refused. `who` is new in each run. */
export async function probe(service: Started, who: string): Promise<void> {
  const api = (method: string, path: string, body?: object) => send(service, service.key, method, path, body)
  await api('GET', '/lists/members/persons')
  const email = `${who}@example.org`
  const person = { external_id: who, name: { first_name: 'Ada', last_name: who }, email }
  await api('POST', '/lists/members/persons', person)
  await api('PUT', `/lists/members/persons/${who}`, { name: { first_name: 'Ada', last_name: `${who}s` } })
  const fees = await api('POST', '/fees', {
    data: [{ amount: 4500, description: 'Beitrag', person_external_id: who }],
  })
  const [fee] = fees as { id: string }[]
  await api('POST', '/payments', {
    data: [{ fee_id: fee?.id, amount: 1500, paid_on: inDays(-1), method: 'bank_transfer' }],
  })
  const { url } = (await api('POST', '/member_portal_sessions', { email })) as { url: string }
  await page(url)
  for (const path of ['/dashboard/sign-in', '/docs', '/health']) await page(`${service.origin}${path}`)
  const mail = await api('POST', '/mails', {
    ...{ list: 'members', kind: 'official', subject: 'Einladung', body: '{{salutation}}, {{portal_link}}' },
    filter: { external_id: who },
  })
  await sent(service, (mail as { id: string }).id)
  const operator = (method: string, path: string, body?: object) =>
    send(service, service.operator, method, `/operator${path}`, body)
  await operator('POST', '/workspaces', { name: who })
  await operator('GET', '/workspaces')
  for (const cron of ['17+*+*+*+*', '37+3+*+*+*'])
    await page(`${service.origin}/cdn-cgi/handler/scheduled?cron=${cron}`)
}

/** Verifies every seal of the events of each workspace. Returns how many workspaces have sealed events. */
export async function verifySeals(service: Started): Promise<number> {
  const workspaces = (await send(service, service.operator, 'GET', '/operator/workspaces')) as {
    id: string
  }[]
  let sealed = 0
  for (const { id } of workspaces) {
    let found: Verified = { verified_through: null, first_invalid: null, is_complete: false }
    while (!found.is_complete) {
      const query = found.verified_through ? `?after=${found.verified_through}` : ''
      const path = `/operator/workspaces/${id}/event_seals/verification${query}`
      found = (await send(service, service.operator, 'GET', path)) as Verified
      assert.equal(found.first_invalid, null, `a seal of ${id} does not hold`)
    }
    if (found.verified_through) sealed++
  }
  return sealed
}

type Verified = { verified_through: string | null; first_invalid: string | null; is_complete: boolean }

async function sent(service: Started, id: string): Promise<void> {
  for (const end = Date.now() + 60_000; Date.now() < end; await sleep(200)) {
    const { state } = (await send(service, service.key, 'GET', `/mails/${id}`)) as { state: string }
    if (state === 'sent') return
  }
  throw new Error('A mail was not sent within a minute.')
}

async function page(url: string): Promise<void> {
  const response = await fetch(url)
  assert.ok(response.ok, `${url}: ${response.status} ${(await response.text()).slice(0, 300)}`)
}

async function send(
  { origin }: Started,
  key: string,
  method: string,
  path: string,
  body?: object,
): Promise<unknown> {
  const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' }
  const response = await fetch(`${origin}${path}`, { method, headers, body: body && JSON.stringify(body) })
  const text = await response.text()
  assert.ok(response.ok, `${method} ${path}: ${response.status} ${text.slice(0, 500)}`)
  return (JSON.parse(text) as { data: unknown }).data
}
