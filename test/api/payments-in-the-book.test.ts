import { afterEach, describe, expect, it, vi } from 'vitest'
import { addAccount, credit, importEntries, inbox, stored } from '../support/bank'
import { balances, closeAsItIs, clubWithBook, withoutVouchers } from '../support/book'
import { clubWithFees, setDay, submitted } from '../support/direct-debits'
import { expectSoundBooks } from '../support/invariants'
import { rows, type Workspace, workspace } from '../support/workspace'

afterEach(async () => {
  vi.useRealTimers()
  await expectSoundBooks()
})

/** Claims fees of Ada that name no cost unit, and gives their ids. */
async function claim(club: Workspace, ...amounts: number[]): Promise<string[]> {
  await club.post('/lists/members/persons', { external_id: 'ada', name: { first_name: 'Ada' } })
  const { body } = await club.post('/fees', {
    data: amounts.map((amount) => ({ description: 'Annual fee', person_external_id: 'ada', amount })),
  })
  return body.data.map(({ id }: { id: string }) => id)
}

const PAID = { amount: 12000, method: 'bank_transfer', paid_on: '2025-04-02' }
const pay = (club: Workspace, ...items: object[]) => club.post('/payments', { data: items })

/** Assigns all lines of a year, which its closing needs. */
async function assignAll(club: Workspace): Promise<void> {
  const { body } = await club.get('/vouchers?unassigned=true')
  for (const { id, lines } of body.data as { id: string; lines: { line: number }[] }[])
    await club.patch(`/vouchers/${id}`, { lines: lines.map(({ line }) => ({ line, sphere: 'ideal' })) })
}

describe('a payment of a fee that names nothing', () => {
  it('is income of its year, which closes with it', async () => {
    const club = await clubWithBook()
    const [fee] = await claim(club, 12000)
    const { status, body } = await pay(club, { fee_id: fee, ...PAID })
    expect([status, body.data[0].booking]).toEqual([201, 'booked'])
    expect((await club.get('/vouchers?unassigned=true')).body.data).toMatchObject([
      { amount: 12000, booked_on: '2025-04-02', lines: [{ fee_id: fee, sphere: null, costunit_name: null }] },
    ])
    await assignAll(club)
    const closed = await club.post('/years/2025/closing', undefined)
    expect([closed.status, closed.body.data.spheres]).toEqual([
      201,
      expect.arrayContaining([expect.objectContaining({ sphere: 'ideal', in: 12000, out: 0 })]),
    ])
  })

  it('puts all of a collection into the book, whether its fees name a cost unit or not', async () => {
    const { club, feeIds } = await clubWithFees(3)
    const account = await addAccount(club)
    const { id } = await submitted(club, feeIds)
    setDay('2026-03-20')
    await club.post(`/collections/${id}/settlement`, { settled_on: '2026-03-16', account_id: account })
    const [collection] = await stored(club, 'collections')
    expect((await balances(club))[account]).toBe(collection?.amount)
  })

  it('is booked once if half is paid by hand and half by the bank', async () => {
    const club = await clubWithBook()
    const [fee] = await claim(club, 12000)
    await pay(club, { fee_id: fee, ...PAID, amount: 6000, method: 'cash' })
    await rows(`UPDATE accounts SET iban = 'DE89370400440532013000' WHERE id = ?`, club.bank)
    const [{ reference }] = (await club.get('/fees')).body.data
    await importEntries(club, club.bank, [credit(6000, reference)])
    const [line] = await inbox(club)
    expect(line.suggestion).toMatchObject({ kind: 'payment', certain: true })
    expect((await club.post(`/bank_lines/${line.id}/confirmation`, {})).status).toBe(201)
    expect(await balances(club)).toEqual({ [club.bank]: 106_000, [club.cash]: 16_000 })
  })

  it('is refunded from the book, too', async () => {
    const club = await clubWithBook()
    const [fee] = await claim(club, 12000)
    await pay(club, { fee_id: fee, ...PAID })
    const refund = { ...PAID, amount: 2000, reason: 'Left early' }
    expect((await club.post(`/fees/${fee}/refunds`, refund)).status).toBe(201)
    expect((await balances(club))[club.bank]).toBe(110_000)
  })
})

describe('a payment that is not booked', () => {
  it('is by another method and set off; else it names its account', async () => {
    const club = await clubWithBook()
    const [fee] = await claim(club, 12000)
    const other = { fee_id: fee, ...PAID, amount: 1000, method: 'other' }
    expect((await pay(club, other)).body.errors).toEqual({
      'data.0.account_id': ['is required for the method other, unless set_off says that no money moved'],
    })
    expect((await pay(club, { ...other, method: 'cash', set_off: true })).body.errors).toEqual({
      'data.0.set_off': ['is for the method other alone'],
    })
    expect((await pay(club, { ...other, account_id: club.bank, set_off: true })).body.errors).toEqual({
      'data.0.account_id': ['cannot be given for money that was set off'],
    })
    const setOff = await pay(club, { ...other, set_off: true })
    expect(setOff.body.data).toMatchObject([{ booking: 'set_off' }])
    const named = await pay(club, { ...other, account_id: club.cash })
    expect(named.body.data).toMatchObject([{ booking: 'booked' }])
    expect(await balances(club)).toEqual({ [club.bank]: 100_000, [club.cash]: 11_000 })
    await club.post(`/payments/${setOff.body.data[0].id}/reversal`, { reason: 'x' })
    expect((await club.get(`/fees/${fee}/payments`)).body.data.at(-1)).toMatchObject({
      kind: 'reversal',
      booking: 'set_off',
    })
    const back = { ...PAID, amount: 500, method: 'other', reason: 'x' }
    expect((await club.post(`/fees/${fee}/refunds`, back)).body.errors).toEqual({
      account_id: ['is required for the method other, unless set_off says that no money moved'],
    })
    expect((await club.post(`/fees/${fee}/refunds`, { ...back, set_off: true })).status).toBe(201)
  })

  it('is dated before its account begins, whose opening balance has it', async () => {
    const club = await clubWithBook()
    const [fee] = await claim(club, 12000)
    const paid = await pay(club, { fee_id: fee, ...PAID, paid_on: '2023-12-31' })
    expect([paid.status, paid.body.data[0].booking]).toEqual([201, 'before_opening'])
    const named = { fee_id: fee, ...PAID, paid_on: '2023-12-31', account_id: club.bank }
    await club.post(`/payments/${paid.body.data[0].id}/reversal`, { reason: 'x' })
    expect((await pay(club, named)).body.data).toMatchObject([{ booking: 'before_opening' }])
    expect(await stored(club, 'vouchers')).toEqual([])
  })

  it.each(['by itself', 'with all that are certain'])(
    'is recorded by a bank line from before its account begins, confirmed %s',
    async (how) => {
      const club = await clubWithBook()
      const [fee] = await claim(club, 12000)
      await rows(`UPDATE accounts SET iban = 'DE89370400440532013000' WHERE id = ?`, club.bank)
      const [{ reference }] = (await club.get('/fees')).body.data
      await importEntries(club, club.bank, [credit(12000, reference, { date: '2025-04-02' })])
      const moved = await club.patch(`/accounts/${club.bank}`, { opening_on: '2025-05-01' })
      expect(moved.status, moved.text).toBe(200)
      const [line] = await inbox(club)
      const path = `/bank_lines/${line.id}/confirmation`
      const rent = await club.post(path, { booking: { text: 'Rent' } })
      expect([rent.status, rent.body.errors]).toEqual([422, { account_id: ['begins on 2025-05-01'] }])
      const paid =
        how === 'by itself'
          ? await club.post(path, { parts: [{ fee_id: fee, amount: 12000 }] })
          : await club.post('/bank_lines/confirmations', {})
      expect(paid.status, paid.text).toBeLessThan(300)
      expect(await stored(club, 'payments')).toMatchObject([{ amount: 12000, booking: 'before_opening' }])
      expect(await stored(club, 'bank_lines')).toMatchObject([{ state: 'done', elsewhere_amount: 12000 }])
      expect(await stored(club, 'vouchers')).toEqual([])
      expect((await balances(club))[club.bank]).toBe(100_000)
      await expectSoundBooks()

      expect((await club.delete(path)).status).toBe(200)
      expect(await stored(club, 'bank_lines')).toMatchObject([{ state: 'open', elsewhere_amount: 0 }])
      expect((await club.get(`/fees/${fee}`)).body.data.status).toBe('open')
    },
  )

  it('waits to be booked once its account begins earlier', async () => {
    const club = await clubWithBook()
    const [fee] = await claim(club, 12000)
    await pay(club, { fee_id: fee, ...PAID, paid_on: '2023-12-30' })
    const moved = await club.patch(`/accounts/${club.bank}`, { opening_on: '2023-12-01' })
    expect(moved.status, moved.text).toBe(200)
    expect(await stored(club, 'payments')).toMatchObject([{ booking: null }])
    expect((await club.post('/years/2023/closing', undefined)).body.errors).toEqual({
      payments: ['must be booked, or left out for a reason (waiting: 1)'],
    })
    expect((await club.post('/vouchers/fees', { fee_ids: [fee], sphere: 'ideal' })).status).toBe(201)
    expect((await club.post('/years/2023/closing', undefined)).status).toBe(201)
  })
})

describe('a payment from before its account begins, when the book had begun', () => {
  /** A club whose second cash box opens in the middle of 2025. */
  async function clubWithLaterBox() {
    const club = await clubWithBook()
    const later = { kind: 'cash', name: 'Bar', iban: null, opening_on: '2025-07-01' }
    const box = await addAccount(club, later)
    const [fee] = await claim(club, 12000)
    const recorded = { fee_id: fee, ...PAID, method: 'cash', account_id: box }
    return { club, box, fee, recorded }
  }

  it('waits, and its year with it, until it is booked or left out', async () => {
    const { club, box, fee, recorded } = await clubWithLaterBox()
    const paid = await pay(club, recorded)
    expect([paid.status, paid.body.data[0].booking]).toEqual([201, null])
    expect(await stored(club, 'payments')).toMatchObject([{ amount: 12000, booking: null }])
    expect((await club.get('/payments/waiting')).body.data).toMatchObject([{ fee_id: fee, amount: 12000 }])
    const refused = await club.post('/years/2025/closing', undefined)
    expect([refused.status, refused.body.errors]).toEqual([
      422,
      { payments: ['must be booked, or left out for a reason (waiting: 1)'] },
    ])
    const booking = `/payments/${paid.body.data[0].id}/booking`
    const early = await club.post(booking, { book: { account_id: box, sphere: 'ideal' } })
    expect([early.status, JSON.stringify(early.body.errors)]).toEqual([
      422,
      expect.stringContaining('begins on 2025-07-01'),
    ])
    expect((await club.post(booking, { book: { account_id: club.cash, sphere: 'ideal' } })).status).toBe(201)
    expect((await balances(club))[club.cash]).toBe(22_000)
    expect((await club.post('/years/2025/closing', undefined)).status).toBe(201)
  })

  it('waits as a refund, and as a return, whose charge is refused', async () => {
    const { club, box, fee, recorded } = await clubWithLaterBox()
    await pay(club, { ...recorded, account_id: club.cash })
    const { amount: _, fee_id: __, ...refund } = recorded
    const refunded = await club.post(`/fees/${fee}/refunds`, { ...refund, amount: 5000, reason: 'x' })
    expect(refunded.status, refunded.text).toBe(201)
    expect((await club.get(`/fees/${fee}/payments`)).body.data.at(-1)).toMatchObject({
      amount: -5000,
      booking: null,
    })
    expect((await balances(club))[box]).toBe(0)

    const { club: other, feeIds } = await clubWithFees(1)
    await addAccount(other, { opening_on: '2026-01-01' })
    const later = await addAccount(other, { iban: null, opening_on: '2026-03-19' })
    const run = await submitted(other, feeIds)
    setDay('2026-03-20')
    const settled = { settled_on: '2026-03-16', account_id: later }
    expect((await other.post(`/collections/${run.id}/settlement`, settled)).status).toBe(201)
    const [item] = (await other.get(`/collections/${run.id}`)).body.data.items
    const back = { item_id: item.id, returned_on: '2026-03-18', reason_code: null, account_id: later }
    const charged = await other.post(`/collections/${run.id}/returns`, { ...back, charge: 300 })
    expect([charged.status, charged.body.errors]).toEqual([
      422,
      { charge: [expect.stringMatching(/^is before the account ".+" begins, on 2026-03-19$/)] },
    ])
    expect((await other.post(`/collections/${run.id}/returns`, back)).status).toBe(201)
    expect(await stored(other, 'payments')).toMatchObject([
      { kind: 'payment', booking: null },
      { kind: 'return', booking: null },
    ])
  })

  it('is left out with a reason', async () => {
    const { club, box, recorded } = await clubWithLaterBox()
    const paid = await pay(club, recorded)
    const left = await club.post(`/payments/${paid.body.data[0].id}/booking`, { reason: 'Counted in' })
    expect([left.status, left.body.data.booking]).toEqual([201, 'left_out'])
    expect((await club.post('/years/2025/closing', undefined)).status).toBe(201)
    expect((await balances(club))[box]).toBe(0)
  })

  it('is one that was left to an opening balance before an earlier account was opened', async () => {
    const club = await clubWithBook()
    const [fee, other] = await claim(club, 12000, 12000)
    await pay(club, { fee_id: fee, ...PAID, paid_on: '2023-06-30' })
    await pay(club, { fee_id: other, ...PAID, paid_on: '2023-05-01' })
    const bookings = async () => (await stored(club, 'payments')).map(({ booking }) => booking).sort()
    expect(await bookings()).toEqual(['before_opening', 'before_opening'])
    const box = { kind: 'cash', name: 'Bar', opening_on: '2023-06-01', opening_amount: 0 }
    const opened = await club.post('/accounts', box)
    expect(opened.status, opened.text).toBe(201)
    expect(await bookings()).toEqual(['before_opening', null])
    const moved = await club.patch(`/accounts/${opened.body.data.id}`, { opening_on: '2023-05-01' })
    expect(moved.status, moved.text).toBe(200)
    expect(await bookings()).toEqual([null, null])
  })

  it('counts an account that the service opened from its first voucher', async () => {
    const club = await workspace()
    const opening = { opening_on: '2025-07-01', opening_amount: 50_000 }
    const bank = await addAccount(club, { iban: null, ...opening })
    const fees = await claim(club, 12000, 12000, 12000, 12000)
    const record = async (fee: number, paid_on: string, method = 'bank_transfer') => {
      const { status, body } = await pay(club, { fee_id: fees[fee], amount: 12000, method, paid_on })
      expect(status).toBe(201)
      return body.data[0].booking
    }
    expect(await record(0, '2025-03-01')).toBe('before_opening')
    expect(await record(1, '2025-04-01', 'cash')).toBe('booked')
    expect(await record(2, '2025-04-02')).toBe(null)
    expect((await club.get('/payments/waiting')).body.data).toHaveLength(1)
    expect(await record(3, '2025-02-01', 'cash')).toBe('booked')
    expect((await club.get('/payments/waiting')).body.data).toHaveLength(2)
    expect((await balances(club))[bank]).toBe(50_000)
  })
})

describe('the closing of a year', () => {
  it('waits for payments of earlier times that no voucher books', async () => {
    const club = await clubWithBook()
    const [fee, other] = await claim(club, 12000, 12000)
    await withoutVouchers(club, () => pay(club, { fee_id: fee, ...PAID }))
    const { body: wrong } = await withoutVouchers(club, () => pay(club, { fee_id: other, ...PAID }))
    const refused = await club.post('/years/2025/closing', undefined)
    expect([refused.status, refused.body.errors]).toEqual([
      422,
      { payments: ['must be booked, or left out for a reason (waiting: 2)'] },
    ])
    await club.post(`/payments/${wrong.data[0].id}/reversal`, { reason: 'Wrong fee' })
    expect(await stored(club, 'vouchers')).toEqual([])
    await club.post('/vouchers/fees', { fee_ids: [fee], sphere: 'ideal' })
    const closed = await club.post('/years/2025/closing', undefined)
    expect([closed.status, closed.body.data?.accounts[0].in]).toEqual([201, 12000])
  })

  it('keeps a year that was closed without them as it was', async () => {
    const club = await clubWithBook()
    const [fee] = await claim(club, 12000)
    await withoutVouchers(club, () => pay(club, { fee_id: fee, ...PAID }))
    await closeAsItIs(club, 2025)
    expect((await club.post('/years/2024/closing', undefined)).body.errors.payments).toBeUndefined()
    expect(await stored(club, 'payments')).toMatchObject([{ booking: null }])
  })
})
