import { beforeEach, describe, expect, it } from 'vitest'
import { sql } from '../../src/db/sql'
import type { Rule } from '../../src/domain/dues/rule'
import { familiesOf, MAX_PARAMETERS, selectWho } from '../../src/domain/dues/who'
import { addTo, columns, person, TEAMS } from '../support/club'
import { eventsOf } from '../support/events'
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
  per_value: { column: 'teams', prices: { A: { amount: 8000 } } },
}
const PAYS = { name: 'Pays', type: 'string', allowed_values: ['yearly', 'quarterly'], external_id: 'pays' }

let club: Workspace

beforeEach(async () => {
  club = await workspace()
  await addTo(club, columns([TEAMS, PAYS]))
})

const create = (rules: object[], more: object = {}, version: object = {}) =>
  club.post('/dues_plans', {
    ...{
      name: 'Dues',
      list: 'members',
      interval: 'year',
      description: 'Dues {{period}}',
      from_period: '2027',
    },
    version: { ...VERSION, ...version, rules },
    ...more,
  })

const planOf = async (rules: object[], more?: object, version?: object) => {
  const { status, body, text } = await create(rules, more, version)
  expect(status, text).toBe(201)
  return body.data
}

const preview = (plan_id: string, options?: object) =>
  club.post('/dues_runs?dry_run=true', { plan_id, period: '2027' }, options)

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

describe('a plan', () => {
  it('is created with its first version, and read with it', async () => {
    await club.post('/cost_units', { name: 'Club', categories: ['Dues'] })
    const attached_expense = { costunit_name: 'Club', category_name: 'Dues', sphere: 'ideal' }
    const plan = await planOf([CHILD, { ...ADULT, attached_expense }, SECTIONS])
    expect(plan).toMatchObject({
      ...{ name: 'Dues', list: 'members', interval: 'year', archived: false, versions: ['2027'] },
      version: {
        ...{ ...VERSION, from_period: '2027', instalments: null },
        rules: [CHILD, { ...ADULT, attached_expense }, SECTIONS],
      },
    })
    expect((await club.get(`/dues_plans/${plan.id}`)).body.data).toEqual(plan)
    const { version, ...head } = plan
    expect((await club.get('/dues_plans')).body.data).toEqual([head])
    const [stored] = await rows<{ rules: string }>('SELECT * FROM dues_versions')
    expect(stored).toMatchObject({ plan_id: plan.id, from_period: '2027', key_day: '01-01', revision: 1 })
    expect(JSON.parse(String(stored?.rules))[1].place.cost_unit_id).toMatch(/^cst_/)
    expect(version.rules.every(({ id }: { id: string }) => /^rul_\w{24}$/.test(id))).toBe(true)
  })

  it('shows the new name of a cost unit', async () => {
    const { body } = await club.post('/cost_units', { name: 'Club' })
    const plan = await planOf([{ ...ADULT, attached_expense: { costunit_name: 'Club' } }])
    await club.put(`/cost_units/${body.data.id}`, { name: 'Association' })
    const read = await club.get(`/dues_plans/${plan.id}`)
    expect(read.body.data.version.rules[0].attached_expense.costunit_name).toBe('Association')
  })

  it('is created once for a key', async () => {
    const body = {
      ...{ name: 'Dues', list: 'members', interval: 'year', description: 'x', from_period: '2027' },
      version: { ...VERSION, rules: [ADULT] },
    }
    const options = { headers: { 'Idempotency-Key': 'k' } }
    const [one, two] = [
      await club.post('/dues_plans', body, options),
      await club.post('/dues_plans', body, options),
    ]
    expect(two.text).toBe(one.text)
    expect(await rows('SELECT id FROM dues_plans')).toHaveLength(1)
  })

  it('is renamed and archived, and tells so in the log', async () => {
    const { id } = await planOf([ADULT])
    const { headers } = await club.get(`/dues_plans/${id}`)
    const tag = { headers: { 'If-Match': String(headers.get('ETag')) } }
    const changed = await club.patch(`/dues_plans/${id}`, { name: 'Old dues', archived: true }, tag)
    expect(changed.body.data).toMatchObject({ name: 'Old dues', archived: true })
    expect((await club.patch(`/dues_plans/${id}`, { name: 'x' }, tag)).status).toBe(412)
    const unchanged = await club.patch(`/dues_plans/${id}`, { name: 'Old dues' })
    expect([unchanged.status, unchanged.cost.rowsWritten]).toEqual([200, 0])
    const restored = await club.patch(`/dues_plans/${id}`, { archived: false })
    expect(restored.body.data).toMatchObject({ name: 'Old dues', archived: false })
    const events = (await eventsOf(club)).filter(({ action }) => action.startsWith('dues_plan.'))
    expect(events.map(({ action, changes }) => [action, changes?.archived])).toEqual([
      ['dues_plan.created', undefined],
      ['dues_plan.updated', [false, true]],
      ['dues_plan.updated', [true, false]],
    ])
  })

  it('says something else from a later period on', async () => {
    const { id, version } = await planOf([CHILD, ADULT])
    const [child, adult] = version.rules
    const path = `/dues_plans/${id}/versions/2029`
    const set = await club.put(path, { ...VERSION, rules: [child, { ...adult, amount: 15_000 }] })
    expect(set.status, set.text).toBe(200)
    expect(set.body.data.versions).toEqual(['2027', '2029'])
    const amountIn = async (period: string) =>
      (await club.get(`/dues_plans/${id}?period=${period}`)).body.data.version.rules[1].amount
    expect([await amountIn('2028'), await amountIn('2029'), await amountIn('2040')]).toEqual([
      12_000, 15_000, 15_000,
    ])
    expect(set.body.data.version.rules.map((rule: { id: string }) => rule.id)).toEqual([child.id, adult.id])
    const again = await club.put(path, { ...VERSION, rules: set.body.data.version.rules })
    expect([again.status, again.cost.rowsWritten]).toEqual([200, 0])
    expect(codesOf(await club.get(`/dues_plans/${id}?period=2026`))).toEqual(['period before_first_version'])
    expect(codesOf(await club.get(`/dues_plans/${id}?period=2027-H1`))).toEqual(['period not_a_period'])
  })

  it('replaces a version unless it has changed meanwhile', async () => {
    const { id } = await planOf([ADULT])
    const { headers } = await club.get(`/dues_plans/${id}`)
    const tag = { headers: { 'If-Match': String(headers.get('ETag')) } }
    const path = `/dues_plans/${id}/versions/2027`
    const [one, two] = await Promise.all(
      [1, 2].map((amount) => club.put(path, { ...VERSION, rules: [{ ...ADULT, amount }] }, tag)),
    )
    expect([one?.status, two?.status].sort()).toEqual([200, 412])
    expect(await rows('SELECT revision FROM dues_versions')).toEqual([{ revision: 2 }])
  })

  it.each<[string, object[], string[]]>([
    ['no base', [SECTIONS], ['version.rules base_missing']],
    ['a base after one for everyone', [ADULT, CHILD], ['version.rules.1 rule_never_fits']],
    ['the id of another rule', [{ ...ADULT, id: 'rul_x' }], ['version.rules.0.id rule_unknown']],
    [
      'a condition on what the list does not have',
      [{ ...ADULT, conditions: [{ field: 'group', operator: 'is', value: 'x' }] }],
      ['version.rules.0.conditions.0.field not_of_list'],
    ],
    [
      'an operator that the field does not take',
      [{ ...ADULT, conditions: [{ field: 'birthdate.age', operator: 'contains', value: '1' }] }],
      ['version.rules.0.conditions.0.operator operator_not_of_field'],
    ],
    [
      'a condition on accounts',
      [{ ...ADULT, conditions: [{ field: 'bank_account.iban', operator: 'contains', value: '1' }] }],
      ['version.rules.0.conditions.0.field bank_accounts_hidden'],
    ],
    [
      'prices of a column without values',
      [ADULT, { ...SECTIONS, per_value: { column: 'email', prices: {} } }],
      ['version.rules.1.per_value.column not_a_column_of_values'],
    ],
    [
      'a price of no value',
      [ADULT, { ...SECTIONS, per_value: { column: 'teams', prices: { Judo: { amount: 1 } } } }],
      ['version.rules.1.per_value.prices.Judo not_a_value'],
    ],
    ['an amount and prices', [ADULT, { ...SECTIONS, amount: 1 }], ['version.rules.1 not_exactly_one']],
    [
      'an unknown cost unit',
      [{ ...ADULT, attached_expense: { costunit_name: 'x' } }],
      ['version.rules.0.attached_expense.costunit_name cost_unit_unknown'],
    ],
  ])('with %s is refused by its path', async (_, rules, codes) => {
    expect(codesOf(await create(rules))).toEqual(codes)
    expect(await rows('SELECT id FROM dues_plans')).toEqual([])
  })

  it('has a period of its interval, and instalments only by the year', async () => {
    const instalments = { column: 'pays', parts: { quarterly: 4 } }
    const more = { interval: 'quarter', from_period: '2027' }
    expect(codesOf(await create([ADULT], more, { instalments }))).toEqual([
      'from_period not_a_period',
      'version.instalments only_for_years',
    ])
    const other = { column: 'teams', parts: {} }
    expect(codesOf(await create([ADULT], {}, { instalments: other }))).toEqual([
      'version.instalments.column not_a_column_of_values',
    ])
  })

  it('is one of at most 20, with at most 30 rules', async () => {
    const rules = Array.from({ length: 31 }, () => CHILD)
    expect(codesOf(await create(rules))).toEqual(['version.rules too_many_entries'])
    for (let count = 0; count < 20; count++) await planOf([ADULT], { name: `Dues ${count}` })
    expect(codesOf(await create([ADULT]))).toEqual(['name too_many_plans'])
  })

  it('has a name that no other plan in use has, whatever its capitals and blanks', async () => {
    const { id } = await planOf([ADULT])
    expect(codesOf(await create([ADULT], { name: 'DUES' }))).toEqual(['name taken'])
    const other = await planOf([ADULT], { name: 'Old  dues' })
    expect(codesOf(await club.patch(`/dues_plans/${other.id}`, { name: 'dues' }))).toEqual(['name taken'])
    expect(codesOf(await create([ADULT], { name: 'old dues' }))).toEqual(['name taken'])
    expect((await club.patch(`/dues_plans/${other.id}`, { name: 'Old Dues' })).status).toBe(200)
    // An archived plan leaves its name to others, and is not used again while one has it.
    await club.patch(`/dues_plans/${id}`, { archived: true })
    await planOf([ADULT])
    expect(codesOf(await club.patch(`/dues_plans/${id}`, { archived: false }))).toEqual(['name taken'])
    const restored = await club.patch(`/dues_plans/${id}`, { archived: false, name: 'First dues' })
    expect(restored.body.data).toMatchObject({ archived: false, name: 'First dues' })
  })

  it('takes a name once, also by requests at the same moment', async () => {
    const created = await Promise.all([1, 2, 3].map(() => create([ADULT])))
    expect(created.map(({ status }) => status).sort()).toEqual([201, 422, 422])
    const names = ['A', 'B'].map((name) => planOf([ADULT], { name }))
    const plans = await Promise.all(names)
    const renamed = await Promise.all(plans.map(({ id }) => club.patch(`/dues_plans/${id}`, { name: 'C' })))
    expect(renamed.map(({ status }) => status).sort()).toEqual([200, 422])
    const stored = await rows<{ name: string }>('SELECT name FROM dues_plans ORDER BY name')
    expect(stored.filter(({ name }) => name === 'C' || name === 'Dues')).toHaveLength(2)
  })
})

describe('a comparison of versions', () => {
  const compare = (id: string, period: string, rules: object[], version: object = {}) =>
    club.post(`/dues_plans/${id}/versions/${period}/compare`, { ...VERSION, ...version, rules })
  const born = (first_name: string, birthdate: string | null, fields: object = {}) =>
    person({ name: { first_name }, birthdate, join_date: '2020-01-01', ...fields })

  it('says what a version changes for how many, and writes nothing', async () => {
    await addTo(
      club,
      ...[born('Ada', '1980-01-01', { teams: ['A'] }), born('Ben', '2015-01-01'), born('Cem', '1990-01-01')],
      ...[born('Eva', null), born('Gone', '1980-01-01', { leave_date: '2026-12-31' })],
    )
    const { id, version } = await planOf([CHILD, ADULT, SECTIONS])
    const [child, adult] = version.rules
    const changed = [
      { ...child, amount: 5000 },
      { ...adult, amount: 12_500 },
      { ...SECTIONS, name: 'New' },
    ]
    const answer = await compare(id, '2028', changed)
    expect([answer.status, answer.cost.trips, answer.cost.rowsWritten], answer.text).toEqual([200, 2, 0])
    const { changes, faults, ...sums } = answer.body.data
    expect(sums).toEqual({
      ...{ plan_id: id, list: 'members', period: '2028', until: null },
      before: { persons: 3, amount: 20_000 + 6000 + 12_000, faults: 1 },
      after: { persons: 3, amount: 20_500 + 5000 + 12_500, faults: 1 },
      ...{ more: 2, less: 1, same: 0, claimed: { count: 0, amount: 0 } },
    })
    expect(changes.map((one: { person: { name: string } }) => ({ ...one, person: one.person.name }))).toEqual(
      [
        { person: 'Ben', before: 6000, after: 5000 },
        { person: 'Ada', before: 20_000, after: 20_500 },
        { person: 'Cem', before: 12_000, after: 12_500 },
      ],
    )
    expect(faults).toMatchObject([{ reason: 'no_birthdate', count: 1, persons: [{ name: 'Eva' }] }])
    expect(await rows('SELECT revision FROM dues_versions')).toEqual([{ revision: 1 }])
  })

  it('counts ages on the key day of each version, and who gets a fault as nobody who pays', async () => {
    await addTo(club, born('Mia', '2009-03-01'), born('Ada', '1980-01-01', { teams: ['B'] }))
    const { id } = await planOf([CHILD, ADULT])
    const later = await compare(id, '2027', [CHILD, ADULT], { key_day: '06-01' })
    expect(later.body.data).toMatchObject({
      more: 1,
      less: 0,
      same: 1,
      changes: [{ before: 6000, after: 12_000 }],
    })
    const fault = await compare(id, '2027', [CHILD, ADULT, SECTIONS])
    expect(fault.body.data).toMatchObject({
      ...{ more: 0, less: 0, same: 1, after: { persons: 1, amount: 6000, faults: 1 } },
      changes: [{ person: { name: 'Ada' }, before: 12_000, after: null }],
      faults: [{ reason: 'no_price', value: 'B', count: 1 }],
    })
  })

  it('tells what the period has claimed, and until when the version holds', async () => {
    await addTo(club, born('Ada', '1980-01-01'))
    const { id } = await planOf([ADULT])
    await club.post('/dues_runs', { plan_id: id, period: '2027' })
    await club.put(`/dues_plans/${id}/versions/2030`, { ...VERSION, rules: [ADULT] })
    const dearer = await compare(id, '2027', [{ ...ADULT, amount: 13_000 }])
    // What was claimed does not hide what the versions say.
    expect(dearer.body.data).toMatchObject({
      ...{ until: '2030', claimed: { count: 1, amount: 12_000 }, more: 1 },
      ...{ before: { amount: 12_000 }, after: { amount: 13_000 } },
    })
    const first = await compare(id, '2020', [ADULT])
    expect(first.body.data).toMatchObject({ before: null, after: { persons: 1 }, more: 1, until: '2027' })
  })

  it('refuses what a version would be refused for', async () => {
    const { id } = await planOf([ADULT])
    expect(codesOf(await compare(id, '2027', [SECTIONS]))).toEqual(['rules base_missing'])
    expect(codesOf(await compare(id, '2027-H1', [ADULT]))).toEqual(['from_period not_a_period'])
    expect((await compare('pln_x', '2027', [ADULT])).status).toBe(404)
  })

  it('takes the largest versions', async () => {
    await addTo(club, born('Ada', '1980-01-01'))
    const conditions = Array.from({ length: 10 }, (_, index) => ({
      field: 'birthdate.age',
      operator: 'less',
      value: String(index + 30),
    }))
    const rules = [
      ...Array.from({ length: 29 }, (_, index) => ({
        kind: 'exempt',
        name: `E${index}`,
        why: 'x',
        conditions,
      })),
      ADULT,
    ]
    const { id } = await planOf(rules)
    const answer = await compare(id, '2027', rules)
    expect([answer.status, answer.body.data?.same], answer.text).toEqual([200, 1])
  })
})

describe('a quote', () => {
  const quoteOf = async (id: string, person_external_id: string, period = '2027') => {
    const answer = await club.post(`/dues_plans/${id}/quote`, { period, person_external_id })
    expect(answer.status, answer.text).toBe(200)
    expect(answer.cost.rowsWritten).toBe(0)
    return answer.body.data
  }

  it('says line by line what a person owes', async () => {
    await addTo(
      club,
      person({
        ...{ external_id: 'lena', name: { first_name: 'Lena' }, birthdate: '2009-01-01' },
        ...{ join_date: '2027-08-10', teams: ['A'], pays: 'quarterly' },
      }),
    )
    const half = { kind: 'reduction', name: 'Half', percent: 50, of: 'base' }
    const { id, version } = await planOf(
      [CHILD, ADULT, SECTIONS, half],
      {},
      {
        instalments: { column: 'pays', parts: { quarterly: 4 } },
      },
    )
    const [, adult, sections, reduction] = version.rules
    // She turns 18 on the key day, so she is an adult.
    expect(await quoteOf(id, 'lena')).toMatchObject({
      ...{
        plan_id: id,
        period: '2027',
        person_name: 'Lena',
        age: 18,
        outcome: 'owes',
        why: null,
        amount: 5830,
      },
      lines: [
        {
          ...{ rule_id: adult.id, kind: 'base', name: 'Adult', value: null, amount: 2500 },
          steps: [
            { step: 'price', rule_id: adult.id, name: 'Adult', amount: 12_000 },
            { step: 'reduction', rule_id: reduction.id, name: 'Half', amount: -6000 },
            { step: 'pro_rata', rule_id: null, months: 5, of: 12, amount: -3500 },
          ],
        },
        {
          ...{ rule_id: sections.id, kind: 'surcharge', name: 'A', value: 'A', amount: 3330 },
          steps: [
            { step: 'price', amount: 8000 },
            { step: 'pro_rata', amount: -4667 },
            { step: 'rounding', amount: -3 },
          ],
        },
      ],
      instalments: [
        { due_on: '2027-08-29', amount: 2915 },
        { due_on: '2027-11-29', amount: 2915 },
      ],
    })
  })

  it('says why a person owes nothing, or what is missing', async () => {
    await addTo(
      club,
      person({ external_id: 'honorary', email: 'h@example.org', birthdate: '1950-01-01', teams: ['B'] }),
      person({ external_id: 'ageless', email: 'a@example.org' }),
      person({ external_id: 'judoka', email: 'j@example.org', birthdate: '1990-01-01', teams: ['A', 'B'] }),
      person({ external_id: 'gone', email: 'g@example.org', leave_date: '2026-12-31' }),
    )
    const { id } = await planOf([
      {
        ...{ kind: 'exempt', name: 'Honorary', why: 'Honorary member' },
        conditions: [{ field: 'email', operator: 'is', value: 'H@example.org' }],
      },
      CHILD,
      ADULT,
      SECTIONS,
    ])
    const outcomes = []
    for (const name of ['honorary', 'ageless', 'judoka', 'gone']) {
      const { outcome, why, amount } = await quoteOf(id, name)
      outcomes.push([outcome, why, amount])
    }
    expect(outcomes).toEqual([
      ['exempt', 'Honorary member', 0],
      ['no_birthdate', null, 0],
      ['no_price', 'B', 0],
      ['no_member', null, 0],
    ])
  })

  it('is for a person who is not stored, as if it were created', async () => {
    const instalments = { column: 'pays', parts: { quarterly: 4 } }
    const { id } = await planOf([CHILD, ADULT, SECTIONS], {}, { instalments })
    const ask = (person: object) => club.post(`/dues_plans/${id}/quote`, { period: '2027', person })
    const lena = { name: { first_name: 'Lena', last_name: 'Roth' }, birthdate: '2015-01-01' }
    const joins = { join_date: '2027-07-01', teams: ['A'], pays: 'quarterly' }
    const { body, cost } = await ask({ ...lena, ...joins })
    expect([cost.trips, cost.rowsWritten]).toEqual([2, 0])
    expect(body.data).toMatchObject({
      ...{ person_id: null, person_name: 'Lena Roth', age: 12, outcome: 'owes', amount: 7000, claimed: 0 },
      lines: [
        { name: 'Child', amount: 3000 },
        { name: 'A', amount: 4000 },
      ],
      instalments: [
        { due_on: '2027-08-29', amount: 3500 },
        { due_on: '2027-11-29', amount: 3500 },
      ],
    })
    expect((await ask({ name: { first_name: 'Ageless' } })).body.data.outcome).toBe('no_birthdate')
    expect(codesOf(await ask({ birthdate: 'x', teams: ['C'] }))).toEqual([
      'person.birthdate invalid_format',
      'person.teams.0 not_allowed',
      'person.name nothing_identifies',
    ])
    expect(await rows('SELECT id FROM persons')).toEqual([])
  })

  it('is for one person of the list of the plan', async () => {
    await addTo(club, person({ external_id: 'contact', email: 'c@example.org' }, 'contacts'))
    const { id } = await planOf([ADULT])
    const ask = (body: object) => club.post(`/dues_plans/${id}/quote`, { period: '2027', ...body })
    expect(codesOf(await ask({ person_external_id: 'contact' }))).toEqual([
      'person_external_id person_unknown',
    ])
    expect(codesOf(await ask({ person_id: 'per_x', person_external_id: 'x' }))).toEqual([
      'person_id not_one_person',
    ])
    expect(codesOf(await ask({}))).toEqual(['person_id not_one_person'])
    const contacts = await planOf([ADULT], { list: 'contacts', name: 'Dues of contacts' })
    expect((await quoteOf(contacts.id, 'contact')).amount).toBe(12_000)
  })
})

/** Rules with as many conditions as a plan takes, of each kind of field. */
const largestRules = () => {
  const kinds = [
    { field: 'sex', operator: 'is_not', value: 'f' },
    { field: 'birthdate.age', operator: 'is_not', value: '18@2027-06-30' },
    { field: 'name.first_name', operator: 'contains', value: 'a' },
    { field: 'teams', operator: 'is', value: 'A' },
    { field: 'teams', operator: 'contains', value: 'a' },
    { field: 'join_date.years', operator: 'is', value: '3' },
    { field: 'pays', operator: 'empty', value: 'false' },
  ]
  return Array.from({ length: 30 }, (_, index) => ({
    ...{ kind: 'base', name: `Rule ${index}`, amount: 1 },
    // Of one kind in each of the first rules, then of all.
    conditions: Array.from(
      { length: 10 },
      (_, place) => kinds[index < kinds.length ? index : place % kinds.length],
    ),
  }))
}

describe('the largest plan', () => {
  it('takes at most 100 parameters and 100 KB a statement', () => {
    const asked = {
      workspace: sql`(SELECT workspace_id FROM api_keys WHERE token_hash = ${'x'} AND expires_at > ${'x'})`,
      ...{ list: 'members' as const, keyDay: '2027-01-01', limit: 10_001 },
      ...familiesOf('members', { ids: ['x'] }),
    }
    const rules = largestRules().map((rule, index) => ({ ...rule, id: `rul_${index}`, place: null }) as Rule)
    const columns = Array.from({ length: 30 }, (_, index) => `column_${index}`)
    const all = selectWho(asked, rules, columns)
    expect(Math.max(...all.map((one) => one.values.length))).toBeLessThanOrEqual(MAX_PARAMETERS)
    expect(Math.max(...all.map((one) => one.texts.join('?').length))).toBeLessThanOrEqual(100_000)
    expect(all.length).toBeGreaterThan(1)
    expect(all.length).toBeLessThanOrEqual(30)
  })

  it('is stored and computed by', async () => {
    await addTo(
      club,
      person({
        external_id: 'ada',
        name: { first_name: 'Ada' },
        birthdate: '1990-01-01',
        teams: ['A'],
        pays: 'yearly',
      }),
      person({ external_id: 'eva', name: { first_name: 'Eva' }, birthdate: '1990-01-01' }),
    )
    const { id, version } = await planOf([...largestRules().slice(1), ADULT], {}, { rounding: 1 })
    const shown = await preview(id)
    expect(shown.body.data).toMatchObject({ count: 2, amount: 2, faults: [] })
    // The first rule is about ages: both are older than 18.
    expect(shown.body.data.by_rule).toMatchObject([{ rule_id: version.rules[0].id, count: 2 }])
    expect(shown.cost.trips).toBe(2)
  })
})

describe('a preview', () => {
  it('has faults first, and sums by rule that add up', async () => {
    await addTo(
      club,
      person({ name: { first_name: 'Child' }, birthdate: '2015-01-01' }),
      person({ name: { first_name: 'Adult' }, birthdate: '1990-01-01', teams: ['A'] }),
      person({ name: { first_name: 'Ageless' } }),
      person({ name: { first_name: 'Judoka' }, birthdate: '1990-01-01', teams: ['B'] }),
      person({ name: { first_name: 'Later' }, birthdate: '1990-01-01', join_date: '2028-01-01' }),
    )
    const off = { kind: 'reduction', name: 'Off', amount: 500, of: 'all' }
    const { id, version } = await planOf([CHILD, ADULT, SECTIONS, off])
    const [child, adult, sections, reduction] = version.rules
    const { body, cost } = await preview(id)
    expect([cost.trips, cost.rowsWritten]).toEqual([2, 0])
    expect(body.data).toMatchObject({
      ...{ plan_id: id, period: '2027', count: 2, amount: 6000 + 12_000 + 8000 - 2 * 500, exempt: [] },
      faults: [
        { reason: 'no_birthdate', rule_id: null, value: null, count: 1, persons: [{ name: 'Ageless' }] },
        { reason: 'no_price', rule_id: sections.id, value: 'B', count: 1, persons: [{ name: 'Judoka' }] },
      ],
      by_rule: [
        { rule_id: child.id, name: 'Child', count: 1, amount: 6000 },
        { rule_id: adult.id, count: 1, amount: 12_000 },
        { rule_id: sections.id, count: 1, amount: 8000 },
        { rule_id: reduction.id, count: 2, amount: -1000 },
      ],
    })
  })

  it('is of at most 10,000 persons, and names 100 of a fault', async () => {
    await seedMembers(club.id, 10_000)
    const { id } = await planOf([CHILD])
    const { data } = (await preview(id)).body
    expect(data).toMatchObject({ count: 0, amount: 0, faults: [{ reason: 'no_birthdate', count: 10_000 }] })
    expect(data.faults[0].persons).toHaveLength(100)
    await seedMembers(club.id, 1, 10_001)
    expect(codesOf(await preview(id))).toEqual(['plan_id too_many_owe'])
    const compared = await club.post(`/dues_plans/${id}/versions/2027/compare`, {
      ...VERSION,
      rules: [CHILD],
    })
    expect(codesOf(compared)).toEqual(['plan_id too_many_owe'])
  })

  it('needs the permission to read the list', async () => {
    const { id } = await planOf([ADULT])
    const key = await club.keyWith('fees:write')
    const answer = await preview(id, { key })
    expect(answer.status).toBe(403)
  })
})
