import { afterEach, describe, expect, it } from 'vitest'
import { addAccount, credit, importEntries, inbox } from '../support/bank'
import { balances, clubWithBook, enter, stored } from '../support/book'
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

  it('enters no vouchers, and settles no payments that wait', async () => {
    const club = await workspace()
    const [fee] = await claim(club, 1000)
    await set(club, { keeps_book: false })
    const { body } = await pay(club, fee, '2026-01-02')
    await rows('UPDATE payments SET booking = NULL WHERE workspace_id = ?', club.id)
    const refused = {
      cash_book: ['is not kept here, so nothing is booked; an owner switches it on in the settings'],
    }
    const voucher = { data: [{ booked_on: '2026-01-02', text: 'Balls', amount: 700 }] }
    for (const [path, sent] of [
      ['/vouchers', voucher],
      ['/vouchers/fees', { fee_ids: [fee] }],
      [`/payments/${body.data[0].id}/booking`, { reason: 'x' }],
      [`/payments/${body.data[0].id}/booking`, { book: {} }],
    ] as const) {
      const answer = await club.post(path, sent)
      expect([answer.status, answer.body.errors], path).toEqual([422, refused])
    }
    expect(await stored(club, 'vouchers')).toEqual([])
    expect(await stored(club, 'accounts')).toEqual([])
  })

  it('counts no cash, and assigns and reverses no vouchers', async () => {
    const club = await clubWithBook()
    const [voucher] = await enter(club, { account_id: club.cash, lines: [{ amount: 700 }] })
    await set(club, { keeps_book: false })
    const before = await stored(club, 'voucher_lines')
    for (const answer of [
      await club.post(`/accounts/${club.cash}/counts`, { counted_on: '2025-03-02', counted: 10_700 }),
      await club.patch(`/vouchers/${voucher?.id}`, { lines: [{ line: 1, sphere: 'ideal' }] }),
      await club.post(`/vouchers/${voucher?.id}/reversal`, { reason: 'Twice' }),
    ])
      expect([answer.status, answer.body.errors]).toEqual([
        422,
        { cash_book: ['is not kept here, so nothing is booked; an owner switches it on in the settings'] },
      ])
    expect(await stored(club, 'voucher_lines')).toEqual(before)
    expect(await stored(club, 'cash_counts')).toEqual([])
    expect((await club.get(`/vouchers/${voucher?.id}`)).status).toBe(200)
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
      `is after the account "${account.name}" opened, on ${account.opening_on}; give its balance in openings, or archive it`,
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

describe('the openings of a book that begins here', () => {
  /** A club whose cash box has a voucher, and whose bank account has none, that kept its book elsewhere for a while. */
  async function clubWithGap() {
    const club = await clubWithBook()
    await enter(club, { account_id: club.cash, lines: [{ amount: 700 }] })
    await set(club, { keeps_book: false })
    const [fee, later] = await claim(club, 1000, 1000)
    await pay(club, fee, '2025-06-01')
    return { club, later }
  }

  it('become those of the accounts, and a voucher where vouchers fix them', async () => {
    const { club, later } = await clubWithGap()
    const openings = [
      { account_id: club.bank, opening_amount: -5000 },
      { account_id: club.cash, opening_amount: 8000 },
    ]
    const on = await set(club, { keeps_book: true, book_begins_on: '2026-01-01', openings })
    expect([on.status, on.cost.trips], on.text).toEqual([200, 2])
    expect(await balances(club)).toEqual({ [club.bank]: -5000, [club.cash]: 8000 })
    expect(await stored(club, 'accounts')).toMatchObject([
      { id: club.bank, opening_on: '2026-01-01', opening_amount: -5000 },
      { id: club.cash, opening_on: '2024-01-01', opening_amount: 10_000 },
    ])
    const vouchers = await stored(club, 'vouchers')
    expect(vouchers).toMatchObject([
      { amount: 700 },
      {
        account_id: club.cash,
        booked_on: '2025-12-31',
        amount: -2700,
        text: 'Bewegungen, die woanders gebucht sind',
      },
    ])
    expect((await eventsOf(club)).slice(-3)).toMatchObject([
      {
        action: 'account.updated',
        subject_id: club.bank,
        changes: { opening_on: ['2024-01-01', '2026-01-01'], opening_amount: [100_000, -5000] },
      },
      { action: 'voucher.created', subject_id: vouchers[1]?.id, changes: { amount: [null, -2700] } },
      { action: 'workspace.updated', changes: { 'bookkeeping.keeps_book': [false, true] } },
    ])
    await pay(club, later, '2026-01-05')
    expect(await bookings(club)).toEqual(['elsewhere', 'booked'])
    expect((await balances(club))[club.cash]).toBe(9000)
  })

  it('book nothing where the book has the same', async () => {
    const { club } = await clubWithGap()
    const openings = [
      { account_id: club.bank, opening_amount: 100_000 },
      { account_id: club.cash, opening_amount: 10_700 },
    ]
    expect((await set(club, { keeps_book: true, book_begins_on: '2026-01-01', openings })).status).toBe(200)
    expect(await stored(club, 'vouchers')).toHaveLength(1)
    await set(club, { keeps_book: false })
    const again = [{ account_id: club.cash, opening_amount: 10_800 }]
    const back = await set(club, { keeps_book: true, book_begins_on: '2026-01-01', openings: again })
    expect(back.status, back.text).toBe(200)
    expect(await balances(club)).toEqual({ [club.bank]: 100_000, [club.cash]: 10_800 })
  })

  it('are booked on the day itself after a closed year', async () => {
    const club = await clubWithBook()
    await enter(club, {
      account_id: club.cash,
      booked_on: '2024-03-01',
      lines: [{ amount: 5, sphere: 'ideal' }],
    })
    const closing = await club.post('/years/2024/closing', undefined)
    expect(closing.status, closing.text).toBe(201)
    await set(club, { keeps_book: false })
    const openings = [
      { account_id: club.bank, opening_amount: 90_000 },
      { account_id: club.cash, opening_amount: 10_005 },
    ]
    expect((await set(club, { keeps_book: true, book_begins_on: '2025-01-01', openings })).status).toBe(200)
    expect(await balances(club)).toEqual({ [club.bank]: 90_000, [club.cash]: 10_005 })
    expect((await stored(club, 'vouchers')).at(-1)).toMatchObject({
      account_id: club.bank,
      booked_on: '2025-01-01',
      amount: -10_000,
    })
  })

  it('are all given, once each, for accounts that opened before the day, or nothing is written', async () => {
    const { club } = await clubWithGap()
    const begin = async (openings: unknown, day = '2026-01-01') =>
      (await set(club, { keeps_book: true, book_begins_on: day, openings })).body.errors
    const lacking = (name: string) =>
      `is after the account "${name}" opened, on 2024-01-01; give its balance in openings, or archive it`
    const bank = { account_id: club.bank, opening_amount: 1 }
    const notAsked = 'does not match an account in use that opened before the day, or appears twice'
    expect(await begin(undefined)).toEqual({
      'bookkeeping.book_begins_on': [lacking('Bank'), lacking('Cash')],
    })
    expect(await begin([bank, bank, { account_id: club.cash, opening_amount: -1 }])).toEqual({
      'bookkeeping.openings.1.account_id': [notAsked],
      'bookkeeping.openings.2.opening_amount': ['is below zero, which a cash box cannot be'],
    })
    expect(await begin([bank, { account_id: 'acc_x', opening_amount: 'x' }])).toMatchObject({
      'bookkeeping.openings.1.account_id': [notAsked],
      'bookkeeping.openings.1.opening_amount': [expect.any(String)],
      'bookkeeping.book_begins_on': [lacking('Cash')],
    })
    expect((await set(club, { openings: [bank] })).body.errors).toEqual({
      'bookkeeping.openings': ['is given only when keeps_book changes from false to true'],
    })
    expect(await rows('SELECT keeps_book FROM workspaces WHERE id = ?', club.id)).toEqual([{ keeps_book: 0 }])
    expect(await balances(club)).toEqual({ [club.bank]: 100_000, [club.cash]: 10_700 })
  })
})
