import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { open } from '../../src/db/client'
import { loadMailing } from '../../src/domain/mails/mailing'
import { listDueWorkspaces } from '../../src/domain/mails/rules/run'
import { call } from '../support/call'
import { staffOf } from '../support/dashboard'
import { eventsOf } from '../support/events'
import { createEverything, filled } from '../support/everything'
import { joinable } from '../support/join'
import { openApi } from '../support/openapi'
import { everyRow } from '../support/storage'
import { operator, rows, type Workspace, workspace } from '../support/workspace'

const DAY = 24 * 60 * 60 * 1000

const suspend = (club: Workspace) => operator('PUT', `/operator/workspaces/${club.id}/suspension`)
const lift = (club: Workspace) => operator('DELETE', `/operator/workspaces/${club.id}/suspension`)

describe('a suspended workspace', () => {
  it('says since when, and from when on it can be erased', async () => {
    const club = await workspace()
    const { status, body } = await suspend(club)
    const { suspended_at, erasable_at } = body.data
    expect([status, Date.parse(erasable_at) - Date.parse(suspended_at)]).toEqual([200, 30 * DAY])
    expect((await suspend(club)).body.data).toEqual(body.data)
    const lifted = (await lift(club)).body.data
    expect(lifted).toEqual({ ...body.data, suspended_at: null, erasable_at: null })
    expect((await lift(club)).body.data).toEqual(lifted)
    expect((await eventsOf(club)).map(({ action }) => action).slice(-2)).toEqual([
      'workspace.suspended',
      'workspace.suspension_lifted',
    ])
  })

  it('can be read by its keys, and changes by none of their requests', async () => {
    const everything = await createEverything(await workspace())
    const { club } = everything
    await suspend(club)
    const before = await everyRow()
    const { paths } = await openApi()
    const writes = Object.entries(paths)
      .filter(([path]) => !path.startsWith('/operator'))
      .flatMap(([path, item]) => Object.keys(item).map((method) => ({ path, method: method.toUpperCase() })))
      .filter(({ method }) => ['POST', 'PUT', 'PATCH', 'DELETE'].includes(method))
    expect(writes.length).toBeGreaterThan(50)
    const refused: number[] = []
    for (const { path, method } of writes) {
      const headers = { 'Idempotency-Key': 'once' }
      const sent = { key: club.key, headers, ...(method !== 'DELETE' && { body: {} }) }
      const answer = await call(method, filled(path, everything), sent)
      // Some bodies are validated before the database is asked.
      const isRefused = answer.status === 422 || answer.body.type.endsWith('/workspace_suspended')
      expect(isRefused, `${method} ${path}: ${answer.status}`).toBe(true)
      refused.push(answer.status)
    }
    expect(refused.filter((status) => status === 403).length).toBeGreaterThan(50)
    expect(await everyRow()).toEqual(before)
    for (const path of ['/me', '/lists/members/persons', '/fees', '/events'])
      expect((await club.get(path)).status, path).toBe(200)
  })

  it('closes its portal and its form of application', async () => {
    const club = await joinable({}, { member_portal: { slug: 'ruderclub' } })
    expect((await call('GET', '/portal/ruderclub')).status).toBe(200)
    expect((await call('GET', '/join/ruderclub')).status).toBe(200)
    await suspend(club)
    expect((await call('GET', '/portal/ruderclub')).status).toBe(404)
    expect((await call('GET', '/join/ruderclub')).status).toBe(404)
    expect((await club.get('/me')).body.data.member_portal.enabled).toBe(false)
    await lift(club)
    expect((await call('GET', '/portal/ruderclub')).status).toBe(200)
  })

  it('has no mails sent', async () => {
    const { club, mail } = await createEverything(await workspace())
    await rows(
      `INSERT INTO mail_rules (workspace_id, occasion, subject, body, kind, enabled_at, done_until, updated_at)
       VALUES (?, 'birthday', 'Hurra', 'Alles Gute', 'official', '2026-01-01', '2020-01-01', '2026-01-01')`,
      club.id,
    )
    await rows("UPDATE mails SET state = 'sending'")
    const due = async () => (await listDueWorkspaces(open(env.DB), new Date())).map(({ id }) => id)
    const range = { workspaceId: club.id, mailId: mail, first: '', last: 'z' }
    const mailing = () => loadMailing(open(env.DB), range)
    expect(await mailing()).toHaveProperty('leads')
    const dueBefore = await due()
    await suspend(club)
    expect([dueBefore, await due(), await mailing()]).toEqual([[club.id], [], 'suspended'])
  })

  it('is not suspended above a workspace in use', async () => {
    const above = await workspace({ name: 'Landesverband' })
    const below = await workspace({ name: 'Ortsverein', superordinate_workspace_id: above.id })
    const refused = await suspend(above)
    expect([refused.status, refused.body.detail]).toEqual([
      409,
      expect.stringContaining(`Ortsverein (${below.id})`),
    ])
    expect(await rows('SELECT id FROM workspaces WHERE suspended_at IS NOT NULL')).toEqual([])
    await suspend(below)
    expect((await suspend(above)).status).toBe(200)
    const another = { name: 'Other', superordinate_workspace_id: above.id }
    expect((await operator('POST', '/operator/workspaces', another)).body.errors).toHaveProperty(
      'superordinate_workspace_id',
    )
  })

  it('can be looked at by staff, who are told so, and change their own account alone', async () => {
    const club = await workspace()
    const owner = await staffOf(club, 'owner')
    await suspend(club)
    const page = await owner.get(`/dashboard/${club.id}/members`)
    expect([page.status, page.text]).toEqual([200, expect.stringContaining('gesperrt')])
    const before = await everyRow()
    const refused = await owner.submit(`/dashboard/${club.id}/settings/workspace`, { name: 'Other' })
    expect([refused.status, refused.text]).toEqual([403, expect.stringContaining('Nur zum Ansehen')])
    expect(await everyRow()).toEqual(before)
    const own = await owner.submit(`/dashboard/${club.id}/account`, { name: 'Grace', locale: 'de' })
    expect([own.status, await rows('SELECT name FROM staff WHERE id = ?', owner.id)]).toEqual([
      303,
      [{ name: 'Grace' }],
    ])
  })

  it('keeps its portal closed to a workspace above', async () => {
    const above = await workspace({ name: 'Landesverband' })
    const below = await workspace({
      superordinate_workspace_id: above.id,
      member_portal: { managed_by: 'superordinate' },
    })
    const owner = await staffOf(above, 'owner')
    await suspend(below)
    const before = await everyRow()
    const answer = await owner.submit(`/dashboard/${above.id}/associations/${below.id}`, {
      enabled: 'false',
    })
    expect([403, 404]).toContain(answer.status)
    expect(await everyRow()).toEqual(before)
  })

  it('is unknown to the operator if there is none', async () => {
    for (const method of ['PUT', 'DELETE'])
      expect(
        (await operator(method, '/operator/workspaces/wsp_000000000000000000000000/suspension')).status,
      ).toBe(404)
  })
})
