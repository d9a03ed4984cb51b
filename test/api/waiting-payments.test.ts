import { afterEach, describe, expect, it } from 'vitest'
import { addAccount, credit, importEntries, inbox } from '../support/bank'
import { type Club, closeAsItIs, clubWithBook, enter, stored, withoutVouchers } from '../support/book'
import { expectSoundBooks } from '../support/invariants'

afterEach(() => expectSoundBooks())

const PAID = { amount: 12000, method: 'bank_transfer', paid_on: '2025-04-02' }
const DECIDED = {
  voucher_id: [
    'does not match a living voucher of the same amount, kind of account and about the same day that books no payment',
  ],
}

/** Pays fees of Ada as an earlier version of the service did, without vouchers, and gives the payments. */
async function payUnbooked(club: Club, ...items: object[]) {
  await club.post('/lists/members/persons', { external_id: 'ada', name: { first_name: 'Ada' } })
  const { body } = await club.post('/fees', {
    data: items.map(() => ({ description: 'Annual fee', person_external_id: 'ada', amount: 12000 })),
  })
  const data = items.map((item, index) => ({ fee_id: body.data[index].id, ...PAID, ...item }))
  const paid = await withoutVouchers(club, () => club.post('/payments', { data }))
  expect(paid.status, paid.text).toBe(201)
  return paid.body.data as { id: string; fee_id: string }[]
}

const decide = (club: Club, payment: { id: string } | undefined, body: object) =>
  club.post(`/payments/${payment?.id}/booking`, body)
const takeBack = (club: Club, payment: { id: string } | undefined) =>
  club.delete(`/payments/${payment?.id}/booking`)
const waiting = async (club: Club) => (await club.get('/payments/waiting')).body.data
const lastEvent = async (club: Club) => (await club.get('/events')).body.data.at(-1)

describe('GET /payments/waiting', () => {
  it('lists payments of open years, oldest first, with the vouchers that may have their money', async () => {
    const club = await clubWithBook()
    const [late, early, cash] = await payUnbooked(
      club,
      {},
      { paid_on: '2025-01-02' },
      { paid_on: '2025-06-01', method: 'cash' },
    )
    const [before, near, edge] = await enter(
      club,
      { account_id: club.bank, amount: 12000, booked_on: '2024-12-30' },
      { account_id: club.bank, amount: 12000, booked_on: '2025-04-09' },
      { account_id: club.bank, amount: 12000, booked_on: '2025-04-10' },
      { account_id: club.cash, amount: 12000, booked_on: '2025-04-02' },
      { account_id: club.bank, amount: 11999, booked_on: '2025-04-02' },
    )
    expect(edge).toBeDefined()
    expect(await waiting(club)).toMatchObject([
      { id: early?.id, vouchers: [{ id: before?.id, number: '2024-1' }] },
      { id: late?.id, description: 'Annual fee', person_name: 'Ada', vouchers: [{ id: near?.id }] },
      { id: cash?.id, vouchers: [] },
    ])
    await closeAsItIs(club, 2024)
    expect(await waiting(club)).toHaveLength(3)
    await closeAsItIs(club, 2025)
    expect(await waiting(club)).toEqual([])
  })
})

describe('POST /payments/{payment_id}/booking', () => {
  it('ties a payment to the voucher that has its money, which then cannot be reversed', async () => {
    const club = await clubWithBook()
    const [payment] = await payUnbooked(club, {})
    const [voucher] = await enter(club, { account_id: club.bank, amount: 12000, booked_on: '2025-04-03' })
    const tied = await decide(club, payment, { voucher_id: voucher?.id })
    expect([tied.status, tied.body.data]).toEqual([
      201,
      expect.objectContaining({ id: payment?.id, booking: 'tied' }),
    ])
    expect(await stored(club, 'booking_decisions')).toMatchObject([
      { payment_id: payment?.id, kind: 'tied', voucher_id: voucher?.id, reason: null },
    ])
    expect(await lastEvent(club)).toMatchObject({
      action: 'payment.tied',
      subject: { id: payment?.fee_id },
      changes: { vouchers: [null, '2025-1'], amount: [null, 12000] },
    })
    expect(await stored(club, 'vouchers')).toHaveLength(1)
    expect(await waiting(club)).toEqual([])
    expect((await club.post(`/vouchers/${voucher?.id}/reversal`, { reason: 'x' })).body.errors).toEqual({
      voucher_id: ['books a payment by a decision; take that decision back first'],
    })
    expect((await club.post(`/payments/${payment?.id}/reversal`, { reason: 'x' })).body.errors).toEqual({
      payment_id: ['is in the book by a decision; take that decision back first'],
    })
    expect((await decide(club, payment, { reason: 'x' })).body.errors).toEqual({
      payment_id: ['does not wait to be booked'],
    })
  })

  it('leaves a payment out for a reason, so that its year closes', async () => {
    const club = await clubWithBook()
    const [payment] = await payUnbooked(club, {})
    expect((await club.post('/years/2025/closing', undefined)).status).toBe(422)
    const out = await decide(club, payment, { reason: 'Paid to the youth section' })
    expect([out.status, out.body.data.booking]).toEqual([201, 'left_out'])
    expect(await stored(club, 'booking_decisions')).toMatchObject([
      { kind: 'left_out', voucher_id: null, reason: 'Paid to the youth section' },
    ])
    expect(await lastEvent(club)).toMatchObject({
      action: 'payment.left_out',
      changes: { reason: [null, 'Paid to the youth section'] },
    })
    expect((await club.post('/years/2025/closing', undefined)).status).toBe(201)
    expect((await takeBack(club, payment)).body.errors).toEqual({
      payment_id: ['is in the fiscal year 2025, which is closed'],
    })
  })

  it('refuses what does not fit, and neither or both of voucher and reason', async () => {
    const club = await clubWithBook()
    const [payment, other] = await payUnbooked(club, {}, {})
    const [cash, less, late, reversed, free] = await enter(
      club,
      { account_id: club.cash, amount: 12000, booked_on: '2025-04-02' },
      { account_id: club.bank, amount: 11999, booked_on: '2025-04-02' },
      { account_id: club.bank, amount: 12000, booked_on: '2025-04-10' },
      { account_id: club.bank, amount: 12000, booked_on: '2025-04-02' },
      { account_id: club.bank, amount: 12000, booked_on: '2025-04-02' },
    )
    await club.post(`/vouchers/${reversed?.id}/reversal`, { reason: 'x' })
    for (const voucher of [cash, less, late, reversed, { id: 'vch_unknown' }])
      expect((await decide(club, payment, { voucher_id: voucher?.id })).body.errors).toEqual(DECIDED)
    const either = { voucher_id: ['or a reason must be given, and not both'] }
    expect((await decide(club, payment, {})).body.errors).toEqual(either)
    expect((await decide(club, payment, { voucher_id: free?.id, reason: 'x' })).body.errors).toEqual(either)
    expect((await decide(club, payment, { voucher_id: free?.id })).status).toBe(201)
    expect((await decide(club, other, { voucher_id: free?.id })).body.errors).toEqual(DECIDED)
    expect((await decide(club, { id: 'pay_unknown' }, { reason: 'x' })).status).toBe(404)
    await club.post('/vouchers/fees', { fee_ids: [other?.fee_id], sphere: 'ideal' })
    expect((await takeBack(club, other)).body.errors).toEqual({
      payment_id: ['is in a voucher of its own; reverse the payment instead'],
    })
    await closeAsItIs(club, 2025)
    expect((await takeBack(club, payment)).status).toBe(422)
  })

  it('gives a voucher to one of two payments that ask for it at the same moment', async () => {
    const club = await clubWithBook()
    const payments = await payUnbooked(club, {}, {})
    const [voucher] = await enter(club, { account_id: club.bank, amount: 12000, booked_on: '2025-04-02' })
    const answers = await Promise.all(
      payments.map((payment) => decide(club, payment, { voucher_id: voucher?.id })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422])
  })

  it.each(['booked', 'tied', 'left out'])(
    'stays sound if the payment is reversed while it is %s',
    async (how) => {
      const club = await clubWithBook()
      const [payment] = await payUnbooked(club, {})
      const [voucher] = await enter(club, { account_id: club.bank, amount: 12000, booked_on: '2025-04-02' })
      const settle = () =>
        how === 'booked'
          ? club.post('/vouchers/fees', { fee_ids: [payment?.fee_id], sphere: 'ideal' })
          : decide(club, payment, how === 'tied' ? { voucher_id: voucher?.id } : { reason: 'x' })
      const reverse = () => club.post(`/payments/${payment?.id}/reversal`, { reason: 'x' })
      const answers = await Promise.all([settle(), reverse(), settle()])
      for (const { status } of answers) expect([201, 409, 422]).toContain(status)
    },
  )

  it('keeps a bank line confirmed whose voucher has the money of a payment', async () => {
    const club = await clubWithBook()
    const [payment] = await payUnbooked(club, {})
    const account = await addAccount(club)
    await importEntries(club, account, [credit(12000, 'Beitrag', { date: '2025-04-02' })])
    const [line] = await inbox(club)
    await club.post(`/bank_lines/${line.id}/confirmation`, { booking: { text: 'Beitrag', sphere: 'ideal' } })
    const [{ vouchers } = { vouchers: [] }] = await waiting(club)
    expect(vouchers).toHaveLength(1)
    expect((await decide(club, payment, { voucher_id: vouchers[0].id })).status).toBe(201)
    const loosen = () => club.delete(`/bank_lines/${line.id}/confirmation`)
    expect((await loosen()).body.errors).toEqual({
      bank_line_id: ['has a voucher that books a payment by a decision; take that decision back first'],
    })
    expect((await takeBack(club, payment)).status).toBe(200)
    expect((await loosen()).status).toBe(200)
    expect((await waiting(club))[0].vouchers).toEqual([])
  })
})

describe('DELETE /payments/{payment_id}/booking', () => {
  it('lets the payment wait again, once', async () => {
    const club = await clubWithBook()
    const [tied, out] = await payUnbooked(club, {}, {})
    const [voucher] = await enter(club, { account_id: club.bank, amount: 12000, booked_on: '2025-04-02' })
    await decide(club, tied, { voucher_id: voucher?.id })
    await decide(club, out, { reason: 'Elsewhere' })
    const freed = await takeBack(club, tied)
    expect([freed.status, freed.body.data.booking]).toEqual([200, null])
    expect(await lastEvent(club)).toMatchObject({
      action: 'payment.decision_taken_back',
      changes: { vouchers: ['2025-1', null], amount: [12000, null] },
    })
    expect((await takeBack(club, out)).status).toBe(200)
    expect(await lastEvent(club)).toMatchObject({ changes: { reason: ['Elsewhere', null] } })
    expect(await stored(club, 'booking_decisions')).toEqual([])
    expect(await waiting(club)).toHaveLength(2)
    expect((await takeBack(club, tied)).body.errors).toEqual({ payment_id: ['was not decided'] })
    expect((await club.post(`/vouchers/${voucher?.id}/reversal`, { reason: 'x' })).status).toBe(201)
  })

  it('leaves a payment alone that was reversed since', async () => {
    const club = await clubWithBook()
    const [payment] = await payUnbooked(club, {})
    await decide(club, payment, { reason: 'Elsewhere' })
    expect((await club.post(`/payments/${payment?.id}/reversal`, { reason: 'x' })).status).toBe(201)
    expect((await takeBack(club, payment)).body.errors).toEqual({ payment_id: ['was reversed'] })
  })
})
