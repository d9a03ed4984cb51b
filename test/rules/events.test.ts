import { beforeEach, describe, expect, it } from 'vitest'
import type { Answer } from '../support/call'
import { ADA, clubOf, columns, costUnit, person } from '../support/club'
import { eventsOf } from '../support/events'
import { PLAN } from '../support/everything'
import { filledForm, setPortal, signIn } from '../support/portal'
import { operator, rows, type Workspace, workspace } from '../support/workspace'

const PERSONS = '/lists/members/persons'
const IBAN = 'DE89370400440532013000'
const ONCE = { headers: { 'Idempotency-Key': 'k' } }

type Seeded = Workspace & { column: string; reader: string; ids: Record<'ada' | 'ben' | 'cleo', string> }

let club: Seeded
let seen: number

beforeEach(async () => {
  club = await seededWorkspace()
  seen = (await eventsOf(club)).length
})

/** A workspace with a custom column, the members Ada and Ben, the applicant Cleo, and a cost unit. */
async function seededWorkspace(): Promise<Seeded> {
  const { club, columnIds, ids } = await clubOf(
    columns([{ name: 'Shirt', type: 'string', external_id: 'shirt' }]),
    costUnit('Youth', 'Jerseys'),
    person({ ...ADA, email: null, shirt: 'M', bank_account: { iban: IBAN } }),
    person({ external_id: 'ben' }),
    person({ external_id: 'cleo', creation_behaviour: 'unconfirmed' }),
  )
  const [[column = ''], [ada, ben, cleo]] = [columnIds, ids]
  return { ...club, column, reader: await club.keyWith('members:read'), ids: { ada, ben, cleo } }
}

/** The events since the workspace was seeded: what happened to what. */
async function happened(): Promise<[action: string, subject: string][]> {
  const events = await eventsOf(club, seen)
  return events.map(({ action, subject_id }) => [action, subject_id])
}

type Act = {
  request: () => Promise<Answer>
  status?: number
  events: () => [action: string, subject: string][]
}

const ACTS: Record<string, Act> = {
  'creating a person': {
    request: () => club.post(PERSONS, { external_id: 'dan' }),
    status: 201,
    events: () => [['person.created', expect.stringMatching('^per_')]],
  },
  'creating a person under an idempotency key, twice': {
    request: async () => {
      await club.post(PERSONS, { external_id: 'dan' }, ONCE)
      return club.post(PERSONS, { external_id: 'dan' }, ONCE)
    },
    status: 201,
    events: () => [['person.created', expect.stringMatching('^per_')]],
  },
  'creating a person with a taken external_id': {
    request: () => club.post(PERSONS, { external_id: 'ada' }),
    status: 422,
    events: () => [],
  },
  'creating a person without the permission': {
    request: () => club.post(PERSONS, { external_id: 'dan' }, { key: club.reader }),
    status: 403,
    events: () => [],
  },
  'updating a person': {
    request: () => club.put(`${PERSONS}/ada`, { birthdate: '1985-12-10', shirt: 'L' }),
    events: () => [['person.updated', club.ids.ada]],
  },
  'updating an indexed field of a person': {
    request: () => club.put(`${PERSONS}/ada`, { email: 'ada@example.org' }),
    events: () => [['person.updated', club.ids.ada]],
  },
  'updating a person to what it is': {
    request: () => club.put(`${PERSONS}/ada`, { name: { first_name: 'Ada' }, shirt: 'M' }),
    events: () => [],
  },
  'updating an indexed field of a person to what it is': {
    request: () => club.put(`${PERSONS}/ada`, { external_id: 'ada', bank_account: { iban: IBAN } }),
    events: () => [],
  },
  'updating an unknown person': {
    request: () => club.put(`${PERSONS}/unknown`, { birthdate: '1985-12-10' }),
    status: 404,
    events: () => [],
  },
  'updating a person that has changed': {
    request: () => club.put(`${PERSONS}/ada`, { shirt: 'L' }, { headers: { 'If-Match': '"x"' } }),
    status: 412,
    events: () => [],
  },
  'confirming an applicant': {
    request: () => club.post(`${PERSONS}/cleo/confirmation`, undefined),
    events: () => [['person.confirmed', club.ids.cleo]],
  },
  'confirming a member': {
    request: () => club.post(`${PERSONS}/ada/confirmation`, undefined),
    events: () => [],
  },
  'deleting a person': {
    request: () => club.delete(`${PERSONS}/ada`),
    status: 204,
    events: () => [['person.deleted', club.ids.ada]],
  },
  'deleting a person twice': {
    request: async () => {
      await club.delete(`${PERSONS}/ada`)
      return club.delete(`${PERSONS}/ada`)
    },
    status: 404,
    events: () => [['person.deleted', club.ids.ada]],
  },
  'synchronizing a list': {
    request: () =>
      club.put(PERSONS, {
        delete_omitted: true,
        data: [
          { external_id: 'ada', name: { first_name: 'Augusta' } },
          { id: club.ids.cleo, external_id: 'cleo' },
          { external_id: 'dan', shirt: 'S' },
        ],
      }),
    events: () => [
      ['person.deleted', club.ids.ben],
      ['person.updated', club.ids.ada],
      ['person.created', expect.stringMatching('^per_')],
    ],
  },
  'synchronizing a list to what it is': {
    request: () => club.put(PERSONS, { data: [{ external_id: 'ada', shirt: 'M' }, { external_id: 'ben' }] }),
    events: () => [],
  },
  'swapping two external ids': {
    request: () =>
      club.put(PERSONS, {
        data: [
          { id: club.ids.ada, external_id: 'ben' },
          { id: club.ids.ben, external_id: 'ada' },
        ],
      }),
    events: () => [
      ['person.updated', club.ids.ada],
      ['person.updated', club.ids.ben],
    ],
  },
  'synchronizing a list with one invalid person': {
    request: () => club.put(PERSONS, { data: [{ external_id: 'ada', shirt: 'L' }, { email: 'x' }] }),
    status: 422,
    events: () => [],
  },
  'importing CSV': {
    request: () =>
      club.put(PERSONS, undefined, {
        raw: 'external_id,shirt\nada,L\nben,\n',
        headers: { 'Content-Type': 'text/csv' },
      }),
    events: () => [['person.updated', club.ids.ada]],
  },
  'creating fees': {
    request: () => club.post('/fees', FEES),
    status: 201,
    events: () => [
      ['fee.created', A_FEE],
      ['fee.created', A_FEE],
    ],
  },
  'creating fees under an idempotency key, twice': {
    request: async () => {
      await club.post('/fees', { data: FEES.data.slice(0, 1) }, ONCE)
      return club.post('/fees', { data: FEES.data.slice(0, 1) }, ONCE)
    },
    status: 201,
    events: () => [['fee.created', A_FEE]],
  },
  'creating fees of which one is invalid': {
    request: () => club.post('/fees', { data: [...FEES.data, { amount: 0 }] }),
    status: 422,
    events: () => [],
  },
  'adding custom columns': {
    request: () =>
      club.put('/lists/contacts/custom_columns', {
        data: [
          { name: 'Diet', type: 'string', allowed_values: ['vegan'] },
          { name: 'Teams', type: 'array' },
        ],
      }),
    status: 201,
    events: () => [
      ['custom_column.created', expect.stringMatching('^col_')],
      ['custom_column.created', expect.stringMatching('^col_')],
    ],
  },
  'creating a cost unit': {
    request: () => club.post('/cost_units', { name: 'Choir', categories: ['Hall', 'Notes'] }),
    status: 201,
    events: () => [['cost_unit.created', A_COST_UNIT]],
  },
  'creating a cost unit with a taken name': {
    request: () => club.post('/cost_units', { name: 'Youth' }),
    status: 422,
    events: () => [],
  },
  'renaming and archiving a cost unit': {
    request: () => changeCostUnit({ name: 'Juniors', archived: true, categories: ['Pitch'] }),
    events: () => [['cost_unit.updated', A_COST_UNIT]],
  },
  'changing a cost unit to what it is': {
    request: () => changeCostUnit({ name: 'Youth', archived: false, categories: ['Jerseys'] }),
    events: () => [],
  },
  'creating, changing and deleting a booking rule': {
    request: async () => {
      const rule = { party_iban: IBAN, sign: 'out', sphere: 'ideal' }
      const { body } = await club.post('/booking_rules', rule)
      const path = `/booking_rules/${body.data.id}`
      await club.put(path, { ...rule, sign: 'in' })
      return club.delete(path)
    },
    status: 204,
    events: () =>
      (['created', 'updated', 'deleted'] as const).map((act) => [
        `booking_rule.${act}`,
        expect.stringMatching('^brl_'),
      ]),
  },
  'creating a booking rule for everything': {
    request: () => club.post('/booking_rules', { sign: 'out', sphere: 'ideal' }),
    status: 422,
    events: () => [],
  },
  'creating a plan of dues': {
    request: () => club.post('/dues_plans', PLAN),
    status: 201,
    events: () => [['dues_plan.created', expect.stringMatching('^pln_')]],
  },
  'claiming dues, and taking the run back': {
    request: async () => {
      const plan = await club.post('/dues_plans', PLAN)
      const run = await club.post('/dues_runs', { plan_id: plan.body.data.id, period: '2027' })
      return club.post(`/dues_runs/${run.body.data.id}/discard`, { reason: 'Wrong prices' })
    },
    status: 201,
    events: () => [
      ['dues_plan.created', expect.stringMatching('^pln_')],
      ['fee.created', expect.stringMatching('^fee_')],
      ['fee.created', expect.stringMatching('^fee_')],
      ['dues.claimed', expect.stringMatching('^drn_')],
      ['fee.cancelled', expect.stringMatching('^fee_')],
      ['fee.cancelled', expect.stringMatching('^fee_')],
      ['dues.discarded', expect.stringMatching('^drn_')],
    ],
  },
  'setting a version of a plan of dues to what it is': {
    request: async () => {
      const { body } = await club.post('/dues_plans', PLAN)
      const { rules, from_period, ...version } = body.data.version
      return club.put(`/dues_plans/${body.data.id}/versions/${from_period}`, { ...version, rules })
    },
    events: () => [['dues_plan.created', expect.stringMatching('^pln_')]],
  },
  'changing a workspace': {
    request: () =>
      changeWorkspace({ name: 'TSV 04', member_portal: { slug: 'tsv', fields: { email: 'editable' } } }),
    events: () => [['workspace.updated', club.id]],
  },
  'changing a workspace to what it is': {
    request: () =>
      changeWorkspace({ name: 'TSV Aufbau 04', member_portal: { fields: { email: 'visible' } } }),
    events: () => [],
  },
  'changing a workspace to what it cannot be': {
    request: () => changeWorkspace({ name: '' }),
    status: 422,
    events: () => [],
  },
  'issuing a key': {
    request: () => operator('POST', `/operator/workspaces/${club.id}/api_keys`, { name: 'CRM' }),
    status: 201,
    events: () => [['api_key.created', A_KEY]],
  },
  'revoking a key, twice': {
    request: async () => {
      const keys = `/operator/workspaces/${club.id}/api_keys`
      const { body } = await operator('GET', keys)
      await operator('DELETE', `${keys}/${body.data[0].id}`)
      return operator('DELETE', `${keys}/${body.data[0].id}`)
    },
    status: 204,
    events: () => [['api_key.revoked', A_KEY]],
  },
  'changing data in the portal': {
    request: () => changeInPortal({ 'address.city': 'Bonn' }),
    status: 303,
    events: () => [
      ['workspace.updated', club.id],
      ['person.updated', club.ids.ada],
    ],
  },
  'saving data in the portal as it is': {
    request: () => changeInPortal({}),
    status: 303,
    events: () => [['workspace.updated', club.id]],
  },
}

const A_FEE = expect.stringMatching('^fee_')
const A_COST_UNIT = expect.stringMatching('^cst_')
const A_KEY = expect.stringMatching('^key_')

const FEES = {
  data: [
    {
      amount: 4500,
      description: 'Annual fee',
      person_external_id: 'ada',
      attached_expense: { costunit_name: 'Youth' },
    },
    { amount: 100, description: 'Ball', person_external_id: 'ben' },
  ],
}

async function changeCostUnit(change: object): Promise<Answer> {
  const { body } = await club.get('/cost_units')
  return club.put(`/cost_units/${body.data[0].id}`, change)
}

const changeWorkspace = (change: object): Promise<Answer> =>
  operator('PATCH', `/operator/workspaces/${club.id}`, change)

/** Lets members change their address, and submits the form of Ada's data with these fields. */
async function changeInPortal(fields: Record<string, string>): Promise<Answer> {
  await setPortal(club, { functions: ['view_data', 'edit_data'], fields: { address: 'editable' } })
  const session = await signIn(club, { person_id: club.ids.ada })
  const edit = `/portal/persons/${club.ids.ada}/edit/address`
  const form = Object.fromEntries(await filledForm((await session.get(edit)).text))
  return session.submit(edit, { ...form, ...fields })
}

describe.each(Object.entries(ACTS))('%s', (_, { request, status = 200, events }) => {
  it('records an event for each thing that changes', async () => {
    const answer = await request()
    expect(answer.status, answer.text).toBe(status)
    expect(await happened()).toEqual(events())
  })
})

it('numbers the events of a workspace without gaps', async () => {
  const other = await workspace()
  await other.put(PERSONS, { data: Array.from({ length: 300 }, (_, n) => ({ external_id: `many ${n}` })) })
  await Promise.all(
    Array.from({ length: 8 }, (_, n) =>
      Promise.all([
        club.put(`${PERSONS}/${n % 2 ? 'ada' : 'ben'}`, { shirt: `${n}` }),
        other.post(PERSONS, { external_id: `${n}` }),
      ]),
    ),
  )
  for (const each of [club, other]) {
    const numbers = (await eventsOf(each)).map(({ number }) => number)
    expect(numbers).toEqual(numbers.map((_, index) => index + 1))
  }
})

describe('an event', () => {
  it('of a fee has its values, and names the person as the fee does', async () => {
    await club.post('/fees', FEES)
    await club.delete(`${PERSONS}/ada`)
    const [fee] = await eventsOf(club, seen)
    expect(fee).toMatchObject({
      subject_kind: 'fee',
      subject_name: 'Annual fee',
      changes: {
        amount: [null, 4500],
        description: [null, 'Annual fee'],
        reference: [null, expect.stringMatching('^RF')],
        person_id: [null, club.ids.ada],
        person_name: [null, 'Ada Lovelace'],
        status: [null, 'open'],
        'attached_expense.costunit_name': [null, 'Youth'],
      },
    })
  })

  it('of a cost unit has what changed', async () => {
    await changeCostUnit({ archived: true, categories: ['Pitch'] })
    const [{ changes } = { changes: null }] = await eventsOf(club, seen)
    expect(changes).toEqual({ archived: [false, true], categories: [['Jerseys'], ['Jerseys', 'Pitch']] })
  })

  it('of a custom column has its list and definition', async () => {
    const [column] = (await eventsOf(club)).filter(({ subject_kind }) => subject_kind === 'custom_column')
    expect(column).toMatchObject({ subject_id: club.column, subject_name: 'Shirt' })
    expect(column?.changes).toEqual({
      list: [null, 'members'],
      type: [null, 'string'],
      name: [null, 'Shirt'],
      external_id: [null, 'shirt'],
    })
  })

  it('of the operator has no name and no secret', async () => {
    const { body } = await operator('POST', `/operator/workspaces/${club.id}/api_keys`, {
      name: 'CRM',
      permissions: ['members:read'],
    })
    await changeWorkspace({ member_portal: { slug: 'tsv', fields: { email: 'editable' } } })
    const [key, changed] = await eventsOf(club, seen)
    expect(key).toMatchObject({ actor_kind: 'operator', door: 'operator', actor_id: null, actor_name: null })
    expect(key?.changes).toEqual({ name: [null, 'CRM'], permissions: [null, ['members:read']] })
    expect(changed?.changes).toEqual({
      'member_portal.slug': [null, 'tsv'],
      'member_portal.fields.email': ['visible', 'editable'],
    })
    expect(JSON.stringify(await rows('SELECT * FROM events'))).not.toContain(body.data.token)
  })

  it('of a member names the member, until the person is deleted', async () => {
    await changeInPortal({ 'address.city': 'Bonn' })
    const [, event] = await eventsOf(club, seen)
    expect(event).toMatchObject({
      actor_kind: 'member',
      door: 'portal',
      actor_id: club.ids.ada,
      actor_name: 'Ada Lovelace',
      changes: { address: [null, expect.objectContaining({ city: 'Bonn' })] },
    })
    await club.delete(`${PERSONS}/ada`)
    const [, emptied] = await eventsOf(club, seen)
    expect(emptied).toMatchObject({ actor_kind: 'member', actor_id: club.ids.ada, actor_name: null })
  })
})

describe('an event of a person', () => {
  it('has what was set at the creation, of an IBAN the end alone', async () => {
    const [created] = (await eventsOf(club)).filter(({ subject_id }) => subject_id === club.ids.ada)
    expect(created).toMatchObject({
      action: 'person.created',
      actor_kind: 'key',
      actor_name: 'test',
      door: 'api',
      subject_kind: 'member',
      subject_name: 'Ada Lovelace',
      changes: {
        area: [null, 'regular'],
        external_id: [null, 'ada'],
        'name.first_name': [null, 'Ada'],
        'name.last_name': [null, 'Lovelace'],
        bank_account: [null, { iban: '3000', bic: null, signatory: null }],
        [club.column]: [null, 'M'],
      },
    })
    const stored = await rows('SELECT * FROM events')
    expect(JSON.stringify(stored)).not.toContain(IBAN)
  })

  it('has the values before and after of what changed alone', async () => {
    await club.put(`${PERSONS}/ada`, {
      name: { first_name: 'Ada', last_name: null },
      shirt: 'L',
      bank_account: null,
      phone_numbers: [{ number: '1"\\' }],
      address: { city: 'Köln' },
    })
    const address = { street: null, postcode: null, city: 'Köln', country_code: null }
    const [{ changes } = { changes: null }] = await eventsOf(club, seen)
    expect(changes).toEqual({
      'name.last_name': ['Lovelace', null],
      phone_numbers: [null, [{ label: null, number: '1"\\' }]],
      address: [null, address],
      bank_account: [{ iban: '3000', bic: null, signatory: null }, null],
      [club.column]: ['M', 'L'],
    })
  })

  it('says that an IBAN changed even where the end is the same', async () => {
    await club.put(`${PERSONS}/ada`, { bank_account: { iban: 'NL91ABNA0417164300' } })
    await club.put(`${PERSONS}/ada`, { bank_account: { iban: IBAN } })
    const [first] = await eventsOf(club, seen)
    expect(first?.changes?.bank_account).toMatchObject([{ iban: '3000' }, { iban: '4300' }])
  })

  it('shares request and batch with the other events of its request', async () => {
    const { headers } = await club.put(PERSONS, {
      data: [
        { external_id: 'ada', shirt: 'L' },
        { external_id: 'ben', shirt: 'L' },
      ],
    })
    const [one, other] = await eventsOf(club, seen)
    expect(one?.batch_id).toBe(other?.batch_id)
    expect([one?.request_id, other?.request_id]).toEqual([
      headers.get('X-Request-Id'),
      headers.get('X-Request-Id'),
    ])
  })

  it('loses its personal parts when the person is deleted, and keeps who did what', async () => {
    await club.put(`${PERSONS}/ada`, { shirt: 'L' })
    await club.delete(`${PERSONS}/ada`)
    const events = await eventsOf(club)
    const emptied = events.filter(({ subject_id }) => subject_id === club.ids.ada)
    expect(emptied.map(({ action }) => action)).toEqual([
      'person.created',
      'person.updated',
      'person.deleted',
    ])
    for (const event of emptied)
      expect(event).toMatchObject({ subject_name: null, changes: null, salt: null, actor_name: 'test' })
    const others = events.filter(({ subject_id }) => subject_id !== club.ids.ada)
    for (const event of others) expect(event.salt).toMatch(/^[0-9A-F]{16}$/)
    expect(JSON.stringify(others)).not.toMatch(/\bAda\b|Lovelace/)
  })

  it('loses them when a synchronization omits the person', async () => {
    await club.put(PERSONS, { delete_omitted: true, data: [{ external_id: 'ben' }] })
    expect(JSON.stringify(await eventsOf(club))).not.toMatch(/\bAda\b|Lovelace/)
  })
})
