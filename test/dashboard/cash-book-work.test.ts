import { describe, expect, it } from 'vitest'
import { bookTexts } from '../../src/dashboard/cash-book/texts'
import { type Club, clubWithBook, enter, refundedFee, stored, withoutVouchers } from '../support/book'
import { clubOf, signedIn } from '../support/club'
import { staffOf } from '../support/dashboard'
import { leadsTo } from '../support/done'
import { eventsOf } from '../support/events'
import { formValues, textOf } from '../support/html'

const GERMAN = { headers: { 'Accept-Language': 'de' } }
const de = bookTexts({ language: 'de', tag: 'de-DE' })
const en = bookTexts({ language: 'en', tag: 'en-GB' })

const bookOf = (club: Club, page = ''): string => `/dashboard/${club.id}/cash-book${page}`

describe('a count of cash', () => {
  it('asks for a cash box where there is none', async () => {
    const { club, staff } = await clubOf(signedIn('treasurer'))
    const { text } = await staff.get(`/dashboard/${club.id}/cash-book/count`, GERMAN)
    expect(textOf(text)).toContain(de.counting.noBox)
    expect(text).not.toContain('name="counted_on"')
  })

  it('is recorded once by notes and coins, and its difference is booked only when asked, and once', async () => {
    const club = await clubWithBook()
    const staff = await staffOf(club, 'treasurer')
    const { text } = await staff.get(bookOf(club, '/count'), GERMAN)
    expect(textOf(text)).toContain(de.counting.expected('Cash', '100,00 €'))
    const fields = {
      ...Object.fromEntries(formValues(text)),
      counted_on: '2025-05-01',
      'coin.5000': '1',
      'coin.200': '24',
      'coin.10': '5',
    }
    const counted = await staff.submit(bookOf(club, '/count'), fields, GERMAN)
    const again = await staff.submit(bookOf(club, '/count'), fields, GERMAN)
    expect([counted.status, counted.cost.trips]).toEqual([303, 2])
    expect(again.headers.get('Location')).toBe(counted.headers.get('Location'))
    expect(await stored(club, 'cash_counts')).toMatchObject([{ counted: 9850, expected: 10_000 }])
    expect(await stored(club, 'vouchers')).toEqual([])

    const path = String(counted.headers.get('Location'))
    const result = await staff.get(path, GERMAN)
    expect([result.status, result.cost.trips]).toEqual([200, 1])
    expect(textOf(result.text)).toContain(de.counting.tooLittle('1,50 €'))
    const form = { ...Object.fromEntries(formValues(result.text)), sphere: 'ideal' }
    const booked = await staff.submit(path, form, GERMAN)
    expect([booked.status, booked.cost.trips], booked.text).toEqual([303, 2])
    const twice = await staff.submit(path, form, GERMAN)
    expect([twice.status, textOf(twice.text)]).toEqual([422, expect.stringContaining(de.differenceBooked)])
    expect(await stored(club, 'vouchers')).toMatchObject([
      { amount: -150, account_id: club.cash, booked_on: '2025-05-01' },
    ])
    const auditor = await staffOf(club, 'auditor')
    expect(textOf((await auditor.get(path, GERMAN)).text)).toContain('2025-1')
  })

  it('is refused without an amount, and no auditor has its form', async () => {
    const club = await clubWithBook()
    const staff = await staffOf(club, 'owner')
    const { text } = await staff.get(bookOf(club, '/count'), GERMAN)
    const refused = await staff.submit(bookOf(club, '/count'), formValues(text), GERMAN)
    expect([refused.status, textOf(refused.text)]).toEqual([
      422,
      expect.stringContaining(de.fields.counted.issue),
    ])
    const auditor = await staffOf(club, 'auditor')
    const seen = await auditor.get(bookOf(club, '/count'), GERMAN)
    expect(textOf(seen.text)).toContain(de.counting.none)
    expect(seen.text).not.toContain('name="counted"')
  })
})

describe('assigning', () => {
  it('books the chosen lines to one place, and leaves those that someone else has assigned', async () => {
    const club = await clubWithBook()
    const staff = await staffOf(club, 'treasurer')
    const entered = await enter(
      club,
      { amount: -100, text: 'Erster' },
      { lines: [{ amount: -200 }, { amount: -300, sphere: 'business' }], text: 'Zweiter' },
      { amount: -400, text: 'Dritter' },
      { amount: -500, text: 'Vierter' },
    )
    const [first, second, third] = entered.map(({ id }) => id)
    const page = await staff.get(bookOf(club, '/assign?year=2025'), GERMAN)
    expect([page.status, page.cost.trips]).toEqual([200, 1])
    expect(page.text).not.toContain(`${second}.2"`)
    await club.post('/cost_units', { name: 'Fest' })
    await staff.submit(
      bookOf(club, '/assign'),
      { year: '2025', line: `${third}.1`, sphere: 'assets' },
      GERMAN,
    )
    const chosen = [`${first}.1`, `${second}.1`, `${third}.1`].map((line): [string, string] => ['line', line])
    const fields: [string, string][] = [['year', '2025'], ...chosen]
    const none = await staff.submit(bookOf(club, '/assign'), fields, GERMAN)
    expect([none.status, textOf(none.text)]).toEqual([422, expect.stringContaining(de.assigning.noPlace)])
    const place: [string, string][] = [
      ['place', '["Youth","Balls"]'],
      ['sphere', 'ideal'],
    ]
    const done = await staff.submit(bookOf(club, '/assign'), [...fields, ...place], GERMAN)
    expect([done.status, done.cost.trips]).toEqual([303, 2])
    expect(leadsTo(done)).toMatch(/ after assigned\?assigned=2&lacking=0&skipped=1$/)
    const after = textOf((await staff.get(String(done.headers.get('Location')), GERMAN)).text)
    expect(after).toContain(de.assigning.done('2'))
    expect(after).toContain(de.assigning.skipped('1'))
    expect(after).toContain('Vierter')
    expect(after).not.toContain('Erster')
    const lines = await stored<{ sphere: string | null }>(club, 'voucher_lines')
    expect(lines.map(({ sphere }) => sphere)).toEqual(['ideal', 'ideal', 'business', 'assets', null])
  })
})

async function payFees(club: Club, count: number): Promise<string[]> {
  const data = Array.from({ length: count }, (_, index) => ({
    external_id: `p-${index}`,
    name: { first_name: 'Ada', last_name: `<i>${index}</i>` },
  }))
  await club.put('/lists/members/persons', { data })
  const fees = await club.post('/fees', {
    data: data.map(({ external_id }) => ({
      person_external_id: external_id,
      amount: 4800,
      description: 'Beitrag',
    })),
  })
  const ids: string[] = fees.body.data.map(({ id }: { id: string }) => id)
  const paid = ids.map((fee_id, index) => ({
    fee_id,
    amount: 4800,
    method: index === 0 ? 'cash' : 'bank_transfer',
    paid_on: '2025-04-01',
  }))
  await club.post('/payments', { data: paid })
  return ids
}

describe('booking fees', () => {
  it('books chosen fees that are paid without a voucher, once', async () => {
    const club = await clubWithBook()
    const staff = await staffOf(club, 'treasurer')
    const fees = await withoutVouchers(club, () => payFees(club, 3))
    const payments = await stored<{ id: string; fee_id: string }>(club, 'payments')
    const [cash, bank, other] = fees.map((fee) => payments.find(({ fee_id }) => fee_id === fee)?.id)
    const page = await staff.get(bookOf(club, '/fees'), GERMAN)
    expect([page.status, page.cost.trips, page.cost.rowsWritten]).toEqual([200, 1, 0])
    expect(page.text).toContain('&lt;i&gt;0&lt;/i&gt;')
    expect(textOf(page.text)).toContain(`${de.fees.byMethod} Bank`)
    const fields: [string, string][] = [
      ['payment', `${cash}`],
      ['payment', `${bank}`],
      ['sphere', 'ideal'],
    ]
    const done = await staff.submit(bookOf(club, '/fees'), fields, GERMAN)
    expect([done.status, done.cost.trips], done.text).toEqual([303, 2])
    expect(leadsTo(done)).toContain(' after booked?count=2')
    const again = await staff.submit(bookOf(club, '/fees'), fields, GERMAN)
    expect(leadsTo(again)).toContain(' after booked?count=0')
    const vouchers = await stored<{ account_id: string }>(club, 'vouchers')
    expect(vouchers.map(({ account_id }) => account_id)).toEqual([club.cash, club.bank])
    const rest = await staff.get(bookOf(club, '/fees'), GERMAN)
    expect(rest.text).toContain(`value="${other}"`)
    expect(rest.text).not.toContain(`value="${bank}"`)
    const none = await staff.submit(bookOf(club, '/fees'), { sphere: 'ideal' }, GERMAN)
    expect([none.status, textOf(none.text)]).toEqual([
      422,
      expect.stringContaining('Wähle mindestens eine Zahlung aus.'),
    ])
  })
})

describe('a year', () => {
  it('has a report to print and sign, as a page and as CSV whose export is an event', async () => {
    const club = await clubWithBook()
    const staff = await staffOf(club, 'auditor')
    await enter(
      club,
      { lines: [{ amount: 5000, costunit_name: 'Youth', category_name: 'Trips', sphere: 'ideal' }] },
      { lines: [{ amount: -1200, sphere: 'business' }], account_id: club.cash, text: '=1+1' },
      { kind: 'transfer', account_id: club.bank, other_account_id: club.cash, amount: 300 },
    )
    const page = await staff.get(bookOf(club, '/report?year=2025'), GERMAN)
    expect([page.status, page.cost.trips, page.cost.rowsWritten]).toEqual([200, 1, 0])
    const text = textOf(page.text)
    for (const part of ['Youth › Trips', '1.053,00 €', '85,00 €', ...de.reportPage.signers])
      expect(text).toContain(part)

    const journal = await staff.submit(bookOf(club, '/export?year=2025'), {}, GERMAN)
    expect([journal.status, journal.cost.trips]).toEqual([200, 2])
    expect(journal.headers.get('Content-Disposition')).toContain('journal-2025.csv')
    expect(journal.text.split('\r\n').slice(1, 4)).toEqual([
      '1;2025-03-01;Bank;;Footballs;;Youth › Trips;Ideeller Bereich;"50,00";;"50,00"',
      '2;2025-03-01;Cash;;\'=1+1;;;Wirtschaftlicher Geschäftsbetrieb;;"12,00";"-12,00"',
      '3;2025-03-01;Bank;Cash;Footballs;;;;;;"3,00"',
    ])
    const report = await staff.submit(bookOf(club, '/report/export?year=2025'), {}, GERMAN)
    expect([report.status, report.cost.trips]).toEqual([200, 2])
    expect(report.text).toContain('Konten;Bank;"1000,00";"50,00";"0,00";"1053,00"')
    const events = (await eventsOf(club)).filter(({ action }) => action === 'fiscal_year.exported')
    expect(events.map(({ changes }) => changes)).toEqual([
      { content: [null, 'journal'] },
      { content: [null, 'report'] },
    ])
  })

  it('has the refund of a fee in its journal as less income', async () => {
    const club = await clubWithBook()
    await refundedFee(club)
    const staff = await staffOf(club, 'auditor')
    const { text } = await staff.submit(bookOf(club, '/export?year=2025'), {}, GERMAN)
    const [, ...records] = text.trim().split('\r\n')
    expect(records.map((record) => record.split(';').slice(-3).join(';'))).toEqual([
      '"50,00";;"50,00"',
      '"-20,00";;"-20,00"',
    ])
  })

  it('is closed after what stands before it is done, and reopened by owners with a reason', async () => {
    const club = await clubWithBook()
    const staff = await staffOf(club, 'treasurer')
    const owner = await staffOf(club, 'owner')
    await enter(club, { amount: 100, booked_on: '2024-03-01' }, { amount: 700, text: 'Spende' })
    const path = bookOf(club, '/close')
    const checks = async (year: number) => textOf((await staff.get(`${path}?year=${year}`, GERMAN)).text)
    expect(await checks(2025)).toContain(de.closePage.earlier(2024))
    expect(await checks(2024)).toContain('1 Zeile hat weder Kostenstelle noch Sphäre.')
    expect(await checks(2024)).toContain(de.closePage.notCounted('Cash'))
    const refused = await staff.submit(path, { year: '2024', confirmed: '1' }, GERMAN)
    expect([refused.status, refused.cost.trips, textOf(refused.text)]).toEqual([
      422,
      2,
      expect.stringContaining(de.closePage.notReady),
    ])
    const lines = await stored<{ number: number }>(club, 'vouchers')
    expect(lines).toHaveLength(2)
    for (const { id } of await stored<{ id: string }>(club, 'vouchers'))
      await staff.submit(bookOf(club, '/assign'), { year: '2024', line: `${id}.1`, sphere: 'ideal' }, GERMAN)
    await club.post(`/accounts/${club.cash}/counts`, { counted_on: '2024-12-31', counted: 10_000 })
    expect(await checks(2024)).toContain(de.closePage.counted('Cash', '31. Dezember 2024'))
    expect(await checks(2024)).toContain('Der Kontostand am 31. Dezember 2024 fehlt')
    await club.put(`/accounts/${club.bank}/balances/2024-12-31`, { balance: 100_100 })
    expect(await checks(2024)).toContain(de.closePage.banksAgree)
    const unsure = await staff.submit(path, { year: '2024' }, GERMAN)
    expect([unsure.status, textOf(unsure.text)]).toEqual([
      422,
      expect.stringContaining(de.closePage.mustConfirm),
    ])
    const closed = await staff.submit(path, { year: '2024', confirmed: '1' }, GERMAN)
    expect([closed.status, closed.cost.trips], closed.text).toEqual([303, 2])
    expect(textOf((await staff.get(bookOf(club, '?year=2024'), GERMAN)).text)).toContain(de.isClosed(2024))

    const reopen = bookOf(club, '/reopen')
    expect((await staff.get(`${reopen}?year=2024`)).status).toBe(403)
    const lastYear = new Date().getUTCFullYear() - 1
    expect((await owner.get(reopen)).headers.get('Location')).toContain(`/report?year=${lastYear}`)
    const reasonless = await owner.submit(reopen, { year: '2024', reason: '' }, GERMAN)
    expect([reasonless.status, textOf(reasonless.text)]).toEqual([
      422,
      expect.stringContaining(de.fields.reason.issue),
    ])
    const reopened = await owner.submit(reopen, { year: '2024', reason: 'Beleg fehlt' }, GERMAN)
    expect(reopened.status).toBe(303)
    expect(await stored(club, 'fiscal_years')).toMatchObject([{ year: 2024, closed_at: null }])
  })

  it('shows the auditor everything and no act', async () => {
    const club = await clubWithBook()
    const [{ id = '' } = {}] = await enter(club, { amount: 700, text: 'Donation' })
    const auditor = await staffOf(club, 'auditor')
    const pages = ['?year=2025', `/${id}`, '/count', '/report?year=2025', '/close?year=2025']
    for (const page of pages) {
      const { status, text } = await auditor.get(bookOf(club, page))
      expect(status).toBe(200)
      const [, main = ''] = /<main[\s\S]*?>([\s\S]*)<\/main>/.exec(text) ?? []
      expect(main.match(/action="[^"]*"/g)?.filter((form) => !/export|cash-book"/.test(form)) ?? []).toEqual(
        [],
      )
      expect(main).not.toMatch(/cash-book\/(new|transfer|assign|fees|reopen)|\/reverse/)
    }
    const { text } = await auditor.get(bookOf(club, `/${id}`), { headers: { 'Accept-Language': 'en' } })
    expect(textOf(text)).toContain(en.voucher.origins.entered)
  })
})
