import { describe, expect, it } from 'vitest'
import { bookTexts } from '../../src/dashboard/cash-book/texts'
import { type Club, clubWithBook, enter, stored } from '../support/book'
import { type Staff, staffOf } from '../support/dashboard'
import { leadsTo } from '../support/done'
import { eventsOf } from '../support/events'
import { formValues, inputValue, textOf } from '../support/html'
import { rows, workspace } from '../support/workspace'

const GERMAN = { headers: { 'Accept-Language': 'de' } }
const de = bookTexts({ language: 'de', tag: 'de-DE' })

const bookOf = (club: Club, page = ''): string => `/dashboard/${club.id}/cash-book${page}`

/** Opens a form and sends it with other values. */
async function fill(staff: Staff, path: string, fields: Record<string, string>) {
  const { text } = await staff.get(path, GERMAN)
  return staff.submit(path, { ...Object.fromEntries(formValues(text)), ...fields }, GERMAN)
}

const BALANCE = /data-label="Saldo">([^<]*)</g

/** The balances of a journal, in cents and in the order of its rows. */
const balancesIn = (html: string): number[] => {
  const [, table = ''] = /<tbody>([\s\S]*?)<\/tbody>/.exec(html) ?? []
  return [...table.matchAll(BALANCE)].map(([, text = '']) => Number(text.replaceAll(/[^\d-]/g, '')))
}

const nextOf = (html: string): string | undefined =>
  /href="([^"]*cursor=next[^"]*)"/.exec(html)?.[1]?.replaceAll('&amp;', '&')
const previousOf = (html: string): string | undefined =>
  /href="([^"]*cursor=prev[^"]*)"/.exec(html)?.[1]?.replaceAll('&amp;', '&')

describe('the journal', () => {
  it('is filtered by lines of its own vouchers, and not by those of another club', async () => {
    const [club, other] = [await clubWithBook(), await clubWithBook()]
    await enter(club, { account_id: club.bank, text: 'Gift', lines: [{ amount: 100, sphere: 'ideal' }] })
    await enter(other, { account_id: other.bank, lines: [{ amount: 100, sphere: 'business' }] })
    const staff = await staffOf(club, 'auditor')
    const shown = async (sphere: string) =>
      textOf((await staff.get(bookOf(club, `?year=2025&sphere=${sphere}`), GERMAN)).text).includes('Gift')
    expect([await shown('ideal'), await shown('business')]).toEqual([true, false])
  })

  it('has the balance after each voucher on every page, in both directions, for all accounts and for one', async () => {
    const club = await clubWithBook()
    const days = Array.from({ length: 120 }, (_, index) => ({
      account_id: index % 3 === 0 ? club.cash : club.bank,
      amount: index % 2 === 0 ? 1000 + index : -(500 + index),
      // Not in the order of their numbers.
      booked_on: `2025-0${1 + (index % 7)}-1${index % 10}`,
    }))
    await enter(club, ...days)
    await enter(club, {
      kind: 'transfer',
      account_id: club.bank,
      other_account_id: club.cash,
      amount: 700,
      booked_on: '2025-04-01',
    })
    const staff = await staffOf(club, 'auditor')
    const all = await rows<{ effect: number }>(
      `SELECT iif(kind = 'money', amount, 0) AS effect FROM vouchers WHERE workspace_id = ? ORDER BY booked_on, number`,
      club.id,
    )
    const effects = await rows<{ effect: number }>(
      `SELECT iif(account_id = ?1, amount, -amount) AS effect FROM vouchers
       WHERE workspace_id = ?2 AND ?1 IN (account_id, other_account_id) ORDER BY booked_on, number`,
      club.cash,
      club.id,
    )
    const cases = [
      { account: '', start: 110_000, effects: all.map(({ effect }) => effect) },
      { account: club.cash, start: 10_000, effects: effects.map(({ effect }) => effect) },
    ]
    for (const { account, start, effects } of cases) {
      let balance = start
      const expected = effects.map((effect) => (balance += effect)).reverse()
      const pages: number[][] = []
      let path: string | undefined = bookOf(club, `?year=2025&account=${account}`)
      let back: string | undefined
      while (path) {
        const page = await staff.get(path, GERMAN)
        expect([page.status, page.cost.trips, page.cost.rowsWritten], page.text).toEqual([200, 1, 0])
        pages.push(balancesIn(page.text))
        back = previousOf(page.text)
        path = nextOf(page.text)
      }
      expect(pages.flat()).toEqual(expected)
      if (back) expect(balancesIn((await staff.get(back, GERMAN)).text)).toEqual(pages.at(-2))
    }
  })

  it('narrows by cost unit, category, sphere and text, and sums what it found instead of a balance', async () => {
    const club = await clubWithBook()
    const staff = await staffOf(club, 'treasurer')
    await enter(
      club,
      {
        text: 'Bälle',
        party: 'Sport Meier',
        lines: [
          { amount: -4000, costunit_name: 'Youth', category_name: 'Balls', sphere: 'ideal' },
          { amount: -1000, costunit_name: 'Youth', category_name: 'Trips', sphere: 'purpose' },
        ],
      },
      { text: 'Kiosk', lines: [{ amount: 9000, sphere: 'business' }] },
      { text: 'Spende', amount: 2000 },
    )
    const [unit] = await stored<{ id: string }>(club, 'cost_units')
    const [balls] = await rows<{ id: string }>(
      "SELECT id FROM cost_unit_categories WHERE workspace_id = ? AND name = 'Balls'",
      club.id,
    )
    expect(textOf((await staff.get(bookOf(club, '?year=2025'), GERMAN)).text)).toContain('2025 nach Sphären')
    const found = async (query: string) => {
      const { text, cost } = await staff.get(bookOf(club, `?year=2025&${query}`), GERMAN)
      expect(cost.trips).toBe(1)
      expect(balancesIn(text)).toEqual([])
      expect(textOf(text)).not.toContain('2025 nach Sphären')
      return textOf(text)
    }
    expect(await found(`place=${unit?.id}`)).toContain(de.sums('1', '0,00 €', '50,00 €'))
    expect(await found(`place=${unit?.id}.${balls?.id}`)).toContain(de.sums('1', '0,00 €', '40,00 €'))
    expect(await found('sphere=business')).toContain(de.sums('1', '90,00 €', '0,00 €'))
    expect(await found('unassigned=1')).toContain(de.sums('1', '20,00 €', '0,00 €'))
    expect(await found('text=b%C3%A4lle')).not.toMatch(/\bKiosk\b/)
    expect(await found('text=meier')).toContain('Bälle')
    expect(await found('text=nichts')).toContain(de.nothingFound)
  })

  it('shows the limit of business income, marks reversals, and escapes names', async () => {
    const club = await clubWithBook()
    const staff = await staffOf(club, 'treasurer')
    const [kiosk] = await enter(
      club,
      { text: '<b>Kiosk</b>', lines: [{ amount: 4_100_000, sphere: 'business' }], booked_on: '2026-02-01' },
      { text: 'Doppelt', amount: 500, booked_on: '2026-02-02' },
    )
    const [, twice] = await stored<{ id: string }>(club, 'vouchers')
    await club.post(`/vouchers/${twice?.id}/reversal`, { reason: 'Twice' })
    const { text } = await staff.get(bookOf(club, '?year=2026'), GERMAN)
    expect(kiosk?.number).toBe(1)
    expect(text).toContain('&lt;b&gt;Kiosk&lt;/b&gt;')
    expect(textOf(text)).toContain(de.business('41.000,00 €', '50.000,00 €'))
    expect(textOf(text)).toContain(de.businessNear)
    expect(textOf(text)).toContain(de.isReversed('2026-3'))
    expect(textOf(text)).toContain(de.reverses('2026-2'))
    expect(textOf(text)).toContain('−5,00 €')
  })
})

it('shows what is on the only account', async () => {
  const club = await workspace()
  await club.post('/accounts', { kind: 'bank', name: 'Giro', opening_on: '2024-01-01', opening_amount: 4200 })
  const staff = await staffOf(club, 'treasurer')
  const { text } = await staff.get(`/dashboard/${club.id}/cash-book?year=2025`, GERMAN)
  expect(textOf(text)).toMatch(/Giro \(?42,00\s€/)
})

describe('the report of an open year', () => {
  it.each([
    ['treasurer', true],
    ['owner', true],
    ['auditor', false],
  ] as const)('leads the role %s to the closing: %s', async (role, leads) => {
    const club = await clubWithBook()
    await enter(club, { account_id: club.bank, amount: 1000 })
    const { status, text } = await (await staffOf(club, role)).get(bookOf(club, '/report?year=2025'), GERMAN)
    expect([status, text.includes(`href="${bookOf(club, '/close?year=2025')}"`)]).toEqual([200, leads])
  })
})

describe('a voucher', () => {
  it('is entered once, however often its form is sent, and says its number', async () => {
    const club = await clubWithBook()
    const staff = await staffOf(club, 'treasurer')
    const { text } = await staff.get(bookOf(club, '/new'), GERMAN)
    const fields = {
      ...Object.fromEntries(formValues(text)),
      direction: 'out',
      amount: '12,50',
      booked_on: '2025-03-01',
      text: 'Getränke',
      party: 'Markt',
      account_id: club.cash,
      'lines.0.place': '["Youth","Trips"]',
      'lines.0.sphere': 'ideal',
    }
    const answers = await Promise.all([1, 2].map(() => staff.submit(bookOf(club, '/new'), fields, GERMAN)))
    const again = await staff.submit(bookOf(club, '/new'), fields, GERMAN)
    expect([...answers, again].map(({ status }) => status)).toEqual([303, 303, 303])
    const locations = [...answers, again].map(({ headers }) => headers.get('Location'))
    expect(new Set(locations).size).toBe(1)
    expect(again.cost.trips).toBeLessThanOrEqual(2)
    const vouchers = await stored(club, 'vouchers')
    expect(vouchers).toMatchObject([{ amount: -1250, account_id: club.cash, party: 'Markt', year: 2025 }])
    expect(await stored(club, 'voucher_lines')).toMatchObject([{ amount: -1250, sphere: 'ideal' }])
    const page = await staff.get(String(locations[0]), GERMAN)
    expect([page.status, page.cost.trips]).toEqual([200, 1])
    expect(textOf(page.text)).toContain(de.voucher.write('2025-1'))
    const changed = await staff.submit(bookOf(club, '/new'), { ...fields, amount: '1' }, GERMAN)
    expect(changed.status).toBe(422)
    expect(textOf(changed.text)).toContain('Dieses Formular ist schon gebucht.')
    expect(inputValue(changed.text, 'token')).not.toBe(inputValue(text, 'token'))
  })

  it('is split into lines that have to add up', async () => {
    const club = await clubWithBook()
    const staff = await staffOf(club, 'owner')
    const base = { amount: '30', booked_on: '2025-03-01', text: 'Ausflug', direction: 'in' }
    const split = await fill(staff, bookOf(club, '/new'), { ...base, act: 'split' })
    expect([split.status, inputValue(split.text, 'count')]).toEqual([200, '2'])
    expect(await stored(club, 'vouchers')).toEqual([])
    const fields = {
      ...Object.fromEntries(formValues(split.text)),
      'lines.0.amount': '20,00',
      'lines.1.amount': '11',
      'lines.1.text': 'Fahrt',
    }
    const refused = await staff.submit(bookOf(club, '/new'), fields, GERMAN)
    expect(refused.status).toBe(422)
    expect(textOf(refused.text)).toContain('Die Zeilen ergeben zusammen 31,00 €.')
    expect(inputValue(refused.text, 'lines.1.text')).toBe('Fahrt')
    const entered = await staff.submit(bookOf(club, '/new'), { ...fields, 'lines.1.amount': '10' }, GERMAN)
    expect(entered.status, entered.text).toBe(303)
    expect(await stored(club, 'voucher_lines')).toMatchObject([
      { amount: 2000 },
      { amount: 1000, text: 'Fahrt' },
    ])
  })

  it('is refused in sentences: without an amount, in a closed year, with too little cash', async () => {
    const club = await clubWithBook()
    const staff = await staffOf(club, 'treasurer')
    expect((await club.post('/years/2024/closing', {})).status).toBe(201)
    const send = async (fields: Record<string, string>) => {
      const { status, text } = await fill(staff, bookOf(club, '/new'), fields)
      expect(status).toBe(422)
      return textOf(text)
    }
    expect(await send({ amount: 'viel', text: '' })).toContain(de.fields.amount.issue)
    const none = await fill(staff, bookOf(club, '/new'), { amount: '0', text: 'x' })
    expect([none.status, /href="#([^"]*)"/.exec(none.text.split('<main')[1] ?? '')?.[1]]).toEqual([
      422,
      'field-amount',
    ])
    expect(await send({ amount: '5', text: 'x', booked_on: '2024-05-01' })).toContain(
      'Das Jahr 2024 ist abgeschlossen.',
    )
    expect(await send({ amount: '5', text: 'x', booked_on: '2999-05-01' })).toContain(
      'Das Datum liegt in der Zukunft.',
    )
    const low = { amount: '500', text: 'x', booked_on: '2025-05-01', account_id: club.cash, direction: 'out' }
    expect(await send(low)).toContain('Damit wäre die Kasse am 1. Mai 2025 unter null.')
    expect(await stored(club, 'vouchers')).toEqual([])
  })

  it('is assigned, unless someone else has changed it meanwhile', async () => {
    const club = await clubWithBook()
    const staff = await staffOf(club, 'treasurer')
    const [{ id = '' } = {}] = await enter(club, { amount: -500 })
    const path = bookOf(club, `/${id}`)
    const before = await staff.get(path, GERMAN)
    const form = Object.fromEntries(formValues(before.text))
    const first = await staff.submit(path, { ...form, 'lines.0.place': '["Youth"]' }, GERMAN)
    expect([first.status, first.cost.trips]).toEqual([303, 2])
    const saved = await staff.get(String(first.headers.get('Location')), GERMAN)
    expect(textOf(saved.text)).toContain(de.voucher.saved)
    const late = await staff.submit(path, { ...form, 'lines.0.sphere': 'business' }, GERMAN)
    expect(late.status).toBe(422)
    expect(textOf(late.text)).toContain(de.voucher.changed)
    const auditor = await staffOf(club, 'auditor')
    expect(textOf((await auditor.get(path, GERMAN)).text)).not.toContain('Ohne Sphäre')
    expect((await stored<{ sphere: string | null }>(club, 'voucher_lines'))[0]?.sphere).toBeNull()
  })

  it('is reversed once, with a reason, and what other acts made says where it is undone', async () => {
    const club = await clubWithBook()
    const staff = await staffOf(club, 'treasurer')
    const [{ id = '' } = {}] = await enter(club, { amount: -500, text: 'Doppelt' })
    const path = bookOf(club, `/${id}/reverse`)
    const refused = await staff.submit(path, { reason: ' ' }, GERMAN)
    expect([refused.status, textOf(refused.text)]).toEqual([
      422,
      expect.stringContaining(de.fields.reason.issue),
    ])
    const done = await staff.submit(path, { reason: 'Zweimal gebucht' }, GERMAN)
    expect([done.status, done.cost.trips]).toEqual([303, 2])
    const again = await staff.submit(path, { reason: 'Zweimal gebucht' }, GERMAN)
    expect(leadsTo(again)).toBe(`${bookOf(club, `/${id}`)} after was_reversed`)
    expect(await stored(club, 'vouchers')).toHaveLength(2)
    const page = await staff.get(String(again.headers.get('Location')), GERMAN)
    expect(textOf(page.text)).toContain('Zweimal gebucht')
    expect(textOf(page.text)).toContain(de.isReversed('2025-2'))

    const person = await club.put('/lists/members/persons', {
      data: [{ external_id: 'a', name: { first_name: 'Ada', last_name: 'Lovelace' } }],
    })
    expect(person.status).toBe(200)
    const fee = await club.post('/fees', {
      data: [
        {
          person_external_id: 'a',
          amount: 4800,
          description: 'Beitrag',
          attached_expense: { sphere: 'ideal' },
        },
      ],
    })
    const fee_id = fee.body.data[0].id
    await club.post('/payments', {
      data: [{ fee_id, amount: 4800, method: 'bank_transfer', paid_on: '2025-04-01' }],
    })
    const [, , booked] = await stored<{ id: string }>(club, 'vouchers')
    const elsewhere = await staff.get(bookOf(club, `/${booked?.id}/reverse`), GERMAN)
    expect(textOf(elsewhere.text)).toContain('Storniere die Zahlung beim Beitrag.')
    const ofFee = await staff.get(bookOf(club, `/${booked?.id}`), GERMAN)
    expect(ofFee.text).toContain(`/fees/${fee_id}`)
  })
})

describe('a transfer', () => {
  it('moves money between two accounts', async () => {
    const club = await clubWithBook()
    const staff = await staffOf(club, 'treasurer')
    const path = bookOf(club, '/transfer')
    const fields = { other_account_id: club.cash, account_id: club.bank, booked_on: '2025-03-01' }
    const same = await fill(staff, path, { ...fields, account_id: club.cash, amount: '50' })
    expect([same.status, textOf(same.text)]).toEqual([
      422,
      expect.stringContaining('Wähle zwei verschiedene Konten.'),
    ])
    const moved = await fill(staff, path, { ...fields, amount: '50' })
    expect([moved.status, moved.cost.trips]).toEqual([303, 2])
    expect(await stored(club, 'vouchers')).toMatchObject([
      { kind: 'transfer', account_id: club.bank, other_account_id: club.cash, amount: 5000 },
    ])
    expect((await eventsOf(club)).at(-1)?.action).toBe('voucher.created')
  })
})
