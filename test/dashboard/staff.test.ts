import { env } from 'cloudflare:workers'
import { describe, expect, it, vi } from 'vitest'
import { open } from '../../src/db/client'
import { viewAccount } from '../../src/domain/staff/account'
import { inviteStaff, MAX_STAFF } from '../../src/domain/staff/add'
import { listStaff } from '../../src/domain/staff/list'
import { staffPrincipal } from '../../src/domain/staff/principal'
import { permissionsOf, ROLES, type Role } from '../../src/domain/staff/roles'
import { removeStaff, updateStaff } from '../../src/domain/staff/update'
import { issueApiKey, listApiKeys, revokeApiKey } from '../../src/domain/workspaces/api-keys'
import { updateOwnSettings } from '../../src/domain/workspaces/update'
import { clubOf, signedIn } from '../support/club'
import { type Staff, staffOf } from '../support/dashboard'
import { eventsOf } from '../support/events'
import { interruptedBy } from '../support/fake-d1'
import { operator, rows, type Workspace, workspace } from '../support/workspace'

const principalOf = (club: Workspace, browser: Staff, d1: D1Database = env.DB) =>
  staffPrincipal(open(d1), {
    sessionId: browser.cookie('__Host-staff') ?? '',
    idOrSlug: club.id,
    requestId: 'req_test',
    now: new Date(),
  })

const roleOf = async (club: Workspace, { id }: Staff): Promise<Role | undefined> => {
  const [row] = await rows<{ role: Role }>(
    'SELECT role FROM memberships WHERE workspace_id = ? AND staff_id = ?',
    club.id,
    id,
  )
  return row?.role
}

const LONG_AGO = new Date(Date.now() - 31 * 60_000)
const LAST_OWNER = {
  reason: 'invalid',
  issues: { role: [{ code: 'last_owner' }] },
}

it('lets only owners manage staff, so that no one raises their own role', () => {
  expect(ROLES.filter((role) => permissionsOf(role).includes('staff:write'))).toEqual(['owner'])
})

describe.each(['office', 'treasurer', 'auditor'] as const)('the role %s', (role) => {
  it('changes no staff, keys or settings, itself included', async () => {
    const club = await workspace()
    const [owner, one] = [await staffOf(club, 'owner'), await staffOf(club, role)]
    const principal = principalOf(club, one)
    const [key] = await listApiKeys(principalOf(club, owner))
    for (const act of [
      () => updateStaff(principal, { staffId: one.id, body: { role: 'owner' } }),
      () => removeStaff(principal, { staffId: owner.id }),
      () => inviteStaff(principal, { body: { name: 'X', email: 'x@example.org', role: 'owner' } }),
      () => listStaff(principal),
      () => issueApiKey(principal, { body: { name: 'CRM' } }),
      () => listApiKeys(principal),
      () => revokeApiKey(principal, { keyId: key?.id ?? '' }),
      () => updateOwnSettings(principal, { body: { name: 'X' } }),
    ])
      await expect(act()).rejects.toMatchObject({ reason: 'permission_missing' })
    expect([await roleOf(club, one), await roleOf(club, owner)]).toEqual([role, 'owner'])
    expect((await club.get('/me')).body.data.name).toBe('TSV Aufbau 04')
  })
})

describe('the last owner', () => {
  it('stays, and stays owner', async () => {
    const { club, staff: owner } = await clubOf(signedIn('owner'))
    await staffOf(club, 'office')
    const principal = principalOf(club, owner)
    await inviteStaff(principal, { body: { name: 'New', email: 'new@example.org', role: 'owner' } })
    await expect(
      updateStaff(principal, { staffId: owner.id, body: { role: 'office' } }),
    ).rejects.toMatchObject(LAST_OWNER)
    await expect(removeStaff(principal, { staffId: owner.id })).rejects.toMatchObject(LAST_OWNER)
    expect(await roleOf(club, owner)).toBe('owner')
  })

  it.each<[string, (club: Workspace, owner: Staff, d1?: D1Database) => Promise<void>]>([
    [
      'changes role',
      async (club, owner, d1) =>
        updateStaff(principalOf(club, owner, d1), { staffId: owner.id, body: { role: 'office' } }),
    ],
    ['leaves', async (club, owner, d1) => removeStaff(principalOf(club, owner, d1), { staffId: owner.id })],
  ])('is found where each of two owners %s at the same moment', async (_, act) => {
    const club = await workspace()
    const [one, other] = [await staffOf(club, 'owner'), await staffOf(club, 'owner')]
    const { env: bindings } = interruptedBy(() => act(club, other))
    await expect(act(club, one, bindings.DB)).rejects.toMatchObject(LAST_OWNER)
    expect([await roleOf(club, one), (await roleOf(club, other)) === 'owner']).toEqual(['owner', false])
  })
})

describe('two owners', () => {
  const act = {
    remove: (club: Workspace, by: Staff, { id }: Staff, options = {}) =>
      by.submit(`/dashboard/${club.id}/settings/staff/${id}/remove`, {}, options),
    demote: (club: Workspace, by: Staff, { id }: Staff, options = {}) =>
      by.submit(`/dashboard/${club.id}/settings/staff/${id}`, { role: 'office' }, options),
  }

  it.each(['remove', 'demote'] as const)('who %s each other at once leave one owner', async (name) => {
    for (const isInterrupted of [true, false]) {
      const club = await workspace()
      const [one, other] = [await staffOf(club, 'owner'), await staffOf(club, 'owner')]
      if (isInterrupted)
        await act[name](
          club,
          one,
          other,
          interruptedBy(() => act[name](club, other, one)),
        )
      else await Promise.all([act[name](club, one, other), act[name](club, other, one)])
      const owners = [await roleOf(club, one), await roleOf(club, other)].filter((role) => role === 'owner')
      expect(owners).toHaveLength(1)
    }
  })

  it('may each give up being one, after which pages and acts of owners are closed to them', async () => {
    const club = await workspace()
    const [one, other] = [await staffOf(club, 'owner'), await staffOf(club, 'owner')]
    const answer = await act.demote(club, one, one)
    expect([answer.status, answer.headers.get('Location')]).toEqual([303, `/dashboard/${club.id}`])
    expect((await one.get(`/dashboard/${club.id}`)).status).toBe(200)
    expect((await one.get(`/dashboard/${club.id}/settings/staff`)).status).toBe(403)
    expect(
      (await one.submit(`/dashboard/${club.id}/settings/staff/${one.id}`, { role: 'owner' })).status,
    ).toBe(403)
    expect((await act.remove(club, one, other)).status).toBe(403)
    expect([await roleOf(club, one), await roleOf(club, other)]).toEqual(['office', 'owner'])
  })
})

describe('staff', () => {
  it(`are ${MAX_STAFF} at most, and not one less`, async () => {
    const { club, staff: owner } = await clubOf(signedIn('owner'))
    await rows(
      `INSERT INTO memberships (workspace_id, staff_id, role, created_at, accepted_at)
      WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ?)
      SELECT ?, 'stf_' || n, 'auditor', '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z' FROM numbers`,
      MAX_STAFF - 2,
      club.id,
    )
    const invite = (email: string) =>
      operator('POST', `/operator/workspaces/${club.id}/staff`, { name: 'Kim', email, role: 'office' })
    expect((await invite('last@example.org')).status).toBe(201)
    const refused = await invite('more@example.org')
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ['email']])
    const [stored] = await rows('SELECT count(*) AS count FROM memberships WHERE workspace_id = ?', club.id)
    expect([stored, owner.id.length > 0]).toEqual([{ count: MAX_STAFF }, true])
  })

  it.each([
    ['2026-06-15T11:59:59Z', 200],
    ['2026-06-15T12:00:00Z', 404],
  ])('who work until 14 June have access until that day has ended everywhere: %s', async (now, status) => {
    vi.useFakeTimers({ now: new Date(now), toFake: ['Date'] })
    const { club, staff: auditor } = await clubOf(signedIn('auditor'))
    await rows("UPDATE memberships SET ends_on = '2026-06-14' WHERE staff_id = ?", auditor.id)
    const answer = await auditor.get(`/dashboard/${club.id}`)
    vi.useRealTimers()
    expect(answer.status).toBe(status)
  })

  it('lose access at once when they are removed, and their views with it', async () => {
    const club = await workspace()
    const [owner, office] = [await staffOf(club, 'owner'), await staffOf(club, 'office')]
    await rows(
      "INSERT INTO table_columns (workspace_id, staff_id, list_id, columns) VALUES (?, ?, 'members', '[]')",
      club.id,
      office.id,
    )
    expect((await office.get(`/dashboard/${club.id}`)).status).toBe(200)
    await removeStaff(principalOf(club, owner), { staffId: office.id })
    expect((await office.get(`/dashboard/${club.id}`)).status).toBe(404)
    expect(await rows('SELECT * FROM table_columns')).toEqual([])
  })

  it('have no access before they accept an invitation', async () => {
    const { club, staff: owner } = await clubOf(signedIn('owner'))
    const other = await staffOf(await workspace(), 'office', { email: 'bea@example.org' })
    const result = await inviteStaff(principalOf(club, owner), {
      body: { name: 'Beate', email: 'Bea@example.org', role: 'treasurer' },
    })
    expect(result).toMatchObject({
      invited: { id: other.id, name: 'Staff office', email: 'bea@example.org', role: 'treasurer' },
      mail: { email: 'bea@example.org', workspace_name: 'TSV Aufbau 04', role: 'treasurer', locale: 'de-DE' },
    })
    // What the other workspace calls them is shown once they have accepted.
    const names = async () =>
      (await listStaff(principalOf(club, owner))).flatMap(({ email, name }) =>
        email === other.email ? name : [],
      )
    expect(await names()).toEqual(['Beate'])
    expect((await other.get(`/dashboard/${club.id}`)).status).toBe(404)
    await other.submit(`/dashboard/workspaces/${club.id}/acceptance`)
    expect((await other.get(`/dashboard/${club.id}`)).status).toBe(200)
    expect(await names()).toEqual(['Staff office'])
    expect(await rows('SELECT invited_name FROM memberships WHERE invited_name IS NOT NULL')).toEqual([])
  })

  it('of another workspace are unknown', async () => {
    const [club, foreign] = [await workspace(), await workspace()]
    const [owner, stranger] = [await staffOf(club, 'owner'), await staffOf(foreign, 'office')]
    const principal = principalOf(club, owner)
    for (const staffId of [stranger.id, 'stf_unknown']) {
      await expect(updateStaff(principal, { staffId, body: { role: 'owner' } })).rejects.toMatchObject({
        reason: 'not_found',
      })
      await expect(removeStaff(principal, { staffId })).rejects.toMatchObject({ reason: 'not_found' })
    }
    expect(await roleOf(foreign, stranger)).toBe('office')
  })
})

describe('a dangerous act', () => {
  const ACTS: [
    string,
    (club: Workspace, owner: Staff, office: Staff, d1?: D1Database) => Promise<unknown>,
  ][] = [
    [
      'changing a role',
      async (club, owner, { id }, d1) =>
        updateStaff(principalOf(club, owner, d1), { staffId: id, body: { role: 'owner' } }),
    ],
    [
      'removing staff',
      async (club, owner, { id }, d1) => removeStaff(principalOf(club, owner, d1), { staffId: id }),
    ],
    [
      'inviting staff',
      async (club, owner, _, d1) =>
        inviteStaff(principalOf(club, owner, d1), {
          body: { name: 'X', email: 'x@example.org', role: 'owner' },
        }),
    ],
    [
      'issuing a key',
      async (club, owner, _, d1) => issueApiKey(principalOf(club, owner, d1), { body: { name: 'X' } }),
    ],
  ]

  const everything = () =>
    Promise.all(['memberships', 'staff', 'api_keys'].map((table) => rows(`SELECT * FROM ${table}`)))

  it.each(ACTS)('needs a fresh proof: %s', async (_, act) => {
    const { club, staff: owner } = await clubOf(signedIn('owner', { provedAt: LONG_AGO }))
    const office = await staffOf(club, 'office')
    const before = await everything()
    await expect(act(club, owner, office)).rejects.toMatchObject({ reason: 'proof_required' })
    expect(await everything()).toEqual(before)
  })

  it.each(ACTS)('writes nothing where the role was lost between its two trips: %s', async (_, act) => {
    const club = await workspace()
    const [owner, office] = [await staffOf(club, 'owner'), await staffOf(club, 'office')]
    await staffOf(club, 'owner')
    let before: unknown
    const { env: bindings } = interruptedBy(async () => {
      await rows("UPDATE memberships SET role = 'office' WHERE staff_id = ?", owner.id)
      before = await everything()
    })
    await expect(act(club, owner, office, bindings.DB)).rejects.toMatchObject({
      reason: 'permission_missing',
    })
    expect(await everything()).toEqual(before)
  })

  it('needs a fresh proof: revoking a key', async () => {
    const { club, staff: owner } = await clubOf(signedIn('owner', { provedAt: LONG_AGO }))
    const principal = principalOf(club, owner)
    const [key] = await listApiKeys(principal)
    await expect(revokeApiKey(principal, { keyId: String(key?.id) })).rejects.toMatchObject({
      reason: 'proof_required',
    })
    expect((await club.get('/me')).status).toBe(200)
  })
})

describe('updateOwnSettings', () => {
  it('leaves what the operator decides to the operator', async () => {
    const club = await workspace()
    const principal = principalOf(club, await staffOf(club, 'owner'))
    for (const key of ['subscription_variant', 'superordinate_workspace_id'])
      await expect(updateOwnSettings(principal, { body: { [key]: null } })).rejects.toMatchObject({
        issues: { [key]: [{ code: 'unknown_field' }] },
      })
  })

  it('leaves a portal to the workspace that manages it', async () => {
    const umbrella = await workspace()
    const club = await workspace({
      superordinate_workspace_id: umbrella.id,
      member_portal: { managed_by: 'superordinate' },
    })
    const principal = principalOf(club, await staffOf(club, 'owner'))
    await expect(
      updateOwnSettings(principal, { body: { member_portal: { managed_by: 'workspace' } } }),
    ).rejects.toMatchObject({ reason: 'portal_managed_elsewhere' })
    const { workspace: renamed } = await updateOwnSettings(principal, { body: { name: 'Ruderclub' } })
    expect(renamed).toMatchObject({
      name: 'Ruderclub',
      member_portal: { managed_by: 'superordinate' },
    })
  })

  it('changes the same settings as the operator', async () => {
    const [one, other] = [await workspace(), await workspace()]
    const body = {
      name: 'Ruderclub',
      locale: 'en-GB',
      timezone: 'Europe/London',
      member_portal: {
        slug: 'ruderclub',
        colour: '#1F6F54',
        sender_name: 'Rudern',
        functions: ['view_data'],
        fields: { email: 'editable' },
      },
    }
    const principal = principalOf(one, await staffOf(one, 'owner'))
    const { workspace: own } = await updateOwnSettings(principal, { body })
    await updateOwnSettings(principal, { body: { member_portal: { slug: null } } })
    await rows("UPDATE slugs SET released_at = '2020-01-01'")
    const { body: operated } = await operator('PATCH', `/operator/workspaces/${other.id}`, body)
    const { id, created_at, updated_at, ...settings } = operated.data
    expect(own).toMatchObject(settings)
  })
})

it('records each change of the staff once, and an invitation by its address', async () => {
  const { club, staff: owner } = await clubOf(signedIn('owner'))
  const other = await staffOf(await workspace(), 'office', { email: 'bea@example.org' })
  const principal = principalOf(club, owner)
  const after = (await eventsOf(club)).length
  const invitation = { name: 'Bea', email: 'bea@example.org', role: 'auditor', ends_on: '2999-12-31' }
  await inviteStaff(principal, { body: invitation })
  await other.submit(`/dashboard/workspaces/${club.id}/acceptance`)
  await other.submit(`/dashboard/workspaces/${club.id}/acceptance`)
  for (const role of ['office', 'office']) await updateStaff(principal, { staffId: other.id, body: { role } })
  await removeStaff(principal, { staffId: other.id })
  const events = await eventsOf(club, after)
  expect(events.map((event) => [event.action, event.actor_id, event.subject_name, event.changes])).toEqual([
    [
      'staff.invited',
      owner.id,
      'bea@example.org',
      { role: [null, 'auditor'], ends_on: [null, '2999-12-31'] },
    ],
    ['staff.accepted', other.id, 'bea@example.org', { accepted_at: [null, expect.any(String)] }],
    [
      'staff.updated',
      owner.id,
      'Staff office',
      { role: ['auditor', 'office'], ends_on: ['2999-12-31', null] },
    ],
    ['staff.removed', owner.id, 'Staff office', { role: ['office', null] }],
  ])
  for (const event of events)
    expect(event).toMatchObject({ subject_kind: 'staff', subject_id: other.id, door: 'dashboard' })
})

it('knows the sessions of one member of staff only', async () => {
  const club = await workspace()
  const [one] = [await staffOf(club, 'office'), await staffOf(club, 'owner')]
  const { sessions, passkeys } = await viewAccount(principalOf(club, one))
  expect([sessions, passkeys]).toEqual([
    [{ id: expect.stringMatching(/^ses_/), userAgent: 'Test', createdAt: expect.any(String) }],
    [],
  ])
})
