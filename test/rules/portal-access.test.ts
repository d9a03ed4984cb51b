import { describe, expect, it } from 'vitest'
import { app } from '../../src/app'
import { SESSION_KINDS, type SessionKind } from '../../src/domain/access/session-rights'
import type { QueuedMail } from '../../src/env'
import { ADA, clubOf, columns, editable, person, portal } from '../support/club'
import { PUBLIC_URL } from '../support/portal'
import { signInBy } from '../support/portal-sessions'
import { rows } from '../support/workspace'

type Route = {
  route: string
  /** The kinds of sessions that may; all where left out. */
  kinds?: readonly SessionKind[]
  fields?: Record<string, string>
  path?: Record<string, string>
}

const ALL = SESSION_KINDS
/** Sessions of a member who holds a link that was made for nobody else. */
const OWN = ['own_mail', 'staff_mail', 'api'] as const
const MEMBERS = [...OWN, 'bulk_mail'] as const

const EDIT = 'POST /portal/persons/:person_id/edit/:card'
const account = { 'bank_account.iban': 'DE75512108001245126199' }

const ROUTES: Route[] = [
  { route: 'GET /portal' },
  { route: 'GET /portal/persons/:person_id' },
  { route: 'GET /portal/persons/:person_id/edit/:card', path: { card: 'address' } },
  { route: EDIT, path: { card: 'address' }, fields: { 'address.street': 'Lindenallee 8' } },
  { route: 'GET /portal/persons/:person_id/edit/:card', path: { card: 'bank' }, kinds: OWN },
  { route: EDIT, path: { card: 'bank' }, fields: account, kinds: OWN },
  { route: 'GET /portal/persons/:person_id/edit/:card', path: { card: 'consents' }, kinds: MEMBERS },
  { route: EDIT, path: { card: 'consents' }, fields: { photos: 'true' }, kinds: MEMBERS },
  { route: 'GET /portal/persons/:person_id/record' },
  { route: 'POST /portal/persons/:person_id/record' },
  { route: 'GET /portal/persons/:person_id/email', kinds: OWN },
  { route: 'POST /portal/persons/:person_id/email', fields: { email: 'new@example.com' }, kinds: OWN },
  { route: 'POST /portal/persons/:person_id/email/again', kinds: OWN },
  { route: 'POST /portal/persons/:person_id/email/withdraw', kinds: OWN },
  { route: 'GET /portal/persons/:person_id/mandate', kinds: OWN },
  {
    route: 'POST /portal/persons/:person_id/mandate',
    fields: { holder: 'Ada', iban: 'DE75512108001245126199', agreed: '1', text_version: '2026-11-de' },
    kinds: OWN,
  },
  { route: 'GET /portal/persons/:person_id/mandate/withdrawal', kinds: OWN },
  { route: 'POST /portal/persons/:person_id/mandate/withdrawal', kinds: OWN },
  { route: 'GET /portal/persons/:person_id/card' },
  { route: 'POST /portal/persons/:person_id/news', fields: { news: 'refused' }, kinds: MEMBERS },
  { route: 'GET /portal/persons/:person_id/fees' },
  { route: 'GET /portal/persons/:person_id/fees/:year', path: { year: '2026' } },
  { route: 'POST /portal/persons/:person_id/payer', fields: { fees: 'hidden' }, kinds: MEMBERS },
  { route: 'GET /portal/persons/:person_id/resign', kinds: OWN },
  { route: 'POST /portal/persons/:person_id/resign', fields: { leave_date: '2999-12-31' }, kinds: OWN },
  { route: 'POST /portal/persons/:person_id/resign/take-back', kinds: OWN },
  { route: 'POST /portal/sign-out' },
]

/** Pages that everyone may open, with or without a session. */
const PUBLIC = [
  'GET /portal/logo/:workspace_id/:version',
  'GET /portal/:workspace/email/:token',
  'POST /portal/:workspace/email/:token',
  'GET /portal/:workspace/resign/:token',
  'POST /portal/:workspace/resign/:token',
  'GET /portal/:workspace/address/:token',
  'POST /portal/:workspace/address/:token',
  'GET /portal/:workspace/mandate/:token',
  'POST /portal/:workspace/mandate/:token',
  'GET /portal/:workspace',
  'POST /portal/:workspace',
  'GET /portal/*',
  ...['', '/:workspace'].flatMap((workspace) =>
    ['', '/', '/:token'].flatMap((token) =>
      ['GET', 'POST'].map((method) => `${method} /portal${workspace}/login${token}`),
    ),
  ),
]

const IBAN = 'DE89370400440532013000'

async function createWorld() {
  const { club, id } = await clubOf(
    columns([{ name: 'Photos', type: 'boolean', external_id: 'photos' }]),
    editable('address', 'bank_account', 'email', 'photos'),
    portal({ functions: ['view_data', 'edit_data', 'view_fees', 'resign'] }),
    person({ ...ADA, membership_number: 'M1', bank_account: { iban: IBAN } }),
  )
  return { club, member: { id, email: ADA.email } }
}

it('tests every route of the portal', () => {
  const served = app.routes
    .filter(({ method, path }) => method !== 'ALL' && /^\/portal(\/|$)/.test(path))
    .map(({ method, path }) => `${method} ${path.replace(/\{[^/]*\}/g, '')}`)
    .filter((route) => !route.startsWith('GET /portal/style/'))
  expect(new Set([...ROUTES.map(({ route }) => route), ...PUBLIC])).toEqual(new Set(served))
})

describe.each(ROUTES)('$route $path.card', ({ route, kinds = ALL, fields = {}, path: parts }) => {
  it.each(SESSION_KINDS)('answers a session of the kind %s as it may', async (kind) => {
    const { club, member } = await createWorld()
    const session = await signInBy(kind, club, member)
    const before = await stored()
    const [method, pattern = ''] = route.split(' ')
    const path = pattern.replace(/:(\w+)/g, (_, name) => parts?.[name] ?? member.id)
    const MAILS = { send: async () => {} } as unknown as Queue<QueuedMail>
    const sent = { env: { PUBLIC_URL, MAILS } }
    const headers = { Cookie: `${session.cookie}; __Host-entry=${club.id}` }
    const { status, text } =
      method === 'GET' ? await session.get(path, headers) : await session.submit(path, fields, headers, sent)
    if (kinds.includes(kind)) expect(status).not.toBe(403)
    else {
      expect(status).toBe(403)
      expect(text).toContain(`action="/portal/${club.id}"`)
      expect(await stored()).toEqual(before)
    }
  })
})

const stored = () =>
  Promise.all(
    ['persons', 'events', 'email_changes', 'news_refusals', 'resignations'].map((table) =>
      rows(`SELECT * FROM ${table}`),
    ),
  )
