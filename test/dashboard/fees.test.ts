import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { todayIn } from '../../src/domain/shared/dates'
import { ADA, clubOf, type Fee, person, signedIn } from '../support/club'
import { type Staff, staffOf } from '../support/dashboard'
import { eventsOf } from '../support/events'
import { seedFees } from '../support/fees'
import { textOf } from '../support/html'
import { seedMembers } from '../support/seed-members'
import { rows, type Workspace } from '../support/workspace'

const TODAY = todayIn('Europe/Berlin', new Date())

/** A workspace with members `a` and `b`, and a treasurer whose pages are in English. */
async function openClub() {
  const { club, staff } = await clubOf(
    person({ ...ADA, external_id: 'a', payment_method: 'direct_debit' }),
    person({ external_id: 'b', name: { first_name: 'Özlem', last_name: '<b>Müller</b>' } }),
    signedIn('treasurer'),
  )
  return { club, treasurer: staff }
}

const claim = async (club: Workspace, ...fees: object[]): Promise<Fee[]> => {
  const { status, body } = await club.post('/fees', {
    data: fees.map((fee) => ({ person_external_id: 'a', description: 'Annual fee', amount: 4500, ...fee })),
  })
  expect(status, JSON.stringify(body)).toBe(201)
  return body.data
}

const pay = (club: Workspace, fee: Fee | undefined, amount: number, method = 'cash') =>
  club.post('/payments', { data: [{ fee_id: fee?.id, amount, method, paid_on: '2026-01-31' }] })

const listOf = async (staff: Staff, club: Workspace, query = '') => {
  const answer = await staff.get(`/dashboard/${club.id}/fees${query}`, {
    headers: { 'Accept-Language': 'en-GB' },
  })
  expect(answer.status, answer.text).toBe(200)
  expect(answer.cost).toMatchObject({ trips: 1, rowsWritten: 0 })
  return answer
}

/** The descriptions on a page of the list, in their order. */
const shown = async (staff: Staff, club: Workspace, query = ''): Promise<string[]> => {
  const { text } = await listOf(staff, club, query)
  return [...text.matchAll(/<a href="[^"]*\/fees\/fee_[^"]*">([^<]*)</g)].map(([, name = '']) => name)
}

/** The sums below the list. */
const foot = async (staff: Staff, club: Workspace, query = ''): Promise<string> =>
  textOf(/<tfoot>[\s\S]*<\/tfoot>/.exec((await listOf(staff, club, query)).text)?.[0] ?? '').trim()

describe('the list of fees', () => {
  it('shows what is to be paid, with sums of all that match and counts of what is not settled', async () => {
    const { club, treasurer } = await openClub()
    const [late, part, paid, cancelled] = await claim(
      club,
      { description: 'Late', due_on: '2026-01-15' },
      { description: 'Part', amount: 6000, due_on: '2999-01-15', person_external_id: 'b' },
      { description: 'Paid' },
      { description: 'Cancelled' },
    )
    await pay(club, part, 1000)
    await pay(club, paid, 4500, 'bank_transfer')
    await club.post(`/fees/${cancelled?.id}/cancellation`, { kind: 'mistake', reason: 'Twice' })
    const { text } = await listOf(treasurer, club)
    const words = textOf(text)
    expect(await shown(treasurer, club)).toEqual(['Part', 'Late'])
    expect(words).toMatch(/Late €45.00 €45.00 15 Jan 2026 overdue open Direct debit/)
    expect(words).toMatch(/Part €60.00 €50.00 15 Jan 2999 open rest of €60.00/)
    expect(await foot(treasurer, club)).toBe('2 fees €105.00 €95.00')
    expect(words).toMatch(/Open 2 Overdue 1 Partly paid 1 Being collected 0 Paid Cancelled All/)
    expect(text).toContain(`/fees/${late?.id}"`)
    expect(text).toContain('&lt;b&gt;Müller&lt;/b&gt;')
    expect(text).not.toContain('<b>Müller')
    expect(text).toMatch(/<a href="[^"]*\/members\/per_\w+">/)
    expect(text).toContain(`/dashboard/${club.id}/fees/claim"`)
  })

  it('has a segment for each state, in German as well', async () => {
    const { club, treasurer } = await openClub()
    const [part, paid, cancelled, returned, collecting] = await claim(
      club,
      ...['Part', 'Paid', 'Cancelled', 'Returned', 'Collecting'].map((description) => ({
        description,
        due_on: '2026-01-15',
      })),
    )
    await pay(club, part, 1000)
    await pay(club, paid, 4500)
    await club.post(`/fees/${cancelled?.id}/cancellation`, { kind: 'waived', reason: 'Hardship' })
    await rows(`UPDATE fees SET status = 'returned' WHERE id = ?`, returned?.id)
    await rows(`UPDATE fees SET status = 'collecting' WHERE id = ?`, collecting?.id)
    const segments = ['open', 'overdue', 'part', 'returned', 'collecting', 'paid', 'cancelled', 'all']
    const found = await Promise.all(
      segments.map(async (segment) => [segment, await shown(treasurer, club, `?status=${segment}`)]),
    )
    expect(Object.fromEntries(found)).toEqual({
      open: ['Returned', 'Part'],
      overdue: ['Returned', 'Part'],
      part: ['Part'],
      returned: ['Returned'],
      collecting: ['Collecting'],
      paid: ['Paid'],
      cancelled: ['Cancelled'],
      all: ['Collecting', 'Returned', 'Cancelled', 'Paid', 'Part'],
    })
    expect(await foot(treasurer, club, '?status=all')).toBe('5 fees €225.00 €125.00')
    const german = await treasurer.get(`/dashboard/${club.id}/fees?status=paid`, {
      headers: { 'Accept-Language': 'de' },
    })
    expect(textOf(german.text)).toMatch(
      /Offen 2 Überfällig 2 Teilweise bezahlt 1 Rücklastschrift 1 Im Einzug 1/,
    )
    expect(textOf(german.text)).toContain('1 Beitrag 45,00 €')
    expect(textOf(german.text)).toContain('Bar')
  })

  it('is searched by reference, amount, name and purpose', async () => {
    const { club, treasurer } = await openClub()
    const [first, , paid] = await claim(
      club,
      { description: 'Annual fee 2026', amount: 4800 },
      { description: 'Sauna', amount: 123_456, person_external_id: 'b' },
      { description: 'Settled', amount: 4800 },
    )
    await pay(club, paid, 4800)
    const search = (text: string, more = '') =>
      shown(treasurer, club, `?search=${encodeURIComponent(text)}${more}`)
    const spaced = (fee: Fee | undefined) => fee?.reference.replaceAll(/(.{4})/g, '$1 ').trim() ?? ''
    expect(await search(spaced(first))).toEqual(['Annual fee 2026'])
    expect(await search(spaced(paid).toLowerCase())).toEqual(['Settled'])
    expect(await search(spaced(first).slice(0, 17))).toContain('Annual fee 2026')
    for (const amount of ['48,00', '48.00', '48', '48,00 €'])
      expect(await search(amount), amount).toEqual(['Annual fee 2026'])
    for (const amount of ['1.234,56', '1,234.56', '1234.56'])
      expect(await search(amount), amount).toEqual(['Sauna'])
    expect(await search('48,00', '&status=all')).toEqual(['Settled', 'Annual fee 2026'])
    expect(await search('lovelace 2026')).toEqual(['Annual fee 2026'])
    expect(await search('özlem')).toEqual(['Sauna'])
    expect(await search('ÖZLEM sau')).toEqual(['Sauna'])
    expect(await search('sauna lovelace')).toEqual([])
    expect(await search('%')).toEqual([])
  })

  it('is filtered by due date, cost unit, year and person', async () => {
    const { club, treasurer } = await openClub()
    const { body } = await club.post('/cost_units', { name: 'Youth' })
    const [, , ofB] = await claim(
      club,
      { description: 'Soon', due_on: '2026-02-01' },
      { description: 'Youth', due_on: '2026-03-01', attached_expense: { costunit_name: 'Youth' } },
      { description: 'Of b', person_external_id: 'b' },
    )
    const [{ person_id: person = '' } = {}] = await rows<{ person_id: string }>(
      'SELECT person_id FROM fees WHERE id = ?',
      ofB?.id,
    )
    expect(await shown(treasurer, club, '?due_before=2026-02-15')).toEqual(['Soon'])
    expect(await shown(treasurer, club, `?cost_unit=${body.data.id}`)).toEqual(['Youth'])
    expect(await shown(treasurer, club, `?person=${person}`)).toEqual(['Of b'])
    expect(await shown(treasurer, club, `?year=${TODAY.slice(0, 4)}`)).toHaveLength(3)
    expect(await shown(treasurer, club, '?year=2001')).toEqual([])
    expect(await foot(treasurer, club, '?due_before=2026-03-15')).toBe('2 fees €90.00 €90.00')
    expect(
      await shown(treasurer, club, '?due_before=never&year=x&status=none&sort=none&cost_unit='),
    ).toHaveLength(3)
  })

  it('pages through every order and back, without leaving out or repeating a fee', async () => {
    const { club, staff: treasurer } = await clubOf(signedIn('treasurer'))
    await seedFees(club, 100, 1, { dueOn: '2026-02-01', description: 'A' })
    await seedFees(club, 100, 101, { dueOn: null, description: 'B' })
    await seedFees(club, 50, 201, { dueOn: '2026-01-01', description: 'C' })
    const walk = async (query: string, rel: string): Promise<string[][]> => {
      const { text } = await listOf(treasurer, club, query)
      const ids = [...text.matchAll(/<tr id="(fee_\d+)"/g)].map(([, id = '']) => id)
      const [, next] = new RegExp(`href="[^"]*(\\?[^"]*cursor=${rel}-[^"]*)"`).exec(text) ?? []
      return [ids, ...(next ? await walk(next.replaceAll('&amp;', '&'), rel) : [])]
    }
    const number = (id: string) => Number(id.slice(4))
    for (const sort of ['claimed', '-claimed', 'due', '-due']) {
      const pages = await walk(`?sort=${sort}`, 'next')
      expect(pages.map((ids) => ids.length)).toEqual([100, 100, 50])
      expect(new Set(pages.flat()).size).toBe(250)
    }
    const byDue = (await walk('?sort=due', 'next')).flat().map(number)
    expect([byDue[0], byDue[49], byDue[50], byDue[150], byDue[249]]).toEqual([201, 250, 1, 101, 200])
    const newest = (await walk('', 'next')).flat().map(number)
    expect([newest[0], newest[249]]).toEqual([250, 1])
    const second = await listOf(treasurer, club, '?sort=due')
    const [, to = ''] = /href="[^"]*(\?[^"]*cursor=next-[^"]*)"/.exec(second.text) ?? []
    const after = await listOf(treasurer, club, to.replaceAll('&amp;', '&'))
    expect(textOf(after.text)).toContain('101–200 of 250')
    const [, back = ''] = /href="[^"]*(\?[^"]*cursor=prev-[^"]*)"/.exec(after.text) ?? []
    const again = await listOf(treasurer, club, back.replaceAll('&amp;', '&'))
    expect(again.text.match(/<tr id="fee_\d+"/g)).toEqual(second.text.match(/<tr id="fee_\d+"/g))
  })

  it('begins again where all fees of the page are settled by now', async () => {
    const { club, staff: treasurer } = await clubOf(signedIn('treasurer'))
    await seedFees(club, 150)
    const { text } = await listOf(treasurer, club)
    const [, next = ''] = /href="[^"]*(\?[^"]*cursor=next-[^"]*)"/.exec(text) ?? []
    await rows(
      `UPDATE fees SET status = 'paid', paid_amount = amount WHERE id <= ?`,
      'fee_000000000000000000000050',
    )
    const answer = await treasurer.get(`/dashboard/${club.id}/fees${next.replaceAll('&amp;', '&')}`)
    expect([answer.status, answer.cost.trips]).toEqual([200, 2])
    expect(answer.text.match(/<tr id="fee_/g)).toHaveLength(100)
  })

  it('says what is empty, and where the rest is', async () => {
    const { club, treasurer } = await openClub()
    expect(textOf((await listOf(treasurer, club)).text)).toContain('Nothing is open.')
    expect(textOf((await listOf(treasurer, club, '?search=x')).text)).toContain('Nothing found')
    expect(textOf((await listOf(treasurer, club, '?status=all')).text)).toContain('No fees yet')
  })

  it.each([
    ['owner', ['pay', 'collect', 'remind', 'book', 'waive', 'cancel']],
    ['treasurer', ['pay', 'collect', 'remind', 'book', 'waive', 'cancel']],
    ['auditor', []],
    ['office', ['remind']],
  ] as const)('offers the role %s the acts that it may do', async (role, acts) => {
    const { club } = await openClub()
    await claim(club, {})
    const staff = await staffOf(club, role)
    const { text } = await listOf(staff, club)
    expect([...text.matchAll(/name="action" value="(\w+)"/g)].map(([, act]) => act)).toEqual(acts)
    expect(text.includes('/fees/claim"')).toBe(acts.length > 1)
    expect(text.includes('/members/per_')).toBe(role !== 'auditor')
    expect(text.includes('Direct debit</td>')).toBe(role !== 'auditor')
  })

  it('shows nothing of other workspaces', async () => {
    const { club, treasurer } = await openClub()
    const other = await openClub()
    await claim(other.club, { description: 'Theirs' })
    for (const segment of ['open', 'all', 'overdue'])
      expect(await shown(treasurer, club, `?status=${segment}&sort=due`)).toEqual([])
  })
})

describe('the cost of the list', () => {
  it('does not depend on what is settled, and is bounded', { timeout: 60_000 }, async () => {
    const { club, staff: treasurer } = await clubOf(signedIn('treasurer'))
    await seedMembers(club.id, 5000)
    await seedFees(club, 300, 1, { dueOn: '2026-02-01' })
    const before = await listOf(treasurer, club)
    await seedFees(club, 4700, 301, { status: 'paid', paid: 4500, dueOn: '2026-02-01' })
    const after = await listOf(treasurer, club)
    expect(after.cost.rowsRead).toBe(before.cost.rowsRead)
    expect(after.cost.rowsRead).toBeLessThan(300 * 3 + 100 * 10)
    for (const query of ['?sort=due', '?search=last1', '?status=overdue', '?due_before=2026-12-31'])
      expect((await listOf(treasurer, club, query)).cost.rowsRead, query).toBeLessThan(4000)
    expect((await listOf(treasurer, club, '?status=paid')).cost.rowsRead).toBeLessThan(4700 * 3)
  })

  it('looks through ten thousand fees at most, and says so', { timeout: 120_000 }, async () => {
    const { club, staff: treasurer } = await clubOf(signedIn('treasurer'))
    await seedFees(club, 30_000, 1, { dueOn: '2026-02-01' })
    await seedFees(club, 30_000, 30_001, { status: 'paid', paid: 4500, description: 'Sauna' })
    const first = await listOf(treasurer, club)
    expect(await foot(treasurer, club)).toBe(
      'More than 10,000 fees at least €450,045.00 at least €450,045.00',
    )
    expect(textOf(first.text)).toMatch(/Open > 10,000 Overdue > 10,000/)
    expect(textOf(first.text)).toContain('cover the newest 10,000')
    for (const query of ['', '?sort=due', '?search=last1', '?status=all', '?status=paid&search=sauna'])
      expect((await listOf(treasurer, club, query)).cost.rowsRead, query).toBeLessThan(35_000)
    expect(await foot(treasurer, club, '?search=last29999')).toBe('1 fee at least €45.00 at least €45.00')
    expect(await shown(treasurer, club, '?status=all&search=last29999')).toEqual([])
  })

  it('is under 25 KB for a page of 100', async () => {
    const { club, treasurer } = await openClub()
    const names = Array.from({ length: 120 }, (_, n) => ({
      external_id: `p${n}`,
      name: { first_name: `Katharina${n}`, last_name: `Bergmann-${(n * 7919).toString(36)}` },
    }))
    await club.put('/lists/members/persons', { data: names })
    await claim(
      club,
      ...names.map(({ external_id }, n) => ({
        person_external_id: external_id,
        description: `Annual fee 2026, department ${n % 7}`,
        amount: 4500 + n,
        due_on: '2026-02-01',
      })),
    )
    const { text } = await listOf(treasurer, club)
    expect(text.match(/<tr id="fee_/g)).toHaveLength(100)
    expect(gzipSync(text).length).toBeLessThan(25_000)
  })
})

describe('the export', () => {
  it('has all fees that match as CSV, and is recorded', async () => {
    const { club, treasurer } = await openClub()
    const [fee] = await claim(
      club,
      { description: '=1+1', amount: 123_456, due_on: '2026-02-01', attached_expense: { sphere: 'ideal' } },
      { description: 'Other', person_external_id: 'b' },
    )
    const answer = await treasurer.submit(
      `/dashboard/${club.id}/fees/export`,
      { query: 'search=lovelace' },
      { headers: { 'Accept-Language': 'de' } },
    )
    expect([answer.status, answer.cost.trips]).toEqual([200, 2])
    expect(answer.headers.get('Content-Disposition')).toBe('attachment; filename="fees.csv"')
    const [head = '', ...records] = answer.text.trimEnd().split('\r\n')
    expect(head).toContain('Referenz;Person;Zweck;Betrag;Bezahlt;Offen;Fällig am;Status;')
    expect(records).toEqual([
      `${fee?.reference};Ada Lovelace;'=1+1;"1234,56";"0,00";"1234,56";2026-02-01;offen;;Lastschrift;;;ideal;${TODAY};;${fee?.id};;;`,
    ])
    expect((await eventsOf(club)).at(-1)).toMatchObject({
      action: 'fees.exported',
      actor_id: treasurer.id,
      changes: { fees: [null, 1] },
    })
    const owner = await staffOf(club, 'owner')
    const log = await owner.get(`/dashboard/${club.id}/log`, { headers: { 'Accept-Language': 'en-GB' } })
    expect(textOf(log.text)).toContain('Staff treasurer exported 1 fees')
  })
})
