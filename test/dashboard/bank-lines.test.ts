import { gzipSync } from 'fflate'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { addAccount, credit, importEntries, stored } from '../support/bank'
import type { CamtEntry } from '../support/camt'
import { ADA, bankAccount, clubOf, fee, person, signedIn } from '../support/club'
import { type Staff, staffOf } from '../support/dashboard'
import { CREDITOR, clubWithFees, submitted } from '../support/direct-debits'
import { leadsTo } from '../support/done'
import { inputValue, textOf } from '../support/html'
import { expectSoundBooks } from '../support/invariants'
import { rows, type Workspace } from '../support/workspace'

afterEach(async () => {
  vi.useRealTimers()
  await expectSoundBooks()
})

const IBAN = 'DE02120300000000202051'
const ENGLISH = { headers: { 'Accept-Language': 'en-GB' } }

/** A club with a member who owes fees of these amounts, and a treasurer. */
async function fixture(amounts = [4500]) {
  const owed = amounts.map((amount) => fee(amount, { description: 'Annual fee 2026' }))
  const world = await clubOf(bankAccount(), person(ADA), ...owed, signedIn('treasurer'))
  return { ...world, path: `/dashboard/${world.club.id}/bank` }
}

const spent: CamtEntry = {
  amount: -8320,
  date: '2026-02-10',
  details: [{ creditor: { name: 'Stadtwerke' }, text: ['Strom'] }],
}

/** The lines in the order of their days. */
const linesOf = (club: Workspace) =>
  rows<{ id: string; state: string; assigned_amount: number; revision: number }>(
    'SELECT * FROM bank_lines WHERE workspace_id = ? ORDER BY booked_on, id',
    club.id,
  )

const follow = (staff: Staff, location: string | null) => staff.get(String(location).split('#')[0] ?? '')

/** Presses the button of the first suggestion on a page. */
function take(staff: Staff, text: string, fields: Record<string, string> = {}) {
  const [, action = '', form = ''] =
    /<form method="post" action="([^"]*\/confirm)">(.*?)<\/form>/s.exec(text) ?? []
  const inputs = [...form.matchAll(/name="(\w+)" value="([^"]*)"/g)].map(([, name = '', value = '']) => [
    name,
    value,
  ])
  return staff.submit(action, { ...Object.fromEntries(inputs), ...fields })
}

/** Confirms all certain lines, and gives what presses the undo of the page after it. */
async function confirmAll(staff: Staff, path: string) {
  const confirmed = await staff.submit(`${path}/lines/certain`)
  const { text } = await follow(staff, confirmed.headers.get('Location'))
  const [, action = '', form = ''] =
    /<form method="post" action="([^"]*\/uncertain)">(.*?)<\/form>/s.exec(text) ?? []
  const when = inputValue(form, 'when') ?? ''
  return { press: (who: Staff) => who.submit(action, { when }) }
}

const plainOf = (html: string) => textOf(html).replaceAll('\u00a0', ' ')

/** The fees of the form that divides a line, in their order, with what is ticked and the amounts. */
const shownShares = (text: string) =>
  new Map(
    [...text.matchAll(/<li id="(fee_\w+)">(.*?)<\/li>/gs)].map(([, id = '', item = '']) => [
      id,
      { isTicked: / checked/.test(item), amount: inputValue(item, `amount.${id}`) },
    ]),
  )

const idsOn = (text: string) =>
  [...text.matchAll(/<li class="card match" id="(lin_\w+)"/g)].map(([, id]) => id)

describe('the inbox of bank lines', () => {
  it('shows what the bank wrote beside what it may be, and confirms it with one press', async () => {
    const { club, account, fees, path, staff } = await fixture([4500, 3000])
    const [fee] = fees
    await importEntries(club, account, [
      credit(4000, `Fee ${fee?.reference}`, { iban: IBAN }),
      credit(700, 'Donation', { name: '<b>Grace</b>' }),
    ])
    const { status, text, cost } = await staff.get(`${path}/lines`)
    expect([status, cost.trips, cost.rowsWritten]).toEqual([200, 1, 0])
    expect(text).toContain(`<mark>${fee?.reference}</mark>`)
    expect(text).toContain('&lt;b&gt;Grace&lt;/b&gt;')
    for (const part of [
      'Annual fee 2026 von Ada Lovelace , 40,00 € von 45,00 € offen. RF-Referenz stimmt, 5,00 € weniger als offen.',
      'DE02 1203 0000 0000 2020 51',
      'Vielleicht (1)',
      'Unbekannt (1)',
    ])
      expect(textOf(text).replaceAll('\u00a0', ' ')).toContain(part)

    const [first, second] = idsOn(text)
    expect(text).toContain(`href="${path}/lines/${first}/fees?at=0"`)
    const taken = await take(staff, text)
    expect([taken.status, taken.cost.trips], taken.text).toEqual([303, 2])
    const location = taken.headers.get('Location')
    expect(leadsTo(taken)).toBe(`${path}/lines?at=0#done after confirmed?about=${first}`)
    expect(await stored(club, 'payments')).toMatchObject([
      { fee_id: fee?.id, amount: 4000, bank_line_id: first },
    ])
    const after = await follow(staff, location)
    expect(textOf(after.text)).toContain('Zugeordnet: Ada Lovelace')
    expect(after.text).toContain(`/fees/${fee?.id}"`)
    expect(after.text).toContain(`${path}/lines/${first}/loosen`)
    expect(idsOn(after.text)).toEqual([second])

    const undone = await staff.submit(`${path}/lines/${first}/loosen`, { from: 'open', at: '0' })
    expect([undone.status, undone.cost.trips], undone.text).toEqual([303, 2])
    expect(leadsTo(undone)).toBe(`${path}/lines?at=0#done after loosened?about=${first}`)
    expect(await linesOf(club)).toMatchObject([{ state: 'open', assigned_amount: 0 }, { state: 'open' }])
  })

  it('takes back only what was shown, and not what another has confirmed since', async () => {
    const { club, account, fees, path, staff } = await fixture()
    await importEntries(club, account, [credit(4000, `Fee ${fees[0]?.reference}`)])
    const other = await staffOf(club, 'owner')
    const inbox = await staff.get(`${path}/lines`)
    const taken = await follow(staff, (await take(staff, inbox.text)).headers.get('Location'))
    const [, action = '', form = ''] =
      /<form method="post" action="([^"]*\/loosen)">(.*?)<\/form>/s.exec(taken.text) ?? []
    const revision = inputValue(form, 'revision') ?? ''
    const undone = await other.submit(action, { revision, from: 'open' })
    expect(leadsTo(undone)).toContain(' after loosened')
    await take(other, (await other.get(`${path}/lines`)).text)

    const late = await staff.submit(action, { revision, from: 'open' })
    expect(leadsTo(late)).toMatch(/\/bank\/lines\/lin_\w+ after line_changed$/)
    expect(textOf((await follow(staff, late.headers.get('Location'))).text)).toContain('Staff owner')
    expect(await linesOf(club)).toMatchObject([{ assigned_amount: 4000 }])
  })

  it('confirms all certain lines with one press', async () => {
    const { club, account, fees, path, staff } = await fixture([4500, 3000, 2000])
    const [one, two] = fees
    await importEntries(club, account, [
      credit(4500, `${one?.reference}`),
      credit(3000, `${two?.reference}`),
      credit(999, 'Something else', { name: 'Grace Hopper' }),
    ])
    const { text } = await staff.get(`${path}/lines`, ENGLISH)
    expect(textOf(text)).toContain('Confirm all 2 certain ones')
    expect(idsOn(text)).toHaveLength(1)
    const confirmed = await staff.submit(`${path}/lines/certain`)
    expect([confirmed.status, confirmed.cost.trips]).toEqual([303, 3])
    const location = confirmed.headers.get('Location')
    expect(leadsTo(confirmed)).toMatch(/\/lines#done after certain\?count=2&left=0&at=\d+$/)
    expect(textOf((await staff.get(String(location), ENGLISH)).text)).toContain('2 lines confirmed.')
    expect((await linesOf(club)).map(({ state }) => state).sort()).toEqual(['done', 'done', 'open'])
  })

  it('takes all of them back with one press, and leaves what was assigned before', async () => {
    const { club, account, fees, path, staff } = await fixture([1500, 3000, 2000])
    const [one, two, three] = fees
    await importEntries(club, account, [
      credit(4500, `${one?.reference}`, { date: '2026-02-02' }),
      credit(2000, `${three?.reference}`, { date: '2026-02-03' }),
    ])
    const [first] = await linesOf(club)
    const part = await club.post(`/bank_lines/${first?.id}/confirmation`, {
      parts: [{ fee_id: two?.id, amount: 3000 }],
    })
    expect(part.status, part.text).toBe(201)
    const undo = await confirmAll(staff, path)
    const undone = await undo.press(staff)
    expect([undone.status, undone.cost.trips], undone.text).toEqual([303, 2])
    expect(leadsTo(undone)).toBe(`${path}/lines#done after uncertain?count=2`)
    expect((await follow(staff, undone.headers.get('Location'))).text).toContain(
      '2 Umsätze sind wieder offen.',
    )
    expect(await linesOf(club)).toMatchObject([
      { state: 'open', assigned_amount: 3000 },
      { state: 'open', assigned_amount: 0 },
    ])
    const statuses = new Map((await stored(club, 'fees')).map(({ id, status }) => [id, status]))
    expect(fees.map(({ id }) => statuses.get(id))).toEqual(['open', 'paid', 'open'])

    const again = await undo.press(staff)
    expect(leadsTo(again)).toMatch(/\/bank\/lines\/lin_\w+ after line_changed_since$/)
    expect(await stored(club, 'payments')).toHaveLength(5)
  })

  it('takes none of them back where one was changed since, and says by whom', async () => {
    const { club, account, fees, path, staff } = await fixture([4500, 3000])
    await importEntries(
      club,
      account,
      fees.map(({ reference }, index) =>
        credit(index === 0 ? 4500 : 3000, reference, { date: `2026-02-0${index + 1}` }),
      ),
    )
    const undo = await confirmAll(staff, path)
    const other = await staffOf(club, 'owner')
    const [, changed] = await linesOf(club)
    await other.submit(`${path}/lines/${changed?.id}/loosen`, { from: 'done' })
    const late = await undo.press(staff)
    expect(leadsTo(late)).toBe(`${path}/lines/${changed?.id} after line_changed_since`)
    expect(textOf((await follow(staff, late.headers.get('Location'))).text)).toContain('Staff owner')
    expect((await linesOf(club)).map(({ state }) => state)).toEqual(['done', 'open'])
    expect((await staff.submit(`${path}/lines/uncertain`, { when: '1' })).status).toBe(404)
  })

  it('tells the second of two treasurers who was faster, and when', async () => {
    const { club, account, fees, path, staff } = await fixture()
    await importEntries(club, account, [credit(4000, `${fees[0]?.reference}`)])
    const other = await staffOf(club, 'owner')
    const { text } = await staff.get(`${path}/lines`)
    await take(other, (await other.get(`${path}/lines`)).text)
    const late = await take(staff, text)
    const [line] = await linesOf(club)
    expect([late.status, late.cost.trips, late.cost.rowsWritten]).toEqual([303, 1, 0])
    expect(leadsTo(late)).toBe(`${path}/lines/${line?.id} after line_confirmed`)
    const told = textOf((await follow(staff, late.headers.get('Location'))).text)
    expect(told).toContain('Deine Eingabe wurde nicht übernommen.')
    expect(told).toMatch(/Staff owner hat diesen Umsatz am \d+\. \S+ \d{4} um \d\d:\d\d bearbeitet\./)
    expect(await stored(club, 'payments')).toHaveLength(1)
  })

  it('shows several equal candidates, each with a button, and takes the one that is pressed', async () => {
    const { club, account, path, staff } = await fixture([4500, 4500])
    await importEntries(club, account, [credit(4500, 'Fee')])
    const { text } = await staff.get(`${path}/lines`)
    expect(textOf(text)).toContain('Mehreres passt gleich gut:')
    expect(text.match(/\/confirm">/g)).toHaveLength(2)
    expect((await take(staff, text)).status).toBe(303)
    expect((await stored(club, 'fees')).map(({ status }) => status).sort()).toEqual(['open', 'paid'])
  })

  it('says what was done where it was done: before the next line', async () => {
    const { club, account, path, staff } = await fixture()
    await importEntries(
      club,
      account,
      ['02', '03', '04'].map((day) => ({ ...spent, date: `2026-02-${day}` })),
    )
    const [first, second, third] = idsOn((await staff.get(`${path}/lines`)).text)
    const ignored = await staff.submit(`${path}/lines/${second}/ignore`, { reason: 'Transfer', at: '1' })
    const location = ignored.headers.get('Location')
    expect(leadsTo(ignored)).toBe(`${path}/lines?at=1#done after ignored?about=${second}`)
    const { text } = await follow(staff, location)
    const places = [`id="${first}"`, 'id="done"', `id="${third}"`].map((mark) => text.indexOf(mark))
    expect(places[0]).toBeGreaterThan(0)
    expect(places).toEqual(places.toSorted((one, other) => one - other))
    expect(text.match(/id="done"/g)).toHaveLength(1)
  })

  it('masks IBANs for auditors and offers them no act', async () => {
    const { club, account, path } = await fixture()
    await importEntries(club, account, [credit(4500, 'Fee', { iban: IBAN }), spent])
    const auditor = await staffOf(club, 'auditor')
    const [line] = await linesOf(club)
    for (const page of ['', '/lines', `/lines/${line?.id}`, `/accounts/${account}`]) {
      const { status, text } = await auditor.get(path + page)
      expect([page, status]).toEqual([page, 200])
      expect(text).not.toContain('2020 51')
      expect(text.replace(/<form[^>]*action="\/dashboard\/(?!wsp)[^"]*"/g, '')).not.toMatch(
        /method="post" action="\/dashboard\/wsp/,
      )
      expect(text).not.toMatch(/\/bank\/\S*\/?(book|fees|ignore|import|undo|edit|new)"/)
    }
    expect((await auditor.get(`${path}/lines`)).text).toContain('•••• 2051')
  })

  it('masks IBANs in the texts of lines, however they are written, and nothing else', async () => {
    const { club, account, fees, path, staff } = await fixture()
    const spaced = 'at61 1904 3002 3457 3201'
    const written = `IBANDE02 12030 0000000 202051 FEE ${spaced} 2026, ${fees[0]?.reference} DE02120300000000202052`
    await importEntries(club, account, [credit(4000, written)])
    const [line] = await linesOf(club)
    const auditor = await staffOf(club, 'auditor')
    for (const page of ['/lines', `/lines/${line?.id}`]) {
      const { text } = await auditor.get(path + page)
      expect(text).toContain('IBAN•••• 2051 FEE •••• 3201 2026')
      expect(text).toContain(`<mark>${fees[0]?.reference}</mark> DE02120300000000202052`)
      expect(textOf((await staff.get(path + page)).text)).toContain(spaced)
    }
    // The text becomes that of a voucher, which auditors read.
    const booking = await staff.get(`${path}/lines/${line?.id}/book`)
    expect(booking.text).toMatch(/name="text"[^>]*value="[^"]*IBAN•••• 2051 FEE/)
  })
})

describe('a direct debit that came back', () => {
  it('is confirmed with one press, and the notice leads to the fee that is open again', async () => {
    const { club, feeIds } = await clubWithFees(1, { bookkeeping: { passes_charges_on: true } })
    const account = await addAccount(club, { iban: CREDITOR.iban })
    const { items } = await submitted(club, feeIds)
    vi.setSystemTime(new Date('2026-03-25T12:00:00Z'))
    const returned: CamtEntry = {
      amount: -4800,
      date: '2026-03-19',
      code: 'NRTI+109+931',
      details: [
        {
          endToEnd: String(items[0]?.reference),
          debtor: { name: 'Ada' },
          returned: { code: 'AM04' },
          original: 4500,
          charges: [300],
        },
      ],
    }
    await importEntries(club, account, [returned], {
      statements: [{ iban: CREDITOR.iban, entries: [returned] }],
    })
    const path = `/dashboard/${club.id}/bank`
    const staff = await staffOf(club, 'treasurer')
    const { text } = await staff.get(`${path}/lines`)
    const shown = textOf(text).replaceAll('\u00a0', ' ')
    expect(shown).toContain('Rücklastschrift von Ada Lovelace 1')
    expect(shown).toContain('Grund: Konto nicht gedeckt (AM04). Die Bank nimmt dafür 3,00 €.')
    expect(shown).toContain('Die Gebühr wird als neuer Beitrag weitergegeben.')
    const taken = await take(staff, text)
    expect([taken.status, taken.cost.trips], taken.text).toEqual([303, 2])
    const after = await follow(staff, taken.headers.get('Location'))
    expect(textOf(after.text)).toContain('Rücklastschrift bestätigt: Ada')
    expect(textOf(after.text)).toContain('Wieder offen:')
    expect(after.text).toContain(`/fees/${feeIds[0]}"`)
    expect((await stored(club, 'fees')).find(({ id }) => id === feeIds[0])).toMatchObject({
      status: 'returned',
    })
  })
})

describe('a direct debit that the bank credits by itself', () => {
  it('is confirmed with one press, and its fee is paid', async () => {
    const { club, feeIds } = await clubWithFees(2)
    const account = await addAccount(club, { iban: CREDITOR.iban })
    const { items } = await submitted(club, feeIds)
    vi.setSystemTime(new Date('2026-03-25T12:00:00Z'))
    const entry = credit(4500, `${items[0]?.reference}`, { name: 'Ada', date: '2026-03-16' })
    await importEntries(club, account, [entry], { statements: [{ iban: CREDITOR.iban, entries: [entry] }] })
    const staff = await staffOf(club, 'treasurer')
    const { text } = await staff.get(`/dashboard/${club.id}/bank/lines`)
    expect(textOf(text)).toContain('Gutschrift der Lastschrift von Ada Lovelace')
    const taken = await take(staff, text)
    const after = textOf((await follow(staff, taken.headers.get('Location'))).text)
    expect(after).toContain('Zugeordnet: Ada')
    expect(after).not.toContain('Rücklastschrift')
    expect((await stored(club, 'fees')).map(({ status }) => status).sort()).toEqual(['collecting', 'paid'])
  })
})

describe('the acts on a line', () => {
  it('divides a line among the fees that are ticked, with the rest always shown', async () => {
    const { club, account, fees, path, staff } = await fixture([4500, 3000])
    await importEntries(club, account, [credit(7000, 'Both', { name: 'Grace Hopper' })])
    const [line] = await linesOf(club)
    const page = `${path}/lines/${line?.id}/fees`
    const [one, two] = fees.map(({ id }) => id)
    const found = await staff.get(`${page}?q=love`)
    expect([found.status, found.cost.trips, found.cost.rowsWritten]).toEqual([200, 1, 0])
    expect(shownShares(found.text)).toEqual(
      new Map([
        [two, { isTicked: false, amount: '30,00' }],
        [one, { isTicked: false, amount: '45,00' }],
      ]),
    )
    expect(plainOf(found.text)).toContain('Es bleiben 70,00 € von 70,00 €.')

    const fields: [string, string][] = [
      ['revision', '1'],
      ['fee', `${one}`],
      [`amount.${one}`, '45,00'],
      ['fee', `${two}`],
    ]
    const sentWith = (amount: string) => staff.submit(page, [...fields, [`amount.${two}`, amount]])
    const refused = await sentWith('40,00')
    expect([refused.status, refused.cost.trips, refused.cost.rowsWritten]).toEqual([422, 3, 0])
    expect(plainOf(refused.text)).toContain('Höchstens 30,00 € sind offen.')
    expect(plainOf(refused.text)).toContain('Das sind 15,00 € zu viel.')
    expect(shownShares(refused.text).get(`${two}`)).toEqual({ isTicked: true, amount: '40,00' })
    const wrong = await sentWith('viel')
    expect(textOf(wrong.text)).toContain('Bitte gib einen Betrag wie 45,00 ein.')
    expect(shownShares(wrong.text).get(`${two}`)).toEqual({ isTicked: true, amount: 'viel' })
    const none = await staff.submit(page, { revision: '1', [`amount.${one}`]: '45,00' })
    expect([none.status, textOf(none.text)]).toEqual([
      422,
      expect.stringContaining('Kreuze mindestens einen Beitrag an.'),
    ])

    const done = await sentWith('20')
    expect([done.status, done.cost.trips], done.text).toEqual([303, 2])
    const after = plainOf((await follow(staff, done.headers.get('Location'))).text)
    expect(after).toContain('5,00 € des Umsatzes sind noch offen.')
    expect(after).toContain('Noch 5,00 € von 70,00 € offen')
    expect((await stored(club, 'payments')).map(({ amount }) => amount).sort()).toEqual([2000, 4500])
  })

  it('keeps what is ticked and typed across a new search', async () => {
    const { club, account, fees, path, staff } = await fixture([4500, 3000])
    await importEntries(club, account, [credit(7000, 'Both', { name: 'Grace Hopper' })])
    const [line] = await linesOf(club)
    const page = `${path}/lines/${line?.id}/fees`
    const [one, two] = fees.map(({ id }) => id)
    const searched = await staff.get(`${page}?q=nobody&fee=${one}&amount.${one}=44,1&amount.${two}=x`)
    expect(shownShares(searched.text)).toEqual(new Map([[one, { isTicked: true, amount: '44,10' }]]))
    expect(plainOf(searched.text)).toContain('Es bleiben 25,90 € von 70,00 €.')
    const typed = await staff.get(`${page}?q=love&fee=${one}&amount.${one}=viel&amount.${two}=x`)
    expect(shownShares(typed.text)).toEqual(
      new Map([
        [one, { isTicked: true, amount: 'viel' }],
        [two, { isTicked: false, amount: 'x' }],
      ]),
    )
    const byAmount = await staff.get(`${page}?q=love&by=30,00&fee=${one}&amount.${one}=45,00`)
    expect([...shownShares(byAmount.text).keys()]).toEqual([one, two])
    expect(inputValue(byAmount.text, 'q')).toBe('30,00')
  })

  it('ticks by itself what makes up the line exactly', async () => {
    const { club, account, fees, path, staff } = await fixture([4500, 3000])
    await club.post('/lists/members/persons', {
      external_id: 'grace',
      name: { first_name: 'Grace', last_name: 'Lovelace' },
    })
    const claimed = await club.post('/fees', {
      data: [{ amount: 7500, description: 'Fee', person_external_id: 'grace' }],
    })
    await importEntries(club, account, [
      credit(7500, 'Ada', { name: 'Fam. Lovelace', date: '2026-02-01' }),
      credit(7500, 'Grace', { name: 'Fam. Lovelace', date: '2026-02-02' }),
      credit(7400, 'Ada', { name: 'Fam. Lovelace', date: '2026-02-03' }),
    ])
    const lines = await linesOf(club)
    const ticked = async (index: number, query = '') => {
      const { text } = await staff.get(`${path}/lines/${lines[index]?.id}/fees${query}`)
      return [...shownShares(text)].flatMap(([id, { isTicked }]) => (isTicked ? [id] : [])).sort()
    }
    const [grace] = claimed.body.data
    const ofAda = fees.map(({ id }) => id).sort()
    expect(await ticked(0)).toEqual(ofAda)
    expect(await ticked(1)).toEqual([grace.id])
    expect(await ticked(2)).toEqual([])
    expect(await ticked(2, '?q=ada')).toEqual([])
    expect(await ticked(0, '?q=75,00')).toEqual([grace.id])
    expect(await ticked(0, `?q=ada&fee=${ofAda[0]}`)).toEqual([ofAda[0]])
    const shirt = {
      amount: 1000,
      description: 'Shirt',
      person_id: (await stored(club, 'fees'))[0]?.person_id,
    }
    expect((await club.post('/fees', { data: [shirt] })).status).toBe(201)
    expect(await ticked(0)).toEqual(ofAda)
  })

  it('shows the fees of the family whose account paid first, whatever their names', async () => {
    const { club, account, fees, path, staff } = await fixture([4500])
    const payer = (await stored(club, 'persons'))[0]
    await rows(
      `UPDATE persons SET bank_account = '{"iban":"${IBAN}"}' WHERE workspace_id = ? AND id = ?`,
      club.id,
      payer?.id,
    )
    const children = await Promise.all(
      ['Byron', 'Annabella'].map((first_name) =>
        club.post('/lists/members/persons', {
          external_id: first_name,
          name: { first_name, last_name: 'King' },
          ...(first_name === 'Byron' && { payer_id: payer?.id }),
        }),
      ),
    )
    expect(children.map(({ status }) => status)).toEqual([201, 201])
    const claimed = await club.post('/fees', {
      data: ['Byron', 'Annabella'].map((person_external_id) => ({
        ...{ amount: 2000, description: 'Fee', person_external_id },
      })),
    })
    const [byron, annabella] = claimed.body.data.map(({ id }: { id: string }) => id)
    await importEntries(club, account, [credit(7000, 'Annabella King', { name: 'K. Noel', iban: IBAN })])
    const [line] = await linesOf(club)
    const found = async (query: string) => {
      const { text, cost } = await staff.get(`${path}/lines/${line?.id}/fees${query}`)
      return [[...shownShares(text).keys()], cost.trips]
    }
    expect(await found('')).toEqual([[byron, fees[0]?.id, annabella], 2])
    expect(await found('?q=king')).toEqual([[byron, annabella], 1])
    expect(await found('?q=20,00')).toEqual([[byron, annabella], 1])
  })

  it('finds fees by name, amount and reference, and those of the name on the line by itself', async () => {
    const { club, account, fees, path, staff } = await fixture([4500, 3000])
    await importEntries(club, account, [credit(7000, 'Both', { name: 'LOVELACE, A.' })])
    const [line] = await linesOf(club)
    const page = `${path}/lines/${line?.id}/fees`
    const found = async (query: string) =>
      [...shownShares((await staff.get(page + query)).text).keys()].sort()
    const all = fees.map(({ id }) => id).sort()
    expect(await found('')).toEqual(all)
    expect(await found('?q=ada%20love')).toEqual(all)
    expect(await found('?q=30,00')).toEqual([fees[1]?.id])
    expect(await found(`?q=${fees[0]?.reference.toLowerCase()}`)).toEqual([fees[0]?.id])
    expect(await found('?q=grace%20lovelace')).toEqual([])
  })

  it('looks for paid fees, and says so, where money goes out', async () => {
    const { club, account, path, staff } = await fixture()
    await importEntries(club, account, [spent])
    const [line] = await linesOf(club)
    const { text } = await staff.get(`${path}/lines/${line?.id}/fees?q=Lovelace`)
    for (const words of [
      'Erstattung zuordnen',
      'Suche den bezahlten Beitrag',
      'Kein bezahlter Beitrag gefunden',
    ])
      expect(textOf(text)).toContain(words)
    expect(textOf(text)).not.toContain('Kein offener Beitrag')
    expect((await staff.get(`${path}/lines/${line?.id}`)).text.match(/\/book"/g)).toHaveLength(1)
  })

  it('shows no collection of another workspace', async () => {
    const { club, feeIds } = await clubWithFees(1)
    const run = await submitted(club, feeIds)
    const account = await addAccount(club)
    await importEntries(club, account, [credit(4500, 'Lastschriften', { date: '2026-02-20' })])
    const other = await fixture()
    await importEntries(other.club, other.account, [credit(4500, 'Lastschriften', { date: '2026-02-20' })])
    const dateOn = async (path: string, staff: Staff, of: Workspace) => {
      const [line] = await linesOf(of)
      const { status, text } = await staff.get(`${path}/lines/${line?.id}/book?collection=${run.id}`)
      return [status, textOf(text).includes('16.03.2026') || textOf(text).includes('16. März 2026')]
    }
    const own = await staffOf(club, 'treasurer')
    expect(await dateOn(`/dashboard/${club.id}/bank`, own, club)).toEqual([200, true])
    expect(await dateOn(other.path, other.staff, other.club)).toEqual([200, false])
  })

  it('books a line without a fee, and keeps what was typed where it is refused', async () => {
    const { club, account, path, staff } = await fixture()
    await club.post('/cost_units', { name: 'House', categories: ['Power'] })
    await importEntries(club, account, [spent])
    const [line] = await linesOf(club)
    const page = `${path}/lines/${line?.id}/book`
    const asked = await staff.get(page)
    expect([asked.status, asked.cost.trips, asked.cost.rowsWritten]).toEqual([200, 1, 0])
    expect(textOf(asked.text)).toContain('House › Power')
    const fields = { revision: '1', text: 'Power & light', place: '["House","Power"]', sphere: 'ideal' }
    const refused = await staff.submit(page, { ...fields, text: ' ' })
    expect([refused.status, refused.cost.trips]).toEqual([422, 2])
    expect(textOf(refused.text)).toContain('Bitte gib einen Text mit höchstens 500 Zeichen ein.')
    const gone = await staff.submit(page, { ...fields, place: '["Gone"]' })
    expect(textOf(gone.text)).toContain('Diese Kostenstelle gibt es nicht, oder sie wurde umbenannt.')
    const booked = await staff.submit(page, fields)
    expect([booked.status, booked.cost.trips], booked.text).toEqual([303, 2])
    expect(await stored(club, 'voucher_lines')).toMatchObject([
      { text: 'Power & light', amount: -8320, sphere: 'ideal' },
    ])
    const done = await staff.get(`${path}/lines?state=done`)
    expect([done.cost.trips, done.cost.rowsWritten]).toEqual([1, 0])
    expect(done.text).toContain('Power &amp; light')
  })

  it('ignores a line for a reason, and restores it', async () => {
    const { club, account, path, staff } = await fixture()
    await importEntries(club, account, [spent])
    const [line] = await linesOf(club)
    const page = `${path}/lines/${line?.id}`
    expect((await staff.submit(`${page}/ignore`, { reason: '' })).status).toBe(422)
    expect((await staff.submit(`${page}/ignore`, { reason: 'Transfer' })).status).toBe(303)
    const ignored = await staff.get(`${path}/lines?state=ignored`, ENGLISH)
    expect(textOf(ignored.text)).toContain('Transfer')
    const restored = await staff.submit(`${page}/restore`, { from: 'ignored' })
    expect(leadsTo(restored)).toContain(' after restored')
    expect(await linesOf(club)).toMatchObject([{ state: 'open' }])
  })

  it('shows a line with what was made of it, and who did that', async () => {
    const { club, account, fees, path, staff } = await fixture()
    await importEntries(club, account, [credit(4500, `${fees[0]?.reference}`)])
    const [line] = await linesOf(club)
    const open = await staff.get(`${path}/lines/${line?.id}`)
    expect([open.status, open.cost.trips, open.cost.rowsWritten]).toEqual([200, 1, 0])
    await take(staff, open.text)
    const { text, cost } = await staff.get(`${path}/lines/${line?.id}`, ENGLISH)
    expect([cost.trips, cost.rowsWritten]).toEqual([1, 0])
    expect(textOf(text)).toContain('What it became Annual fee 2026 of Ada Lovelace')
    expect(textOf(text)).toContain('Voucher 1/2026')
    expect(textOf(text)).toContain('Staff treasurer')
  })
})

describe('many lines', () => {
  it('are a light page that reads no settled ones', async () => {
    const { club, account, path, staff } = await fixture([4500])
    const entries = Array.from({ length: 200 }, (_, index) =>
      credit(1000 + index, `Beitrag ${index}`, { name: `Person ${index}`, iban: IBAN }),
    )
    await importEntries(club, account, entries)
    const before = await staff.get(`${path}/lines`)
    expect(before.cost.trips).toBe(1)
    expect(gzipSync(new TextEncoder().encode(before.text)).length).toBeLessThan(25_000)
    expect(idsOn(before.text)).toHaveLength(40)
    expect(before.text).toContain('/lines?page=2"')
    expect(idsOn((await staff.get(`${path}/lines?page=5`)).text)).toHaveLength(40)
    await rows(
      `INSERT INTO bank_lines (workspace_id, id, account_id, statement_id, booked_on, amount, currency, text, fingerprint,
        ordinal, state, ignore_reason)
      WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000)
      SELECT ?, printf('lin_%024d', i), ?, 'stm_1', '2025-06-01', 100, 'EUR', 'Old', 'f' || i, 0, 'ignored', 'Old' FROM n`,
      club.id,
      account,
    )
    await rows(
      `INSERT INTO statements (workspace_id, id, account_id, sha256, position, new_lines, known_lines, skipped_lines, created_at)
       VALUES (?, 'stm_1', ?, 'x', 1, 20000, 0, 0, '')`,
      club.id,
      account,
    )
    await rows(
      `INSERT INTO bank_days (workspace_id, account_id, booked_on, amount) VALUES (?, ?, '2025-06-01', 2000000)`,
      club.id,
      account,
    )
    const after = await staff.get(`${path}/lines`)
    expect(after.cost).toEqual(before.cost)
    const done = await staff.get(`${path}/lines?state=ignored`)
    expect(done.cost.trips).toBe(1)
    expect(done.cost.rowsRead).toBeLessThan(400)
    expect((await staff.get(path)).cost.rowsRead).toBeLessThan(700)
  })
})
