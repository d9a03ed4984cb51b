import { describe, expect, it, vi } from 'vitest'
import { ADA, clubOf, fee, person } from '../support/club'
import { rows, type Workspace, workspace } from '../support/workspace'

const PAID = { method: 'bank_transfer', paid_on: '2026-01-31' }

const clubWithFees = (...fees: object[]) => clubOf(person(ADA), ...fees.map((fields) => fee(4500, fields)))

const stored = (club: Workspace, table: string) =>
  rows(`SELECT * FROM ${table} WHERE workspace_id = ?`, club.id)

describe('POST /payments', () => {
  it('pays a fee in parts', async () => {
    const { club, fees } = await clubWithFees({})
    const [fee] = fees
    const first = await club.post('/payments', { data: [{ fee_id: fee?.id, amount: 2000, ...PAID }] })
    expect(first.status, JSON.stringify(first.body)).toBe(201)
    expect(first.cost.trips).toBe(2)
    expect(await stored(club, 'fees')).toMatchObject([
      { status: 'open', paid_amount: 2000, paid_on: null, revision: 2 },
    ])
    const second = await club.post('/payments', {
      data: [
        { reference: fee?.reference.replace(/(.{4})/g, '$1 '), amount: 2500, ...PAID, paid_on: '2026-02-01' },
      ],
    })
    expect(second.status, JSON.stringify(second.body)).toBe(201)
    expect(await stored(club, 'fees')).toMatchObject([
      { status: 'paid', paid_amount: 4500, paid_on: '2026-02-01' },
    ])
    expect(await stored(club, 'payments')).toMatchObject([
      { number: 1, amount: 2000, kind: 'payment' },
      { number: 2, amount: 2500 },
    ])
    const { body } = await club.get('/events')
    expect(body.data.slice(-2)).toMatchObject([
      { action: 'fee.partly_paid', changes: { paid_amount: [0, 2000] } },
      {
        action: 'fee.paid',
        changes: { paid_amount: [2000, 4500], status: ['open', 'paid'], paid_on: [null, '2026-02-01'] },
      },
    ])
    expect(await stored(club, 'vouchers')).toMatchObject([{ amount: 2000 }, { amount: 2500 }])
  })

  it('books the payment of a fee with an attached expense', async () => {
    const { club, fees } = await clubWithFees(
      { attached_expense: { sphere: 'ideal' } },
      { attached_expense: { sphere: 'business' } },
    )
    const { status, body } = await club.post('/payments', {
      data: fees.map(({ id }) => ({ fee_id: id, amount: 4500, method: 'cash', paid_on: '2026-03-01' })),
    })
    expect(status, JSON.stringify(body)).toBe(201)
    expect(await stored(club, 'vouchers')).toMatchObject([
      {
        year: 2026,
        number: 1,
        amount: 4500,
        booked_on: '2026-03-01',
        text: 'Annual fee',
        party: 'Ada Lovelace',
      },
      { year: 2026, number: 2 },
    ])
    expect(await stored(club, 'voucher_lines')).toMatchObject([
      { number: 1, line: 1, amount: 4500, sphere: 'ideal', payment_id: body.data[0].id },
      { number: 2, sphere: 'business' },
    ])
    expect(await stored(club, 'accounts')).toMatchObject([{ kind: 'cash', name: 'Kasse' }])
  })

  it('finds fees by their external_id', async () => {
    const { club } = await clubWithFees({ external_id: 'annual-ada' })
    const { status } = await club.post('/payments', {
      data: [{ fee_external_id: 'annual-ada', amount: 4500, ...PAID }],
    })
    expect(status).toBe(201)
    expect(await stored(club, 'fees')).toMatchObject([{ status: 'paid' }])
  })

  it('finds no fee of another workspace by its external_id', async () => {
    const other = await clubWithFees({ external_id: 'annual-ada' })
    const { club } = await clubWithFees({})
    const { status, body } = await club.post('/payments', {
      data: [{ fee_external_id: 'annual-ada', amount: 4500, ...PAID }],
    })
    expect([status, body.errors]).toEqual([
      422,
      { 'data.0.fee_external_id': ['does not match a fee of this workspace'] },
    ])
    expect(await stored(other.club, 'payments')).toEqual([])
  })

  it('refuses what does not fit, and writes nothing', async () => {
    const { club, fees } = await clubWithFees({})
    const fee_id = fees[0]?.id
    const { status, body } = await club.post('/payments', {
      data: [
        { fee_id, amount: 4000, ...PAID },
        { fee_id, amount: 501, ...PAID },
        { fee_id: 'fee_x', amount: 1, ...PAID, paid_on: '2999-01-01' },
        { amount: 1, ...PAID, account_id: 'acc_x' },
      ],
    })
    expect(status).toBe(422)
    expect(body.errors).toEqual({
      'data.1.amount': ['is more than the 500 cents that are open'],
      'data.2.fee_id': ['does not match a fee of this workspace'],
      'data.2.paid_on': ['is in the future'],
      'data.3.fee_id': ['must be given, or fee_external_id or reference in its place, but only one of them'],
      'data.3.account_id': ['does not match an account'],
    })
    expect(await stored(club, 'payments')).toEqual([])
  })
})

/** Records a payment and gives its id. */
async function pay(club: Workspace, fee_id: string | undefined, fields: object = {}): Promise<string> {
  const { status, body } = await club.post('/payments', {
    data: [{ fee_id, amount: 4500, ...PAID, ...fields }],
  })
  expect(status, JSON.stringify(body)).toBe(201)
  return body.data[0].id
}

const readFee = async (club: Workspace, id?: string) => (await club.get(`/fees/${id}`)).body.data

describe('POST /payments/{payment_id}/reversal', () => {
  it('takes a payment back once, with its voucher', async () => {
    const { club, fees } = await clubWithFees({ attached_expense: { sphere: 'ideal' } })
    const id = await pay(club, fees[0]?.id, { method: 'cash' })
    const { status, body, cost } = await club.post(`/payments/${id}/reversal`, { reason: 'Wrong fee' })
    expect(status, JSON.stringify(body)).toBe(201)
    expect(cost.trips).toBe(2)
    expect(body.data).toMatchObject({ status: 'open', paid_amount: 0, open_amount: 4500, paid_on: null })
    const vouchers = await stored(club, 'vouchers')
    expect(vouchers).toMatchObject([
      { number: 1, amount: 4500, reversed_by: vouchers[1]?.id },
      { number: 2, amount: -4500, booked_on: '2026-01-31', reverses: vouchers[0]?.id },
    ])
    expect(await stored(club, 'voucher_lines')).toMatchObject([
      { amount: 4500 },
      { amount: -4500, sphere: 'ideal' },
    ])
    const again = await club.post(`/payments/${id}/reversal`, { reason: 'Wrong fee' })
    expect(again.body.errors).toEqual({ payment_id: ['was reversed before'] })
    const { body: journal } = await club.get(`/fees/${fees[0]?.id}/payments`)
    expect(journal.data).toMatchObject([
      { id, kind: 'payment', amount: 4500, reverses: null },
      { kind: 'reversal', amount: -4500, reverses: id, note: 'Wrong fee' },
    ])
    const reversal = await club.post(`/payments/${journal.data[1].id}/reversal`, { reason: 'x' })
    expect(reversal.body.errors).toEqual({
      payment_id: ['is a reversal; record the payment again instead'],
    })
    expect(await stored(club, 'payments')).toHaveLength(2)
    const { body: events } = await club.get('/events')
    expect(events.data.at(-1)).toMatchObject({
      action: 'fee.payment_reversed',
      changes: { status: ['paid', 'open'], reason: [null, 'Wrong fee'] },
    })
  })

  it('refuses a payment that was refunded', async () => {
    const { club, fees } = await clubWithFees({})
    const id = await pay(club, fees[0]?.id)
    const refund = { amount: 1000, ...PAID, reason: 'Too much' }
    expect((await club.post(`/fees/${fees[0]?.id}/refunds`, refund)).status).toBe(201)
    const { status, body } = await club.post(`/payments/${id}/reversal`, { reason: 'x' })
    expect(status).toBe(422)
    expect(body.errors).toEqual({ payment_id: ['was refunded: only 3500 cents of the fee are paid'] })
  })

  it('does not know the payments of other workspaces', async () => {
    const { club, fees } = await clubWithFees({})
    const id = await pay(club, fees[0]?.id)
    const other = await workspace()
    const [foreign, unknown] = await Promise.all(
      [id, 'pay_x'].map((payment) => other.post(`/payments/${payment}/reversal`, { reason: 'x' })),
    )
    expect(foreign?.status).toBe(404)
    expect(foreign?.body.detail).toBe(unknown?.body.detail)
  })
})

describe('POST /fees/{fee_id}/refunds', () => {
  it('gives money back and cancels the fee', async () => {
    const { club, fees } = await clubWithFees({ attached_expense: { sphere: 'ideal' } })
    await pay(club, fees[0]?.id)
    const { status, body, cost } = await club.post(`/fees/${fees[0]?.id}/refunds`, {
      amount: 4500,
      ...PAID,
      paid_on: '2026-02-03',
      reason: 'Left before the season',
      cancels: true,
    })
    expect(status, JSON.stringify(body)).toBe(201)
    expect(cost.trips).toBe(2)
    expect(body.data).toMatchObject({
      status: 'cancelled',
      paid_amount: 0,
      open_amount: 0,
      cancellation: { kind: 'mistake', reason: 'Left before the season' },
    })
    expect(await stored(club, 'vouchers')).toMatchObject([
      { amount: 4500 },
      { amount: -4500, reverses: null },
    ])
  })

  it('refuses more than is paid', async () => {
    const { club, fees } = await clubWithFees({})
    await pay(club, fees[0]?.id, { amount: 1000 })
    const { body } = await club.post(`/fees/${fees[0]?.id}/refunds`, {
      amount: 1001,
      ...PAID,
      reason: 'x',
      cancels: true,
    })
    expect(body.errors).toEqual({ amount: ['is more than the 1000 cents that are paid'] })
  })

  it('refuses an account that money of the method does not reach', async () => {
    const { club, fees } = await clubWithFees({ attached_expense: { sphere: 'ideal' } })
    await pay(club, fees[0]?.id)
    const open = async (kind: string) => {
      const account = { kind, name: kind, opening_on: '2026-01-01', opening_amount: 9000 }
      return (await club.post('/accounts', account)).body.data.id
    }
    const [bank, cash] = [await open('bank'), await open('cash')]
    const refund = (method: string, account_id: string) =>
      club.post(`/fees/${fees[0]?.id}/refunds`, { amount: 100, ...PAID, method, account_id, reason: 'x' })
    for (const [method, account, kind] of [
      ['cash', bank, 'bank'],
      ['bank_transfer', cash, 'cash'],
    ]) {
      const { status, body } = await refund(method, account)
      expect([status, body.errors]).toEqual([
        422,
        { account_id: [`is a ${kind} account, which money of this method does not reach`] },
      ])
    }
    expect(await stored(club, 'payments')).toHaveLength(1)
    expect((await refund('cash', cash)).status).toBe(201)
    expect((await refund('bank_transfer', bank)).status).toBe(201)
    expect((await stored(club, 'vouchers')).slice(1)).toMatchObject([
      { account_id: cash, amount: -100 },
      { account_id: bank, amount: -100 },
    ])
  })
})

describe('POST /fees/{fee_id}/waiver', () => {
  it('is dated by the clocks of the workspace', async () => {
    const { club, fees } = await clubWithFees({})
    await club.post('/payments', { data: [{ fee_id: fees[0]?.id, amount: 4000, ...PAID }] })
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-12-31T23:30:00Z') })
    const { status, text } = await club.post(`/fees/${fees[0]?.id}/waiver`, { reason: 'Hardship' })
    vi.useRealTimers()
    expect(status, text).toBe(201)
    const [, waiver] = await stored(club, 'payments')
    expect(waiver).toMatchObject({ kind: 'waiver', paid_on: '2027-01-01' })
  })

  it('waives what is left of a fee', async () => {
    const { club, fees } = await clubWithFees({})
    const url = `/fees/${fees[0]?.id}/waiver`
    const early = await club.post(url, { reason: 'x' })
    expect(early.body.errors).toEqual({ fee_id: ['has nothing paid; cancel the fee as waived instead'] })
    await pay(club, fees[0]?.id, { amount: 1000 })
    const { status, body } = await club.post(url, { reason: 'Hardship' })
    expect(status, JSON.stringify(body)).toBe(201)
    expect(body.data).toMatchObject({ status: 'paid', paid_amount: 1000, open_amount: 0 })
    expect(await stored(club, 'fees')).toMatchObject([{ waived_amount: 3500 }])
    expect((await club.post(url, { reason: 'x' })).body.errors).toEqual({ fee_id: ['has nothing open'] })
    const [, waiver] = await stored(club, 'payments')
    expect((await club.post(`/payments/${waiver?.id}/reversal`, { reason: 'x' })).body.data).toMatchObject({
      status: 'open',
      open_amount: 3500,
    })
  })
})

describe('the cancellation of a fee', () => {
  it('takes a fee out of what is open, and back', async () => {
    const { club, fees } = await clubWithFees({})
    const url = `/fees/${fees[0]?.id}/cancellation`
    const cancelled = await club.post(url, { kind: 'waived', reason: 'Hardship' })
    expect(cancelled.status, JSON.stringify(cancelled.body)).toBe(201)
    expect(cancelled.cost.trips).toBe(2)
    expect(cancelled.body.data).toMatchObject({ status: 'cancelled', open_amount: 0 })
    expect((await club.post(url, { kind: 'mistake', reason: 'x' })).body.errors).toEqual({
      fee_id: ['is cancelled already'],
    })
    const refused = await club.post('/payments', { data: [{ fee_id: fees[0]?.id, amount: 1, ...PAID }] })
    expect(refused.body.errors).toEqual({ 'data.0.fee_id': ['is cancelled; reopen it first'] })
    expect((await club.delete(url)).body.data).toMatchObject({
      status: 'open',
      open_amount: 4500,
      cancellation: null,
    })
    expect((await club.delete(url)).body.errors).toEqual({ fee_id: ['is not cancelled'] })
  })

  it('is refused for a fee with money', async () => {
    const { club, fees } = await clubWithFees({})
    await pay(club, fees[0]?.id, { amount: 1 })
    const { body } = await club.post(`/fees/${fees[0]?.id}/cancellation`, { kind: 'mistake', reason: 'x' })
    expect(body.errors).toEqual({ fee_id: ['has 1 cents paid; refund or reverse them first'] })
  })
})

describe('GET /fees', () => {
  it('filters by status and due date, in the order of creation', async () => {
    const { club, fees } = await clubWithFees(
      { due_on: '2026-03-01', external_id: 'a' },
      { due_on: '2026-04-01' },
      {},
      { due_on: '2026-02-01' },
    )
    const [a, b, c, d] = fees.map(({ id }) => id)
    await pay(club, b)
    await club.post(`/fees/${c}/cancellation`, { kind: 'mistake', reason: 'x' })
    const ids = async (query: string) =>
      (await club.get(`/fees?${query}`)).body.data.map(({ id }: { id: string }) => id)
    expect(await ids('status=open')).toEqual([a, d])
    expect(await ids('status=paid&status=open')).toEqual([a, b, d])
    expect(await ids('status=cancelled')).toEqual([c])
    expect(await ids('due_before=2026-03-01')).toEqual([d])
    expect(await ids('due_before=2026-05-01')).toEqual([a, d])
    expect(await ids('status=paid&due_before=2026-05-01')).toEqual([b])
    const { body } = await club.get('/fees?status=paid&status=open&status=cancelled&per_page=3')
    expect(body.data.map(({ id }: { id: string }) => id)).toEqual([a, b, c])
    const next = await club.get(
      `/fees?status=paid&status=open&status=cancelled&per_page=3&cursor=${body.meta.next_cursor}`,
    )
    expect(next.body.data).toMatchObject([{ id: d }])
    expect(await readFee(club, a)).toMatchObject({
      due_on: '2026-03-01',
      external_id: 'a',
      open_amount: 4500,
    })
    expect((await club.get('/fees?status=lost')).status).toBe(422)
  })

  it('refuses an external_id that another fee has', async () => {
    const { club } = await clubWithFees({ external_id: 'a' })
    const fee = { amount: 1, description: 'x', person_external_id: 'ada' }
    const { body } = await club.post('/fees', {
      data: [
        { ...fee, external_id: 'a' },
        { ...fee, external_id: 'b' },
        { ...fee, external_id: 'b' },
      ],
    })
    expect(body.errors).toEqual({
      'data.0.external_id': ['belongs to another fee'],
      'data.2.external_id': ['belongs to another fee'],
    })
  })
})
