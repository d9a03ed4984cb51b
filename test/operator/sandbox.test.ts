import { createScheduledController } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Bindings } from '../../src/env'
import worker from '../../src/index'
import { call, QUIET } from '../support/call'
import { jobQueue } from '../support/cron'
import { staffOf } from '../support/dashboard'
import { eventsOf } from '../support/events'
import { createEverything } from '../support/everything'
import { fakeD1 } from '../support/fake-d1'
import { joinable } from '../support/join'
import { createPerson, signIn } from '../support/portal'
import { addEndpoint, receiver, runWebhooks } from '../support/receiver'
import { nextDay, rowsOf, sandbox, wipe, wipeInJobs } from '../support/sandbox'
import { everyRow } from '../support/storage'
import { operator, rows, type Workspace, workspace } from '../support/workspace'

const WORKSPACES = '/operator/workspaces'
const PERSONS = '/lists/members/persons'

afterEach(() => {
  vi.restoreAllMocks()
})

const patch = ({ id }: { id: string }, body: object) => operator('PATCH', `${WORKSPACES}/${id}`, body)

const codesOf = (body: { issues: { path: string; code: string }[] }) =>
  body.issues.map(({ path, code }) => [path, code])

describe('a sandbox', () => {
  it('is made by the operator, and stays one', async () => {
    const made = await operator('POST', WORKSPACES, { name: 'Sandbox', sandbox: true })
    expect([made.status, made.body.data.sandbox]).toEqual([201, true])
    const { id } = made.body.data
    expect(await rows('SELECT is_sandbox FROM workspaces WHERE id = ?', id)).toEqual([{ is_sandbox: 1 }])
    expect((await operator('GET', `${WORKSPACES}/${id}`)).body.data.sandbox).toBe(true)
    const refused = await patch({ id }, { sandbox: false })
    expect([refused.status, codesOf(refused.body)]).toEqual([422, [['sandbox', 'sandbox_fixed']]])
    expect((await patch({ id }, { name: 'Playground', sandbox: true })).body.data).toMatchObject({
      ...{ name: 'Playground', sandbox: true },
    })
  })

  it('is none unless it was made as one', async () => {
    const [one, other] = [await sandbox(), await workspace()]
    expect((await one.get('/me')).body.data.sandbox).toBe(true)
    expect((await other.get('/me')).body.data.sandbox).toBe(false)
    const refused = await patch(other, { sandbox: true })
    expect([refused.status, codesOf(refused.body)]).toEqual([422, [['sandbox', 'sandbox_fixed']]])
    expect(await rows('SELECT is_sandbox FROM workspaces WHERE id = ?', other.id)).toEqual([
      { is_sandbox: 0 },
    ])
  })

  it('is neither above nor below another workspace', async () => {
    const [one, other] = [await sandbox(), await workspace()]
    const alone = [422, [['superordinate_workspace_id', 'sandbox_alone']]]
    for (const { status, body } of [
      await operator('POST', WORKSPACES, {
        ...{ name: 'Below', sandbox: true, superordinate_workspace_id: other.id },
      }),
      await operator('POST', WORKSPACES, { name: 'Below', superordinate_workspace_id: one.id }),
      await patch(other, { superordinate_workspace_id: one.id }),
      await patch(one, { superordinate_workspace_id: other.id }),
    ])
      expect([status, codesOf(body)]).toEqual(alone)
    expect((await patch(one, { superordinate_workspace_id: null })).status).toBe(200)
  })

  it('can be erased at any time, and another workspace cannot', async () => {
    const { club } = await createEverything(await sandbox())
    const other = await workspace()
    const others = await rowsOf(club, { isOwn: false })
    const { status, body, text } = await operator('DELETE', `${WORKSPACES}/${club.id}`)
    expect(status, text).toBe(200)
    expect(body.data).toMatchObject({ workspace_id: club.id, finished_at: expect.any(String) })
    expect(await rowsOf(club)).toEqual({})
    const { workspace_erasures, staff, passkeys, ...kept } = await rowsOf(club, { isOwn: false })
    expect(others).toMatchObject(kept)
    expect((await operator('DELETE', `${WORKSPACES}/${other.id}`)).status).toBe(409)
  })
})

describe('the night', () => {
  const STAYS = ['api_keys', 'events', 'memberships', 'webhook_endpoints', 'workspaces']

  it('empties a sandbox but for its settings, keys, staff and endpoints, and touches nothing else', async () => {
    const { club, unit } = await createEverything(await sandbox())
    await createEverything(await workspace({ name: 'Neighbour' }), 'neighbour')
    await staffOf(club, 'owner')
    await patch(club, { bookkeeping: { return_charges: { cost_unit_id: unit } } })
    const before = await rowsOf(club)
    const others = await rowsOf(club, { isOwn: false })
    expect(Object.keys(before).length).toBeGreaterThan(30)
    const last = Math.max(...(before.events ?? []).map(({ number }) => Number(number)))

    expect(await wipe(club)).toEqual([])
    const after = await rowsOf(club)
    expect(Object.keys(after)).toEqual(Object.keys(before).filter((name) => STAYS.includes(name)))
    expect(await rowsOf(club, { isOwn: false })).toEqual(others)
    const { events, workspaces, ...doors } = after
    expect(before).toMatchObject(doors)
    expect(events).toMatchObject([
      {
        ...{ number: last + 1, action: 'workspace.wiped', actor_kind: 'service', door: 'service' },
        ...{ subject_kind: 'workspace', subject_id: club.id, subject_name: 'Sandbox' },
      },
    ])
    const [stored] = before.workspaces ?? []
    expect(workspaces).toEqual([
      {
        ...stored,
        events_swept_to: last,
        columns_version: Number(stored?.columns_version) + 1,
        ...{ charge_cost_unit_id: null, charge_category_id: null, charge_sphere: null },
        updated_at: expect.any(String),
      },
    ])
    expect((await club.get('/me')).body.data.last_event_id).toBe(`evt_${String(last + 1).padStart(12, '0')}`)
    expect((await club.get(PERSONS)).body.data).toEqual([])
  })

  it('wipes once, however often the job comes, and again the next night', async () => {
    const { club } = await createEverything(await sandbox())
    await wipe(club)
    await club.post(PERSONS, { name: { last_name: 'Early' } })
    const before = await everyRow()
    expect(await wipe(club)).toEqual([])
    expect(await everyRow()).toEqual(before)
    await nextDay(club)
    await wipe(club)
    expect(await rowsOf(club)).toMatchObject({
      events: [{ number: expect.any(Number), action: 'workspace.wiped' }],
    })
    expect((await rowsOf(club)).persons).toBeUndefined()
  })

  it('leaves a sandbox that is suspended, a copy of one, and every other workspace as they are', async () => {
    const [suspended, copy, other] = [await sandbox(), await sandbox(), await workspace()]
    for (const club of [suspended, copy, other]) await createPerson(club, { name: { last_name: 'Stays' } })
    await operator('PUT', `${WORKSPACES}/${suspended.id}/suspension`)
    await rows("UPDATE workspaces SET suspended_at = created_at, copy_of = 'wsp_0' WHERE id = ?", copy.id)
    const before = await everyRow()
    for (const club of [suspended, copy, other, { id: 'wsp_unknown' }]) expect(await wipe(club)).toEqual([])
    expect(await everyRow()).toEqual(before)
  })

  it('ends the same if it is killed again and again, and goes on', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const { club: killed } = await createEverything(await sandbox())
    const others = await rowsOf(killed, { isOwn: false })
    let interruptions = 0
    for (let last = 1; ; last += 2) {
      let trips = 0
      const DB = fakeD1(async (statements) => {
        trips += 1
        if (trips > last) throw new Error('killed')
        return env.DB.batch(statements)
      })
      if ((await wipe(killed, { DB })).length === 0) break
      interruptions += 1
    }
    expect(interruptions).toBeGreaterThan(3)
    expect(Object.keys(await rowsOf(killed)).sort()).toEqual(STAYS)
    expect(await rowsOf(killed, { isOwn: false })).toEqual(others)
    expect(await eventsOf(killed)).toMatchObject([{ action: 'workspace.wiped' }])
    const [{ swept } = { swept: 0 }] = await rows<{ swept: number }>(
      'SELECT events_swept_to AS swept FROM workspaces WHERE id = ?',
      killed.id,
    )
    expect((await killed.get('/events')).body.data[0].id).toBe(`evt_${String(swept + 1).padStart(12, '0')}`)
  })

  it('empties a large one in several jobs, with one event', async () => {
    const club = await sandbox()
    await rows(
      `WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 122000)
       INSERT INTO news_refusals SELECT ?, 'per_' || n, '' FROM numbers`,
      club.id,
    )
    const { failed, jobs } = await wipeInJobs(club)
    expect([failed, jobs.length]).toEqual([[], 2])
    expect(Object.keys(await rowsOf(club)).sort()).toEqual(['api_keys', 'events', 'workspaces'])
    expect(await eventsOf(club)).toMatchObject([{ action: 'workspace.wiped' }])
  })

  it('leaves readers of the feed where they were, and tells webhooks what they missed', async () => {
    const club = await sandbox()
    await addEndpoint(club)
    const { received } = receiver()
    await createPerson(club, { name: { last_name: 'Gone' } })
    const { next_cursor } = (await club.get('/events?after=latest')).body.meta
    await wipe(club)
    await createPerson(club, { name: { last_name: 'New' } })
    expect(
      (await club.get(`/events?after=latest&cursor=${next_cursor}`)).body.data.map(
        ({ action }: { action: string }) => action,
      ),
    ).toEqual(['workspace.wiped', 'person.created'])
    expect(await runWebhooks(club)).toEqual([])
    expect(received.map(({ body }) => body.type)).toEqual(['log.truncated', 'person.created'])
  })

  it('makes what is cached of custom columns stale', async () => {
    const club = await sandbox()
    const motto = { data: [{ name: 'Motto', type: 'string', external_id: 'motto' }] }
    await club.put('/lists/members/custom_columns', motto)
    const person = { name: { last_name: 'Rower' }, motto: 'Row!' }
    expect((await club.post(PERSONS, person)).status).toBe(201)
    await wipe(club)
    expect((await club.post(PERSONS, person)).status).toBe(422)
    await club.put('/lists/members/custom_columns', motto)
    expect((await club.post(PERSONS, person)).status).toBe(201)
  })

  it('ends sessions of members, whose links open nobody', async () => {
    const club = await sandbox()
    const id = await createPerson(club, { name: { first_name: 'Ada' }, email: 'ada@example.org' })
    const member = await signIn(club, { person_id: id })
    expect((await member.get(`/portal/persons/${id}`)).status).toBe(200)
    await wipe(club)
    expect((await member.get(`/portal/persons/${id}`)).status).not.toBe(200)
  })

  it('queues jobs for sandboxes alone, which are neither sealed nor backed up', async () => {
    const [one, suspended, other] = [await sandbox(), await sandbox(), await workspace()]
    await operator('PUT', `${WORKSPACES}/${suspended.id}/suspension`)
    const { JOBS, queued } = jobQueue()
    const controller = createScheduledController({ scheduledTime: new Date(), cron: '37 3 * * *' })
    await worker.scheduled(controller, { ...env, ...QUIET, JOBS } as Bindings)
    const of = (job: string) =>
      queued.filter((one) => one.job === job).map(({ workspace_id }) => workspace_id)
    expect(of('wipe_sandbox')).toEqual([one.id])
    expect(of('seal_events')).toContain(other.id)
    expect(of('back_up')).toContain(other.id)
    for (const { id } of [one, suspended]) {
      expect(of('seal_events')).not.toContain(id)
      expect(of('back_up')).not.toContain(id)
    }
  })
})

describe('pages', () => {
  let club: Workspace
  beforeEach(async () => {
    club = await sandbox({ member_portal: { slug: 'sandbox' } })
  })

  const LEAD = 'Testumgebung: Jede Nacht wird alles gelöscht, und E-Mails gehen nicht hinaus.'
  const MEMBERS = 'Das ist eine Testumgebung'

  it('of staff say that it is a sandbox, and lead who may read mails to them', async () => {
    const owner = await staffOf(club, 'owner')
    for (const page of ['', '/members', '/fees', '/direct-debits', '/settings', '/log', '/account']) {
      const { status, text } = await owner.get(`/dashboard/sandbox${page}`)
      expect([page, status]).toEqual([page, 200])
      expect(text).toContain(LEAD)
      expect(text).toContain('href="/dashboard/sandbox/mails/sandbox"')
    }
    const english = await owner.get('/dashboard/sandbox', { headers: { 'Accept-Language': 'en' } })
    expect(english.text).toContain('Sandbox: everything is deleted every night, and emails are not sent.')
    const auditor = await (await staffOf(club, 'auditor')).get('/dashboard/sandbox')
    expect(auditor.text).toContain(LEAD)
    expect(auditor.text).not.toContain('/mails/sandbox')
    const other = await workspace()
    const elsewhere = await (await staffOf(other, 'owner')).get(`/dashboard/${other.id}`)
    expect(elsewhere.text).not.toContain('Testumgebung')
  })

  it('of members and applicants say that it is a test', async () => {
    const id = await createPerson(club, { name: { first_name: 'Ada' }, email: 'ada@example.org' })
    const member = await signIn(club, { person_id: id })
    expect((await member.get(`/portal/persons/${id}`)).text).toContain(MEMBERS)
    expect((await call('GET', '/portal/sandbox')).text).toContain(MEMBERS)
    await joinable({}, { name: 'Joined', member_portal: { slug: 'joined' }, sandbox: true })
    expect((await call('GET', '/join/joined')).text).toContain(MEMBERS)
    await joinable()
    expect((await call('GET', '/join/tsv')).text).not.toContain(MEMBERS)
    expect((await call('GET', '/portal/tsv')).text).not.toContain(MEMBERS)
  })
})
