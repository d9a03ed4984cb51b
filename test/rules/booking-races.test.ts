import { env } from 'cloudflare:workers'
import { afterEach, expect, it } from 'vitest'
import { balances, type Club, clubWithBook, enter, stored, withoutVouchers } from '../support/book'
import { eventsOf } from '../support/events'
import { fakeD1 } from '../support/fake-d1'
import { expectSoundBooks } from '../support/invariants'
import { operator } from '../support/workspace'

afterEach(() => expectSoundBooks())

const range = (count: number): number[] => Array.from({ length: count }, (_, n) => n)

/** Delays every trip by a random time, so that requests overlap in every order. */
const slow = {
  env: {
    DB: fakeD1(async (statements) => {
      await scheduler.wait(Math.random() * 10)
      return env.DB.batch(statements)
    }),
  },
}

/** Claims fees of 120.00 each of Ada, and gives their ids. */
async function claim(club: Club, count: number): Promise<string[]> {
  await club.post('/lists/members/persons', { external_id: 'ada', name: { first_name: 'Ada' } })
  const { body } = await club.post('/fees', {
    data: range(count).map(() => ({
      description: 'Annual fee',
      person_external_id: 'ada',
      amount: 12000,
    })),
  })
  return body.data.map(({ id }: { id: string }) => id)
}

const PAID = { amount: 12000, method: 'bank_transfer', paid_on: '2025-04-02' }
const pay = (club: Club, fee_id: string | undefined, options = {}) =>
  club.post('/payments', { data: [{ fee_id, ...PAID }] }, options)

it.each([
  ['with a voucher that may have its money', true],
  ['without one', false],
])('settles a payment that waits once, %s, whatever ten clients ask at once', async (_, hasVoucher) => {
  const club = await clubWithBook()
  const [fee] = await claim(club, 1)
  const [{ id }] = (await withoutVouchers(club, () => pay(club, fee))).body.data
  const entered = { account_id: club.bank, amount: 12000, booked_on: PAID.paid_on }
  const [voucher] = hasVoucher ? await enter(club, entered) : []
  const decide = (body: object) => club.post(`/payments/${id}/booking`, body, slow)
  const acts = [
    () => decide(hasVoucher ? { voucher_id: voucher?.id } : { reason: 'Elsewhere' }),
    () => decide({ reason: 'Elsewhere' }),
    () => club.post('/vouchers/fees', { fee_ids: [fee], sphere: 'ideal' }, slow),
  ]
  const answers = await Promise.all(range(10).map((n) => acts[n % 3]?.()))
  for (const answer of answers) expect([201, 422], answer?.text).toContain(answer?.status)
  // A request to book the payments of fees of which none waits any more books nothing.
  const won = answers.filter((answer) => answer?.status === 201 && answer.body.data.length !== 0)
  expect(won).toHaveLength(1)

  const [payment] = await stored(club, 'payments')
  expect(['tied', 'left_out', 'booked']).toContain(payment?.booking)
  expect(await stored(club, 'booking_decisions')).toMatchObject([{ payment_id: id, kind: payment?.booking }])
  const vouchers = Number(hasVoucher) + Number(payment?.booking === 'booked')
  expect(await stored(club, 'vouchers')).toHaveLength(vouchers)
  expect((await balances(club))[club.bank]).toBe(100_000 + vouchers * 12000)
  expect((await club.get('/payments/waiting')).body.data).toEqual([])
})

it('has every payment, booked or waiting, that arrives while four switch the book on', async () => {
  const club = await clubWithBook()
  const set = (bookkeeping: object, options = {}) =>
    operator('PATCH', `/operator/workspaces/${club.id}`, { bookkeeping }, options)
  const fees = await claim(club, 12)
  await set({ keeps_book: false })
  await pay(club, fees[0])
  const switchOn = () => set({ keeps_book: true, book_begins_on: '2024-01-01' }, slow)
  const answers = await Promise.all(
    fees.slice(1).flatMap((fee, index) => [pay(club, fee, slow), ...(index % 3 === 0 ? [switchOn()] : [])]),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([...Array(4).fill(200), ...Array(11).fill(201)])
  const switches = (await eventsOf(club)).filter(
    ({ action, changes }) =>
      action === 'workspace.updated' && changes?.['bookkeeping.keeps_book']?.[1] === true,
  )
  expect(switches).toHaveLength(1)

  const payments = await stored<{ booking: string | null }>(club, 'payments')
  const booked = payments.filter(({ booking }) => booking === 'booked').length
  const waiting = (await club.get('/payments/waiting')).body.data.length
  expect(waiting).toBeGreaterThan(0)
  expect([payments.length, booked + waiting]).toEqual([12, 12])
  expect((await balances(club))[club.bank]).toBe(100_000 + booked * 12000)
})

it('books a difference to an opening once, while four switch the book on', async () => {
  const club = await clubWithBook()
  const set = (bookkeeping: object, options = {}) =>
    operator('PATCH', `/operator/workspaces/${club.id}`, { bookkeeping }, options)
  await enter(club, { account_id: club.bank, booked_on: '2025-03-01', lines: [{ amount: 700 }] })
  const [fee] = await claim(club, 1)
  await set({ keeps_book: false })
  const openings = [
    { account_id: club.bank, opening_amount: 90_000 },
    { account_id: club.cash, opening_amount: 9000 },
  ]
  const on = { keeps_book: true, book_begins_on: '2025-04-01', openings }
  const answers = await Promise.all([pay(club, fee, slow), ...range(4).map(() => set(on, slow))])
  expect(answers.filter(({ status }) => status < 300).length, JSON.stringify(answers)).toBe(2)
  const [payment] = await stored<{ booking: string | null }>(club, 'payments')
  const booked = payment?.booking === 'booked' ? PAID.amount : 0
  expect(await balances(club)).toEqual({ [club.bank]: 90_000 + booked, [club.cash]: 9000 })
})
