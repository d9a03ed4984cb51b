import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { addTo, columns, person, TEAMS } from '../support/club'
import { addPersons, collectingClub, payer, release } from '../support/direct-debits'
import { eventsOf } from '../support/events'
import { expectSoundBooks } from '../support/invariants'
import { seedMembers } from '../support/seed-members'
import { rows, type Workspace, workspace } from '../support/workspace'

const VERSION = { key_day: '01-01', due_day: 59, pro_rata: 'months', rounding: 10 }
const CHILD = {
  kind: 'base',
  name: 'Child',
  amount: 6000,
  conditions: [{ field: 'birthdate.age', operator: 'less', value: '18' }],
}
const ADULT = { kind: 'base', name: 'Adult', amount: 12_000 }
const SECTIONS = {
  kind: 'surcharge',
  name: '{{value}}',
  per_value: { column: 'teams', prices: { A: { amount: 8000 }, B: { amount: 0 } } },
}
const FAMILY = { kind: 'family', name: 'Family', cap: 30_000, of: 'all' }
const ENTRY = { kind: 'once', name: 'Entry', amount: 2000 }
const HONORARY = {
  ...{ kind: 'exempt', name: 'Honorary', why: 'Honorary member' },
  conditions: [{ field: 'pays', operator: 'is', value: 'nothing' }],
}
const PAYS = {
  ...{ name: 'Pays', type: 'string', external_id: 'pays' },
  allowed_values: ['yearly', 'quarterly', 'nothing'],
}
const PERIOD = '2027'

let club: Workspace

beforeEach(async () => {
  club = await workspace()
  await addTo(club, columns([TEAMS, PAYS]))
})

afterEach(() => vi.useRealTimers())

const member = (name: string, fields: object = {}) =>
  person({ external_id: name, name: { first_name: name }, birthdate: '1990-01-01', ...fields })

const planOf = async (rules: object[], version: object = {}, more: object = {}) => {
  const { status, body, text } = await club.post('/dues_plans', {
    ...{ name: 'Dues', list: 'members', interval: 'year', description: 'Dues {{period}}' },
    ...{ from_period: PERIOD, version: { ...VERSION, ...version, rules }, ...more },
  })
  expect(status, text).toBe(201)
  return body.data
}

const run = (plan_id: string, more: object = {}, options: object = {}) =>
  club.post('/dues_runs', { plan_id, period: PERIOD, ...more }, options)

const preview = async (plan_id: string, more: object = {}) => {
  const answer = await club.post('/dues_runs?dry_run=true', { plan_id, period: PERIOD, ...more })
  expect([answer.status, answer.cost.rowsWritten], answer.text).toEqual([200, 0])
  return answer.body.data
}

const runOf = async (...given: Parameters<typeof run>) => {
  const { status, body, text } = await run(...given)
  expect(status, text).toBe(201)
  await expectSoundBooks()
  return body.data
}

const partsOf = async (runId: string) => (await club.get(`/dues_runs/${runId}/parts`)).body.data

const feesOf = () =>
  rows<{ person_name: string; amount: number; due_on: string; status: string }>(
    'SELECT person_name, amount, due_on, status FROM fees ORDER BY person_name, due_on, id',
  )

const amounts = async () =>
  (await feesOf()).flatMap(({ person_name, amount, status }) =>
    status === 'cancelled' ? [] : [[person_name, amount]],
  )

const setPayer = (name: string, payer: string) =>
  rows(
    `UPDATE persons SET payer_id = (SELECT id FROM persons WHERE external_id = ? AND workspace_id = ?)
     WHERE external_id = ? AND workspace_id = ?`,
    ...[payer, club.id, name, club.id],
  )

const edit = async (name: string, fields: object) => {
  const { status, text } = await club.put(`/lists/members/persons/${name}`, fields)
  expect(status, text).toBe(200)
}

const codesOf = ({
  status,
  body,
}: {
  status: number
  body: { issues?: { path: string; code: string }[] }
}) => {
  expect(status).toBe(422)
  return body.issues?.map(({ path, code }) => `${path} ${code}`)
}

describe('a run', () => {
  it('claims a fee for each person, with a part for each line', async () => {
    await club.post('/cost_units', { name: 'Club', categories: ['Dues'] })
    const place = { costunit_name: 'Club', category_name: 'Dues', sphere: 'ideal' }
    await addTo(club, member('Ada', { teams: ['A', 'B'] }), member('Eva', { pays: 'nothing' }))
    const plan = await planOf([HONORARY, { ...ADULT, attached_expense: place }, SECTIONS])
    const shown = await preview(plan.id)
    expect(shown).toMatchObject({
      ...{ count: 1, persons: 1, amount: 20_000, faults: [], left_out: [], last_period: null },
      due_dates: [{ due_on: '2027-03-01', count: 1, amount: 20_000 }],
      by_cost_unit: [
        { costunit_name: 'Club', count: 1, amount: 12_000 },
        { costunit_name: null, count: 1, amount: 8000 },
      ],
      exempt: [{ name: 'Honorary', why: 'Honorary member', count: 1, persons: [{ name: 'Eva' }] }],
      already_claimed: { count: 0, amount: 0 },
    })
    const created = await runOf(plan.id, { mark: shown.mark })
    expect(created).toMatchObject({
      ...{ plan_id: plan.id, plan_name: 'Dues', period: PERIOD, count: 1, amount: 20_000, state: 'claimed' },
    })
    const parts = await partsOf(created.id)
    const [exempt, adult, sections] = plan.version.rules.map(({ id }: { id: string }) => id)
    const [fee] = await rows<{ id: string }>('SELECT * FROM fees')
    expect(fee).toMatchObject({
      ...{ person_name: 'Ada', amount: 20_000, description: 'Dues 2027', due_on: '2027-03-01' },
      ...{ sphere: 'ideal', cost_unit_id: expect.stringMatching(/^cst_/) },
      category_id: expect.stringMatching(/^cat_/),
    })
    const basis = { period: PERIOD, age: 37, joined: null }
    expect(parts).toMatchObject([
      {
        ...{ part: adult, kind: 'base', name: 'Adult', amount: 12_000, position: 1, fee_id: fee?.id, basis },
      },
      { part: `${sections}:A`, kind: 'surcharge', name: 'A', amount: 8000, position: 2, fee_id: fee?.id },
      { part: `${sections}:B`, name: 'B', amount: 0, fee_id: null },
      { part: exempt, kind: 'exempt', amount: 0, fee_id: null, basis: { why: 'Honorary member' } },
    ])
    expect(parts[0].basis.steps).toMatchObject([{ step: 'price', name: 'Adult', amount: 12_000 }])
    const read = await club.get(`/dues_runs/${created.id}`)
    expect(read.body.data).toEqual({ ...created, version: plan.version })
    expect((await club.get(`/dues_runs?plan_id=${plan.id}`)).body.data).toEqual([created])
    const events = (await eventsOf(club)).slice(-2)
    expect(events.map(({ action, subject_id }) => [action, subject_id])).toEqual([
      ['fee.created', fee?.id],
      ['dues.claimed', created.id],
    ])
    expect(events[1]?.changes).toEqual({ period: [null, '2027'], count: [null, 1], amount: [null, 20_000] })
  })

  it('claims the amount of a year in instalments that are due one by one', async () => {
    await addTo(club, member('Ada', { pays: 'quarterly' }), member('Ben'))
    const plan = await planOf([{ ...ADULT, amount: 10_001 }], {
      rounding: 1,
      instalments: { column: 'pays', parts: { quarterly: 4 } },
    })
    expect((await preview(plan.id)).count).toBe(5)
    await runOf(plan.id)
    expect((await feesOf()).map(({ person_name, due_on, amount }) => [person_name, due_on, amount])).toEqual([
      ['Ada', '2027-03-01', 2500],
      ['Ada', '2027-05-30', 2500],
      ['Ada', '2027-08-29', 2500],
      ['Ada', '2027-11-29', 2501],
      ['Ben', '2027-03-01', 10_001],
    ])
  })

  it('claims no part twice, and nothing if nothing is missing', async () => {
    await addTo(club, member('Ada'))
    const plan = await planOf([ADULT])
    await runOf(plan.id)
    expect(codesOf(await run(plan.id))).toEqual(['period nothing_to_claim'])
    await edit('Ada', { teams: ['A'] })
    const { version } = plan
    const path = `/dues_plans/${plan.id}/versions/2028`
    await club.put(path, { ...VERSION, rules: [...version.rules, SECTIONS] })
    // The version of a later period says nothing about this one.
    expect(codesOf(await run(plan.id))).toEqual(['period nothing_to_claim'])
    expect(await amounts()).toEqual([['Ada', 12_000]])
  })

  it('is done once for a key', async () => {
    await addTo(club, member('Ada'))
    const plan = await planOf([ADULT])
    const options = { headers: { 'Idempotency-Key': 'k' } }
    const [one, two] = [await run(plan.id, {}, options), await run(plan.id, {}, options)]
    expect([one.status, two.text]).toEqual([201, one.text])
    expect(await amounts()).toEqual([['Ada', 12_000]])
  })

  it('lets two treasurers, a retry and a joiner at once claim no part twice', async () => {
    await addTo(club, ...['Ada', 'Ben', 'Eva'].map((name) => member(name)))
    const plan = await planOf([ADULT, SECTIONS])
    const { ids } = await addTo(club, member('Joe'))
    const retry = { headers: { 'Idempotency-Key': 'k' } }
    const answers = await Promise.all([
      run(plan.id),
      run(plan.id),
      run(plan.id, {}, retry),
      run(plan.id, {}, retry),
      run(plan.id, { person_ids: ids }),
    ])
    expect(answers.map(({ status }) => status).every((status) => [201, 409, 422].includes(status))).toBe(true)
    expect((await amounts()).map(([name]) => name)).toEqual(['Ada', 'Ben', 'Eva', 'Joe'])
    await expectSoundBooks()
  })

  it('refuses another mark, faults that are left, an archived plan and what is past', async () => {
    await addTo(club, member('Ada'), member('Ageless', { birthdate: null }))
    const plan = await planOf([CHILD, ADULT])
    const { mark, faults } = await preview(plan.id)
    expect(faults).toMatchObject([{ reason: 'no_birthdate', count: 1, persons: [{ name: 'Ageless' }] }])
    expect(codesOf(await run(plan.id, { mark }))).toEqual(['skip_faults faults_left'])
    expect(codesOf(await run(plan.id, { due_on: '2026-01-01' }))).toEqual(['due_on due_on_past'])
    expect(codesOf(await run(plan.id, { person_ids: ['per_x'] }))).toEqual(['person_ids.0 person_unknown'])
    await edit('Ada', { birthdate: '2020-01-01' })
    expect(codesOf(await run(plan.id, { mark, skip_faults: true }))).toEqual(['mark mark_outdated'])
    await club.patch(`/dues_plans/${plan.id}`, { archived: true })
    expect(codesOf(await run(plan.id, { skip_faults: true }))).toEqual(['plan_id plan_archived'])
    await club.patch(`/dues_plans/${plan.id}`, { archived: false })
    await runOf(plan.id, { skip_faults: true, due_on: '2027-06-01' })
    expect(await feesOf()).toMatchObject([{ person_name: 'Ada', amount: 6000, due_on: '2027-06-01' }])
  })

  it('refuses what was shown before the plan was edited', async () => {
    await addTo(club, member('Ada'))
    const plan = await planOf([ADULT])
    const { mark } = await preview(plan.id)
    const [adult] = plan.version.rules
    const rules = [{ ...adult, amount: 13_000 }]
    await club.put(`/dues_plans/${plan.id}/versions/2027`, { ...VERSION, rules })
    expect(codesOf(await run(plan.id, { mark }))).toEqual(['mark mark_outdated'])
    expect(await feesOf()).toEqual([])
  })

  it('claims from 10,000 persons at once, and refuses 10,001', async () => {
    await seedMembers(club.id, 10_000)
    const plan = await planOf([ADULT])
    const { count, amount, mark } = await preview(plan.id)
    expect([count, amount]).toEqual([10_000, 120_000_000])
    const { status, body, text } = await run(plan.id, { mark })
    expect(status, text).toBe(201)
    expect(body.data).toMatchObject({ count: 10_000, amount: 120_000_000 })
    const [claimed] = await rows('SELECT count(*) AS fees, count(DISTINCT person_id) AS persons FROM fees')
    expect(claimed).toEqual({ fees: 10_000, persons: 10_000 })
    await seedMembers(club.id, 1, 10_001)
    for (const query of ['', '?dry_run=true']) {
      const refused = await club.post(`/dues_runs${query}`, { plan_id: plan.id, period: PERIOD })
      expect(codesOf(refused)).toEqual(['plan_id too_many_owe'])
      expect(refused.body.errors).toEqual({ plan_id: ['is of more than 10000 persons'] })
    }
  })

  it('previews more than 10,000 fees, and claims no more at once', async () => {
    await seedMembers(club.id, 2501)
    await rows(
      `UPDATE persons SET custom_values = json_object((SELECT id FROM custom_columns WHERE external_id = 'pays'), 'quarterly')`,
    )
    const plan = await planOf([ADULT], { instalments: { column: 'pays', parts: { quarterly: 4 } } })
    expect((await preview(plan.id)).count).toBe(10_004)
    expect(codesOf(await run(plan.id))).toEqual(['plan_id too_many_fees'])
    expect(await feesOf()).toEqual([])
  })

  it('says how many fees it would create if they are too many', async () => {
    await addTo(club, member('Ada'))
    const plan = await planOf([ADULT])
    expect(codesOf(await run(plan.id, { person_ids: Array(10_001).fill('per_x') }))).toEqual([
      'person_ids too_many_entries',
    ])
  })
})

describe('who joins later', () => {
  it('owes the months from October on, after the notice', async () => {
    await addTo(club, member('Ada'))
    const plan = await planOf([ADULT, ENTRY])
    await runOf(plan.id)
    const { ids } = await addTo(club, member('Joe', { join_date: '2027-10-05' }))
    const shown = await preview(plan.id, { person_ids: ids })
    expect(shown).toMatchObject({ count: 1, amount: 3000 + 2000, already_claimed: { count: 0 } })
    const later = await runOf(plan.id, { person_ids: ids })
    expect((await partsOf(later.id)).map(({ kind, period, amount }: Part) => [kind, period, amount])).toEqual(
      [
        ['base', '2027', 3000],
        ['once', 'once', 2000],
      ],
    )
    expect(codesOf(await run(plan.id))).toEqual(['period nothing_to_claim'])
  })

  it('has a fee that is due after the notice if the day of the plan is over', async () => {
    await addTo(club, member('Ada', { join_date: '2026-10-05' }))
    const plan = await planOf([ADULT], {}, { from_period: '2026' })
    const [{ due_on }] = (await preview(plan.id, { period: '2026' })).due_dates
    const days = (Date.parse(due_on) - Date.now()) / 86_400_000
    expect(days).toBeGreaterThan(12)
    expect(days).toBeLessThan(15)
  })

  it('as the third child gets what the cap leaves', async () => {
    const young = { birthdate: '2015-01-01' }
    await addTo(club, member('Dad'), member('Kid', { birthdate: '2012-01-01' }))
    const plan = await planOf([ADULT, FAMILY])
    await setPayer('Kid', 'Dad')
    await runOf(plan.id)
    const { ids } = await addTo(club, member('Third', young), member('Other', young))
    await setPayer('Third', 'Dad')
    // The family is complete also if only one of it is asked for.
    await runOf(plan.id, { person_ids: [ids[0]] })
    expect(await amounts()).toEqual([
      ['Dad', 12_000],
      ['Kid', 12_000],
      ['Third', 6000],
    ])
    const { body } = await club.post(`/dues_plans/${plan.id}/quote`, {
      period: PERIOD,
      person_external_id: 'Third',
    })
    expect(body.data).toMatchObject({ amount: 6000, claimed: 6000 })
  })

  it('lists who left, joined again and was claimed from before', async () => {
    await addTo(club, member('Ada', { join_date: '2020-01-01' }))
    const plan = await planOf([ADULT])
    await runOf(plan.id)
    await edit('Ada', { leave_date: '2027-03-01' })
    await edit('Ada', { leave_date: null, join_date: '2027-09-01' })
    expect(await preview(plan.id)).toMatchObject({
      ...{ count: 0, left_out: [{ reason: 'joined_again', count: 1, persons: [{ name: 'Ada' }] }] },
      differences: { count: 1, amount: 4000 - 12_000, persons: [{ claimed: 12_000, now: 4000 }] },
    })
  })
})

type Part = { kind: string; period: string; amount: number }

describe('the line of a price', () => {
  it('is called as the rule and the value, where the name of the rule has no place for it', async () => {
    await addTo(club, member('Ada', { teams: ['A'] }))
    const plan = await planOf([ADULT, { ...SECTIONS, name: 'Sections' }])
    const { id } = await runOf(plan.id)
    expect((await partsOf(id)).map(({ name }: { name: string }) => name)).toEqual(['Adult', 'Sections: A'])
  })
})

describe('another period', () => {
  it('is compared with the one before', async () => {
    await addTo(
      club,
      member('Lena', { birthdate: '2009-06-01' }),
      member('Ada', { teams: ['A'] }),
      member('Same'),
      member('Gone', { leave_date: '2027-12-31' }),
    )
    const plan = await planOf([CHILD, ADULT, SECTIONS])
    await runOf(plan.id)
    await edit('Ada', { teams: [] })
    const [ada] = await rows<{ id: string }>("SELECT id FROM persons WHERE external_id = 'Ada'")
    const some = await preview(plan.id, { period: '2028', person_ids: [ada?.id] })
    expect(some.last_period).toEqual({ period: '2027', count: 1, amount: 20_000 })
    const shown = await preview(plan.id, { period: '2028' })
    expect(shown).toMatchObject({
      ...{ count: 3, amount: 36_000, last_period: { period: '2027', count: 4, amount: 50_000 } },
      changes: [
        { person: { name: 'Ada' }, before: 20_000, now: 12_000, why: 'surcharges' },
        { person: { name: 'Lena' }, before: 6000, now: 12_000, why: 'base' },
      ],
    })
  })

  it('says that a part of it was claimed before', async () => {
    await addTo(club, member('Ada', { join_date: '2027-08-01' }), member('Eva'))
    const plan = await planOf([ADULT], { pro_rata: 'months' })
    await runOf(plan.id)
    expect((await preview(plan.id, { period: '2028' })).changes).toMatchObject([
      { person: { name: 'Ada' }, before: 5000, now: 12_000, why: 'months' },
    ])
  })

  it('has its own parts for periods below a year', async () => {
    await addTo(club, member('Ada'))
    const plan = await planOf([ADULT], {}, { interval: 'quarter', from_period: '2027-Q1' })
    await runOf(plan.id, { period: '2027-Q1' })
    expect(await preview(plan.id, { period: '2027-Q2' })).toMatchObject({
      ...{ count: 1, last_period: { period: '2027-Q1', count: 1, amount: 12_000 } },
    })
  })
})

describe('what the plan says otherwise now', () => {
  it('is a difference with its reason, and no new claim', async () => {
    await addTo(
      club,
      member('Lena', { birthdate: '2015-01-01' }),
      member('Free', { pays: 'nothing' }),
      member('Paid'),
      member('Gone'),
      member('Void'),
    )
    const plan = await planOf([HONORARY, CHILD, ADULT])
    await runOf(plan.id)
    await edit('Lena', { birthdate: '2008-01-01' })
    await edit('Free', { pays: 'yearly' })
    await edit('Paid', { pays: 'nothing' })
    await edit('Gone', { leave_date: '2026-12-01' })
    const [fee] = await rows<{ id: string }>("SELECT id FROM fees WHERE person_name = 'Void'")
    await club.post(`/fees/${fee?.id}/cancellation`, { kind: 'mistake', reason: 'x' })
    const { count, differences } = await preview(plan.id)
    const said = differences.persons.map(({ person, claimed, now, why }: Shown) => [
      person.name,
      claimed,
      now,
      why,
    ])
    expect([count, differences.count]).toEqual([0, 5])
    expect(Object.fromEntries(said.map(([name, ...rest]: unknown[]) => [name, rest]))).toEqual({
      Lena: [6000, 12_000, 'base'],
      Free: [0, 12_000, 'base'],
      Paid: [12_000, 0, 'exempt'],
      Gone: [12_000, 0, 'left'],
      Void: [0, 12_000, 'cancelled'],
    })
    expect(codesOf(await run(plan.id))).toEqual(['period nothing_to_claim'])
  })

  it('leaves the others of a family as they were claimed', async () => {
    await addTo(club, member('Dad'), member('Kid', { birthdate: '2015-01-01' }))
    const plan = await planOf([ADULT, FAMILY])
    await setPayer('Kid', 'Dad')
    await runOf(plan.id)
    // The older child comes second, and gets what the cap leaves.
    await addTo(club, member('Older', { birthdate: '2010-01-01' }))
    await setPayer('Older', 'Dad')
    expect(await preview(plan.id)).toMatchObject({ count: 1, amount: 6000, differences: { count: 0 } })
    await runOf(plan.id)
    expect((await preview(plan.id)).differences.count).toBe(0)
  })
})

type Shown = { person: { name: string }; claimed: number; now: number; why: string }

describe('a child that turns 18', () => {
  it.each([
    ['on the key day, is an adult', '2009-01-01', 12_000],
    ['the day after, is a child for the period', '2009-01-02', 6000],
  ])('%s', async (_, birthdate, amount) => {
    await addTo(club, member('Lena', { birthdate }))
    const plan = await planOf([CHILD, ADULT])
    await runOf(plan.id)
    expect(await amounts()).toEqual([['Lena', amount]])
  })
})

describe('taking a run back', () => {
  const discard = (id: string, more: object = {}, options: object = {}) =>
    club.post(`/dues_runs/${id}/discard`, { reason: 'Wrong prices', ...more }, options)

  it('cancels its fees, so that the period can be claimed again', async () => {
    await addTo(club, member('Ada', { teams: ['B'] }), member('Eva', { pays: 'nothing' }))
    const plan = await planOf([HONORARY, ADULT, SECTIONS, ENTRY])
    const first = await runOf(plan.id)
    const options = { headers: { 'Idempotency-Key': 'k' } }
    const taken = await discard(first.id, {}, options)
    expect(taken.body.data).toEqual({ ...first, state: 'discarded', discard_reason: 'Wrong prices' })
    expect((await discard(first.id, {}, options)).text).toBe(taken.text)
    expect(codesOf(await discard(first.id))).toEqual(['run_id run_discarded'])
    expect(await feesOf()).toMatchObject([{ status: 'cancelled' }])
    expect(await partsOf(first.id)).toEqual([])
    const again = await runOf(plan.id)
    expect([again.count, again.amount]).toEqual([first.count, first.amount])
    const events = (await eventsOf(club)).map(({ action }) => action)
    expect(events.slice(-4)).toEqual(['fee.cancelled', 'dues.discarded', 'fee.created', 'dues.claimed'])
  })

  it('is refused if fees have money, unless they are kept', async () => {
    await addTo(club, ...['Ada', 'Ben', 'Eva'].map((name) => member(name, { teams: ['B'] })))
    const plan = await planOf([ADULT, SECTIONS])
    const first = await runOf(plan.id)
    const [paid] = await rows<{ id: string }>("SELECT id FROM fees WHERE person_name = 'Ada'")
    const payment = { fee_id: paid?.id, amount: 500, method: 'cash', paid_on: '2026-11-20' }
    expect((await club.post('/payments', { data: [payment] })).status).toBe(201)
    const refused = await discard(first.id)
    expect(codesOf(refused)).toEqual(['keep fees_with_money'])
    expect(refused.body.issues[0].params).toEqual({ count: 1 })
    const { data } = (await discard(first.id, { keep: true })).body
    expect(data).toMatchObject({ state: 'claimed', count: 1, amount: 12_000 })
    await expectSoundBooks()
    expect((await partsOf(first.id)).map(({ amount }: Part) => amount)).toEqual([12_000, 0])
    expect(codesOf(await discard(first.id, { keep: true }))).toEqual(['keep fees_with_money'])
    const again = await runOf(plan.id)
    expect(again.count).toBe(2)
    expect(await amounts()).toEqual([
      ['Ada', 12_000],
      ['Ben', 12_000],
      ['Eva', 12_000],
    ])
  })

  it('leaves twelve fees that are in a debit', async () => {
    const debited = await collectingClub()
    const numbers = Array.from({ length: 15 }, (_, index) => index + 1)
    const payment = (n: number) => (n > 12 ? { bank_account: null, sepa_mandate: null } : {})
    await addPersons(
      debited,
      numbers.map((n) => payer(n, payment(n))),
    )
    club = debited
    const plan = await planOf([ADULT])
    const first = await runOf(plan.id)
    const fees = await rows<{ id: string; person_id: string }>(
      `SELECT fees.id FROM fees JOIN persons ON persons.id = person_id WHERE sepa_mandate IS NOT NULL`,
    )
    const released = await release(
      club,
      fees.map(({ id }) => id),
    )
    expect(released.status, released.text).toBe(201)
    const refused = await discard(first.id)
    expect([codesOf(refused), refused.body.issues[0].params]).toEqual([
      ['keep fees_with_money'],
      { count: 12 },
    ])
    const { data } = (await discard(first.id, { keep: true })).body
    expect(data).toMatchObject({ state: 'claimed', count: 12, amount: 12 * 12_000 })
    await expectSoundBooks()
    expect((await runOf(plan.id)).count).toBe(3)
  })

  it('is for runs that there are', async () => {
    expect((await discard('drn_x')).status).toBe(404)
    expect((await club.get('/dues_runs/drn_x')).status).toBe(404)
    expect((await club.get('/dues_runs/drn_x/parts')).status).toBe(404)
  })
})

describe('the parts of a run', () => {
  it('are read page by page, forwards and backwards', async () => {
    await addTo(
      club,
      ...['Ada', 'Ben', 'Eva'].map((name) => member(name, { teams: ['A', 'B'], pays: 'quarterly' })),
      member('Joe', { join_date: '2027-01-02' }),
    )
    const plan = await planOf([ADULT, SECTIONS, ENTRY], {
      instalments: { column: 'pays', parts: { quarterly: 4 } },
    })
    const { id } = await runOf(plan.id)
    const all = await partsOf(id)
    expect(all).toHaveLength(3 * (4 + 4 + 1) + 2)
    const read = []
    let [query, back] = ['per_page=2', '']
    for (let pages = 0; query && pages < 40; pages++) {
      const { body } = await club.get(`/dues_runs/${id}/parts?${query}`)
      read.push(...body.data)
      back = body.meta.prev_cursor ?? back
      query = body.meta.next_cursor ? `per_page=2&cursor=${body.meta.next_cursor}` : ''
    }
    expect(read).toEqual(all)
    const before = []
    for (let pages = 0; back && pages < 40; pages++) {
      const { body } = await club.get(`/dues_runs/${id}/parts?per_page=2&cursor=${back}`)
      before.unshift(...body.data)
      back = body.meta.prev_cursor ?? ''
    }
    expect(before).toEqual(all.slice(0, before.length))
    expect(before.length).toBeGreaterThan(25)
  })
})

describe('deciding on a difference', () => {
  const settle = (plan: string, body: object, options: object = {}) =>
    club.post(`/dues_plans/${plan}/differences`, { period: PERIOD, ...body }, options)

  it('claims what is missing, once', async () => {
    const { ids } = await addTo(club, member('Lena', { birthdate: '2015-01-01', teams: ['A'] }))
    const plan = await planOf([CHILD, ADULT, SECTIONS])
    await runOf(plan.id)
    await edit('Lena', { birthdate: '2008-01-01' })
    const body = { person_id: ids[0], decision: 'claim', now: 20_000 }
    expect(codesOf(await settle(plan.id, { ...body, now: 1 }))).toEqual(['now mark_outdated'])
    const retry = { headers: { 'Idempotency-Key': 'k' } }
    const answers = await Promise.all([
      settle(plan.id, body, retry),
      settle(plan.id, body),
      settle(plan.id, body),
    ])
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    const { data } = answers.find(({ status }) => status === 201)?.body ?? {}
    expect(data).toMatchObject({
      ...{ person_id: ids[0], claimed: 14_000, now: 20_000, run: { count: 1, amount: 6000 } },
    })
    const [part] = await partsOf(data.run.id)
    expect(part).toMatchObject({ name: 'Adult', instalment: 1, amount: 6000, position: 1 })
    expect(part.basis.steps).toMatchObject([
      { step: 'price', amount: 12_000 },
      { step: 'claimed', amount: -6000 },
    ])
    expect((await preview(plan.id)).differences.count).toBe(0)
    expect(codesOf(await settle(plan.id, body))).toEqual(['person_id no_difference'])
    await expectSoundBooks()
  })

  describe('of a family at its cap', () => {
    const NAMES = ['Ada', 'Ben', 'Cem']

    /** Claims from three children of one payer, who are adults then: together they would owe more than the cap. */
    async function grownUp() {
      const { ids } = await addTo(club, ...NAMES.map((name) => member(name, { birthdate: '2015-01-01' })))
      const plan = await planOf([CHILD, ADULT, { ...FAMILY, cap: 33_000 }])
      for (const name of ['Ben', 'Cem']) await setPayer(name, 'Ada')
      await runOf(plan.id)
      for (const name of NAMES) await edit(name, { birthdate: '1990-01-01' })
      return { plan: plan.id as string, idOf: (name: string) => ids[NAMES.indexOf(name)] }
    }
    const shownOf = async (plan: string, more: object = {}) => {
      const { differences } = await preview(plan, more)
      return differences.persons.map(({ person, now }: Shown) => [person.name, now])
    }
    const sumOfFees = async () => (await feesOf()).reduce((sum, { amount }) => sum + amount, 0)

    it.each([[['Ada', 'Ben', 'Cem']], [['Cem', 'Ada', 'Ben']]])(
      'is shown as it is claimed one after the other, also in the order %s',
      async (order) => {
        const { plan, idOf } = await grownUp()
        const shown = new Map<string, number>(await shownOf(plan))
        expect(Object.fromEntries(shown)).toEqual({ Ada: 12_000, Ben: 12_000, Cem: 9000 })
        expect((await preview(plan)).differences).toMatchObject({ count: 3, amount: 15_000 })
        for (const name of order) {
          const body = { person_id: idOf(name), decision: 'claim', now: shown.get(name) }
          const { status, text } = await settle(plan, body)
          expect(status, text).toBe(201)
          shown.delete(name)
          expect(new Map(await shownOf(plan))).toEqual(shown)
        }
        expect(await sumOfFees()).toBe(33_000)
        await expectSoundBooks()
      },
    )

    it('is the same whoever was asked about, and whoever is about to be claimed from', async () => {
      const { plan, idOf } = await grownUp()
      await addTo(club, member('Dan', { birthdate: '2015-01-01' }))
      await setPayer('Dan', 'Ada')
      expect(await shownOf(plan)).toEqual([
        ['Ada', 12_000],
        ['Ben', 9000],
      ])
      expect(await shownOf(plan, { person_ids: [idOf('Ben')] })).toEqual([['Ben', 9000]])
      expect((await settle(plan, { person_id: idOf('Ben'), decision: 'claim', now: 9000 })).status).toBe(201)
      expect((await settle(plan, { person_id: idOf('Ada'), decision: 'claim', now: 12_000 })).status).toBe(
        201,
      )
      await runOf(plan)
      expect([await sumOfFees(), await shownOf(plan)]).toEqual([33_000, []])
    })

    it('counts what was kept as it was claimed', async () => {
      const { plan, idOf } = await grownUp()
      expect((await settle(plan, { person_id: idOf('Ada'), decision: 'keep', now: 12_000 })).status).toBe(201)
      expect(await shownOf(plan)).toEqual([
        ['Ben', 12_000],
        ['Cem', 12_000],
      ])
    })
  })

  it('claims again what was cancelled as a mistake, as a further instalment', async () => {
    const { ids } = await addTo(club, member('Ada'))
    const plan = await planOf([ADULT])
    await runOf(plan.id)
    const [fee] = await rows<{ id: string }>('SELECT id FROM fees')
    await club.post(`/fees/${fee?.id}/cancellation`, { kind: 'mistake', reason: 'x' })
    const { data } = (await settle(plan.id, { person_id: ids[0], decision: 'claim' })).body
    expect(await partsOf(data.run.id)).toMatchObject([{ name: 'Adult', instalment: 2, amount: 12_000 }])
    await expectSoundBooks()
  })

  it('keeps what was claimed until the plan says something else again', async () => {
    const { ids } = await addTo(club, member('Lena'), member('Ada'))
    const plan = await planOf([CHILD, ADULT])
    await runOf(plan.id)
    await edit('Lena', { birthdate: '2015-01-01' })
    const body = { person_id: ids[0] }
    expect(codesOf(await settle(plan.id, { ...body, decision: 'claim' }))).toEqual([
      'decision nothing_to_claim',
    ])
    const kept = await settle(plan.id, { ...body, decision: 'keep', now: 6000 })
    expect(kept.body.data).toEqual({ person_id: ids[0], claimed: 12_000, now: 6000, run: null })
    expect((await eventsOf(club)).at(-1)).toMatchObject({
      ...{ action: 'dues.difference_kept', subject_id: ids[0], subject_name: 'Lena' },
      changes: { period: [null, '2027'], amount: [12_000, 6000] },
    })
    expect((await preview(plan.id)).differences.count).toBe(0)
    expect(codesOf(await settle(plan.id, { ...body, decision: 'keep' }))).toEqual(['person_id no_difference'])
    expect(codesOf(await settle(plan.id, { decision: 'keep', person_id: 'per_x' }))).toEqual([
      'person_id person_unknown',
    ])
    await edit('Lena', { leave_date: '2026-01-01' })
    expect((await preview(plan.id)).differences).toMatchObject({
      count: 1,
      persons: [{ now: 0, why: 'left' }],
    })
  })
})

describe('what a run has used', () => {
  it('is a version that is not replaced, unless the run was taken back', async () => {
    await addTo(club, member('Ada'))
    const plan = await planOf([ADULT])
    const { id } = await runOf(plan.id)
    const [adult] = plan.version.rules
    const set = (period: string, amount: number) =>
      club.put(`/dues_plans/${plan.id}/versions/${period}`, { ...VERSION, rules: [{ ...adult, amount }] })
    expect(codesOf(await set('2027', 13_000))).toEqual(['from_period version_used'])
    expect((await set('2027', 12_000)).status).toBe(200)
    expect((await set('2028', 13_000)).status).toBe(200)
    await club.post(`/dues_runs/${id}/discard`, { reason: 'x' })
    expect((await set('2027', 13_000)).status).toBe(200)
  })

  it('is shown with its fees, until it is taken back', async () => {
    await addTo(club, member('Ada', { teams: ['A'] }))
    await club.post('/fees', {
      data: [{ amount: 1, description: 'Other', person_external_id: 'Ada' }],
    })
    const plan = await planOf([ADULT, SECTIONS])
    const { id } = await runOf(plan.id)
    const dues = async () => (await club.get('/fees')).body.data.map((fee: { dues: object }) => fee.dues)
    const ofRun = {
      ...{ run_id: id, plan_id: plan.id, period: PERIOD },
      parts: [
        { name: 'Adult', amount: 12_000 },
        { name: 'A', amount: 8000 },
      ],
    }
    expect(await dues()).toEqual([null, ofRun])
    const [, fee] = (await club.get('/fees')).body.data
    expect((await club.get(`/fees/${fee.id}`)).body.data.dues).toEqual(ofRun)
    await club.post(`/dues_runs/${id}/discard`, { reason: 'x' })
    expect(await dues()).toEqual([null, null])
  })
})
