import { afterEach, describe, expect, it } from 'vitest'
import { credit, inbox, OWN_IBAN, statementOf, stored, upload } from '../support/bank'
import { type Club, clubWithBook, enter } from '../support/book'
import { type CamtEntry, camt } from '../support/camt'
import { expectSoundBooks } from '../support/invariants'

afterEach(() => expectSoundBooks())

const IBAN = 'DE02120300000000202051'
const JANUARY = ['2025-01-01', '2025-01-31'] as const
const FEBRUARY = ['2025-02-01', '2025-02-28'] as const

/** Imports a statement of the bank account of a club. */
async function imports(
  club: Club,
  [from, to]: readonly [string, string],
  opening: number | null,
  entries: CamtEntry[] = [],
  iban = IBAN,
) {
  const statement = statementOf(entries, { iban, opening, period: [from, to] })
  const { status, text } = await upload(club, club.bank, camt({ statements: [statement] }))
  expect(status, text).toBe(201)
}

const on = (amount: number, date: string, text = 'Strom') => credit(amount, text, { date })

async function reconciliation(club: Club, day = '') {
  const { status, body, text } = await club.get(`/accounts/${club.bank}/reconciliation${day && `?on=${day}`}`)
  expect(status, text).toBe(200)
  const { bank, book, difference, differences } = body.data
  type Difference = { kind: string; amount: number; count: number }
  const kinds = differences.map(({ kind, amount, count }: Difference) => [kind, amount, count])
  if (bank) {
    expect(difference).toBe(bank.balance - book)
    expect(differences.reduce((sum: number, { amount }: Difference) => sum + amount, 0)).toBe(difference)
  }
  return { ...body.data, kinds }
}

/** Enters vouchers of the bank account by hand. */
const byHand = (club: Club, ...vouchers: [day: string, amount: number][]) =>
  enter(
    club,
    ...vouchers.map(([booked_on, amount]) => ({
      account_id: club.bank,
      booked_on,
      lines: [{ amount, sphere: 'ideal' }],
    })),
  )

const sphere = { sphere: 'ideal', text: 'Strom' }
const book = (club: Club, id: string) => club.post(`/bank_lines/${id}/confirmation`, { booking: sphere })

describe('GET /accounts/{account_id}/reconciliation', () => {
  it('says that bank and book agree once all lines are booked', async () => {
    const club = await clubWithBook()
    await imports(club, JANUARY, 100_000, [on(-4000, '2025-01-15')])
    const before = await reconciliation(club, '2025-01-31')
    expect(before).toMatchObject({
      account_id: club.bank,
      on: '2025-01-31',
      bank: { balance: 96_000, balance_on: '2025-01-31', source: 'statement' },
      book: 100_000,
      difference: -4000,
      reconciled: false,
    })
    expect(before.kinds).toEqual([['open_lines', -4000, 1]])
    const [line] = await inbox(club)
    expect((await book(club, line.id)).status).toBe(201)
    expect(await reconciliation(club, '2025-01-31')).toMatchObject({
      book: 96_000,
      difference: 0,
      differences: [],
      reconciled: true,
    })
    // A day in the midst of the statement, before its line.
    expect(await reconciliation(club, '2025-01-14')).toMatchObject({
      bank: { balance: 100_000, balance_on: '2025-01-14' },
      reconciled: true,
    })
  })

  it('names lines that are open or ignored, vouchers without a line, and days without a statement', async () => {
    const club = await clubWithBook()
    await imports(club, JANUARY, 100_500, [on(-4000, '2025-01-15'), on(1500, '2025-01-16')])
    await imports(club, ['2025-03-01', '2025-03-31'], 97_000)
    const lines = await inbox(club)
    const ignored = lines.find(({ amount }: { amount: number }) => amount === 1500)
    await club.post(`/bank_lines/${ignored.id}/ignoring`, { reason: 'Private' })
    await byHand(club, ['2025-01-20', -700])
    await byHand(club, ['2025-02-20', -300])
    await byHand(club, ['2025-04-02', -100])
    expect(await reconciliation(club, '2025-04-30')).toMatchObject({
      bank: { balance: 97_000, balance_on: '2025-03-31' },
      book: 98_900,
      kinds: [
        ['opening', 500, 1],
        // The balance fell by 1,000 in February, of which the book knows 300.
        ['statement_gap', -700, 1],
        ['open_lines', -4000, 1],
        ['ignored_lines', 1500, 1],
        ['vouchers', 700, 1],
        ['since_balance', 100, 1],
      ],
    })
    const { differences } = await reconciliation(club, '2025-03-31')
    expect(differences.find(({ kind }: { kind: string }) => kind === 'statement_gap').periods).toEqual([
      { after: '2025-01-31', before: '2025-03-01', amount: -700 },
    ])
  })

  it('names a line and its voucher while only one of them has come', async () => {
    const club = await clubWithBook()
    await imports(club, JANUARY, 100_000, [on(-4000, '2025-01-31')])
    await imports(club, FEBRUARY, 96_000, [on(-700, '2025-02-03')])
    const [one, other] = await byHand(club, ['2025-02-02', -4000], ['2025-01-30', -700])
    const lines = await inbox(club)
    for (const [voucher, amount] of [
      [one, -4000],
      [other, -700],
    ] as const) {
      const line = lines.find((given: { amount: number }) => given.amount === amount)
      const { status, text } = await club.post(`/bank_lines/${line.id}/confirmation`, {
        voucher_ids: [voucher?.id],
      })
      expect(status, text).toBe(201)
    }
    expect(await reconciliation(club, '2025-01-31')).toMatchObject({
      kinds: [
        ['lines_first', -4000, 1],
        ['vouchers_first', 700, 1],
      ],
      reconciled: false,
    })
    expect(await reconciliation(club, '2025-02-28')).toMatchObject({ difference: 0, reconciled: true })
  })

  it('shows a voucher and its reversal of a later day between them only', async () => {
    const club = await clubWithBook()
    await imports(club, ['2024-12-01', '2024-12-31'], 100_000)
    await imports(club, ['2025-01-01', '2026-12-31'], 100_000)
    const [voucher] = await byHand(club, ['2024-12-30', 900])
    const closed = await club.post('/years/2024/closing', { reason: 'Too late' })
    expect(closed.status, closed.text).toBe(201)
    expect((await club.post(`/vouchers/${voucher?.id}/reversal`, { reason: 'Twice' })).status).toBe(201)
    expect(await reconciliation(club, '2025-01-01')).toMatchObject({ kinds: [['vouchers', -900, 1]] })
    expect(await reconciliation(club)).toMatchObject({ difference: 0 })
  })

  it('shows a transfer on both of its accounts, each by a line of its own', async () => {
    const club = await clubWithBook()
    const account = {
      kind: 'bank',
      name: 'Savings',
      iban: OWN_IBAN,
      opening_on: '2025-01-01',
      opening_amount: 0,
    }
    const savings = Object.assign(Object.create(club), club, {
      bank: (await club.post('/accounts', account)).body.data.id,
    })
    const transfer = { kind: 'transfer', account_id: savings.bank, other_account_id: club.bank, amount: 5000 }
    const [voucher] = await enter(club, { booked_on: '2025-01-15', text: 'Reserve', ...transfer })
    await imports(club, JANUARY, 100_000, [on(-5000, '2025-01-15')])
    await imports(savings, JANUARY, 0, [on(5000, '2025-01-16')], OWN_IBAN)
    const [out, into] = (await inbox(club)).toSorted(
      (a: { amount: number }, b: { amount: number }) => a.amount - b.amount,
    )
    const confirm = (line: { id: string }) =>
      club.post(`/bank_lines/${line.id}/confirmation`, { voucher_ids: [voucher?.id] })
    expect((await reconciliation(club, '2025-01-31')).kinds).toEqual([
      ['open_lines', -5000, 1],
      ['transfers', 5000, 1],
    ])
    expect((await confirm(out)).status).toBe(201)
    expect(await reconciliation(club, '2025-01-31')).toMatchObject({ reconciled: true })
    expect((await reconciliation(savings, '2025-01-31')).kinds).toEqual([
      ['open_lines', 5000, 1],
      ['transfers', -5000, 1],
    ])
    expect((await confirm(out)).status).toBe(422)
    expect((await confirm(into)).status).toBe(201)
    expect(await reconciliation(savings, '2025-01-31')).toMatchObject({ reconciled: true })
    expect((await club.get(`/vouchers/${voucher?.id}`)).body.data).toMatchObject({
      met_line_id: into.id,
      other_met_line_id: out.id,
    })
    expect((await club.get(`/bank_lines/${out.id}`)).body.data.voucher_ids).toEqual([voucher?.id])
    // Reversed only once both lines are open again.
    expect((await club.delete(`/bank_lines/${into.id}/confirmation`)).status).toBe(200)
    expect((await club.post(`/vouchers/${voucher?.id}/reversal`, { reason: 'x' })).status).toBe(422)
    expect((await club.delete(`/bank_lines/${out.id}/confirmation`)).status).toBe(200)
    expect((await club.post(`/vouchers/${voucher?.id}/reversal`, { reason: 'x' })).status).toBe(201)
  })

  it('takes out lines of an import that is undone', async () => {
    const club = await clubWithBook()
    await imports(club, JANUARY, 100_000)
    await imports(club, FEBRUARY, null, [on(-4000, '2025-02-15')])
    expect(await reconciliation(club, '2025-02-28')).toMatchObject({
      bank: { balance: 96_000, balance_on: '2025-01-31' },
    })
    const { body } = await club.get(`/accounts/${club.bank}/statements`)
    await club.delete(`/statements/${body.data.at(-1).id}`)
    expect(await reconciliation(club, '2025-02-28')).toMatchObject({
      bank: { balance: 100_000 },
      reconciled: true,
    })
  })

  it('knows no bank without statements, and refuses what it cannot compare', async () => {
    const club = await clubWithBook()
    expect(await reconciliation(club)).toMatchObject({
      bank: null,
      difference: null,
      differences: [],
      reconciled: false,
    })
    const path = `/accounts/${club.bank}/reconciliation`
    const codes = async (given: string) => {
      const { status, body } = await club.get(given)
      expect(status).toBe(422)
      return body.issues.map(({ path, code }: { path: string; code: string }) => [path, code])
    }
    expect(await codes(`${path}?on=2999-01-01`)).toEqual([['on', 'in_future']])
    expect(await codes(`${path}?on=2023-12-31`)).toEqual([['on', 'before_account']])
    expect(await codes(`/accounts/${club.cash}/reconciliation`)).toEqual([
      ['account_id', 'cash_has_no_statements'],
    ])
    expect((await club.get('/accounts/acc_unknown/reconciliation')).status).toBe(404)
  })
})

describe('the balances of an account', () => {
  const PAPER = '2025-01-31'
  const enterBalance = (club: Club, day: string, balance: number, id = club.bank) =>
    club.put(`/accounts/${id}/balances/${day}`, { balance })

  it('stand for statements, the last one until the day', async () => {
    const club = await clubWithBook()
    await byHand(club, ['2025-01-20', -700])
    const { status, body, text } = await enterBalance(club, PAPER, 99_000)
    expect(status, text).toBe(200)
    expect(body.data).toMatchObject({ account_id: club.bank, balance_on: PAPER, balance: 99_000 })
    expect(await reconciliation(club, PAPER)).toMatchObject({
      bank: { balance: 99_000, balance_on: PAPER, source: 'typed' },
      kinds: [['opening', -300, 1]],
    })
    // Corrected, it agrees, also on the days until the next one.
    expect((await enterBalance(club, PAPER, 99_300)).status).toBe(200)
    expect(await stored(club, 'account_balances')).toMatchObject([{ balance: 99_300 }])
    expect(await reconciliation(club, '2025-03-01')).toMatchObject({ reconciled: true })
    await enterBalance(club, '2025-02-28', 99_250)
    expect((await reconciliation(club, '2025-03-01')).differences).toMatchObject([
      { kind: 'statement_gap', periods: [{ after: PAPER, before: '2025-02-28', amount: -50 }] },
    ])
    const list = await club.get(`/accounts/${club.bank}/balances`)
    expect(list.body.data.map(({ balance_on }: { balance_on: string }) => balance_on)).toEqual([
      '2025-02-28',
      PAPER,
    ])
    expect((await club.delete(`/accounts/${club.bank}/balances/2025-02-28`)).status).toBe(204)
    expect((await club.delete(`/accounts/${club.bank}/balances/2025-02-28`)).status).toBe(404)
    expect(await reconciliation(club, '2025-03-01')).toMatchObject({ reconciled: true })
    const { body: events } = await club.get('/events')
    expect(
      events.data
        .slice(-4)
        .map(({ action, changes }: { action: string; changes: object }) => [action, changes]),
    ).toMatchObject([
      ['account.balance_entered', { balance: [null, 99_000] }],
      ['account.balance_entered', { balance: [99_000, 99_300] }],
      ['account.balance_entered', { balance: [null, 99_250] }],
      ['account.balance_removed', { balance: [99_250, null] }],
    ])
  })

  it('are of bank accounts, of days that have been, and of none that a statement tells', async () => {
    const club = await clubWithBook()
    await imports(club, JANUARY, 100_000)
    const codes = async (day: string, id = club.bank) => {
      const { status, body } = await enterBalance(club, day, 1, id)
      expect(status).toBe(422)
      return body.issues[0].code
    }
    expect(await codes('2025-01-10')).toBe('balance_of_statement')
    expect(await codes('2999-01-01')).toBe('in_future')
    expect(await codes('2023-12-31')).toBe('before_account')
    expect(await codes('yesterday')).toBe('invalid_format')
    expect(await codes(PAPER, club.cash)).toBe('cash_is_counted')
    expect((await enterBalance(club, PAPER, 1, 'acc_unknown')).status).toBe(404)
  })

  it('give way to a statement that comes later', async () => {
    const club = await clubWithBook()
    await enterBalance(club, '2025-01-10', 1)
    await imports(club, JANUARY, 100_000)
    expect(await reconciliation(club, PAPER)).toMatchObject({ reconciled: true })
  })
})
