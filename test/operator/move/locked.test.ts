import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { app } from '../../../src/app'
import { open } from '../../../src/db/client'
import { readTables } from '../../../src/domain/workspaces/copy/tables'
import { cancelMove } from '../../../src/domain/workspaces/move/cancel'
import { movedTables } from '../../../src/domain/workspaces/move/tables'
import type { Bindings } from '../../../src/env'
import { call, QUIET } from '../../support/call'
import { ADA, clubOf, editable, person, visitor } from '../../support/club'
import { jobQueue, runJobsOf, runNightly } from '../../support/cron'
import { staffOf } from '../../support/dashboard'
import { createEverything } from '../../support/everything'
import { D1, DATABASES, goOnTo, inPlace, PLACES, rowsIn, schedule, useDatabases } from '../../support/moves'
import { createLink, filledForm, setPortal, submit } from '../../support/portal'
import { cardPath, withChanges } from '../../support/portal-cards'
import { operator, workspace } from '../../support/workspace'

useDatabases()

const STEPS = ['draining', 'storing', 'copying', 'comparing', 'arriving', 'verifying', 'leaving'] as const

const ofMove = ({ status, headers, body }: Awaited<ReturnType<typeof call>>) => [
  status,
  headers.get('Retry-After'),
  body.type,
]
const MOVING = [503, '60', 'http://mas.test/problems/workspace_moving']

/** Moves a workspace up to a step. */
async function movingTo(club: { id: string }, step: (typeof STEPS)[number]): Promise<void> {
  await schedule(club, 'b')
  await goOnTo(club, step)
}

describe('while a workspace moves', () => {
  it.each(STEPS)('before the step %s it is read, and what would change something is 503', async (step) => {
    const club = await workspace()
    const { body } = await club.post('/lists/members/persons', { name: { first_name: 'Ada' } })
    await movingTo(club, step)
    const path = `/lists/members/persons/${body.data.id}`
    expect([(await club.get('/me')).status, (await club.get(path)).status]).toEqual([200, 200])
    const before = await rowsIn('a', club.id)
    expect(ofMove(await club.post('/lists/members/persons', { name: { first_name: 'Ben' } }))).toEqual(MOVING)
    expect(ofMove(await club.put(path, { name: { first_name: 'Ben' } }))).toEqual(MOVING)
    const asked = { headers: { 'Idempotency-Key': 'once' } }
    expect(ofMove(await club.post('/cost_units', { name: 'Unit', categories: [] }, asked))).toEqual(MOVING)
    const path_ = `/operator/workspaces/${club.id}`
    expect(ofMove(await operator('PATCH', path_, { name: 'Other' }))).toEqual(MOVING)
    expect((await operator('GET', path_)).status).toBe(200)
    expect(await rowsIn('a', club.id)).toEqual(before)
  })

  it('its neighbour is written to', async () => {
    const [club, other] = [await workspace(), await workspace()]
    await movingTo(club, 'copying')
    expect((await other.post('/lists/members/persons', { name: { first_name: 'Ada' } })).status).toBe(201)
  })

  it('no request of a key changes anything', async () => {
    const club = await workspace()
    await createEverything(club)
    await movingTo(club, 'copying')
    const before = await rowsIn('a', club.id)
    const writes = app.routes.filter(
      ({ method, path }) =>
        !['GET', 'ALL'].includes(method) && !/^\/(operator|portal|join|unsubscribe|dashboard)/.test(path),
    )
    const served = new Set<number>()
    for (const { method, path } of writes) {
      const named = path.replace(':list_id', 'members').replace(/:\w+(\{[^}]*\})?/g, 'unknown')
      const { status } = await call(method, named, {
        key: club.key,
        ...(method !== 'DELETE' && { body: {} }),
      })
      served.add(status)
    }
    expect([...served].filter((status) => status < 400)).toEqual([])
    expect(await rowsIn('a', club.id)).toEqual(before)
    expect(writes.length).toBeGreaterThan(60)
  })

  it('no statement changes a row of any of its tables, whichever door it comes from', async () => {
    const club = await workspace()
    await createEverything(club)
    await movingTo(club, 'copying')
    const tables = movedTables((await readTables(open(env.DB))).tables)
    const filled = Object.keys(await rowsIn('a', club.id))
    const passed: string[] = []
    for (const { name, tenant, columns } of tables) {
      const own = `"${tenant}" = '${club.id}'`
      const listed = columns.map((column) => `"${column}"`).join()
      const acts = [
        `UPDATE "${name}" SET "${tenant}" = "${tenant}" WHERE ${own}`,
        `DELETE FROM "${name}" WHERE ${own}`,
        `INSERT INTO "${name}" (${listed}) SELECT ${listed} FROM "${name}" WHERE ${own}`,
      ]
      if (!filled.includes(name)) continue
      for (const act of acts) if (!(await refusal(act)).includes('workspace_moving')) passed.push(act)
    }
    expect(passed).toEqual([])
    const locks = await inPlace<{ name: string }>(
      'a',
      "SELECT tbl_name AS name FROM sqlite_schema WHERE type = 'trigger' AND name LIKE 'moving_%' AND sql LIKE '%ABORT%'",
    )
    expect(locks.length).toBe(3 * tables.length)
    for (const { name } of tables) expect(locks.filter((lock) => lock.name === name)).toHaveLength(3)
  })

  const refusal = (text: string): Promise<string> =>
    D1.a
      .prepare(text)
      .run()
      .then(
        () => 'none',
        (error: Error) => error.message,
      )

  it('is not exported, and whoever asks is told of the move, not of another export', async () => {
    const club = await workspace()
    await schedule(club, 'b')
    const path = `/operator/workspaces/${club.id}/export`
    for (const step of ['draining', 'copying'] as const) {
      await goOnTo(club, step)
      expect(ofMove(await operator('GET', path, undefined, { env: DATABASES }))).toEqual(MOVING)
    }
  })

  it('a job of it is queued again in a minute, as no failure', async () => {
    const club = await workspace()
    await movingTo(club, 'copying')
    const queue = jobQueue()
    const bindings = { ...env, ...QUIET, ...DATABASES, JOBS: queue.JOBS } as unknown as Bindings
    const at = new Date().toISOString()
    const body = { kind: 'job', job: 'seal_events', workspace_id: club.id, at } as const
    expect(await runJobsOf([body], bindings)).toEqual([])
    expect(queue.waiting).toMatchObject([
      { body: { job: 'seal_events', workspace_id: club.id }, seconds: 60 },
    ])
    expect(queue.queued).toEqual([])
  })

  it('the nightly run serves the others', async () => {
    const [club, other] = [await workspace(), await workspace()]
    await movingTo(club, 'copying')
    await runNightly().catch(() => {})
    expect(await inPlace('a', 'SELECT workspace_id FROM daily_counts')).toEqual([{ workspace_id: other.id }])
  })
})

describe('pages of a workspace that moves', () => {
  it('say to staff in their language that nothing was saved', async () => {
    const club = await workspace()
    const { body } = await club.post('/lists/members/persons', { name: { first_name: 'Ada' } })
    const owner = await staffOf(club, 'owner')
    const path = `/dashboard/${club.id}/members`
    for (const step of ['draining', 'copying'] as const) {
      if (step === 'draining') await schedule(club, 'b')
      await goOnTo(club, step)
      expect((await owner.get(path)).status).toBe(200)
      const answer = await owner.submit(`${path}/new`, { first_name: 'Ada', last_name: 'Lovelace' })
      expect([answer.status, answer.headers.get('Retry-After')], step).toEqual([503, '60'])
      expect(answer.text).toContain('Die Daten des Vereins ziehen gerade um')
    }
    const headers = { 'Accept-Language': 'en' }
    expect((await owner.submit(`${path}/new`, { first_name: 'Ada' }, { headers })).text).toContain(
      'Nothing was saved',
    )
    // A download records an event.
    const download = await owner.submit(`${path}/${body.data.id}/export`)
    expect([download.status, download.text]).toEqual([503, expect.stringContaining('ziehen gerade um')])
  })

  it('say so before somebody fills in a form for nothing', async () => {
    const { club, session } = await clubOf(editable('name'), person(ADA), visitor())
    await setPortal(club, { slug: 'ruderclub' })
    const owner = await staffOf(club, 'owner')
    const pages = async () => [
      (await owner.get(`/dashboard/${club.id}/members/new`)).text.includes('E-Mails gehen erst dann hinaus'),
      (await session.get('/portal')).text.includes('Im Moment lässt sich nichts speichern'),
      (await club.get('/portal/ruderclub')).text.includes('Im Moment lässt sich nichts speichern'),
    ]
    expect(await pages()).toEqual([false, false, false])
    await movingTo(club, 'draining')
    expect(await pages()).toEqual([true, true, true])
    const { text } = await owner.submit(`/dashboard/${club.id}/members/new`, { first_name: 'Ada' })
    expect(text).not.toContain('E-Mails gehen erst dann hinaus')
  })

  it('let a member sign out of a browser', async () => {
    const { club, session } = await clubOf(editable('name'), person(ADA), visitor())
    await movingTo(club, 'copying')
    const headers = { Cookie: `${session.cookie}; __Host-entry=${club.id}` }
    const { status, headers: answered } = await submit('/portal/sign-out', {}, { headers })
    expect([status, answered.get('Location')]).toEqual([303, `/portal/${club.id}?signed_out=1`])
    expect(answered.get('Set-Cookie')).toContain('__Host-portal=; Max-Age=0')
  })

  it('keep what staff have sent, so that they send it again once the workspace is open', async () => {
    const club = await workspace()
    const owner = await staffOf(club, 'owner')
    await movingTo(club, 'copying')
    const path = `/dashboard/${club.id}/members/new`
    const { text } = await owner.submit(path, { 'name.first_name': 'Ada', 'name.last_name': 'Lovelace' })
    expect(text).toContain(`action="${path}"`)
    const again = await owner.submit(path, await filledForm(text))
    expect([again.status, await filledForm(again.text)]).toEqual([503, await filledForm(text)])
    await cancelMove(PLACES, club.id)
    expect((await owner.submit(path, await filledForm(text))).status).toBe(303)
    expect(await inPlace('a', 'SELECT first_name FROM persons')).toEqual([{ first_name: 'Ada' }])
  })

  it('keep what a member has sent, and say whose portal it is', async () => {
    const { club, id, session } = await clubOf(editable('name'), person(ADA), visitor())
    await movingTo(club, 'copying')
    const path = cardPath(id, 'contact')
    const form = await filledForm((await session.get(path)).text)
    const headers = { Cookie: `${session.cookie}; __Host-entry=${club.id}` }
    const { text } = await submit(path, withChanges(form, { 'name.first_name': 'Augusta' }), { headers })
    const { body } = await operator('GET', `/operator/workspaces/${club.id}`)
    expect(text).toContain(` – ${body.data.name}</title>`)
    expect(text).toContain(`action="${path}"`)
    await cancelMove(PLACES, club.id)
    expect((await session.submit(path, await filledForm(text))).status).toBe(303)
    expect(await inPlace('a', 'SELECT first_name FROM persons')).toEqual([{ first_name: 'Augusta' }])
  })

  it('say to members that nothing was saved, and a link still opens the portal afterwards', async () => {
    const { club, id, session } = await clubOf(editable('name'), person(ADA), visitor())
    const link = await createLink(club, { person_id: id })
    await movingTo(club, 'copying')
    const path = cardPath(id, 'contact')
    const form = await filledForm((await session.get(path)).text)
    const changed = withChanges(form, { 'name.first_name': 'Augusta' })
    const answers = [await session.submit(path, changed), await submit(link)]
    for (const { status, headers, text } of answers)
      expect([status, headers.get('Retry-After'), text]).toEqual([
        503,
        '60',
        expect.stringContaining('Es wurde nichts gespeichert'),
      ])
    const english = await submit(link, {}, { headers: { 'Accept-Language': 'en' } })
    expect(english.text).toContain('The association’s data is being moved')
    await cancelMove(PLACES, club.id)
    expect((await submit(link)).status).toBe(303)
  })
})
