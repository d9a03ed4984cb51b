import { describe, expect, it } from 'vitest'
import { open } from '../../src/db/client'
import { staffPrincipal } from '../../src/domain/staff/principal'
import { handBackPortal, updateSubordinatePortal } from '../../src/domain/workspaces/subordinate-portal'
import { leavePortal } from '../../src/domain/workspaces/update'
import { clubOf, signedIn } from '../support/club'
import { type Staff, staffOf } from '../support/dashboard'
import { leadsTo } from '../support/done'
import { eventsOf } from '../support/events'
import { interruptedBy } from '../support/fake-d1'
import { createPerson, setPortal, signIn } from '../support/portal'
import { operator, rows, type Workspace, workspace } from '../support/workspace'

const MANAGED = { member_portal: { managed_by: 'superordinate' } }

/** An umbrella, a workspace that leaves its portal to it, one that does not, and the owners of all three. */
async function federation() {
  const umbrella = await workspace({ name: 'Landesverband' })
  const under = { superordinate_workspace_id: umbrella.id }
  const club = await workspace({ name: 'Ruderverein', ...under, ...MANAGED })
  const free = await workspace({ name: 'Segelverein', ...under })
  const [above, owner, sailor] = [
    await staffOf(umbrella, 'owner'),
    await staffOf(club, 'owner'),
    await staffOf(free, 'owner'),
  ]
  return { umbrella, club, free, above, owner, sailor }
}

const BEN = { email: 'ben@example.org', name: { first_name: 'Ben' } }

const associationPath = (umbrella: Workspace, { id }: Workspace, page = '') =>
  `/dashboard/${umbrella.id}/associations/${id}${page}`

async function portalOf({ id }: Workspace) {
  const [row] = await rows('SELECT portal_enabled, portal_managed_by FROM workspaces WHERE id = ?', id)
  return [row?.portal_enabled, row?.portal_managed_by]
}

const everything = () => Promise.all(['workspaces', 'events'].map((table) => rows(`SELECT * FROM ${table}`)))

const principalOf = (club: Workspace, staff: Staff, d1: D1Database) =>
  staffPrincipal(open(d1), {
    sessionId: String(staff.cookie('__Host-staff')),
    idOrSlug: club.id,
    requestId: 'req_test',
    now: new Date(),
  })

describe('the owner of an umbrella', () => {
  it('gets no link to the portal for a member of a workspace below, of which the dashboard shows sizes alone', async () => {
    const { umbrella, club, above } = await federation()
    await setPortal(umbrella, { enabled: true })
    const link = (id: string) =>
      above.submit(`/dashboard/${umbrella.id}/members/${id}/portal-link`, { way: 'show' })
    const [own, other] = [await createPerson(umbrella, BEN), await createPerson(club, BEN)]
    expect([(await link(own)).status, (await link(other)).status]).toEqual([200, 404])
  })

  it('closes and opens its portal to the members of a workspace below, which its log tells', async () => {
    const { umbrella, club, above } = await federation()
    const id = await createPerson(club, { email: 'ben@example.org', name: { first_name: 'Ben' } })
    const visits = await signIn(umbrella, { person_id: id })
    const path = associationPath(umbrella, club)
    const page = await above.get(path)
    expect([page.status, page.cost]).toMatchObject([200, { trips: 1, rowsWritten: 0 }])
    expect(page.text).toMatch(/name="enabled"[^>]* checked/)
    const closed = await above.submit(path, {})
    expect([closed.status, leadsTo(closed), closed.cost.trips]).toEqual([303, `${path} after saved`, 2])
    expect(await portalOf(club)).toEqual([0, 'superordinate'])
    expect((await visits.get('/portal')).status).toBe(401)
    expect((await eventsOf(club)).at(-1)).toMatchObject({
      action: 'workspace.updated',
      actor_id: above.id,
      actor_name: 'Staff owner',
      changes: { 'member_portal.enabled': [true, false] },
    })
    const after = (await eventsOf(club)).length
    await above.submit(path, {})
    expect((await eventsOf(club)).length).toBe(after)
    await above.submit(path, { enabled: '1' })
    expect(await portalOf(club)).toEqual([1, 'superordinate'])
  })

  it('hands the portal back, and then has no say in it', async () => {
    const { umbrella, club, above } = await federation()
    await setPortal(club, { slug: 'rudern' })
    const asked = await above.get(associationPath(umbrella, club, '/hand-back'))
    expect([asked.status, asked.cost]).toMatchObject([200, { trips: 1, rowsWritten: 0 }])
    const answer = await above.submit(associationPath(umbrella, club, '/hand-back'))
    expect([answer.status, answer.cost.trips]).toEqual([303, 2])
    expect(await portalOf(club)).toEqual([1, 'workspace'])
    expect((await club.get('/me')).body.data.member_portal.url).toBe('http://mas.test/portal/rudern')
    const before = await everything()
    for (const page of ['', '/hand-back'])
      expect((await above.submit(associationPath(umbrella, club, page))).status).toBe(404)
    expect((await above.get(associationPath(umbrella, club, '/hand-back'))).status).toBe(404)
    expect((await above.get(associationPath(umbrella, club))).text).not.toContain('name="enabled"')
    expect(await everything()).toEqual(before)
  })

  it('takes no portal over, and opens no page of a workspace below', async () => {
    const { umbrella, free, above } = await federation()
    const before = await everything()
    expect((await above.submit(associationPath(umbrella, free), { enabled: '1' })).status).toBe(404)
    expect((await above.get(`/dashboard/${free.id}/settings/portal`)).status).toBe(404)
    expect((await above.submit(`/dashboard/${free.id}/settings/portal/leave`)).status).toBe(404)
    expect(await everything()).toEqual(before)
  })

  it('sees who manages each portal, those further below included', async () => {
    const top = await workspace({ name: 'Bund' })
    const middle = await workspace({ name: 'Land', superordinate_workspace_id: top.id, ...MANAGED })
    const club = await workspace({ name: 'Ort', superordinate_workspace_id: middle.id, ...MANAGED })
    const free = await workspace({ name: 'Frei', superordinate_workspace_id: middle.id })
    const [bund, land] = [await staffOf(top, 'owner'), await staffOf(middle, 'owner')]
    const names = async (staff: Staff, { id }: Workspace) => {
      const { text, cost } = await staff.get(`/dashboard/${id}/associations`)
      expect(cost).toMatchObject({ trips: 1, rowsWritten: 0 })
      return [...text.matchAll(/associations\/wsp_\w+">(\w+)<.*?(von euch|eigenes|übergeordnet)/g)].map(
        ([, name, manager]) => [name, manager],
      )
    }
    expect(await names(bund, top)).toEqual([
      ['Land', 'von euch'],
      ['Ort', 'von euch'],
    ])
    expect(await names(land, middle)).toEqual([
      ['Frei', 'eigenes'],
      ['Ort', 'übergeordnet'],
    ])
    expect((await land.submit(associationPath(middle, club, '/hand-back'))).status).toBe(404)
    expect((await bund.get(associationPath(top, free))).status).toBe(404)
    expect((await bund.submit(associationPath(top, club, '/hand-back'))).status).toBe(303)
    expect(await portalOf(club)).toEqual([1, 'workspace'])
  })
})

describe('the owner of a workspace below', () => {
  it('leaves the portal to the umbrella, and sees who manages it, without addresses', async () => {
    const { umbrella, free, above, sailor } = await federation()
    const settings = `/dashboard/${free.id}/settings/portal`
    expect((await sailor.get(settings)).text).toContain(`${settings}/leave`)
    const asked = await sailor.get(`${settings}/leave`)
    expect([asked.status, asked.cost]).toMatchObject([200, { trips: 1, rowsWritten: 0 }])
    expect(asked.text).toContain('Landesverband')
    const answer = await sailor.submit(`${settings}/leave`)
    expect([answer.status, leadsTo(answer), answer.cost.trips]).toEqual([303, `${settings} after left`, 2])
    expect(await portalOf(free)).toEqual([1, 'superordinate'])
    expect((await eventsOf(free)).at(-1)).toMatchObject({
      actor_id: sailor.id,
      changes: { 'member_portal.managed_by': ['workspace', 'superordinate'] },
    })
    const page = (await sailor.get(settings)).text
    for (const shown of ['Landesverband', 'Staff owner']) expect(page).toContain(shown)
    expect(page).not.toContain(above.email)
    expect(page).not.toContain('name="enabled"')
    expect((await above.get(associationPath(umbrella, free))).text).toContain('name="enabled"')
  })

  it('cannot take the portal back, or change it', async () => {
    const { umbrella, club, owner } = await federation()
    const before = await everything()
    const settings = `/dashboard/${club.id}/settings/portal`
    expect((await owner.submit(settings, { enabled: '1' })).status).toBe(403)
    expect((await owner.get(`${settings}/leave`)).status).toBe(404)
    for (const page of ['', '/hand-back']) {
      expect((await owner.submit(associationPath(umbrella, club, page))).status).toBe(404)
      expect((await owner.submit(associationPath(club, club, page))).status).toBe(404)
    }
    expect(await everything()).toEqual(before)
  })

  it('keeps the portal where there is no umbrella', async () => {
    const { club, staff: owner } = await clubOf(signedIn('owner'))
    const settings = `/dashboard/${club.id}/settings/portal`
    expect((await owner.get(settings)).text).not.toContain('/leave')
    expect((await owner.submit(`${settings}/leave`)).status).toBe(404)
  })
})

describe('a change between reading and writing', () => {
  it.each<[string, (clubs: Awaited<ReturnType<typeof federation>>) => Promise<unknown>]>([
    [
      'moves the workspace away',
      ({ club }) =>
        operator('PATCH', `/operator/workspaces/${club.id}`, {
          superordinate_workspace_id: null,
          member_portal: { managed_by: 'workspace' },
        }),
    ],
    ['hands the portal back', ({ club }) => setPortal(club, { managed_by: 'workspace' })],
    ['ends the membership', ({ above }) => rows('DELETE FROM memberships WHERE staff_id = ?', above.id)],
    [
      'leaves the umbrella no portal of its own',
      async ({ umbrella }) => {
        const top = await workspace()
        await operator('PATCH', `/operator/workspaces/${umbrella.id}`, {
          superordinate_workspace_id: top.id,
          ...MANAGED,
        })
      },
    ],
  ])('that %s is not overwritten', async (_, act) => {
    for (const change of ['close', 'hand back'] as const) {
      const all = await federation()
      const { umbrella, club, above } = all
      let before: unknown
      const { env } = interruptedBy(async () => {
        await act(all)
        before = await everything()
      })
      const principal = principalOf(umbrella, above, env.DB)
      const acting =
        change === 'close'
          ? updateSubordinatePortal(principal, { id: club.id, body: { enabled: false } })
          : handBackPortal(principal, { id: club.id })
      await expect(acting).rejects.toMatchObject({ reason: 'not_found' })
      expect(await everything()).toEqual(before)
    }
  })

  it('of the own role leaves the portal where it is', async () => {
    const { free, sailor } = await federation()
    const { env } = interruptedBy(() =>
      rows("UPDATE memberships SET role = 'office' WHERE staff_id = ?", sailor.id),
    )
    await expect(leavePortal(principalOf(free, sailor, env.DB))).rejects.toMatchObject({
      reason: 'permission_missing',
    })
    expect(await portalOf(free)).toEqual([1, 'workspace'])
  })
})
