import { describe, expect, it } from 'vitest'
import { type Answer, call } from '../support/call'
import { interruptedBy } from '../support/fake-d1'
import { memberId, seedMembers } from '../support/seed-members'
import { rows, type Workspace, workspace } from '../support/workspace'

type Claim = { amount: number; person_id?: string; person_external_id?: string; attached_expense?: object }

const createFees = async (club: Workspace, ...items: Claim[]) => {
  const data = items.map((item) => ({ description: 'Annual fee 2026', ...item }))
  const { status, body } = await club.post('/fees', { data })
  expect(status).toBe(201)
  return body.data as { id: string; reference: string }[]
}

const amounts = ({ body }: Answer): number[] => body.data.map((fee: { amount: number }) => fee.amount)

/** Creates a workspace with the members e1 to e3 and fees of 1 to 9 cents: three for e1, three for e2, three for e3. */
async function createFixture(): Promise<Workspace> {
  const club = await workspace()
  await seedMembers(club.id, 3)
  for (const n of [1, 2, 3])
    await createFees(
      club,
      ...[1, 2, 3].map((index) => ({ amount: 3 * n - 3 + index, person_id: memberId(n) })),
    )
  return club
}

const writtenAt = (amount: number, instant: string) =>
  rows('UPDATE fees SET updated_at = ? WHERE amount = ?', instant, amount)

const INSTANT = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)

describe('GET /fees/{fee_id}', () => {
  it('returns the fee as it was created, with its status and what it is booked to', async () => {
    const club = await workspace()
    await seedMembers(club.id, 1)
    await club.post('/cost_units', { name: 'Youth', categories: ['Jerseys'] })
    const none = { costunit_name: null, category_name: null, sphere: null }
    const expenses = [
      [undefined, null],
      [{}, null],
      [{ sphere: 'ideal' }, { ...none, sphere: 'ideal' }],
      [{ costunit_name: 'Youth' }, { ...none, costunit_name: 'Youth' }],
      [
        { costunit_name: 'Youth', category_name: 'Jerseys', sphere: 'assets' },
        { costunit_name: 'Youth', category_name: 'Jerseys', sphere: 'assets' },
      ],
    ] as const
    const claimed = await createFees(
      club,
      ...expenses.map(([given], index) => ({
        amount: index + 1,
        person_external_id: 'e1',
        ...(given && { attached_expense: given }),
      })),
    )
    const page = await club.get('/fees')
    expect([page.status, page.cost.trips]).toEqual([200, 1])
    expect(page.body.data).toEqual(
      claimed.map((fee, index) => ({
        ...fee,
        status: 'open',
        ...{ external_id: null, due_on: null, paid_amount: 0, open_amount: index + 1, paid_on: null },
        ...{ collection: null, last_return: null, cancellation: null, dues: null },
        attached_expense: expenses[index]?.[1],
        created_at: INSTANT,
        updated_at: INSTANT,
      })),
    )
    for (const fee of page.body.data) {
      const one = await club.get(`/fees/${fee.id}`)
      expect([one.status, one.cost.trips, one.body]).toEqual([200, 1, { data: fee }])
    }
  })

  it('returns the current name of its cost unit', async () => {
    const club = await workspace()
    await seedMembers(club.id, 1)
    const unit = (await club.post('/cost_units', { name: 'Youth' })).body.data.id
    await createFees(club, {
      amount: 1,
      person_external_id: 'e1',
      attached_expense: { costunit_name: 'Youth' },
    })
    await club.put(`/cost_units/${unit}`, { name: 'Juniors', archived: true })
    expect((await club.get('/fees')).body.data[0].attached_expense.costunit_name).toBe('Juniors')
  })

  it('returns the fee of a deleted person', async () => {
    const club = await createFixture()
    await club.delete('/lists/members/persons/e1')
    const { body } = await club.get(`/fees?person_id=${memberId(1)}`)
    expect(body.data).toHaveLength(3)
    expect(body.data[0]).toMatchObject({ person_id: memberId(1), person_name: 'First1 Last1' })
  })

  it('answers HEAD without a body', async () => {
    const club = await createFixture()
    const [{ id }] = (await club.get('/fees')).body.data
    for (const path of ['/fees', `/fees/${id}`]) {
      const { status, text } = await call('HEAD', path, { key: club.key })
      expect([status, text]).toEqual([200, ''])
    }
  })

  it('returns 403 for a key without fees:read', async () => {
    const club = await createFixture()
    const [{ id }] = (await club.get('/fees')).body.data
    const [without, alone] = [
      await club.keyWith('fees:write', 'members:read', 'bookkeeping:read'),
      await club.keyWith('fees:read'),
    ]
    for (const path of ['/fees', '/fees?colour=red', `/fees/${id}`, '/fees/fee_none']) {
      const { status, body } = await club.get(path, { key: without })
      expect([path, status]).toEqual([path, 403])
      expect(body.detail).toContain('fees:read')
    }
    for (const path of ['/fees', `/fees/${id}`])
      expect((await club.get(path, { key: alone })).status).toBe(200)
  })

  it('returns 404 for a fee of another workspace as for an unknown one', async () => {
    const [club, other] = [await createFixture(), await createFixture()]
    const [fee] = (await other.get('/fees')).body.data
    const texts = new Set<string>()
    for (const id of [fee.id, 'fee_0VMtKcPBq7XJ3mZ1sWv9LdTe', 'x', 'per_1', '%00', fee.reference]) {
      const { status, text, body } = await club.get(`/fees/${id}`)
      expect(status).toBe(404)
      texts.add(text.replace(body.request_id, ''))
    }
    expect(texts.size).toBe(1)
    for (const filter of [`reference=${fee.reference}`, `person_id=${fee.person_id}x`])
      expect((await club.get(`/fees?${filter}`)).body.data).toEqual([])
    const ours = (await club.get('/fees')).body.data.map(({ id }: { id: string }) => id)
    expect(ours).toHaveLength(9)
    expect(ours).not.toContain(fee.id)
  })
})

describe('a fee that a path names by its external_id', () => {
  it('is read, changed, and acted on as by its id', async () => {
    const club = await workspace()
    await seedMembers(club.id, 1)
    const other = await workspace()
    await seedMembers(other.id, 1)
    const claim = { description: 'Annual fee', person_external_id: 'e1' }
    const claimed = (name: string) => ({ ...claim, amount: 500, external_id: name })
    for (const one of [club, other])
      expect((await one.post('/fees', { data: ['a b/ü', 'b', 'c'].map(claimed) })).status).toBe(201)
    const path = `/fees/${encodeURIComponent('a b/ü')}`
    const { body, cost } = await club.get(path)
    expect([body.data.external_id, cost.trips]).toEqual(['a b/ü', 1])
    expect((await club.get(`/fees/${body.data.id}`)).body).toEqual(body)
    const changed = await club.patch(path, { due_on: '2999-01-31' })
    expect([changed.status, changed.body.data.id, changed.body.data.due_on]).toEqual([
      200,
      body.data.id,
      '2999-01-31',
    ])
    const paid = { amount: 300, method: 'bank_transfer', paid_on: '2026-01-31' }
    await club.post('/payments', { data: [{ ...paid, fee_external_id: 'a b/ü' }] })
    expect((await club.get(`${path}/payments`)).body.data).toMatchObject([
      { fee_id: body.data.id, amount: 300 },
    ])
    expect((await club.post(`${path}/waiver`, { reason: 'Hardship' })).body.data.status).toBe('paid')
    const refund = { ...paid, amount: 100, reason: 'Too much' }
    expect((await club.post(`${path}/refunds`, refund)).body.data.paid_amount).toBe(200)
    await club.post('/fees/b/cancellation', { kind: 'mistake', reason: 'Twice' })
    expect((await club.get('/fees/b')).body.data.status).toBe('cancelled')
    expect((await club.delete('/fees/b/cancellation')).body.data.status).toBe('open')
    const foreign = await rows('SELECT status, due_on, revision FROM fees WHERE workspace_id = ?', other.id)
    expect(foreign).toEqual(Array(3).fill({ status: 'open', due_on: null, revision: 1 }))
    expect(await rows('SELECT id FROM payments WHERE workspace_id = ?', other.id)).toEqual([])
    expect((await club.get('/fees/unknown')).status).toBe(404)
  })

  it('is found by a filter, which reads nothing else', async () => {
    const club = await workspace()
    await seedMembers(club.id, 1)
    const data = ['a', 'b', 'c'].map((external_id, index) => ({
      amount: index + 1,
      description: 'Annual fee',
      person_external_id: 'e1',
      external_id,
    }))
    await club.post('/fees', { data })
    const found = await club.get('/fees?external_id=b')
    expect([amounts(found), found.cost.rowsRead <= 6]).toEqual([[2], true])
    for (const [query, expected] of [
      ['external_id=b&status=open', [2]],
      ['external_id=b&status=paid', []],
      ['external_id=b&person_external_id=e1', [2]],
      ['external_id=b&person_external_id=e2', []],
      ['external_id=d', []],
    ] as const)
      expect(amounts(await club.get(`/fees?${query}`)), query).toEqual(expected)
  })
})

describe('GET /fees as CSV', () => {
  it('gives all fees that match, a record each, in the numbers of the locale', async () => {
    const club = await workspace()
    await seedMembers(club.id, 1)
    await club.post('/cost_units', { name: 'Youth' })
    const claim = { person_external_id: 'e1' }
    const attached_expense = { costunit_name: 'Youth', sphere: 'ideal' }
    const data = [
      {
        ...claim,
        amount: 123_456,
        description: '=1+1',
        external_id: 'a',
        due_on: '2999-03-31',
        attached_expense,
      },
      { ...claim, amount: 5, description: 'a;b' },
    ]
    const [first] = (await club.post('/fees', { data })).body.data
    const { text, headers } = await club.get('/fees?format=csv&per_page=1')
    expect(headers.get('Content-Disposition')).toBe('attachment; filename="fees.csv"')
    const [head, one, two, end] = text.split('\r\n')
    expect(head).toMatch(
      /^.?id;external_id;reference;amount;description;person_id;person_name;status;due_on;/,
    )
    expect(one?.startsWith(`${first.id};a;${first.reference};"1234,56";'=1+1;${memberId(1)};`)).toBe(true)
    expect(one).toContain(';Youth;;ideal;')
    expect([two?.includes('"0,05";"a;b"'), end]).toEqual([true, ''])
    expect((await club.get('/fees', { headers: { Accept: 'text/csv' } })).text).toBe(text)
    expect((await club.get('/fees?format=csv&external_id=a')).text).toBe(`${head}\r\n${one}\r\n`)
    expect((await club.get('/fees?format=csv&cursor=x')).body.errors).toMatchObject({
      cursor: [expect.any(String)],
    })
  })
})

describe('PATCH /fees/{fee_id}', () => {
  it('changes when the fee is due, and returns it', async () => {
    const club = await createFixture()
    const [fee] = (await club.get('/fees')).body.data
    const { status, body, cost } = await club.patch(`/fees/${fee.id}`, { due_on: '2027-03-31' })
    expect([status, cost.trips]).toEqual([200, 2])
    expect(body.data).toEqual({ ...fee, due_on: '2027-03-31', updated_at: INSTANT })
    expect((await club.get(`/fees/${fee.id}`)).body.data).toEqual(body.data)
    const { body: events } = await club.get('/events')
    expect(events.data.at(-1)).toMatchObject({
      action: 'fee.updated',
      changes: { due_on: [null, '2027-03-31'] },
    })
    expect((await club.patch(`/fees/${fee.id}`, {})).body.data).toEqual(body.data)
    const none = await club.patch(`/fees/${fee.id}`, { due_on: null })
    expect(none.body.data.due_on).toBeNull()
  })

  it('refuses other keys, dates that are none, and fees with nothing open', async () => {
    const club = await createFixture()
    const [fee] = (await club.get('/fees')).body.data
    const errorsOf = async (body: object) => (await club.patch(`/fees/${fee.id}`, body)).body.errors
    expect(Object.keys(await errorsOf({ due_on: '2027-02-30', amount: 1 })).sort()).toEqual([
      'amount',
      'due_on',
    ])
    await club.post(`/fees/${fee.id}/cancellation`, { kind: 'mistake', reason: 'Twice' })
    expect(await errorsOf({ due_on: '2027-03-31' })).toEqual({ fee_id: ['has nothing open'] })
    expect(await rows('SELECT due_on FROM fees WHERE id = ?', fee.id)).toEqual([{ due_on: null }])
  })
})

describe('GET /fees', () => {
  it.each([1, 2, 4, 8, 9, 10])(
    'returns each fee once, forwards and backwards, with %i a page',
    async (size) => {
      const club = await createFixture()
      const pages: number[][] = []
      let answer = await club.get(`/fees?per_page=${size}`)
      expect(answer.body.meta).toMatchObject({
        path: 'http://mas.test/fees',
        per_page: size,
        prev_cursor: null,
      })
      for (;;) {
        pages.push(amounts(answer))
        const { next_cursor } = answer.body.meta
        if (next_cursor === null) break
        expect(answer.headers.get('Link')).toContain(`cursor=${next_cursor}>; rel="next"`)
        answer = await club.get(`/fees?per_page=${size}&cursor=${next_cursor}`)
      }
      expect(pages.flat()).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
      expect(pages.length).toBe(Math.ceil(9 / size))
      for (const before of pages.slice(0, -1).reverse()) {
        answer = await club.get(`/fees?per_page=${size}&cursor=${answer.body.meta.prev_cursor}`)
        expect(amounts(answer)).toEqual(before)
      }
      expect(answer.body.meta.prev_cursor).toBeNull()
    },
  )

  it('returns one empty page for a workspace without fees', async () => {
    const { status, body } = await (await workspace()).get('/fees')
    expect([status, body]).toEqual([
      200,
      {
        data: [],
        meta: { path: 'http://mas.test/fees', per_page: 500, next_cursor: null, prev_cursor: null },
      },
    ])
  })

  it('neither skips nor repeats fees while others are added', async () => {
    const club = await createFixture()
    const first = await club.get('/fees?per_page=5')
    await createFees(club, { amount: 10, person_id: memberId(1) })
    const second = await club.get(`/fees?per_page=5&cursor=${first.body.meta.next_cursor}`)
    expect([...amounts(first), ...amounts(second)]).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
  })

  it('returns 422 for a cursor of another filter', async () => {
    const [club, other] = [await createFixture(), await createFixture()]
    const mine = `person_id=${memberId(1)}`
    const { body } = await club.get(`/fees?${mine}&per_page=1`)
    const cursor = `cursor=${body.meta.next_cursor}`
    expect(amounts(await club.get(`/fees?${mine}&${cursor}`))).toEqual([2, 3])
    for (const filter of [
      '',
      `person_id=${memberId(2)}&`,
      'person_external_id=e1&',
      `${mine}&created_since=2026-01-01T00:00:00Z&`,
      `${mine}&updated_since=2026-01-01T00:00:00Z&`,
      `${mine}&reference=RF18&`,
    ]) {
      const refused = await club.get(`/fees?${filter}${cursor}`)
      expect([filter, refused.status]).toEqual([filter, 422])
      expect(Object.keys(refused.body.errors)).toEqual(['cursor'])
    }
    expect((await other.get(`/fees?${mine}&${cursor}`)).status).toBe(422)
    const persons = await club.get('/lists/members/persons?per_page=1')
    expect((await club.get(`/fees?cursor=${persons.body.meta.next_cursor}`)).status).toBe(422)
  })
})

describe('GET /fees with filters', () => {
  it('finds fees by person', async () => {
    const club = await createFixture()
    expect(amounts(await club.get(`/fees?person_id=${memberId(2)}`))).toEqual([4, 5, 6])
    expect(amounts(await club.get('/fees?person_external_id=e3'))).toEqual([7, 8, 9])
    for (const unknown of [
      `person_id=${memberId(4)}`,
      'person_id=e1',
      'person_external_id=E1',
      `person_external_id=${memberId(1)}`,
    ])
      expect(amounts(await club.get(`/fees?${unknown}`))).toEqual([])
  })

  it('finds fees by the external_id of a person in any list, applicants included', async () => {
    const club = await workspace()
    const make = async (list: string, body: object) =>
      (await club.post(`/lists/${list}/persons`, body)).body.data.id as string
    const member = await make('members', { external_id: 'twin', creation_behaviour: 'unconfirmed' })
    const contact = await make('contacts', { external_id: 'twin' })
    await createFees(club, { amount: 1, person_id: member }, { amount: 2, person_id: contact })
    expect(amounts(await club.get('/fees?person_external_id=twin'))).toEqual([1, 2])
  })

  it('finds every fee by reference', async () => {
    const club = await createFixture()
    for (const { reference, amount } of (await club.get('/fees')).body.data)
      expect(amounts(await club.get(`/fees?reference=${reference}`))).toEqual([amount])
    const [{ reference }] = (await club.get('/fees')).body.data
    for (const no of [
      'RF18539007547034',
      reference.slice(0, -1),
      reference.toLowerCase(),
      `RF00${'Z'.repeat(21)}`,
      '%25',
    ])
      expect(amounts(await club.get(`/fees?reference=${no}`))).toEqual([])
  })

  it('finds fees created at an instant or later, to the millisecond', async () => {
    const club = await createFixture()
    await rows("UPDATE fees SET id = 'fee_0Old' || id WHERE amount < 4")
    expect(amounts(await club.get('/fees?created_since=2026-01-01T00:00:00Z'))).toEqual([4, 5, 6, 7, 8, 9])
    expect(amounts(await club.get('/fees?created_since=2026-01-01T01:00:00%2B01:00'))).toEqual([
      4, 5, 6, 7, 8, 9,
    ])
    for (const all of ['1969-12-31T23:59:59Z', '0001-01-01T00:00:00Z', '0000-01-01T00:00:00%2B14:00'])
      expect(amounts(await club.get(`/fees?created_since=${all}`))).toHaveLength(9)
    expect(amounts(await club.get('/fees?created_since=2999-01-01T00:00:00Z'))).toEqual([])
  })

  it('finds a fee by its own created_at, however long the request took', async () => {
    const club = await workspace()
    await seedMembers(club.id, 1)
    const slow = interruptedBy(() => new Promise((resolve) => setTimeout(resolve, 20)))
    await club.post('/fees', { data: [{ amount: 1, description: 'x', person_external_id: 'e1' }] }, slow)
    const [{ created_at }] = (await club.get('/fees')).body.data
    expect(amounts(await club.get(`/fees?created_since=${created_at}`))).toEqual([1])
  })

  it('finds fees written at an instant or later', async () => {
    const club = await createFixture()
    await writtenAt(2, '2999-01-01T00:00:00.000Z')
    await writtenAt(8, '2999-01-01T00:00:00.001Z')
    expect(amounts(await club.get('/fees?updated_since=2999-01-01T00:00:00Z'))).toEqual([2, 8])
    expect(amounts(await club.get('/fees?updated_since=2999-01-01T00:00:00.001Z'))).toEqual([8])
    expect(amounts(await club.get('/fees?updated_since=2000-01-01T00:00:00Z'))).toHaveLength(9)
  })

  it('combines filters, page by page', async () => {
    const club = await createFixture()
    await writtenAt(5, '2999-01-01T00:00:00.000Z')
    await writtenAt(7, '2999-01-01T00:00:00.000Z')
    const later = 'updated_since=2999-01-01T00:00:00Z'
    const [, , , , { reference }] = (await club.get('/fees')).body.data
    for (const [filter, expected] of [
      [`person_id=${memberId(2)}&${later}`, [5]],
      [`person_external_id=e3&${later}&created_since=2026-01-01T00:00:00Z`, [7]],
      [`person_id=${memberId(2)}&person_external_id=e2`, [4, 5, 6]],
      [`person_id=${memberId(2)}&person_external_id=e3`, []],
      [`person_id=${memberId(2)}&reference=${reference}`, [5]],
      [`person_id=${memberId(1)}&reference=${reference}`, []],
    ] as const)
      expect(amounts(await club.get(`/fees?${filter}`)), filter).toEqual(expected)
    const first = await club.get(`/fees?${later}&per_page=1`)
    expect(first.headers.get('Link')).toContain('updated_since=')
    const second = await club.get(`/fees?${later}&per_page=1&cursor=${first.body.meta.next_cursor}`)
    expect([amounts(first), amounts(second), second.body.meta.next_cursor]).toEqual([[5], [7], null])
  })

  it.each([
    ['colour=red', 'colour'],
    ['status=lost', 'status'],
    ['due_before=soon', 'due_before'],
    ['filter[amount]=1', 'filter[amount]'],
    ['created_since=yesterday', 'created_since'],
    ['created_since=2026-01-01', 'created_since'],
    ['updated_since=', 'updated_since'],
    ['updated_since=2026-02-30T00:00:00Z', 'updated_since'],
    ['person_id=', 'person_id'],
    ['person_id=a&person_id=b', 'person_id'],
    ['person_external_id=%00', 'person_external_id'],
    ['reference=', 'reference'],
    [`reference=${'R'.repeat(36)}`, 'reference'],
    ['per_page=501', 'per_page'],
    ['per_page=0', 'per_page'],
    ['cursor=x', 'cursor'],
    ['cursor=next-fee_x-0123456789abcdef', 'cursor'],
  ])('refuses ?%s', async (query, name) => {
    const { status, body } = await (await workspace()).get(`/fees?${query}`)
    expect(status).toBe(422)
    expect(Object.keys(body.errors)).toEqual([name])
  })
})
