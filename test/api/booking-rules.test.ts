import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { importEntries, inbox } from '../support/bank'
import type { CamtEntry } from '../support/camt'
import { bankAccount, clubOf } from '../support/club'
import { expectSoundBooks } from '../support/invariants'
import { rows, type Workspace } from '../support/workspace'

const IBAN = 'DE02120300000000202051'

let club: Workspace
let account: string

beforeEach(async () => {
  const made = await clubOf(bankAccount())
  club = made.club
  account = made.account
  await club.post('/cost_units', { name: 'Clubhouse', sphere: 'ideal', categories: ['Power'] })
})

afterEach(expectSoundBooks)

const spent = (amount: number, text: string, party: { name?: string; iban?: string } = {}): CamtEntry => ({
  amount: -amount,
  date: '2026-02-10',
  details: [{ creditor: { name: 'Stadtwerke', ...party }, text: [text] }],
})

const PLACE = { costunit_name: 'Clubhouse', category_name: 'Power' }
const RULE = { party_name: 'Stadtwerke', sign: 'out', ...PLACE }

const add = async (rule: object): Promise<string> => {
  const { status, body, text } = await club.post('/booking_rules', rule)
  expect(status, text).toBe(201)
  return body.data.id
}

/** What each open line is suggested to be booked to, by its text. */
async function suggested() {
  const lines: { text: string; suggestion: null | { booking: object } }[] = await inbox(club)
  return Object.fromEntries(lines.map(({ text, suggestion }) => [text, suggestion?.booking ?? null]))
}

describe('a booking rule', () => {
  it('suggests its place for lines of its party and sign, and books none by itself', async () => {
    const id = await add(RULE)
    await importEntries(club, account, [
      spent(1, 'out'),
      { amount: 2, date: '2026-02-10', details: [{ debtor: { name: 'Stadtwerke' }, text: ['in'] }] },
      spent(3, 'other', { name: 'Stadtwerke Bonn' }),
      spent(4, 'account', { iban: IBAN }),
    ])
    const [line, ...others] = await inbox(club)
    expect(line.suggestion).toMatchObject({
      kind: 'booking',
      certain: false,
      reason_code: 'rule',
      reason: 'Nach der Buchungsregel „Stadtwerke“.',
      booking: { text: 'Stadtwerke: out', ...PLACE, sphere: 'ideal', side: null, rule_id: id },
    })
    expect(others.map(({ suggestion }: { suggestion: unknown }) => suggestion)).toEqual([null, null, null])
    expect((await club.post('/bank_lines/confirmations', {})).body.data.confirmed).toBe(0)
    expect((await club.get('/vouchers')).body.data).toEqual([])
  })

  it('goes before others if it is more specific, and before the last booking', async () => {
    await importEntries(club, account, [spent(1, 'Abschlag Strom 4711'), spent(2, 'Gas'), spent(3, 'last')])
    const last = (await inbox(club)).find(({ text }: { text: string }) => text === 'last')
    const text = async (rule: object) => add({ ...RULE, party_name: null, ...rule })
    await club.post(`/bank_lines/${last.id}/confirmation`, { booking: { text: 'Last', sphere: 'ideal' } })
    const texts = async () => {
      const found = Object.values(await suggested()) as { text: string }[]
      return found.map((booking) => booking.text)
    }
    expect(await texts()).toEqual(['Last', 'Last'])
    await text({ text_contains: 's t r ö m', text: 'umlaut' })
    await text({ text_contains: 'STROM', text: 'short' })
    expect(await texts()).toEqual(['short', 'Last'])
    await text({ text_contains: 'Strom 47-11', text: 'long' })
    await text({ text_contains: 'schlag', text: 'newest' })
    expect(await texts()).toEqual(['long', 'Last'])
    await text({ text_contains: 'tadtwerk', text: 'by name' })
    expect(await texts()).toEqual(['long', 'by name'])
    await add({ ...RULE, text: 'party' })
    expect(await texts()).toEqual(['party', 'party'])
    await add({ ...RULE, text: 'newer party' })
    await add({ ...RULE, text_contains: 'abs', text: 'party and text' })
    await add({ ...RULE, sign: 'in', text_contains: 'abschlag', text: 'in' })
    expect(await texts()).toEqual(['party and text', 'newer party'])
  })

  it('counts what is booked by it, which an undo takes back, also of several lines', async () => {
    const id = await add({ ...RULE, party_iban: IBAN, party_name: 'City' })
    await importEntries(
      club,
      account,
      [1, 2, 3].map((n) => spent(n, `${n}`, { iban: IBAN })),
    )
    const [one, two, three] = await inbox(club)
    const used = async () => {
      const { times, last_on } = (await club.get(`/booking_rules/${id}`)).body.data
      return [times, last_on]
    }
    expect(await used()).toEqual([0, null])
    await club.post(`/bank_lines/${one.id}/confirmation`, {})
    const booking = two.suggestion.booking
    await club.post(`/bank_lines/${two.id}/confirmation`, { booking })
    expect(await used()).toEqual([2, '2026-02-10'])
    const together = await club.post('/bank_line_bookings', { data: [{ bank_line_id: three.id }] })
    expect(await used()).toEqual([3, '2026-02-10'])
    await club.delete(`/bank_line_bookings/${together.body.data.id}`)
    await club.delete(`/bank_lines/${two.id}/confirmation`)
    expect(await used()).toEqual([1, '2026-02-10'])
  })

  it('suggests nothing while its cost unit is archived, and again after', async () => {
    const id = await add(RULE)
    await importEntries(club, account, [spent(1, 'a')])
    const [unit] = (await club.get('/cost_units')).body.data
    await club.put(`/cost_units/${unit.id}`, { archived: true })
    expect(await suggested()).toEqual({ a: null })
    expect((await club.get(`/booking_rules/${id}`)).body.data.suggests).toBe(false)
    await club.put(`/cost_units/${unit.id}`, { archived: false, name: 'House' })
    expect(await suggested()).toMatchObject({ a: { costunit_name: 'House' } })
  })

  it('that is deleted leaves what is booked by it, and is followed no more', async () => {
    const id = await add(RULE)
    await importEntries(club, account, [spent(1, 'a'), spent(2, 'b')])
    const [a, b] = await inbox(club)
    await club.post(`/bank_lines/${a.id}/confirmation`, {})
    expect((await club.delete(`/booking_rules/${id}`)).status).toBe(204)
    expect((await club.delete(`/booking_rules/${id}`)).status).toBe(404)
    const late = await club.post(`/bank_lines/${b.id}/confirmation`, { booking: b.suggestion.booking })
    expect(late.body.issues).toMatchObject([{ path: 'booking.rule_id', code: 'rule_unknown' }])
    expect((await inbox(club))[0].suggestion.reason_code).toBe('as_last_time')
    expect((await club.delete(`/bank_lines/${a.id}/confirmation`)).status).toBe(200)
    expect(await suggested()).toEqual({ a: null, b: null })
  })

  it('is replaced as it was read, and refused for what it cannot be', async () => {
    const id = await add({ ...RULE, text: 'x', side: 'in' })
    const path = `/booking_rules/${id}`
    const changed = await club.put(path, { revision: 1, party_iban: IBAN, sign: 'in', sphere: 'assets' })
    expect(changed.body.data).toEqual({
      id,
      party_iban: IBAN,
      party_name: null,
      text_contains: null,
      sign: 'in',
      text: null,
      costunit_name: null,
      category_name: null,
      sphere: 'assets',
      side: null,
      suggests: true,
      times: 0,
      last_on: null,
      revision: 2,
      created_at: expect.any(String),
      updated_at: expect.any(String),
    })
    expect((await club.get('/booking_rules')).body.data).toEqual([changed.body.data])
    const codesOf = async (body: object) => {
      const answer = await club.put(path, body)
      return (answer.body.issues ?? []).map(({ path, code }: { path: string; code: string }) => [path, code])
    }
    expect(await codesOf({ ...RULE, revision: 1 })).toEqual([['revision', 'rule_changed']])
    expect(await codesOf({ sign: 'out', sphere: 'ideal' })).toEqual([
      ['party_name', 'rule_without_condition'],
    ])
    expect(await codesOf({ ...RULE, party_name: '–' })).toEqual([['party_name', 'rule_text_short']])
    expect(await codesOf({ ...RULE, text_contains: 'a-b' })).toEqual([['text_contains', 'rule_text_short']])
    expect(await codesOf({ party_name: 'a', sign: 'out' })).toEqual([['costunit_name', 'rule_without_place']])
    expect(await codesOf({ ...RULE, costunit_name: 'No' })).toEqual([['costunit_name', 'cost_unit_unknown']])
    expect(await codesOf({ ...RULE, sign: 'both' })).toEqual([['sign', 'not_allowed']])
  })

  it('is one of 200 at most', async () => {
    await rows(
      `WITH n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 199)
       INSERT INTO booking_rules (workspace_id, id, party_key, sign, sphere, created_at, updated_at)
       SELECT ?, 'brl_' || n, 'name:X', 1, 'ideal', '2026', '2026' FROM n`,
      club.id,
    )
    await add(RULE)
    const refused = await club.post('/booking_rules', RULE)
    expect(refused.body.issues).toMatchObject([{ code: 'too_many_rules' }])
  })
})
