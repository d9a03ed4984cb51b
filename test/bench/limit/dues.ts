import { KNOWN, recordEvents } from './events'
import { feeReference, newIds } from './ids'
import { type Call, json, NOW, query, rowsOf, type Statement, sha256, workspaceOfKey } from './query'
import { type Owed, type Packed, type Rule, reckon, yearsSince } from './reckon-dues'

const PERMISSION = 'fees:write'
const WORKSPACE = workspaceOfKey(PERMISSION)

const PLAN = `
  SELECT p.name, p.description, p.revision AS plan_revision, from_period, key_day, due_day, pro_rata, rounding,
    v.revision, rules, date('now', '+' || notice_days || ' days') AS earliest_due_on,
    max(date(?3 || '-01-01', '+' || due_day || ' days'), date('now', '+' || notice_days || ' days')) AS due_on
  FROM workspaces AS w CROSS JOIN dues_plans AS p CROSS JOIN dues_versions AS v
  WHERE w.id = ${WORKSPACE} AND p.workspace_id = w.id AND p.id = ?2 AND v.workspace_id = p.workspace_id AND plan_id = p.id
    AND from_period <= ?3
  ORDER BY from_period DESC LIMIT 1`

const path = (n: number): string => `'$.col_${String(n).padStart(24, '0')}'`
const [SHIRT, TRAINER, LOCKER, HANDICAP] = [1, 3, 5, 6].map((n) => `custom_values ->> ${path(n)}`)
const younger = (age: number) => `birthdate > (?2 - ${age}) || '-01-01'`
const older = (age: number) => `birthdate <= (?2 - ${age + 1}) || '-01-01'`

/** The conditions of the rules in `host/seed-dues.ts` that have some, in their order. The types of the columns are known. */
const CONDITIONS = [
  `${older(79)} AND ${SHIRT} = 'M'`,
  younger(6),
  younger(14),
  younger(18),
  `${younger(27)} AND ${SHIRT} = 'S'`,
  younger(27),
  `${SHIRT} = 'L'`,
  older(64),
  `${TRAINER} = 1`,
  `${LOCKER} > 0`,
  older(13),
  `${TRAINER} = 1`,
  `join_date <= (?2 - 26) || '-01-01'`,
  `${HANDICAP} > 36`,
  `${SHIRT} = 'S'`,
  older(17),
  younger(18),
]

const MEMBERS = `
  SELECT json_array(id, concat_ws(' ', first_name, last_name), birthdate, join_date, payer_id,
    custom_values -> ${path(4)}, concat(${CONDITIONS.join(', ')})) AS packed
  FROM persons
  WHERE workspace_id = ${WORKSPACE} AND list_id = 'members' AND area = 'regular'
    AND coalesce(join_date, '') <= ?2 || '-12-31' AND coalesce(leave_date, '9') >= ?2 || '-01-01'
  ORDER BY id`

const CLAIMED = `
  SELECT count(DISTINCT person_id) AS count, coalesce(sum(amount), 0) AS amount FROM dues_parts
  WHERE workspace_id = ${WORKSPACE} AND plan_id = ?2 AND period IN (?3, 'once')`

const UNITS = `SELECT id, name FROM cost_units WHERE workspace_id = ${WORKSPACE}`

type Body = { plan_id: string; period: string; due_on?: string }
type PlanRow = {
  name: string
  description: string
  plan_revision: number
  from_period: string
  key_day: string
  due_day: number
  pro_rata: string
  rounding: number
  revision: number
  rules: string
  due_on: string
  earliest_due_on: string
}

/** Reads a plan and the members, and computes what they owe. One trip. */
async function load(call: Call, { plan_id, period }: Body, ...more: Statement[]) {
  const { results } = await query(call, PERMISSION, [PLAN, plan_id, period], [MEMBERS, period], ...more)
  const [plan] = rowsOf<PlanRow>(results[0])
  if (!plan) throw new Response(null, { status: 404 })
  const packed = rowsOf<{ packed: string }>(results[1]).map((row) => row.packed)
  const members: Packed[] = JSON.parse(`[${packed.join()}]`)
  const rules: Rule[] = JSON.parse(plan.rules)
  return { plan, rules, members, owed: reckon(rules, plan.rounding, Number(period), members), results }
}

const sumOf = (lines: { amount: number }[]): number => lines.reduce((sum, { amount }) => sum + amount, 0)

/** What a run would claim, of a plan that has no other and no earlier claims. One trip. */
export async function previewDues(call: Call): Promise<Response> {
  const body = await call.request.json<Body>()
  const { plan_id, period } = body
  const loaded = await load(call, body, [CLAIMED, plan_id, period], [UNITS])
  const { plan, rules, owed, members, results } = loaded
  const { due_on, earliest_due_on } = plan
  const [already_claimed] = rowsOf<{ count: number; amount: number }>(results[2])
  const owing = owed
    .map(({ member: [id, name], lines }) => ({ person: { id, name }, amount: sumOf(lines), due_on }))
    .filter(({ amount }) => amount > 0)
  const ageless = members.filter(([, , birthdate]) => birthdate === null)
  const [count, amount] = [owing.length, sumOf(owing)]
  const data = {
    ...{ plan_id, list: 'members', period, from_period: plan.from_period },
    faults:
      ageless.length > 0 ? [{ reason: 'no_birthdate', rule_id: null, value: null, ...named(ageless) }] : [],
    ...{ count, persons: count, amount },
    fees: owing
      .toSorted((one, other) => one.person.name.localeCompare(other.person.name))
      .slice(0, MAX_NAMED),
    earliest_due_on,
    due_dates: [{ due_on, count, amount }],
    ...{ by_rule: byRule(rules, owed), by_cost_unit: byUnit(owed, rowsOf(results[3])) },
    exempt: rules.flatMap(({ id, name, why }) => {
      const group = owed.filter(({ exempt }) => exempt?.id === id).map(({ member }) => member)
      return group.length > 0 ? [{ rule_id: id, name, why, ...named(group) }] : []
    }),
    free_by_family: named(freeByFamily(owed)),
    ...{ already_claimed, last_period: null, other_plans: [], changes: [] },
    ...{ differences: { count: 0, amount: 0, persons: [] }, left_out: [], mark: await markOf(owed, due_on) },
  }
  return json(JSON.stringify({ data }))
}

const MAX_NAMED = 100

const named = (group: Packed[]) => ({
  count: group.length,
  persons: group.slice(0, MAX_NAMED).map(([id, name]) => ({ id, name })),
})

type Sum = { count: number; amount: number; last?: Packed; first: Packed[] }

const newSum = (): Sum => ({ count: 0, amount: 0, first: [] })

function addTo(sum: Sum, member: Packed, amount: number): void {
  sum.amount += amount
  if (sum.last === member) return
  sum.last = member
  sum.count += 1
  if (sum.first.length < MAX_NAMED) sum.first.push(member)
}

const shown = ({ count, amount, first }: Sum) => ({
  ...{ count, amount },
  persons: first.map(([id, name]) => ({ id, name })).sort((one, other) => one.name.localeCompare(other.name)),
})

function byRule(rules: Rule[], owed: Owed[]) {
  const sums = new Map(rules.map(({ id }) => [id, { ...newSum(), values: new Map<string, Sum>() }]))
  for (const { member, lines } of owed)
    for (const { rule, part, steps } of lines)
      for (const { rule_id, amount } of steps) {
        const sum = sums.get(rule_id ?? rule.id)
        if (!sum) continue
        addTo(sum, member, amount)
        if (part === rule.id || (rule_id ?? rule.id) !== rule.id) continue
        const value = part.slice(rule.id.length + 1)
        const ofValue = sum.values.get(value) ?? newSum()
        sum.values.set(value, ofValue)
        addTo(ofValue, member, amount)
      }
  return rules.flatMap(({ id, name }) => {
    const sum = sums.get(id)
    if (!sum || sum.count === 0) return []
    const values = [...sum.values].map(([value, one]) => ({ value, ...shown(one) }))
    const sorted = values.sort((one, other) => (one.value < other.value ? -1 : 1))
    return [{ rule_id: id, name, ...shown(sum), values: sorted }]
  })
}

/** Members of whom the cap of their family takes all off. */
const freeByFamily = (owed: Owed[]): Packed[] =>
  owed.flatMap(({ member, lines }) =>
    lines.length > 0 &&
    sumOf(lines) === 0 &&
    lines.some(({ steps }) => steps.some(({ step }) => step === 'family'))
      ? [member]
      : [],
  )

function byUnit(owed: Owed[], units: { id: string; name: string }[]) {
  const sums = new Map<string | null, { count: number; amount: number; last: string }>()
  for (const { member, lines } of owed)
    for (const { amount, place } of lines) {
      if (amount === 0) continue
      const id = place?.cost_unit_id ?? null
      const sum = sums.get(id) ?? { count: 0, amount: 0, last: '' }
      sums.set(id, sum)
      sum.amount += amount
      if (sum.last !== member[0]) sum.count += 1
      sum.last = member[0]
    }
  return [...sums].map(([id, { count, amount }]) => ({
    costunit_name: units.find((unit) => unit.id === id)?.name ?? null,
    ...{ count, amount },
  }))
}

/** The mark of what would be claimed: what is due, then what is free. */
function markOf(owed: Owed[], dueOn: string): Promise<string> {
  const [due, free, exempted]: unknown[][] = [[], [], []]
  for (const { member, lines, exempt } of owed) {
    if (exempt) exempted?.push(member[0], exempt.id, 1, 0, null)
    for (const { amount, part } of lines)
      if (amount > 0) due?.push(member[0], part, 1, amount, dueOn)
      else free?.push(member[0], part, 1, 0, null)
  }
  return sha256(JSON.stringify([due, free, exempted].flat()))
}

const INSERT_RUN = `
  INSERT INTO dues_runs (workspace_id, id, plan_id, period, from_period, version_revision, version, count, amount,
    batch_id, state, created_at)
  SELECT workspace_id, ?2, id, ?4, ?5, ?6, ?7, ?8, ?9, ?10, 'claimed', ?11
  FROM dues_plans WHERE workspace_id = ${WORKSPACE} AND id = ?3 AND revision = ?12`

// The join leaves out fees of persons who are gone.
const INSERT_FEES = `
  WITH tenant AS MATERIALIZED (SELECT ${WORKSPACE} AS id)
  INSERT INTO fees (workspace_id, id, reference, amount, description, person_id, person_name, cost_unit_id, category_id,
    sphere, due_on, created_at, updated_at)
  SELECT tenant.id, value ->> 0, value ->> 1, value ->> 2, ?3, value ->> 3, value ->> 4, value ->> 5, value ->> 6,
    value ->> 7, ?4, ${NOW}, ${NOW}
  FROM tenant CROSS JOIN (SELECT value FROM json_each(?2) LIMIT -1) CROSS JOIN persons
  WHERE persons.workspace_id = tenant.id AND list_id = 'members' AND area = 'regular' AND persons.id = value ->> 3`

// Undoes the batch if a row is missing that the statement before should have written: the column takes no NULL.
const ALL_OR_NOTHING = `INSERT INTO workspaces (id) SELECT NULL WHERE changes() < ?2 OR ?1 IS NULL`

// The key undoes the batch if a part was claimed before.
const INSERT_PARTS = `
  INSERT INTO dues_parts (workspace_id, plan_id, run_id, instalment, period, person_id, part, fee_id, position, kind,
    name, amount, cost_unit_id, category_id, sphere, basis)
  SELECT ${WORKSPACE}, ?3, ?4, 1, value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5,
    value ->> 6, value ->> 7, value ->> 8, value ->> 9, value ->> 10, value -> 11
  FROM (SELECT value FROM json_each(?2) LIMIT -1) WHERE TRUE`

const CREATED = `
  SELECT fees.id, description, json_object('amount', json_array(NULL, amount), 'description', json_array(NULL, description),
    'reference', json_array(NULL, reference), 'person_id', json_array(NULL, person_id),
    'person_name', json_array(NULL, person_name), 'status', json_array(NULL, status), 'due_on', json_array(NULL, due_on),
    'attached_expense.costunit_name', json_array(NULL, u.name), 'attached_expense.category_name', json_array(NULL, c.name),
    'attached_expense.sphere', json_array(NULL, fees.sphere))
  FROM json_each(?4) AS created CROSS JOIN fees CROSS JOIN cost_units AS u CROSS JOIN cost_unit_categories AS c
  WHERE fees.workspace_id = (SELECT id FROM tenant) AND fees.id = created.value
    AND u.workspace_id = fees.workspace_id AND u.id = fees.cost_unit_id
    AND c.workspace_id = fees.workspace_id AND c.cost_unit_id = u.id AND c.id = fees.category_id`

/** How many fees and parts one statement inserts: D1 takes 2 MB in one value. */
const PER_STATEMENT = 1500

/** Claims what members owe, in one fee each that is booked to a category first. Two trips. */
export async function runDues(call: Call): Promise<Response> {
  const body = await call.request.json<Body>()
  const { plan_id, period } = body
  const { plan, rules, owed } = await load(call, body)
  const { name, description: template, plan_revision, rules: _, due_on: planned, ...settings } = plan
  const description = template.replace('{{period}}', period)
  const owing = owed.filter(({ lines }) => sumOf(lines) > 0)
  const feeIds = newIds('fee', owing.length)
  const fees = owing.map(({ member: [id, name], lines }, index) => {
    const { cost_unit_id, category_id, sphere } = lines[0]?.place ?? {}
    const feeId = String(feeIds[index])
    return [feeId, feeReference(feeId), sumOf(lines), id, name, cost_unit_id, category_id, sphere]
  })
  const feeOf = new Map(owing.map(({ member }, index) => [member[0], feeIds[index]]))
  const parts = owed.flatMap((one) => partsOf(one, period, feeOf.get(one.member[0]) ?? null))
  const [id = ''] = newIds('drn', 1)
  const amount = owing.reduce((sum, { lines }) => sum + sumOf(lines), 0)
  const count = fees.length
  const created_at = new Date().toISOString()
  const version = JSON.stringify({ ...settings, instalments: null, rules })
  const ofRun = [
    settings.from_period,
    settings.revision,
    version,
    count,
    amount,
    ...newIds('bat', 1),
    created_at,
  ]
  const claimed = { period: [null, period], count: [null, count], amount: [null, amount] }
  await query(
    call,
    PERMISSION,
    [INSERT_RUN, id, plan_id, period, ...ofRun, plan_revision],
    [ALL_OR_NOTHING, 1],
    ...chunksOf(fees).flatMap((chunk): Statement[] => [
      [INSERT_FEES, JSON.stringify(chunk), description, body.due_on ?? planned],
      [ALL_OR_NOTHING, chunk.length],
    ]),
    ...chunksOf(parts).map((chunk): Statement => [INSERT_PARTS, JSON.stringify(chunk), plan_id, id]),
    recordEvents(
      { permission: PERMISSION, action: 'fee.created', subject: 'fee' },
      CREATED,
      JSON.stringify(feeIds),
    ),
    recordEvents(
      { permission: PERMISSION, action: 'dues.claimed', subject: 'dues_run' },
      KNOWN,
      JSON.stringify([{ id, name: `${name} ${period}`, changes: claimed }]),
    ),
  )
  const of = { id, plan_id, plan_name: name, period, from_period: settings.from_period }
  const run = { ...of, count, amount, state: 'claimed', discard_reason: null, created_at }
  return json(JSON.stringify({ data: run }), 201)
}

/** The parts of a member: those of 0 have no fee, and the others are numbered in it. */
function partsOf({ member, lines, exempt }: Owed, period: string, feeId: string | null): unknown[][] {
  const [personId, , birthdate, joined] = member
  const about = { period, age: yearsSince(birthdate ?? '', Number(period)), joined }
  if (exempt) {
    const { id, name, why } = exempt
    const basis = { ...about, steps: [], why }
    return [[period, personId, id, null, 1, 'exempt', name, 0, null, null, null, basis]]
  }
  let position = 0
  return lines.map(({ rule: { kind }, part, name, amount, place, steps }, index) => {
    const { cost_unit_id = null, category_id = null, sphere = null } = place ?? {}
    const of = amount > 0 ? [feeId, ++position] : [null, index + 1]
    const when = kind === 'once' ? kind : period
    const basis = { ...about, steps }
    return [when, personId, part, ...of, kind, name, amount, cost_unit_id, category_id, sphere, basis]
  })
}

const chunksOf = <T>(rows: T[]): T[][] =>
  Array.from({ length: Math.ceil(rows.length / PER_STATEMENT) }, (_, index) =>
    rows.slice(index * PER_STATEMENT, (index + 1) * PER_STATEMENT),
  )
