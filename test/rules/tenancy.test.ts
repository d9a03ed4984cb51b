import { beforeAll, describe, expect, it } from 'vitest'
import { app } from '../../src/app'
import { PERMISSIONS, type Permission } from '../../src/domain/access/permissions'
import { mintToken } from '../../src/domain/access/tokens'
import type { CollectionWithItems } from '../../src/domain/collections/collection'
import { earliestCollectionDate } from '../../src/domain/collections/target-days'
import { creditorReference } from '../../src/domain/shared/creditor-reference'
import { todayIn } from '../../src/domain/shared/dates'
import { credit, OWN_IBAN, statementOf } from '../support/bank'
import { type Answer, call } from '../support/call'
import { camtText } from '../support/camt'
import { addPersons, CREDITOR, claim, payer } from '../support/direct-debits'
import { MAIL, mailings, postMail } from '../support/mails'
import { openApi } from '../support/openapi'
import { emptyStorage } from '../support/storage'
import { operator, rows, type Workspace, workspace } from '../support/workspace'

const TODAY = todayIn('Europe/Berlin', new Date())

const COLLECTED = { collection_date: earliestCollectionDate(TODAY, 14) }

const VOUCHER = { booked_on: '2026-01-31', text: 'Footballs', amount: 100 }
const PAID = { paid_on: '2026-01-31', method: 'other' }

const STATEMENT = camtText({
  statements: [statementOf(['open', 'done', 'ignored'].map((text) => credit(100, text)))],
})
const NEW_STATEMENT = camtText({ statements: [statementOf([credit(100, 'new')])] })

type Fixture = Awaited<ReturnType<typeof createFixture>>

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
    { endpoint: `DELETE /lists/${list}/persons/{person_id}`, needs: [`${list}:write`], status: 204 },
    { endpoint: `GET /lists/${list}/deleted_persons`, needs: [`${list}:read`], status: 200 },
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
    endpoint: 'POST /lists/members/persons/{person_id}/confirmation',
    needs: ['members:write'],
    status: 200,
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
  { endpoint: 'DELETE /years/{closed_year}/closing', needs: ['bookkeeping:write'], status: 200 },
  {
    endpoint: 'POST /accounts/{bank_account_id}/statements',
    needs: ['bank:write'],
    file: STATEMENT,
    status: 201,
  },
  { endpoint: 'GET /accounts/{bank_account_id}/statements', needs: ['bookkeeping:read'], status: 200 },
  { endpoint: 'GET /statements/{statement_id}/file', needs: ['bookkeeping:read'], status: 200 },
  { endpoint: 'DELETE /statements/{new_statement_id}', needs: ['bank:write'], status: 204 },
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
    endpoint: 'POST /bank_lines/{line_id}/ignoring',
    needs: ['bank:write'],
    body: () => ({ reason: 'Own transfer' }),
    status: 201,
  },
  { endpoint: 'DELETE /bank_lines/{ignored_line_id}/ignoring', needs: ['bank:write'], status: 200 },
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
]

it('tests every documented operation and every route of the API', async () => {
  const { paths } = await openApi()
  const described = Object.entries(paths).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
  )
  const served = app.routes
    .filter(
      ({ method, path }) =>
        method !== 'ALL' &&
        /^\/(lists|fees|payments|collections|mails|accounts|statements|bank_lines|vouchers|years|cost_units|member_|events|me|oper)/.test(
          path,
        ),
    )
    .map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`)
  const tested = [
    ...ROUTES.map(({ endpoint }) =>
      endpoint
        .replace(/lists\/\w+/, 'lists/{list_id}')
        .replace(/\{\w+_((fee|collection|item|account|line|mail|statement)_id|year)\}/g, '{$1}'),
    ),
    ...OPERATOR_ROUTES,
  ]
  expect(new Set(tested)).toEqual(new Set(described))
  expect(new Set(tested)).toEqual(new Set(served))
})

it.each(ROUTES)('accepts what the tests send with the required permissions: $endpoint', async (route) => {
  const fixture = await createFixture(await workspace())
  const { status } = await send(route, fixture, await keyWith(fixture, route.needs))
  expect(status).toBe(route.status)
})

describe('refused requests', { meta: { sharesStorage: true } }, () => {
  let fixture: Fixture
  let badKeys: (string | undefined)[]

  beforeAll(async () => {
    await emptyStorage()
    fixture = await createFixture(await workspace())
    badKeys = Object.values(await createBadKeys(fixture.club))
  })

  it.each(ROUTES)('return the same 401 for every invalid key: $endpoint', async (route) => {
    const before = await storedRows()
    const answers = await Promise.all(badKeys.map((key) => send(route, fixture, key)))
    for (const answer of answers) {
      expect(answer.status).toBe(401)
      expect(answer.headers.get('WWW-Authenticate')).toBe('Bearer')
      expect(visibleParts(answer)).toEqual(visibleParts(answers[0] as Answer))
    }
    expect(await storedRows()).toEqual(before)
  })

  it.each(ROUTES.flatMap((route) => route.needs.map((missing) => ({ ...route, missing }))))(
    'return 403 for a key that lacks $missing only: $endpoint',
    async ({ missing, ...route }) => {
      const others = PERMISSIONS.filter((permission) => permission !== missing)
      const key = await keyWith(fixture, others)
      const before = await storedRows()
      const answer = await send(route, fixture, key)
      expect(answer.status).toBe(403)
      expect(answer.body.type).toMatch(/\/problems\/permission_missing$/)
      expect(await storedRows()).toEqual(before)
    },
  )

  it.each(OPERATOR_ROUTES)('return the same 401 for every wrong operator token: %s', async (endpoint) => {
    const before = await storedRows()
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
    }
    expect(await storedRows()).toEqual(before)
  })
})

/** Requests of one workspace that name something of another; each is also sent with ids that do not exist. */
const FOREIGN: [what: string, act: (own: Fixture, other: Named) => Promise<Answer>, status: number][] = [
  ...(['members', 'contacts'] as const).flatMap((list): typeof FOREIGN => {
    const persons = `/lists/${list}/persons`
    return [
      [
        `${list}: reads a person by id`,
        ({ club }, other) => club.get(`${persons}/${other[list].person}`),
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
        `${list}: pages from a cursor`,
        ({ club }, other) => club.get(`${persons}?cursor=${other[list].cursor}`),
        422,
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
        `${list}: pages the deleted from a cursor`,
        ({ club }, other) => club.get(`/lists/${list}/deleted_persons?cursor=${other[list].cursor}`),
        422,
      ],
      [
        `${list}: reads the fees of a person_id`,
        ({ club }, other) => club.get(`/fees?person_id=${other[list].person}`),
        200,
      ],
      [
        `${list}: reads the fees of a person_external_id`,
        ({ club }, other) => club.get(`/fees?person_external_id=${other[list].external}`),
        200,
      ],
      [
        `${list}: synchronises an id`,
        ({ club }, other) => club.put(persons, { data: [{ id: other[list].person, email: 'x@y.org' }] }),
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
        `${list}: writes a column on synchronise`,
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
  [
    'reads collections from a cursor',
    ({ club }, other) => club.get(`/collections?cursor=${other.members.cursor}`),
    422,
  ],
  ['reads a collection', ({ club }, other) => club.get(`/collections/${other.collection}`), 404],
  ['reads the file of one', ({ club }, other) => club.get(`/collections/${other.collection}/file`), 404],
  ['pages mails from a cursor', ({ club }, other) => club.get(`/mails?cursor=${other.members.cursor}`), 422],
  [
    'sends a mail to a person',
    async ({ club }, other) => postMail(club, { person_ids: [other.members.person] }),
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
  ['reads a bank line', ({ club }, other) => club.get(`/bank_lines/${other.line}`), 404],
  [
    'reads bank lines of an account',
    ({ club }, other) => club.get(`/bank_lines?account_id=${other.bankAccount}`),
    200,
  ],
  [
    'reads bank lines from a cursor',
    ({ club }, other) => club.get(`/bank_lines?cursor=${other.members.cursor}`),
    422,
  ],
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
    201,
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
    'reads events of a person',
    ({ club }, other) => club.get(`/events?subject_id=${other.members.person}`),
    200,
  ],
  [
    'reads events from a cursor',
    ({ club }, other) => club.get(`/events?cursor=${other.members.cursor}`),
    422,
  ],
  ['reads fees from a cursor', ({ club }, other) => club.get(`/fees?cursor=${other.members.cursor}`), 422],
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
    'changes an account',
    ({ club }, other) => call('PATCH', `/accounts/${other.account}`, { key: club.key, body: { name: 'x' } }),
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
  [
    'changes a voucher',
    ({ club }, other) => call('PATCH', `/vouchers/${other.voucher}`, { key: club.key, body: { text: 'x' } }),
    404,
  ],
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
      call('PATCH', `/vouchers/${voucher}`, {
        key: club.key,
        body: { lines: [{ line: 1, costunit_name: other.unitName }] },
      }),
    422,
  ],
  [
    'books a fee on a cost unit',
    ({ club, fee }, other) => club.post('/vouchers/fees', { fee_ids: [fee], costunit_name: other.unitName }),
    422,
  ],
  [
    'books a fee',
    ({ club }, other) => club.post('/vouchers/fees', { fee_ids: [other.fee], account_id: other.account }),
    422,
  ],
  ['reads the vouchers of a fee', ({ club }, other) => club.get(`/vouchers?fee_id=${other.fee}`), 200],
  [
    'reads the vouchers of an account',
    ({ club }, other) => club.get(`/vouchers?account_id=${other.account}`),
    200,
  ],
  [
    'reads vouchers from a cursor',
    ({ club }, other) => club.get(`/vouchers?cursor=${other.members.cursor}`),
    422,
  ],
  [
    'pays a fee into an account',
    ({ club, fee }, other) =>
      club.post('/payments', { data: [{ fee_id: fee, amount: 1, ...PAID, account_id: other.account }] }),
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

  beforeAll(async () => {
    await emptyStorage()
    own = await createFixture(await workspace(), 'own')
    other = await createFixture(await workspace(), 'other')
  })

  it.each(FOREIGN)(
    '%s of another workspace as an unknown one, and leaves it unchanged',
    async (_, act, status) => {
      const before = await storedRows()
      const foreign = await act(own, other)
      const unknown = await act(own, UNKNOWN)
      expect(foreign.status).toBe(status)
      expect(visibleParts(foreign, other)).toEqual(visibleParts(unknown, UNKNOWN))
      expect(await storedRows()).toEqual(before)
    },
  )

  it.each(ROUTES.filter(({ endpoint }) => /_id\}/.test(endpoint)))(
    'finds nothing of another workspace under the address of $endpoint',
    async (route) => {
      const before = await storedRows()
      const body = () => route.body?.(own) ?? {}
      const [foreign, unknown] = [
        await send({ ...route, body }, { ...own, ...other, club: own.club }, own.club.key),
        await send({ ...route, body }, { ...own, ...UNKNOWN, club: own.club }, own.club.key),
      ]
      expect(foreign.status).toBe(404)
      expect(visibleParts(foreign, other)).toEqual(visibleParts(unknown, UNKNOWN))
      expect(await storedRows()).toEqual(before)
    },
  )
})

it('returns nothing of another workspace', async () => {
  const [own, other] = [
    await createFixture(await workspace(), 'own'),
    await createFixture(await workspace(), 'other'),
  ]
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
  const [own, other] = [
    await createFixture(await workspace(), 'own'),
    await createFixture(await workspace(), 'other'),
  ]
  const before = await storedRows(other.club)
  const taken = await own.club.put('/lists/members/persons', {
    delete_omitted: true,
    data: [
      { external_id: other.members.external, email: 'same@example.org' },
      { external_id: own.members.external },
    ],
  })
  expect(taken.body.meta).toEqual({ created: 1, updated: 0, unchanged: 1, deleted: 1 })
  expect(taken.body.data[0].id).not.toBe(other.members.person)
  expect(await storedRows(other.club)).toEqual(before)
})

/** Ids and keys of what a workspace has. */
type Named = Omit<Fixture, 'club'>

/** Ids of the same form and length as existing ones. */
const UNKNOWN: Named = {
  members: unknownIn('members'),
  contacts: unknownIn('contacts'),
  email: 'unknown@example.org',
  number: 'N-unknown',
  unit: `cst_${'0'.repeat(24)}`,
  unitName: 'Unit of unknown',
  category: `cat_${'0'.repeat(24)}`,
  keyId: `key_${'0'.repeat(24)}`,
  fee: `fee_${'0'.repeat(24)}`,
  reference: creditorReference(`fee_${'0'.repeat(24)}`),
  otherFee: `fee_${'0'.repeat(24)}`,
  cancelledFee: `fee_${'0'.repeat(24)}`,
  payment: `pay_${'0'.repeat(24)}`,
  collection: `run_${'0'.repeat(24)}`,
  submitted: `run_${'0'.repeat(24)}`,
  settled: `run_${'0'.repeat(24)}`,
  item: `dbt_${'0'.repeat(24)}`,
  returned: `dbt_${'0'.repeat(23)}1`,
  account: `acc_${'0'.repeat(24)}`,
  voucher: `vch_${'0'.repeat(24)}`,
  bankAccount: `acc_${'0'.repeat(24)}`,
  statement: `stm_${'0'.repeat(24)}`,
  newStatement: `stm_${'0'.repeat(24)}`,
  line: `lin_${'0'.repeat(24)}`,
  doneLine: `lin_${'0'.repeat(24)}`,
  ignoredLine: `lin_${'0'.repeat(24)}`,
  mail: `mai_${'0'.repeat(24)}`,
  stoppedMail: `mai_${'0'.repeat(24)}`,
  failedMail: `mai_${'0'.repeat(24)}`,
}

function unknownIn(list: string) {
  return {
    person: `per_${'0'.repeat(24)}`,
    deleted: `per_${'0'.repeat(23)}1`,
    external: `${list}-of-unknown`,
    column: `col_${'0'.repeat(24)}`,
    cursor: `next-per_${'0'.repeat(24)}-0123456789abcdef`,
  }
}

/** Adds one of everything to a workspace, named after it. */
async function createFixture(club: Workspace, name = 'club') {
  const list = async (list: 'members' | 'contacts', more: object) => {
    const persons = `/lists/${list}/persons`
    const external = `${list}-of-${name}`
    const columns = await club.put(`/lists/${list}/custom_columns`, {
      data: [{ name: 'Motto', type: 'string' }],
    })
    const person = await club.post(persons, { external_id: external, email: `${name}@example.org`, ...more })
    await club.post(persons, { email: `second-of-${name}@example.org` })
    const gone = await club.post(persons, { email: `gone-of-${name}@example.org` })
    await club.delete(`${persons}/${gone.body.data.id}`)
    const page = await club.get(`${persons}?per_page=1`)
    return {
      person: person.body.data.id as string,
      deleted: gone.body.data.id as string,
      external,
      column: columns.body.data[0].id as string,
      cursor: page.body.meta.next_cursor as string,
    }
  }
  const unit = await club.post('/cost_units', { name: `Unit of ${name}`, categories: ['Balls'] })
  const keys = await operator('GET', `/operator/workspaces/${club.id}/api_keys`)
  const { bank_account, sepa_mandate } = mandated(1815)
  const members = await list('members', { membership_number: `N-${name}`, bank_account, sepa_mandate })
  const fee = () => createFee(club, { person_id: members.person })
  const [paid, other, cancelled] = [await fee(), await fee(), await fee()].map(({ body }) => body.data[0].id)
  const runs = await collectionsOf(club)
  const payments = await club.post('/payments', { data: [{ fee_id: paid, amount: 100, ...PAID }] })
  await club.post(`/fees/${cancelled}/cancellation`, { kind: 'mistake', reason: 'Claimed twice' })
  const opening = { opening_on: '2024-01-01', opening_amount: 0 }
  const account = await club.post('/accounts', { kind: 'cash', name: `Cash of ${name}`, ...opening })
  const vouchers = await club.post('/vouchers', { data: [{ ...VOUCHER, account_id: account.body.data.id }] })
  await club.post('/years/2023/closing', undefined)
  const bank = await linesOf(club)
  return {
    club,
    members,
    contacts: await list('contacts', {}),
    email: `${name}@example.org`,
    number: `N-${name}`,
    unit: unit.body.data.id as string,
    unitName: `Unit of ${name}`,
    category: unit.body.data.categories[0].id as string,
    keyId: keys.body.data[0].id as string,
    fee: paid as string,
    reference: creditorReference(String(paid)),
    otherFee: other as string,
    cancelledFee: cancelled as string,
    payment: payments.body.data[0].id as string,
    ...runs,
    account: account.body.data.id as string,
    voucher: vouchers.body.data[0].id as string,
    ...bank,
    ...(await mailsOf(club, members.person)),
  }
}

/** A mail that is being sent, one that is stopped, and one that has failed. */
async function mailsOf(club: Workspace, person: string) {
  const send = async () => (await postMail(club, { person_ids: [person] })).body.data.id as string
  const [mail, stoppedMail, failedMail] = [await send(), await send(), await send()]
  await club.post(`/mails/${stoppedMail}/stop`, undefined)
  await rows("UPDATE mails SET state = 'sent', waiting = 0, failed = 1 WHERE id = ?", failedMail)
  await rows("UPDATE mail_recipients SET state = 'failed' WHERE mail_id = ?", failedMail)
  return { mail, stoppedMail, failedMail }
}

/** An account with a statement: a line that is open, one that is booked, and one that is ignored. And one more statement. */
async function linesOf(club: Workspace) {
  const opening = { opening_on: '2024-01-01', opening_amount: 0 }
  const account = await club.post('/accounts', { kind: 'bank', name: 'Giro', iban: OWN_IBAN, ...opening })
  const imported = await importStatement(club, account.body.data.id)
  const lines = await club.get('/bank_lines')
  const [line, doneLine, ignoredLine]: string[] = lines.body.data.map(({ id }: { id: string }) => id)
  const untouched = await importStatement(club, account.body.data.id, NEW_STATEMENT)
  await club.post(`/bank_lines/${doneLine}/confirmation`, { booking: { text: 'Donation' } })
  await club.post(`/bank_lines/${ignoredLine}/ignoring`, { reason: 'Own transfer' })
  return {
    bankAccount: account.body.data.id as string,
    statement: imported.body.data.statements[0].id as string,
    newStatement: untouched.body.data.statements[0].id as string,
    line: line as string,
    doneLine: doneLine as string,
    ignoredLine: ignoredLine as string,
  }
}

const importStatement = (club: Workspace, account: string, raw = STATEMENT) =>
  club.post(`/accounts/${account}/statements`, undefined, { raw, headers: XML })

const XML = { 'Content-Type': 'application/xml' }

/** A payer whose mandate is signed today, since it expires after three years. */
const mandated = (n: number) => payer(n, { sepa_mandate: { reference: `M-${n}`, signature_date: TODAY } })

/** A collection that is released, one that is submitted with a debit that came back, and one that is settled. */
async function collectionsOf(club: Workspace) {
  await operator('PATCH', `/operator/workspaces/${club.id}`, { creditor: CREDITOR })
  await addPersons(club, [1, 2, 3, 4].map(mandated), 'contacts')
  const [first = '', last = '', ...others] = await claim(
    club,
    [1, 2, 3, 4].map((n) => ({ person_external_id: `m${n}` })),
  )
  const release = async (fee_ids: string[]) =>
    (await club.post('/collections', { fee_ids, ...COLLECTED })).body.data as CollectionWithItems
  const [released, submitted, settled] = [
    await release([first]),
    await release(others),
    await release([last]),
  ]
  const [item = '', returned = ''] = submitted.items.map(({ id }) => id)
  for (const { id } of [submitted, settled]) await club.post(`/collections/${id}/submission`, undefined)
  await rows('UPDATE collections SET collection_date = ? WHERE workspace_id = ?', TODAY, club.id)
  await club.post(`/collections/${settled.id}/settlement`, { settled_on: TODAY })
  const back = { item_id: returned, returned_on: TODAY, reason_code: 'AC04' }
  await club.post(`/collections/${submitted.id}/returns`, back)
  return { collection: released.id, submitted: submitted.id, settled: settled.id, item, returned }
}

function send(
  { endpoint, body, file }: Pick<Route, 'endpoint' | 'body' | 'file'>,
  fixture: Fixture,
  key: string | undefined,
): Promise<Answer> {
  const [method = '', template = ''] = endpoint.split(' ')
  const list = template.includes('/contacts/') ? 'contacts' : 'members'
  const path = template
    .replace('{person_id}', fixture[list].person)
    .replace('{fee_id}', fixture.fee)
    .replace('{other_fee_id}', fixture.otherFee)
    .replace('{cancelled_fee_id}', fixture.cancelledFee)
    .replace('{payment_id}', fixture.payment)
    .replace('{collection_id}', fixture.collection)
    .replace('{submitted_collection_id}', fixture.submitted)
    .replace('{settled_collection_id}', fixture.settled)
    .replace('{returned_item_id}', fixture.returned)
    .replace('{account_id}', fixture.account)
    .replace('{voucher_id}', fixture.voucher)
    .replace('{bank_account_id}', fixture.bankAccount)
    .replace('{statement_id}', fixture.statement)
    .replace('{new_statement_id}', fixture.newStatement)
    .replace('{line_id}', fixture.line)
    .replace('{done_line_id}', fixture.doneLine)
    .replace('{ignored_line_id}', fixture.ignoredLine)
    .replace('{mail_id}', fixture.mail)
    .replace('{stopped_mail_id}', fixture.stoppedMail)
    .replace('{failed_mail_id}', fixture.failedMail)
    .replace('{year}', '2024')
    .replace('{closed_year}/closing', '2023/closing?reason=x')
    .replace('{cost_unit_id}', fixture.unit)
    .replace('{workspace_id}', fixture.club.id)
    .replace('{key_id}', fixture.keyId)
  if (file !== undefined) return call(method, path, { key, raw: file, headers: XML })
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
  const unknown = mintToken()
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

const openPortal = (club: Workspace, by: object) => club.post('/member_portal_sessions', by)

/** What a caller sees of a response: without request id and bookmark, and with placeholders for the ids that it sent. */
function visibleParts({ status, headers, text }: Answer, sent?: Named) {
  const id = headers.get('X-Request-Id') ?? ''
  expect(id).not.toBe('')
  // The ETag of a page depends on the query.
  const shown = [...headers].filter(([name]) => !['x-d1-bookmark', 'etag'].includes(name))
  const seen = [status, ...shown.map(String), text].join('\n').replaceAll(id, '<request>')
  return idsOf(sent).reduce((masked, own) => masked.replaceAll(own, '<id>'), seen)
}

const idsOf = (named?: Named): string[] =>
  named
    ? [
        ...Object.values(named.members),
        ...Object.values(named.contacts),
        named.unit,
        named.category,
        named.keyId,
        named.fee,
        named.reference,
        named.otherFee,
        named.collection,
        named.submitted,
        named.settled,
        named.item,
        named.returned,
        named.account,
        named.voucher,
        named.bankAccount,
        named.statement,
        named.newStatement,
        named.line,
        named.doneLine,
        named.ignoredLine,
      ]
    : []

const TABLES = [
  'api_keys',
  'custom_columns',
  'persons',
  'cost_units',
  'cost_unit_categories',
  'fees',
  'payments',
  'accounts',
  'vouchers',
  'voucher_lines',
  'statement_files',
  'statements',
  'bank_lines',
  'events',
  'cash_counts',
  'fiscal_years',
  'deleted_persons',
  'collections',
  'collection_files',
  'collection_items',
  'collection_fees',
]

/** The rows of all workspaces, or those of one. */
const storedRows = (club?: Workspace) =>
  Promise.all([
    ...TABLES.map((table) =>
      rows(`SELECT * FROM ${table} WHERE workspace_id = coalesce(?, workspace_id)`, club?.id ?? null),
    ),
    rows('SELECT * FROM workspaces WHERE id = coalesce(?, id)', club?.id ?? null),
  ])
