import { afterEach, describe, expect, it } from 'vitest'
import { homeTexts } from '../../src/dashboard/home/texts'
import { settingsTexts } from '../../src/dashboard/settings/texts'
import { layoutTexts } from '../../src/dashboard/texts'
import { formatDate } from '../../src/ui/i18n/format'
import { credit, importEntries, statementOf } from '../support/bank'
import { balances, clubWithBook, enter, stored } from '../support/book'
import { bankAccount, clubOf, signedIn } from '../support/club'
import { staffOf } from '../support/dashboard'
import { leadsTo, openAfter } from '../support/done'
import { eventsOf } from '../support/events'
import { textOf } from '../support/html'
import { expectSoundBooks } from '../support/invariants'
import { rows, type Workspace } from '../support/workspace'

afterEach(() => expectSoundBooks())

const GERMAN = { headers: { 'Accept-Language': 'de' } }
const DE = { language: 'de', tag: 'de-DE' } as const
const { book: de, done } = settingsTexts(DE)

const pathOf = (club: Workspace) => `/dashboard/${club.id}/settings/book`
const switches = (club: Workspace) =>
  rows('SELECT keeps_book, book_begins_on FROM workspaces WHERE id = ?', club.id)

async function payByHand(club: Workspace, paid_on: string): Promise<void> {
  await club.post('/lists/members/persons', { external_id: 'ada', name: { first_name: 'Ada' } })
  const { body } = await club.post('/fees', {
    data: [{ description: 'Annual fee', person_external_id: 'ada', amount: 1000 }],
  })
  const [{ id }] = body.data
  const payment = { fee_id: id, amount: 1000, method: 'cash', paid_on }
  expect((await club.post('/payments', { data: [payment] })).status).toBe(201)
}

describe('the page of the cash book in the settings', () => {
  it('switches the book off, and on from a day, with an event each', async () => {
    const { club, staff: anna } = await clubOf(signedIn('owner'))
    expect(textOf((await anna.get(pathOf(club), GERMAN)).text)).toContain(de.isOn)
    const off = await anna.submit(pathOf(club), { keeps_book: 'no' }, GERMAN)
    expect([off.status, leadsTo(off)]).toEqual([303, `${pathOf(club)} after bookOff`])
    expect(textOf((await openAfter(anna, `${pathOf(club)} after bookOff`, GERMAN)).text)).toContain(
      done.bookOff,
    )
    await payByHand(club, '2026-01-05')
    expect(await stored(club, 'vouchers')).toEqual([])
    expect(await stored(club, 'accounts')).toEqual([])

    const lacking = await anna.submit(pathOf(club), { keeps_book: 'yes', book_begins_on: '' }, GERMAN)
    expect([lacking.status, textOf(lacking.text)]).toEqual([
      422,
      expect.stringContaining('Seit dem Ausschalten ist Geld erfasst, das im Kassenbuch fehlt.'),
    ])
    const fields = { keeps_book: 'yes', book_begins_on: '2026-02-01' }
    expect((await anna.submit(pathOf(club), fields, GERMAN)).status).toBe(303)
    expect(await switches(club)).toEqual([{ keeps_book: 1, book_begins_on: '2026-02-01' }])
    expect(textOf((await anna.get(pathOf(club), GERMAN)).text)).toContain('1. Februar 2026')
    await payByHand(club, '2026-01-31')
    await payByHand(club, '2026-02-01')
    expect(await stored(club, 'vouchers')).toMatchObject([{ booked_on: '2026-02-01', amount: 1000 }])
    const events = (await eventsOf(club)).filter(({ action }) => action === 'workspace.updated')
    expect(events.map(({ actor_id, changes }) => [actor_id, changes])).toEqual([
      [anna.id, { 'bookkeeping.keeps_book': [true, false] }],
      [
        anna.id,
        { 'bookkeeping.keeps_book': [false, true], 'bookkeeping.book_begins_on': [null, '2026-02-01'] },
      ],
    ])
  })

  it('asks for the day, and then for the balance of each account in use on it', async () => {
    const club = await clubWithBook()
    await enter(club, { account_id: club.cash, lines: [{ amount: 700 }] })
    await club.post('/accounts', { kind: 'cash', name: 'Bar', opening_on: '2026-03-01', opening_amount: 50 })
    await club.post('/accounts', { kind: 'bank', name: 'Neu', opening_on: '2026-01-01', opening_amount: 0 })
    const anna = await staffOf(club, 'owner')
    await anna.submit(pathOf(club), { keeps_book: 'no' })
    const days = await anna.get(pathOf(club), GERMAN)
    expect(days.text).toContain(`action="${pathOf(club)}"`)
    const early = await anna.get(`${pathOf(club)}?book_begins_on=2025-03-01`, GERMAN)
    expect([early.status, textOf(early.text)]).toEqual([
      422,
      expect.stringContaining('Nimm einen späteren Tag'),
    ])

    const asked = await anna.get(`${pathOf(club)}?book_begins_on=2026-02-01`, GERMAN)
    expect([asked.status, asked.cost.trips]).toEqual([200, 1])
    const fieldOf = (text: string, id: string) =>
      new RegExp(`name="opening\\.${id}"[^>]*value="([^"]*)"`).exec(text)?.[1]
    const neu = (await stored<{ id: string; name: string }>(club, 'accounts')).find(
      ({ name }) => name === 'Neu',
    )
    expect([club.bank, club.cash, `${neu?.id}`].map((id) => fieldOf(asked.text, id))).toEqual([
      '1000,00',
      '107,00',
      '',
    ])
    expect(textOf(asked.text)).toContain('Bestände am Morgen des 1. Februar 2026')
    expect(textOf(asked.text)).toContain('Im Kassenbuch stehen 107,00 €')
    expect(textOf(asked.text)).toContain('Bar beginnt am 1. März 2026 mit 0,50 €.')

    const names = [club.bank, club.cash, `${neu?.id}`].map((id) => `opening.${id}`)
    const fieldsOf = (...values: string[]) => ({
      keeps_book: 'yes',
      book_begins_on: '2026-02-01',
      ...Object.fromEntries(names.map((name, index) => [name, values[index] ?? ''])),
    })
    const refused = await anna.submit(pathOf(club), fieldsOf('2.000,00', '-1', ''), GERMAN)
    expect(refused.status).toBe(422)
    expect(textOf(refused.text)).toContain('Eine Kasse kann nicht unter null beginnen.')
    expect(textOf(refused.text)).toContain(de.noAmount)
    expect(fieldOf(refused.text, club.bank)).toBe('2.000,00')
    expect(await switches(club)).toEqual([{ keeps_book: 0, book_begins_on: null }])

    expect((await anna.submit(pathOf(club), fieldsOf('−2.000,00', '80,00', '5'), GERMAN)).status).toBe(303)
    expect(await switches(club)).toEqual([{ keeps_book: 1, book_begins_on: '2026-02-01' }])
    const sums = await balances(club)
    expect(Object.values(sums).sort()).toEqual([-200_000, 50, 500, 8000].sort())
    expect((await stored(club, 'vouchers')).at(-1)).toMatchObject({ booked_on: '2026-01-31', amount: -2700 })
  })

  it('proposes what the last statement before the day says', async () => {
    const { club, account: bank } = await clubOf(bankAccount())
    await importEntries(club, bank, [], { statements: [statementOf([credit(6000, 'x')], { opening: 1000 })] })
    const [statement] = await stored<{ to_on: string }>(club, 'statements')
    const anna = await staffOf(club, 'owner')
    await anna.submit(pathOf(club), { keeps_book: 'no' })
    const asked = await anna.get(`${pathOf(club)}?book_begins_on=2026-11-01`, GERMAN)
    expect(asked.text).toContain('value="70,00"')
    expect(textOf(asked.text)).toContain(de.ofStatement(formatDate(statement?.to_on ?? '', DE)))
  })

  it('asks again for what is given no more, and for a day that is none', async () => {
    const club = await clubWithBook()
    const anna = await staffOf(club, 'owner')
    await anna.submit(pathOf(club), { keeps_book: 'no' })
    const none = await anna.submit(pathOf(club), { keeps_book: 'yes', book_begins_on: '2026-02-01' }, GERMAN)
    expect([none.status, textOf(none.text)]).toEqual([
      422,
      expect.stringContaining('Gib an, was am ersten Tag darauf war.'),
    ])
    expect(none.text).toContain(`name="opening.${club.bank}"`)
    const never = await anna.submit(pathOf(club), { keeps_book: 'yes', book_begins_on: 'x' }, GERMAN)
    expect([never.status, textOf(never.text)]).toEqual([422, expect.stringContaining(de.noDate)])
    expect(await switches(club)).toEqual([{ keeps_book: 0, book_begins_on: null }])
    expect((await anna.get(`${pathOf(club)}?book_begins_on=`, GERMAN)).text).toContain(de.goesOn)
    expect((await anna.submit(pathOf(club), { keeps_book: 'yes', book_begins_on: '' })).status).toBe(303)
    expect((await anna.get(`${pathOf(club)}?book_begins_on=2026-02-01`, GERMAN)).status).toBe(422)
  })

  it('is for owners with a fresh proof', async () => {
    const { club, staff: tim } = await clubOf(signedIn('treasurer'))
    expect((await tim.submit(pathOf(club), { keeps_book: 'no' })).status).toBe(403)
    const anna = await staffOf(club, 'owner', { provedAt: new Date(Date.now() - 31 * 60_000) })
    expect((await anna.submit(pathOf(club), { keeps_book: 'no' })).status).toBe(403)
    await rows('UPDATE workspaces SET keeps_book = 0 WHERE id = ?', club.id)
    const asked = await Promise.all(
      [tim, anna].map((staff) => staff.get(`${pathOf(club)}?book_begins_on=2026-02-01`)),
    )
    expect(asked.map(({ status }) => status)).toEqual([403, 303])
    await rows('UPDATE workspaces SET keeps_book = 1 WHERE id = ?', club.id)
    expect(await switches(club)).toEqual([{ keeps_book: 1, book_begins_on: null }])
  })
})

describe('a book that is kept elsewhere', () => {
  it('is named on the pages of the cash book, and gives home nothing to do', async () => {
    const club = await clubWithBook()
    const anna = await staffOf(club, 'owner')
    const [voucher] = await enter(club, { account_id: club.cash, lines: [{ amount: 700 }] })
    const page = async (path: string) => textOf((await anna.get(`/dashboard/${club.id}${path}`, GERMAN)).text)
    const toDo = homeTexts(DE)
    const notice = layoutTexts(DE).bookElsewhere
    expect(await page('')).toContain(toDo.yearToClose(2025))
    expect(await page('')).toContain(toDo.unassigned('1', 2025))
    expect(await page('/cash-book?year=2025')).not.toContain(notice)
    await anna.submit(pathOf(club), { keeps_book: 'no' })
    expect(await page('')).not.toContain(toDo.yearToClose(2025))
    expect(await page('')).not.toContain(toDo.unassigned('1', 2025))
    const journal = (await anna.get(`/dashboard/${club.id}/cash-book?year=2025`, GERMAN)).text
    for (const act of ['new', 'transfer', 'fees', 'assign'])
      expect(journal).not.toContain(`/cash-book/${act}"`)
    const entry = { direction: 'in', amount: '7,00', booked_on: '2025-03-02', text: 'Bälle' }
    const refused = await anna.submit(`/dashboard/${club.id}/cash-book/new`, entry, GERMAN)
    expect([refused.status, textOf(refused.text)]).toEqual([
      422,
      expect.stringContaining('hier wird nichts gebucht'),
    ])
    const html = async (path: string) =>
      (await anna.get(`/dashboard/${club.id}/cash-book/${path}`, GERMAN)).text
    for (const path of [`${voucher?.id}`, 'count'])
      expect(await html(path)).not.toContain('class="stack" method="post"')
    expect(await html(`${voucher?.id}`)).not.toContain('/reverse"')
    const sent = { account_id: club.cash, counted: '107,00', counted_on: '2025-03-02' }
    const counted = await anna.submit(`/dashboard/${club.id}/cash-book/count`, sent, GERMAN)
    expect([counted.status, textOf(counted.text)]).toEqual([
      422,
      expect.stringContaining('hier wird nichts gebucht'),
    ])
    for (const path of ['?year=2025', '/report?year=2025', '/fees', '/close?year=2025', '/new'])
      expect(await page(`/cash-book${path}`), path).toContain(notice)
  })
})
