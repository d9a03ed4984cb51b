import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import type { QueuedMail } from '../../src/env'
import type { Answer } from '../support/call'
import { clubOf, settings, signedIn } from '../support/club'
import { type Staff, staffOf } from '../support/dashboard'
import { leadsTo, openAfter } from '../support/done'
import { eventsOf } from '../support/events'
import { textOf } from '../support/html'
import { deliverMails, filledForm, PUBLIC_URL } from '../support/portal'
import { rows, type Workspace } from '../support/workspace'

type Page = {
  club: Workspace
  owner: Staff
  /** The address of a page. */
  at: (page: string) => string
}

async function openClub(given: object = {}): Promise<Page> {
  const { club, staff: owner } = await clubOf(settings(given), signedIn('owner'))
  return { club, owner, at: (page) => `/dashboard/${club.id}${page}` }
}

const stored = async ({ id }: Workspace) => (await rows('SELECT * FROM workspaces WHERE id = ?', id))[0]

/** Expects an answer to have cost so many trips, and none for a page to have written. */
const expectTrips = ({ cost }: Answer, trips: number) => expect(cost.trips).toBe(trips)

describe('the overview', () => {
  it.each([
    [
      'owner',
      [
        'workspace',
        'contact',
        'portal',
        'join',
        'leaving',
        'direct-debit',
        'book',
        'columns',
        'cost-units',
        'booking-rules',
        'take-out',
        'staff',
        'api-keys',
        'webhooks',
      ],
    ],
    ['treasurer', ['direct-debit', 'cost-units', 'booking-rules']],
    ['auditor', ['cost-units', 'booking-rules']],
    ['office', []],
  ] as const)('shows the role %s the settings that it may use', async (role, pages) => {
    const { club, staff } = await clubOf(signedIn(role))
    const answer = await staff.get(`/dashboard/${club.id}/settings`)
    const links = [...answer.text.matchAll(/settings\/([a-z-]+)"/g)].map(([, page]) => page)
    expect([answer.status, links]).toEqual([200, pages])
    expect(answer.text).toContain(`/dashboard/${club.id}/account"`)
    for (const page of pages)
      expect((await staff.get(`/dashboard/${club.id}/settings/${page}`)).status).toBeLessThan(400)
  })
})

describe('the page of the workspace', () => {
  it('saves name, language and time zone', async () => {
    const { club, owner, at } = await openClub()
    const fields = { name: ' Ruderclub ', locale: 'en-GB', timezone: 'Europe/London' }
    const answer = await owner.submit(at('/settings/workspace'), fields)
    expect([answer.status, leadsTo(answer)]).toEqual([303, at('/settings/workspace after saved')])
    expectTrips(answer, 2)
    expect(await stored(club)).toMatchObject({ ...fields, name: 'Ruderclub' })
    expect((await eventsOf(club)).at(-1)).toMatchObject({
      action: 'workspace.updated',
      actor_id: owner.id,
      changes: { name: ['TSV Aufbau 04', 'Ruderclub'] },
    })
    const page = await openAfter(owner, at('/settings/workspace after saved'))
    expect(page.text).toContain('Saved.')
    expect(page.text).toContain('value="Ruderclub"')
  })

  it('keeps what was typed where it is refused', async () => {
    const { club, owner, at } = await openClub()
    const before = await stored(club)
    const fields = { name: '', locale: 'xx!', timezone: 'Europe/London' }
    const answer = await owner.submit(at('/settings/workspace'), fields)
    expect(answer.status).toBe(422)
    expectTrips(answer, 2)
    expect(answer.text).toContain('<a href="#field-name">')
    expect(answer.text).toContain('<a href="#field-locale">')
    expect(answer.text).toMatch(/<option value="Europe\/London" selected/)
    expect(await stored(club)).toEqual(before)
  })

  it('shows no text of the address as what was done', async () => {
    const { owner, at } = await openClub()
    for (const done of ['toString', '<b>', 'unknown']) {
      const { text } = await openAfter(owner, at(`/settings/workspace after ${done}`))
      // The search of all pages, behind the main part, has a status as well.
      expect(text.split('</main>')[0]).not.toContain('role="status"')
    }
  })
})

describe('the page of the portal', () => {
  async function formOf({ owner, at }: Page): Promise<[string, string][]> {
    const { text } = await owner.get(at('/settings/portal'))
    return (await filledForm(text)).filter(([name]) => name !== '')
  }

  const checked = (text: string, key: string) =>
    new RegExp(`name="field\\.${key}" value="(\\w+)" checked`).exec(text)?.[1]

  it('saves functions, fields, slug, sender and colour, and leads to the new address', async () => {
    const { club, owner, at } = await openClub()
    await club.put('/lists/members/custom_columns', {
      data: [{ name: 'Shirt', type: 'string', external_id: 'shirt' }],
    })
    const fields: [string, string][] = [
      ['enabled', '1'],
      ['functions', 'edit_data'],
      ['functions', 'view_data'],
      ['field.email', 'editable'],
      ['field.shirt', 'visible'],
      ['slug', 'ruderclub'],
      ['sender_name', 'Rudern'],
      ['colour', '#1F6F54'],
    ]
    const answer = await owner.submit(at('/settings/portal'), fields)
    expect([answer.status, leadsTo(answer)]).toEqual([
      303,
      '/dashboard/ruderclub/settings/portal after saved',
    ])
    expectTrips(answer, 2)
    expect(await stored(club)).toMatchObject({
      portal_enabled: 1,
      portal_functions: '["view_data","edit_data"]',
      portal_fields: '{"email":"editable","shirt":"visible"}',
      portal_slug: 'ruderclub',
      portal_sender_name: 'Rudern',
      portal_colour: '#1f6f54',
    })
    const { text } = await owner.get('/dashboard/ruderclub/settings/portal')
    expect([checked(text, 'email'), checked(text, 'shirt')]).toEqual(['editable', 'visible'])
  })

  it('saves another slug under the address of the old one, and records it', async () => {
    const { club, owner, at } = await openClub({ member_portal: { slug: 'alt' } })
    const answer = await owner.submit('/dashboard/alt/settings/portal', { slug: 'neu' })
    expect([answer.status, leadsTo(answer)]).toEqual([303, '/dashboard/neu/settings/portal after saved'])
    expect((await eventsOf(club)).at(-1)).toMatchObject({
      actor_id: owner.id,
      actor_name: 'Staff owner',
      changes: { 'member_portal.slug': ['alt', 'neu'] },
    })
    expect((await owner.get(at('/settings/portal'))).status).toBe(200)
  })

  it('changes nothing when it is saved as it is shown', async () => {
    const page = await openClub({ member_portal: { functions: [], slug: 'ruderclub' } })
    const before = await stored(page.club)
    const form = await formOf(page)
    const answer = await page.owner.submit(page.at('/settings/portal'), [...form, ['enabled', '1']])
    expect(answer.status).toBe(303)
    const after = await stored(page.club)
    expect({ ...after, updated_at: '', portal_fields: '' }).toEqual({
      ...before,
      updated_at: '',
      portal_fields: '',
    })
  })

  it('shows a colour without saving it', async () => {
    const { club, owner, at } = await openClub()
    const before = await stored(club)
    const fields = { colour: '#ffcc00', slug: 'typed', preview: '1', 'field.email': 'hidden' }
    const answer = await owner.submit(at('/settings/portal'), fields)
    expect([answer.status, answer.cost.trips, answer.cost.rowsWritten]).toEqual([200, 1, 0])
    expect(answer.text).toContain('fill="#ffcc00"')
    expect(answer.text).toContain('value="typed"')
    expect(await stored(club)).toEqual(before)
  })

  it('refuses a slug that is taken, and a colour that is none', async () => {
    await openClub({ member_portal: { slug: 'ruderclub' } })
    const { club, owner, at } = await openClub()
    const before = await stored(club)
    const fields = { slug: 'ruderclub', colour: '"><script>' }
    const answer = await owner.submit(at('/settings/portal'), fields)
    expect(answer.status).toBe(422)
    expect(answer.text).toContain('href="#field-slug"')
    expect(answer.text).toContain('href="#field-colour"')
    expect(answer.text).not.toContain('<script>')
    expect(await stored(club)).toEqual(before)
  })

  it('names the people to ask where a workspace above manages the portal', async () => {
    const umbrella = await openClub({ name: 'Landesverband' })
    const { club, owner, at } = await openClub({
      superordinate_workspace_id: umbrella.club.id,
      member_portal: { managed_by: 'superordinate' },
    })
    const page = await owner.get(at('/settings/portal'))
    expectTrips(page, 1)
    expect(page.text).toContain('Landesverband')
    expect(page.text).toContain('<li><div>Staff owner</div>')
    expect(page.text).not.toContain(umbrella.owner.email)
    expect(page.text).not.toContain('name="slug"')
    const before = await stored(club)
    expect((await owner.submit(at('/settings/portal'), { slug: 'ours' })).status).toBe(403)
    expect(await stored(club)).toEqual(before)
  })
})

describe('the pages of custom columns', () => {
  async function withColumns() {
    const page = await openClub()
    const columns = [
      { name: 'Shirt', type: 'string', external_id: 'shirt', allowed_values: ['S', 'M'] },
      { name: 'Note', type: 'string' },
    ]
    const { body } = await page.club.put('/lists/members/custom_columns', { data: columns })
    await page.club.post('/lists/members/persons', { external_id: 'ada', shirt: 'M' })
    return { ...page, ids: body.data.map(({ id }: { id: string }) => id) as [string, string] }
  }
  const columnsOf = async (club: Workspace) => (await club.get('/lists/members/custom_columns')).body.data
  const LIST = '/settings/columns/members'

  it('add a column, and lead to its row', async () => {
    const { club, owner, at } = await openClub()
    const fields = {
      name: 'Diet',
      type: 'array',
      allowed_values: 'vegan\r\n\r\n vegetarian \r\n',
      external_id: '',
    }
    const answer = await owner.submit(at(`${LIST}/new`), fields)
    const [column] = await columnsOf(club)
    expect([answer.status, leadsTo(answer)]).toEqual([303, at(`${LIST}#${column.id} after saved`)])
    expectTrips(answer, 2)
    expect(column).toEqual({
      id: column.id,
      type: 'array',
      name: 'Diet',
      allowed_values: ['vegan', 'vegetarian'],
      external_id: null,
    })
    expect((await owner.get(at(LIST))).text).toContain(`id="${column.id}"`)
  })

  it('refuse a column whose key is taken, and keep what was typed', async () => {
    const { club, owner, at } = await openClub()
    const fields = { name: 'Diet', type: 'date', allowed_values: 'vegan', external_id: 'email' }
    const answer = await owner.submit(at(`${LIST}/new`), fields)
    expect(answer.status).toBe(422)
    for (const name of ['allowed_values', 'external_id'])
      expect(answer.text).toContain(`href="#field-${name}"`)
    expect(answer.text).toContain('value="Diet"')
    expect(await columnsOf(club)).toEqual([])
  })

  it('rename a column and change its values', async () => {
    const { club, owner, at, ids } = await withColumns()
    const fields: [string, string][] = [
      ['name', 'Size'],
      ['added_values', 'L\r\nXL'],
      ['removed_values', ''],
      ['removed_values', 'S'],
    ]
    const answer = await owner.submit(at(`${LIST}/${ids[0]}`), fields)
    expect([answer.status, leadsTo(answer)]).toEqual([303, at(`${LIST}#${ids[0]} after saved`)])
    expectTrips(answer, 2)
    expect((await columnsOf(club))[0]).toMatchObject({ name: 'Size', allowed_values: ['M', 'L', 'XL'] })
  })

  it('say how many persons have a value that is to be removed', async () => {
    const { club, owner, at, ids } = await withColumns()
    const fields = { name: 'Size', added_values: 'L', removed_values: 'M' }
    const answer = await owner.submit(at(`${LIST}/${ids[0]}`), fields)
    expect(answer.status).toBe(422)
    expect(answer.text).toContain('„M“ steht noch bei 1 Person.')
    expect(answer.text).toContain('value="Size"')
    expect((await columnsOf(club))[0]).toMatchObject({ name: 'Shirt', allowed_values: ['S', 'M'] })
  })

  it('move a column', async () => {
    const { club, owner, at, ids } = await withColumns()
    const answer = await owner.submit(at(`${LIST}/${ids[0]}/move`), { direction: 'down' })
    expect([answer.status, leadsTo(answer)]).toEqual([303, at(`${LIST}#${ids[0]}`)])
    expect((await columnsOf(club)).map(({ name }: { name: string }) => name)).toEqual(['Note', 'Shirt'])
  })

  it('do not exist for other lists, columns and subscriptions', async () => {
    const { owner, at } = await openClub({ subscription_variant: 'members' })
    expect((await owner.get(at('/settings/columns/friends'))).status).toBe(404)
    expect((await owner.get(at(`${LIST}/col_unknown`))).status).toBe(404)
    expect((await owner.get(at('/settings/columns/contacts'))).status).toBe(402)
    expect(leadsTo(await owner.get(at('/settings/columns')))).toBe(at(LIST))
  })
})

describe('the pages of cost units', () => {
  it('add one, rename and archive it, and add categories', async () => {
    const { club, at } = await openClub()
    const treasurer = await staffOf(club, 'treasurer')
    const added = await treasurer.submit(at('/settings/cost-units/new'), {
      name: 'Choir',
      categories: 'Hall\r\nNotes',
    })
    const units = async () => (await club.get('/cost_units')).body.data
    const [unit] = await units()
    expect(leadsTo(added)).toBe(at(`/settings/cost-units#${unit.id} after saved`))
    expectTrips(added, 2)
    const path = at(`/settings/cost-units/${unit.id}`)
    const updated = await treasurer.submit(path, { name: 'Singers', categories: 'Trips', archived: '1' })
    expect(updated.status).toBe(303)
    expect(await units()).toMatchObject([
      {
        name: 'Singers',
        archived: true,
        categories: [{ name: 'Hall' }, { name: 'Notes' }, { name: 'Trips' }],
      },
    ])
    expect((await treasurer.get(path)).text).toMatch(/name="archived"[^>]*checked/)
  })

  it('refuse a name that is taken', async () => {
    const { club, owner, at } = await openClub()
    await club.post('/cost_units', { name: 'Choir' })
    const answer = await owner.submit(at('/settings/cost-units/new'), { name: 'Choir', categories: '' })
    expect([answer.status, answer.text.includes('href="#field-name"')]).toEqual([422, true])
    expect(await rows('SELECT * FROM cost_units')).toHaveLength(1)
  })

  it('offer auditors nothing to change', async () => {
    const { club, at } = await openClub()
    const unit = (await club.post('/cost_units', { name: 'Choir' })).body.data
    const { text } = await (await staffOf(club, 'auditor')).get(at('/settings/cost-units'))
    expect(text).toContain('Choir')
    expect(text).not.toContain(`/cost-units/${unit.id}`)
    expect(text).not.toContain('/cost-units/new')
  })
})

describe('the pages of staff', () => {
  it('invite by mail, and show the name that was typed', async () => {
    const { club, owner, at } = await openClub()
    const queued: QueuedMail[] = []
    const MAILS = { send: async (mail: QueuedMail) => void queued.push(mail) } as unknown as Queue<QueuedMail>
    const fields = { name: 'Bea', email: 'Bea@example.org', role: 'auditor', ends_on: '2999-12-31' }
    const answer = await owner.submit(at('/settings/staff/new'), fields, { env: { MAILS, PUBLIC_URL } })
    expect(answer.status).toBe(303)
    expect(leadsTo(answer)).toMatch(/staff#stf_\w+ after invited$/)
    expectTrips(answer, 2)
    expect(
      await rows('SELECT role, accepted_at, ends_on FROM memberships WHERE role = ?', 'auditor'),
    ).toEqual([{ role: 'auditor', accepted_at: null, ends_on: '2999-12-31' }])
    const { sent } = await deliverMails(queued)
    expect(sent).toMatchObject([{ to: 'bea@example.org', subject: expect.stringContaining('TSV Aufbau 04') }])
    const page = await owner.get(at('/settings/staff'))
    expectTrips(page, 1)
    expect(page.text).toContain('>Bea</a>')
    expect(textOf(page.text)).toContain('bea@example.org · wartet seit')
    expect(await eventsOf(club)).toContainEqual(expect.objectContaining({ action: 'staff.invited' }))
  })

  it('keep a refused invitation as it was typed, and send no mail', async () => {
    const { owner, at } = await openClub()
    const fields = { name: '', email: owner.email, role: 'auditor', ends_on: '2001-01-01' }
    const answer = await owner.submit(at('/settings/staff/new'), fields)
    expect(answer.status).toBe(422)
    for (const name of ['name', 'email', 'ends_on']) expect(answer.text).toContain(`href="#field-${name}"`)
    expect(answer.text).toContain(`value="${owner.email}"`)
    expect(answer.text).toMatch(/value="auditor" checked/)
  })

  it('change a role, and drop the end of who is no auditor', async () => {
    const { club, owner, at } = await openClub()
    const office = await staffOf(club, 'office')
    const path = at(`/settings/staff/${office.id}`)
    await owner.submit(path, { role: 'auditor', ends_on: '2999-12-31' })
    const answer = await owner.submit(path, { role: 'treasurer', ends_on: '2999-12-31' })
    expect([answer.status, leadsTo(answer)]).toEqual([303, at(`/settings/staff#${office.id} after saved`)])
    const membership = 'SELECT role, ends_on FROM memberships WHERE staff_id = ?'
    expect(await rows(membership, office.id)).toEqual([{ role: 'treasurer', ends_on: null }])
  })

  it('keep the last owner', async () => {
    const { owner, at } = await openClub()
    for (const [path, fields] of [
      [`/settings/staff/${owner.id}`, { role: 'office' }],
      [`/settings/staff/${owner.id}/remove`, {}],
    ] as const) {
      const answer = await owner.submit(at(path), fields)
      expect([answer.status, answer.cost.trips, answer.cost.rowsWritten]).toEqual([422, 2, 0])
      expect(answer.text).toContain('Mindestens eine Person braucht Vollzugriff.')
    }
    expect(await rows("SELECT * FROM memberships WHERE role = 'owner'")).toHaveLength(1)
  })

  it('end access at once, that of oneself as well', async () => {
    const { club, owner, at } = await openClub()
    const other = await staffOf(club, 'owner')
    const confirm = await owner.get(at(`/settings/staff/${other.id}/remove`))
    expect(confirm.text).toContain('Staff owner')
    const removed = await owner.submit(at(`/settings/staff/${other.id}/remove`))
    expect([removed.status, leadsTo(removed)]).toEqual([303, at('/settings/staff after removed')])
    expect((await other.get(at(''))).status).toBe(404)
    const third = await staffOf(club, 'owner')
    const left = await third.submit(at(`/settings/staff/${third.id}/remove`))
    expect([left.status, leadsTo(left)]).toEqual([303, '/dashboard'])
    expect((await third.get(at(''))).status).toBe(404)
  })
})

describe('the pages of API keys', () => {
  it('show the token once', async () => {
    const { club, owner, at } = await openClub()
    const fields = { name: 'Website', 'members:read': '1', 'fees:read': '1', expires_on: '2999-12-31' }
    const answer = await owner.submit(at('/settings/api-keys/new'), fields)
    expect(answer.status).toBe(200)
    expectTrips(answer, 2)
    expect(answer.headers.get('Cache-Control')).toBe('no-store')
    const token = /mas_[0-9A-Za-z]{36}/.exec(answer.text)?.[0] ?? ''
    const me = await club.get('/me', { key: token })
    expect(me.body.data.api_key).toMatchObject({
      name: 'Website',
      permissions: ['members:read', 'fees:read'],
      expires_at: '2999-12-31T23:59:59.999Z',
    })
    const list = await owner.get(at('/settings/api-keys'))
    expectTrips(list, 1)
    expect(list.text).toContain('Website')
    expect(list.text).not.toContain(token)
    expect(JSON.stringify(await rows('SELECT * FROM events'))).not.toContain(token)
  })

  it('need a name, a permission, and no end in the past', async () => {
    const { owner, at } = await openClub()
    const before = await rows('SELECT * FROM api_keys')
    const answer = await owner.submit(at('/settings/api-keys/new'), { name: '', expires_on: '2001-01-01' })
    expect(answer.status).toBe(422)
    for (const name of ['name', 'members:read', 'expires_on'])
      expect(answer.text).toContain(`href="#field-${name}"`)
    expect(await rows('SELECT * FROM api_keys')).toEqual(before)
  })

  it('revoke a key after a page that asks', async () => {
    const { club, owner, at } = await openClub()
    const [key] = await rows<{ id: string }>('SELECT id FROM api_keys WHERE workspace_id = ?', club.id)
    const path = at(`/settings/api-keys/${key?.id}/revoke`)
    expect((await owner.get(path)).text).toContain(`action="${path}"`)
    expect((await club.get('/me')).status).toBe(200)
    const row = async () => (await owner.get(at('/settings/api-keys'))).text.split(`id="${key?.id}"`)[1] ?? ''
    expect(await row()).toMatch(/<span class="badge good">gültig<\/span>.*>Schlüssel widerrufen<\/a>/s)
    const answer = await owner.submit(path)
    expect([answer.status, leadsTo(answer)]).toEqual([303, at(`/settings/api-keys#${key?.id} after revoked`)])
    expect(await row()).toMatch(/<span class="badge">widerrufen<\/span>/)
    expect(await row()).not.toContain('Schlüssel widerrufen')
    expect((await club.get('/me')).status).toBe(401)
  })
})

describe('the page of the account', () => {
  it('saves name, language and shortcuts', async () => {
    const { club, at } = await openClub()
    const office = await staffOf(club, 'office')
    const answer = await office.submit(at('/account'), { name: 'Ada Lovelace', locale: 'en' })
    expect([answer.status, leadsTo(answer)]).toEqual([303, at('/account after saved')])
    expectTrips(answer, 2)
    const account = 'SELECT name, locale, has_shortcuts FROM staff WHERE id = ?'
    expect(await rows(account, office.id)).toEqual([{ name: 'Ada Lovelace', locale: 'en', has_shortcuts: 0 }])
    const { text } = await office.get(at('/account'))
    expect(text).toContain('<html lang="en"')
    expect(text).toContain('data-shortcuts="off"')
  })

  it('keeps what was typed where it is refused', async () => {
    const { owner, at } = await openClub()
    const answer = await owner.submit(at('/account'), { name: 'x'.repeat(256), locale: 'fr' })
    expect([answer.status, answer.cost.rowsWritten]).toEqual([422, 0])
    expect(answer.text).toContain('x'.repeat(256))
  })

  it('ends other sessions, one or all, and none of other staff', async () => {
    const { club, owner, at } = await openClub()
    const other = await staffOf(club, 'owner')
    const now = new Date().toISOString()
    for (const id of ['one', 'two', 'three'])
      await env.DB.prepare("INSERT INTO staff_sessions VALUES (?, ?, ?, ?, ?, ?, ?, '[]')")
        .bind(id, `ses_${id}`, owner.id, 'Firefox/145.0 (Windows)', now, now, '2999-01-01T00:00:00.000Z')
        .run()
    const sessions = () => rows('SELECT id FROM staff_sessions WHERE staff_id = ?', owner.id)
    expect((await owner.get(at('/account'))).text).toContain('Firefox, Windows')
    await owner.submit(at('/account/sessions'), { id: 'ses_two' })
    expect(await sessions()).toHaveLength(3)
    await other.submit(at('/account/sessions'), { id: 'ses_one' })
    expect(await sessions()).toHaveLength(3)
    const answer = await owner.submit(at('/account/sessions'))
    expect([answer.status, answer.cost.trips]).toEqual([303, 1])
    expect(await sessions()).toHaveLength(1)
    for (const staff of [owner, other]) expect((await staff.get(at('/account'))).status).toBe(200)
  })

  it('removes a passkey of its own', async () => {
    const { club, owner, at } = await openClub()
    const other = await staffOf(club, 'owner')
    await rows(
      `INSERT INTO passkeys (credential_id, staff_id, public_key, counter, name, created_at)
      VALUES ('cred-1', ?, 'x', 0, 'Telefon', '2026-01-31T12:00:00.000Z')`,
      owner.id,
    )
    expect((await owner.get(at('/account'))).text).toContain('Telefon')
    expect((await other.get(at('/account'))).text).not.toContain('Telefon')
    await other.submit(at('/account/passkeys/cred-1'))
    expect(await rows('SELECT 1 FROM passkeys')).toHaveLength(1)
    expect((await owner.get(at('/account/passkeys/cred-1'))).text).toContain('Telefon')
    expect((await owner.submit(at('/account/passkeys/cred-1'))).status).toBe(303)
    expect(await rows('SELECT 1 FROM passkeys')).toEqual([])
  })
})
