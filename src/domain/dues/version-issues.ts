import { type Sql, sql } from '../../db/sql'
import type { Principal } from '../access/principal'
import { type CustomColumn, columnKey } from '../custom-columns/column'
import type { ListContext } from '../custom-columns/query-list'
import { type CostUnitIndex, expenseIssues } from '../fees/expenses'
import { conditionRefusals } from '../persons/browse-query'
import type { Issue } from '../shared/error-list'
import { newIds } from '../shared/ids'
import { isGiven } from '../shared/validation'
import type { Interval } from './period'
import { expensesIn, placeOf } from './places'
import { MAX_RULES_CHARACTERS } from './plan'
import type { GivenRule, Rule } from './rule'
import { type GivenVersion, givenVersion } from './version'

/** What a version is checked against. */
export type VersionFacts = {
  interval: Interval | undefined
  context: ListContext
  costUnits: CostUnitIndex
  /** The ids of the rules that the plan has in any version. */
  ruleIds: ReadonlySet<string>
}

/** The issues of a version that its schema cannot know. */
export function* versionIssues(given: unknown, facts: VersionFacts): Iterable<Issue> {
  const { data } = givenVersion.safeParse(given)
  if (!data) return
  const { rules, instalments } = data
  if (!rules.some(({ kind }) => kind === 'base')) yield [['rules'], { code: 'base_missing' }]
  if (JSON.stringify(rules).length > MAX_RULES_CHARACTERS)
    yield [['rules'], { code: 'rules_too_long', max: MAX_RULES_CHARACTERS }]
  const everyone = rules.findIndex((rule) => rule.kind === 'base' && !rule.conditions?.length)
  const seen = new Set<string>()
  for (const [index, rule] of rules.entries()) {
    const path = ['rules', `${index}`]
    if (rule.kind === 'base' && everyone >= 0 && index > everyone) yield [path, { code: 'rule_never_fits' }]
    if (isGiven(rule.id)) {
      const id = String(rule.id)
      if (!facts.ruleIds.has(id) || seen.has(id)) yield [[...path, 'id'], { code: 'rule_unknown' }]
      seen.add(id)
    }
    for (const [below, refusal] of ruleIssues(rule, facts)) yield [[...path, ...below], refusal]
  }
  for (const [path, expense] of expensesIn(data))
    for (const [below, refusal] of expenseIssues(expense, facts.costUnits))
      yield [[...path, ...below], refusal]
  if (!instalments) return
  if (facts.interval !== undefined && facts.interval !== 'year')
    yield [['instalments'], { code: 'only_for_years' }]
  const column = columnNamed(facts.context, instalments.column)
  const isOfOne = column?.allowed_values && column.type !== 'array'
  if (!isOfOne) yield [['instalments', 'column'], { code: 'not_a_column_of_values' }]
  else yield* valueIssues(column, instalments.parts, ['instalments', 'parts'])
}

function* ruleIssues(rule: GivenRule, { context }: VersionFacts): Iterable<Issue> {
  const [one, other] = EITHER[rule.kind] ?? []
  if (one && other && isGiven(valueIn(rule, one)) === isGiven(valueIn(rule, other)))
    yield [[], { code: 'not_exactly_one', keys: [one, other] }]
  // A plan shows its conditions to all who may read fees.
  const refusals = conditionRefusals(context, [])
  for (const [index, condition] of conditionsIn(rule).entries())
    for (const { part, refusal } of refusals(condition)) yield [['conditions', `${index}`, part], refusal]
  if (rule.kind !== 'surcharge' || !rule.per_value) return
  const column = columnNamed(context, rule.per_value.column)
  if (!column || !(column.type === 'array' || column.allowed_values))
    yield [['per_value', 'column'], { code: 'not_a_column_of_values' }]
  else yield* valueIssues(column, rule.per_value.prices, ['per_value', 'prices'])
}

/** The fields of which a rule has exactly one. */
const EITHER: Partial<Record<GivenRule['kind'], [string, string]>> = {
  surcharge: ['amount', 'per_value'],
  reduction: ['percent', 'amount'],
  family: ['cap', 'steps'],
}

const valueIn = (rule: GivenRule, key: string): unknown => (rule as Record<string, unknown>)[key]

const conditionsIn = (rule: GivenRule) => ('conditions' in rule ? (rule.conditions ?? []) : [])

const columnNamed = ({ columns }: ListContext, name: string): CustomColumn | undefined =>
  columns.find((column) => columnKey(column) === name || column.id === name)

function* valueIssues({ allowed_values }: CustomColumn, values: object, path: string[]): Iterable<Issue> {
  if (!allowed_values) return
  for (const value of Object.keys(values))
    if (!allowed_values.includes(value)) yield [[...path, value], { code: 'not_a_value' }]
}

/** The rules of a version as they are stored; new ones get ids. */
export function storedRules(
  { now }: Pick<Principal, 'now'>,
  { rules }: Pick<GivenVersion, 'rules'>,
  costUnits: CostUnitIndex,
): Rule[] {
  const ids = newIds('rul', now, rules.length)
  return rules.map((rule, index): Rule => {
    const common = { id: rule.id ?? String(ids[index]), conditions: conditionsIn(rule) }
    if (
      !(
        'attached_expense' in rule ||
        rule.kind === 'surcharge' ||
        rule.kind === 'base' ||
        rule.kind === 'once'
      )
    )
      return { ...rule, ...common } as Rule
    const { attached_expense, ...others } = rule
    const place = placeOf(attached_expense, costUnits)
    if (others.kind !== 'surcharge') return { ...others, ...common, place } as Rule
    const prices = Object.entries(others.per_value?.prices ?? {}).map(([value, price]) => [
      value,
      { amount: price.amount, place: placeOf(price.attached_expense, costUnits) },
    ])
    const per_value = others.per_value
      ? { column: others.per_value.column, prices: Object.fromEntries(prices) }
      : null
    return { ...others, ...common, place, per_value }
  })
}

type Written = { planId: string; fromPeriod: string; version: GivenVersion; rules: Rule[] }

/** The statement that stores a version of a plan, or replaces it. */
export const writeVersion = (workspace: Sql, { planId, fromPeriod, version, rules }: Written): Sql => sql`
  INSERT INTO dues_versions
    (workspace_id, plan_id, from_period, key_day, due_day, pro_rata, rounding, instalments, rules)
  VALUES (${workspace}, ${planId}, ${fromPeriod}, ${version.key_day}, ${version.due_day}, ${version.pro_rata},
    ${version.rounding}, ${version.instalments ? JSON.stringify(version.instalments) : null}, ${JSON.stringify(rules)})
  ON CONFLICT DO UPDATE SET key_day = excluded.key_day, due_day = excluded.due_day, pro_rata = excluded.pro_rata,
    rounding = excluded.rounding, instalments = excluded.instalments, rules = excluded.rules, revision = revision + 1`
