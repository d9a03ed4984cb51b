import { afterEach, describe, expect, it, vi } from 'vitest'
import { credit, importEntries, inbox, stored } from '../support/bank'
import { bankAccount, clubOf, fee, person } from '../support/club'
import { expectSoundBooks } from '../support/invariants'
import { rows, type Workspace } from '../support/workspace'

const GRACE_IBAN = 'DE02120300000000202051'

afterEach(async () => {
  vi.useRealTimers()
  await expectSoundBooks()
})

type Line = {
  id: string
  revision: number
  suggestion: { certain: boolean; reason_code: string; parts: { fee_id: string; amount: number }[] } | null
}

/** A club of three who owe a fee each, and the lines by which they pay: by name, by account, and by reference. */
async function paidByThree() {
  const world = await clubOf(
    bankAccount(),
    person({ external_id: 'ada', name: { first_name: 'Ada', last_name: 'Lovelace' } }),
    person({
      external_id: 'grace',
      name: { first_name: 'Grace', last_name: 'Hopper' },
      bank_account: { iban: GRACE_IBAN },
    }),
    person({ external_id: 'karen', name: { first_name: 'Karen', last_name: 'Jones' } }),
    fee(4500, { person_external_id: 'ada' }),
    fee(3000, { person_external_id: 'grace' }),
    fee(2000, { person_external_id: 'karen' }),
  )
  await importEntries(world.club, world.account, [
    credit(4500, 'Beitrag', { name: 'Ada Lovelace', date: '2026-02-02' }),
    credit(3000, 'Beitrag', { name: 'H. Mueller', iban: GRACE_IBAN, date: '2026-02-03' }),
    credit(2000, String(world.fees[2]?.reference), { name: 'K. Jones', date: '2026-02-04' }),
  ])
  const lines: Line[] = await inbox(world.club)
  return { ...world, lines }
}

const shown = ({ id, revision, suggestion }: Line) => ({ id, revision, parts: suggestion?.parts ?? [] })
const confirm = (club: Workspace, lines: unknown[], headers = {}) =>
  club.post('/bank_lines/confirmations', { lines }, { headers })
const statesOf = async (club: Workspace) =>
  (await rows('SELECT state FROM bank_lines WHERE workspace_id = ? ORDER BY booked_on, id', club.id)).map(
    ({ state }) => state,
  )

describe('POST /bank_lines/confirmations with lines', () => {
  it('confirms them as they were suggested, in one batch', async () => {
    const { club, lines } = await paidByThree()
    const given = lines.map(({ suggestion }) => [suggestion?.certain, suggestion?.reason_code])
    expect(given).toEqual([
      [false, 'name'],
      [false, 'account'],
      [true, 'reference'],
    ])
    const { status, body, cost, text } = await confirm(club, lines.map(shown))
    expect([status, cost.trips], text).toEqual([201, 2])
    expect(body.data).toEqual({ confirmed: 3, left: 0 })
    expect(await statesOf(club)).toEqual(['done', 'done', 'done'])
    expect((await stored(club, 'fees')).map(({ status }) => status)).toEqual(['paid', 'paid', 'paid'])
    expect(await stored(club, 'vouchers')).toHaveLength(3)
  })

  it('confirms none where one is not as it was read, and says which', async () => {
    const { club, lines } = await paidByThree()
    const [ada, grace, karen] = lines.map(shown)
    const refused = async (...sent: unknown[]) => {
      const { status, body } = await confirm(club, sent)
      expect(await statesOf(club)).toEqual(['open', 'open', 'open'])
      return [status, body.issues?.map(({ path, code }: { path: string; code: string }) => [path, code])]
    }
    const other = { ...grace, parts: [{ fee_id: String(ada?.parts[0]?.fee_id), amount: 4500 }] }
    expect(await refused({ ...ada, revision: 2 }, grace)).toEqual([
      422,
      [['lines.0.revision', 'line_changed']],
    ])
    expect(await refused(ada, other)).toEqual([422, [['lines.1.parts', 'suggestion_changed']]])
    const less = { ...grace, parts: [{ ...grace?.parts[0], amount: 2999 }] }
    expect(await refused(ada, less)).toEqual([422, [['lines.1.parts', 'suggestion_changed']]])
    expect(await refused(karen, karen)).toEqual([422, [['lines.1.id', 'named_twice']]])
    expect(await refused(ada, { ...grace, id: 'lin_unknown' })).toEqual([
      422,
      [['lines.1.id', 'bank_line_unknown']],
    ])
    expect(
      (await club.post('/bank_lines/confirmations', { lines: [ada], account_id: 'x' })).body.issues,
    ).toEqual([expect.objectContaining({ path: 'account_id', code: 'account_or_lines' })])
    expect((await confirm(club, [])).status).toBe(422)
  })

  it('refuses lines that are confirmed or ignored, and a fee that has money since', async () => {
    const { club, lines, fees } = await paidByThree()
    const [ada, grace] = lines.map(shown)
    await club.post(`/bank_lines/${ada?.id}/ignoring`, { reason: 'x' })
    const payment = { fee_id: fees[1]?.id, amount: 500, method: 'bank_transfer', paid_on: '2026-02-03' }
    expect((await club.post('/payments', { data: [payment] })).status).toBe(201)
    const { status, body } = await confirm(club, [{ ...ada, revision: 2 }, grace])
    expect([status, Object.keys(body.errors)]).toEqual([422, ['lines.0.id', 'lines.1.parts']])
    expect(await stored(club, 'payments')).toHaveLength(1)
  })

  it('never takes two of one name, whatever tells them apart', async () => {
    const { club, lines } = await paidByThree()
    const [ada] = lines.map(shown)
    await club.post('/lists/contacts/persons', {
      external_id: 'other',
      name: { first_name: 'Ada', last_name: 'Lovelace' },
    })
    const { status, body } = await confirm(club, [ada])
    expect([status, body.issues[0]?.code]).toEqual([422, 'suggestion_unsure'])
    expect((await club.post(`/bank_lines/${ada?.id}/confirmation`, {})).status).toBe(201)
  })

  it('takes no fee that two of the lines would pay', async () => {
    const { club, account, lines } = await paidByThree()
    await importEntries(club, account, [
      credit(4500, 'Noch einmal', { name: 'Ada Lovelace', date: '2026-02-05' }),
    ])
    const all: Line[] = await inbox(club)
    const { body } = await confirm(
      club,
      [all[0], all[3]].map((line) => shown(line as Line)),
    )
    expect(body.issues.map(({ path, code }: { path: string; code: string }) => [path, code])).toEqual([
      ['lines.0.parts', 'fee_claimed_twice'],
      ['lines.1.parts', 'fee_claimed_twice'],
    ])
    expect((await confirm(club, [shown(lines[0] as Line)])).status).toBe(201)
  })

  it('happens once where two ask for it at the same time', async () => {
    const { club, lines } = await paidByThree()
    const answers = await Promise.all([1, 2].map(() => confirm(club, lines.map(shown))))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422])
    expect(await stored(club, 'payments')).toHaveLength(3)
  })

  it('pays all fees that one line pays together, or none', async () => {
    const { club, account, lines, fees } = await paidByThree()
    const more = { amount: 1500, description: 'Shirt', person_external_id: 'grace' }
    const claimed = (await club.post('/fees', { data: [more] })).body.data[0]
    await club.post(`/bank_lines/${lines[1]?.id}/ignoring`, { reason: 'x' })
    await importEntries(club, account, [
      credit(4500, 'Alles', { name: 'H. Mueller', iban: GRACE_IBAN, date: '2026-02-06' }),
    ])
    const line: Line = (await inbox(club)).at(-1)
    const parts = [
      { fee_id: String(fees[1]?.id), amount: 3000 },
      { fee_id: String(claimed.id), amount: 1500 },
    ]
    const byFee = (one: { fee_id: string }, other: { fee_id: string }) =>
      one.fee_id.localeCompare(other.fee_id)
    expect(line.suggestion?.parts.toSorted(byFee)).toEqual(parts.toSorted(byFee))
    expect((await confirm(club, [{ ...shown(line), parts: parts.slice(1) }])).status).toBe(422)
    expect((await confirm(club, [{ ...shown(line), parts: parts.toReversed() }])).status).toBe(201)
    expect(await stored(club, 'payments')).toHaveLength(2)
    expect(await stored(club, 'vouchers')).toHaveLength(1)
  })

  it('acts once for a key', async () => {
    const { club, lines } = await paidByThree()
    const headers = { 'Idempotency-Key': 'once' }
    const first = await confirm(club, lines.map(shown), headers)
    const again = await confirm(club, lines.map(shown), headers)
    expect([again.status, again.body]).toEqual([201, first.body])
    expect(await stored(club, 'payments')).toHaveLength(3)
    const certain = await club.post(
      '/bank_lines/confirmations',
      {},
      { headers: { 'Idempotency-Key': 'two' } },
    )
    expect(certain.body.data).toEqual({ confirmed: 0, left: 0 })
  })
})

describe('the undo of a line that was confirmed with others', () => {
  it('leaves the others', async () => {
    const { club, lines } = await paidByThree()
    await confirm(club, lines.map(shown))
    expect((await club.delete(`/bank_lines/${lines[1]?.id}/confirmation`)).status).toBe(200)
    expect(await statesOf(club)).toEqual(['done', 'open', 'done'])
  })
})
