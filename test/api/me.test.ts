import { describe, expect, it } from 'vitest'
import { PERMISSIONS, type Permission } from '../../src/domain/access/permissions'
import { operator, rows, workspace } from '../support/workspace'

describe('GET /me', () => {
  it('returns the workspace and the key in one trip', async () => {
    const club = await workspace()
    const { status, body, cost } = await club.get('/me')
    expect(status).toBe(200)
    expect(cost).toMatchObject({ trips: 1, rowsWritten: 0 })
    const [key] = await rows('SELECT id FROM api_keys WHERE workspace_id = ?', club.id)
    expect(body).toEqual({
      data: {
        id: club.id,
        name: 'TSV Aufbau 04',
        locale: 'de-DE',
        timezone: 'Europe/Berlin',
        currency: 'EUR',
        subscription: { variant: 'complete', lists: ['members', 'contacts'] },
        sandbox: false,
        lists: [
          { id: 'members', permissions: ['read', 'write'] },
          { id: 'contacts', permissions: ['read', 'write'] },
        ],
        member_portal: {
          enabled: true,
          url: `http://mas.test/portal/${club.id}`,
          functions: ['view_data', 'view_fees'],
          managed_by: 'workspace',
        },
        last_event_id: 'evt_000000000002',
        keeps_book: true,
        book_begins_on: null,
        leaving: { notice_weeks: 0, end: 'year', takes_effect: 'by_staff' },
        superordinate_workspace: null,
        api_key: { id: key?.id, name: 'test', permissions: [...PERMISSIONS], expires_at: null },
      },
    })
  })

  it('returns changed settings and the superordinate workspace', async () => {
    const umbrella = await workspace({ name: 'Landesverband' })
    const club = await workspace({
      name: 'Ruderclub',
      locale: 'en-GB',
      timezone: 'Europe/London',
      subscription_variant: 'members',
      superordinate_workspace_id: umbrella.id,
      member_portal: { enabled: false, managed_by: 'superordinate' },
    })
    const { body } = await club.get('/me')
    expect(body.data).toMatchObject({
      name: 'Ruderclub',
      locale: 'en-GB',
      timezone: 'Europe/London',
      subscription: { variant: 'members', lists: ['members'] },
      member_portal: { enabled: false, managed_by: 'superordinate' },
      superordinate_workspace: { id: umbrella.id, name: 'Landesverband' },
    })
    expect((await umbrella.get('/me')).body.data.superordinate_workspace).toBeNull()
  })

  it.each([
    ['members', ['members']],
    ['contacts', ['contacts']],
    ['complete', ['members', 'contacts']],
  ])('returns for the subscription %s the lists %j', async (variant, lists) => {
    const club = await workspace({ subscription_variant: variant })
    const { subscription, lists: shown } = (await club.get('/me')).body.data
    expect(subscription).toEqual({ variant, lists })
    expect(shown.map(({ id }: { id: string }) => id)).toEqual(lists)
  })

  it.each<[Permission[], string[], string[]]>([
    [['members:read'], ['read'], []],
    [['members:write', 'contacts:read'], ['write'], ['read']],
    [['contacts:read', 'contacts:write'], [], ['read', 'write']],
    [['fees:write'], [], []],
  ])('returns for a key with %j its permissions in each list', async (permissions, members, contacts) => {
    const club = await workspace()
    const { status, body } = await club.get('/me', { key: await club.keyWith(...permissions) })
    expect(status).toBe(200)
    expect(body.data.lists).toEqual([
      { id: 'members', permissions: members },
      { id: 'contacts', permissions: contacts },
    ])
    expect(body.data.api_key.permissions).toEqual(permissions)
    expect(body.data.last_event_id).toBeNull()
  })

  it('returns when the key expires', async () => {
    const club = await workspace()
    const expires_at = '2999-12-31T23:00:00.000Z'
    const wanted = { name: 'until the end', expires_at }
    const issued = (await operator('POST', `/operator/workspaces/${club.id}/api_keys`, wanted)).body.data
    const { body } = await club.get('/me', { key: issued.token })
    const { token, ...key } = issued
    expect(body.data.api_key).toEqual({ ...key, name: 'until the end', expires_at })
    expect(JSON.stringify(body)).not.toContain(token)
  })

  it('returns the portal address under PUBLIC_URL', async () => {
    const club = await workspace()
    const { body } = await club.get('/me', { env: { PUBLIC_URL: 'https://members.example.org/' } })
    expect(body.data.member_portal.url).toBe(`https://members.example.org/portal/${club.id}`)
  })
})

it('leaves out functions of the portal that clients of earlier documents do not know', async () => {
  const club = await workspace({ member_portal: { functions: ['view_fees', 'grant_mandate'] } })
  expect((await club.get('/me')).body.data.member_portal.functions).toEqual(['view_fees'])
})
