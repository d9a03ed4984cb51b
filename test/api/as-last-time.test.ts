import { afterEach, describe, expect, it } from 'vitest'
import { importEntries, inbox } from '../support/bank'
import type { CamtEntry } from '../support/camt'
import { bankAccount, clubOf, fee, person, settings } from '../support/club'
import { runNightly } from '../support/cron'
import { expectSoundBooks } from '../support/invariants'
import { rows, type Workspace } from '../support/workspace'

const POWER_IBAN = 'DE02120300000000202051'

afterEach(expectSoundBooks)

/** An entry of Stadtwerke; negative amounts go out. */
const entry = (
  amount: number,
  text: string,
  party: { name?: string; iban?: string } = {},
  date = '2026-02-10',
) => {
  const side = { name: 'Stadtwerke', ...party }
  return {
    amount,
    date,
    details: [{ [amount < 0 ? 'creditor' : 'debtor']: side, text: [text] }],
  } as CamtEntry
}

const ADA = { external_id: 'ada', name: { first_name: 'Ada', last_name: 'Lovelace' } }

/** A club with a bank account, a cost unit, and a member who owes these amounts. */
async function clubWithUnits(...amounts: number[]) {
  const made = await clubOf(settings({}), bankAccount(), person(ADA), ...amounts.map((amount) => fee(amount)))
  await made.club.post('/cost_units', { name: 'Clubhouse', sphere: 'ideal', categories: ['Power'] })
  return made
}

const POWER = { text: 'Power', costunit_name: 'Clubhouse', category_name: 'Power' }

const confirm = (club: Workspace, { id }: { id: string }, body: object = {}) =>
  club.post(`/bank_lines/${id}/confirmation`, body)

/** Imports entries, and gives their lines by their texts. */
async function linesOf(club: Workspace, account: string, entries: CamtEntry[]) {
  await importEntries(club, account, entries)
  const lines = await inbox(club)
  return (text: string) => lines.find((line: { text: string }) => line.text === text)
}

describe('a line whose party was booked before', () => {
  it('is suggested to be booked as the newest line of its party and sign, by any amount', async () => {
    const { club, account } = await clubWithUnits()
    const line = await linesOf(club, account, [
      entry(-5000, 'January', {}, '2026-01-10'),
      entry(-6000, 'February'),
      entry(700, 'Too much'),
    ])
    expect(line('January').suggestion).toBeNull()
    await confirm(club, line('January'), { booking: POWER })
    const [february, back] = await inbox(club)
    expect(february.suggestion).toEqual({
      kind: 'booking',
      certain: false,
      reason: 'Wie letztes Mal, am 10. Januar 2026.',
      reason_code: 'as_last_time',
      parts: [],
      rest: 0,
      collection_id: null,
      item_ids: [],
      voucher_ids: [],
      booking: { ...POWER, sphere: 'ideal', side: null, rule_id: null },
      charge: null,
    })
    expect(back.suggestion).toBeNull()
    expect((await club.get(`/bank_lines/${february.id}`)).body.data.suggestion).toEqual(february.suggestion)
  })

  it('counts what was booked, to a limit, and follows what was changed of the newest voucher', async () => {
    const { club, account } = await clubWithUnits()
    await club.post('/cost_units', { name: 'Hall' })
    const days = Array.from({ length: 22 }, (_, day) => `2026-01-${String(day + 1).padStart(2, '0')}`)
    await importEntries(
      club,
      account,
      days.map((day) => entry(-100, day, {}, day)),
    )
    for (const [index, line] of (await inbox(club)).slice(0, 21).entries()) {
      const answer = await confirm(
        club,
        line,
        index === 0 ? { booking: { ...POWER, sphere: 'business' } } : {},
      )
      expect(answer.status, answer.text).toBe(201)
      if (index === 1)
        expect((await inbox(club))[0].suggestion.reason).toBe(
          'Wie letztes Mal (2-mal, zuletzt am 2. Januar 2026).',
        )
    }
    const [voucher] = (await club.get('/vouchers?per_page=500')).body.data.slice(-1)
    expect(voucher.lines[0]).toMatchObject({ costunit_name: 'Clubhouse', sphere: 'business' })
    const lines = [{ line: 1, costunit_name: 'Hall', sphere: 'assets' }]
    const assigned = await club.patch(`/vouchers/${voucher.id}`, { text: 'Rent', lines })
    expect(assigned.status, assigned.text).toBe(200)
    const page = await club.get('/bank_lines?state=open')
    // However often the party was booked, a few rows of the index are read.
    expect([page.cost.trips, page.cost.rowsRead <= 60], `${page.cost.rowsRead}`).toEqual([1, true])
    const [open] = await inbox(club)
    expect(open.suggestion).toMatchObject({
      reason: 'Wie letztes Mal (mindestens 20-mal, zuletzt am 21. Januar 2026).',
      booking: { text: 'Rent', costunit_name: 'Hall', category_name: null, sphere: 'assets' },
    })
  })

  it('keeps what somebody wrote, and writes anew what the bank wrote', async () => {
    const { club, account } = await clubWithUnits()
    const line = await linesOf(club, account, [entry(-1, 'One', {}, '2026-01-10'), entry(-2, 'Two')])
    await confirm(club, line('One'), { booking: { ...POWER, text: 'Stadtwerke: One' } })
    expect((await inbox(club))[0].suggestion.booking.text).toBe('Stadtwerke: Two')
  })

  it('is known by its account, else by its exact name', async () => {
    const { club, account } = await clubWithUnits()
    const line = await linesOf(club, account, [
      entry(-1, 'by name', { name: 'Stadtwerke Köln' }, '2026-01-10'),
      entry(-2, 'same name', { name: 'STADTWERKE KOELN' }),
      entry(-3, 'other town', { name: 'Stadtwerke Bonn' }),
      entry(-4, 'with account', { name: 'Stadtwerke Köln', iban: POWER_IBAN }),
    ])
    await confirm(club, line('by name'), { booking: POWER })
    const found = (await inbox(club)).map((one: { text: string; suggestion: unknown }) => [
      one.text,
      one.suggestion !== null,
    ])
    expect(found).toEqual([
      ['same name', true],
      ['other town', false],
      ['with account', false],
    ])
    expect(await rows('SELECT text, party_key FROM bank_lines ORDER BY id DESC LIMIT 1')).toEqual([
      { text: 'with account', party_key: POWER_IBAN },
    ])
  })

  it('is not suggested to a place that was archived or left open, nor as a line with fees or undone', async () => {
    const { club, account, fees } = await clubWithUnits(100)
    const line = await linesOf(club, account, [
      entry(-1, 'undone', { name: 'A' }),
      entry(-2, 'after undone', { name: 'A' }),
      entry(-3, 'nowhere', { name: 'B' }),
      entry(-4, 'after nowhere', { name: 'B' }),
      entry(300, 'with fee', { name: 'C' }),
      entry(400, 'after fee', { name: 'C' }),
      entry(-5, 'archived', { name: 'D' }),
      entry(-6, 'after archived', { name: 'D' }),
    ])
    await confirm(club, line('undone'), { booking: POWER })
    await club.delete(`/bank_lines/${line('undone').id}/confirmation`)
    await confirm(club, line('nowhere'), { booking: { text: 'x' } })
    await confirm(club, line('with fee'), { parts: [{ fee_id: fees[0]?.id, amount: 100 }], booking: POWER })
    await confirm(club, line('archived'), { booking: POWER })
    const suggested = async () =>
      (await inbox(club)).flatMap((one: { text: string; suggestion: unknown }) =>
        one.suggestion ? [one.text] : [],
      )
    expect(await suggested()).toEqual(['after archived'])
    const [unit] = (await club.get('/cost_units')).body.data
    await club.put(`/cost_units/${unit.id}`, { archived: true })
    expect(await suggested()).toEqual([])
    const refused = await confirm(club, line('after archived'), {})
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ['body']])
  })

  it('comes after fees and vouchers of the book', async () => {
    const { club, account, fees } = await clubWithUnits(4500)
    const line = await linesOf(club, account, [
      entry(2000, 'Gift', { name: 'Ada Lovelace' }, '2026-01-10'),
      entry(4500, 'Fee', { name: 'Ada Lovelace' }),
      entry(-900, 'By hand'),
      entry(-800, 'Bank', {}, '2026-01-10'),
    ])
    await confirm(club, line('Gift'), { booking: POWER })
    await confirm(club, line('Bank'), { booking: POWER })
    const voucher = {
      account_id: account,
      booked_on: '2026-02-09',
      text: 'Bill',
      lines: [{ amount: -900, ...POWER }],
    }
    expect((await club.post('/vouchers', { data: [voucher] })).status).toBe(201)
    const [one, two] = await inbox(club)
    expect(one.suggestion).toMatchObject({ kind: 'payment', parts: [{ fee_id: fees[0]?.id, amount: 4500 }] })
    expect(two).toMatchObject({ suggestion: null, alternatives: [{ kind: 'voucher' }] })
  })

  it('takes the suggestion where a confirmation names nothing, and comes back as it was with an undo', async () => {
    const { club, account } = await clubWithUnits()
    const line = await linesOf(club, account, [entry(-1, 'One', {}, '2026-01-10'), entry(-2, 'Two')])
    await confirm(club, line('One'), { booking: { ...POWER, side: 'in' } })
    const before = await inbox(club)
    const taken = await confirm(club, before[0], { revision: 1 })
    expect(taken.body.data).toMatchObject({ state: 'done', assigned_amount: -2 })
    const { voucher_ids } = (await club.get(`/bank_lines/${before[0].id}`)).body.data
    expect((await club.get(`/vouchers/${voucher_ids[0]}`)).body.data.lines).toMatchObject([
      { ...POWER, amount: -2, sphere: 'ideal', side: 'in' },
    ])
    await club.delete(`/bank_lines/${before[0].id}/confirmation`)
    expect(await inbox(club)).toEqual([{ ...before[0], revision: 3 }])
  })
})

it('keeps the parties of lines that were stored before, each once', async () => {
  const { club, account } = await clubWithUnits()
  await importEntries(club, account, [
    entry(-1, 'a', { name: 'Müller & Söhne' }),
    entry(-2, 'b', { name: 'A', iban: POWER_IBAN }),
    entry(-3, 'c', { name: '' }),
  ])
  await rows('UPDATE bank_lines SET party_key = NULL')
  await runNightly()
  const stored = () => rows('SELECT text, party_key, revision FROM bank_lines ORDER BY id')
  const kept = [
    { text: 'a', party_key: 'name:MUELLERSOEHNE', revision: 1 },
    { text: 'b', party_key: POWER_IBAN, revision: 1 },
    { text: 'c', party_key: null, revision: 1 },
  ]
  expect(await stored()).toEqual(kept)
  const repaired = () =>
    rows(`SELECT changed, finished_at IS NOT NULL AS isDone FROM repairs WHERE name = 'party_keys'`)
  expect(await repaired()).toEqual([{ changed: 2, isDone: 1 }])
  await runNightly()
  expect(await repaired()).toEqual([{ changed: 2, isDone: 1 }])
})
