import { createHash } from 'node:crypto'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { bookTexts } from '../../src/dashboard/cash-book/texts'
import { addAccount, importEntries, inbox } from '../support/bank'
import { type Club, clubWithBook, enter, stored } from '../support/book'
import { staffOf } from '../support/dashboard'
import {
  addPersons,
  CREDITOR,
  claim,
  collectingClub,
  payer,
  setDay,
  submitted,
} from '../support/direct-debits'
import { formValues, textOf } from '../support/html'
import { expectSoundBooks } from '../support/invariants'
import { expectJournalIsReport } from '../support/journal-columns'
import { rows } from '../support/workspace'

afterEach(() => vi.useRealTimers())

const GERMAN = { headers: { 'Accept-Language': 'de' } }
const de = bookTexts({ language: 'de', tag: 'de-DE' })
const IDEAL = { attached_expense: { sphere: 'ideal' } }

/** The number, amount and side of each line of a year. */
async function sidesIn(club: Club, year = 2025) {
  const { body } = await club.get(`/vouchers?year=${year}`)
  type Voucher = { number: number; lines: { amount: number; side: string }[] }
  return body.data.flatMap(({ number, lines }: Voucher) =>
    lines.map(({ amount, side }) => [number, amount, side]),
  )
}

describe('the journal and the report', () => {
  it('count returned debits as less income and their charge as an expense, by hand and by the bank', async () => {
    const club = await collectingClub()
    const bank = await addAccount(club, { iban: CREDITOR.iban })
    await addPersons(
      club,
      [1, 2, 3, 4, 5].map((n) => payer(n)),
    )
    const fees = await claim(
      club,
      [1, 2, 3, 4, 5].map((n) => ({ person_external_id: `m${n}`, amount: 12_000, ...IDEAL })),
    )
    const run = await submitted(club, fees)
    setDay('2026-03-20')
    expect((await club.post(`/collections/${run.id}/settlement`, { settled_on: '2026-03-16' })).status).toBe(
      201,
    )
    const [byHand, ...byBank] = run.items
    const body = { item_id: byHand?.id, returned_on: '2026-03-18', reason_code: 'AM04', charge: 300 }
    expect((await club.post(`/collections/${run.id}/returns`, body)).status).toBe(201)
    await importEntries(club, bank, [], {
      statements: [
        {
          iban: CREDITOR.iban,
          entries: byBank.map(({ reference }) => ({
            amount: -12_300,
            date: '2026-03-19',
            code: 'NRTI+109+931',
            details: [{ text: ['back'], endToEnd: reference, returned: { code: 'AM04' } }],
          })),
        },
      ],
    })
    for (const { id } of await inbox(club))
      expect((await club.post(`/bank_lines/${id}/confirmation`, {})).status).toBe(201)
    const staff = await staffOf(club, 'auditor')
    // Five times 120.00 came and went; the bank kept five times 3.00.
    expect(await expectJournalIsReport(club, 2026, staff)).toEqual({ in: 0, out: 1500 })
    await expectSoundBooks(club.id)
  })

  it('count a refund, a storno and what people say of a correction on the side that it takes from', async () => {
    const club = await clubWithBook()
    await addPersons(club, [payer(1)])
    const [fee] = await claim(club, [{ person_external_id: 'm1', ...IDEAL }])
    const paid = { amount: 4500, method: 'cash', paid_on: '2025-02-01' }
    await club.post('/payments', { data: [{ fee_id: fee, ...paid }] })
    await club.post(`/fees/${fee}/refunds`, { ...paid, amount: 1500, reason: 'x' })
    const [expense] = await enter(
      club,
      { amount: -8000, text: 'Footballs' },
      { lines: [{ amount: 2000, side: 'out', text: 'Credit of the shop' }] },
      {
        lines: [
          { amount: -700, side: 'in', text: 'Ticket paid back' },
          { amount: -50, side: 'out' },
        ],
      },
      { kind: 'transfer', account_id: club.bank, other_account_id: club.cash, amount: 400 },
    )
    await club.post(`/vouchers/${expense?.id}/reversal`, { reason: 'x' })
    expect(await sidesIn(club)).toEqual([
      [1, 4500, 'in'],
      [2, -1500, 'in'],
      [3, -8000, 'out'],
      [4, 2000, 'out'],
      [5, -700, 'in'],
      [5, -50, 'out'],
      [7, 8000, 'out'],
    ])
    const staff = await staffOf(club, 'treasurer')
    expect(await expectJournalIsReport(club, 2025, staff)).toEqual({ in: 4500 - 1500 - 700, out: 50 - 2000 })
    const lines = await stored<{ number: number; side: string | null }>(club, 'voucher_lines')
    expect(lines.map(({ number, side }) => [number, side]).filter(([, side]) => side)).toEqual([
      [4, 'out'],
      [5, 'in'],
    ])
    await expectSoundBooks(club.id)
  })

  it('follow a side that is said later, for a voucher and its reversal', async () => {
    const club = await clubWithBook()
    const [entered] = await enter(club, { amount: 2000 }, { amount: -300 })
    await club.post(`/vouchers/${entered?.id}/reversal`, { reason: 'x' })
    const change = (side: string | null) =>
      club.patch(`/vouchers/${entered?.id}`, { lines: [{ line: 1, side }] })
    expect((await change('out')).body.data.lines).toMatchObject([{ amount: 2000, side: 'out' }])
    expect(await sidesIn(club)).toEqual([
      [1, 2000, 'out'],
      [2, -300, 'out'],
      [3, -2000, 'out'],
    ])
    expect((await change(null)).body.data.lines).toMatchObject([{ side: 'in' }])
    expect((await stored(club, 'voucher_lines')).map(({ side }) => side)).toEqual([null, null, null])
    await expectSoundBooks(club.id)
  })

  it('keep the money of fees as income', async () => {
    const club = await clubWithBook()
    await addPersons(club, [payer(1)])
    const [fee] = await claim(club, [{ person_external_id: 'm1', ...IDEAL }])
    const paid = { fee_id: fee, amount: 4500, method: 'cash', paid_on: '2025-02-01' }
    await club.post('/payments', { data: [paid] })
    const [voucher] = (await club.get('/vouchers?year=2025')).body.data
    const answer = await club.patch(`/vouchers/${voucher.id}`, { lines: [{ line: 1, side: 'out' }] })
    expect([answer.status, answer.body.errors]).toEqual([
      422,
      { 'lines.0.side': ['is of a fee, whose money is income'] },
    ])
  })

  it('have a return in January as less income of the new year, where the year of the payment is closed', async () => {
    const club = await collectingClub()
    await addPersons(club, [payer(1)])
    setDay('2025-11-20')
    const [fee = ''] = await claim(club, [{ person_external_id: 'm1', amount: 6000, ...IDEAL }])
    const run = await submitted(club, [fee], '2025-12-10')
    setDay('2026-01-15')
    await club.post(`/collections/${run.id}/settlement`, { settled_on: '2025-12-10' })
    const closing = await club.post('/years/2025/closing', undefined)
    expect(closing.status, closing.text).toBe(201)
    const back = { item_id: run.items[0]?.id, returned_on: '2026-01-12', reason_code: 'AM04', charge: 300 }
    expect((await club.post(`/collections/${run.id}/returns`, back)).status).toBe(201)
    expect((await club.get('/years/2025')).body.data).toEqual(closing.body.data)
    expect(await expectJournalIsReport(club, 2025)).toEqual({ in: 6000, out: 0 })
    expect(await expectJournalIsReport(club, 2026)).toEqual({ in: -6000, out: 300 })
    await expectSoundBooks(club.id)
  })
})

describe('a year that was closed before lines had sides', () => {
  it('keeps its report and verifies by the same digest', async () => {
    const club = await clubWithBook()
    await enter(
      club,
      {
        lines: [
          { amount: -4000, sphere: 'ideal' },
          { amount: 9000, sphere: 'business', text: 'ä"\\' },
        ],
      },
      { lines: [{ amount: 100, sphere: 'ideal' }] },
    )
    const { body } = await club.post('/years/2025/closing', undefined)
    // As the digest was made from the beginning.
    const records = await rows<{ record: string }>(
      `SELECT json_array(number, id, kind, account_id, other_account_id, booked_on, amount, text, party, bank_line_id,
         bank_line_part, reverses, external_id, created_at, (
           SELECT json_group_array(json_array(line, lines.amount, lines.text, cost_unit_id, category_id, sphere,
             fee_id, payment_id) ORDER BY line)
           FROM voucher_lines AS lines
           WHERE lines.workspace_id = ?1 AND lines.year = 2025 AND lines.number = vouchers.number)) AS record
       FROM vouchers WHERE workspace_id = ?1 AND year = 2025 ORDER BY number`,
      club.id,
    )
    const hash = createHash('sha256')
    for (const { record } of records) hash.update(`${record}\n`)
    expect(body.data.sha256).toBe(hash.digest('hex'))
    await rows(
      `UPDATE fiscal_years SET report = json_remove(report, '$.version') WHERE workspace_id = ?`,
      club.id,
    )
    expect((await club.get('/years/2025')).body.data).toEqual({ ...body.data, version: 1 })
    await expectSoundBooks(club.id)
  })

  it('has another digest for another side', async () => {
    const club = await clubWithBook()
    await enter(club, { lines: [{ amount: 4000, sphere: 'ideal', side: 'out' }] })
    const { body } = await club.post('/years/2025/closing', undefined)
    await club.delete('/years/2025/closing?reason=x')
    await rows('UPDATE voucher_lines SET side = NULL WHERE workspace_id = ?', club.id)
    const again = await club.post('/years/2025/closing', undefined)
    expect(again.body.data.sha256).not.toBe(body.data.sha256)
  })
})

describe('forms of the cash book', () => {
  it('take what comes back of an expense or of income as such', async () => {
    const club = await clubWithBook()
    const staff = await staffOf(club, 'treasurer')
    const path = `/dashboard/${club.id}/cash-book/new`
    for (const direction of ['in_back', 'out_back']) {
      const { text } = await staff.get(path, GERMAN)
      const fields = { direction, amount: '12,50', booked_on: '2025-03-01', text: 'Gutschrift' }
      const { status } = await staff.submit(
        path,
        { ...Object.fromEntries(formValues(text)), ...fields },
        GERMAN,
      )
      expect(status).toBe(303)
    }
    expect(await sidesIn(club)).toEqual([
      [1, -1250, 'in'],
      [2, 1250, 'out'],
    ])
    expect(await expectJournalIsReport(club, 2025, staff)).toEqual({ in: -1250, out: -1250 })
  })

  it('change the side of a line that has no fee, and say it on the voucher', async () => {
    const club = await clubWithBook()
    const staff = await staffOf(club, 'treasurer')
    const [entered] = await enter(club, { amount: -2000 })
    const path = `/dashboard/${club.id}/cash-book/${entered?.id}`
    const { text } = await staff.get(path, GERMAN)
    const values = Object.fromEntries(formValues(text))
    expect((await staff.submit(path, { ...values, 'lines.0.side': 'in' }, GERMAN)).status).toBe(303)
    expect(await sidesIn(club)).toEqual([[1, -2000, 'in']])
    const auditor = await staffOf(club, 'auditor')
    expect(textOf((await auditor.get(path, GERMAN)).text)).toContain('weniger Einnahme')
    const log = textOf((await staff.get(path, GERMAN)).text)
    expect(log).toContain('Zählt als')
  })

  it('shows a transfer in no column of income and expenses, and in one of its own for an account', async () => {
    const club = await clubWithBook()
    const staff = await staffOf(club, 'auditor')
    await enter(club, { kind: 'transfer', account_id: club.bank, other_account_id: club.cash, amount: 400 })
    const all = (await staff.get(`/dashboard/${club.id}/cash-book?year=2025`, GERMAN)).text
    expect(textOf(all)).toContain('Umbuchung: Cash → Bank, 4,00 €')
    expect(all).not.toContain('data-label="Umbuchung"')
    const one = (await staff.get(`/dashboard/${club.id}/cash-book?year=2025&account=${club.cash}`, GERMAN))
      .text
    expect(one).toMatch(/data-label="Umbuchung"[^>]*>[-−]4,00/)
    expect(de.transferred).toBe('Umbuchung')
  })

  it('sums what a filter finds as the report does', async () => {
    const club = await clubWithBook()
    const staff = await staffOf(club, 'auditor')
    await addPersons(club, [payer(1)])
    const [fee] = await claim(club, [{ person_external_id: 'm1', ...IDEAL }])
    const paid = { amount: 4500, method: 'cash', paid_on: '2025-02-01' }
    await club.post('/payments', { data: [{ fee_id: fee, ...paid }] })
    await club.post(`/fees/${fee}/refunds`, { ...paid, amount: 1500, reason: 'x' })
    const { text } = await staff.get(`/dashboard/${club.id}/cash-book?year=2025&sphere=ideal`, GERMAN)
    expect(textOf(text)).toContain(de.sums('2', '30,00 €', '0,00 €'))
  })
})
