import { describe, expect, it } from 'vitest'
import { call } from '../support/call'
import { ADA, addTo, clubOf, person } from '../support/club'
import { createPerson } from '../support/portal'
import { operator, rows, type Workspace, workspace } from '../support/workspace'

const CLAIM = { amount: 4500, description: 'Annual fee 2026' }

type Fee = Record<'id' | 'reference' | 'amount' | 'description' | 'person_name' | 'person_id', unknown>

const createFees = (club: Workspace, ...data: object[]) => club.post('/fees', { data })
const stored = (club: Workspace) => rows('SELECT * FROM fees WHERE workspace_id = ? ORDER BY id', club.id)

/** Whether a reference is valid by ISO 11649: RF, and 1 modulo 97 with the first four characters moved to the end. */
function isCreditorReference(reference: string): boolean {
  const digits = [...`${reference.slice(4)}${reference.slice(0, 4)}`].map((character) =>
    Number.parseInt(character, 36),
  )
  return /^RF\d{2}[0-9A-Z]{21}$/.test(reference) && BigInt(digits.join('')) % 97n === 1n
}

describe('POST /fees', () => {
  it('returns the fees in request order and stores them', async () => {
    const { club, id: adaId } = await clubOf(person(ADA))
    const graceId = await createPerson(
      club,
      { external_id: 'grace', name: { last_name: 'Hopper' } },
      'contacts',
    )
    const { status, body, cost } = await createFees(
      club,
      { amount: 3, description: 'Third', person_external_id: 'grace' },
      { amount: 1, description: 'First', person_id: adaId },
      { amount: 2, description: 'Second', person_external_id: 'ada' },
    )
    expect(status).toBe(201)
    expect(cost.trips).toBe(2)
    const made = { id: expect.stringMatching(/^fee_[0-9A-Za-z]{24}$/), reference: expect.any(String) }
    expect(body.data).toMatchObject([
      { ...made, amount: 3, description: 'Third', person_name: 'Hopper', person_id: graceId },
      { ...made, amount: 1, description: 'First', person_name: 'Ada Lovelace', person_id: adaId },
      { ...made, amount: 2, description: 'Second', person_name: 'Ada Lovelace', person_id: adaId },
    ])
    const booking = { cost_unit_id: null, category_id: null, sphere: null }
    const instant = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    const life = {
      status: 'open',
      ...{ external_id: null, due_on: null, paid_amount: 0, waived_amount: 0, paid_on: null, revision: 1 },
      ...{
        collection_id: null,
        collection_date: null,
        last_return: null,
        cancellation: null,
        reminder_hold: null,
      },
      created_at: instant,
      updated_at: instant,
    }
    expect(await stored(club)).toEqual(
      body.data.map(({ id, reference, amount, description, person_name, person_id }: Fee) => ({
        workspace_id: club.id,
        ...{ id, reference, amount, description, person_name, person_id },
        ...booking,
        ...life,
      })),
    )
  })

  it('returns the fees as they are read afterwards', async () => {
    const { club } = await clubOf(person(ADA))
    await club.post('/cost_units', { name: 'Youth', categories: ['Jerseys'] })
    const ofAda = { ...CLAIM, person_external_id: 'ada' }
    const expense = { costunit_name: 'Youth', category_name: 'Jerseys', sphere: 'ideal' }
    const { body } = await createFees(
      club,
      ofAda,
      { ...ofAda, external_id: 'annual-ada', due_on: '2999-03-31', attached_expense: expense },
      { ...ofAda, attached_expense: { sphere: 'assets' } },
      { ...ofAda, attached_expense: { costunit_name: 'Youth' } },
      { ...ofAda, external_id: null, due_on: null, attached_expense: {} },
    )
    const read = (await club.get('/fees')).body.data
    expect(read).toMatchObject(body.data)
    expect(body.data[1]).toMatchObject({ external_id: 'annual-ada', due_on: '2999-03-31' })
    expect(read[1]).toMatchObject({
      external_id: 'annual-ada',
      due_on: '2999-03-31',
      attached_expense: expense,
    })
  })

  it.each([
    ['fee_annual', 'must not begin with fee_'],
    ['..', 'must not be a dot segment: URLs swallow it'],
    ['', 'must not be empty'],
  ])('refuses the external_id %j, which no path could name', async (external_id, message) => {
    const { club } = await clubOf(person(ADA))
    const { status, body } = await createFees(club, { ...CLAIM, person_external_id: 'ada', external_id })
    expect([status, body.errors]).toEqual([422, { 'data.0.external_id': [message] }])
    expect(await stored(club)).toEqual([])
  })

  it('gives every fee its own valid ISO 11649 reference', async () => {
    const { club } = await clubOf(person(ADA))
    const { body } = await createFees(club, ...Array(200).fill({ ...CLAIM, person_external_id: 'ada' }))
    const references: string[] = body.data.map((fee: { reference: string }) => fee.reference)
    expect(references.filter((reference) => !isCreditorReference(reference))).toEqual([])
    expect(new Set(references).size).toBe(200)
  })

  it.each([
    ['amount', 1],
    ['amount', 99_999_999_999],
    ['description', 'x'],
    ['description', 'ü😀'.repeat(250)],
  ])('accepts the %s %s', async (key, value) => {
    const { club } = await clubOf(person(ADA))
    const { status, body } = await createFees(club, { ...CLAIM, person_external_id: 'ada', [key]: value })
    expect(status).toBe(201)
    expect(body.data[0][key]).toBe(value)
    expect(await stored(club)).toMatchObject([{ [key]: value }])
  })

  it.each([
    ['amount', 0],
    ['amount', -1],
    ['amount', 0.5],
    ['amount', 100_000_000_000],
    ['amount', 1e300],
    ['amount', '4500'],
    ['amount', null],
    ['amount', undefined],
    ['description', ''],
    ['description', 'x'.repeat(501)],
    ['description', 'nul\u0000'],
    ['description', '\ud800'],
    ['description', 45],
    ['description', null],
    ['description', undefined],
    ['person_external_id', 'unknown'],
    ['person_external_id', ''],
    ['person_external_id', 7],
    ['attached_expense', 'Youth'],
    ['colour', 'red'],
    ['id', 'fee_0VMtKcPBq7XJ3mZ1sWv9LdTe'],
  ])('refuses the %s %j', async (key, value) => {
    const { club } = await clubOf(person(ADA))
    const { status, body } = await createFees(club, { ...CLAIM, person_external_id: 'ada', [key]: value })
    expect(status).toBe(422)
    expect(Object.keys(body.errors)).toEqual([`data.0.${key}`])
    expect(await stored(club)).toEqual([])
  })

  it.each([
    ['no data', {}, ['data']],
    ['empty data', { data: [] }, ['data']],
    ['data that is no array', { data: { ...CLAIM } }, ['data']],
    ['an item that is no object', { data: [null, 'x'] }, ['data.0', 'data.1']],
    ['an unknown key beside data', { data: [], dry_run: true }, ['data', 'dry_run']],
  ])('refuses %s', async (_, body, paths) => {
    const answer = await (await workspace()).post('/fees', body)
    expect(answer.status).toBe(422)
    expect(Object.keys(answer.body.errors).sort()).toEqual(paths)
  })
})

describe('person of a fee', () => {
  it('is required by exactly one key', async () => {
    const { club, id } = await clubOf(person(ADA))
    const both = { person_id: id, person_external_id: 'ada' }
    for (const person of [{}, both]) {
      const { status, body } = await createFees(club, { ...CLAIM, ...person })
      expect(status).toBe(422)
      expect(body.errors).toEqual({ 'data.0.person_id': [expect.stringContaining('not both')] })
    }
    expect(await stored(club)).toEqual([])
  })

  it('is refused under its own path when unknown or in another workspace', async () => {
    const [club, other] = [await workspace(), await workspace()]
    await addTo(club, person(ADA))
    const foreign = await createPerson(other, ADA)
    const { status, body } = await createFees(
      club,
      { ...CLAIM, person_external_id: 'ada' },
      { ...CLAIM, person_id: 'per_0VMtKcPBq7XJ3mZ1sWv9LdTe' },
      { ...CLAIM, person_id: foreign },
      { ...CLAIM, person_id: 'ada' },
    )
    expect(status).toBe(422)
    const messages = Object.entries(body.errors)
    expect(messages.map(([path]) => path)).toEqual([1, 2, 3].map((index) => `data.${index}.person_id`))
    expect(body.errors['data.1.person_id']).toEqual(body.errors['data.2.person_id'])
    expect(await stored(club)).toEqual([])
  })

  it('may be an applicant or a former member', async () => {
    const club = await workspace()
    const applicant = { name: { last_name: 'Applicant' }, creation_behaviour: 'unconfirmed' }
    const ids = [
      await createPerson(club, applicant),
      await createPerson(club, { name: { last_name: 'Former' }, leave_date: '2001-01-01' }),
    ]
    const { status } = await createFees(club, ...ids.map((person_id) => ({ ...CLAIM, person_id })))
    expect(status).toBe(201)
    expect((await stored(club)).map(({ person_name }) => person_name)).toEqual(['Applicant', 'Former'])
  })

  it('is refused by an external_id that is in two lists, and accepted by its id', async () => {
    const { club } = await clubOf(person({ external_id: 'twin' }))
    const contact = await createPerson(club, { external_id: 'twin' }, 'contacts')
    const refused = await createFees(club, { ...CLAIM, person_external_id: 'twin' })
    expect(refused.status).toBe(422)
    expect(refused.body.errors).toEqual({
      'data.0.person_external_id': [expect.stringContaining('two lists')],
    })
    const taken = await createFees(club, { ...CLAIM, person_id: contact })
    expect(taken.status).toBe(201)
    expect(await stored(club)).toMatchObject([{ person_id: contact }])
  })

  it.each(['person_id', 'person_external_id'])(
    'is refused in a list that the key cannot read, by %s',
    async (by) => {
      const { club, id } = await clubOf(person({ external_id: 'grace' }, 'contacts'))
      const item = { ...CLAIM, [by]: by === 'person_id' ? id : 'grace' }
      const key = await club.keyWith('fees:write', 'members:read', 'contacts:write')
      const { status, body } = await club.post('/fees', { data: [{ amount: 0 }, item] }, { key })
      expect(status).toBe(403)
      expect(body.type).toMatch(/permission_missing$/)
      expect(await stored(club)).toEqual([])
      const allowed = await club.keyWith('fees:write', 'contacts:read')
      expect((await club.post('/fees', { data: [item] }, { key: allowed })).status).toBe(201)
    },
  )

  it('is refused alike for a person that the key cannot read and for one that does not exist', async () => {
    const { club } = await clubOf(person(ADA))
    const [{ id: ada }] = (await club.get('/lists/members/persons')).body.data
    const known = [{ person_external_id: 'ada' }, { person_id: ada }]
    const unknown = [{ person_external_id: 'nobody' }, { person_id: 'per_nobody' }]
    const answersOf = (key: string) =>
      Promise.all(
        [...known, ...unknown].map(async (named) => {
          const { status, body } = await club.post('/fees', { data: [{ ...CLAIM, ...named }] }, { key })
          return { status, ...body, request_id: undefined, instance: undefined }
        }),
      )
    for (const key of [await club.keyWith('fees:write'), await club.keyWith('fees:write', 'contacts:read')]) {
      const answers = await answersOf(key)
      expect(answers[0]).toMatchObject({ status: 403, type: expect.stringMatching(/permission_missing$/) })
      for (const answer of answers) expect(answer).toEqual(answers[0])
    }
    expect(await stored(club)).toEqual([])
    const reader = await answersOf(await club.keyWith('fees:write', 'members:read', 'contacts:read'))
    expect(reader.map(({ status }) => status)).toEqual([201, 201, 422, 422])
  })

  it.each(['person_id', 'person_external_id'])(
    'is refused in a list outside the subscription, by %s',
    async (by) => {
      const { club, id } = await clubOf(person({ external_id: 'grace' }, 'contacts'))
      await addTo(club, person(ADA))
      const items = [
        { ...CLAIM, person_external_id: 'ada' },
        { ...CLAIM, [by]: by === 'person_id' ? id : 'grace' },
      ]
      const subscribe = (subscription_variant: string) =>
        operator('PATCH', `/operator/workspaces/${club.id}`, { subscription_variant })
      await subscribe('members')
      const { status, body } = await createFees(club, ...items)
      expect([status, body.type]).toEqual([403, expect.stringMatching(/permission_missing$/)])
      expect(await stored(club)).toEqual([])
      await subscribe('complete')
      expect((await createFees(club, ...items)).status).toBe(201)
    },
  )

  it('is refused for a key without fees:write', async () => {
    const { club } = await clubOf(person(ADA))
    const key = await club.keyWith('fees:read', 'members:read', 'members:write', 'bookkeeping:write')
    const { status, body } = await club.post(
      '/fees',
      { data: [{ ...CLAIM, person_external_id: 'ada' }] },
      { key },
    )
    expect(status).toBe(403)
    expect(body.detail).toContain('fees:write')
    expect(await stored(club)).toEqual([])
  })

  it.each([
    [{ name: { first_name: 'Ada', last_name: 'Lovelace' }, email: 'ada@example.org' }, 'Ada Lovelace'],
    [{ name: { first_name: 'Ada' }, email: 'ada@example.org' }, 'Ada'],
    [{ name: { last_name: 'Lovelace' }, membership_number: '7' }, 'Lovelace'],
    [{ email: 'Ada@example.org', membership_number: '7', external_id: 'x' }, 'Ada@example.org'],
    [{ membership_number: '7', external_id: 'x' }, '7'],
    [{ external_id: 'x' }, 'x'],
  ])('with the name %j is stored as %s', async (fields, name) => {
    const club = await workspace()
    const { body } = await createFees(club, {
      ...CLAIM,
      person_id: await createPerson(club, fields),
    })
    expect(body.data[0].person_name).toBe(name)
    expect(await stored(club)).toMatchObject([{ person_name: name }])
  })

  it('keeps its fee and the name at that time when it is renamed and deleted', async () => {
    const { club, id } = await clubOf(person(ADA))
    await createFees(club, { ...CLAIM, person_id: id })
    const before = await stored(club)
    await club.put('/lists/members/persons/ada', { name: { last_name: 'King' } })
    expect(await stored(club)).toEqual(before)
    expect((await club.delete('/lists/members/persons/ada')).status).toBe(204)
    expect(await stored(club)).toEqual(before)
    expect(before).toMatchObject([{ person_id: id, person_name: 'Ada Lovelace' }])
  })
})

describe('attached expense of a fee', () => {
  /** Creates a workspace with Ada, the cost units Youth (Jerseys, Travel) and Board (Postage), and Old, which is archived. */
  async function books() {
    const { club } = await clubOf(person(ADA))
    const make = async (name: string, ...categories: string[]) =>
      (await club.post('/cost_units', { name, categories })).body.data
    const units = {
      youth: await make('Youth', 'Jerseys', 'Travel'),
      board: await make('Board', 'Postage'),
      old: await make('Old', 'Jerseys'),
    }
    expect((await club.put(`/cost_units/${units.old.id}`, { archived: true })).status).toBe(200)
    const withExpense = (...expenses: object[]) =>
      createFees(
        club,
        ...expenses.map((attached_expense) => ({ ...CLAIM, person_external_id: 'ada', attached_expense })),
      )
    return { club, units, withExpense }
  }

  it('is stored by the ids of cost unit and category', async () => {
    const { club, units, withExpense } = await books()
    const { youth, board } = units
    const expense = { costunit_name: 'Youth', category_name: 'Travel', sphere: 'ideal' }
    const { status } = await withExpense(expense, { costunit_name: 'Board' }, { sphere: 'assets' }, {})
    expect(status).toBe(201)
    const none = { cost_unit_id: null, category_id: null, sphere: null }
    expect(await stored(club)).toMatchObject([
      { cost_unit_id: youth.id, category_id: youth.categories[1].id, sphere: 'ideal' },
      { ...none, cost_unit_id: board.id },
      { ...none, sphere: 'assets' },
      none,
    ])
  })

  it.each(['purpose', 'ideal', 'business', 'assets'])('accepts the sphere %s', async (sphere) => {
    const { club, withExpense } = await books()
    expect((await withExpense({ sphere })).status).toBe(201)
    expect(await stored(club)).toMatchObject([{ sphere }])
  })

  it.each([
    ['an archived cost unit', { costunit_name: 'Old' }, 'costunit_name', 'archived'],
    ['an unknown cost unit', { costunit_name: 'Unknown' }, 'costunit_name', 'not match a cost unit'],
    ['a cost unit in other letters', { costunit_name: 'youth' }, 'costunit_name', 'not match a cost unit'],
    ['a cost unit with a space', { costunit_name: 'Youth ' }, 'costunit_name', 'not match a cost unit'],
    ['a name in place of a text', { costunit_name: 7 }, 'costunit_name', 'string'],
    [
      'a category of another cost unit',
      { costunit_name: 'Youth', category_name: 'Postage' },
      'category_name',
      'not match a category',
    ],
    [
      'a category in other letters',
      { costunit_name: 'Youth', category_name: 'JERSEYS' },
      'category_name',
      'not match a category',
    ],
    ['a category without a cost unit', { category_name: 'Jerseys' }, 'costunit_name', 'required'],
    ['a sphere that there is not', { sphere: 'Purpose' }, 'sphere', 'one of'],
    ['an unknown key', { colour: 'red' }, 'colour', 'not a known field'],
  ])('refuses %s', async (_, expense, key, message) => {
    const { club, withExpense } = await books()
    const { status, body } = await withExpense(expense)
    expect(status).toBe(422)
    expect(body.errors).toEqual({
      [`data.0.attached_expense.${key}`]: [expect.stringContaining(message)],
    })
    expect(await stored(club)).toEqual([])
  })

  it('is refused for the cost unit of another workspace', async () => {
    const [club, other] = [await workspace(), await workspace()]
    await addTo(club, person(ADA))
    await other.post('/cost_units', { name: 'Youth' })
    const item = { ...CLAIM, person_external_id: 'ada', attached_expense: { costunit_name: 'Youth' } }
    const { status, body } = await createFees(club, item)
    expect(status).toBe(422)
    expect(Object.keys(body.errors)).toEqual(['data.0.attached_expense.costunit_name'])
  })

  it('is accepted again once its cost unit is restored', async () => {
    const { club, units, withExpense } = await books()
    await club.put(`/cost_units/${units.old.id}`, { archived: false })
    expect((await withExpense({ costunit_name: 'Old', category_name: 'Jerseys' })).status).toBe(201)
    expect(await stored(club)).toMatchObject([
      { cost_unit_id: units.old.id, category_id: units.old.categories[0].id },
    ])
  })
})

describe('batch of fees', () => {
  it('returns all its errors at once', async () => {
    const { club } = await clubOf(person(ADA))
    const expense = { costunit_name: 'Unknown', sphere: 'moon' }
    const { status, body } = await createFees(
      club,
      { ...CLAIM, person_external_id: 'ada' },
      { amount: -1, person_id: 'per_unknown', attached_expense: expense },
      { ...CLAIM, colour: 'red' },
    )
    expect(status).toBe(422)
    expect(Object.keys(body.errors).sort()).toEqual([
      'data.1.amount',
      'data.1.attached_expense.costunit_name',
      'data.1.attached_expense.sphere',
      'data.1.description',
      'data.1.person_id',
      'data.2.colour',
      'data.2.person_id',
    ])
    expect(await stored(club)).toEqual([])
  })

  const LOTS = Array.from({ length: 10_000 }, (_, index) => index)
  const items = (length: number) =>
    Array.from({ length }, (_, index) => ({
      amount: index + 1,
      description: `Fee ${index}`,
      person_external_id: `e-${index}`,
    }))

  it('accepts 10,000 fees for as many persons in two trips', async () => {
    const club = await workspace()
    const people = LOTS.map((index) => ({
      external_id: `e-${index}`,
      name: { last_name: `Person ${index}` },
    }))
    expect((await club.put('/lists/members/persons', { data: people })).status).toBe(200)
    const { status, body, cost } = await createFees(club, ...items(10_000))
    expect(status).toBe(201)
    expect(cost.trips).toBe(2)
    expect(body.data.map((fee: { amount: number }) => fee.amount)).toEqual(LOTS.map((index) => index + 1))
    const kept = await rows(
      'SELECT id, reference, amount, description, person_name, person_id FROM fees WHERE workspace_id = ? ORDER BY id',
      club.id,
    )
    expect(kept.map((fee, index) => ({ ...body.data[index], ...fee }))).toEqual(body.data)
    expect(new Set(kept.map(({ reference }) => reference)).size).toBe(10_000)
  })

  it('refuses 10,001 fees', async () => {
    const { club } = await clubOf(person(ADA))
    const data = Array(10_001).fill({ ...CLAIM, person_external_id: 'ada' })
    const { status, body } = await club.post('/fees', { data })
    expect(status).toBe(422)
    expect(body.errors.data).toHaveLength(1)
    expect(await stored(club)).toEqual([])
  })

  it('stores nothing when fee 9,999 has an error', async () => {
    const { club } = await clubOf(person(ADA))
    const data = LOTS.map((index) => ({
      ...CLAIM,
      amount: index === 9_999 ? 0 : 1,
      person_external_id: 'ada',
    }))
    const { status, body } = await call('POST', '/fees', { key: club.key, body: { data } })
    expect(status).toBe(422)
    expect(Object.keys(body.errors)).toEqual(['data.9999.amount'])
    expect(await stored(club)).toEqual([])
  })
})
