import { afterEach, describe, expect, it, vi } from 'vitest'
import { WAITING_ROWS } from '../../src/domain/book/waiting-rows'
import { addAccount, credit, importEntries, inbox } from '../support/bank'
import { type Club, closeAsItIs, clubWithBook, enter, payUnbooked, stored } from '../support/book'
import { collectedUnbooked } from '../support/direct-debits'
import { expectSoundBooks } from '../support/invariants'
import { operator, rows } from '../support/workspace'

afterEach(async () => {
  vi.useRealTimers()
  await expectSoundBooks()
})

const DECIDED = {
  voucher_id: [
    'does not match a living voucher of the same amount, kind of account and about the same day that books no payment',
  ],
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
    expect(await rows(WAITING_ROWS)).toMatchObject([
      { id: early?.id, paid_on: '2025-01-02', amount: 12000, vouchers: '2024-1' },
      { id: late?.id, vouchers: '2025-1' },
      { id: cash?.id, vouchers: null },
    ])
    expect(await waiting(club)).toMatchObject([
      { id: early?.id, vouchers: [{ id: before?.id, number: '2024-1' }] },
      { id: late?.id, description: 'Annual fee', person_name: 'Ada', vouchers: [{ id: near?.id }] },
      { id: cash?.id, vouchers: [] },
    ])
    await closeAsItIs(club, 2024)
    expect(await waiting(club)).toHaveLength(3)
    await closeAsItIs(club, 2025)
    expect(await waiting(club)).toEqual([])
    expect(await rows(WAITING_ROWS)).toEqual([])
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

  it('is refused in a year that was closed without it', async () => {
    const club = await clubWithBook()
    const [payment] = await payUnbooked(club, {})
    await closeAsItIs(club, 2025)
    expect((await decide(club, payment, { reason: 'x' })).body.errors).toEqual({
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
    const either = { voucher_id: ['or a reason or book must be given, and one of them only'] }
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

  it('books a payment although a voucher may have its money', async () => {
    const club = await clubWithBook()
    const [payment, other] = await payUnbooked(club, {}, { method: 'cash' })
    await enter(club, { account_id: club.bank, amount: 12000, booked_on: '2025-04-02' })
    const book = { costunit_name: 'Youth', sphere: 'ideal' }
    const unknown = await decide(club, payment, {
      book: { ...book, account_id: 'acc_x', category_name: 'x' },
    })
    expect(Object.keys(unknown.body.errors).sort()).toEqual(['book.account_id', 'book.category_name'])
    const booked = await decide(club, payment, { book })
    expect([booked.status, booked.body.data]).toEqual([
      201,
      expect.objectContaining({ id: payment?.id, booking: 'booked' }),
    ])
    expect(await stored(club, 'vouchers')).toMatchObject([
      { account_id: club.bank },
      { account_id: club.bank, booked_on: '2025-04-02', amount: 12000, party: 'Ada' },
    ])
    expect((await stored(club, 'voucher_lines')).at(-1)).toMatchObject({
      payment_id: payment?.id,
      sphere: 'ideal',
    })
    expect(await lastEvent(club)).toMatchObject({ action: 'voucher.created' })
    expect((await decide(club, payment, { book })).body.errors).toEqual({
      payment_id: ['does not wait to be booked'],
    })
    expect((await decide(club, other, { book: {}, reason: 'x' })).status).toBe(422)
    expect((await decide(club, other, { book: { account_id: club.bank } })).status).toBe(201)
    expect((await stored(club, 'vouchers')).at(-1)).toMatchObject({ account_id: club.cash })
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

describe('POST /vouchers/fees', () => {
  it('refuses payments whose money a voucher may have, and books the others', async () => {
    const club = await clubWithBook()
    const [payment, other] = await payUnbooked(club, {}, { paid_on: '2025-06-01' })
    const [voucher] = await enter(club, { account_id: club.bank, amount: 12000, booked_on: '2025-04-09' })
    const refused = (id = '') => [
      `has a payment of 2025-04-02 whose money the voucher 2025-1 may have already; settle it with POST /payments/${id}/booking`,
    ]
    const fees = await club.post('/vouchers/fees', { fee_ids: [other?.fee_id, payment?.fee_id] })
    expect([fees.status, fees.body.errors]).toEqual([422, { 'fee_ids.1': refused(payment?.id) }])
    const named = await club.post('/vouchers/fees', { payment_ids: [payment?.id, other?.id] })
    expect([named.status, named.body.errors]).toEqual([422, { 'payment_ids.0': refused(payment?.id) }])
    const both = { fee_ids: ['fee_x'], payment_ids: [other?.id] }
    const unknown = await club.post('/vouchers/fees', { ...both, payment_ids: ['pay_x'] })
    expect(Object.keys(unknown.body.errors)).toEqual(['fee_ids'])
    expect((await club.post('/vouchers/fees', both)).body.errors.fee_ids).toEqual([
      'or payment_ids must be given, and not both',
    ])
    expect(await stored(club, 'vouchers')).toHaveLength(1)

    expect((await club.post('/vouchers/fees', { payment_ids: [other?.id] })).body.data).toHaveLength(1)
    await club.post(`/vouchers/${voucher?.id}/reversal`, { reason: 'x' })
    expect((await club.post('/vouchers/fees', { fee_ids: [payment?.fee_id] })).body.data).toHaveLength(1)
    expect(await waiting(club)).toEqual([])
  })

  it('gives no vouchers where nothing waits, once the book is kept elsewhere as well', async () => {
    const club = await clubWithBook()
    const [payment] = await payUnbooked(club, {})
    const body = { fee_ids: [payment?.fee_id] }
    expect((await club.post('/vouchers/fees', body)).body.data).toHaveLength(1)
    await operator('PATCH', `/operator/workspaces/${club.id}`, { bookkeeping: { keeps_book: false } })
    for (const replayed of [null, 'true']) {
      const again = await club.post('/vouchers/fees', body, { headers: { 'Idempotency-Key': 'k' } })
      expect([again.status, again.body.data]).toEqual([201, []])
      expect(again.headers.get('Idempotent-Replayed')).toBe(replayed)
    }
  })
})

describe('the payments of a collection', () => {
  /** A collection of two debits that no voucher books, with a voucher of its sum and one of another payment. */
  async function collected() {
    const unbooked = await collectedUnbooked(2)
    const { club, account } = unbooked
    const data = { booked_on: '2026-03-17', account_id: account, text: 'SEPA' }
    const [sum] = await enter(club, { ...data, amount: 9000 }, { ...data, amount: 8999 })
    return { ...unbooked, sum }
  }
  const bookings = async (club: Club) => (await stored(club, 'payments')).map(({ booking }) => booking)

  it('are one entry where a voucher has their sum, and are tied to it and freed together', async () => {
    const { club, collection, sum } = await collected()
    const list = await waiting(club)
    expect(list).toMatchObject([
      {
        fee_id: null,
        person_name: null,
        description: null,
        amount: 9000,
        payments: 2,
        collection_id: collection.id,
        vouchers: [{ id: sum?.id }],
      },
    ])
    const [entry] = list
    expect((await decide(club, entry, { voucher_id: sum?.id })).body.errors).toEqual(DECIDED)
    const whole = { voucher_id: sum?.id, whole_collection: true }
    expect((await decide(club, entry, whole)).status).toBe(201)
    expect(await bookings(club)).toEqual(['tied', 'tied'])
    expect(await waiting(club)).toEqual([])
    expect((await decide(club, entry, whole)).body.errors).toEqual({
      payment_id: ['does not wait to be booked'],
    })
    expect((await club.delete(`/collections/${collection.id}/settlement`)).status).toBe(422)

    expect((await takeBack(club, entry)).status).toBe(200)
    expect(await bookings(club)).toEqual([null, null])
    expect(
      (await club.get('/events?per_page=100')).body.data
        .map(({ action }: { action: string }) => action)
        .slice(-4),
    ).toEqual(['payment.tied', 'payment.tied', 'payment.decision_taken_back', 'payment.decision_taken_back'])
  })

  it('are left out together, or one by one', async () => {
    const { club } = await collected()
    const [entry] = await waiting(club)
    expect((await decide(club, entry, { reason: 'x', whole_collection: true })).status).toBe(201)
    expect(await bookings(club)).toEqual(['left_out', 'left_out'])
    expect((await takeBack(club, entry)).status).toBe(200)
    expect((await bookings(club)).toSorted()).toEqual(['left_out', null])
    expect(await waiting(club)).toMatchObject([{ payments: 1, amount: 4500, vouchers: [] }])
  })

  it('are booked in one voucher, and not by their fees while a voucher has their sum', async () => {
    const { club, feeIds } = await collected()
    const [entry] = await waiting(club)
    const refused = await club.post('/vouchers/fees', { fee_ids: feeIds })
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ['fee_ids.0', 'fee_ids.1']])
    expect((await decide(club, entry, { book: {}, whole_collection: true })).status).toBe(201)
    const voucher = (await stored(club, 'vouchers')).at(-1)
    expect(voucher).toMatchObject({
      booked_on: '2026-03-16',
      amount: 9000,
      text: 'Lastschrifteinzug 16.03.2026',
      party: null,
    })
    const decision = { kind: 'booked', voucher_id: voucher?.id }
    expect(await stored(club, 'booking_decisions')).toMatchObject([decision, decision])
    expect(await bookings(club)).toEqual(['booked', 'booked'])
  })

  it('wait one by one without a voucher of their sum', async () => {
    const { club, account, feeIds } = await collectedUnbooked(2)
    await enter(club, { booked_on: '2026-03-17', account_id: account, amount: 4500 })
    expect(await waiting(club)).toMatchObject([
      { collection_id: null, payments: 1, vouchers: [{}] },
      { collection_id: null, payments: 1, vouchers: [{}] },
    ])
    expect((await club.post('/vouchers/fees', { fee_ids: feeIds })).status).toBe(422)
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
