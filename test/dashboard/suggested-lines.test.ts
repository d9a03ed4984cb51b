import { gzipSync } from 'fflate'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { credit, importEntries, stored } from '../support/bank'
import { bankAccount, clubOf, fee, person, signedIn } from '../support/club'
import { type Staff, staffOf } from '../support/dashboard'
import { leadsTo } from '../support/done'
import { inputValue, textOf } from '../support/html'
import { expectSoundBooks } from '../support/invariants'
import { rows, type Workspace } from '../support/workspace'

afterEach(async () => {
  vi.useRealTimers()
  await expectSoundBooks()
})

const GRACE_IBAN = 'DE02120300000000202051'

/** A club of three members with a fee each; two of them have paid by name, one by account. */
async function paid() {
  const world = await clubOf(
    bankAccount(),
    person({ external_id: 'ada', name: { first_name: 'Ada', last_name: 'Lovelace' } }),
    person({ external_id: 'karen', name: { first_name: 'Karen', last_name: 'Jones' } }),
    person({
      external_id: 'grace',
      name: { first_name: 'Grace', last_name: 'Hopper' },
      bank_account: { iban: GRACE_IBAN },
    }),
    ...['ada', 'karen', 'grace'].map((person_external_id, index) =>
      fee(4500 + index, { person_external_id, description: 'Annual fee' }),
    ),
    signedIn('treasurer'),
  )
  await importEntries(world.club, world.account, [
    credit(4500, 'Beitrag 2026', { name: 'Lovelace, Ada', date: '2026-02-02' }),
    credit(4501, '', { name: 'Karen Jones', date: '2026-02-03' }),
    credit(4502, 'Von uns', { name: 'H. Mueller', iban: GRACE_IBAN, date: '2026-02-04' }),
    credit(99, 'Spende', { name: 'Somebody', date: '2026-02-05' }),
  ])
  return { ...world, bank: `/dashboard/${world.club.id}/bank` }
}

const plainOf = (html: string) => textOf(html).replaceAll('\u00a0', ' ')

/** The fields that the button of the page sends, without those of some lines. */
function fieldsOf(text: string, without: string[] = []): [string, string][] {
  const [, form = ''] = /<form class="bulk-form"[^>]*>(.*?)<\/form>/s.exec(text) ?? []
  return [...form.matchAll(/<input [^>]*>/g)].flatMap(([tag]): [string, string][] => {
    const name = / name="([^"]*)"/.exec(tag)?.[1]
    if (!name || (tag.includes('checkbox') && !tag.includes(' checked'))) return []
    const value = inputValue(tag, name) ?? ''
    return name === 'line' && without.includes(value) ? [] : [[name, value]]
  })
}

const tickedOn = (text: string) => fieldsOf(text).flatMap(([name, value]) => (name === 'line' ? [value] : []))

const linesOf = (club: Workspace) =>
  rows<{ id: string; state: string; revision: number }>(
    'SELECT * FROM bank_lines WHERE workspace_id = ? ORDER BY booked_on, id',
    club.id,
  )
const statesOf = async (club: Workspace) => (await linesOf(club)).map(({ state }) => state)

const follow = (staff: Staff, location: string | null) => staff.get(String(location).split('#')[0] ?? '')

describe('the suggestions by name and account', () => {
  it('are counted on the inbox, and all ticked on a page of their own', async () => {
    const { club, bank, fees, staff } = await paid()
    const inbox = await staff.get(`${bank}/lines`)
    expect(inbox.cost.trips).toBe(1)
    expect(plainOf(inbox.text)).toContain('2 nach Namen, 1 nach Konto')
    expect(inbox.text).toContain(`href="${bank}/lines/suggested"`)

    const page = await staff.get(`${bank}/lines/suggested`)
    expect([page.status, page.cost.trips, page.cost.rowsWritten]).toEqual([200, 1, 0])
    const [ada, karen, grace] = (await linesOf(club)).map(({ id }) => id)
    expect(tickedOn(page.text)).toEqual([ada, karen, grace])
    const shown = plainOf(page.text)
    for (const words of [
      'Lovelace, Ada 02.02.2026 · Beitrag 2026',
      'Annual fee von Ada Lovelace Name und Betrag stimmen.',
      'Annual fee von Grace Hopper Konto und Betrag stimmen.',
      '3 Vorschläge',
      '135,03 €',
    ])
      expect(shown).toContain(words)
    expect(page.text).toContain(`/fees/${fees[0]?.id}"`)
    expect(page.text).not.toContain('Somebody')
  })

  it('are confirmed by one press, and taken back at once', async () => {
    const { club, bank, staff } = await paid()
    const { text } = await staff.get(`${bank}/lines/suggested`)
    const confirmed = await staff.submit(`${bank}/lines/suggested`, fieldsOf(text))
    expect([confirmed.status, confirmed.cost.trips], confirmed.text).toEqual([303, 2])
    expect(leadsTo(confirmed)).toMatch(/\/lines#done after certain\?count=3&left=0&at=\d+$/)
    expect(await statesOf(club)).toEqual(['done', 'done', 'done', 'open'])
    const after = await follow(staff, confirmed.headers.get('Location'))
    expect(textOf(after.text)).toContain('3 Umsätze bestätigt.')
    const undone = await staff.submit(`${bank}/lines/uncertain`, {
      when: inputValue(after.text, 'when') ?? '',
    })
    expect([undone.status, undone.cost.trips], undone.text).toEqual([303, 2])
    expect(await statesOf(club)).toEqual(['open', 'open', 'open', 'open'])
    expect((await stored(club, 'fees')).map(({ status }) => status)).toEqual(['open', 'open', 'open'])
  })

  it('are taken back line by line as well', async () => {
    const { club, bank, staff } = await paid()
    const { text } = await staff.get(`${bank}/lines/suggested`)
    await staff.submit(`${bank}/lines/suggested`, fieldsOf(text))
    const [, karen] = await linesOf(club)
    await staff.submit(`${bank}/lines/${karen?.id}/loosen`, { from: 'done', revision: `${karen?.revision}` })
    expect(await statesOf(club)).toEqual(['done', 'open', 'done', 'open'])
  })

  it('leave out what is not ticked', async () => {
    const { club, bank, staff } = await paid()
    const { text } = await staff.get(`${bank}/lines/suggested`)
    const [ada] = await linesOf(club)
    const confirmed = await staff.submit(`${bank}/lines/suggested`, fieldsOf(text, [String(ada?.id)]))
    expect(leadsTo(confirmed)).toContain('count=2')
    expect(await statesOf(club)).toEqual(['open', 'done', 'done', 'open'])
    const none = await staff.submit(`${bank}/lines/suggested`, [['shown', 'x']])
    expect([none.status, textOf(none.text)]).toEqual([
      422,
      expect.stringContaining('Kreuze mindestens einen Umsatz an.'),
    ])
  })

  it('confirm none where one has changed since, which the page names', async () => {
    const { club, bank, fees, staff } = await paid()
    const { text } = await staff.get(`${bank}/lines/suggested`)
    const other = await staffOf(club, 'owner')
    const [ada, karen, grace] = (await linesOf(club)).map(({ id }) => id)
    await other.submit(`${bank}/lines/${ada}/ignore`, { reason: 'Twice' })
    const payment = { fee_id: fees[1]?.id, amount: 1, method: 'bank_transfer', paid_on: '2026-02-03' }
    expect((await club.post('/payments', { data: [payment] })).status).toBe(201)

    const late = await staff.submit(`${bank}/lines/suggested`, fieldsOf(text))
    expect([late.status, late.cost.rowsWritten]).toEqual([422, 0])
    expect(await statesOf(club)).toEqual(['ignored', 'open', 'open', 'open'])
    const told = textOf(late.text)
    expect(told).toContain('Es wurde nichts bestätigt')
    expect(told).toContain('Lovelace, Ada : Der Umsatz ist inzwischen ausgeblendet.')
    expect(told).toContain('Karen Jones : Für den Umsatz wird inzwischen etwas anderes vorgeschlagen.')
    expect(tickedOn(late.text)).toEqual([grace])
    expect(late.text).toContain(`/bank/lines/${karen}"`)
    expect((await staff.submit(`${bank}/lines/suggested`, fieldsOf(late.text))).status).toBe(303)
    expect(await statesOf(club)).toEqual(['ignored', 'open', 'done', 'open'])
  })

  it('are none of persons who share a name, of fees that two lines would pay, and of other amounts', async () => {
    const { club, account, bank, staff } = await paid()
    await club.post('/lists/contacts/persons', {
      external_id: 'other',
      name: { first_name: 'Karen', last_name: 'Jones' },
    })
    await importEntries(club, account, [
      credit(4502, 'Noch einmal', { name: 'Grace Hopper', date: '2026-02-06' }),
      credit(4500, 'Und', { name: 'Ada Lovelace', date: '2026-02-07' }),
    ])
    const inbox = await staff.get(`${bank}/lines`)
    expect(inbox.text).not.toContain('lines/suggested')
    const page = await staff.get(`${bank}/lines/suggested`)
    expect(textOf(page.text)).toContain('Keine Vorschläge zum Durchsehen')
    expect(tickedOn(page.text)).toEqual([])
  })

  it('make a light page of 200 lines, which one form confirms', { timeout: 60_000 }, async () => {
    const names = Array.from(
      { length: 200 },
      (_, n) => `Nachname${String.fromCharCode(97 + (n % 26))}${letters(n)}`,
    )
    const { club, account, staff } = await clubOf(bankAccount(), signedIn('treasurer'))
    await club.put('/lists/members/persons', {
      data: names.map((last_name, n) => ({ external_id: `p${n}`, name: { first_name: 'Ada', last_name } })),
    })
    await club.post('/fees', {
      data: names.map((_, n) => ({ amount: 4500, description: 'Annual fee', person_external_id: `p${n}` })),
    })
    await importEntries(
      club,
      account,
      names.map((name) => credit(4500, 'Beitrag', { name: `Ada ${name}` })),
    )
    const bank = `/dashboard/${club.id}/bank`
    const page = await staff.get(`${bank}/lines/suggested`)
    expect([tickedOn(page.text).length, page.cost.trips]).toEqual([200, 1])
    expect(gzipSync(new TextEncoder().encode(page.text)).length).toBeLessThan(40_000)
    const confirmed = await staff.submit(`${bank}/lines/suggested`, fieldsOf(page.text))
    expect(leadsTo(confirmed), confirmed.text).toContain('count=200')
  })
})

/** A number in letters, since digits are no part of a name. */
const letters = (number: number): string =>
  [...String(number)].map((digit) => String.fromCharCode(97 + Number(digit))).join('')
