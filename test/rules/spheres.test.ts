import { afterEach, describe, expect, it, vi } from 'vitest'
import { bookTexts } from '../../src/dashboard/cash-book/texts'
import { homeTexts } from '../../src/dashboard/home/texts'
import { sphereHint } from '../../src/ui/i18n/spheres'
import { addAccount, importEntries, inbox } from '../support/bank'
import { type Club, clubWithBook, enter, stored } from '../support/book'
import { staffOf } from '../support/dashboard'
import { addPersons, claim, payer } from '../support/direct-debits'
import { leadsTo } from '../support/done'
import { eventsOf } from '../support/events'
import { formValues, textOf } from '../support/html'
import { expectSoundBooks } from '../support/invariants'
import { operator, rows } from '../support/workspace'

afterEach(() => vi.useRealTimers())

const GERMAN = { headers: { 'Accept-Language': 'de' } }
const de = bookTexts({ language: 'de', tag: 'de-DE' })

const becomeNonprofit = (club: Club, is_nonprofit = true) =>
  operator('PATCH', `/operator/workspaces/${club.id}`, { bookkeeping: { is_nonprofit } })

/** The cost unit of a club with a book, with these spheres. */
async function sphereOf(club: Club, sphere: string | null, categories: unknown[] = []) {
  const [unit] = (await club.get('/cost_units')).body.data
  const answer = await club.put(`/cost_units/${unit.id}`, { sphere, categories })
  expect(answer.status, answer.text).toBe(200)
  return answer.body.data
}

const spheresIn = async (club: Club) => (await stored(club, 'voucher_lines')).map(({ sphere }) => sphere)

describe('an association that is non-profit', () => {
  it('has a line without a sphere as unassigned in the list, the filter, the closing and the report alike', async () => {
    const club = await clubWithBook()
    const staff = await staffOf(club, 'treasurer')
    await enter(club, {
      lines: [
        { amount: 700, costunit_name: 'Youth' },
        { amount: 50, sphere: 'ideal' },
      ],
    })
    const page = async (path: string) =>
      textOf((await staff.get(`/dashboard/${club.id}/cash-book${path}`, GERMAN)).text)
    const unassigned = async () => {
      const [list, report] = await Promise.all([
        club.get('/vouchers?year=2025&unassigned=true'),
        club.get('/years/2025'),
      ])
      return [list.body.data.length, report.body.data.unassigned, report.body.data.is_nonprofit]
    }
    expect(await unassigned()).toEqual([0, { lines: 0, amount: 0 }, false])
    expect(await page('/close?year=2025')).toContain(de.closePage.maybeNonprofit)

    expect((await becomeNonprofit(club)).status).toBe(200)
    expect(await unassigned()).toEqual([1, { lines: 1, amount: 700 }, true])
    expect((await club.post('/years/2025/closing', undefined)).body.errors).toEqual({
      lines: ['must have a sphere (without: 1)'],
    })
    expect(await page('/close?year=2025')).toContain('1 Zeile hat keine Sphäre.')
    expect(await page('/close?year=2025')).not.toContain(de.closePage.maybeNonprofit)
    expect(await page('/report?year=2025')).toContain(de.reportPage.unassigned('1', true))
    expect(await page('?year=2025')).toContain(de.unassigned)
    expect(await page('?year=2025&unassigned=1')).toContain(de.sums('1', '7,00 €', '0,00 €'))
    expect(await page('/assign?year=2025')).toContain(de.assigning.leadNonprofit)
    const { text: home } = await staff.get(`/dashboard/${club.id}`, GERMAN)
    expect(textOf(home)).toContain(homeTexts({ language: 'de', tag: 'de-DE' }).unassigned('1', 2025))

    const [voucher] = (await club.get('/vouchers?year=2025')).body.data
    await club.patch(`/vouchers/${voucher.id}`, { lines: [{ line: 1, sphere: 'purpose' }] })
    expect(await unassigned()).toEqual([0, { lines: 0, amount: 0 }, true])
    expect(await page('/assign?year=2025')).toContain(de.assigning.allLeadNonprofit)
    expect((await club.post('/years/2025/closing', undefined)).status).toBe(201)
    await expectSoundBooks(club.id)
  })

  it('keeps the reports of years that it closed before', async () => {
    const club = await clubWithBook()
    await enter(club, { lines: [{ amount: 700, costunit_name: 'Youth' }] })
    const { body } = await club.post('/years/2025/closing', undefined)
    await becomeNonprofit(club)
    expect((await club.get('/years/2025')).body.data).toEqual(body.data)
    expect(body.data).toMatchObject({ is_nonprofit: false, unassigned: { lines: 0 } })
    await expectSoundBooks(club.id)
    expect((await eventsOf(club)).at(-1)?.changes).toEqual({ 'bookkeeping.is_nonprofit': [false, true] })
  })

  it('gives many lines a sphere at once, and keeps the cost units that they have', async () => {
    const club = await clubWithBook()
    await becomeNonprofit(club)
    const staff = await staffOf(club, 'treasurer')
    const path = `/dashboard/${club.id}/cash-book/assign`
    const entered = await enter(
      club,
      { lines: [{ amount: 700, costunit_name: 'Youth', category_name: 'Balls' }] },
      { lines: [{ amount: 50 }] },
      { lines: [{ amount: 60 }] },
    )
    const lines = entered.map(({ id }): [string, string] => ['line', `${id}.1`])
    const onlyUnit: [string, string][] = [
      ['year', '2025'],
      ['place', '["Youth"]'],
      ['sphere', ''],
    ]
    const lacking = await staff.submit(path, [...lines.slice(2), ...onlyUnit], GERMAN)
    expect(leadsTo(lacking)).toMatch(/assigned=0&lacking=1/)
    expect(textOf((await staff.get(String(lacking.headers.get('Location')), GERMAN)).text)).toContain(
      de.assigning.lacking('1'),
    )
    const onlySphere: [string, string][] = [
      ['year', '2025'],
      ['place', ''],
      ['sphere', 'ideal'],
    ]
    const done = await staff.submit(path, [...lines, ...onlySphere], GERMAN)
    expect([done.status, leadsTo(done)]).toEqual([303, expect.stringMatching(/assigned=3&/)])
    const { data } = (await club.get('/vouchers?year=2025')).body
    expect(data.map((voucher: { lines: object[] }) => voucher.lines[0])).toMatchObject([
      { costunit_name: 'Youth', category_name: 'Balls', sphere: 'ideal' },
      { costunit_name: null, sphere: 'ideal' },
      { costunit_name: 'Youth', sphere: 'ideal' },
    ])
  })
})

describe('the sphere of a cost unit', () => {
  it('goes to what names it without one: lines, bank lines and fees with their payments', async () => {
    const club = await clubWithBook()
    await sphereOf(club, 'purpose', [{ name: 'Trips', sphere: 'business' }, { name: 'Balls' }])
    await enter(club, {
      lines: [
        { amount: 1, costunit_name: 'Youth' },
        { amount: 2, costunit_name: 'Youth', category_name: 'Balls' },
        { amount: 3, costunit_name: 'Youth', category_name: 'Trips' },
        { amount: 4, costunit_name: 'Youth', category_name: 'Trips', sphere: 'assets' },
        { amount: 5 },
      ],
    })
    expect(await spheresIn(club)).toEqual(['purpose', 'purpose', 'business', 'assets', null])

    await addPersons(club, [payer(1)])
    const expense = { costunit_name: 'Youth', category_name: 'Trips' }
    const [fee] = await claim(club, [{ person_external_id: 'm1', attached_expense: expense }])
    expect((await club.get(`/fees/${fee}`)).body.data.attached_expense).toEqual({
      ...expense,
      sphere: 'business',
    })
    const giro = await addAccount(club)
    await importEntries(club, giro, [{ amount: 900, date: '2025-04-01', details: [{ text: ['Rent'] }] }])
    const [line] = await inbox(club)
    const booking = { text: 'Rent', costunit_name: 'Youth' }
    expect((await club.post(`/bank_lines/${line.id}/confirmation`, { booking })).status).toBe(201)
    expect((await spheresIn(club)).at(-1)).toBe('purpose')
  })

  it('goes to payments of fees that were claimed before, and not to what takes earlier money back', async () => {
    const club = await clubWithBook()
    await addPersons(club, [payer(1)])
    const expense = { attached_expense: { costunit_name: 'Youth' } }
    const [paid, unpaid] = await claim(club, [
      { person_external_id: 'm1', ...expense },
      { person_external_id: 'm1', ...expense },
    ])
    const pay = (fee_id = '') =>
      club.post('/payments', { data: [{ fee_id, amount: 4500, method: 'cash', paid_on: '2025-02-01' }] })
    const { body } = await pay(paid)
    await sphereOf(club, 'ideal')
    await pay(unpaid)
    const reversal = await club.post(`/payments/${body.data[0].id}/reversal`, { reason: 'x' })
    expect(reversal.status, reversal.text).toBe(201)
    expect(await spheresIn(club)).toEqual([null, 'ideal', null])
    await expectSoundBooks(club.id)
  })

  it('fills the lines that are given the cost unit later, but never one that has a sphere', async () => {
    const club = await clubWithBook()
    await sphereOf(club, 'ideal')
    const [voucher] = await enter(club, { lines: [{ amount: 1 }, { amount: 2, sphere: 'business' }] })
    const lines = [1, 2].map((line) => ({ line, costunit_name: 'Youth' }))
    await club.patch(`/vouchers/${voucher?.id}`, { lines })
    expect(await spheresIn(club)).toEqual(['ideal', 'business'])
  })

  it('is kept by other changes, taken away by null, and told in the log', async () => {
    const club = await clubWithBook()
    const unit = await sphereOf(club, 'ideal', [{ name: 'Balls', sphere: 'business' }, 'Camps'])
    expect(unit).toMatchObject({
      sphere: 'ideal',
      categories: [
        { name: 'Balls', sphere: 'business' },
        { name: 'Trips', sphere: null },
        { name: 'Camps', sphere: null },
      ],
    })
    const path = `/cost_units/${unit.id}`
    expect((await eventsOf(club)).at(-1)?.changes).toEqual({
      sphere: [null, 'ideal'],
      categories: [
        ['Balls', 'Trips'],
        ['Balls', 'Trips', 'Camps'],
      ],
      category_spheres: [null, ['Balls: business']],
    })
    // As it was read, and as an older program sends it.
    expect((await club.put(path, unit)).body.data).toEqual(unit)
    const renamed = await club.put(path, { name: 'Juniors', categories: ['Balls', { name: 'Trips' }] })
    expect(renamed.body.data).toMatchObject({ sphere: 'ideal', categories: [{ sphere: 'business' }, {}, {}] })
    const emptied = await club.put(path, { sphere: null, categories: [{ name: 'Balls', sphere: null }] })
    expect(emptied.body.data).toMatchObject({ sphere: null, categories: [{ sphere: null }, {}, {}] })
    expect((await club.put(path, { sphere: 'x' })).status).toBe(422)
  })

  it('is set on its page with those of its categories, in words of the log', async () => {
    const club = await clubWithBook()
    const staff = await staffOf(club, 'treasurer')
    const [unit] = (await club.get('/cost_units')).body.data
    const path = `/dashboard/${club.id}/settings/cost-units/${unit.id}`
    const { text } = await staff.get(path, GERMAN)
    expect(text).toContain(sphereHint({ language: 'de' }))
    const [balls] = unit.categories
    const sent = {
      ...Object.fromEntries(formValues(text)),
      sphere: 'ideal',
      [`sphere.${balls.id}`]: 'purpose',
    }
    expect((await staff.submit(path, sent, GERMAN)).status).toBe(303)
    const [after] = (await club.get('/cost_units')).body.data
    expect(after).toMatchObject({ sphere: 'ideal', categories: [{ sphere: 'purpose' }, { sphere: null }] })
    expect(formValues((await staff.get(path, GERMAN)).text)).toContainEqual([`sphere.${balls.id}`, 'purpose'])
    const owner = await staffOf(club, 'owner')
    expect(textOf((await owner.get(`/dashboard/${club.id}/log`, GERMAN)).text)).toContain(
      'Balls: Zweckbetrieb',
    )
  })

  it('is taken by all lines of a year that name the cost unit, with one press', async () => {
    const club = await clubWithBook()
    await becomeNonprofit(club)
    const staff = await staffOf(club, 'treasurer')
    await enter(
      club,
      { lines: [{ amount: 700, costunit_name: 'Youth' }] },
      { lines: [{ amount: 50 }, { amount: 60, costunit_name: 'Youth', category_name: 'Trips' }] },
    )
    const path = `/dashboard/${club.id}/cash-book/assign`
    expect((await staff.get(`${path}?year=2025`, GERMAN)).text).not.toContain(de.assigning.takeSpheres)
    await sphereOf(club, 'ideal', [{ name: 'Trips', sphere: 'business' }])
    const shown = textOf((await staff.get(`${path}?year=2025`, GERMAN)).text)
    expect(shown).toContain(de.assigning.ofUnits('2'))
    const { status, headers } = await staff.submit(path, { year: '2025', act: 'units' }, GERMAN)
    expect([status, leadsTo({ headers })]).toEqual([303, expect.stringMatching(/assigned=2$/)])
    expect(await spheresIn(club)).toEqual(['ideal', null, 'business'])
  })
})

describe('the report', () => {
  it('has the spheres in one order with those at 0, once one of them is in use', async () => {
    const club = await clubWithBook()
    const staff = await staffOf(club, 'auditor')
    const order = async () =>
      (await club.get('/years/2025')).body.data.spheres.map(({ sphere }: { sphere: string | null }) => sphere)
    await enter(club, { amount: 700 })
    expect(await order()).toEqual([null])
    await enter(club, { lines: [{ amount: 100, sphere: 'business' }] })
    expect(await order()).toEqual(['ideal', 'assets', 'purpose', 'business', null])
    const texts = [
      'Ideeller Bereich',
      'Vermögensverwaltung',
      'Zweckbetrieb',
      'Wirtschaftlicher Geschäftsbetrieb',
    ]
    for (const path of ['?year=2025', '/report?year=2025', '/new', '/assign?year=2025']) {
      const reader = path === '/new' || path.startsWith('/assign') ? await staffOf(club, 'treasurer') : staff
      const text = textOf((await reader.get(`/dashboard/${club.id}/cash-book${path}`, GERMAN)).text)
      expect(text).toMatch(new RegExp(texts.join('[\\s\\S]*')))
    }
    const { text } = await staff.submit(`/dashboard/${club.id}/cash-book/report/export?year=2025`, {}, GERMAN)
    expect(
      text
        .split('\r\n')
        .slice(3, 7)
        .map((row) => row.split(';')[0]),
    ).toEqual(texts)
  })

  it('has the result of the year before beside each row, also of what only that year had', async () => {
    const club = await clubWithBook()
    const staff = await staffOf(club, 'auditor')
    await enter(
      club,
      { booked_on: '2024-05-01', lines: [{ amount: 11_100, sphere: 'ideal', costunit_name: 'Youth' }] },
      { booked_on: '2024-05-02', lines: [{ amount: -2200, sphere: 'business' }] },
      { lines: [{ amount: 4400, sphere: 'ideal', costunit_name: 'Youth' }] },
    )
    const page = await staff.get(`/dashboard/${club.id}/cash-book/report?year=2025`, GERMAN)
    expect([page.status, page.cost.trips]).toEqual([200, 1])
    const text = textOf(page.text)
    expect(text).toContain(de.reportPage.resultOf('2024'))
    expect(text).toMatch(/Ideeller Bereich 44,00 € 0,00 € 44,00 € 111,00 €/)
    expect(text).toMatch(/Wirtschaftlicher Geschäftsbetrieb 0,00 € 0,00 € 0,00 € [-−]22,00 €/)
    expect(text).toMatch(/Summe 44,00 € 0,00 € 44,00 € 89,00 €/)
    expect(text).toMatch(/Youth 44,00 € 0,00 € 44,00 € 111,00 €/)
    const first = textOf((await staff.get(`/dashboard/${club.id}/cash-book/report?year=2024`, GERMAN)).text)
    expect(first).not.toContain('Ergebnis 2023')
  })

  it('is closed with a hint at the vouchers around the end of the year', async () => {
    const club = await clubWithBook()
    const staff = await staffOf(club, 'treasurer')
    const days = ['2024-12-21', '2024-12-22', '2024-12-31', '2025-01-01', '2025-01-10', '2025-01-11']
    await enter(club, ...days.map((booked_on) => ({ booked_on, lines: [{ amount: 1, sphere: 'ideal' }] })))
    const close = async (year: number) =>
      textOf((await staff.get(`/dashboard/${club.id}/cash-book/close?year=${year}`, GERMAN)).text)
    expect(await close(2024)).toContain(de.closePage.aroundEnd('4'))
    expect(await close(2025)).not.toContain('§ 11 EStG')
  })

  it('shows a year that was closed with another order in this one, and leaves what is stored', async () => {
    const club = await clubWithBook()
    await enter(club, {
      lines: [
        { amount: 100, sphere: 'business' },
        { amount: 50, sphere: 'ideal' },
      ],
    })
    await club.post('/years/2025/closing', undefined)
    await rows(
      `UPDATE fiscal_years SET report = json_set(report, '$.spheres', (
         SELECT json_group_array(json(value)) FROM (
           SELECT value FROM json_each(report, '$.spheres') WHERE value ->> 'in' > 0 ORDER BY value ->> 'sphere')))
       WHERE workspace_id = ?`,
      club.id,
    )
    const [{ report } = {}] = await stored<{ report: string }>(club, 'fiscal_years')
    const { spheres } = (await club.get('/years/2025')).body.data
    expect(spheres.map(({ sphere }: { sphere: string }) => sphere)).toEqual([
      'ideal',
      'assets',
      'purpose',
      'business',
    ])
    expect((await stored<{ report: string }>(club, 'fiscal_years'))[0]?.report).toBe(report)
  })
})

describe('the setting', () => {
  it('is on the page of direct debit, off for every workspace until it is set', async () => {
    const club = await clubWithBook()
    const staff = await staffOf(club, 'owner', { provedAt: new Date() })
    const path = `/dashboard/${club.id}/settings/direct-debit`
    const { text } = await staff.get(path, GERMAN)
    const values = Object.fromEntries(formValues(text))
    expect(values.is_nonprofit).toBeUndefined()
    expect((await staff.submit(path, { ...values, is_nonprofit: '1' }, GERMAN)).status).toBe(303)
    const { body } = await operator('GET', `/operator/workspaces/${club.id}`)
    expect(body.data.bookkeeping.is_nonprofit).toBe(true)
  })
})
