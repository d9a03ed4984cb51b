import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { PERMISSIONS } from '../../src/domain/access/permissions'
import { call } from '../support/call'
import { operator, rows, workspace } from '../support/workspace'

const WORKSPACES = '/operator/workspaces'
const UNKNOWN = 'wsp_0VMtKcPBq7XJ3mZ1sWv9LdTe'
const INSTANT = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
const FUTURE = '2999-12-31T23:00:00.000Z'

/** Every operator operation, on an unknown workspace and key. */
const OPERATIONS: [method: string, path: string][] = [
  ['POST', WORKSPACES],
  ['GET', WORKSPACES],
  ['GET', `${WORKSPACES}/${UNKNOWN}`],
  ['PATCH', `${WORKSPACES}/${UNKNOWN}`],
  ['POST', `${WORKSPACES}/${UNKNOWN}/api_keys`],
  ['GET', `${WORKSPACES}/${UNKNOWN}/api_keys`],
  ['DELETE', `${WORKSPACES}/${UNKNOWN}/api_keys/key_0VMtKcPBq7XJ3mZ1sWv9LdTe`],
  ['POST', `${WORKSPACES}/${UNKNOWN}/staff`],
  ['GET', `${WORKSPACES}/${UNKNOWN}/event_seals/verification`],
  ['GET', `${WORKSPACES}/${UNKNOWN}/backup`],
]

/** Those that name no workspace, or one that need not exist. */
const OTHERS: [method: string, path: string][] = [
  ['GET', '/operator/backup'],
  ['GET', '/operator/restores/database'],
  ['GET', `/operator/restores/${UNKNOWN}/rows`],
  ['POST', `/operator/restores/${UNKNOWN}/rows`],
  ['DELETE', `/operator/restores/${UNKNOWN}/rows`],
]

const stored = (id: string) => rows('SELECT * FROM workspaces WHERE id = ?', id)

/** Creates a workspace and returns it. */
async function make(settings: object = {}) {
  const { status, body } = await operator('POST', WORKSPACES, { name: 'TSV Aufbau 04', ...settings })
  expect(status).toBe(201)
  return body.data
}

async function sha256(text: string): Promise<string> {
  return Buffer.from(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))).toString('hex')
}

describe('operator endpoints', () => {
  it.each([
    ...OPERATIONS,
    ...OTHERS,
    ['GET', '/operator'] as const,
    ['GET', '/operator/nothing'] as const,
    ['PUT', WORKSPACES] as const,
  ])('return 404 while OPERATOR_TOKEN is not set: %s %s', async (method, path) => {
    for (const OPERATOR_TOKEN of [undefined, ''])
      for (const key of [env.OPERATOR_TOKEN, 'undefined', '', undefined]) {
        const { status, body, headers } = await call(method, path, { key, env: { OPERATOR_TOKEN } })
        const { body: nothing } = await call(method, '/nothing')
        expect(status).toBe(404)
        expect(headers.has('WWW-Authenticate')).toBe(false)
        expect({ ...body, request_id: '' }).toEqual({ ...nothing, request_id: '' })
      }
  })

  it.each([...OPERATIONS, ...OTHERS])('accept the operator token only: %s %s', async (method, path) => {
    const { key } = await workspace()
    const before = await rows('SELECT * FROM workspaces')
    for (const given of [
      undefined,
      '',
      'wrong',
      `${env.OPERATOR_TOKEN}x`,
      env.OPERATOR_TOKEN.slice(1),
      key,
    ]) {
      const { status, headers, cost } = await call(method, path, { key: given })
      expect(status).toBe(401)
      expect(headers.get('WWW-Authenticate')).toBe('Bearer')
      expect(cost.trips).toBe(0)
    }
    expect(await rows('SELECT * FROM workspaces')).toEqual(before)
  })

  it.each(OPERATIONS.slice(2))(
    'return 404 for an unknown workspace, whatever the body: %s %s',
    async (method, path) => {
      const answers = [await operator(method, path)]
      if (method !== 'GET') answers.push(await operator(method, path, { name: '', colour: 'red' }))
      for (const { status, body } of answers) {
        expect(status).toBe(404)
        expect(body.type).toMatch(/not_found$/)
      }
      expect(await rows('SELECT * FROM api_keys')).toEqual([])
    },
  )
})

const PORTAL = {
  enabled: true,
  managed_by: 'workspace',
  functions: ['view_data', 'view_fees'],
  fields: expect.objectContaining({ name: 'visible', bank_account: 'hidden' }),
  slug: null,
  colour: null,
  sender_name: null,
  address_form: 'sie',
  logo: null,
}

describe('POST /operator/workspaces', () => {
  it('requires a name only, and sets the rest', async () => {
    const { status, body } = await operator('POST', WORKSPACES, { name: 'Ruderclub' })
    expect(status).toBe(201)
    expect(body).toEqual({
      data: {
        id: expect.stringMatching(/^wsp_[0-9A-Za-z]{24}$/),
        name: 'Ruderclub',
        locale: 'de-DE',
        timezone: 'Europe/Berlin',
        currency: 'EUR',
        subscription_variant: 'complete',
        sandbox: false,
        superordinate_workspace_id: null,
        suspended_at: null,
        erasable_at: null,
        copy_of: null,
        copied_at: null,
        member_portal: PORTAL,
        creditor: null,
        bookkeeping: {
          year_start: 1,
          notice_days: 14,
          passes_charges_on: false,
          confirms_certain_lines: false,
          is_nonprofit: false,
          return_charges: { cost_unit_id: null, category_id: null, sphere: null },
          keeps_book: true,
          book_begins_on: null,
        },
        contact: { name: null, email: null, phone: null, imprint_url: null, privacy_url: null },
        leaving: { notice_weeks: 0, end: 'year', takes_effect: 'by_staff' },
        join_form: {
          enabled: false,
          fields: {
            name: 'required',
            birthdate: 'required',
            sex: 'hidden',
            email: 'required',
            phone_numbers: 'optional',
            address: 'required',
            payment_method: 'hidden',
            bank_account: 'hidden',
          },
          statutes_url: null,
          intro: null,
          shows_price: true,
          mandate: 'off',
        },
        created_at: INSTANT,
        updated_at: body.data.created_at,
      },
    })
    expect(await stored(body.data.id)).toEqual([
      {
        id: body.data.id,
        name: 'Ruderclub',
        locale: 'de-DE',
        timezone: 'Europe/Berlin',
        currency: 'EUR',
        subscription_variant: 'complete',
        superordinate_workspace_id: null,
        portal_enabled: 1,
        portal_managed_by: 'workspace',
        portal_functions: '["view_data","view_fees"]',
        portal_slug: null,
        portal_fields: '{}',
        portal_colour: null,
        portal_sender_name: null,
        columns_version: 1,
        creditor_name: null,
        creditor_iban: null,
        creditor_id: null,
        notice_days: 14,
        year_start: 1,
        passes_charges_on: 0,
        confirms_certain_lines: 0,
        is_nonprofit: 0,
        keeps_book: 1,
        book_begins_on: null,
        charge_cost_unit_id: null,
        charge_category_id: null,
        charge_sphere: null,
        hides_first_steps: 0,
        restores: '[]',
        debits_checked_for: 0,
        suspended_at: null,
        copy_of: null,
        copied_at: null,
        moving_to: null,
        has_webhooks: 0,
        is_sandbox: 0,
        exporting_since: null,
        last_export: null,
        leaving_notice_weeks: 0,
        leaving_end: 'year',
        resignations_take_effect: 'by_staff',
        events_swept_to: 0,
        contact_name: null,
        contact_email: null,
        contact_phone: null,
        imprint_url: null,
        privacy_url: null,
        portal_address_form: 'sie',
        portal_logo: null,
        join_form: null,
        created_at: body.data.created_at,
        updated_at: body.data.updated_at,
      },
    ])
  })

  it('accepts every setting', async () => {
    const umbrella = await make()
    const settings = {
      name: 'Ruderclub',
      locale: 'en-GB',
      timezone: 'Europe/London',
      subscription_variant: 'members',
      superordinate_workspace_id: umbrella.id,
      member_portal: { enabled: false, managed_by: 'superordinate' },
    }
    const made = await make(settings)
    expect(made).toMatchObject(settings)
    expect(await stored(made.id)).toMatchObject([
      {
        locale: 'en-GB',
        timezone: 'Europe/London',
        subscription_variant: 'members',
        superordinate_workspace_id: umbrella.id,
        portal_enabled: 0,
        portal_managed_by: 'superordinate',
      },
    ])
  })

  it.each([{ member_portal: { enabled: false } }, { member_portal: {} }])(
    'completes %j',
    async (settings) => {
      const { member_portal } = await make(settings)
      expect(member_portal).toEqual({ ...PORTAL, ...settings.member_portal })
    },
  )

  const INVALID: [body: object, paths: string[]][] = [
    [{ name: '' }, ['name']],
    [{ name: 7 }, ['name']],
    [{ name: 'x'.repeat(256) }, ['name']],
    [{ locale: 'de_DE' }, ['locale']],
    [{ locale: '' }, ['locale']],
    [{ locale: 'x' }, ['locale']],
    [{ timezone: 'Mars/Olympus' }, ['timezone']],
    [{ timezone: '' }, ['timezone']],
    [{ subscription_variant: 'everything' }, ['subscription_variant']],
    [{ superordinate_workspace_id: UNKNOWN }, ['superordinate_workspace_id']],
    [{ superordinate_workspace_id: '' }, ['superordinate_workspace_id']],
    [{ superordinate_workspace_id: 7 }, ['superordinate_workspace_id']],
    [{ member_portal: { enabled: 'yes' } }, ['member_portal.enabled']],
    [{ member_portal: { managed_by: 'umbrella' } }, ['member_portal.managed_by']],
    [{ member_portal: { managed_by: 'superordinate' } }, ['member_portal.managed_by']],
    [{ member_portal: { colour: 'red' } }, ['member_portal.colour']],
    [{ currency: 'USD' }, ['currency']],
    [{ locale: 'de_DE', timezone: 'Mars/Olympus', colour: 'red' }, ['colour', 'locale', 'timezone']],
  ]

  it.each([[{ name: undefined }, ['name']] as const, ...INVALID])('refuses %j', async (settings, paths) => {
    const { status, body } = await operator('POST', WORKSPACES, { name: 'Ruderclub', ...settings })
    expect(status).toBe(422)
    expect(Object.keys(body.errors).sort()).toEqual(paths)
    expect(await rows('SELECT * FROM workspaces')).toEqual([])
  })

  it.each(INVALID)('refuses as an update %j', async (settings, paths) => {
    const { id } = await make()
    const before = await stored(id)
    const { status, body } = await operator('PATCH', `${WORKSPACES}/${id}`, settings)
    expect(status).toBe(422)
    expect(Object.keys(body.errors).sort()).toEqual(paths)
    expect(await stored(id)).toEqual(before)
  })
})

describe('GET /operator/workspaces', () => {
  it('pages through all workspaces, forwards and backwards', async () => {
    const made = [await make(), await make(), await make(), await make(), await make()]
    const ids = made.map(({ id }) => id).sort()
    const page = async (query: string) => {
      const { status, body } = await operator('GET', `${WORKSPACES}?${query}`)
      expect(status).toBe(200)
      const { next_cursor: next, prev_cursor: prev, ...rest } = body.meta
      expect(rest).toEqual({ path: `http://mas.test${WORKSPACES}`, per_page: 2 })
      return { ids: body.data.map(({ id }: { id: string }) => id), data: body.data, next, prev }
    }
    const first = await page('per_page=2')
    expect(first).toMatchObject({ ids: ids.slice(0, 2), prev: null })
    const second = await page(`per_page=2&cursor=${first.next}`)
    expect(second.ids).toEqual(ids.slice(2, 4))
    const third = await page(`per_page=2&cursor=${second.next}`)
    expect(third).toMatchObject({ ids: ids.slice(4), next: null })
    expect((await page(`per_page=2&cursor=${third.prev}`)).ids).toEqual(second.ids)
    expect(await page(`per_page=2&cursor=${second.prev}`)).toEqual(first)
    expect(new Set([...first.data, ...second.data, ...third.data])).toEqual(new Set(made))
  })

  it('returns 500 a page, and the next page in Link headers', async () => {
    await make()
    await make()
    const all = await operator('GET', WORKSPACES)
    expect(all.body.meta).toEqual({
      path: `http://mas.test${WORKSPACES}`,
      per_page: 500,
      next_cursor: null,
      prev_cursor: null,
    })
    expect(all.cost.trips).toBe(1)
    const { headers, body } = await operator('GET', `${WORKSPACES}?per_page=1`)
    const next = `<http://mas.test${WORKSPACES}?per_page=1&cursor=${body.meta.next_cursor}>; rel="next"`
    expect(headers.get('Link')).toContain(next)
  })

  it.each(['cursor=nonsense', 'cursor=', 'per_page=0', 'per_page=501', 'per_page=x', 'colour=red'])(
    'refuses ?%s',
    async (query) => {
      const { status, body } = await operator('GET', `${WORKSPACES}?${query}`)
      expect(status).toBe(422)
      expect(Object.keys(body.errors)).toEqual([query.split('=')[0]])
    },
  )

  it('refuses a cursor of a list of persons', async () => {
    const club = await workspace()
    for (const external_id of ['a', 'b']) await club.post('/lists/members/persons', { external_id })
    const { body } = await club.get('/lists/members/persons?per_page=1')
    const { status } = await operator('GET', `${WORKSPACES}?cursor=${body.meta.next_cursor}`)
    expect(status).toBe(422)
  })
})

describe('GET /operator/workspaces/{id}', () => {
  it('returns the workspace as it was created', async () => {
    const made = await make({ locale: 'fr-FR' })
    const { status, body } = await operator('GET', `${WORKSPACES}/${made.id}`)
    expect(status).toBe(200)
    expect(body).toEqual({ data: made })
  })
})

describe('PATCH /operator/workspaces/{id}', () => {
  it.each([
    { name: 'Ruderclub' },
    { locale: 'en-GB' },
    { timezone: 'America/New_York' },
    { subscription_variant: 'contacts' },
    { member_portal: { enabled: false } },
    { member_portal: {} },
    {},
  ])('merges %j, and keeps all other settings', async (change) => {
    const made = await make({ locale: 'fr-FR', timezone: 'Europe/Paris' })
    const { status, body } = await operator('PATCH', `${WORKSPACES}/${made.id}`, change)
    expect(status).toBe(200)
    const member_portal = { ...made.member_portal, ...change.member_portal }
    expect(body.data).toEqual({ ...made, ...change, member_portal, updated_at: INSTANT })
    expect((await operator('GET', `${WORKSPACES}/${made.id}`)).body).toEqual(body)
    const { name, locale, timezone, subscription_variant } = body.data
    expect(await stored(made.id)).toMatchObject([
      { name, locale, timezone, subscription_variant, portal_enabled: Number(member_portal.enabled) },
    ])
  })

  it('changes no other workspace', async () => {
    const [one, other] = [await make(), await make()]
    const before = await stored(other.id)
    await operator('PATCH', `${WORKSPACES}/${one.id}`, { name: 'Ruderclub' })
    expect(await stored(other.id)).toEqual(before)
  })

  it('moves a workspace below another, which may then manage its portal, and out again', async () => {
    const [umbrella, club] = [await make(), await make()]
    const path = `${WORKSPACES}/${club.id}`
    const under = { superordinate_workspace_id: umbrella.id, member_portal: { managed_by: 'superordinate' } }
    const placed = await operator('PATCH', path, under)
    expect(placed.status).toBe(200)
    expect(placed.body.data.member_portal).toEqual({ ...PORTAL, managed_by: 'superordinate' })
    const refused = await operator('PATCH', path, { superordinate_workspace_id: null })
    expect(refused.status).toBe(422)
    expect(Object.keys(refused.body.errors)).toEqual(['member_portal.managed_by'])
    const alone = { superordinate_workspace_id: null, member_portal: { managed_by: 'workspace' } }
    expect((await operator('PATCH', path, alone)).status).toBe(200)
    expect(await stored(club.id)).toMatchObject([
      { superordinate_workspace_id: null, portal_managed_by: 'workspace' },
    ])
  })

  it('refuses to place a workspace below itself or a subordinate one', async () => {
    const top = await make()
    const middle = await make({ superordinate_workspace_id: top.id })
    const bottom = await make({ superordinate_workspace_id: middle.id })
    for (const { id } of [top, middle, bottom]) {
      const change = { superordinate_workspace_id: id }
      const { status, body } = await operator('PATCH', `${WORKSPACES}/${top.id}`, change)
      expect(status).toBe(422)
      expect(Object.keys(body.errors)).toEqual(['superordinate_workspace_id'])
    }
    expect(await stored(top.id)).toMatchObject([{ superordinate_workspace_id: null }])
    const sideways = { superordinate_workspace_id: top.id }
    expect((await operator('PATCH', `${WORKSPACES}/${bottom.id}`, sideways)).status).toBe(200)
  })
})

describe('API keys', () => {
  const keysOf = (id: string) => `${WORKSPACES}/${id}/api_keys`
  const storedKeys = (id: string) => rows('SELECT * FROM api_keys WHERE workspace_id = ? ORDER BY id', id)

  /** Creates a workspace with one key, and returns the key. */
  async function issue(wanted: object = {}) {
    const { id } = await make()
    const { status, body } = await operator('POST', keysOf(id), { name: 'sync', ...wanted })
    expect(status).toBe(201)
    const me = async () => (await call('GET', '/me', { key: body.data.token })).status
    return { id, key: body.data, me }
  }

  it('have all permissions and never expire by default', async () => {
    const { id, key, me } = await issue()
    expect(key).toEqual({
      id: expect.stringMatching(/^key_[0-9A-Za-z]{24}$/),
      name: 'sync',
      permissions: [...PERMISSIONS],
      expires_at: null,
      token: expect.stringMatching(/^mas_[0-9A-Za-z]{36}$/),
    })
    expect(await me()).toBe(200)
    expect(await storedKeys(id)).toEqual([
      {
        token_hash: await sha256(key.token),
        id: key.id,
        workspace_id: id,
        name: 'sync',
        permissions: JSON.stringify(PERMISSIONS),
        expires_at: null,
        created_at: INSTANT,
        revoked_at: null,
        replaced_lists: null,
      },
    ])
  })

  it('return their token once, and store its hash only', async () => {
    const { id, key } = await issue()
    const list = await operator('GET', keysOf(id))
    const everything = JSON.stringify([list.body, await storedKeys(id), await stored(id)])
    expect(everything).not.toContain(key.token)
    expect(everything).not.toContain(key.token.slice('mas_'.length, -6))
    expect(list.text).not.toContain(await sha256(key.token))
  })

  it('accept permissions and an expiry', async () => {
    const wanted = { permissions: ['fees:write', 'members:read'], expires_at: '2999-12-31T23:00:00Z' }
    const { id, key } = await issue(wanted)
    expect(key).toMatchObject({ ...wanted, expires_at: FUTURE })
    expect(await storedKeys(id)).toMatchObject([
      { permissions: JSON.stringify(wanted.permissions), expires_at: FUTURE },
    ])
    expect((await issue({ expires_at: '3000-01-01T01:00:00+02:00' })).key.expires_at).toBe(FUTURE)
    expect((await issue({ expires_at: null })).key.expires_at).toBeNull()
  })

  it.each([
    [{ name: undefined }, ['name']],
    [{ name: '' }, ['name']],
    [{ name: 'x'.repeat(256) }, ['name']],
    [{ permissions: [] }, ['permissions']],
    [{ permissions: 'members:read' }, ['permissions']],
    [{ permissions: ['members:read', 'members:eat'] }, ['permissions.1']],
    [{ permissions: ['members:read', 'members:read'] }, ['permissions']],
    [{ expires_at: '2001-01-01T00:00:00Z' }, ['expires_at']],
    [{ expires_at: '2999-12-31' }, ['expires_at']],
    [{ expires_at: '2999-02-30T00:00:00Z' }, ['expires_at']],
    [{ expires_at: 32503680000 }, ['expires_at']],
    [{ token: 'mas_mine' }, ['token']],
    [{ name: 7, permissions: [], colour: 'red' }, ['colour', 'name', 'permissions']],
  ])('are refused with %j', async (wanted, paths) => {
    const { id } = await make()
    const { status, body } = await operator('POST', keysOf(id), { name: 'sync', ...wanted })
    expect(status).toBe(422)
    expect(Object.keys(body.errors).sort()).toEqual(paths)
    expect(await storedKeys(id)).toEqual([])
  })

  it('are listed with the revoked ones, for their workspace only', async () => {
    const { id, key } = await issue()
    await issue()
    const second = (await operator('POST', keysOf(id), { name: 'second' })).body.data
    await operator('DELETE', `${keysOf(id)}/${key.id}`)
    const { status, body } = await operator('GET', keysOf(id))
    expect(status).toBe(200)
    const shown = ({ token, ...rest }: typeof key) => ({ ...rest, created_at: INSTANT })
    expect(body.data).toHaveLength(2)
    expect(body.data).toEqual(
      expect.arrayContaining([
        { ...shown(key), revoked_at: INSTANT },
        { ...shown(second), revoked_at: null },
      ]),
    )
  })

  it('return 401 once revoked, and keep the time of the first revocation', async () => {
    const { id, key, me } = await issue()
    const other = (await operator('POST', keysOf(id), { name: 'other' })).body.data
    const revoked = await operator('DELETE', `${keysOf(id)}/${key.id}`)
    expect([revoked.status, revoked.text]).toEqual([204, ''])
    expect(await me()).toBe(401)
    expect((await call('GET', '/me', { key: other.token })).status).toBe(200)
    await rows(`UPDATE api_keys SET revoked_at = '2001-01-01T00:00:00.000Z' WHERE id = ?`, key.id)
    const before = await storedKeys(id)
    expect((await operator('DELETE', `${keysOf(id)}/${key.id}`)).status).toBe(204)
    expect(await storedKeys(id)).toEqual(before)
  })

  it('are revoked in their own workspace only', async () => {
    const { key, me } = await issue()
    const { id: other } = await make()
    for (const keyId of [key.id, 'key_0VMtKcPBq7XJ3mZ1sWv9LdTe']) {
      const { status, body } = await operator('DELETE', `${keysOf(other)}/${keyId}`)
      expect(status).toBe(404)
      expect(body.type).toMatch(/not_found$/)
    }
    expect(await me()).toBe(200)
  })

  it('return 401 once expired', async () => {
    const { key, me } = await issue({ expires_at: FUTURE })
    expect(await me()).toBe(200)
    const expire = 'UPDATE api_keys SET expires_at = ? WHERE id = ?'
    await env.DB.prepare(expire).bind('2001-01-01T00:00:00.000Z', key.id).run()
    expect(await me()).toBe(401)
  })
})

describe('staff', () => {
  const staffOf = (id: string) => `${WORKSPACES}/${id}/staff`
  const storedStaff = (id: string) =>
    rows(
      `SELECT email, name, role, accepted_at, ends_on FROM staff JOIN memberships ON staff_id = staff.id
      WHERE workspace_id = ?`,
      id,
    )

  it('are owners by default, and may sign in at once', async () => {
    const { id } = await make()
    const { status, body } = await operator('POST', staffOf(id), {
      name: 'Anna Weber',
      email: ' Anna.Weber@Example.org ',
    })
    expect([status, body.data]).toEqual([
      201,
      {
        id: expect.stringMatching(/^stf_[0-9A-Za-z]{24}$/),
        name: 'Anna Weber',
        email: 'anna.weber@example.org',
        role: 'owner',
      },
    ])
    expect(await storedStaff(id)).toEqual([
      {
        email: 'anna.weber@example.org',
        name: 'Anna Weber',
        role: 'owner',
        accepted_at: INSTANT,
        ends_on: null,
      },
    ])
  })

  it('are one person in several workspaces, under the first name', async () => {
    const [one, other] = [await make(), await make()]
    const anna = { name: 'Anna Weber', email: 'anna@example.org' }
    const first = await operator('POST', staffOf(one.id), anna)
    const auditor = { ...anna, name: 'A. Weber', role: 'auditor', ends_on: '2999-12-31' }
    const second = await operator('POST', staffOf(other.id), auditor)
    expect(second.body.data).toEqual({ ...first.body.data, role: 'auditor' })
    expect(await storedStaff(other.id)).toMatchObject([{ role: 'auditor', ends_on: '2999-12-31' }])
  })

  it.each([
    [{ email: 'nobody' }, ['email']],
    [{ name: '' }, ['name']],
    [{ role: 'king' }, ['role']],
    [{ role: 'office', ends_on: '2999-12-31' }, ['ends_on']],
    [{ role: 'auditor', ends_on: '2001-01-01' }, ['ends_on']],
    [{ email: 'Anna@example.org' }, ['email']],
    [{ colour: 'red', email: undefined }, ['colour', 'email']],
  ])('are refused with %j', async (wanted, paths) => {
    const { id } = await make()
    await operator('POST', staffOf(id), { name: 'Anna', email: 'anna@example.org' })
    const before = [await storedStaff(id), await rows('SELECT * FROM staff')]
    const given = { name: 'Bea', email: 'bea@example.org', ...wanted }
    const { status, body } = await operator('POST', staffOf(id), given)
    expect([status, Object.keys(body.errors).sort()]).toEqual([422, paths])
    expect([await storedStaff(id), await rows('SELECT * FROM staff')]).toEqual(before)
  })
})

it.each([
  ['US/Samoa', 'Pacific/Pago_Pago'],
  ['europe/berlin', 'Europe/Berlin'],
  ['UTC', 'UTC'],
])('stores the time zone %s under the name %s that the platform uses', async (timezone, stored) => {
  const { status, body } = await operator('POST', '/operator/workspaces', { name: 'Ruderclub', timezone })
  expect([status, body.data.timezone]).toEqual([201, stored])
})

it.each(['Etc/GMT-14', '+02:00', 'Berlin', ''])(
  'refuses %j, which is not the time zone of a place',
  async (timezone) => {
    const { status, body } = await operator('POST', '/operator/workspaces', { name: 'Ruderclub', timezone })
    expect([status, Object.keys(body.errors)]).toEqual([422, ['timezone']])
  },
)
