import { describe, expect, it } from 'vitest'
import type { Answer } from '../support/call'
import { clubOf, columns, costUnit, person } from '../support/club'
import { eventsOf } from '../support/events'
import { rows, type Workspace } from '../support/workspace'

const COLUMNS = columns([
  { name: 'Reduction', type: 'integer', external_id: 'reduction' },
  { name: 'Section', type: 'number', external_id: 'section' },
  { name: 'Note', type: 'string', external_id: 'note' },
])

const MEMBERS = [
  { external_id: 'ada', name: { first_name: 'Ada' }, join_date: '2020-01-01', reduction: 50, section: 12.5 },
  { external_id: 'ben', name: { first_name: 'Ben' }, join_date: '2024-01-01', reduction: 100, section: 0 },
  { external_id: 'cleo', name: { first_name: 'Cleo' }, join_date: '2025-01-01' },
  { external_id: 'dora', name: { first_name: 'Dora' }, leave_date: '2020-12-31' },
]

const world = () => clubOf(COLUMNS, costUnit('Youth', 'Fees'), ...MEMBERS.map((one) => person(one)))

const FIXED = { list: 'members', calculation: 'fixed', amount: 4500, description: 'Annual fee {{year}}' }
const TO_ALL = { ...FIXED, filter: {}, due_on: '2027-03-31' }

const charge = (club: Workspace, body: object, options = {}) => club.post('/charges', body, options)
const dryRun = (club: Workspace, body: object) => club.post('/charges?dry_run=true', body)

const codesOf = ({ status, body }: Answer) => [
  status,
  body.issues?.map(({ path, code }: Record<string, string>) => `${path} ${code}`),
]

const storedFees = (club: Workspace) =>
  rows(
    `SELECT id, person_id, person_name, amount, description, due_on, reference FROM fees
     WHERE workspace_id = ? ORDER BY person_id`,
    club.id,
  )

const amountsOf = ({ body }: Answer): Record<string, number> =>
  Object.fromEntries(
    body.data.fees.map(({ person_name, amount }: { person_name: string; amount: number }) => [
      person_name,
      amount,
    ]),
  )

describe('POST /charges', () => {
  it('charges who matches a filter, in two trips', async () => {
    const { club, ids } = await world()
    const { status, body, cost } = await charge(club, {
      ...FIXED,
      filter: { join_date: { after: '2021-01-01' } },
      due_on: '2027-03-31',
      attached_expense: { costunit_name: 'Youth' },
    })
    expect([status, cost.trips]).toEqual([200, 2])
    expect(body.data).toMatchObject({ count: 2, sum: 9000, left_out: [] })
    const stored = await storedFees(club)
    expect(body.data.fees).toEqual(stored.map(({ due_on: _, ...fee }) => fee))
    expect(stored).toMatchObject(
      ['Ben', 'Cleo'].map((person_name, index) => ({
        ...{ person_name, person_id: ids[index + 1], amount: 4500 },
        ...{ description: 'Annual fee 2027', due_on: '2027-03-31' },
      })),
    )
    expect((await club.get(`/fees/${body.data.fees[0].id}`)).body.data.attached_expense).toMatchObject({
      costunit_name: 'Youth',
    })
  })

  it('charges by a column, whose last use is told', async () => {
    const { club, columnIds, ids } = await world()
    const { body } = await charge(club, {
      ...{ list: 'members', filter: {}, calculation: 'column', column_id: 'section' },
      description: 'Section of {{first_name}}',
    })
    expect(amountsOf({ body } as Answer)).toEqual({ Ada: 1250 })
    expect(body.data.fees[0].description).toBe('Section of Ada')
    expect(body.data.left_out).toEqual([
      { reason: 'free', person_ids: [ids[1]] },
      { reason: 'no_value', person_ids: [ids[2]] },
    ])
    const [used] = (await eventsOf(club)).filter(({ action }) => action === 'custom_column.claimed')
    expect(used?.subject_id).toBe(columnIds[1])
  })

  it('charges an amount less the percent in a column, named by its id', async () => {
    const { club, columnIds } = await world()
    const answer = await charge(club, { ...TO_ALL, calculation: 'reduced', column_id: columnIds[0] })
    expect(amountsOf(answer)).toEqual({ Ada: 2250, Cleo: 4500 })
  })

  it('charges named persons, and those of another status', async () => {
    const { club, ids } = await world()
    expect(amountsOf(await charge(club, { ...FIXED, person_ids: [ids[2], ids[3]] }))).toEqual({
      Cleo: 4500,
      Dora: 4500,
    })
    const former = { ...FIXED, filter: {}, status: 'former', description: 'Left' }
    expect(amountsOf(await charge(club, former))).toEqual({ Dora: 4500 })
  })

  it('charges nobody twice for one description, and who has joined since', async () => {
    const { club } = await world()
    expect((await charge(club, TO_ALL)).body.data.count).toBe(3)
    await club.post('/lists/members/persons', { name: { first_name: 'Eve' } })
    const again = await charge(club, TO_ALL)
    expect(amountsOf(again)).toEqual({ Eve: 4500 })
    expect(again.body.data.left_out).toMatchObject([{ reason: 'claimed', person_ids: { length: 3 } }])
    expect(await charge(club, TO_ALL)).toMatchObject({
      status: 200,
      body: { data: { count: 0, sum: 0, fees: [] } },
    })
    expect(await storedFees(club)).toHaveLength(4)
  })

  it('charges each person once by calls at the same time', async () => {
    const { club } = await world()
    const answers = await Promise.all([1, 2, 3, 4].map(() => charge(club, TO_ALL)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(answers.map(({ body }) => body.data.count).sort()).toEqual([0, 0, 0, 3])
    expect(await storedFees(club)).toHaveLength(3)
  })

  it('answers a repeated key as at first', async () => {
    const { club } = await world()
    const once = { headers: { 'Idempotency-Key': 'year' } }
    const first = await charge(club, TO_ALL, once)
    await club.post('/lists/members/persons', { name: { first_name: 'Eve' } })
    const again = await charge(club, TO_ALL, once)
    expect([again.status, again.body]).toEqual([200, first.body])
    expect(await storedFees(club)).toHaveLength(3)
  })

  it('with dry_run tells what it would do, and writes nothing', async () => {
    const { club } = await world()
    const preview = await dryRun(club, { ...TO_ALL, calculation: 'reduced', column_id: 'reduction' })
    expect([preview.status, preview.cost.trips, preview.cost.rowsWritten]).toEqual([200, 1, 0])
    expect(amountsOf(preview)).toEqual({ Ada: 2250, Cleo: 4500 })
    expect(preview.body.data).toMatchObject({ count: 2, sum: 6750 })
    expect(preview.body.data.fees[0]).toMatchObject({
      id: null,
      reference: null,
      description: 'Annual fee 2027',
    })
    expect(await storedFees(club)).toEqual([])
  })

  it('refuses terms that do not fit, with every issue', async () => {
    const { club, ids } = await world()
    const refused = async (body: object) => {
      const answers = [await charge(club, body), await dryRun(club, body)]
      expect(codesOf(answers[0] as Answer)).toEqual(codesOf(answers[1] as Answer))
      return codesOf(answers[0] as Answer)
    }
    expect(await refused(FIXED)).toEqual([422, ['person_ids not_one_audience']])
    expect(await refused({ ...TO_ALL, person_ids: [ids[0]] })).toEqual([422, ['person_ids not_one_audience']])
    expect(await refused({ ...FIXED, person_ids: [ids[0], 'per_gone'] })).toEqual([
      422,
      ['person_ids.1 person_unknown'],
    ])
    expect(await refused({ ...TO_ALL, calculation: 'column', amount: undefined, column_id: 'note' })).toEqual(
      [422, ['column_id column_not_numeric']],
    )
    expect(await refused({ ...TO_ALL, filter: { 'no such': 'x' } })).toEqual([
      422,
      ['filter condition_unmet'],
    ])
    expect(await refused({ ...FIXED, segment_id: 'seg_gone' })).toEqual([422, ['segment_id segment_unknown']])
    expect(await refused({ ...TO_ALL, amount: 0, attached_expense: { costunit_name: 'Gone' } })).toEqual([
      422,
      ['amount too_small', 'attached_expense.costunit_name cost_unit_unknown'],
    ])
    expect((await refused({ ...TO_ALL, calculation: 'column', column_id: 'section' }))[0]).toBe(422)
    expect(await storedFees(club)).toEqual([])
  })

  it('needs fees:write and the list', async () => {
    const { club } = await world()
    for (const [permissions, status] of [
      [['fees:write'], 403],
      [['members:read'], 403],
      [['fees:write', 'contacts:read'], 403],
      [['fees:write', 'members:read'], 200],
    ] as const) {
      const key = await club.keyWith(...permissions)
      expect([permissions, (await charge(club, TO_ALL, { key })).status]).toEqual([permissions, status])
    }
  })
})
