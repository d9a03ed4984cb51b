import { beforeAll, describe, expect, it } from 'vitest'
import { app } from '../../src/app'
import { ACTS_WITH_PROOF, type ActWithProof } from '../../src/domain/staff/proofs'
import { ROLES } from '../../src/domain/staff/roles'
import { Browser, type Staff, staffOf } from '../support/dashboard'
import { inputValue } from '../support/html'
import { createPerson } from '../support/portal'
import { workspace } from '../support/workspace'
import { BANK_ROUTES } from './dashboard-routes/bank'
import { CASH_BOOK_ROUTES } from './dashboard-routes/cash-book'
import { DIRECT_DEBITS_ROUTES } from './dashboard-routes/direct-debits'
import { FEES_ROUTES } from './dashboard-routes/fees'
import { MAILS_ROUTES } from './dashboard-routes/mails'
import {
  BOOK_READERS,
  BOOKKEEPERS,
  type Fixture,
  OWNER,
  READERS,
  type Route,
  WRITERS,
} from './dashboard-routes/route'

const ROUTES: Route[] = [
  { route: 'GET /dashboard/:workspace', roles: ROLES },
  { route: 'GET /dashboard/:workspace/search', roles: ROLES },
  { route: 'GET /dashboard/:workspace/search.json', roles: ROLES },
  { route: 'GET /dashboard/:workspace/associations', roles: OWNER },
  { route: 'GET /dashboard/:workspace/associations/:association_id', roles: OWNER },
  { route: 'POST /dashboard/:workspace/associations/:association_id', roles: OWNER },
  {
    route: 'GET /dashboard/:workspace/associations/:association_id/hand-back',
    roles: OWNER,
    needsProof: 'hand_back_portal',
  },
  {
    route: 'POST /dashboard/:workspace/associations/:association_id/hand-back',
    roles: OWNER,
    needsProof: 'hand_back_portal',
  },

  { route: 'GET /dashboard/:workspace/:list', roles: READERS },
  {
    route: 'POST /dashboard/:workspace/:list/bulk',
    roles: WRITERS,
    fields: ({ memberId }) => ({ id: memberId, action: 'delete' }),
  },
  {
    route: 'POST /dashboard/:workspace/:list/bulk',
    roles: READERS,
    fields: () => ({ scope: 'all', action: 'export' }),
    needsProof: 'export_persons',
    isDownload: true,
  },
  {
    route: 'POST /dashboard/:workspace/:list/bulk/run',
    roles: WRITERS,
    fields: ({ memberId }) => ({ id: memberId, action: 'end', 'bulk.value': '2026-12-31' }),
  },
  { route: 'GET /dashboard/:workspace/:list/import', roles: WRITERS },
  { route: 'POST /dashboard/:workspace/:list/import', roles: WRITERS, fields: () => ({ csv: 'email' }) },
  { route: 'POST /dashboard/:workspace/:list/import/run', roles: WRITERS, fields: () => ({ csv: 'email' }) },
  { route: 'GET /dashboard/:workspace/:list/columns', roles: READERS },
  {
    route: 'POST /dashboard/:workspace/:list/columns',
    roles: READERS,
    fields: () => ({ 'column.common': 'email' }),
  },
  { route: 'GET /dashboard/:workspace/:list/views', roles: READERS },
  { route: 'POST /dashboard/:workspace/:list/views', roles: READERS, fields: () => ({ name: 'Mine' }) },
  { route: 'POST /dashboard/:workspace/:list/views/:id', roles: READERS, fields: () => ({ name: 'Mine' }) },
  { route: 'POST /dashboard/:workspace/:list/views/:id/deletion', roles: READERS },

  { route: 'GET /dashboard/:workspace/settings', roles: ROLES },
  { route: 'GET /dashboard/:workspace/settings/workspace', roles: OWNER },
  {
    route: 'POST /dashboard/:workspace/settings/workspace',
    roles: OWNER,
    fields: () => ({ name: 'Ruderclub', locale: 'de-DE', timezone: 'Europe/Berlin' }),
  },
  { route: 'GET /dashboard/:workspace/settings/contact', roles: OWNER },
  {
    route: 'POST /dashboard/:workspace/settings/contact',
    roles: OWNER,
    fields: () => ({ name: 'Geschäftsstelle', email: 'info@example.org' }),
  },
  { route: 'GET /dashboard/:workspace/settings/portal', roles: OWNER },
  {
    route: 'POST /dashboard/:workspace/settings/portal',
    roles: OWNER,
    fields: () => ({ enabled: '1', functions: 'view_data', colour: '#1f6f54' }),
  },
  { route: 'POST /dashboard/:workspace/settings/portal/logo', roles: OWNER },
  { route: 'POST /dashboard/:workspace/settings/portal/logo/remove', roles: OWNER },
  { route: 'GET /dashboard/:workspace/settings/join', roles: OWNER },
  { route: 'GET /dashboard/:workspace/settings/join/preview', roles: OWNER },
  {
    route: 'POST /dashboard/:workspace/settings/join',
    roles: OWNER,
    fields: () => ({ enabled: '1', statutes_url: 'https://example.org/satzung' }),
  },
  { route: 'GET /dashboard/:workspace/settings/portal/leave', roles: OWNER, needsProof: 'leave_portal' },
  { route: 'POST /dashboard/:workspace/settings/portal/leave', roles: OWNER, needsProof: 'leave_portal' },
  {
    route: 'GET /dashboard/:workspace/settings/direct-debit',
    roles: BOOKKEEPERS,
    needsProof: 'set_creditor',
  },
  {
    route: 'POST /dashboard/:workspace/settings/direct-debit',
    roles: BOOKKEEPERS,
    fields: () => ({ name: 'Ruderclub', notice_days: '14', year_start: '1' }),
    needsProof: 'set_creditor',
  },
  { route: 'GET /dashboard/:workspace/settings/columns', roles: OWNER },
  { route: 'GET /dashboard/:workspace/settings/columns/:list', roles: OWNER },
  { route: 'GET /dashboard/:workspace/settings/columns/:list/new', roles: OWNER },
  {
    route: 'POST /dashboard/:workspace/settings/columns/:list/new',
    roles: OWNER,
    fields: () => ({ name: 'Note', type: 'string' }),
  },
  { route: 'GET /dashboard/:workspace/settings/columns/:list/:column_id', roles: OWNER },
  { route: 'POST /dashboard/:workspace/settings/columns/:list/:column_id', roles: OWNER },
  { route: 'POST /dashboard/:workspace/settings/columns/:list/:column_id/move', roles: OWNER },
  { route: 'GET /dashboard/:workspace/settings/cost-units', roles: BOOK_READERS },
  { route: 'GET /dashboard/:workspace/settings/cost-units/new', roles: BOOKKEEPERS },
  {
    route: 'POST /dashboard/:workspace/settings/cost-units/new',
    roles: BOOKKEEPERS,
    fields: () => ({ name: 'Choir' }),
  },
  { route: 'GET /dashboard/:workspace/settings/cost-units/:cost_unit_id', roles: BOOKKEEPERS },
  { route: 'POST /dashboard/:workspace/settings/cost-units/:cost_unit_id', roles: BOOKKEEPERS },
  { route: 'GET /dashboard/:workspace/settings/staff', roles: OWNER },
  { route: 'GET /dashboard/:workspace/settings/staff/new', roles: OWNER, needsProof: 'manage_staff' },
  {
    route: 'POST /dashboard/:workspace/settings/staff/new',
    roles: OWNER,
    fields: () => ({ name: 'Bea', email: 'bea@example.org', role: 'office' }),
    needsProof: 'manage_staff',
  },
  { route: 'GET /dashboard/:workspace/settings/staff/:staff_id', roles: OWNER, needsProof: 'manage_staff' },
  {
    route: 'POST /dashboard/:workspace/settings/staff/:staff_id',
    roles: OWNER,
    fields: () => ({ role: 'owner' }),
    needsProof: 'manage_staff',
  },
  {
    route: 'POST /dashboard/:workspace/settings/staff/:staff_id/invitation',
    roles: OWNER,
    needsProof: 'manage_staff',
  },
  {
    route: 'GET /dashboard/:workspace/settings/staff/:staff_id/remove',
    roles: OWNER,
    needsProof: 'manage_staff',
  },
  {
    route: 'POST /dashboard/:workspace/settings/staff/:staff_id/remove',
    roles: OWNER,
    needsProof: 'manage_staff',
  },
  { route: 'GET /dashboard/:workspace/settings/api-keys', roles: OWNER },
  { route: 'GET /dashboard/:workspace/settings/api-keys/new', roles: OWNER, needsProof: 'manage_api_keys' },
  {
    route: 'POST /dashboard/:workspace/settings/api-keys/new',
    roles: OWNER,
    fields: () => ({ name: 'Website', 'members:read': '1' }),
    needsProof: 'manage_api_keys',
  },
  {
    route: 'GET /dashboard/:workspace/settings/api-keys/:key_id/revoke',
    roles: OWNER,
    needsProof: 'manage_api_keys',
  },
  {
    route: 'POST /dashboard/:workspace/settings/api-keys/:key_id/revoke',
    roles: OWNER,
    needsProof: 'manage_api_keys',
  },

  { route: 'GET /dashboard/:workspace/account', roles: ROLES },
  {
    route: 'POST /dashboard/:workspace/account',
    roles: ROLES,
    fields: () => ({ name: 'Ada', locale: 'de' }),
  },
  { route: 'POST /dashboard/:workspace/account/sessions', roles: ROLES },
  {
    route: 'GET /dashboard/:workspace/account/passkeys/:passkey_id',
    roles: ROLES,
    needsProof: 'remove_passkey',
  },
  {
    route: 'POST /dashboard/:workspace/account/passkeys/:passkey_id',
    roles: ROLES,
    needsProof: 'remove_passkey',
  },

  { route: 'GET /dashboard/:workspace/:list/new', roles: WRITERS },
  { route: 'POST /dashboard/:workspace/:list/new', roles: WRITERS },
  { route: 'GET /dashboard/:workspace/:list/:person_id', roles: READERS },
  { route: 'GET /dashboard/:workspace/:list/:person_id/edit', roles: READERS },
  { route: 'POST /dashboard/:workspace/:list/:person_id/edit', roles: READERS },
  { route: 'GET /dashboard/:workspace/:list/:person_id/delete', roles: WRITERS },
  { route: 'POST /dashboard/:workspace/:list/:person_id/delete', roles: WRITERS },
  {
    route: 'POST /dashboard/:workspace/:list/:person_id/export',
    roles: READERS,
    needsProof: 'export_person',
    isDownload: true,
  },
  {
    route: 'POST /dashboard/:workspace/:list/:person_id/news',
    roles: WRITERS,
    fields: () => ({ news: 'refused' }),
  },
  { route: 'POST /dashboard/:workspace/:list/:person_id/unblock', roles: WRITERS },
  { route: 'GET /dashboard/:workspace/members/:person_id/end', roles: WRITERS },
  { route: 'POST /dashboard/:workspace/members/:person_id/end', roles: WRITERS },
  { route: 'POST /dashboard/:workspace/members/:person_id/reinstate', roles: WRITERS },
  { route: 'GET /dashboard/:workspace/members/:person_id/portal-link', roles: WRITERS },
  {
    route: 'POST /dashboard/:workspace/members/:person_id/portal-link',
    roles: WRITERS,
    fields: () => ({ way: 'show' }),
    needsProof: 'create_portal_link',
  },
  { route: 'GET /dashboard/:workspace/applications', roles: READERS },
  { route: 'GET /dashboard/:workspace/applications/confirm', roles: WRITERS },
  { route: 'POST /dashboard/:workspace/applications/confirm', roles: WRITERS },
  { route: 'GET /dashboard/:workspace/applications/reject', roles: WRITERS },
  { route: 'POST /dashboard/:workspace/applications/reject', roles: WRITERS },
  { route: 'GET /dashboard/:workspace/contacts/:contact_id/member', roles: WRITERS },
  { route: 'POST /dashboard/:workspace/contacts/:contact_id/member', roles: WRITERS },
  { route: 'GET /dashboard/:workspace/log', roles: ['owner', 'auditor'] },
  {
    route: 'POST /dashboard/:workspace/log/export',
    roles: ['owner', 'auditor'],
    needsProof: 'export_log',
    isDownload: true,
  },
  { route: 'GET /dashboard/:workspace/undo', roles: ['owner', 'office'] },
  { route: 'POST /dashboard/:workspace/undo', roles: ['owner', 'office'] },
  ...FEES_ROUTES,
  ...DIRECT_DEBITS_ROUTES,
  ...BANK_ROUTES,
  ...CASH_BOOK_ROUTES,
  ...MAILS_ROUTES,
]

/** Pages outside a workspace, which test/dashboard/sign-in.test.ts tests. */
const OUTSIDE =
  /^\/dashboard(\/(sign-in|sign-out|prove|account|workspaces|style|enhance|speculation|passkeys)(\/|$)|$|\/\*$)/

async function createFixture(): Promise<Fixture> {
  const club = await workspace()
  const memberId = await createPerson(club, { name: { first_name: 'Ada', last_name: 'Lovelace' } })
  const contactId = await createPerson(
    club,
    { name: { first_name: 'Alan', last_name: 'Turing' } },
    'contacts',
  )
  const fee = { person_id: memberId, amount: 4500, description: 'Annual fee' }
  const { body } = await club.post('/fees', { data: [fee] })
  return { club, memberId, contactId, feeId: body.data[0].id }
}

function send(browser: Browser, { route, fields }: Route, fixture: Fixture, workspaceId = fixture.club.id) {
  const [method, pattern = ''] = route.split(' ')
  const path = pattern
    .replace(':workspace', workspaceId)
    .replace(':list', 'members')
    .replace(':person_id', fixture.memberId)
    .replace(':contact_id', fixture.contactId)
    .replace(':fee_id', fixture.feeId)
    .replace(':payment_id', 'pay_unknown')
    .replace(/:\w+/g, 'unknown')
  return method === 'GET' ? browser.get(path) : browser.submit(path, fields?.(fixture) ?? {})
}

it('tests every route of a workspace', () => {
  const served = app.routes
    .filter(({ method, path }) => method !== 'ALL' && path.startsWith('/dashboard') && !OUTSIDE.test(path))
    .map(({ method, path }) => `${method} ${path.replace(/\{[^}]*\}/g, '')}`)
  expect(new Set(ROUTES.map(({ route }) => route))).toEqual(new Set(served))
})

// Acts outside a workspace, and those that need a proof only above a number, have tests of their own in test/dashboard.
const PROVED_ELSEWHERE: ActWithProof[] = [
  'add_passkey',
  'export_debits',
  'delete_persons',
  'reject_applicants',
]

it('tests every act that needs a fresh proof', () => {
  const proved = ROUTES.flatMap(({ needsProof }) => needsProof ?? [])
  expect(new Set([...proved, ...PROVED_ELSEWHERE])).toEqual(new Set(Object.keys(ACTS_WITH_PROOF)))
})

describe('the dashboard', { meta: { sharesStorage: true } }, () => {
  let shared: Fixture
  let stranger: Staff

  beforeAll(async () => {
    shared = await createFixture()
    stranger = await staffOf(await workspace(), 'owner')
  })

  describe.each(ROUTES)('$route', (route) => {
    const reads = route.route.startsWith('GET')

    it.each(ROLES)('answers the role %s as it may', async (role) => {
      const allowed = route.roles.includes(role)
      const fixture = allowed && !reads ? await createFixture() : shared
      const { status, cost } = await send(await staffOf(fixture.club, role), route, fixture)
      if (allowed) expect(status).not.toBe(403)
      else expect([status, cost.rowsWritten]).toEqual([403, 0])
      if (reads) expect(cost).toMatchObject({ trips: 1, rowsWritten: 0 })
      else expect(cost.trips).toBeLessThanOrEqual(2)
    })

    it('leads to the sign-in page without a session', async () => {
      const { status, headers, cost } = await send(new Browser(), route, shared)
      expect([status, cost.rowsWritten]).toEqual([303, 0])
      expect(headers.get('Location')).toMatch(/^\/dashboard\/sign-in/)
    })

    it('answers for the workspace of others as for an unknown one', async () => {
      const foreign = await send(stranger, route, shared)
      const unknown = await send(stranger, route, shared, 'wsp_unknown')
      expect([foreign.status, foreign.text, foreign.cost.rowsWritten]).toEqual([404, unknown.text, 0])
    })

    it.runIf(route.needsProof)('asks for a proof that is not older than half an hour', async () => {
      const provedAt = new Date(Date.now() - 31 * 60_000)
      const staff = await staffOf(shared.club, route.roles[0] ?? 'owner', { provedAt })
      const { status, headers, text, cost } = await send(staff, route, shared)
      expect(cost.rowsWritten).toBe(0)
      if (reads || route.isDownload) {
        expect(status).toBe(303)
        expect(headers.get('Location')).toMatch(/^\/dashboard\/prove/)
        return
      }
      // The page of the proof carries the form. A form that takes effect once has its token freed before.
      expect(status).toBe(403)
      expect(cost.trips).toBeLessThanOrEqual(3)
      expect(text).toContain('action="/dashboard/prove')
      for (const [name, value] of Object.entries(route.fields?.(shared) ?? {}))
        expect(inputValue(text, name)).toBe(value)
    })
  })
})
