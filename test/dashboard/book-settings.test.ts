import { afterEach, describe, expect, it } from 'vitest'
import { homeTexts } from '../../src/dashboard/home/texts'
import { settingsTexts } from '../../src/dashboard/settings/texts'
import { layoutTexts } from '../../src/dashboard/texts'
import { clubWithBook, enter, stored } from '../support/book'
import { staffOf } from '../support/dashboard'
import { eventsOf } from '../support/events'
import { textOf } from '../support/html'
import { expectSoundBooks } from '../support/invariants'
import { rows, type Workspace, workspace } from '../support/workspace'

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
    const club = await workspace()
    const anna = await staffOf(club, 'owner')
    expect(textOf((await anna.get(pathOf(club), GERMAN)).text)).toContain(de.isOn)
    const off = await anna.submit(pathOf(club), { keeps_book: 'no' }, GERMAN)
    expect([off.status, off.headers.get('Location')]).toEqual([303, `${pathOf(club)}?done=bookOff`])
    expect(textOf((await anna.get(`${pathOf(club)}?done=bookOff`, GERMAN)).text)).toContain(done.bookOff)
    await payByHand(club, '2026-01-05')
    expect(await stored(club, 'vouchers')).toEqual([])
    expect(await stored(club, 'accounts')).toEqual([])

    const lacking = await anna.submit(pathOf(club), { keeps_book: 'yes', book_begins_on: '' }, GERMAN)
    expect([lacking.status, textOf(lacking.text)]).toEqual([
      422,
      expect.stringContaining(de.refusals.required),
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

  it('refuses a day while an account opens before it, and leads to the accounts', async () => {
    const club = await clubWithBook()
    const anna = await staffOf(club, 'owner')
    await anna.submit(pathOf(club), { keeps_book: 'no' })
    const refused = await anna.submit(
      pathOf(club),
      { keeps_book: 'yes', book_begins_on: '2026-02-01' },
      GERMAN,
    )
    expect([refused.status, textOf(refused.text)]).toEqual([
      422,
      expect.stringContaining(de.refusals.account),
    ])
    expect(refused.text).toContain(`href="/dashboard/${club.id}/bank"`)
    expect(refused.text).toContain('value="2026-02-01"')
    expect(await switches(club)).toEqual([{ keeps_book: 0, book_begins_on: null }])
    const never = await anna.submit(pathOf(club), { keeps_book: 'yes', book_begins_on: 'x' }, GERMAN)
    expect(textOf(never.text)).toContain(de.refusals.date)
  })

  it('is for owners with a fresh proof', async () => {
    const club = await workspace()
    const tim = await staffOf(club, 'treasurer')
    expect((await tim.submit(pathOf(club), { keeps_book: 'no' })).status).toBe(403)
    const anna = await staffOf(club, 'owner', { provedAt: new Date(Date.now() - 31 * 60_000) })
    expect((await anna.submit(pathOf(club), { keeps_book: 'no' })).status).toBe(403)
    expect(await switches(club)).toEqual([{ keeps_book: 1, book_begins_on: null }])
  })
})

describe('a book that is kept elsewhere', () => {
  it('is named on the pages of the cash book, and gives home nothing to do', async () => {
    const club = await clubWithBook()
    const anna = await staffOf(club, 'owner')
    await enter(club, { lines: [{ amount: 700 }] })
    const page = async (path: string) => textOf((await anna.get(`/dashboard/${club.id}${path}`, GERMAN)).text)
    const toDo = homeTexts(DE)
    const notice = layoutTexts(DE).bookElsewhere
    expect(await page('')).toContain(toDo.yearToClose(2025))
    expect(await page('')).toContain(toDo.unassigned('1', 2025))
    expect(await page('/cash-book?year=2025')).not.toContain(notice)
    await anna.submit(pathOf(club), { keeps_book: 'no' })
    expect(await page('')).not.toContain(toDo.yearToClose(2025))
    expect(await page('')).not.toContain(toDo.unassigned('1', 2025))
    for (const path of ['?year=2025', '/report?year=2025', '/fees', '/close?year=2025', '/new'])
      expect(await page(`/cash-book${path}`), path).toContain(notice)
  })
})
