import { describe, expect, it } from 'vitest'
import { rows, type Workspace, workspace } from '../support/workspace'

const PAID = { method: 'bank_transfer', paid_on: '2026-01-31' }

async function clubWithFees(...fees: object[]) {
  const club = await workspace()
  await club.post('/lists/members/persons', {
    external_id: 'ada',
    name: { first_name: 'Ada', last_name: 'Lovelace' },
  })
  const { body } = await club.post('/fees', {
    data: fees.map((fee) => ({ description: 'Annual fee', person_external_id: 'ada', amount: 4500, ...fee })),
  })
  return { club, fees: body.data as { id: string; reference: string }[] }
}

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
    expect(await stored(club, 'vouchers')).toEqual([])
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
      'data.3.fee_id': ['must be given, or reference in its place, but not both'],
      'data.3.account_id': ['does not match an account'],
    })
    expect(await stored(club, 'payments')).toEqual([])
  })
})
