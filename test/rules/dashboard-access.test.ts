import { beforeAll, describe, expect, it } from 'vitest'
import { app } from '../../src/app'
import { uploadImport } from '../../src/domain/imports/upload'
import { ACTS_WITH_PROOF, type ActWithProof } from '../../src/domain/staff/proofs'
import { ROLES } from '../../src/domain/staff/roles'
import { Browser, type Staff, staffOf } from '../support/dashboard'
import { inputValue } from '../support/html'
import { createPerson } from '../support/portal'
import { principalOf } from '../support/staff-principal'
import { workspace } from '../support/workspace'
import { ROUTES } from './dashboard-routes/all'
import type { Fixture, Route } from './dashboard-routes/route'

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
  const importId = await uploadImport(await principalOf(club), {
    list: 'members',
    fileName: 'members.csv',
    file: Uint8Array.from(new TextEncoder().encode('Nachname;Geburtsdatum\nHopper;31.2.1990\n')),
  })
  return { club, memberId, contactId, feeId: body.data[0].id, importId }
}

function send(browser: Browser, { route, fields }: Route, fixture: Fixture, workspaceId = fixture.club.id) {
  const [method, pattern = ''] = route.split(' ')
  const path = pattern
    .replace(':workspace', workspaceId)
    .replace(':list', 'members')
    .replace(':person_id', fixture.memberId)
    .replace(':other_id', fixture.memberId)
    .replace(':contact_id', fixture.contactId)
    .replace(':fee_id', fixture.feeId)
    .replace(':import_id', fixture.importId)
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
  'undo_import',
]

it('tests every act that needs a fresh proof', () => {
  const proved = ROUTES.flatMap(({ needsProof }) => needsProof ?? [])
  expect(new Set([...proved, ...PROVED_ELSEWHERE])).toEqual(new Set(Object.keys(ACTS_WITH_PROOF)))
})

describe('the dashboard', { meta: { sharesStorage: true } }, () => {
  let shared: Fixture
  let stranger: Staff
  /** What the roles that may do an act do it to, one after the other. */
  const ownOf = new Map<Route, Promise<Fixture>>()

  beforeAll(async () => {
    shared = await createFixture()
    stranger = await staffOf(await workspace(), 'owner')
  })

  describe.each(ROUTES)('$route', (route) => {
    const reads = route.route.startsWith('GET')

    it.each(ROLES)('answers the role %s as it may', async (role) => {
      const allowed = route.roles.includes(role)
      if (allowed && !reads && !ownOf.has(route)) ownOf.set(route, createFixture())
      const fixture = (allowed && (await ownOf.get(route))) || shared
      const { status, cost } = await send(await staffOf(fixture.club, role), route, fixture)
      if (allowed) expect(status).not.toBe(403)
      else expect([status, cost.rowsWritten]).toEqual([403, 0])
      if (reads) expect(cost).toMatchObject({ trips: 1, rowsWritten: 0 })
      // A refused form that takes effect once has its token freed, and is shown again.
      else if (!route.readsAll) expect(cost.trips).toBeLessThanOrEqual(status === 422 ? 3 : 2)
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
  })

  it.each(ROUTES.filter(({ needsProof }) => needsProof))(
    '$route asks for a proof that is not older than half an hour',
    async (route) => {
      const provedAt = new Date(Date.now() - 31 * 60_000)
      const staff = await staffOf(shared.club, route.roles[0] ?? 'owner', { provedAt })
      const { status, headers, text, cost } = await send(staff, route, shared)
      expect(cost.rowsWritten).toBe(0)
      if (route.route.startsWith('GET') || route.isDownload) {
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
    },
  )
})
