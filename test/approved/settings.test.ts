import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Role } from '../../src/domain/staff/roles'
import type { QueuedMail } from '../../src/env'
import { addStaff, type Staff, staffOf } from '../support/dashboard'
import { ibanOf } from '../support/direct-debit-file'
import { leadsTo, openAfter } from '../support/done'
import { deliverMails, PUBLIC_URL } from '../support/portal'
import { operator, rows, type Workspace, workspace } from '../support/workspace'
import { answerOf } from './outline'
import { INSTANT, moveInstants, stopClock, tickingWorkspace, withoutIds } from './world'

const OLD = '2025-11-30T23:30:00.000Z'
const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; rv:128.0) Gecko/20100101 Firefox/128.0'

const PAGES = [
  '',
  '/search?q=portal',
  '/settings',
  '/settings/workspace',
  '/settings/contact',
  '/settings/portal',
  '/settings/portal after saved',
  '/settings/portal/leave',
  '/settings/join',
  '/settings/join/preview',
  '/settings/direct-debit',
  '/settings/book',
  '/settings/columns',
  '/settings/columns/members',
  '/settings/columns/contacts',
  '/settings/columns/members/new',
  '/settings/columns/members/several',
  '/settings/columns/members/several?template=music',
  '/settings/columns/contacts/several?template=support',
  '/settings/columns/members/{string}',
  '/settings/columns/members/{array}',
  '/settings/columns/members/{boolean}',
  '/settings/cost-units',
  '/settings/cost-units/new',
  '/settings/cost-units/several?template=sports',
  '/settings/cost-units/{unit}',
  '/settings/cost-units/{archived}',
  '/settings/staff',
  '/settings/staff/new',
  '/settings/staff/{auditor}',
  '/settings/staff/{invited}',
  '/settings/staff/{auditor}/remove',
  '/settings/staff/{invited}/remove',
  '/settings/api-keys',
  '/settings/api-keys/new',
  '/settings/api-keys/{key}/revoke',
  '/settings/webhooks',
  '/settings/webhooks/new',
  '/account',
  '/account after saved',
  '/account/passkeys/cred-1',
  '/account/passkeys/cred-of-others',
  '/associations',
]

/** Forms that are refused, with what is typed into them. */
const REFUSED: [path: string, fields: Record<string, string>][] = [
  ['/settings/workspace', { name: ' ', locale: 'xx', timezone: 'Mars/Olympus' }],
  ['/settings/contact', { name: 'x'.repeat(256), email: 'x', phone: '1'.repeat(65), imprint_url: 'a b' }],
  ['/settings/contact', { privacy_url: 'ftp://example.org' }],
  [
    '/settings/portal',
    {
      ...{ slug: 'A b', colour: 'red', sender_name: 'x'.repeat(101), address_form: 'ihr' },
      ...{ 'field.email': 'mine', 'field.unknown': 'visible', 'field.birthdate': 'editable' },
    },
  ],
  ['/settings/portal', { slug: 'verband', enabled: '1' }],
  ['/settings/portal', { slug: 'login', colour: '#12345' }],
  ['/settings/join', { enabled: '1', statutes_url: '', intro: 'x'.repeat(5001), 'field.birthdate': 'maybe' }],
  ['/settings/join', { statutes_url: 'a b' }],
  [
    '/settings/direct-debit',
    {
      ...{ name: '', iban: 'DE00', creditor_id: 'X', notice_days: '0', year_start: '13' },
      ...{ charge_place: 'cst_unknown/cat_unknown', charge_sphere: 'none' },
    },
  ],
  ['/settings/direct-debit', { notice_days: 'many', year_start: '7', charge_place: '{archived}' }],
  ['/settings/book', { keeps_book: 'yes', book_begins_on: '2026-02-30' }],
  ['/settings/columns/members/new', { name: '', type: 'none', allowed_values: 'a', external_id: 'email' }],
  ['/settings/columns/members/new', { name: 'x'.repeat(65), type: 'integer', allowed_values: 'a\nb' }],
  ['/settings/columns/members/several', {}],
  ['/settings/columns/members/several', { 'name.1': 'x'.repeat(65), 'type.1': 'none', 'type.4': 'date' }],
  ['/settings/columns/members/{array}', { name: '', added_values: 'Chor', removed_values: 'Turnen' }],
  ['/settings/columns/members/{string}', { name: 'x'.repeat(65), added_values: 'a' }],
  ['/settings/cost-units/new', { name: '', sphere: 'none', categories: 'a\na' }],
  [
    '/settings/cost-units/several?template=sports',
    { entry: 'Jugend', 'name.0': 'Sport', 'name.2': 'Jugend', 'sphere.4': 'assets' },
  ],
  ['/settings/cost-units/{unit}', { name: 'Old', sphere: 'none', categories: 'Balls' }],
  ['/settings/staff/new', { name: '', email: 'x', role: 'auditor', ends_on: '2026-06-14' }],
  ['/settings/staff/new', { name: 'Ira', email: 'AUDITOR@example.org', role: 'boss' }],
  ['/settings/staff/{auditor}', { role: 'auditor', ends_on: '2026-02-30' }],
  ['/settings/staff/{owner}', { role: 'office' }],
  ['/settings/staff/{owner}/remove', {}],
  ['/settings/api-keys/new', { name: '', expires_on: '2026-06-14' }],
  ['/settings/api-keys/new', { name: 'x'.repeat(256), 'members:read': '1', expires_on: 'soon' }],
  ['/account', { name: ' ', locale: 'fr', has_shortcuts: '1' }],
]

/** Forms that are taken, one after another. */
const TAKEN: [path: string, fields: Record<string, string> | [string, string][]][] = [
  ['/settings/workspace', { name: 'TSV Neubau', locale: 'de-AT', timezone: 'Europe/Vienna' }],
  [
    '/settings/contact',
    { name: 'Kim', email: 'kim@example.org', imprint_url: 'example.org/i', privacy_url: 'http://x.org' },
  ],
  [
    '/settings/portal',
    [
      ['enabled', '1'],
      ['functions', 'edit_data'],
      ['functions', 'view_fees'],
      ['slug', 'neubau'],
      ['colour', '#AABBCC'],
      ['sender_name', ' '],
      ['address_form', 'sie'],
      ['field.email', 'hidden'],
      ['field.photos', 'visible'],
    ],
  ],
  ['/settings/join', { statutes_url: 'example.org/s', intro: 'Hi\r\nyou', 'field.birthdate': 'required' }],
  [
    '/settings/direct-debit',
    {
      ...{ name: 'TSV', iban: 'de41 3704 0044 0000 0000 01', creditor_id: 'de98zzz09999999999' },
      ...{ notice_days: '1', year_start: '12', charge_place: '{unit}', is_nonprofit: '1' },
    },
  ],
  ['/settings/direct-debit', { notice_days: '14', year_start: '1' }],
  [
    '/settings/columns/members/new',
    { name: 'Neu', type: 'array', allowed_values: ' a \n\nb', external_id: ' n ' },
  ],
  [
    '/settings/columns/members/{array}',
    { name: 'Gruppen', added_values: 'Judo\nYoga', removed_values: 'Frei' },
  ],
  ['/settings/columns/members/{array}/move', { to: 'up' }],
  [
    '/settings/columns/contacts/several?template=support',
    { language: 'de', entry: 'Rolle', 'name.3': 'Seit', 'type.3': 'date' },
  ],
  ['/settings/cost-units/new', { name: 'New', sphere: 'assets', categories: 'Rent\nGas' }],
  [
    '/settings/cost-units/several?template=music',
    { language: 'en', entry: 'Events', 'name.3': 'Tour', 'sphere.3': 'purpose' },
  ],
  ['/settings/cost-units/{unit}', { name: 'Sports', sphere: '', categories: 'Nets', archived: '1' }],
  [
    '/settings/staff/new',
    { name: 'Noa', email: ' Noa@Example.org ', role: 'auditor', ends_on: '2026-06-15' },
  ],
  ['/settings/staff/{auditor}', { role: 'treasurer', ends_on: '2027-01-01' }],
  ['/settings/staff/{invited}/invitation', {}],
  ['/settings/staff/{invited}/remove', {}],
  [
    '/settings/api-keys/new',
    { name: 'New', 'members:read': '1', 'fees:write': '1', expires_on: '2026-06-15' },
  ],
  ['/settings/api-keys/{key}/revoke', {}],
  ['/settings/book', { keeps_book: 'no' }],
  ['/first-steps', { hides: '1' }],
  ['/account', { name: 'Olga Neu', locale: 'en' }],
  ['/account/sessions', { id: 'ses_firefox' }],
  ['/account/passkeys/cred-1', {}],
  ['/account/sessions', {}],
]

const VIEWERS: [Role, pages: string[]][] = [
  ['treasurer', ['', '/settings', '/settings/direct-debit', '/settings/cost-units', '/account']],
  ['office', ['', '/settings', '/account']],
]

describe('a club with all settings', { meta: { sharesStorage: true } }, () => {
  let club: Club

  beforeAll(async () => {
    club = await createClub()
    await moveInstants()
  })
  beforeEach(() => stopClock())

  it.each(PAGES)('shows its owner %s as approved', async (page) => {
    expect(answerOf(await openAfter(club.owner, club.path(page)), shortened)).toMatchSnapshot()
  })

  it.each(['', '/settings'])('leads its owner from %s as approved', async (page) => {
    expect(answerOf(await openAfter(club.owner, club.path(page)))).toMatchSnapshot()
  })

  it('is among the workspaces of its owner as approved', async () => {
    expect(answerOf(await club.owner.get('/dashboard'))).toMatchSnapshot()
  })

  it.each(REFUSED.map(([path, fields], index) => ({ path, fields, index })))(
    'refuses form $index, $path, as approved',
    async ({ path, fields }) => {
      const before = await rows('SELECT count(*) FROM events')
      const answer = await club.owner.submit(club.path(path), filled(fields, club))
      expect(answerOf(answer, shortened)).toMatchSnapshot()
      expect(await rows('SELECT count(*) FROM events')).toEqual(before)
    },
  )

  describe.each(VIEWERS)('shows its %s in English', (role, pages) => {
    let staff: Staff

    beforeAll(async () => {
      stopClock()
      staff = await staffOf(club.at, role, { email: `${role}@example.org` })
      await rows("UPDATE staff SET locale = 'en' WHERE id = ?", staff.id)
    })

    it.each(pages)('%s as approved', async (page) => {
      expect(answerOf(await openAfter(staff, club.path(page)), shortened)).toMatchSnapshot()
    })
  })
})

describe('the owner of a club with all settings', () => {
  it('changes them as approved', async () => {
    const club = await createClub()
    for (const [path, fields] of TAKEN) {
      stopClock()
      const [last] = await rows<{ number: number }>(
        'SELECT coalesce(max(number), 0) AS number FROM events WHERE workspace_id = ?',
        club.at.id,
      )
      const mails: QueuedMail[] = []
      const MAILS = { send: async (mail: QueuedMail) => void mails.push(mail) } as unknown as Queue
      const answer = await club.owner.submit(club.path(path), filled(fields, club), {
        env: { PUBLIC_URL, MAILS },
      })
      const events = await rows(
        'SELECT action, subject_name, changes FROM events WHERE workspace_id = ? AND number > ?',
        club.at.id,
        last?.number,
      )
      const { sent } = await deliverMails(mails)
      const texts = sent.map(({ html: _, ...mail }) => mail)
      const done = { status: answer.status, to: leadsTo(answer) || null, events, mails, texts }
      expect(withoutClock(JSON.stringify(done, null, 1)), path).toMatchSnapshot(path)
    }
    expect(answerOf(await club.owner.get(club.path('/cash-book')), shortened)).toMatchSnapshot('cash book')
    const kept = [
      'workspaces',
      'memberships',
      'staff',
      'staff_sessions',
      'passkeys',
      'api_keys',
      'custom_columns',
      'cost_units',
      'cost_unit_categories',
    ]
    for (const table of kept) {
      const stored = await rows(`SELECT * FROM ${table}`)
      expect(stored.map((row) => withoutClock(JSON.stringify(row))).sort(), table).toMatchSnapshot(table)
    }
  })
})

type Club = { at: Workspace; owner: Staff; path: (page: string) => string; ids: Record<string, string> }

async function createClub(): Promise<Club> {
  stopClock('2026-05-04T09:00:00Z')
  const umbrella = await workspace({ name: 'Verband', member_portal: { slug: 'verband' } })
  const at = await tickingWorkspace({ name: 'TSV Aufbau' })
  for (const settings of [
    {},
    { member_portal: { managed_by: 'superordinate' } },
    { member_portal: { enabled: false } },
  ])
    await workspace({
      name: `Below ${JSON.stringify(settings).length}`,
      superordinate_workspace_id: at.id,
      ...settings,
    })
  const ids = {
    ...(await addColumns(at)),
    ...(await addCostUnits(at)),
    ...(await addStaffTo(at, umbrella)),
    ...(await addKeys(at)),
  }
  const answer = await operator('PATCH', `/operator/workspaces/${at.id}`, {
    superordinate_workspace_id: umbrella.id,
    creditor: { name: 'TSV', iban: ibanOf(1815), creditor_id: 'DE98ZZZ09999999999' },
    contact: { name: 'Office', email: 'office@example.org', phone: '030 1', imprint_url: 'https://x.org/i' },
    bookkeeping: {
      ...{
        notice_days: 5,
        year_start: 7,
        passes_charges_on: true,
        confirms_certain_lines: true,
        is_nonprofit: true,
      },
      return_charges: { cost_unit_id: ids.unit, category_id: ids.category, sphere: 'ideal' },
    },
    member_portal: {
      ...{ functions: ['view_data', 'edit_data'], colour: '#1f6f54', sender_name: 'Kim', address_form: 'du' },
      fields: { email: 'editable', birthdate: 'hidden', photos: 'editable', motto: 'visible' },
    },
    join_form: {
      ...{ enabled: true, statutes_url: 'https://x.org/s', intro: 'Welcome' },
      fields: { birthdate: 'optional', address: 'hidden', motto: 'required' },
    },
  })
  expect(answer.status, answer.text).toBe(200)
  await rows("UPDATE workspaces SET portal_logo = 'v1' WHERE id = ?", at.id)
  stopClock()
  const owner = await staffOf(at, 'owner', { email: 'owner@example.org' })
  Object.assign(ids, { owner: owner.id })
  await addDevices(owner.id)
  await acceptIn(umbrella, owner.id, null)
  await acceptIn(await workspace({ name: 'Alpenverein' }), owner.id, OLD)
  const path = (page: string) =>
    `/dashboard/${at.id}${page.replace(/\{(\w+)\}/g, (_, name) => String(ids[name as keyof typeof ids]))}`
  return { at, owner, path, ids }
}

async function addColumns(at: Workspace): Promise<Record<string, string>> {
  const data = [
    { name: 'Motto', type: 'string', external_id: 'motto' },
    { name: 'Gruppe', type: 'array', allowed_values: ['Chor', 'Turnen', 'Frei'] },
    { name: 'Fotos', type: 'boolean', external_id: 'photos' },
    { name: 'Farbe', type: 'string', allowed_values: Array.from({ length: 12 }, (_, n) => `Farbe ${n}`) },
    ...['integer', 'number', 'date', 'email', 'url'].map((type) => ({ name: `Spalte ${type}`, type })),
  ]
  const ids: Record<string, string> = {}
  for (const column of data) {
    const { body } = await at.put('/lists/members/custom_columns', { data: [column] })
    ids[column.type] ??= body.data[0].id
  }
  await at.post('/lists/members/persons', { [String(ids.array)]: ['Turnen'] })
  return ids
}

async function addCostUnits(at: Workspace): Promise<Record<string, string>> {
  const categories = [{ name: 'Balls', sphere: 'business' }, { name: 'Trips' }]
  const unit = await at.post('/cost_units', { name: 'Sport', sphere: 'purpose', categories })
  const archived = await at.post('/cost_units', { name: 'Old' })
  await at.put(`/cost_units/${archived.body.data.id}`, { archived: true })
  await at.post('/cost_units', { name: 'Youth', sphere: 'ideal' })
  return {
    unit: unit.body.data.id,
    category: unit.body.data.categories[0].id,
    archived: archived.body.data.id,
  }
}

async function addStaffTo(at: Workspace, umbrella: Workspace): Promise<Record<string, string>> {
  const auditor = await addStaff(at, 'auditor', 'auditor@example.org')
  await rows("UPDATE memberships SET ends_on = '2026-12-31' WHERE staff_id = ?", auditor)
  const invited = await addStaff(at, 'treasurer', 'invited@example.org')
  await rows("UPDATE memberships SET accepted_at = NULL, invited_name = 'Iris' WHERE staff_id = ?", invited)
  const nameless = await addStaff(at, 'office', 'nameless@example.org')
  await rows('UPDATE memberships SET accepted_at = NULL WHERE staff_id = ?', nameless)
  const later = await addStaff(at, 'owner', 'later@example.org')
  await rows("UPDATE memberships SET accepted_at = NULL, invited_name = 'Lena' WHERE staff_id = ?", later)
  const boss = await addStaff(umbrella, 'owner', 'boss@example.org')
  await rows("UPDATE staff SET name = 'Boss' WHERE id = ?", boss)
  await addPasskey(auditor, 'cred-of-others', null)
  await addSession(auditor, 'ses_auditor', 'curl/8', OLD)
  return { auditor, invited }
}

async function addKeys(at: Workspace): Promise<Record<string, string>> {
  const issue = async (key: object) => {
    vi.setSystemTime(Date.now() + 1)
    return (await operator('POST', `/operator/workspaces/${at.id}/api_keys`, key)).body.data.id as string
  }
  const revoked = await issue({ name: 'Revoked' })
  await operator('DELETE', `/operator/workspaces/${at.id}/api_keys/${revoked}`)
  await issue({ name: 'Expired', expires_at: '2026-06-15T12:00:00.000Z' })
  await issue({ name: 'Expires', expires_at: '2026-06-15T12:00:00.001Z' })
  return { key: await issue({ name: 'CRM', permissions: ['members:read', 'fees:write'] }) }
}

async function addDevices(owner: string): Promise<void> {
  await addPasskey(owner, 'cred-1', OLD)
  await addPasskey(owner, 'cred-2', null)
  await addSession(owner, 'ses_firefox', FIREFOX, OLD)
  await addSession(owner, 'ses_curl', 'curl/8', '2026-06-01T08:00:00.000Z')
  await addSession(owner, 'ses_ended', FIREFOX, OLD, '2026-06-15T12:00:00.000Z')
}

const addPasskey = (owner: string, id: string, usedAt: string | null) =>
  rows(
    "INSERT INTO passkeys (credential_id, staff_id, public_key, counter, transports, name, created_at, used_at) VALUES (?, ?, 'key', 0, '[]', ?, ?, ?)",
    ...[id, owner, `Passkey ${id}`, OLD, usedAt],
  )

const addSession = (
  owner: string,
  id: string,
  agent: string,
  at: string,
  until = '2026-06-16T00:00:00.000Z',
) =>
  rows(
    'INSERT INTO staff_sessions (session_hash, id, staff_id, user_agent, created_at, proved_at, expires_at) VALUES (?, ?, ?, ?, ?, ?, ?)',
    ...[`hash of ${id}`, id, owner, agent, at, at, until],
  )

const acceptIn = (at: Workspace, owner: string, acceptedAt: string | null) =>
  rows(
    "INSERT INTO memberships (workspace_id, staff_id, role, created_at, accepted_at) VALUES (?, ?, 'auditor', ?, ?)",
    ...[at.id, owner, OLD, acceptedAt],
  )

/** The content of a page without the time zones and countries to choose from, and with long texts cut. */
const shortened = (html: string): string =>
  (/<title>[^<]*/.exec(html)?.[0] ?? '') +
  (/<main[\s\S]*<\/main>/.exec(html)?.[0] ?? html)
    .replace(/<option value="([A-Z]{2}|[A-Z]\w+\/[^"]*)">.*?<\/option>/g, '')
    .replace(/(x|1){40,}/g, (text) => `${text[0]} × ${text.length}`)

/** A text without what is random in it, or of the clock of the database; instants of the stopped clock stay. */
const withoutClock = (text: string): string =>
  withoutIds(
    text.replace(INSTANT, (instant) =>
      Math.abs(Date.parse(instant) - vi.getRealSystemTime()) < 86_400_000 ? '…T…Z' : instant,
    ),
  )

/** Fields with the ids of a club in their places. */
const filled = (fields: Record<string, string> | [string, string][], { ids }: Club): [string, string][] =>
  (Array.isArray(fields) ? fields : Object.entries(fields)).map(([name, value]) => [
    name,
    value.replace(/\{(\w+)\}/g, (_, id) => String(ids[id])),
  ])
