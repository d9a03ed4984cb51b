import { type Sql, sql } from '../../db/sql'
import { type CostUnitIndex, type Expense, storedExpense } from '../fees/expenses'
import { isObject } from '../shared/validation'
import type { Place } from './rule'
import type { GivenVersion } from './version'

/** The names of a cost unit, and of a category of it, that rules of a plan are booked to. */
export type PlaceNames = { unitId: string; unit: string; categoryId: string | null; category: string | null }

/** Selects the names of what all versions of a plan are booked to. */
export const selectPlaceNames = (workspace: Sql, planId: string): Sql<PlaceNames> =>
  selectPlaceNamesIn(
    workspace,
    sql`dues_versions CROSS JOIN json_tree(rules)`,
    sql`dues_versions.workspace_id = ${workspace} AND plan_id = ${planId}`,
  )

/** Selects the names of the places in rules, which are in a tree of JSON. */
export const selectPlaceNamesIn = (
  workspace: Sql,
  tree: Sql,
  condition: Sql,
): Sql<PlaceNames> => sql<PlaceNames>`
  SELECT DISTINCT cost_units.id AS unitId, cost_units.name AS unit,
    cost_unit_categories.id AS categoryId, cost_unit_categories.name AS category
  FROM ${tree} AS place CROSS JOIN cost_units
  LEFT JOIN cost_unit_categories
    ON cost_unit_categories.workspace_id = cost_units.workspace_id AND cost_unit_id = cost_units.id
      AND cost_unit_categories.id = place.value ->> 'category_id'
  WHERE ${condition} AND place.key = 'place' AND place.type = 'object'
    AND cost_units.workspace_id = ${workspace} AND cost_units.id = place.value ->> 'cost_unit_id'`

/** A stored place as the API shows it. */
export function placeToApi(place: Place | null | undefined, names: readonly PlaceNames[]) {
  if (!place) return null
  const unit = names.find(({ unitId }) => unitId === place.cost_unit_id)
  const category = names.find(({ categoryId }) => categoryId !== null && categoryId === place.category_id)
  return {
    costunit_name: unit?.unit ?? null,
    category_name: category?.category ?? null,
    sphere: place.sphere ?? null,
  }
}

/** A given expense as it is stored; null if it says nothing. */
export function placeOf(expense: Expense | null | undefined, costUnits: CostUnitIndex): Place | null {
  const place = storedExpense(expense ?? {}, costUnits) as Record<string, string | null | undefined>
  const given = Object.entries(place).filter(([, value]) => value !== undefined && value !== null)
  return given.length > 0 ? Object.fromEntries(given) : null
}

/** The expenses of a version with their paths below it. */
export function* expensesIn({ rules }: GivenVersion): Generator<[path: string[], expense: Expense]> {
  for (const [index, rule] of rules.entries()) {
    const path = ['rules', `${index}`]
    if ('attached_expense' in rule && rule.attached_expense) yield [path, rule.attached_expense]
    if (rule.kind !== 'surcharge') continue
    for (const [value, price] of Object.entries(rule.per_value?.prices ?? {}))
      if (price.attached_expense) yield [[...path, 'per_value', 'prices', value], price.attached_expense]
  }
}

/** Every expense in a value of any shape, for lookups by what is not validated yet. */
export function anyExpensesIn(version: unknown): Expense[] {
  const rules = isObject(version) && Array.isArray(version.rules) ? version.rules.slice(0, 30) : []
  return rules.filter(isObject).flatMap((rule) => {
    const prices = isObject(rule.per_value) && isObject(rule.per_value.prices) ? rule.per_value.prices : {}
    return [rule, ...Object.values(prices)].flatMap((one) =>
      isObject(one) && isObject(one.attached_expense) ? [one.attached_expense] : [],
    )
  })
}
