import { describe, expect, it } from 'vitest'
import { INVARIANTS } from '../../src/domain/book/invariants'
import { addAccount, credit, importEntries, OWN_IBAN, statementOf, stored, upload } from '../support/bank'
import { type CamtEntry, camt, zipOf } from '../support/camt'
import { bankAccount, clubOf, settings } from '../support/club'
import { expectSoundBooks } from '../support/invariants'
import { rows, type Workspace, workspace } from '../support/workspace'

const OTHER_IBAN = 'DE02120300000000202051'
const PAID = [credit(4500, 'Annual fee'), credit(4500, 'Annual fee'), credit(1200, 'Shirt')]

const clubWithAccount = (given: object = {}) => clubOf(settings(given), bankAccount())

describe('POST /accounts/{account_id}/statements', () => {
  it('stores the lines, two equal payments of a day both', async () => {
    const { club, account } = await clubWithAccount()
    const file = camt({
      statements: [statementOf(PAID, { opening: 1000, period: ['2026-02-01', '2026-02-28'] })],
    })
    const { status, body, cost, text } = await upload(club, account, file)
    expect(status, text).toBe(201)
    expect(cost.trips).toBe(2)
    expect(body.data).toMatchObject({
      statements: [
        {
          account_id: account,
          from_on: '2026-02-01',
          to_on: '2026-02-28',
          opening: 1000,
          closing: 11_200,
          new_lines: 3,
          known_lines: 0,
        },
      ],
      lines_new: 3,
      lines_known: 0,
      lines_skipped: 0,
      gaps: [],
      confirmed: 0,
    })
    expect(await stored(club, 'bank_lines')).toMatchObject([
      { amount: 4500, ordinal: 0, state: 'open', party_name: 'Ada Lovelace' },
      { amount: 4500, ordinal: 1 },
      { amount: 1200, ordinal: 0 },
    ])
    const { body: events } = await club.get('/events')
    expect(events.data.slice(-1)).toMatchObject([
      { action: 'statement.imported', subject: { name: 'Giro' }, changes: { new_lines: [null, 3] } },
    ])
  })

  it.each([
    ['again', camt({ statements: [statementOf(PAID)] })],
    ['as camt.052 of an older version', camt({ version: '052.02', statements: [statementOf(PAID)] })],
    ['in a ZIP', zipOf(camt({ statements: [statementOf(PAID)] }))],
  ])('adds nothing where a file comes %s', async (_, file) => {
    const { club, account } = await clubWithAccount()
    await importEntries(club, account, PAID)
    const { status, body, text } = await upload(club, account, file)
    expect(status, text).toBe(201)
    expect(body.data).toMatchObject({ lines_new: 0, lines_known: 3 })
    expect(await stored(club, 'bank_lines')).toHaveLength(3)
  })

  it('adds what is new of an overlapping file', async () => {
    const { club, account } = await clubWithAccount()
    await importEntries(club, account, PAID)
    const more = await importEntries(club, account, [...PAID, credit(4500, 'Annual fee')])
    expect(more).toMatchObject({ lines_new: 1, lines_known: 3 })
    expect((await stored(club, 'bank_lines')).map(({ ordinal }) => ordinal).sort()).toEqual([0, 0, 1, 2])
  })

  describe('of an entry of several payments', () => {
    const text = 'Sammelgutschrift'
    const plain: CamtEntry = { amount: 9000, date: '2026-02-03', reference: 'B-1', info: text }
    const details = PAID.slice(0, 2).flatMap((paid) => ({ ...paid.details?.[0], amount: 4500 }))
    const split: CamtEntry = { ...plain, batch: { count: 2 }, details }
    const detailed: CamtEntry = { ...split, family: ['IDDT', 'ESDD'] }
    const imported = async (...entries: CamtEntry[][]) => {
      const { club, account } = await clubWithAccount()
      for (const some of entries) await importEntries(club, account, some)
      return (await stored(club, 'bank_lines')).map(({ amount }) => amount).sort()
    }

    it('knows it again, split or not', async () => {
      expect(await imported([plain], [split])).toEqual([9000])
      expect(await imported([split], [plain])).toEqual([4500, 4500])
      expect(await imported([plain], [detailed])).toEqual([9000])
      expect(await imported([detailed], [plain], [split])).toEqual([9000])
      const { reference: _, ...unnamed } = split
      expect(await imported([{ ...unnamed, details: [] }], [unnamed])).toEqual([9000])
    })

    it('takes the most detailed of one upload', async () => {
      const { club, account } = await clubWithAccount()
      const files = [plain, detailed, split].map((entry) => camt({ statements: [statementOf([entry])] }))
      const { body, cost } = await upload(club, account, zipOf(...files))
      expect(body.data).toMatchObject({ lines_new: 2, lines_known: 2 })
      expect(body.data.statements.map(({ new_lines }: { new_lines: number }) => new_lines)).toEqual([0, 0, 2])
      expect(cost.trips).toBe(2)
    })

    it('keeps another of the same day', async () => {
      expect(await imported([plain], [plain, split])).toEqual([4500, 4500, 9000])
      expect(await imported([plain], [split, split])).toEqual([4500, 4500, 9000])
      expect(await imported([plain], [{ ...split, reference: 'B-2' }])).toEqual([4500, 4500, 9000])
      expect(await imported([plain], [{ ...split, date: '2026-02-04' }])).toEqual([4500, 4500, 9000])
    })

    it('brings the payments once the other import is undone', async () => {
      const { club, account } = await clubWithAccount()
      const first = await importEntries(club, account, [plain])
      const second = await importEntries(club, account, [split])
      for (const { statements } of [second, first])
        expect((await club.delete(`/statements/${statements[0].id}`)).status).toBe(204)
      expect(await importEntries(club, account, [split])).toMatchObject({ lines_new: 2 })
    })
  })

  it('keeps the file once, and gives it again', async () => {
    const { club, account } = await clubWithAccount()
    const file = camt({ statements: [statementOf(PAID)] })
    const first = await upload(club, account, file)
    const second = await upload(club, account, file)
    expect(second.body.data.statements).toEqual(first.body.data.statements)
    expect(await stored(club, 'statement_files')).toHaveLength(1)
    const [{ id, sha256 }] = first.body.data.statements
    const answer = await club.get(`/statements/${id}/file`)
    expect(answer.status).toBe(200)
    expect(answer.text).toBe(new TextDecoder().decode(file))
    const digest = Buffer.from(sha256, 'hex').toString('base64')
    expect(answer.headers.get('Repr-Digest')).toBe(`sha-256=:${digest}:`)
    expect(answer.headers.get('Content-Disposition')).toBe(`attachment; filename="${id}.xml"`)
    expect(answer.cost.trips).toBe(1)
  })

  it('gives a ZIP again as one', async () => {
    const { club, account } = await clubWithAccount()
    const sent = await upload(club, account, zipOf(camt({ statements: [statementOf(PAID)] })))
    const [{ id }] = sent.body.data.statements
    const { headers } = await club.get(`/statements/${id}/file`)
    expect(headers.get('Content-Disposition')).toBe(`attachment; filename="${id}.zip"`)
  })

  it('tells which days no statement covers', async () => {
    const { club, account } = await clubWithAccount()
    const week = (from: string, to: string, opening: number, amount: number) =>
      camt({
        statements: [statementOf([credit(amount, 'Fee', { date: from })], { opening, period: [from, to] })],
      })
    await upload(club, account, week('2026-03-01', '2026-03-03', 0, 100))
    const later = await upload(club, account, week('2026-03-09', '2026-03-12', 500, 100))
    expect(later.body.data.gaps).toEqual([
      { account_id: account, after: '2026-03-03', before: '2026-03-09', difference: 400 },
    ])
    const between = await upload(club, account, week('2026-03-04', '2026-03-08', 100, 400))
    expect(between.body.data.gaps).toEqual([])
  })

  it('tells of no gap that a longer statement covers', async () => {
    const { club, account } = await clubWithAccount()
    const send = async (
      from: string,
      to: string,
      opening: number,
      ...entries: [amount: number, date: string][]
    ) => {
      const credits = entries.map(([amount, date]) => credit(amount, 'Fee', { date }))
      const file = camt({ statements: [statementOf(credits, { opening, period: [from, to] })] })
      return (await upload(club, account, file)).body.data.gaps
    }
    await send('2026-03-03', '2026-03-31', 0, [500, '2026-03-05'])
    await send('2026-03-12', '2026-03-12', 500)
    expect(await send('2026-03-02', '2026-03-02', 0)).toEqual([])
  })

  it('sends statements to the accounts that they are of', async () => {
    const { club, account } = await clubWithAccount()
    const file = camt({
      statements: [statementOf(PAID), statementOf([PAID[0] ?? {}] as never, { iban: OTHER_IBAN })],
    })
    const refused = await upload(club, account, file)
    expect(refused.status).toBe(422)
    expect(refused.body.errors).toEqual({
      'statements.1.iban': [
        'is of the account that ends in 2051, which the workspace does not have; add this account first',
      ],
    })
    expect(await stored(club, 'bank_lines')).toEqual([])
    const other = await addAccount(club, { iban: OTHER_IBAN })
    const taken = await upload(club, account, file)
    expect(taken.body.data).toMatchObject({
      lines_new: 4,
      statements: [{ account_id: account }, { account_id: other }],
    })
    const { body } = await club.get(`/accounts/${other}/statements`)
    expect(body.data).toMatchObject([{ new_lines: 1 }])
  })

  it('leaves out what is older than the account', async () => {
    const club = await workspace()
    const account = await addAccount(club, { opening_on: '2026-02-01' })
    const imported = await importEntries(club, account, [credit(100, 'x', { date: '2026-01-31' }), ...PAID])
    expect(imported).toMatchObject({ lines_new: 3, lines_skipped: 1 })
  })

  it.each([
    ['no XML', 'nonsense', 'application/xml', 422],
    ['another kind of file', '{}', 'application/json', 415],
    ['nothing', '', 'application/xml', 422],
    ['a camt.053 cut short', '<Document><BkToCstmrStmt>', 'application/xml', 422],
  ])('refuses %s', async (_, raw, type, status) => {
    const { club, account } = await clubWithAccount()
    const answer = await club.post(`/accounts/${account}/statements`, undefined, {
      raw,
      headers: { 'Content-Type': type },
    })
    expect(answer.status, answer.text).toBe(status)
    expect(await stored(club, 'statement_files')).toEqual([])
  })

  it('refuses more than 10 MiB', async () => {
    const { club, account } = await clubWithAccount()
    const answer = await upload(club, account, new Uint8Array(10_485_761))
    expect(answer.status).toBe(413)
  })

  it('names the entry that is wrong', async () => {
    const { club, account } = await clubWithAccount()
    const file = camt({ statements: [statementOf([...PAID, { amount: 1, amountText: '1.234' }])] })
    const { status, body } = await upload(club, account, file)
    expect(status).toBe(422)
    expect(Object.keys(body.errors)).toEqual(['entries.3.amount'])
  })

  it('refuses cash accounts, and answers 404 for unknown ones', async () => {
    const { club, account } = await clubWithAccount()
    const cash = await addAccount(club, { kind: 'cash', iban: null })
    const file = camt({ statements: [statementOf(PAID)] })
    expect((await upload(club, cash, file)).body.errors).toEqual({
      account_id: ['is a cash account, which has no statements'],
    })
    expect((await upload(club, 'acc_x', file)).status).toBe(404)
    const reader = await club.keyWith('bookkeeping:read')
    expect((await upload(club, account, file, { key: reader })).status).toBe(403)
  })

  it('stores 5,000 lines in one batch', { timeout: 60_000 }, async () => {
    const { club, account } = await clubWithAccount()
    const entries = Array.from({ length: 5000 }, (_, n) =>
      credit(1000 + (n % 50), `Fee ${n % 2500}`, {
        iban: OWN_IBAN,
        date: `2026-02-${String((n % 28) + 1).padStart(2, '0')}`,
      }),
    )
    // A large body of a key that the isolate does not know is authorized in a trip of its own.
    await club.get('/me')
    const { status, body, cost, text } = await upload(
      club,
      account,
      camt({ statements: [statementOf(entries)] }),
    )
    expect(status, text).toBe(201)
    expect(body.data.lines_new).toBe(5000)
    expect(cost.trips).toBe(2)
    expect(cost.rowsWritten / 5000).toBeLessThan(4.1)
    // Three of them are for the sums of the days.
    expect(cost.rowsRead / 5000).toBeLessThan(7.1)
  })
})

describe('DELETE /statements/{statement_id}', () => {
  it('deletes the lines and the file, so that it can be imported again', async () => {
    const { club, account } = await clubWithAccount()
    const { statements } = await importEntries(club, account, PAID)
    const undone = await club.delete(`/statements/${statements[0].id}`)
    expect([undone.status, undone.text, undone.cost.trips]).toEqual([204, '', 2])
    for (const table of ['bank_lines', 'statements', 'statement_files'])
      expect(await stored(club, table)).toEqual([])
    const again = await club.delete(`/statements/${statements[0].id}`)
    expect(again.status).toBe(422)
    expect(again.body.errors).toEqual({ statement_id: ['was undone before'] })
    const { body: events } = await club.get('/events')
    expect(events.data.at(-1)).toMatchObject({ action: 'statement.import_undone' })
    expect(await importEntries(club, account, PAID)).toMatchObject({ lines_new: 3 })
  })

  it('refuses while something was done with a line, or a later import knows one', async () => {
    const { club, account } = await clubWithAccount()
    const first = await importEntries(club, account, PAID)
    const second = await importEntries(club, account, [...PAID, credit(100, 'Gift')])
    const undo = ({ statements }: typeof first) => club.delete(`/statements/${statements[0].id}`)
    const errorsOf = async (answer: ReturnType<typeof undo>) => (await answer).body.errors.statement_id
    expect(await errorsOf(undo(first))).toEqual([
      'has lines that a later import knows; undo that import first',
    ])
    const [gift] = (await stored(club, 'bank_lines')).filter(({ amount }) => amount === 100)
    await club.post(`/bank_lines/${gift?.id}/ignoring`, { reason: 'Own transfer' })
    expect(await errorsOf(undo(second))).toEqual(['has lines that were confirmed or ignored since'])
    expect(await stored(club, 'bank_lines')).toHaveLength(4)
  })
})

describe('the balances of a statement', () => {
  const knownAmounts = async (club: Workspace) =>
    (await stored(club, 'statements')).map(({ known_amount }) => known_amount)

  it('are those before and after its lines, those known before, and those older than the account', async () => {
    const { club, account } = await clubWithAccount()
    await importEntries(club, account, [credit(1200, 'Shirt')])
    const entries = [credit(700, 'Old', { date: '2024-12-30' }), ...PAID, credit(5, 'Pending')]
    const pending = entries.map((entry, index) => (index === 4 ? { ...entry, status: 'PDNG' } : entry))
    const whole = statementOf(pending, { opening: 1000 })
    const imported = await importEntries(club, account, [], { statements: [whole] })
    expect(imported).toMatchObject({ lines_new: 2, lines_known: 1, lines_skipped: 2 })
    expect(await knownAmounts(club)).toEqual([null, 1900])
    await importEntries(club, account, [], { statements: [whole] })
    expect(await knownAmounts(club)).toEqual([null, 1900])
    await expectSoundBooks(club.id)
    await rows('UPDATE bank_lines SET amount = amount - 1 WHERE workspace_id = ? AND amount = 4500', club.id)
    expect(
      await rows(INVARIANTS['The balances of a bank statement are those before and after its entries'] ?? ''),
    ).toEqual([{ workspace_id: club.id, id: imported.statements[0].id }])
  })

  it('do not tell the sum of a page, nor of entries in other currencies', async () => {
    const { club, account } = await clubWithAccount()
    const balances = { opening: 0, closing: 9000 }
    const pages = [1, 2].map((page) =>
      statementOf([credit(4500, 'Annual fee')], { ...balances, page: [page, page === 2] }),
    )
    await importEntries(club, account, [], { statements: pages })
    const foreign = statementOf([credit(4500, 'Paid'), { ...credit(100, 'Sold'), currency: 'USD' }], {
      opening: 0,
      closing: 4500,
    })
    await importEntries(club, account, [], { statements: [foreign] })
    expect(await knownAmounts(club)).toEqual([null, null, null])
    await expectSoundBooks(club.id)
  })
})
