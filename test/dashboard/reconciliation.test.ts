import { afterEach, describe, expect, it } from 'vitest'
import { credit, statementOf, upload } from '../support/bank'
import { type Club, clubWithBook, enter, stored } from '../support/book'
import { camt } from '../support/camt'
import { type Staff, staffOf } from '../support/dashboard'
import { textOf } from '../support/html'
import { expectSoundBooks } from '../support/invariants'

afterEach(() => expectSoundBooks())

const pathOf = (club: Club, query = '') =>
  `/dashboard/${club.id}/bank/accounts/${club.bank}/reconciliation${query}`

async function read(staff: Staff, path: string) {
  const { status, text, cost } = await staff.get(path)
  expect(status, text).toBe(200)
  expect(cost.trips).toBe(1)
  return { html: text, text: textOf(text) }
}

async function clubWithStatement() {
  const club = await clubWithBook()
  const entries = [credit(10_900, 'Spende', { date: '2025-11-20' })]
  const statement = statementOf(entries, {
    iban: 'DE02120300000000202051',
    opening: 100_000,
    period: ['2025-11-01', '2025-11-30'],
  })
  await upload(club, club.bank, camt({ statements: [statement] }))
  return { club, staff: await staffOf(club, 'treasurer') }
}

it('says by how much bank and book differ, and leads to what it is', async () => {
  const { club, staff } = await clubWithStatement()
  const { text, html } = await read(staff, pathOf(club, '?on=2025-11-30'))
  expect(text).toContain('Bank 1.109,00 € = Buch 1.000,00 € + 109,00 €')
  expect(text).toContain('Offene Umsätze (1)')
  expect(html).toContain('kind=open_lines')
  const list = await read(staff, pathOf(club, '?on=2025-11-30&kind=open_lines'))
  const [line] = await stored(club, 'bank_lines')
  expect(list.html).toContain(`/bank/lines/${line?.id}`)
  expect(list.text).toContain('Ada Lovelace')
})

it('says that they agree on a day that is chosen', async () => {
  const { club, staff } = await clubWithStatement()
  expect((await read(staff, pathOf(club, '?on=2025-11-19'))).text).toContain(
    'Bank = Buch ✓ (19. November 2025)',
  )
  // A day before the account is that of today.
  expect((await staff.get(pathOf(club, '?on=1999-01-01'))).text).toContain('109,00')
})

it('names the days of which no statement tells', async () => {
  const { club, staff } = await clubWithStatement()
  const later = statementOf([], {
    iban: 'DE02120300000000202051',
    opening: 100_900,
    period: ['2026-01-01', '2026-01-31'],
  })
  await upload(club, club.bank, camt({ statements: [later] }))
  const { text } = await read(staff, pathOf(club, '?on=2026-01-31'))
  expect(text).toContain('Zeit ohne Kontoauszug (1)')
  expect(text).toContain('Zwischen 30. November 2025 und 1. Januar 2026: − 100,00 €')
})

it('takes a balance from paper, and removes it', async () => {
  const club = await clubWithBook()
  const staff = await staffOf(club, 'treasurer')
  expect((await read(staff, pathOf(club))).text).toContain('Von der Bank ist kein Kontostand bekannt')
  const entered = await staff.submit(pathOf(club), { balance_on: '2025-11-30', balance: '1.000,00' })
  expect(entered.status, entered.text).toBe(303)
  const next = await staff.get(entered.headers.get('Location') ?? '')
  expect(textOf(next.text)).toContain('Bank = Buch ✓ (30. November 2025)')
  expect(await stored(club, 'account_balances')).toMatchObject([
    { balance: 100_000, balance_on: '2025-11-30' },
  ])
  const wrong = await staff.submit(pathOf(club), { balance_on: '2999-11-30', balance: 'viel' })
  expect(wrong.status).toBe(422)
  expect(textOf(wrong.text)).toContain('Das Datum liegt in der Zukunft')
  expect((await staff.submit(pathOf(club), { remove: '2025-11-30' })).status).toBe(303)
  expect(await stored(club, 'account_balances')).toEqual([])
})

it('shows auditors the comparison without the form', async () => {
  const { club } = await clubWithStatement()
  const auditor = await staffOf(club, 'auditor')
  const { text } = await read(auditor, pathOf(club, '?on=2025-11-30'))
  expect(text).toContain('Offene Umsätze')
  expect(text).not.toContain('Eintragen')
  expect((await auditor.submit(pathOf(club), { balance_on: '2025-12-31', balance: '1' })).status).toBe(403)
})

describe('the closing of a year', () => {
  const closePath = (club: Club) => `/dashboard/${club.id}/cash-book/close`
  const year2024 = async (role: 'owner' | 'treasurer') => {
    const club = await clubWithBook()
    await enter(club, {
      booked_on: '2024-02-01',
      account_id: club.bank,
      lines: [{ amount: 9000, sphere: 'ideal' }],
    })
    return { club, staff: await staffOf(club, role) }
  }

  it('asks the treasurer for the balance that nobody told', async () => {
    const { club, staff } = await year2024('treasurer')
    const { text, html } = await read(staff, `${closePath(club)}?year=2024`)
    expect(text).toContain('Bank: Der Kontostand am 31. Dezember 2024 fehlt')
    expect(text).toContain('Wer Inhaber ist, kann das Jahr mit einer Begründung trotzdem abschließen.')
    expect(html).toContain(`/bank/accounts/${club.bank}/reconciliation?on=2024-12-31`)
    expect(html).not.toContain('name="confirmed"')
    const form = { year: '2024', confirmed: 'on' }
    expect((await staff.submit(closePath(club), form)).status).toBe(422)
    expect((await staff.submit(closePath(club), { ...form, reason: 'Ich' })).status).toBe(403)
    await staff.submit(pathOf(club), { balance_on: '2024-12-31', balance: '1.090,00' })
    expect((await read(staff, `${closePath(club)}?year=2024`)).text).toContain(
      'Bank und Buch stimmen auf jedem Konto',
    )
    expect((await staff.submit(closePath(club), form)).status).toBe(303)
  })

  it('takes a reason of an owner, which the report says', async () => {
    const { club, staff } = await year2024('owner')
    await staff.submit(pathOf(club), { balance_on: '2024-12-31', balance: '1.089,00' })
    const { text } = await read(staff, `${closePath(club)}?year=2024`)
    expect(text).toContain('Bank: Am 31. Dezember 2024 sagt die Bank 1.089,00 €, das Buch 1.090,00 €.')
    const form = { year: '2024', confirmed: 'on' }
    const refused = await staff.submit(closePath(club), { ...form, reason: '' })
    expect(refused.status).toBe(422)
    expect(textOf(refused.text)).toContain('warum Bank und Buch nicht übereinstimmen')
    expect(
      (await staff.submit(closePath(club), { ...form, reason: 'Gebühr im Januar erstattet' })).status,
    ).toBe(303)
    const report = await staff.get(`/dashboard/${club.id}/cash-book/report?year=2024`)
    expect(textOf(report.text)).toContain('Begründung: Gebühr im Januar erstattet')
    expect(textOf(report.text)).toContain('1.089,00')
    const csv = await staff.submit(`/dashboard/${club.id}/cash-book/report/export?year=2024`, {})
    expect(csv.text).toContain('"1089,00";Gebühr im Januar erstattet')
  })
})
