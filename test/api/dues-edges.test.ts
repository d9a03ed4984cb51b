import { afterEach, describe, expect, it, vi } from 'vitest'
import { clubWithBook } from '../support/book'
import { addTo, columns, person, TEAMS } from '../support/club'
import { staffOf } from '../support/dashboard'
import { collectingClub, payer, setDay, stored, submitted } from '../support/direct-debits'
import { interruptedBy } from '../support/fake-d1'
import { expectSoundBooks } from '../support/invariants'
import { setPayer } from '../support/payer'
import { rows, type Workspace, workspace } from '../support/workspace'

const VERSION = { key_day: '01-01', due_day: 59, pro_rata: 'months', rounding: 10 }
const ADULT = { kind: 'base', name: 'Adult', amount: 12_000 }
const SECTIONS = {
  kind: 'surcharge',
  name: '{{value}}',
  per_value: { column: 'teams', prices: { A: { amount: 8000 } } },
}

afterEach(() => vi.useRealTimers())

const member = (name: string, fields: object = {}) =>
  person({ external_id: name, name: { first_name: name }, birthdate: '1990-01-01', ...fields })

const planOf = async (club: Workspace, rules: object[], more: object = {}) => {
  const { status, body, text } = await club.post('/dues_plans', {
    ...{ name: 'Dues', list: 'members', interval: 'year', description: 'Dues {{period}}' },
    ...{ from_period: '2027', version: { ...VERSION, rules }, ...more },
  })
  expect(status, text).toBe(201)
  return body.data
}

const run = async (club: Workspace, plan_id: string, options = {}, period = '2027') => {
  const { status, body, text } = await club.post('/dues_runs', { plan_id, period }, options)
  expect(status, text).toBe(201)
  await expectSoundBooks()
  return body.data
}

const amounts = () =>
  rows('SELECT person_name AS name, amount, status FROM fees ORDER BY person_name, amount')

describe('a custom column with prices', () => {
  it('may be renamed, since rules name it by its key', async () => {
    const { club } = await addTo(await workspace(), columns([TEAMS]), member('Ada', { teams: ['A'] }))
    const plan = await planOf(club, [ADULT, SECTIONS])
    const [column] = (await club.get('/lists/members/custom_columns')).body.data
    const owner = await staffOf(club, 'owner')
    const renamed = await owner.submit(`/dashboard/${club.id}/settings/columns/members/${column.id}`, {
      name: 'Sections',
    })
    expect(renamed.status).toBe(303)
    expect((await club.get('/lists/members/custom_columns')).body.data).toMatchObject([{ name: 'Sections' }])
    expect(await run(club, plan.id)).toMatchObject({ count: 1, amount: 20_000 })
  })
})

describe('a person who is deleted between the trips of a run', () => {
  it('is not claimed from, and the others are', async () => {
    const { club } = await addTo(await workspace(), member('Ada'), member('Ben'))
    const plan = await planOf(club, [ADULT])
    const deleting = interruptedBy(() => club.delete('/lists/members/persons/Ben'))
    expect(await run(club, plan.id, deleting)).toMatchObject({ count: 1, amount: 12_000 })
    expect(await amounts()).toEqual([{ name: 'Ada', amount: 12_000, status: 'open' }])
    expect(await rows('SELECT DISTINCT person_id FROM dues_parts')).toHaveLength(1)
  })
})

describe('a run in a fiscal year that is closed', () => {
  it('claims: fees are booked when they are paid', async () => {
    const club = await clubWithBook()
    await addTo(club, member('Ada'))
    const closing = await club.post('/years/2024/closing', undefined)
    expect(closing.status, closing.text).toBe(201)
    const plan = await planOf(club, [ADULT], { from_period: '2024' })
    expect(await run(club, plan.id, {}, '2024')).toMatchObject({ count: 1, amount: 12_000 })
    expect(await stored(club, 'vouchers')).toEqual([])
  })
})

describe('a workspace with another currency', () => {
  it('claims in its hundredths', async () => {
    const { club } = await addTo(await workspace(), member('Ada'))
    await rows("UPDATE workspaces SET currency = 'CHF' WHERE id = ?", club.id)
    const plan = await planOf(club, [ADULT])
    await run(club, plan.id)
    expect(await amounts()).toEqual([{ name: 'Ada', amount: 12_000, status: 'open' }])
  })
})

describe('a plan for contacts', () => {
  it('claims from all of them, who neither join nor leave, and from no member', async () => {
    const club = await workspace()
    const sponsor = { external_id: 'Eva', name: { first_name: 'Eva' } }
    await addTo(club, member('Ada'), person(sponsor, 'contacts'))
    const plan = await planOf(club, [ADULT], { list: 'contacts' })
    expect(await run(club, plan.id)).toMatchObject({ count: 1, amount: 12_000 })
    expect(await amounts()).toEqual([{ name: 'Eva', amount: 12_000, status: 'open' }])
  })
})

describe('a plan by the half year beside one by the year', () => {
  it('claims from the same person, and each preview names the other', async () => {
    const { club } = await addTo(await workspace(), member('Ada'))
    const yearly = await planOf(club, [ADULT])
    const halves = await planOf(club, [{ ...ADULT, amount: 500 }], {
      ...{ name: 'Boats', interval: 'half_year', from_period: '2027-H1' },
    })
    await run(club, yearly.id)
    const { body } = await club.post('/dues_runs?dry_run=true', { plan_id: halves.id, period: '2027-H1' })
    expect(body.data.other_plans).toMatchObject([{ name: 'Dues', count: 1 }])
    await run(club, halves.id, {}, '2027-H1')
    await run(club, halves.id, {}, '2027-H2')
    expect((await amounts()).map(({ amount }) => amount)).toEqual([500, 500, 12_000])
  })
})

describe('a payer who dies while a debit is out', () => {
  it('is debited nothing more: what is out can be returned, and is owed by the others themselves', async () => {
    const club = await collectingClub()
    await addTo(
      club,
      ...['uwe', 'lena'].map((name, index) => person(payer(index + 1, { external_id: name }))),
    )
    await rows("UPDATE persons SET bank_account = NULL, sepa_mandate = NULL WHERE external_id = 'lena'")
    await setPayer(club, 'uwe', 'lena')
    const plan = await planOf(club, [ADULT], { from_period: '2026' })
    await run(club, plan.id, {}, '2026')
    const fees = await rows<{ id: string; person: string }>(
      `SELECT fees.id, persons.external_id AS person FROM fees JOIN persons ON persons.id = person_id ORDER BY persons.external_id`,
    )
    const { id, items } = await submitted(
      club,
      fees.map(({ id }) => id),
      '2026-03-20',
    )
    expect(items).toHaveLength(1)
    expect((await club.delete('/lists/members/persons/uwe')).status).toBe(204)
    expect(await rows('SELECT external_id, payer_id FROM persons')).toEqual([
      { external_id: 'lena', payer_id: null },
    ])
    // The bank returns it, since the account is closed.
    setDay('2026-03-24')
    const settled = await club.post(`/collections/${id}/settlement`, { settled_on: '2026-03-20' })
    expect(settled.status, settled.text).toBe(201)
    const returned = await club.post(`/collections/${id}/returns`, {
      item_id: items[0]?.id,
      returned_on: '2026-03-24',
      reason_code: 'MD07',
    })
    expect(returned.status, returned.text).toBe(201)
    await expectSoundBooks()
    const again = await club.post('/collections?dry_run=true', {
      fee_ids: fees.filter(({ person }) => person === 'lena').map((fee) => fee.id),
      collection_date: '2026-04-20',
    })
    expect(again.body.data.items).toEqual([])
    expect(again.body.data.problems.map(({ code }: { code: string }) => code)).toEqual([
      'payer_lost',
      'no_iban',
      'no_mandate',
    ])
  })
})
