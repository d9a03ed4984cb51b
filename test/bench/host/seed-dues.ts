import { options } from './options.ts'
import { type Club, chunksOf, seed } from './seed.ts'
import type { Database, Server } from './server.ts'

/** Two equal clubs, with a plan for each request: in one the service claims dues, in the other the limit. */
export type Dues = { own: Club; twin: Club }

const PERSONS = options.compare ? 1000 : 10_000

/** How many plans each club has, all the same. */
export const PLANS = 20

/** The id of the nth plan, from 0. */
export const planId = (n: number): string => `pln_${String(n).padStart(24, '0')}`

/** The period whose dues are claimed. */
export const PERIOD = '2027'

const WRITTEN = '2026-01-01T00:00:00.000Z'

const is = (field: string, operator: string, value: string) => ({ field, operator, value })
const younger = (age: number) => is('birthdate.age', 'less', `${age}`)
const older = (age: number) => is('birthdate.age', 'more', `${age}`)
const attached_expense = { costunit_name: 'Youth', category_name: 'Jerseys', sphere: 'ideal' }
const base = (name: string, amount: number, ...conditions: object[]) => ({
  ...{ kind: 'base', name, amount, conditions, attached_expense },
})

/** The conditions are also in `CONDITIONS` of `limit/dues.ts`, in this order. */
const RULES = [
  { kind: 'exempt', name: 'Honorary', why: 'Over 79', conditions: [older(79), is('shirt', 'is', 'M')] },
  base('Infant', 3000, younger(6)),
  base('Child', 6000, younger(14)),
  base('Youth', 8000, younger(18)),
  base('Student', 9000, younger(27), is('shirt', 'is', 'S')),
  base('Young adult', 11_000, younger(27)),
  base('Passive', 4000, is('shirt', 'is', 'L')),
  base('Senior', 10_000, older(64)),
  base('Adult', 12_000),
  {
    ...{ kind: 'surcharge', name: 'Section {{value}}' },
    per_value: { column: 'teams', prices: { A: { amount: 8000 }, B: { amount: 3550 }, C: { amount: 1200 } } },
  },
  { kind: 'surcharge', name: 'Licence', amount: 1500, conditions: [is('trainer', 'is', 'true')] },
  { kind: 'surcharge', name: 'Locker', amount: 2400, conditions: [is('locker', 'more', '0')] },
  { kind: 'surcharge', name: 'Hall', amount: 500, conditions: [older(13)] },
  { kind: 'reduction', name: 'Trainer', percent: 50, of: 'base', conditions: [is('trainer', 'is', 'true')] },
  {
    kind: 'reduction',
    name: 'Loyal',
    percent: 7.5,
    of: 'base',
    conditions: [is('join_date.years', 'more', '25')],
  },
  {
    kind: 'reduction',
    name: 'Handicap',
    amount: 1000,
    of: 'all',
    conditions: [is('handicap', 'more', '36')],
  },
  { kind: 'reduction', name: 'Small shirt', percent: 2.5, of: 'all', conditions: [is('shirt', 'is', 'S')] },
  { kind: 'family', name: 'Family', cap: 30_000, of: 'all' },
  { kind: 'once', name: 'Entry', amount: 2500, conditions: [older(17)], attached_expense },
  { kind: 'once', name: 'Entry, young', amount: 1000, conditions: [younger(18)], attached_expense },
]

const PLAN = {
  ...{ name: 'Yearly dues', list: 'members', interval: 'year', description: 'Dues {{period}}' },
  from_period: PERIOD,
  version: { key_day: '01-01', due_day: 59, pro_rata: 'months', rounding: 10, rules: RULES },
}

/** Creates the clubs of dues. */
export async function seedDues({ db, origins }: Server): Promise<Dues> {
  const [own, twin] = [await seed(db, 40, PERSONS), await seed(db, 41, PERSONS)]
  const response = await fetch(`${origins.service}/dues_plans`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${own.key}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(PLAN),
  })
  const text = await response.text()
  if (response.status !== 201) throw new Error(`The plan of dues: ${response.status} ${text.slice(0, 500)}`)
  for (const club of [own, twin]) {
    await copyPlan(db, { id: JSON.parse(text).data.id, from: own, to: club })
    for (const numbers of chunksOf(PERSONS))
      await db.batch([db.prepare(MEMBERS).bind(club.id, WRITTEN, JSON.stringify(numbers))])
  }
  return { own, twin }
}

/** Copies a plan {@link PLANS} times. What it is booked to are the cost units of the other club. */
async function copyPlan(db: Database, { id, from, to }: { id: string; from: Club; to: Club }): Promise<void> {
  const ids = JSON.stringify(Array.from({ length: PLANS }, (_, n) => planId(n)))
  await db.batch([COPY_PLAN, COPY_VERSION].map((sql) => db.prepare(sql).bind(to.id, from.id, id, ids)))
}

const COPY_PLAN = `
  INSERT INTO dues_plans (workspace_id, id, list_id, name, interval, description, created_at, updated_at)
  SELECT ?1, copy.value, list_id, name, interval, description, created_at, updated_at
  FROM dues_plans CROSS JOIN json_each(?4) AS copy WHERE workspace_id = ?2 AND dues_plans.id = ?3`

// The ids of a workspace and of its cost unit and category end with the same digits.
const COPY_VERSION = `
  INSERT INTO dues_versions (workspace_id, plan_id, from_period, key_day, due_day, pro_rata, rounding, rules)
  SELECT ?1, copy.value, from_period, key_day, due_day, pro_rata, rounding,
    replace(rules, substr(?2, 5), substr(?1, 5))
  FROM dues_versions CROSS JOIN json_each(?4) AS copy WHERE workspace_id = ?2 AND plan_id = ?3`

// Of ten, four are a family of one payer. One in twenty joins in the period, one in 500 has no birthdate.
const MEMBERS = `
  INSERT INTO persons (workspace_id, list_id, area, id, external_id, first_name, first_name_key, last_name,
    last_name_key, birthdate, membership_number, join_date, payer_id, custom_values, created_at, updated_at)
  SELECT ?1, 'members', 'regular', printf('per_%024d', value), 'crm-' || value, 'First' || value, 'first' || value,
    'Last' || value, 'last' || value,
    CASE WHEN value % 500 <> 250
      THEN printf('%d-%02d-%02d', 1935 + value * 7 % 90, value % 12 + 1, value % 28 + 1) END, 'm' || value,
    CASE value % 20 WHEN 3 THEN printf('${PERIOD}-%02d-15', value / 20 % 12 + 1)
      ELSE printf('%d-02-01', 1980 + value * 11 % 46) END,
    CASE WHEN value % 10 IN (2, 3, 4) THEN printf('per_%024d', value - value % 10 + 1) END,
    json_object('col_000000000000000000000001', substr('SML', value % 3 + 1, 1),
      'col_000000000000000000000003', json(iif(value % 7 = 0, 'true', 'false')),
      'col_000000000000000000000004', json(CASE value % 5 WHEN 0 THEN '["A","C"]' WHEN 1 THEN '["B"]' ELSE '[]' END),
      'col_000000000000000000000005', value % 4, 'col_000000000000000000000006', value % 50 + 0.5),
    ?2, ?2
  FROM json_each(?3)`
