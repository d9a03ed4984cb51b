import { afterEach, describe, expect, it } from 'vitest'
import { addAccount, credit, importEntries, inbox } from '../support/bank'
import { balances, stored } from '../support/book'
import { eventsOf } from '../support/events'
import { expectSoundBooks } from '../support/invariants'
import { operator, rows, type Workspace, workspace } from '../support/workspace'

afterEach(() => expectSoundBooks())

const set = (club: Workspace, bookkeeping: object) =>
  operator('PATCH', `/operator/workspaces/${club.id}`, { bookkeeping })

/** Claims fees of Ada, and gives their ids. */
async function claim(club: Workspace, ...amounts: number[]): Promise<string[]> {
  await club.post('/lists/members/persons', { external_id: 'ada', name: { first_name: 'Ada' } })
  const { body } = await club.post('/fees', {
    data: amounts.map((amount) => ({ description: 'Annual fee', person_external_id: 'ada', amount })),
  })
  return body.data.map(({ id }: { id: string }) => id)
}

const pay = (club: Workspace, fee_id: string | undefined, paid_on: string) =>
  club.post('/payments', { data: [{ fee_id, amount: 1000, method: 'cash', paid_on }] })

const bookings = async (club: Workspace) =>
  (await rows('SELECT booking FROM payments WHERE workspace_id = ? ORDER BY number, paid_on', club.id)).map(
    ({ booking }) => booking,
  )

describe('a workspace that keeps its book elsewhere', () => {
  it('books no payment and opens no account', async () => {
    const club = await workspace()
    const off = await set(club, { keeps_book: false })
    expect([off.status, off.cost.trips, off.body.data.bookkeeping]).toEqual([
      200,
      2,
      expect.objectContaining({ keeps_book: false, book_begins_on: null }),
    ])
    expect((await eventsOf(club)).at(-1)).toMatchObject({
      action: 'workspace.updated',
      changes: { 'bookkeeping.keeps_book': [true, false] },
    })
    expect((await club.get('/me')).body.data).toMatchObject({ keeps_book: false, book_begins_on: null })
    const [fee] = await claim(club, 12000)
    expect((await pay(club, fee, '2026-01-05')).status).toBe(201)
    expect(await bookings(club)).toEqual(['elsewhere'])
    expect(await stored(club, 'vouchers')).toEqual([])
    expect(await stored(club, 'accounts')).toEqual([])
    expect((await club.post('/years/2025/closing', undefined)).status).toBe(422)
  })

  it('can be created so', async () => {
    const body = { name: 'Ruderclub', bookkeeping: { keeps_book: false } }
    const { status, body: made } = await operator('POST', '/operator/workspaces', body)
    expect([status, made.data.bookkeeping.keeps_book]).toEqual([201, false])
    expect(await rows('SELECT keeps_book FROM workspaces WHERE id = ?', made.data.id)).toEqual([
      { keeps_book: 0 },
    ])
  })
})

describe('a workspace that begins to keep its book here', () => {
  it('books the payments from that day on, lets recorded ones wait, and leaves earlier ones', async () => {
    const club = await workspace({ bookkeeping: { keeps_book: false } })
    const [first, second, third, fourth] = await claim(club, 1000, 1000, 1000, 1000)
    await pay(club, first, '2025-12-30')
    await pay(club, second, '2026-01-02')
    const opening = { kind: 'cash', name: 'Box', opening_on: '2026-01-01', opening_amount: 5000 }
    const { body: box } = await club.post('/accounts', opening)
    const on = await set(club, { keeps_book: true, book_begins_on: '2026-01-01' })
    expect([on.status, on.cost.trips], on.text).toEqual([200, 2])
    expect((await club.get('/me')).body.data).toMatchObject({
      keeps_book: true,
      book_begins_on: '2026-01-01',
    })
    expect((await eventsOf(club)).at(-1)?.changes).toEqual({
      'bookkeeping.keeps_book': [false, true],
      'bookkeeping.book_begins_on': [null, '2026-01-01'],
    })
    await pay(club, third, '2025-12-31')
    await pay(club, fourth, '2026-01-03')
    const found = await rows('SELECT paid_on, booking FROM payments WHERE workspace_id = ?', club.id)
    expect(Object.fromEntries(found.map(({ paid_on, booking }) => [paid_on, booking]))).toEqual({
      '2025-12-30': 'elsewhere',
      '2026-01-02': null,
      '2025-12-31': 'before_opening',
      '2026-01-03': 'booked',
    })
    expect(await balances(club)).toEqual({ [box.data.id]: 6000 })
    const waiting = await club.post('/vouchers/fees', { fee_ids: [second], sphere: 'ideal' })
    expect(waiting.status, waiting.text).toBe(201)
    expect(await balances(club)).toEqual({ [box.data.id]: 7000 })
    expect((await set(club, { keeps_book: true, book_begins_on: '2026-01-01' })).status).toBe(200)
    const early = { kind: 'bank', name: 'Bank', opening_on: '2025-12-31', opening_amount: 0 }
    expect((await club.post('/accounts', early)).body.errors).toEqual({
      opening_on: ['is before the book begins here, on 2026-01-01'],
    })
  })

  it('needs no day while no money was recorded elsewhere', async () => {
    const club = await workspace()
    const [first, second] = await claim(club, 1000, 1000)
    await pay(club, first, '2026-01-02')
    await set(club, { keeps_book: false })
    expect((await set(club, { keeps_book: true })).status).toBe(200)
    await set(club, { keeps_book: false })
    await pay(club, second, '2026-01-03')
    expect((await set(club, { keeps_book: true })).body.errors).toEqual({
      'bookkeeping.book_begins_on': ['is required, since money was recorded that the book does not have'],
    })
    expect(await bookings(club)).toEqual(['booked', 'elsewhere'])
  })

  it('refuses a day that does not fit accounts, vouchers, lines or closed years', async () => {
    const club = await workspace({ bookkeeping: { keeps_book: false } })
    const begin = async (book_begins_on: string) => {
      const { status, body } = await set(club, { keeps_book: true, book_begins_on })
      return status === 200 ? 200 : body.errors['bookkeeping.book_begins_on']
    }
    expect((await set(club, { book_begins_on: '2026-01-01' })).body.errors).toEqual({
      'bookkeeping.book_begins_on': ['is given only when keeps_book changes from false to true'],
    })
    expect(await begin('2999-01-01')).toEqual(['is in the future'])
    await rows(
      `INSERT INTO fiscal_years (workspace_id, year, closed_at, last_number, report, sha256)
       VALUES (?, 2024, '2025-01-31', 0, '{}', '')`,
      club.id,
    )
    expect(await begin('2024-12-31')).toEqual(['is in the fiscal year 2024, which is closed'])
    await rows('DELETE FROM fiscal_years')
    await claim(club, 6000)
    const bank = await addAccount(club)
    const [{ reference }] = (await club.get('/fees')).body.data
    await importEntries(club, bank, [credit(6000, reference)])
    const [line] = await inbox(club)
    const [account] = (await club.get('/accounts')).body.data
    expect(await begin('2026-10-01')).toEqual([
      `is after the account "${account.name}" opened, on ${account.opening_on}; open it on the day, or archive it`,
    ])
    expect((await club.post(`/bank_lines/${line.id}/confirmation`, {})).status).toBe(201)
    await club.patch(`/accounts/${bank}`, { opening_on: line.booked_on })
    expect(await begin(line.booked_on)).toEqual([
      `is not after the last bank line that was confirmed meanwhile, of ${line.booked_on}; undo it first`,
    ])
    expect(await rows('SELECT keeps_book FROM workspaces WHERE id = ?', club.id)).toEqual([{ keeps_book: 0 }])
  })

  it('refuses a day that vouchers of an archived account have passed', async () => {
    const club = await workspace()
    const opening = { kind: 'cash', name: 'Box', opening_on: '2025-01-01', opening_amount: 0 }
    const { body: box } = await club.post('/accounts', opening)
    await club.post('/vouchers', {
      data: [
        {
          text: 'Balls',
          booked_on: '2026-02-01',
          account_id: box.data.id,
          lines: [{ amount: 5, sphere: 'ideal' }],
        },
      ],
    })
    await club.patch(`/accounts/${box.data.id}`, { archived: true })
    await set(club, { keeps_book: false })
    const begin = (book_begins_on: string) => set(club, { keeps_book: true, book_begins_on })
    expect((await begin('2026-02-01')).body.errors).toEqual({
      'bookkeeping.book_begins_on': ['is not after the last voucher of another opening, of 2026-02-01'],
    })
    expect((await begin('2026-02-02')).status).toBe(200)
    expect((await club.patch(`/accounts/${box.data.id}`, { archived: false })).body.errors).toEqual({
      archived: ['is before the book begins here, on 2026-02-02'],
    })
    await set(club, { keeps_book: false })
    expect((await begin('2026-02-01')).body.errors['bookkeeping.book_begins_on']).toContain(
      'is before 2026-02-02, when the book began here before',
    )
  })
})
