import { describe, expect, it } from 'vitest'
import { type Club, clubWithBook, enter, stored } from '../support/book'
import { call } from '../support/call'
import { rows } from '../support/workspace'

const ON_FIELD = { costunit_name: 'Youth', category_name: 'Balls', sphere: 'ideal' }

const read = async (club: Club, year = 2025) => (await club.get(`/years/${year}`)).body.data
const close = (club: Club, year = 2024) => club.post(`/years/${year}/closing`, undefined)
const reopen = (club: Club, year = 2024) => club.delete(`/years/${year}/closing?reason=Mistake`)

/** Fills two years: 2024 with everything assigned, 2025 with a line that is not. */
async function fill(club: Club) {
  await enter(
    club,
    {
      booked_on: '2024-02-01',
      lines: [
        { amount: -4000, ...ON_FIELD },
        { amount: 9000, sphere: 'business' },
      ],
    },
    { booked_on: '2024-02-02', account_id: club.cash, lines: [{ amount: -100, sphere: 'ideal' }] },
    { booked_on: '2025-02-01', lines: [{ amount: 700, costunit_name: 'Youth' }, { amount: 50 }] },
    {
      kind: 'transfer',
      account_id: club.bank,
      other_account_id: club.cash,
      amount: 400,
      booked_on: '2025-03-01',
    },
  )
}

describe('GET /years/{year}', () => {
  it('sums the vouchers of an open year up', async () => {
    const club = await clubWithBook()
    await fill(club)
    const { status, body, cost } = await club.get('/years/2024')
    expect(status, JSON.stringify(body)).toBe(200)
    expect(cost.trips).toBe(1)
    expect(body.data).toEqual({
      version: 2,
      is_nonprofit: false,
      year: 2024,
      first_on: '2024-01-01',
      last_on: '2024-12-31',
      difference_reason: null,
      vouchers: 2,
      last_number: 2,
      accounts: [
        {
          id: club.bank,
          kind: 'bank',
          name: 'Bank',
          opening: 100_000,
          in: 9000,
          out: 4000,
          transferred: 0,
          closing: 105_000,
          bank: null,
        },
        {
          id: club.cash,
          kind: 'cash',
          name: 'Cash',
          opening: 10_000,
          in: 0,
          out: 100,
          transferred: 0,
          closing: 9900,
          bank: null,
        },
      ],
      spheres: [
        {
          sphere: 'ideal',
          in: 0,
          out: 4100,
          categories: [
            { costunit_name: 'Youth', category_name: 'Balls', in: 0, out: 4000 },
            { costunit_name: null, category_name: null, in: 0, out: 100 },
          ],
        },
        { sphere: 'assets', in: 0, out: 0, categories: [] },
        { sphere: 'purpose', in: 0, out: 0, categories: [] },
        {
          sphere: 'business',
          in: 9000,
          out: 0,
          categories: [{ costunit_name: null, category_name: null, in: 9000, out: 0 }],
        },
      ],
      cost_units: [
        { costunit_name: 'Youth', in: 0, out: 4000 },
        { costunit_name: null, in: 9000, out: 100 },
      ],
      unassigned: { lines: 0, amount: 0 },
      business_income: { amount: 9000, limit: 4_500_000 },
      closed_at: null,
      sha256: null,
    })
    expect(await read(club)).toMatchObject({
      accounts: [
        { opening: 105_000, in: 750, out: 0, transferred: 400, closing: 106_150 },
        { opening: 9900, transferred: -400, closing: 9500 },
      ],
      unassigned: { lines: 1, amount: 50 },
    })
    expect(await read(club, 2026)).toMatchObject({
      vouchers: 0,
      last_number: 0,
      accounts: [{ opening: 106_150, closing: 106_150 }, { opening: 9500 }],
      business_income: { limit: 5_000_000 },
    })
    expect((await read(club, 2023)).accounts).toEqual([])
    expect((await club.get('/years/abc')).status).toBe(404)
  })

  it('gives the report as a file', async () => {
    const club = await clubWithBook()
    await fill(club)
    const { text, headers, cost } = await club.get('/years/2024?format=csv')
    expect(cost.trips).toBe(1)
    expect(headers.get('Content-Disposition')).toBe('attachment; filename="report-2024.csv"')
    const [head, ...records] = text.trim().split('\r\n')
    expect(head).toBe(
      'account_id;account_name;sphere;costunit_name;category_name;opening;in;out;transferred;closing;bank;difference_reason',
    )
    expect(records).toEqual([
      `${club.bank};Bank;;;;"1000,00";"90,00";"40,00";"0,00";"1050,00";;`,
      `${club.cash};Cash;;;;"100,00";"0,00";"1,00";"0,00";"99,00";;`,
      ';;ideal;Youth;Balls;;"0,00";"40,00";;;;',
      ';;ideal;;;;"0,00";"1,00";;;;',
      ';;assets;;;;"0,00";"0,00";;;;',
      ';;purpose;;;;"0,00";"0,00";;;;',
      ';;business;;;;"90,00";"0,00";;;;',
    ])
    const { text: same } = await club.get('/years/2024', { headers: { Accept: 'text/csv' } })
    expect(same).toBe(text)
    expect((await club.get('/years/x?format=csv')).status).toBe(404)
  })

  it('counts what goes back of a fee as less income', async () => {
    const club = await clubWithBook()
    await club.post('/lists/members/persons', { external_id: 'ada' })
    const fee = {
      amount: 4500,
      description: 'Fee',
      person_external_id: 'ada',
      attached_expense: { sphere: 'ideal' },
    }
    const { body } = await club.post('/fees', { data: [fee] })
    const paid = { amount: 4500, method: 'bank_transfer', paid_on: '2025-02-01' }
    await club.post('/payments', { data: [{ fee_id: body.data[0].id, ...paid }] })
    await club.post(`/fees/${body.data[0].id}/refunds`, { ...paid, amount: 1000, reason: 'x' })
    expect((await read(club)).spheres).toMatchObject([{ sphere: 'ideal', in: 3500, out: 0 }, {}, {}, {}])
  })

  it('follows the month in which fiscal years begin', async () => {
    const club = await clubWithBook()
    await rows('UPDATE workspaces SET year_start = 7 WHERE id = ?', club.id)
    await enter(club, { amount: 1, booked_on: '2025-06-30' }, { amount: 2, booked_on: '2025-07-01' })
    expect(await read(club, 2024)).toMatchObject({
      first_on: '2024-07-01',
      last_on: '2025-06-30',
      vouchers: 1,
      accounts: [{ opening: 100_000, closing: 100_001 }, {}],
    })
    expect((await read(club, 2025)).accounts[0]).toMatchObject({ opening: 100_001, closing: 100_003 })
  })
})

describe('POST /years/{year}/closing', () => {
  it('stores the report, and opens the next year with it', async () => {
    const club = await clubWithBook()
    await fill(club)
    const before = await read(club, 2024)
    const { status, body, cost } = await close(club)
    expect(status, JSON.stringify(body)).toBe(201)
    expect(cost.trips).toBe(2)
    expect(body.data).toEqual({
      ...before,
      closed_at: expect.any(String),
      sha256: expect.stringMatching(/^[\da-f]{64}$/),
    })
    expect(await read(club, 2024)).toEqual(body.data)
    expect((await read(club)).accounts).toMatchObject([{ opening: 105_000 }, { opening: 9900 }])
    const { body: accounts } = await club.get('/accounts')
    expect(accounts.data).toMatchObject([{ balance: 106_150 }, { balance: 9500 }])
    expect(await stored(club, 'fiscal_years')).toMatchObject([{ year: 2024, last_number: 2 }])
    const { body: events } = await club.get('/events')
    expect(events.data.at(-1)).toMatchObject({
      action: 'fiscal_year.closed',
      subject: { kind: 'fiscal_year', id: '2024' },
      changes: { vouchers: [null, 2], sha256: [null, body.data.sha256] },
    })
    expect((await close(club)).body.errors).toEqual({ year: ['is closed already'] })
  })

  it('refuses a year that is not in order, with each problem under its own path', async () => {
    const club = await clubWithBook()
    await fill(club)
    await rows(
      `INSERT INTO bank_lines (workspace_id, id, account_id, statement_id, booked_on, amount, currency, text,
         fingerprint, ordinal, state)
       VALUES (?1, 'lin_1', ?2, 'stm_1', '2025-12-31', 1, 'EUR', 'x', 'x', 1, 'open'),
         (?1, 'lin_2', ?2, 'stm_1', '2026-01-01', 1, 'EUR', 'x', 'y', 1, 'open')`,
      club.id,
      club.bank,
    )
    expect((await close(club, 2025)).body.errors).toEqual({
      earlier_years: ['must be closed first: 2024 is open (vouchers: 2)'],
      lines: ['must have a cost unit or a sphere (without either: 1)'],
      bank_lines: ['must be confirmed, booked or ignored (open: 1)'],
    })
    expect((await close(club, 2100)).body.errors).toMatchObject({
      year: ['is not over before the end of 2100-12-31'],
    })
    expect((await close(club, 9)).status).toBe(404)
    expect(await stored(club, 'fiscal_years')).toEqual([])
    await close(club, 2024)
    expect((await close(club, 2023)).body.errors).toEqual({ year: ['is before 2024, which is closed'] })
  })

  it('closes a voucher with its reversal once both are assigned', async () => {
    const club = await clubWithBook()
    const [voucher] = await enter(club, { amount: 5, booked_on: '2024-05-01' })
    await club.post(`/vouchers/${voucher?.id}/reversal`, { reason: 'x' })
    expect((await close(club)).body.errors).toEqual({
      lines: ['must have a cost unit or a sphere (without either: 2)'],
    })
    await club.patch(`/vouchers/${voucher?.id}`, { lines: [{ line: 1, sphere: 'ideal' }] })
    expect((await close(club)).status).toBe(201)
  })

  it('reads the vouchers of a large year in several trips', async () => {
    const club = await clubWithBook()
    await rows(MANY_VOUCHERS, club.id, club.bank, 5001)
    await rows(THEIR_LINES, club.id)
    const { status, body, cost } = await close(club)
    expect([status, cost.trips]).toEqual([201, 3])
    expect(body.data).toMatchObject({
      vouchers: 5001,
      last_number: 5001,
      spheres: [{ in: 5001 }, {}, {}, {}],
    })
    const { sha256 } = body.data
    await reopen(club)
    await rows(`UPDATE voucher_lines SET text = 'x' WHERE workspace_id = ? AND number = 5001`, club.id)
    expect((await close(club)).body.data.sha256).not.toBe(sha256)
  })

  it('stores the totals of thousands of categories', async () => {
    const club = await clubWithBook()
    await fillCategories(club, "printf('%0100d', n)")
    const before = await read(club, 2024)
    expect(before.spheres.flatMap(({ categories }: { categories: [] }) => categories)).toHaveLength(20_000)
    const { status, body } = await close(club)
    expect(status, JSON.stringify(body.errors)).toBe(201)
    expect(await read(club, 2024)).toEqual({
      ...before,
      closed_at: expect.any(String),
      sha256: body.data.sha256,
    })
    const [row] = await rows<{ bytes: number }>(
      'SELECT length(CAST(report AS BLOB)) AS bytes FROM fiscal_years WHERE workspace_id = ?',
      club.id,
    )
    expect(row?.bytes).toBeLessThan(MAX_VALUE_BYTES)
    expect((await read(club)).accounts).toMatchObject([{ opening: 120_000 }, { opening: 10_000 }])
    expect((await reopen(club)).body.data).toEqual(before)
  })

  it('refuses more totals than can be stored', async () => {
    const club = await clubWithBook()
    await fillCategories(club, 'hex(randomblob(127))')
    const { status, body } = await close(club)
    expect([status, body.errors]).toEqual([
      422,
      {
        spheres: [
          'has more totals by sphere, cost unit and category than can be stored; assign lines to fewer',
        ],
      },
    ])
    expect(await stored(club, 'fiscal_years')).toEqual([])
    expect(await read(club, 2024)).toMatchObject({ closed_at: null, vouchers: 4 })
  })

  it('keeps every voucher that is written at the same moment, or refuses it', async () => {
    const club = await clubWithBook()
    const line = { lines: [{ amount: 1, sphere: 'ideal' }], booked_on: '2024-05-01', text: 'x' }
    const answers = await Promise.all([
      ...Array.from({ length: 8 }, () => club.post('/vouchers', { data: [line] })),
      close(club),
      ...Array.from({ length: 8 }, () => club.post('/vouchers', { data: [line] })),
    ])
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201, 422]))
    const { vouchers, closed_at } = await read(club, 2024)
    expect(closed_at).toBeTruthy()
    const entered = answers.filter(({ status }) => status === 201).length - 1
    expect(await stored(club, 'vouchers')).toHaveLength(entered)
    expect(vouchers).toBe(entered)
  })
})

describe('a closed year', () => {
  it('is written to by no verb', async () => {
    const club = await clubWithBook()
    const day = '2024-05-01'
    const claim = async () => {
      const fee = {
        amount: 4500,
        description: 'Fee',
        person_external_id: 'ada',
        attached_expense: { sphere: 'ideal' },
      }
      return (await club.post('/fees', { data: [fee] })).body.data[0].id as string
    }
    await club.post('/lists/members/persons', { external_id: 'ada' })
    const [paid, open] = [await claim(), await claim()]
    const money = { amount: 4500, method: 'cash', paid_on: day, account_id: club.cash }
    const payment = await club.post('/payments', { data: [{ fee_id: paid, ...money }] })
    const [voucher] = await enter(club, { lines: [{ amount: 5, sphere: 'ideal' }], booked_on: day })
    const { body: closed } = await close(club)
    const before = await Promise.all(
      ['payments', 'vouchers', 'voucher_lines', 'cash_counts'].map((table) => stored(club, table)),
    )
    const account = { kind: 'bank', name: 'Other', opening_on: day, opening_amount: 5 }
    const refused = [
      await club.post('/payments', { data: [{ fee_id: open, ...money }] }),
      await club.post(`/fees/${paid}/refunds`, { ...money, reason: 'x' }),
      await club.post('/vouchers', { data: [{ booked_on: day, text: 'x', amount: 1 }] }),
      await club.post('/vouchers', { data: [{ booked_on: '1990-01-01', text: 'x', amount: 1 }] }),
      await club.post('/vouchers', {
        data: [
          {
            kind: 'transfer',
            account_id: club.bank,
            other_account_id: club.cash,
            booked_on: day,
            text: 'x',
            amount: 1,
          },
        ],
      }),
      await club.patch(`/vouchers/${voucher?.id}`, { text: 'x' }),
      await club.post(`/accounts/${club.cash}/counts`, { counted_on: day, counted: 1 }),
      await club.post('/accounts', account),
      await club.patch(`/accounts/${club.bank}`, { opening_amount: 1 }),
    ]
    for (const { status, text } of refused) {
      expect(status, text).toBe(422)
      expect(text).toMatch(/is in the fiscal year (2024|1990), which is closed|is fixed, since/)
    }
    expect(
      await Promise.all(
        ['payments', 'vouchers', 'voucher_lines', 'cash_counts'].map((table) => stored(club, table)),
      ),
    ).toEqual(before)
    // What is undone now is dated today.
    expect((await club.post(`/vouchers/${voucher?.id}/reversal`, { reason: 'x' })).status).toBe(201)
    expect((await club.post(`/payments/${payment.body.data[0].id}/reversal`, { reason: 'x' })).status).toBe(
      201,
    )
    const written = await stored<{ year: number }>(club, 'vouchers')
    expect(written.filter(({ year }) => year <= 2024)).toHaveLength(2)
    expect(await read(club, 2024)).toEqual(closed.data)
  })
})

describe('DELETE /years/{year}/closing', () => {
  it('reopens the last closed year, and records why', async () => {
    const club = await clubWithBook()
    await fill(club)
    await close(club)
    await club.patch(`/vouchers/${(await club.get('/vouchers?unassigned=true')).body.data[0].id}`, {
      lines: [{ line: 2, sphere: 'ideal' }],
    })
    expect((await close(club, 2025)).status).toBe(201)
    expect((await reopen(club)).body.errors).toEqual({ year: ['is before 2025, which is closed too'] })
    const { status, body, cost } = await reopen(club, 2025)
    expect(status, JSON.stringify(body)).toBe(200)
    expect(cost.trips).toBe(2)
    expect(body.data).toMatchObject({ year: 2025, closed_at: null, sha256: null, vouchers: 2 })
    const { body: events } = await club.get('/events')
    expect(events.data.at(-1)).toMatchObject({
      action: 'fiscal_year.reopened',
      subject: { id: '2025' },
      changes: { reason: [null, 'Mistake'] },
    })
    await enter(club, { lines: [{ amount: 3, sphere: 'ideal' }], booked_on: '2025-05-01' })
    expect((await close(club, 2025)).body.data.vouchers).toBe(3)
    expect((await reopen(club, 2023)).body.errors).toMatchObject({ year: ['is not closed'] })
    expect((await club.delete('/years/2025/closing')).status).toBe(422)
    const key = await club.keyWith('bookkeeping:read')
    expect((await call('DELETE', '/years/2025/closing?reason=x', { key })).status).toBe(403)
  })
})

const MANY_VOUCHERS = `
  WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ?3)
  INSERT INTO vouchers (workspace_id, year, number, id, kind, account_id, booked_on, amount, text, created_at)
  SELECT ?1, 2024, n, printf('vch_%024d', n), 'money', ?2, '2024-05-01', 1, 'x', '2024-05-01T00:00:00.000Z' FROM numbers`

const THEIR_LINES = `
  INSERT INTO voucher_lines (workspace_id, year, number, line, amount, sphere)
  SELECT workspace_id, year, number, 1, amount, 'ideal' FROM vouchers WHERE workspace_id = ?`

/** What D1 takes in one value. */
const MAX_VALUE_BYTES = 2_000_000

/** Books a cent to each of 5,000 categories in each sphere. `name` is the name of the category n in SQL. */
async function fillCategories(club: Club, name: string) {
  await rows(
    `
    WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 5000)
    INSERT INTO cost_unit_categories (workspace_id, id, cost_unit_id, name)
    SELECT ?1, printf('cat_%024d', n), (SELECT id FROM cost_units WHERE workspace_id = ?1), ${name} FROM numbers`,
    club.id,
  )
  for (const sphere of ['ideal', 'assets', 'purpose', 'business']) {
    const [voucher] = await enter(club, { booked_on: '2024-05-01', lines: [{ amount: 5000, sphere }] })
    await rows('DELETE FROM voucher_lines WHERE workspace_id = ? AND number = ?', club.id, voucher?.number)
    await rows(
      `
      INSERT INTO voucher_lines (workspace_id, year, number, line, amount, sphere, cost_unit_id, category_id)
      SELECT ?1, 2024, ?2, row_number() OVER (), 1, ?3, cost_unit_id, id FROM cost_unit_categories
      WHERE workspace_id = ?1 AND id < 'cat_0001'`,
      club.id,
      voucher?.number,
      sphere,
    )
  }
}

describe('the closing of a year whose bank and book differ', () => {
  /** Tells what the bank account had at the end of 2024 by the paper. */
  const told = async (balance: number) => {
    const club = await clubWithBook()
    await fill(club)
    expect((await club.put(`/accounts/${club.bank}/balances/2024-12-31`, { balance })).status).toBe(200)
    return club
  }

  it('is refused with both balances', async () => {
    const club = await told(104_000)
    const { status, body } = await close(club)
    expect(status).toBe(422)
    expect(body.issues).toMatchObject([
      {
        path: `accounts.${club.bank}`,
        code: 'bank_differs',
        params: { account: 'Bank', date: '2024-12-31', bank: 104_000, book: 105_000 },
      },
    ])
    expect(await stored(club, 'fiscal_years')).toEqual([])
  })

  it('needs a reason, which the report and its file keep', async () => {
    const club = await told(104_000)
    const reason = 'The bank corrects it in January'
    const { status, body, text } = await club.post('/years/2024/closing', { reason })
    expect(status, text).toBe(201)
    expect(body.data).toMatchObject({
      difference_reason: reason,
      accounts: [{ bank: 104_000 }, { bank: null }],
    })
    expect((await club.get('/years/2024')).body.data).toEqual(body.data)
    const { text: csv } = await club.get('/years/2024?format=csv')
    expect(csv).toContain(`"1050,00";"1040,00";${reason}\r\n`)
    expect(csv).toContain('"99,00";;\r\n')
    const { body: events } = await club.get('/events')
    expect(events.data.at(-1)).toMatchObject({
      action: 'fiscal_year.closed',
      changes: { reason: [null, reason] },
    })
  })

  it('keeps no reason where they agree', async () => {
    const club = await told(105_000)
    const { body } = await club.post('/years/2024/closing', { reason: 'For nothing' })
    expect(body.data).toMatchObject({
      difference_reason: null,
      accounts: [{ bank: 105_000 }, { bank: null }],
    })
  })

  it('goes by the last balance before the end of the year', async () => {
    const club = await told(105_000)
    await club.put(`/accounts/${club.bank}/balances/2025-01-31`, { balance: 1 })
    expect((await close(club)).status).toBe(201)
  })
})
