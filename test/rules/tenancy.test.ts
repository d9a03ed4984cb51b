import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { app } from '../../src/app'
import { PERMISSIONS, type Permission } from '../../src/domain/access/permissions'
import { mintToken } from '../../src/domain/access/tokens'
import { type Answer, call } from '../support/call'
import {
  COLLECTED,
  createEverything,
  DUES,
  type Everything,
  filled,
  idsOf,
  importStatement,
  UNKNOWN as NOTHING,
  PAID,
  PLAN,
  STATEMENT,
  TODAY,
  VOUCHER,
  XML,
} from '../support/everything'
import { everythingOf } from '../support/faults'
import { MAIL, mailings, postMail } from '../support/mails'
import { openApi } from '../support/openapi'
import { placesIn, placesWith } from '../support/places'
import { type Snapshot, snapshot } from '../support/snapshot'
import { emptyStorage, everyRow } from '../support/storage'
import { operator, rows, type Workspace, workspace } from '../support/workspace'

const CSV = { 'Content-Type': 'text/csv' }

type Fixture = Everything & { applicant: string }

/** Ids and keys of what a workspace has. */
type Ids = Omit<Fixture, 'club'>

/** Ids of the same form and length as existing ones. */
const UNKNOWN = { ...NOTHING, applicant: `per_${'0'.repeat(24)}` }

/** A workspace with one of everything, and with an applicant. */
async function withApplicant(name?: string): Promise<Fixture> {
  const everything = await createEverything(await workspace(), name)
  const asks = { email: `applicant-of-${name}@example.org`, creation_behaviour: 'unconfirmed' }
  const { body } = await everything.club.post('/lists/members/persons', asks)
  return { ...everything, applicant: body.data.id }
}

type Route = {
  endpoint: string
  /** The permissions that the operation requires, each of them. */
  needs: Permission[]
  /** A valid body. */
  body?: (fixture: Fixture) => object
  /** A valid file, in place of a body. */
  file?: string
  status: 200 | 201 | 204
}

/** Every operation for API keys; those of a list once for each list. */
const ROUTES: Route[] = [
  ...(['members', 'contacts'] as const).flatMap((list): Route[] => [
    { endpoint: `GET /lists/${list}/persons`, needs: [`${list}:read`], status: 200 },
    {
      endpoint: `PUT /lists/${list}/persons`,
      needs: [`${list}:write`],
      body: (fixture) => ({ data: [{ id: fixture[list].person, email: 'new@example.org' }] }),
      status: 200,
    },
    {
      endpoint: `POST /lists/${list}/persons`,
      needs: [`${list}:write`],
      body: () => ({ email: 'new@example.org' }),
      status: 201,
    },
    { endpoint: `GET /lists/${list}/persons/{person_id}`, needs: [`${list}:read`], status: 200 },
    {
      endpoint: `PUT /lists/${list}/persons/{person_id}`,
      needs: [`${list}:write`],
      body: () => ({ email: 'new@example.org' }),
      status: 200,
    },
    {
      endpoint: `POST /lists/${list}/persons/{person_id}/merge`,
      needs: [`${list}:write`],
      body: (fixture) => ({ from: fixture[list].second }),
      status: 200,
    },
    {
      endpoint: `GET /lists/${list}/persons/{person_id}/mandate`,
      needs: [`${list}:read`, 'fees:read'],
      status: 200,
    },
    { endpoint: `DELETE /lists/${list}/persons/{person_id}`, needs: [`${list}:write`], status: 204 },
    { endpoint: `GET /lists/${list}/deleted_persons`, needs: [`${list}:read`], status: 200 },
    { endpoint: `GET /lists/${list}/segments`, needs: [`${list}:read`], status: 200 },
    { endpoint: `GET /lists/${list}/custom_columns`, needs: [`${list}:read`], status: 200 },
    {
      endpoint: `PUT /lists/${list}/custom_columns`,
      needs: [`${list}:write`],
      body: () => ({ data: [{ name: 'Instrument', type: 'string' }] }),
      status: 201,
    },
    {
      endpoint: 'POST /fees',
      needs: ['fees:write', `${list}:read`],
      body: (fixture) => ({
        data: [{ amount: 4500, description: 'Annual fee', person_id: fixture[list].person }],
      }),
      status: 201,
    },
  ]),
  {
    endpoint: 'POST /charges',
    needs: ['fees:write', 'members:read'],
    body: ({ members }) => ({ ...CHARGE, person_ids: [members.person] }),
    status: 200,
  },
  { endpoint: 'GET /lists/members/persons/{person_id}/resignation', needs: ['members:read'], status: 200 },
  {
    endpoint: 'POST /lists/members/persons/{person_id}/confirmation',
    needs: ['members:write'],
    body: () => ({}),
    status: 200,
  },
  {
    endpoint: 'POST /lists/members/confirmations',
    needs: ['members:write'],
    body: ({ applicant }) => ({ data: [{ id: applicant }] }),
    status: 201,
  },
  {
    endpoint: 'POST /lists/members/confirmations',
    needs: ['members:write', 'members:read', 'fees:write'],
    body: ({ applicant, plan }) => ({
      data: [{ id: applicant }],
      join_date: '2027-01-01',
      dues: [{ plan_id: plan, period: '2027', amount: 100 }],
    }),
    status: 201,
  },
  { endpoint: 'GET /fees', needs: ['fees:read'], status: 200 },
  { endpoint: 'GET /fees/{fee_id}', needs: ['fees:read'], status: 200 },
  {
    endpoint: 'PATCH /fees/{other_fee_id}',
    needs: ['fees:write'],
    body: () => ({ due_on: '2027-03-31' }),
    status: 200,
  },
  { endpoint: 'GET /fees/{fee_id}/payments', needs: ['fees:read'], status: 200 },
  { endpoint: 'GET /dues_plans', needs: ['fees:read'], status: 200 },
  {
    endpoint: 'POST /dues_plans',
    needs: ['fees:write'],
    body: () => ({ ...PLAN, name: 'Other dues' }),
    status: 201,
  },
  { endpoint: 'GET /dues_plans/{plan_id}', needs: ['fees:read'], status: 200 },
  {
    endpoint: 'PATCH /dues_plans/{plan_id}',
    needs: ['fees:write'],
    body: () => ({ name: 'Old dues' }),
    status: 200,
  },
  {
    endpoint: 'PUT /dues_plans/{plan_id}/versions/{from_period}',
    needs: ['fees:write'],
    body: () => ({ ...DUES, rounding: 10 }),
    status: 200,
  },
  {
    endpoint: 'POST /dues_plans/{plan_id}/versions/{from_period}/compare',
    needs: ['fees:read', 'members:read'],
    body: () => DUES,
    status: 200,
  },
  {
    endpoint: 'POST /dues_plans/{plan_id}/quote',
    needs: ['fees:read', 'members:read'],
    body: ({ members }) => ({ period: '2027', person_id: members.person }),
    status: 200,
  },
  {
    endpoint: 'POST /dues_plans/{claimed_plan_id}/differences',
    needs: ['fees:write', 'members:read'],
    body: ({ members }) => ({ period: '2027', person_id: members.person, decision: 'claim' }),
    status: 201,
  },
  { endpoint: 'GET /dues_runs', needs: ['fees:read'], status: 200 },
  {
    endpoint: 'POST /dues_runs',
    needs: ['fees:write', 'members:read'],
    body: ({ plan }) => ({ plan_id: plan, period: '2027' }),
    status: 201,
  },
  { endpoint: 'GET /dues_runs/{run_id}', needs: ['fees:read'], status: 200 },
  { endpoint: 'GET /dues_runs/{run_id}/parts', needs: ['fees:read'], status: 200 },
  {
    endpoint: 'POST /dues_runs/{run_id}/discard',
    needs: ['fees:write'],
    body: () => ({ reason: 'x' }),
    status: 201,
  },
  {
    endpoint: 'POST /payments',
    needs: ['payments:write'],
    body: ({ fee }) => ({ data: [{ fee_id: fee, amount: 1, ...PAID }] }),
    status: 201,
  },
  {
    endpoint: 'POST /payments/{payment_id}/reversal',
    needs: ['payments:write'],
    body: () => ({ reason: 'Wrong fee' }),
    status: 201,
  },
  { endpoint: 'GET /payments', needs: ['fees:read'], status: 200 },
  { endpoint: 'GET /payments/waiting', needs: ['bookkeeping:read'], status: 200 },
  {
    endpoint: 'POST /payments/{waiting_payment_id}/booking',
    needs: ['bookkeeping:write'],
    body: () => ({ reason: 'Elsewhere' }),
    status: 201,
  },
  {
    endpoint: 'DELETE /payments/{left_out_payment_id}/booking',
    needs: ['bookkeeping:write'],
    status: 200,
  },
  {
    endpoint: 'POST /fees/{fee_id}/refunds',
    needs: ['payments:write'],
    body: () => ({ amount: 1, ...PAID, reason: 'Too much' }),
    status: 201,
  },
  {
    endpoint: 'POST /fees/{fee_id}/waiver',
    needs: ['payments:write'],
    body: () => ({ reason: 'Bank charges' }),
    status: 201,
  },
  {
    endpoint: 'POST /fees/{other_fee_id}/cancellation',
    needs: ['fees:write'],
    body: () => ({ kind: 'mistake', reason: 'Claimed twice' }),
    status: 201,
  },
  { endpoint: 'DELETE /fees/{cancelled_fee_id}/cancellation', needs: ['fees:write'], status: 200 },
  { endpoint: 'GET /collections', needs: ['fees:read'], status: 200 },
  {
    endpoint: 'POST /collections',
    needs: ['collections:write'],
    body: ({ otherFee }) => ({ fee_ids: [otherFee], ...COLLECTED }),
    status: 201,
  },
  { endpoint: 'GET /collections/{collection_id}', needs: ['fees:read'], status: 200 },
  { endpoint: 'GET /collections/{collection_id}/file', needs: ['collections:write'], status: 200 },
  { endpoint: 'POST /collections/{collection_id}/submission', needs: ['collections:write'], status: 201 },
  {
    endpoint: 'POST /collections/{collection_id}/discard',
    needs: ['collections:write'],
    body: () => ({ reason: 'Wrong day' }),
    status: 201,
  },
  {
    endpoint: 'POST /collections/{collection_id}/items/{released_item_id}/removal',
    needs: ['collections:write'],
    body: () => ({ reason: 'Mandate withdrawn' }),
    status: 201,
  },
  {
    endpoint: 'POST /collections/{submitted_collection_id}/settlement',
    needs: ['collections:write'],
    body: () => ({ settled_on: TODAY }),
    status: 201,
  },
  {
    endpoint: 'DELETE /collections/{settled_collection_id}/settlement',
    needs: ['collections:write'],
    status: 200,
  },
  {
    endpoint: 'POST /collections/{submitted_collection_id}/returns',
    needs: ['collections:write'],
    body: ({ item }) => ({ item_id: item, returned_on: TODAY, reason_code: 'AM04' }),
    status: 201,
  },
  {
    endpoint: 'POST /collections/{submitted_collection_id}/items/{returned_item_id}/unblocking',
    needs: ['collections:write'],
    body: () => ({ note: 'Spoke with her' }),
    status: 201,
  },
  { endpoint: 'GET /mails', needs: ['mails:read'], status: 200 },
  { endpoint: 'GET /sandbox_mails', needs: ['mails:read'], status: 200 },
  {
    endpoint: 'POST /mails',
    needs: ['mails:send', 'members:read'],
    body: ({ members }) => ({ ...MAIL, person_ids: [members.person] }),
    status: 201,
  },
  { endpoint: 'GET /mails/{mail_id}', needs: ['mails:read'], status: 200 },
  { endpoint: 'GET /mails/{mail_id}/recipients', needs: ['mails:read', 'members:read'], status: 200 },
  { endpoint: 'POST /mails/{mail_id}/stop', needs: ['mails:send'], status: 204 },
  { endpoint: 'POST /mails/{stopped_mail_id}/continuation', needs: ['mails:send'], status: 204 },
  { endpoint: 'POST /mails/{failed_mail_id}/retry', needs: ['mails:send'], status: 204 },
  { endpoint: 'GET /accounts', needs: ['bookkeeping:read'], status: 200 },
  {
    endpoint: 'POST /accounts',
    needs: ['bookkeeping:write'],
    body: () => ({ kind: 'cash', name: 'Bar', opening_on: '2026-01-01', opening_amount: 0 }),
    status: 201,
  },
  {
    endpoint: 'PATCH /accounts/{account_id}',
    needs: ['bookkeeping:write'],
    body: () => ({ name: 'Till' }),
    status: 200,
  },
  {
    endpoint: 'GET /accounts/{bank_account_id}/reconciliation',
    needs: ['bookkeeping:read'],
    status: 200,
  },
  { endpoint: 'GET /accounts/{bank_account_id}/balances', needs: ['bookkeeping:read'], status: 200 },
  {
    endpoint: 'PUT /accounts/{bank_account_id}/balances/{balance_on}',
    needs: ['bookkeeping:write'],
    body: () => ({ balance: 100 }),
    status: 200,
  },
  {
    endpoint: 'DELETE /accounts/{bank_account_id}/balances/{balance_on}',
    needs: ['bookkeeping:write'],
    status: 204,
  },
  { endpoint: 'GET /accounts/{account_id}/counts', needs: ['bookkeeping:read'], status: 200 },
  {
    endpoint: 'POST /accounts/{account_id}/counts',
    needs: ['bookkeeping:write'],
    body: () => ({ counted_on: '2026-01-31', counted: 0 }),
    status: 201,
  },
  { endpoint: 'GET /vouchers', needs: ['bookkeeping:read'], status: 200 },
  {
    endpoint: 'POST /vouchers',
    needs: ['bookkeeping:write'],
    body: ({ account }) => ({ data: [{ ...VOUCHER, account_id: account }] }),
    status: 201,
  },
  {
    endpoint: 'POST /vouchers/fees',
    needs: ['bookkeeping:write'],
    body: ({ fee }) => ({ fee_ids: [fee] }),
    status: 201,
  },
  { endpoint: 'GET /vouchers/{voucher_id}', needs: ['bookkeeping:read'], status: 200 },
  {
    endpoint: 'PATCH /vouchers/{voucher_id}',
    needs: ['bookkeeping:write'],
    body: () => ({ text: 'Nets' }),
    status: 200,
  },
  {
    endpoint: 'POST /vouchers/{voucher_id}/reversal',
    needs: ['bookkeeping:write'],
    body: () => ({ reason: 'Wrong account' }),
    status: 201,
  },
  { endpoint: 'GET /years/{year}', needs: ['bookkeeping:read'], status: 200 },
  { endpoint: 'POST /years/{year}/closing', needs: ['bookkeeping:write'], status: 201 },
  { endpoint: 'DELETE /years/{closed_year}/closing?reason=x', needs: ['bookkeeping:write'], status: 200 },
  {
    endpoint: 'POST /accounts/{bank_account_id}/statements',
    needs: ['bank:write'],
    file: STATEMENT,
    status: 201,
  },
  { endpoint: 'GET /accounts/{bank_account_id}/statements', needs: ['bookkeeping:read'], status: 200 },
  { endpoint: 'GET /statements/{statement_id}/file', needs: ['bookkeeping:read'], status: 200 },
  { endpoint: 'DELETE /statements/{new_statement_id}', needs: ['bank:write'], status: 204 },
  ...(['members', 'contacts'] as const).flatMap((list): Route[] => [
    {
      endpoint: `POST /lists/${list}/imports`,
      needs: [`${list}:write`],
      file: 'Name;Vorname;eMail\nLovelace;Ada;a@example.org\n',
      status: 201,
    },
    { endpoint: `GET /lists/${list}/imports`, needs: [`${list}:write`], status: 200 },
  ]),
  { endpoint: 'GET /imports/{import_id}', needs: ['members:write'], status: 200 },
  {
    endpoint: 'PATCH /imports/{import_id}',
    needs: ['members:write'],
    body: () => ({ mapping: { 2: 'ignore' } }),
    status: 200,
  },
  { endpoint: 'DELETE /imports/{import_id}', needs: ['members:write'], status: 204 },
  { endpoint: 'GET /imports/{import_id}/rows', needs: ['members:write'], status: 200 },
  {
    endpoint: 'POST /imports/{import_id}/run',
    needs: ['members:write'],
    body: ({ draftMark }) => ({ mark: draftMark }),
    status: 201,
  },
  { endpoint: 'POST /imports/{undoable_import_id}/undo', needs: ['members:write'], status: 200 },
  { endpoint: 'GET /bank_lines', needs: ['bookkeeping:read'], status: 200 },
  { endpoint: 'GET /bank_lines/{line_id}', needs: ['bookkeeping:read'], status: 200 },
  {
    endpoint: 'POST /bank_lines/{line_id}/confirmation',
    needs: ['bank:write'],
    body: ({ otherFee }) => ({ parts: [{ fee_id: otherFee, amount: 100 }] }),
    status: 201,
  },
  { endpoint: 'DELETE /bank_lines/{done_line_id}/confirmation', needs: ['bank:write'], status: 200 },
  { endpoint: 'POST /bank_lines/confirmations', needs: ['bank:write'], body: () => ({}), status: 201 },
  {
    endpoint: 'POST /bank_line_bookings',
    needs: ['bank:write'],
    body: ({ line }) => ({ data: [{ bank_line_id: line, booking: { text: 'Rent' } }] }),
    status: 201,
  },
  { endpoint: 'DELETE /bank_line_bookings/{bookings_id}', needs: ['bank:write'], status: 200 },
  {
    endpoint: 'POST /bank_lines/{line_id}/ignoring',
    needs: ['bank:write'],
    body: () => ({ reason: 'Own transfer' }),
    status: 201,
  },
  { endpoint: 'DELETE /bank_lines/{ignored_line_id}/ignoring', needs: ['bank:write'], status: 200 },
  { endpoint: 'GET /booking_rules', needs: ['bookkeeping:read'], status: 200 },
  {
    endpoint: 'POST /booking_rules',
    needs: ['bank:write'],
    body: () => ({ party_name: 'Stadtwerke', sign: 'out', sphere: 'ideal' }),
    status: 201,
  },
  { endpoint: 'GET /booking_rules/{booking_rule_id}', needs: ['bookkeeping:read'], status: 200 },
  {
    endpoint: 'PUT /booking_rules/{booking_rule_id}',
    needs: ['bank:write'],
    body: () => ({ party_name: 'Stadtwerke', sign: 'out', sphere: 'ideal' }),
    status: 200,
  },
  { endpoint: 'DELETE /booking_rules/{booking_rule_id}', needs: ['bank:write'], status: 204 },
  { endpoint: 'GET /webhook_endpoints', needs: ['webhooks:write'], status: 200 },
  {
    endpoint: 'POST /webhook_endpoints',
    needs: ['webhooks:write', 'fees:read'],
    body: () => ({ url: 'https://www.club.example.org/hooks', events: ['fee.paid'] }),
    status: 201,
  },
  { endpoint: 'GET /webhook_endpoints/{webhook_endpoint_id}', needs: ['webhooks:write'], status: 200 },
  {
    endpoint: 'PATCH /webhook_endpoints/{webhook_endpoint_id}',
    needs: ['webhooks:write'],
    body: () => ({ state: 'active' }),
    status: 200,
  },
  { endpoint: 'DELETE /webhook_endpoints/{webhook_endpoint_id}', needs: ['webhooks:write'], status: 204 },
  {
    endpoint: 'POST /webhook_endpoints/{webhook_endpoint_id}/secret',
    needs: ['webhooks:write'],
    status: 200,
  },
  {
    endpoint: 'POST /webhook_endpoints/{webhook_endpoint_id}/rotation',
    needs: ['webhooks:write'],
    status: 200,
  },
  {
    endpoint: 'POST /webhook_endpoints/{webhook_endpoint_id}/replay',
    needs: ['webhooks:write'],
    body: () => ({ since: new Date(Date.now() - 60_000).toISOString() }),
    status: 200,
  },
  { endpoint: 'POST /webhook_endpoints/{webhook_endpoint_id}/test', needs: ['webhooks:write'], status: 200 },
  {
    endpoint: 'GET /webhook_endpoints/{webhook_endpoint_id}/attempts',
    needs: ['webhooks:write'],
    status: 200,
  },
  {
    endpoint: 'POST /webhook_endpoints/{webhook_endpoint_id}/attempts/{attempt_id}/again',
    needs: ['webhooks:write'],
    status: 200,
  },
  { endpoint: 'GET /cost_units', needs: ['bookkeeping:read'], status: 200 },
  {
    endpoint: 'POST /cost_units',
    needs: ['bookkeeping:write'],
    body: () => ({ name: 'Choir' }),
    status: 201,
  },
  {
    endpoint: 'PUT /cost_units/{cost_unit_id}',
    needs: ['bookkeeping:write'],
    body: () => ({ archived: true }),
    status: 200,
  },
  {
    endpoint: 'POST /member_portal_sessions',
    needs: ['member_portal_sessions:create'],
    body: (fixture) => ({ person_id: fixture.members.person }),
    status: 201,
  },
  { endpoint: 'GET /events', needs: ['audit:read'], status: 200 },
  { endpoint: 'GET /me', needs: [], status: 200 },
]

/** Every operator operation. */
const OPERATOR_ROUTES = [
  'POST /operator/workspaces',
  'GET /operator/workspaces',
  'GET /operator/workspaces/{workspace_id}',
  'PATCH /operator/workspaces/{workspace_id}',
  'POST /operator/workspaces/{workspace_id}/api_keys',
  'GET /operator/workspaces/{workspace_id}/api_keys',
  'DELETE /operator/workspaces/{workspace_id}/api_keys/{key_id}',
  'POST /operator/workspaces/{workspace_id}/staff',
  'GET /operator/workspaces/{workspace_id}/event_seals/verification',
  'GET /operator/databases',
  'GET /operator/dead_messages',
  'POST /operator/dead_messages/replay',
  'POST /operator/dead_messages/{dead_message_id}/replay',
  'DELETE /operator/dead_messages/{dead_message_id}',
  'GET /operator/workspaces/{workspace_id}/backup',
  'GET /operator/backup',
  'GET /operator/restores',
  'POST /operator/restores',
  'PUT /operator/workspaces/{workspace_id}/suspension',
  'GET /operator/workspaces/{workspace_id}/move',
  'POST /operator/workspaces/{workspace_id}/move',
  'DELETE /operator/workspaces/{workspace_id}/move',
  'DELETE /operator/workspaces/{workspace_id}/suspension',
  'DELETE /operator/workspaces/{workspace_id}',
  'GET /operator/workspace_erasures',
  'GET /operator/workspaces/{workspace_id}/export',
  'POST /operator/workspace_copies',
  'POST /operator/restored_workspaces',
  'GET /operator/erasures',
  'POST /operator/erasures',
  'GET /operator/restores/database',
  'GET /operator/restores/{restored_id}/rows',
  'POST /operator/restores/{restored_id}/rows',
  'DELETE /operator/restores/{restored_id}/rows',
]

/** A path with the parameters of the document. */
const documented = (path: string): string =>
  path
    .replace(/lists\/\w+/, 'lists/{list_id}')
    .replace(
      /\{\w+_((fee|payment|collection|item|account|line|mail|statement|import|plan)_id|year)\}/g,
      '{$1}',
    )
    .replace(/\?.*/, '')

/** What the parameters of a query name. */
const IN_QUERIES: Record<string, (named: Ids) => string[]> = {
  cursor: ({ members, contacts }) => [members.cursor, contacts.cursor],
  external_id: ({ feeExternal }) => [feeExternal],
  person_id: ({ members, contacts }) => [members.person, contacts.person],
  person_external_id: ({ members, contacts }) => [members.external, contacts.external],
  fee_id: ({ fee }) => [fee],
  reference: ({ reference }) => [reference],
  account_id: ({ account, bankAccount }) => [account, bankAccount],
  subject_id: ({ members, fee }) => [members.person, fee],
  plan_id: ({ claimedPlan }) => [claimedPlan],
  costunit_name: ({ unitName }) => [unitName],
  segment_id: ({ segment }) => [segment],
}

/** Every parameter of a query that names something, and the path that takes it. */
const QUERIES = placesIn(await openApi())
  .map((place) => place.split(' '))
  .filter(
    ([method, path = '', name = '']) => method === 'GET' && name in IN_QUERIES && !/operator/.test(path),
  )
  .flatMap(([, path = '', name = '']) =>
    path.includes('{list_id}')
      ? ['members', 'contacts'].map((list) => [name, path.replace('{list_id}', list)] as const)
      : [[name, path] as const],
  )

it('tests every documented operation and every route of the API', async () => {
  const { paths } = await openApi()
  const described = Object.entries(paths).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
  )
  const served = app.routes
    .filter(
      ({ method, path }) =>
        method !== 'ALL' &&
        /^\/(lists|imports|fees|charges|payments|collections|mails|sandbox_mails|accounts|statements|bank_lines|bank_line_bookings|vouchers|years|cost_units|booking_rules|dues_|member_|events|webhook_|me|oper)/.test(
          path,
        ),
    )
    .map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`)
  const tested = [...ROUTES.map(({ endpoint }) => documented(endpoint)), ...OPERATOR_ROUTES]
  expect(new Set(tested)).toEqual(new Set(described))
  expect(new Set(tested)).toEqual(new Set(served))
})

let original: { fixture: Fixture; taken: Snapshot } | undefined

/** A workspace with one of everything: a copy of the first one, in a database that is empty. */
async function ownFixture(): Promise<Fixture> {
  if (original) return original.taken.copy(original.fixture)
  const fixture = await withApplicant()
  original = { fixture, taken: await snapshot(fixture.club) }
  return fixture
}

it.each(ROUTES)('accepts what the tests send with the required permissions: $endpoint', async (route) => {
  const fixture = await ownFixture()
  const { status } = await send(route, fixture, await keyWith(fixture, route.needs))
  expect(status).toBe(route.status)
})

describe('refused requests', { meta: { sharesStorage: true } }, () => {
  let fixture: Fixture
  let badKeys: (string | undefined)[]

  const keysWithout = new Map<Permission, string>()
  let before: unknown[]

  beforeAll(async () => {
    await emptyStorage()
    fixture = await withApplicant()
    badKeys = Object.values(await createBadKeys(fixture.club))
    for (const missing of PERMISSIONS) {
      const others = PERMISSIONS.filter((permission) => permission !== missing)
      keysWithout.set(missing, await keyWith(fixture, others))
    }
    before = await everyRow()
  })

  afterAll(async () => expect(await everyRow()).toEqual(before))

  it.each(ROUTES)('return the same 401 for every invalid key: $endpoint', async (route) => {
    const answers = await Promise.all(badKeys.map((key) => send(route, fixture, key)))
    for (const answer of answers) {
      expect(answer.status).toBe(401)
      expect(answer.headers.get('WWW-Authenticate')).toBe('Bearer')
      expect(visibleParts(answer)).toEqual(visibleParts(answers[0] as Answer))
      expect(answer.cost.rowsWritten).toBe(0)
    }
  })

  it.each(ROUTES.flatMap((route) => route.needs.map((missing) => ({ ...route, missing }))))(
    'return 403 for a key that lacks $missing only: $endpoint',
    async ({ missing, ...route }) => {
      const answer = await send(route, fixture, keysWithout.get(missing))
      expect([answer.status, answer.cost.rowsWritten]).toEqual([403, 0])
      expect(answer.body.type).toMatch(/\/problems\/permission_missing$/)
    },
  )

  it.each(OPERATOR_ROUTES)('return the same 401 for every wrong operator token: %s', async (endpoint) => {
    const wrong = [
      undefined,
      '',
      'x',
      fixture.club.key,
      'operator-token-of-the-testz',
      'operator-token-of-the-tests!',
    ]
    const answers = await Promise.all(
      wrong.map((key) => send({ endpoint, body: () => ({ name: 'Taken over' }) }, fixture, key)),
    )
    for (const answer of answers) {
      expect(answer.status).toBe(401)
      expect(visibleParts(answer)).toEqual(visibleParts(answers[0] as Answer))
      expect(answer.cost.rowsWritten).toBe(0)
    }
  })
})

/** Requests of one workspace that name something of another; each is also sent with ids that do not exist. */
const FOREIGN: [what: string, act: (own: Fixture, other: Ids) => Promise<Answer>, status: number][] = [
  ...(['members', 'contacts'] as const).flatMap((list): typeof FOREIGN => {
    const persons = `/lists/${list}/persons`
    return [
      [
        `${list}: reads a person by id`,
        ({ club }, other) => club.get(`${persons}/${other[list].person}`),
        404,
      ],
      [
        `${list}: reads the mandate of a person`,
        ({ club }, other) => club.get(`${persons}/${other[list].person}/mandate`),
        404,
      ],
      [
        `${list}: reads one by external_id`,
        ({ club }, other) => club.get(`${persons}/${other[list].external}`),
        404,
      ],
      [
        `${list}: updates by id`,
        ({ club }, other) => club.put(`${persons}/${other[list].person}`, { email: 'x@y.org' }),
        404,
      ],
      [
        `${list}: updates by external_id`,
        ({ club }, other) => club.put(`${persons}/${other[list].external}`, { email: 'x@y.org' }),
        404,
      ],
      [
        `${list}: updates with a malformed body`,
        ({ club }, other) => club.put(`${persons}/${other[list].person}`, undefined, { raw: '{' }),
        404,
      ],
      [`${list}: deletes by id`, ({ club }, other) => club.delete(`${persons}/${other[list].person}`), 404],
      [
        `${list}: deletes by external_id`,
        ({ club }, other) => club.delete(`${persons}/${other[list].external}`),
        404,
      ],

      [
        `${list}: filters by external_id`,
        ({ club }, other) => club.get(`${persons}?filter[external_id]=${other[list].external}`),
        200,
      ],
      [
        `${list}: filters by a column`,
        ({ club }, other) => club.get(`${persons}?filter[${other[list].column}]=seen`),
        422,
      ],
      [
        `${list}: updates by id under a condition`,
        ({ club }, other) =>
          club.put(
            `${persons}/${other[list].person}`,
            { email: 'x@y.org' },
            { headers: { 'If-Match': '"x"' } },
          ),
        404,
      ],

      [
        `${list}: synchronizes an id`,
        ({ club }, other) => club.put(persons, { data: [{ id: other[list].person, email: 'x@y.org' }] }),
        422,
      ],
      [
        `${list}: gives a person an id`,
        ({ club, [list]: { person } }, other) => club.put(`${persons}/${person}`, { id: other[list].person }),
        422,
      ],
      [
        `${list}: creates under an id`,
        ({ club }, other) => club.post(persons, { id: other[list].person, email: 'x@y.org' }),
        422,
      ],
      [
        `${list}: writes a column on create`,
        ({ club }, other) => club.post(persons, { email: 'x@y.org', [other[list].column]: 'seen' }),
        422,
      ],
      [
        `${list}: writes a column on update`,
        ({ club, [list]: { person } }, other) =>
          club.put(`${persons}/${person}`, { [other[list].column]: 'seen' }),
        422,
      ],
      [
        `${list}: writes a column on synchronize`,
        ({ club, [list]: { person } }, other) =>
          club.put(persons, { data: [{ id: person, [other[list].column]: 'seen' }] }),
        422,
      ],
      [
        `${list}: claims a fee by person_id`,
        ({ club }, other) => createFee(club, { person_id: other[list].person }),
        422,
      ],
      [
        `${list}: claims a fee by person_external_id`,
        ({ club }, other) => createFee(club, { person_external_id: other[list].external }),
        422,
      ],
      [
        `${list}: opens the portal by person_id`,
        ({ club }, other) => openPortal(club, { person_id: other[list].person }),
        404,
      ],
      [
        `${list}: opens the portal by person_external_id`,
        ({ club }, other) => openPortal(club, { person_external_id: other[list].external }),
        404,
      ],
    ]
  }),
  ['opens the portal by email', ({ club }, other) => openPortal(club, { email: other.email }), 404],
  [
    'opens the portal by membership_number',
    ({ club }, other) => openPortal(club, { membership_number: other.number }),
    404,
  ],
  [
    'releases a fee',
    ({ club }, other) => club.post('/collections', { fee_ids: [other.otherFee], ...COLLECTED }),
    422,
  ],
  [
    'checks a fee before a release',
    ({ club }, other) => club.post('/collections?dry_run=true', { fee_ids: [other.otherFee], ...COLLECTED }),
    200,
  ],

  ['reads a collection', ({ club }, other) => club.get(`/collections/${other.collection}`), 404],
  ['reads the file of one', ({ club }, other) => club.get(`/collections/${other.collection}/file`), 404],

  [
    'sends a mail to a person',
    async ({ club }, other) => postMail(club, { person_ids: [other.members.person] }),
    422,
  ],
  [
    'mails a segment',
    async ({ club }, other) => postMail(club, { person_ids: undefined, segment_id: other.segment }),
    422,
  ],
  [
    'charges a person',
    ({ club }, other) => club.post('/charges', { ...CHARGE, person_ids: [other.members.person] }),
    422,
  ],
  [
    'charges a segment',
    ({ club }, other) => club.post('/charges', { ...CHARGE, segment_id: other.segment }),
    422,
  ],
  [
    'charges by a column',
    ({ club }, other) =>
      club.post('/charges', {
        ...{ ...CHARGE, amount: undefined, filter: {}, calculation: 'column' },
        column_id: other.members.column,
      }),
    422,
  ],
  [
    'charges for a cost unit',
    ({ club }, other) =>
      club.post('/charges', { ...CHARGE, filter: {}, attached_expense: { costunit_name: other.unitName } }),
    422,
  ],
  ['reads a mail', ({ club }, other) => club.get(`/mails/${other.mail}`), 404],
  ['reads the recipients of a mail', ({ club }, other) => club.get(`/mails/${other.mail}/recipients`), 404],
  ['stops a mail', ({ club }, other) => club.post(`/mails/${other.mail}/stop`, undefined), 404],
  [
    'continues a mail',
    ({ club }, other) => club.post(`/mails/${other.stoppedMail}/continuation`, undefined),
    404,
  ],
  ['sends a mail again', ({ club }, other) => club.post(`/mails/${other.failedMail}/retry`, undefined), 404],
  [
    'submits a collection',
    ({ club }, other) => club.post(`/collections/${other.collection}/submission`, undefined),
    404,
  ],
  [
    'discards a collection',
    ({ club }, other) => club.post(`/collections/${other.collection}/discard`, { reason: 'x' }),
    404,
  ],
  [
    'takes a debit out of a collection',
    ({ club }, other) =>
      club.post(`/collections/${other.collection}/items/${other.releasedItem}/removal`, { reason: 'x' }),
    404,
  ],
  [
    'takes a debit out under the own collection',
    ({ club, collection }, other) =>
      club.post(`/collections/${collection}/items/${other.releasedItem}/removal`, { reason: 'x' }),
    404,
  ],
  [
    'settles a collection',
    ({ club }, other) => club.post(`/collections/${other.submitted}/settlement`, { settled_on: TODAY }),
    404,
  ],
  [
    'returns a debit of a collection',
    ({ club }, other) =>
      club.post(`/collections/${other.submitted}/returns`, {
        item_id: other.item,
        returned_on: TODAY,
        reason_code: null,
      }),
    404,
  ],
  [
    'returns a debit under the own collection',
    ({ club, submitted }, other) =>
      club.post(`/collections/${submitted}/returns`, {
        item_id: other.item,
        returned_on: TODAY,
        reason_code: null,
      }),
    422,
  ],
  [
    'unblocks a debit under the own collection',
    ({ club, submitted }, other) =>
      club.post(`/collections/${submitted}/items/${other.returned}/unblocking`, { note: 'x' }),
    404,
  ],
  ['reads payments', ({ club }, other) => club.get(`/fees/${other.fee}/payments`), 404],
  [
    'pays a fee',
    ({ club }, other) => club.post('/payments', { data: [{ fee_id: other.fee, amount: 1, ...PAID }] }),
    422,
  ],
  [
    'pays a fee by its reference',
    ({ club }, other) =>
      club.post('/payments', { data: [{ reference: other.reference, amount: 1, ...PAID }] }),
    422,
  ],
  [
    'pays a fee by its external_id',
    ({ club }, other) =>
      club.post('/payments', { data: [{ fee_external_id: other.feeExternal, amount: 1, ...PAID }] }),
    422,
  ],
  [
    'books the charge of a return on an account',
    ({ club, submitted, item }, other) =>
      club.post(`/collections/${submitted}/returns`, {
        ...{ item_id: item, returned_on: TODAY, reason_code: null },
        account_id: other.account,
      }),
    422,
  ],
  [
    'refunds a fee from an account',
    ({ club, fee }, other) =>
      club.post(`/fees/${fee}/refunds`, { amount: 1, ...PAID, account_id: other.account, reason: 'x' }),
    422,
  ],
  [
    'settles a collection into an account',
    ({ club, submitted }, other) =>
      club.post(`/collections/${submitted}/settlement`, { settled_on: TODAY, account_id: other.account }),
    422,
  ],
  ['undoes a settlement', ({ club }, other) => club.delete(`/collections/${other.settled}/settlement`), 404],
  [
    'reverses a payment',
    ({ club }, other) => club.post(`/payments/${other.payment}/reversal`, { reason: 'x' }),
    404,
  ],
  [
    'leaves a payment out of the book',
    ({ club }, other) => club.post(`/payments/${other.waitingPayment}/booking`, { reason: 'x' }),
    404,
  ],
  [
    'ties a payment to a voucher',
    ({ club, waitingPayment }, other) =>
      club.post(`/payments/${waitingPayment}/booking`, { voucher_id: other.voucher }),
    422,
  ],
  [
    'books a payment on an account',
    ({ club, waitingPayment }, other) =>
      club.post(`/payments/${waitingPayment}/booking`, { book: { account_id: other.account } }),
    422,
  ],
  [
    'books a payment on a cost unit',
    ({ club, waitingPayment }, other) =>
      club.post(`/payments/${waitingPayment}/booking`, { book: { costunit_name: other.unitName } }),
    422,
  ],
  [
    'takes a decision about a payment back',
    ({ club }, other) => club.delete(`/payments/${other.leftOutPayment}/booking`),
    404,
  ],
  [
    'refunds a fee',
    ({ club }, other) => club.post(`/fees/${other.fee}/refunds`, { amount: 1, ...PAID, reason: 'x' }),
    404,
  ],
  ['waives a fee', ({ club }, other) => club.post(`/fees/${other.fee}/waiver`, { reason: 'x' }), 404],
  [
    'cancels a fee',
    ({ club }, other) => club.post(`/fees/${other.otherFee}/cancellation`, { kind: 'mistake', reason: 'x' }),
    404,
  ],
  ['reopens a fee', ({ club }, other) => club.delete(`/fees/${other.cancelledFee}/cancellation`), 404],
  ['imports statements', ({ club }, other) => importStatement(club, other.bankAccount), 404],
  ['reads statements', ({ club }, other) => club.get(`/accounts/${other.bankAccount}/statements`), 404],
  [
    'reads the file of a statement',
    ({ club }, other) => club.get(`/statements/${other.statement}/file`),
    404,
  ],
  ['undoes an import', ({ club }, other) => club.delete(`/statements/${other.newStatement}`), 404],
  [
    'confirms applicants',
    ({ club }, other) => club.post('/lists/members/confirmations', { data: [{ id: other.applicant }] }),
    422,
  ],
  [
    'claims by a plan from applicants',
    ({ club, applicant }, other) =>
      club.post('/lists/members/confirmations', {
        data: [{ id: applicant }],
        dues: [{ plan_id: other.plan, period: '2027', amount: 100 }],
      }),
    422,
  ],
  [
    'names a payer of an applicant',
    ({ club, applicant }, other) =>
      club.post(`/lists/members/persons/${applicant}/confirmation`, {
        person: { payer_id: other.members.person },
      }),
    422,
  ],
  [
    'names a guardian of an applicant',
    ({ club, applicant }, other) =>
      club.post(`/lists/members/persons/${applicant}/confirmation`, {
        person: { guardian_id: other.members.person },
      }),
    422,
  ],
  [
    'names a payer of an applicant by external id',
    ({ club, applicant }, other) =>
      club.post(`/lists/members/persons/${applicant}/confirmation`, {
        person: { payer_external_id: other.contacts.external },
      }),
    422,
  ],
  [
    'names a guardian of an applicant by external id',
    ({ club, applicant }, other) =>
      club.post(`/lists/members/persons/${applicant}/confirmation`, {
        person: { guardian_external_id: other.contacts.external },
      }),
    422,
  ],
  [
    'claims by a plan from an applicant',
    ({ club, applicant }, other) =>
      club.post(`/lists/members/persons/${applicant}/confirmation`, {
        dues: [{ plan_id: other.claimedPlan, period: '2027', amount: 100 }],
      }),
    422,
  ],
  [
    'names payers of applicants',
    ({ club, applicant }, other) =>
      club.post('/lists/members/confirmations', {
        data: [{ id: applicant, payer_id: other.contacts.person }],
      }),
    422,
  ],
  [
    'names guardians of applicants',
    ({ club, applicant }, other) =>
      club.post('/lists/members/confirmations', {
        data: [{ id: applicant, guardian_id: other.contacts.person }],
      }),
    422,
  ],
  [
    'names payers of applicants by external id',
    ({ club, applicant }, other) =>
      club.post('/lists/members/confirmations', {
        data: [{ id: applicant, payer_external_id: other.members.external }],
      }),
    422,
  ],
  [
    'names guardians of applicants by external id',
    ({ club, applicant }, other) =>
      club.post('/lists/members/confirmations', {
        data: [{ id: applicant, guardian_external_id: other.members.external }],
      }),
    422,
  ],
  ['reads a bank line', ({ club }, other) => club.get(`/bank_lines/${other.line}`), 404],

  [
    'confirms a bank line',
    ({ club }, other) => club.post(`/bank_lines/${other.line}/confirmation`, { booking: { text: 'x' } }),
    404,
  ],
  [
    'pays a fee by a bank line',
    ({ club, line }, other) =>
      club.post(`/bank_lines/${line}/confirmation`, { parts: [{ fee_id: other.otherFee, amount: 100 }] }),
    422,
  ],
  [
    'settles a collection by a bank line',
    ({ club, line }, other) =>
      club.post(`/bank_lines/${line}/confirmation`, { collection_id: other.submitted }),
    422,
  ],
  [
    'returns a debit by a bank line',
    ({ club, line }, other) => club.post(`/bank_lines/${line}/confirmation`, { item_ids: [other.item] }),
    422,
  ],
  [
    'meets a voucher by a bank line',
    ({ club, line }, other) =>
      club.post(`/bank_lines/${line}/confirmation`, { voucher_ids: [other.voucher] }),
    422,
  ],
  [
    'books a bank line on a cost unit',
    ({ club, line }, other) =>
      club.post(`/bank_lines/${line}/confirmation`, {
        booking: { text: 'x', costunit_name: other.unitName },
      }),
    422,
  ],
  ['undoes a bank line', ({ club }, other) => club.delete(`/bank_lines/${other.doneLine}/confirmation`), 404],
  [
    'confirms the certain lines of an account',
    ({ club }, other) => club.post('/bank_lines/confirmations', { account_id: other.bankAccount }),
    422,
  ],
  [
    'confirms bank lines as they are suggested',
    ({ club, otherFee }, other) =>
      club.post('/bank_lines/confirmations', {
        lines: [{ id: other.line, revision: 1, parts: [{ fee_id: otherFee, amount: 100 }] }],
      }),
    422,
  ],
  [
    'books bank lines together',
    ({ club, line }, other) => {
      const booking = { text: 'x' }
      const data = [line, other.line].map((bank_line_id) => ({ bank_line_id, booking }))
      return club.post('/bank_line_bookings', { data })
    },
    422,
  ],
  [
    'books bank lines together on a cost unit',
    ({ club, line }, other) =>
      club.post('/bank_line_bookings', {
        data: [{ bank_line_id: line, booking: { text: 'x', costunit_name: other.unitName } }],
      }),
    422,
  ],
  [
    'undoes what was booked together',
    ({ club }, other) => club.delete(`/bank_line_bookings/${other.bookings}`),
    404,
  ],
  [
    'books a bank line by a rule',
    ({ club, line }, other) =>
      club.post(`/bank_lines/${line}/confirmation`, { booking: { text: 'x', rule_id: other.bookingRule } }),
    422,
  ],
  [
    'books bank lines together by a rule',
    ({ club, line }, other) =>
      club.post('/bank_line_bookings', {
        data: [{ bank_line_id: line, booking: { text: 'x', rule_id: other.bookingRule } }],
      }),
    422,
  ],
  ['reads a booking rule', ({ club }, other) => club.get(`/booking_rules/${other.bookingRule}`), 404],
  [
    'creates a booking rule for a cost unit',
    ({ club }, other) =>
      club.post('/booking_rules', { party_name: 'x', sign: 'in', costunit_name: other.unitName }),
    422,
  ],
  [
    'changes a booking rule',
    ({ club }, other) =>
      club.put(`/booking_rules/${other.bookingRule}`, { party_name: 'x', sign: 'in', sphere: 'ideal' }),
    404,
  ],
  [
    'changes a booking rule to a cost unit',
    ({ club, bookingRule }, other) =>
      club.put(`/booking_rules/${bookingRule}`, {
        party_name: 'x',
        sign: 'in',
        costunit_name: other.unitName,
      }),
    422,
  ],
  ['deletes a booking rule', ({ club }, other) => club.delete(`/booking_rules/${other.bookingRule}`), 404],
  ['reads a webhook endpoint', ({ club }, other) => club.get(`/webhook_endpoints/${other.webhook}`), 404],
  [
    'changes a webhook endpoint',
    ({ club }, other) => club.patch(`/webhook_endpoints/${other.webhook}`, { state: 'active' }),
    404,
  ],
  [
    'deletes a webhook endpoint',
    ({ club }, other) => club.delete(`/webhook_endpoints/${other.webhook}`),
    404,
  ],
  ...(['secret', 'rotation', 'test'] as const).map(
    (act): [what: string, act: (own: Fixture, other: Ids) => Promise<Answer>, status: number] => [
      `asks for the ${act} of a webhook endpoint`,
      ({ club }, other) => club.post(`/webhook_endpoints/${other.webhook}/${act}`, undefined),
      404,
    ],
  ),
  [
    'has events sent again',
    ({ club }, other) =>
      club.post(`/webhook_endpoints/${other.webhook}/replay`, { after: 'evt_000000000001' }),
    404,
  ],
  [
    'reads the attempts of a webhook endpoint',
    ({ club }, other) => club.get(`/webhook_endpoints/${other.webhook}/attempts`),
    404,
  ],
  [
    'sends a delivery again',
    ({ club }, other) =>
      club.post(`/webhook_endpoints/${other.webhook}/attempts/${other.attempt}/again`, undefined),
    404,
  ],
  [
    'sends a delivery of another endpoint again',
    ({ club, webhook }, other) =>
      club.post(`/webhook_endpoints/${webhook}/attempts/${other.attempt}/again`, undefined),
    404,
  ],
  [
    'confirms bank lines with fees as they are suggested',
    ({ club, line }, other) =>
      club.post('/bank_lines/confirmations', {
        lines: [{ id: line, revision: 1, parts: [{ fee_id: other.otherFee, amount: 100 }] }],
      }),
    422,
  ],
  [
    'ignores a bank line',
    ({ club }, other) => club.post(`/bank_lines/${other.line}/ignoring`, { reason: 'x' }),
    404,
  ],
  [
    'restores a bank line',
    ({ club }, other) => club.delete(`/bank_lines/${other.ignoredLine}/ignoring`),
    404,
  ],
  [
    'changes a fee',
    ({ club }, other) => club.patch(`/fees/${other.otherFee}`, { due_on: '2027-03-31' }),
    404,
  ],
  ['reads a fee', ({ club }, other) => club.get(`/fees/${other.fee}`), 404],
  [
    'creates a plan of dues with a rule',
    ({ club }, other) =>
      club.post('/dues_plans', {
        ...PLAN,
        name: 'Other dues',
        version: { ...DUES, rules: [{ ...DUES.rules[0], id: other.rule }] },
      }),
    422,
  ],
  [
    'sets a version of a plan with a rule',
    ({ club, plan }, other) =>
      club.put(`/dues_plans/${plan}/versions/2027`, {
        ...DUES,
        rules: [{ ...DUES.rules[0], id: other.rule }],
      }),
    422,
  ],
  [
    'creates a plan of dues on a cost unit',
    ({ club }, other) =>
      club.post('/dues_plans', { ...PLAN, name: 'Other dues', version: duesOn(other.unitName) }),
    422,
  ],
  [
    'sets a version of a plan on a cost unit',
    ({ club, plan }, other) => club.put(`/dues_plans/${plan}/versions/2027`, duesOn(other.unitName)),
    422,
  ],
  [
    'compares a version of a plan with a rule',
    ({ club, plan }, other) =>
      club.post(`/dues_plans/${plan}/versions/2027/compare`, {
        ...DUES,
        rules: [{ ...DUES.rules[0], id: other.rule }],
      }),
    422,
  ],
  [
    'compares a version of a plan on a cost unit',
    ({ club, plan }, other) => club.post(`/dues_plans/${plan}/versions/2027/compare`, duesOn(other.unitName)),
    422,
  ],
  [
    'asks what a person owes',
    ({ club, plan }, other) =>
      club.post(`/dues_plans/${plan}/quote`, { period: '2027', person_id: other.members.person }),
    422,
  ],
  [
    'asks what a person owes, by external id,',
    ({ club, plan }, other) =>
      club.post(`/dues_plans/${plan}/quote`, { period: '2027', person_external_id: other.members.external }),
    422,
  ],
  [
    'asks what is claimed by a plan',
    ({ club }, other) => club.post('/dues_runs?dry_run=true', { plan_id: other.plan, period: '2027' }),
    422,
  ],
  [
    'claims dues by a plan',
    ({ club }, other) => club.post('/dues_runs', { plan_id: other.plan, period: '2027' }),
    422,
  ],
  [
    'claims dues from a person',
    ({ club, plan }, other) =>
      club.post('/dues_runs', { plan_id: plan, period: '2027', person_ids: [other.members.person] }),
    422,
  ],
  [
    'decides on a difference of a person',
    ({ club, claimedPlan }, other) =>
      club.post(`/dues_plans/${claimedPlan}/differences`, {
        ...{ period: '2027', person_id: other.members.person, decision: 'claim' },
      }),
    422,
  ],
  ['reads a run of dues', ({ club }, other) => club.get(`/dues_runs/${other.run}`), 404],
  ['reads the parts of a run of dues', ({ club }, other) => club.get(`/dues_runs/${other.run}/parts`), 404],
  [
    'takes a run of dues back',
    ({ club }, other) => club.post(`/dues_runs/${other.run}/discard`, { reason: 'x' }),
    404,
  ],
  [
    'changes a cost unit',
    ({ club }, other) => club.put(`/cost_units/${other.unit}`, { archived: true }),
    404,
  ],
  [
    'names a category of a cost unit',
    ({ club, unit }, other) =>
      club.put(`/cost_units/${unit}`, { categories: [{ id: other.category, name: 'Balls' }] }),
    422,
  ],
  [
    'books on a cost unit',
    ({ club, members }, other) =>
      createFee(club, { person_id: members.person, attached_expense: { costunit_name: other.unitName } }),
    422,
  ],
  [
    'creates a cost unit with a category',
    ({ club }, other) =>
      club.post('/cost_units', { name: 'New', categories: [{ id: other.category, name: 'Balls' }] }),
    422,
  ],
  ['changes an account', ({ club }, other) => club.patch(`/accounts/${other.account}`, { name: 'x' }), 404],
  [
    'compares an account',
    ({ club }, other) => club.get(`/accounts/${other.bankAccount}/reconciliation`),
    404,
  ],
  [
    'reads the balances of an account',
    ({ club }, other) => club.get(`/accounts/${other.bankAccount}/balances`),
    404,
  ],
  [
    'enters a balance of an account',
    ({ club }, other) => club.put(`/accounts/${other.bankAccount}/balances/2024-01-31`, { balance: 1 }),
    404,
  ],
  [
    'removes a balance of an account',
    ({ club }, other) => club.delete(`/accounts/${other.bankAccount}/balances/2024-01-31`),
    404,
  ],
  ['reads the counts of an account', ({ club }, other) => club.get(`/accounts/${other.account}/counts`), 404],
  [
    'counts the cash of an account',
    ({ club }, other) =>
      club.post(`/accounts/${other.account}/counts`, { counted_on: '2026-01-31', counted: 1 }),
    404,
  ],
  ['reads a voucher', ({ club }, other) => club.get(`/vouchers/${other.voucher}`), 404],
  ['changes a voucher', ({ club }, other) => club.patch(`/vouchers/${other.voucher}`, { text: 'x' }), 404],
  [
    'reverses a voucher',
    ({ club }, other) => club.post(`/vouchers/${other.voucher}/reversal`, { reason: 'x' }),
    404,
  ],
  [
    'enters a voucher of an account',
    ({ club }, other) => club.post('/vouchers', { data: [{ ...VOUCHER, account_id: other.account }] }),
    422,
  ],
  [
    'transfers money from an account',
    ({ club, account }, other) =>
      club.post('/vouchers', {
        data: [{ ...VOUCHER, kind: 'transfer', account_id: account, other_account_id: other.account }],
      }),
    422,
  ],
  [
    'books a voucher on a cost unit',
    ({ club }, other) =>
      club.post('/vouchers', {
        data: [{ ...VOUCHER, amount: null, lines: [{ amount: 1, costunit_name: other.unitName }] }],
      }),
    422,
  ],
  [
    'assigns a voucher to a cost unit',
    ({ club, voucher }, other) =>
      club.patch(`/vouchers/${voucher}`, { lines: [{ line: 1, costunit_name: other.unitName }] }),
    422,
  ],
  [
    'books a fee on a cost unit',
    ({ club, fee }, other) => club.post('/vouchers/fees', { fee_ids: [fee], costunit_name: other.unitName }),
    422,
  ],
  [
    'books a payment',
    ({ club }, other) => club.post('/vouchers/fees', { payment_ids: [other.waitingPayment] }),
    422,
  ],
  [
    'books a fee',
    ({ club }, other) => club.post('/vouchers/fees', { fee_ids: [other.fee], account_id: other.account }),
    422,
  ],

  [
    'pays a fee into an account',
    ({ club, fee }, other) =>
      club.post('/payments', { data: [{ fee_id: fee, amount: 1, ...PAID, account_id: other.account }] }),
    422,
  ],
  [
    'creates a person whose payer is',
    ({ club }, other) =>
      club.post('/lists/members/persons', { email: 'new@example.org', payer_id: other.members.person }),
    422,
  ],
  [
    'creates a person whose guardian is',
    ({ club }, other) =>
      club.post('/lists/members/persons', { email: 'new@example.org', guardian_id: other.members.person }),
    422,
  ],
  [
    'gives a person as payer one',
    ({ club, members }, other) =>
      club.put(`/lists/members/persons/${members.person}`, { payer_id: other.members.person }),
    422,
  ],
  [
    'gives a person as guardian one',
    ({ club, members }, other) =>
      club.put(`/lists/members/persons/${members.person}`, { guardian_id: other.members.person }),
    422,
  ],
  [
    'synchronizes a person with a guardian',
    ({ club, members }, other) =>
      club.put('/lists/members/persons', {
        data: [{ id: members.person, guardian_id: other.members.person }],
      }),
    422,
  ],
  [
    'synchronizes a person with a payer',
    ({ club, contacts }, other) =>
      club.put('/lists/contacts/persons', {
        data: [{ id: contacts.person, payer_id: other.members.person }],
      }),
    422,
  ],
  [
    'creates a person whose payer has the external id of',
    ({ club }, other) =>
      club.post('/lists/members/persons', {
        email: 'new@example.org',
        payer_external_id: other.members.external,
      }),
    422,
  ],
  [
    'creates a person whose guardian has the external id of',
    ({ club }, other) =>
      club.post('/lists/members/persons', {
        email: 'new@example.org',
        guardian_external_id: other.members.external,
      }),
    422,
  ],
  [
    'gives a person as payer, by external id, one',
    ({ club, members }, other) =>
      club.put(`/lists/members/persons/${members.person}`, { payer_external_id: other.contacts.external }),
    422,
  ],
  [
    'gives a person as guardian, by external id, one',
    ({ club, members }, other) =>
      club.put(`/lists/members/persons/${members.person}`, { guardian_external_id: other.contacts.external }),
    422,
  ],
  [
    'synchronizes a person with a payer, by external id,',
    ({ club, contacts }, other) =>
      club.put('/lists/contacts/persons', {
        data: [{ id: contacts.person, payer_external_id: other.members.external }],
      }),
    422,
  ],
  [
    'synchronizes a person with a guardian, by external id,',
    ({ club, members }, other) =>
      club.put('/lists/members/persons', {
        data: [{ id: members.person, guardian_external_id: other.members.external }],
      }),
    422,
  ],
  [
    'revokes a key under the own workspace',
    ({ club }, other) => operator('DELETE', `/operator/workspaces/${club.id}/api_keys/${other.keyId}`),
    404,
  ],
]

describe('one workspace', { meta: { sharesStorage: true } }, () => {
  let own: Fixture
  let other: Fixture
  let before: unknown[]

  beforeAll(async () => {
    await emptyStorage()
    own = await withApplicant('own')
    other = await withApplicant('other')
    before = await everyRow()
  })

  afterAll(async () => expect(await everyRow()).toEqual(before))

  it.each(FOREIGN)(
    '%s of another workspace as an unknown one, and writes nothing',
    async (_, act, status) => {
      const foreign = await act(own, other)
      expect(foreign.status).toBe(status)
      expectAlike([foreign, other], [await act(own, UNKNOWN), UNKNOWN])
    },
  )

  it.each(ROUTES.filter(({ endpoint }) => /_id\}/.test(endpoint)))(
    'finds nothing of another workspace under the address of $endpoint',
    async (route) => {
      const body = () => route.body?.(own) ?? {}
      const at = (named: Ids) => send({ ...route, body }, { ...own, ...named, club: own.club }, own.club.key)
      const foreign = await at(other)
      expect(foreign.status).toBe(404)
      expectAlike([foreign, other], [await at(UNKNOWN), UNKNOWN])
    },
  )

  it.each(QUERIES)('finds nothing of another workspace by %s of GET %s', async (name, template) => {
    const path = filled(template, own)
    const page = name === 'cursor' ? await other.club.get(`${filled(template, other)}?per_page=1`) : undefined
    const ask = (value: string) => own.club.get(`${path}?${name}=${encodeURIComponent(value)}`)
    for (const [index, value] of (IN_QUERIES[name]?.(other) ?? []).entries()) {
      const foreign = await ask(page?.body.meta?.next_cursor ?? value)
      const unknown = await ask(IN_QUERIES[name]?.(UNKNOWN)[index] ?? '')
      expectAlike([foreign, other], [unknown, UNKNOWN])
    }
  })
})

/** Expects that two answers look alike but for the ids that were sent, and that neither request wrote a row. */
function expectAlike([foreign, other]: [Answer, Ids], [unknown, others]: [Answer, Ids]): void {
  expect(visibleParts(foreign, other)).toEqual(visibleParts(unknown, others))
  expect([foreign.cost.rowsWritten, unknown.cost.rowsWritten]).toEqual([0, 0])
}

it('sends what is of another workspace to every place of the API that names something', async () => {
  const document = await openApi()
  const ids = idsOf(UNKNOWN)
  const reached = new Set(QUERIES.map(([name, template]) => `GET ${documented(template)} ${name}`))
  for (const { endpoint } of ROUTES)
    for (const [, name = ''] of endpoint.matchAll(/\{(\w+)\}/g))
      reached.add(`${documented(endpoint)} ${documented(`{${name}}`).slice(1, -1)}`)
  const own = JSON.parse(JSON.stringify(UNKNOWN).replaceAll('00', '99').replaceAll('unknown', 'own'))
  for (const [, act] of FOREIGN) {
    const club = recordingClub((sent) => {
      for (const place of placesWith(ids, document, sent)) reached.add(place)
    })
    await act({ ...own, club }, UNKNOWN)
  }
  const places = placesIn(document).filter((place) => !/ \/operator\//.test(place))
  expect(places.length).toBeGreaterThan(100)
  expect(places.filter((place) => !reached.has(place) && !OWN_NAMES.test(place))).toEqual([])
})

/** Names of one's own things, which other workspaces may have given as well: a test below gives them twice. And of mandates. */
const OWN_NAMES = /^(?:POST|PUT) \S+ external_id$|persons\S* reference$/

/** A workspace that sends no request, and tells what it would send. */
function recordingClub(record: (sent: { method: string; path: string; body?: unknown }) => void): Workspace {
  const answer = {
    status: 0,
    headers: new Headers(),
    text: '',
    body: {},
    cost: { trips: 0, rowsRead: 0, rowsWritten: 0 },
  }
  const sends = (method: string) => async (path: string, body?: unknown) => {
    record({ method, path, body })
    return answer
  }
  const [get, remove] = [sends('GET'), sends('DELETE')]
  return {
    ...{ id: 'wsp_own', key: '', keyWith: async () => '' },
    ...{ post: sends('POST'), put: sends('PUT'), patch: sends('PATCH') },
    get: (path) => get(path),
    delete: (path) => remove(path),
  }
}

it('lets workspaces give the same external_id', async () => {
  for (const name of ['one', 'two']) {
    const club = await workspace()
    const person = await club.post('/lists/members/persons', {
      external_id: 'x',
      email: `${name}@example.org`,
    })
    const column = await club.put('/lists/members/custom_columns', {
      data: [{ name: 'Motto', type: 'string', external_id: 'motto' }],
    })
    const fee = await createFee(club, { person_external_id: 'x', external_id: 'x' })
    const payment = { ...PAID, external_id: 'x', fee_external_id: 'x', amount: 100 }
    const paid = await club.post('/payments', { data: [payment] })
    const account = await club.post('/accounts', {
      ...{ kind: 'cash', name: 'Cash', opening_on: '2024-01-01', opening_amount: 0 },
    })
    const booked = await club.post('/vouchers', {
      data: [{ ...VOUCHER, external_id: 'x', account_id: account.body.data.id }],
    })
    expect([person, column, fee, paid, booked].map(({ status }) => status)).toEqual(Array(5).fill(201))
  }
})

it('returns nothing of another workspace', async () => {
  const [own, other] = [await withApplicant('own'), await withApplicant('other')]
  const lists = ['members', 'contacts'].flatMap((list) => [
    `/lists/${list}/persons`,
    `/lists/${list}/custom_columns`,
    `/lists/${list}/deleted_persons`,
  ])
  const seen = await Promise.all(
    [...lists, '/fees', '/cost_units', '/accounts', '/vouchers', '/years/2026', '/me'].map((path) =>
      own.club.get(path),
    ),
  )
  const text = seen.map((answer) => answer.text).join()
  for (const shown of [own.members.person, own.members.deleted, own.fee, own.account, own.voucher])
    expect(text).toContain(shown)
  for (const secret of [other.club.id, ...idsOf(other), other.email, other.number])
    expect(text).not.toContain(secret)
})

it('synchronizes an external_id of another workspace into a person of its own, and deletes only its own', async () => {
  const [own, other] = [await withApplicant('own'), await withApplicant('other')]
  const before = await everythingOf(other.club)
  const taken = await own.club.put('/lists/members/persons', {
    delete_omitted: true,
    data: [
      { external_id: other.members.external, email: 'same@example.org' },
      { external_id: own.members.external },
    ],
  })
  expect(taken.body.meta).toEqual({ created: 1, updated: 0, unchanged: 1, deleted: 1 })
  expect(taken.body.data[0].id).not.toBe(other.members.person)
  expect(await everythingOf(other.club)).toEqual(before)
})

function send(
  { endpoint, body, file }: Pick<Route, 'endpoint' | 'body' | 'file'>,
  fixture: Fixture,
  key: string | undefined,
): Promise<Answer> {
  const [method = '', template = ''] = endpoint.split(' ')
  const path = filled(template, fixture)

  if (file !== undefined)
    return call(method, path, { key, raw: file, headers: file === STATEMENT ? XML : CSV })
  const env = mailings().bindings
  return call(method, path, { key, env, body: method === 'GET' ? undefined : body?.(fixture) })
}

async function createBadKeys(club: Workspace) {
  const [expired, revoked] = [await club.keyWith(), await club.keyWith()]
  const { body } = await operator('GET', `/operator/workspaces/${club.id}/api_keys`)
  const [, first, second] = body.data
  await rows('UPDATE api_keys SET expires_at = ? WHERE id = ?', '2026-01-01T00:00:00.000Z', first.id)
  await operator('DELETE', `/operator/workspaces/${club.id}/api_keys/${second.id}`)
  const miscopied = `${club.key.slice(0, -1)}${club.key.endsWith('a') ? 'b' : 'a'}`
  const unknown = mintToken('a')
  return {
    missing: undefined,
    empty: '',
    malformed: 'mas_no',
    miscopied,
    unknown,
    expired,
    revoked,
    club: club.id,
  }
}

const keyWith = ({ club }: Fixture, permissions: readonly Permission[]) =>
  club.keyWith(...(permissions.length > 0 ? permissions : PERMISSIONS))

const createFee = (club: Workspace, fee: object) =>
  club.post('/fees', { data: [{ amount: 4500, description: 'Annual fee', ...fee }] })

const CHARGE = { list: 'members', calculation: 'fixed', amount: 4500, description: 'Annual fee' }

const duesOn = (costunit_name: string) => ({
  ...DUES,
  rules: [{ ...DUES.rules[0], attached_expense: { costunit_name } }],
})

const openPortal = (club: Workspace, by: object) => club.post('/member_portal_sessions', by)

/** What a caller sees of a response: without request id and bookmark, and with placeholders for the ids that it sent. */
function visibleParts({ status, headers, text }: Answer, sent?: Ids) {
  const id = headers.get('X-Request-Id') ?? ''
  expect(id).not.toBe('')
  // The ETag of a page depends on the query.
  const shown = [...headers].filter(([name]) => !['x-d1-bookmark', 'etag'].includes(name))
  const seen = [status, ...shown.map(String), text].join('\n').replaceAll(id, '<request>')
  return (sent ? idsOf(sent) : []).reduce((masked, own) => masked.replaceAll(own, '<id>'), seen)
}
