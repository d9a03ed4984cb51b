import { describe, expect, it } from 'vitest'
import {
  balances,
  closeAsItIs,
  clubWithBook,
  enter,
  refundedFee,
  stored,
  withoutVouchers,
} from '../support/book'
import { expectSoundBooks } from '../support/invariants'
import { rows, type Workspace, workspace } from '../support/workspace'

const DAY = '2025-03-01'
const ON_FIELD = { costunit_name: 'Youth', category_name: 'Balls', sphere: 'ideal' }

const issuesOf = async (club: Workspace, ...data: object[]) =>
  (await club.post('/vouchers', { data })).body.errors

describe('POST /vouchers', () => {
  it('enters money with lines, and transfers', async () => {
    const club = await clubWithBook()
    const { status, body, cost } = await club.post('/vouchers', {
      data: [
        {
          account_id: club.bank,
          booked_on: DAY,
          text: 'Shop',
          party: 'Sport Meier',
          external_id: 'v-1',
          amount: -3000,
          lines: [
            { amount: -4000, ...ON_FIELD },
            { amount: 1000, text: 'Discount', sphere: 'business' },
          ],
        },
        {
          kind: 'transfer',
          account_id: club.bank,
          other_account_id: club.cash,
          amount: 2500,
          booked_on: DAY,
          text: 'Into the bank',
        },
        { booked_on: '2024-12-31', text: 'Donation', amount: 500 },
      ],
    })
    expect(status, JSON.stringify(body)).toBe(201)
    expect(cost.trips).toBe(2)
    expect(body.data).toMatchObject([
      { year: 2025, number: 1, external_id: 'v-1' },
      { year: 2025, number: 2 },
      { year: 2024, number: 1, external_id: null },
    ])
    expect(await balances(club)).toEqual({ [club.bank]: 100_000 - 3000 + 2500 + 500, [club.cash]: 7500 })
    const page = await club.get('/vouchers')
    expect(page.cost.trips).toBe(1)
    expect(page.body.data).toMatchObject([
      { text: 'Donation', account_id: club.bank, lines: [{ line: 1, amount: 500, sphere: null }] },
      {
        amount: -3000,
        lines: [
          { amount: -4000, ...ON_FIELD },
          { amount: 1000, text: 'Discount' },
        ],
      },
      { kind: 'transfer', amount: 2500, other_account_id: club.cash, lines: [] },
    ])
    const one = await club.get(`/vouchers/${body.data[0].id}`)
    expect(one.body.data).toEqual(page.body.data[1])
    const { body: events } = await club.get(`/events?subject_id=${body.data[0].id}`)
    expect(events.data).toMatchObject([
      {
        action: 'voucher.created',
        subject: { kind: 'voucher', name: 'Shop' },
        changes: { number: [null, '2025-1'], amount: [null, -3000], booked_on: [null, DAY] },
      },
    ])
  })

  it('enters once under an Idempotency-Key', async () => {
    const club = await clubWithBook()
    const send = () =>
      club.post(
        '/vouchers',
        { data: [{ booked_on: DAY, text: 'x', amount: 1 }] },
        { headers: { 'Idempotency-Key': 'k' } },
      )
    const [first, second] = [await send(), await send()]
    expect(second.text).toBe(first.text)
    expect(second.headers.get('Idempotent-Replayed')).toBe('true')
    expect(await stored(club, 'vouchers')).toHaveLength(1)
  })

  it('refuses what does not fit, under its path, and writes nothing', async () => {
    const club = await clubWithBook()
    await club.post('/cost_units', { name: 'Old' })
    const { body } = await club.get('/cost_units')
    await club.put(`/cost_units/${body.data[1].id}`, { archived: true })
    await enter(club, { amount: 1, external_id: 'v-1' })
    const voucher = { booked_on: DAY, text: 'x', amount: 1 }
    const before = await stored(club, 'vouchers')
    expect(
      await issuesOf(
        club,
        { ...voucher, booked_on: '2999-01-01' },
        { ...voucher, booked_on: '2023-12-31', account_id: club.bank },
        { ...voucher, account_id: 'acc_x' },
        { ...voucher, amount: 2, lines: [{ amount: 1 }] },
        { booked_on: DAY, text: 'x' },
        { ...voucher, external_id: 'v-1' },
        { ...voucher, amount: 0 },
        {
          booked_on: DAY,
          text: 'x',
          lines: [
            { amount: 1, costunit_name: 'None' },
            { amount: 1, costunit_name: 'Youth', category_name: 'Hall' },
            { amount: 1, costunit_name: 'Old' },
            { amount: 1, category_name: 'Balls' },
          ],
        },
        { ...voucher, kind: 'transfer', account_id: club.bank, other_account_id: club.bank },
        { ...voucher, kind: 'transfer', account_id: club.bank, other_account_id: 'acc_x', amount: -1 },
        { ...voucher, external_id: 'v-2' },
        { ...voucher, external_id: 'v-2' },
      ),
    ).toEqual({
      'data.0.booked_on': ['is in the future'],
      'data.1.account_id': ['begins on 2024-01-01'],
      'data.2.account_id': ['does not match an account'],
      'data.3.amount': ['is not the sum of the lines, 1'],
      'data.4.amount': ['is required where lines are absent'],
      'data.5.external_id': ['belongs to another voucher'],
      'data.6.amount': ['must not be 0'],
      'data.7.lines.0.costunit_name': ['does not match a cost unit'],
      'data.7.lines.1.category_name': ['does not match a category of the cost unit'],
      'data.7.lines.2.costunit_name': ['is archived; restore it or name another one'],
      'data.7.lines.3.costunit_name': ['is required where category_name is given'],
      'data.8.other_account_id': ['is the account that the money goes to'],
      'data.9.amount': [expect.stringContaining('1')],
      'data.9.other_account_id': ['does not match an account'],
      'data.11.external_id': ['belongs to another voucher'],
    })
    expect(await stored(club, 'vouchers')).toEqual(before)
  })

  it('numbers the vouchers of a year from 1 without gaps when 20 requests write at once', async () => {
    const club = await clubWithBook()
    const year = (n: number) => (n % 3 === 0 ? '2024-05-01' : DAY)
    await Promise.all(
      Array.from({ length: 20 }, (_, n) => enter(club, { amount: 1, booked_on: year(n) }, { amount: 2 })),
    )
    const vouchers = await stored<{ year: number; number: number }>(club, 'vouchers')
    const numbersOf = (wanted: number) =>
      vouchers.filter(({ year }) => year === wanted).map(({ number }) => number)
    expect(numbersOf(2024)).toEqual(Array.from({ length: 7 }, (_, n) => n + 1))
    expect(numbersOf(2025)).toEqual(Array.from({ length: 33 }, (_, n) => n + 1))
  })
})

describe('a cash box', () => {
  it('is never below zero, at any date', async () => {
    const club = await clubWithBook()
    const spend = (amount: number, booked_on: string) => ({
      account_id: club.cash,
      booked_on,
      text: 'x',
      amount: -amount,
    })
    await enter(club, spend(6000, '2025-06-01'))
    expect(await issuesOf(club, spend(4001, DAY))).toEqual({
      'data.0.amount': ['would bring the cash box below zero on 2025-06-01'],
    })
    expect(await issuesOf(club, spend(10_001, DAY))).toEqual({
      'data.0.amount': [`would bring the cash box below zero on ${DAY}`],
    })
    expect(
      await issuesOf(club, spend(3000, DAY), spend(2000, DAY), {
        kind: 'transfer',
        account_id: club.bank,
        other_account_id: club.cash,
        amount: 1001,
        booked_on: '2025-07-01',
        text: 'x',
      }),
    ).toEqual({
      'data.1.amount': ['would bring the cash box below zero on 2025-06-01'],
      'data.2.amount': ['would bring the cash box below zero on 2025-07-01'],
    })
    await enter(club, spend(5000, DAY), { ...spend(-1000, DAY) })
    expect(await balances(club)).toMatchObject({ [club.cash]: 0 })
  })

  it('is checked by its days, at the same cost for 3,000 vouchers as for 30', async () => {
    const club = await clubWithBook()
    const dates = Array.from({ length: 30 }, (_, index) => `2025-06-${String(index + 1).padStart(2, '0')}`)
    const inCash = (amount: number, booked_on: string) => ({ account_id: club.cash, amount, booked_on })
    await enter(club, ...dates.map((date) => inCash(1, date)))
    const spend = (amount: number, booked_on: string) =>
      club.post('/vouchers', { data: [{ ...inCash(-amount, booked_on), text: 'Stamps' }] })
    const before = await spend(1, '2025-06-30')
    for (const part of [0, 1, 2])
      await enter(
        club,
        ...Array.from({ length: 1000 }, (_, index) => inCash(part + 1, String(dates[index % dates.length]))),
      )
    const after = await spend(1, '2025-06-30')
    expect(after.status, JSON.stringify(after.body)).toBe(201)
    expect(after.cost.rowsRead).toBe(before.cost.rowsRead)
    expect(after.cost.rowsRead).toBeLessThan(400)
    const sum = 10_000 + 30 + 6000 - 2
    expect(await balances(club)).toMatchObject({ [club.cash]: sum })
    expect((await spend(sum + 1, '2025-06-30')).body.errors).toEqual({
      'data.0.amount': ['would bring the cash box below zero on 2025-06-30'],
    })
    expect((await spend(10_000, '2025-05-31')).status).toBe(201)
    expect((await spend(1, '2025-05-31')).body.errors).toEqual({
      'data.0.amount': ['would bring the cash box below zero on 2025-05-31'],
    })
    await expectSoundBooks()
  })

  it('is not emptied twice by requests at the same moment', async () => {
    const club = await clubWithBook()
    const spend = () =>
      club.post('/vouchers', {
        data: [{ account_id: club.cash, booked_on: DAY, text: 'x', amount: -10_000 }],
      })
    const answers = await Promise.all(Array.from({ length: 6 }, spend))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422, 422, 422, 422, 422])
    expect(await balances(club)).toMatchObject({ [club.cash]: 0 })
  })

  it('has to hold what a refund or a reversal takes out', async () => {
    const club = await clubWithBook()
    const [fee] = await claim(club, { attached_expense: ON_FIELD })
    const paid = { amount: 4500, method: 'cash', paid_on: DAY, account_id: club.cash }
    const { body } = await club.post('/payments', { data: [{ fee_id: fee, ...paid }] })
    await enter(club, { account_id: club.cash, amount: -14_000 })
    const refund = await club.post(`/fees/${fee}/refunds`, { ...paid, reason: 'x' })
    expect(refund.body.errors).toEqual({ amount: [`would bring the cash box below zero on ${DAY}`] })
    const reversal = await club.post(`/payments/${body.data[0].id}/reversal`, { reason: 'x' })
    expect(reversal.body.errors).toEqual({ payment_id: [`would bring the cash box below zero on ${DAY}`] })
    expect(await stored(club, 'payments')).toHaveLength(1)
  })
})

describe('POST /vouchers/{voucher_id}/reversal', () => {
  it('takes a voucher back once, to zero for each category, sphere and cost unit', async () => {
    const club = await clubWithBook()
    const [{ id } = { id: '' }] = await enter(club, {
      lines: [
        { amount: -700, ...ON_FIELD },
        { amount: 200, sphere: 'business' },
      ],
    })
    const { status, body, cost } = await club.post(`/vouchers/${id}/reversal`, { reason: 'Wrong shop' })
    expect(status, JSON.stringify(body)).toBe(201)
    expect(cost.trips).toBe(2)
    expect(body.data).toMatchObject({ number: 2, amount: 500, booked_on: DAY, reverses: id })
    const sums = await rows(
      `SELECT sum(amount) AS sum FROM voucher_lines WHERE workspace_id = ?
       GROUP BY sphere, cost_unit_id, category_id`,
      club.id,
    )
    expect(sums).toEqual([{ sum: 0 }, { sum: 0 }])
    expect((await club.get(`/vouchers/${id}`)).body.data.reversed_by).toBe(body.data.id)
    const again = await club.post(`/vouchers/${id}/reversal`, { reason: 'x' })
    expect(again.body.errors).toEqual({ voucher_id: ['was reversed before'] })
    const back = await club.post(`/vouchers/${body.data.id}/reversal`, { reason: 'x' })
    expect(back.body.errors).toEqual({ voucher_id: ['is a reversal; enter the voucher again instead'] })
    expect((await club.post('/vouchers/vch_x/reversal', { reason: 'x' })).status).toBe(404)
    const { body: year } = await club.get('/years/2025')
    expect(year.data.accounts[0]).toMatchObject({ in: 0, out: 0, closing: 100_000 })
    const { body: events } = await club.get(`/events?subject_id=${id}`)
    expect(events.data.at(-1)).toMatchObject({
      action: 'voucher.reversed',
      changes: { reversed_by: [null, body.data.id], reason: [null, 'Wrong shop'] },
    })
  })

  it.each(['0206-03-01', '1899-12-31'])('are refused on %s, before the first year', async (booked_on) => {
    const club = await clubWithBook()
    const { body } = await club.post('/vouchers', { data: [{ text: 'x', amount: 1, booked_on }] })
    expect(body.errors).toMatchObject({ 'data.0.booked_on': ['is before 1900'] })
    expect(await stored(club, 'vouchers')).toEqual([])
  })

  it('are taken on the first day of 1900', async () => {
    const club = await workspace()
    await club.post('/accounts', { kind: 'bank', name: 'Bank', opening_on: '1900-01-01' })
    const voucher = { text: 'x', amount: 1, booked_on: '1900-01-01' }
    const { status, text } = await club.post('/vouchers', { data: [voucher] })
    expect(status, text).toBe(201)
  })

  it('are refused before the account begins that is chosen for them', async () => {
    const club = await clubWithBook()
    const voucher = { text: 'x', amount: 1, booked_on: '2023-12-31' }
    const { body } = await club.post('/vouchers', { data: [voucher] })
    expect(body.errors).toEqual({
      'data.0.booked_on': ['is before the account "Bank" begins, on 2024-01-01'],
    })
    expect(await stored(club, 'vouchers')).toEqual([])
  })

  it('takes a transfer back, and is dated today where the year is closed', async () => {
    const club = await clubWithBook()
    const [transfer] = await enter(club, {
      kind: 'transfer',
      account_id: club.cash,
      other_account_id: club.bank,
      amount: 50,
      booked_on: '2024-05-01',
    })
    await club.post('/years/2024/closing', undefined)
    const { body } = await club.post(`/vouchers/${transfer?.id}/reversal`, { reason: 'x' })
    expect(body.data).toMatchObject({ kind: 'transfer', amount: -50 })
    expect(body.data.booked_on > '2025-01-01').toBe(true)
    expect(await balances(club)).toEqual({ [club.bank]: 100_000, [club.cash]: 10_000 })
  })

  it('leaves what payments made to the payments', async () => {
    const club = await clubWithBook()
    const [fee] = await claim(club, { attached_expense: ON_FIELD })
    await club.post('/payments', {
      data: [{ fee_id: fee, amount: 1, method: 'bank_transfer', paid_on: DAY }],
    })
    const { body } = await club.get(`/vouchers?fee_id=${fee}`)
    expect(body.data).toMatchObject([{ lines: [{ fee_id: fee, ...ON_FIELD }] }])
    const { body: refused } = await club.post(`/vouchers/${body.data[0].id}/reversal`, { reason: 'x' })
    expect(refused.errors).toEqual({
      voucher_id: ['books a payment of a fee; reverse the payment instead'],
    })
    await rows(`UPDATE payments SET item_id = 'dbt_1' WHERE workspace_id = ?`, club.id)
    const { body: debit } = await club.post(`/vouchers/${body.data[0].id}/reversal`, { reason: 'x' })
    expect(debit.errors).toEqual({
      voucher_id: ['is of a direct debit; record its return, or undo the settlement'],
    })
    await rows(`UPDATE vouchers SET bank_line_id = 'lin_1' WHERE workspace_id = ?`, club.id)
    const { body: line } = await club.post(`/vouchers/${body.data[0].id}/reversal`, { reason: 'x' })
    expect(line.errors).toEqual({ voucher_id: ['is of a bank line; undo the confirmation of the line'] })
  })
})

describe('PATCH /vouchers/{voucher_id}', () => {
  it('changes the text and what lines are booked to, and records before and after', async () => {
    const club = await clubWithBook()
    const [{ id } = { id: '' }] = await enter(club, { lines: [{ amount: 1, ...ON_FIELD }, { amount: 2 }] })
    const { status, body, cost } = await club.patch(`/vouchers/${id}`, {
      text: 'Nets',
      lines: [
        { line: 1, sphere: 'business' },
        { line: 2, costunit_name: 'Youth', category_name: 'Trips' },
      ],
    })
    expect(status, JSON.stringify(body)).toBe(200)
    expect(cost.trips).toBe(2)
    expect(body.data).toMatchObject({
      text: 'Nets',
      lines: [
        { ...ON_FIELD, sphere: 'business' },
        { costunit_name: 'Youth', category_name: 'Trips', sphere: null },
      ],
    })
    expect((await club.get(`/vouchers/${id}`)).body).toEqual(body)
    const { body: events } = await club.get(`/events?subject_id=${id}`)
    expect(events.data.at(-1)).toMatchObject({
      action: 'voucher.assigned',
      changes: {
        text: ['Footballs', 'Nets'],
        'lines.1.sphere': ['ideal', 'business'],
        'lines.2.category_name': [null, 'Trips'],
      },
    })
    const cleared = await club.patch(`/vouchers/${id}`, { lines: [{ line: 1, costunit_name: null }] })
    expect(cleared.body.data.lines[0]).toMatchObject({
      costunit_name: null,
      category_name: null,
      sphere: 'business',
    })
    const same = await club.patch(`/vouchers/${id}`, { text: 'Nets' })
    expect(same.cost.trips).toBe(1)
  })

  it('books a voucher and its reversal alike', async () => {
    const club = await clubWithBook()
    const [{ id } = { id: '' }] = await enter(club, { amount: 5 })
    const { body } = await club.post(`/vouchers/${id}/reversal`, { reason: 'x' })
    const change = { text: 'Back', lines: [{ line: 1, sphere: 'assets' }] }
    expect((await club.patch(`/vouchers/${body.data.id}`, change)).status).toBe(200)
    const { body: page } = await club.get('/vouchers')
    expect(page.data).toMatchObject([
      { text: 'Footballs', lines: [{ sphere: 'assets' }] },
      { text: 'Back', lines: [{ sphere: 'assets' }] },
    ])
  })

  it('refuses what does not fit', async () => {
    const club = await clubWithBook()
    const [old, { id } = { id: '' }] = await enter(
      club,
      { amount: 5, booked_on: '2024-05-01' },
      { amount: 5 },
    )
    await club.patch(`/vouchers/${old?.id}`, { lines: [{ line: 1, sphere: 'ideal' }] })
    const { body: closed } = await club.post('/years/2024/closing', undefined)
    expect(closed.data.closed_at).toBeTruthy()
    const change = { lines: [{ line: 1, sphere: 'assets' }] }
    const refusal = { voucher_id: ['is in the fiscal year 2024, which is closed'] }
    expect((await club.patch(`/vouchers/${old?.id}`, change)).body.errors).toEqual(refusal)
    const { body: storno } = await club.post(`/vouchers/${old?.id}/reversal`, { reason: 'x' })
    expect((await club.patch(`/vouchers/${storno.data.id}`, change)).body.errors).toEqual({
      lines: ['cannot change: the voucher is one of a pair, and the other is in a closed fiscal year'],
    })
    expect((await club.patch(`/vouchers/${storno.data.id}`, { text: 'Back' })).status).toBe(200)
    const { body } = await club.patch(`/vouchers/${id}`, {
      lines: [
        { line: 2, sphere: 'ideal' },
        { line: 1, costunit_name: 'None' },
      ],
      voucher_id: id,
    })
    expect(body.errors).toMatchObject({
      'lines.0.line': ['does not match a line of the voucher'],
      'lines.1.costunit_name': ['does not match a cost unit'],
    })
    expect((await club.patch('/vouchers/vch_x', change)).status).toBe(404)
  })
})

describe('GET /vouchers', () => {
  it('narrows and pages', async () => {
    // Another workspace has a cost unit of the same name.
    await clubWithBook()
    const club = await clubWithBook()
    await enter(
      club,
      { amount: 1, booked_on: '2024-05-01' },
      { amount: 2, account_id: club.cash },
      { lines: [{ amount: 3, ...ON_FIELD }] },
      { kind: 'transfer', account_id: club.bank, other_account_id: club.cash, amount: 4 },
    )
    const amounts = async (query: string) =>
      (await club.get(`/vouchers?${query}`)).body.data.map(({ amount }: { amount: number }) => amount)
    expect(await amounts('')).toEqual([1, 2, 3, 4])
    expect(await amounts('year=2024')).toEqual([1])
    expect(await amounts(`account_id=${club.cash}`)).toEqual([2, 4])
    await club.post('/cost_units', { name: 'Adults' })
    expect(await amounts('costunit_name=Youth')).toEqual([3])
    expect(await amounts('costunit_name=Adults')).toEqual([])
    expect(await amounts('sphere=ideal')).toEqual([3])
    expect(await amounts('unassigned=true')).toEqual([1, 2])
    const first = await club.get('/vouchers?per_page=3')
    expect(first.body.data).toHaveLength(3)
    const second = await club.get(`/vouchers?per_page=3&cursor=${first.body.meta.next_cursor}`)
    expect(second.body.data).toMatchObject([{ amount: 4 }])
    const back = await club.get(`/vouchers?per_page=3&cursor=${second.body.meta.prev_cursor}`)
    expect(back.body.data).toEqual(first.body.data)
  })

  it('gives a year as CSV, with a record for each line', async () => {
    const club = await clubWithBook()
    await enter(
      club,
      {
        text: '=1+1',
        lines: [
          { amount: -123_456, ...ON_FIELD },
          { amount: 5, text: 'Rest' },
        ],
      },
      { kind: 'transfer', account_id: club.bank, other_account_id: club.cash, amount: 400, text: 'a;b' },
    )
    const { text, headers } = await club.get('/vouchers?year=2025&format=csv')
    expect(headers.get('Content-Disposition')).toBe('attachment; filename="vouchers-2025.csv"')
    const [head, ...records] = text.split('\r\n')
    expect(head).toMatch(/^year;number;line;booked_on;amount;side;text;party;costunit_name/)
    expect(records.map((record) => record.split(';').slice(0, 7).join(';'))).toEqual([
      `2025;1;1;${DAY};"-1234,56";out;'=1+1`,
      `2025;1;2;${DAY};"0,05";in;Rest`,
      `2025;2;;${DAY};"4,00";;"a`,
      '',
    ])
    const { text: same } = await club.get('/vouchers?year=2025', { headers: { Accept: 'text/csv' } })
    expect(same).toBe(text)
    expect((await club.get('/vouchers?format=csv')).body.errors).toEqual({ year: ['is required for CSV'] })
  })

  it('gives the refund of a fee as CSV as less income', async () => {
    const club = await clubWithBook()
    const fee = await refundedFee(club)
    const { text } = await club.get('/vouchers?year=2025&format=csv')
    const records = text.trim().split('\r\n').slice(1)
    expect(records.map((record) => record.split(';').slice(0, 6).join(';'))).toEqual([
      `2025;1;1;${DAY};"50,00";in`,
      `2025;2;1;${DAY};"-20,00";in`,
    ])
    expect(records.every((record) => record.includes(`;${fee};`))).toBe(true)
  })

  it('gives more than a page as CSV', async () => {
    const club = await clubWithBook()
    await enter(club, ...Array.from({ length: 700 }, () => ({ amount: 1 })))
    const { text } = await club.get('/vouchers?year=2025&format=csv')
    expect(text.trim().split('\r\n')).toHaveLength(701)
  })
})

describe('POST /vouchers/fees', () => {
  it('books payments that no voucher books yet, once, on the day of the money', async () => {
    const club = await clubWithBook()
    const [plain, attached, open] = await claim(club, {}, { attached_expense: { sphere: 'assets' } }, {})
    await withoutVouchers(club, () =>
      club.post('/payments', {
        data: [
          { fee_id: plain, amount: 1000, method: 'cash', paid_on: '2025-02-01' },
          { fee_id: plain, amount: 3500, method: 'bank_transfer', paid_on: DAY },
        ],
      }),
    )
    await club.post('/payments', {
      data: [{ fee_id: attached, amount: 4500, method: 'bank_transfer', paid_on: DAY }],
    })
    const body = { fee_ids: [plain, attached, open], account_id: club.bank, ...ON_FIELD }
    const { status, body: booked, cost } = await club.post('/vouchers/fees', body)
    expect(status, JSON.stringify(booked)).toBe(201)
    expect(cost.trips).toBe(2)
    expect(booked.data).toMatchObject([{ number: 2 }, { number: 3 }])
    const { body: page } = await club.get(`/vouchers?fee_id=${plain}`)
    expect(page.data).toMatchObject([
      {
        account_id: club.cash,
        amount: 1000,
        booked_on: '2025-02-01',
        lines: [{ fee_id: plain, ...ON_FIELD }],
      },
      { account_id: club.bank, amount: 3500, booked_on: DAY, text: 'Annual fee', party: 'Ada Lovelace' },
    ])
    expect((await club.post('/vouchers/fees', body)).body.data).toEqual([])
  })

  it('leaves out a payment that was reversed, and refuses closed years and unknown fees', async () => {
    const club = await clubWithBook()
    const [old, wrong] = await claim(club, {}, {})
    const paid = { amount: 4500, method: 'bank_transfer' }
    const { body } = await withoutVouchers(club, () =>
      club.post('/payments', {
        data: [
          { fee_id: old, ...paid, paid_on: '2024-05-01' },
          { fee_id: wrong, ...paid, paid_on: DAY },
        ],
      }),
    )
    await club.post(`/payments/${body.data[1].id}/reversal`, { reason: 'x' })
    expect((await club.post('/vouchers/fees', { fee_ids: [wrong] })).body.data).toEqual([])
    await closeAsItIs(club, 2024)
    const { body: refused } = await club.post('/vouchers/fees', { fee_ids: [wrong, old] })
    expect(refused.errors).toEqual({
      'fee_ids.1': ['has a payment of 2024-05-01: it is in the fiscal year 2024, which is closed'],
    })
    expect(
      (await club.post('/vouchers/fees', { fee_ids: ['fee_x'], account_id: 'acc_x' })).body.errors,
    ).toEqual({
      'fee_ids.0': ['does not match a fee of this workspace'],
      account_id: ['does not match an account'],
    })
  })
})

/** Claims fees and gives their ids. */
async function claim(club: Workspace, ...fees: object[]): Promise<string[]> {
  await club.post('/lists/members/persons', {
    external_id: 'ada',
    name: { first_name: 'Ada', last_name: 'Lovelace' },
  })
  const { body } = await club.post('/fees', {
    data: fees.map((fee) => ({ description: 'Annual fee', person_external_id: 'ada', amount: 4500, ...fee })),
  })
  return body.data.map(({ id }: { id: string }) => id)
}
