import { jsonArrays } from '../../db/json'
import type { SPHERES } from '../../db/schema'
import { type Sql, sql } from '../../db/sql'
import { uniqueStrings } from '../shared/text'
import { isGiven } from '../shared/validation'

/** An expense attached to a fee, not yet validated: names of the bookkeeping. */
export type Expense = { costunit_name?: unknown; category_name?: unknown; sphere?: unknown }

/** A cost unit that was named, and the category that was named with it where the cost unit has it. */
export type NamedCostUnit = {
  id: string
  name: string
  archivedAt: string | null
  categoryId: string | null
  categoryName: string | null
  /** That of the category, otherwise that of the cost unit. */
  sphere: (typeof SPHERES)[number] | null
}

export type CostUnitIndex = ReturnType<typeof indexCostUnits>

/** The cost units and categories that expenses name: a row for each pair of names, a statement per megabyte of them. */
export const selectCostUnitsByName = (workspace: Sql, expenses: Expense[]): Sql<NamedCostUnit>[] =>
  jsonArrays(uniquePairs(expenses)).map(
    (array) => sql<NamedCostUnit>`
      SELECT cost_units.id, cost_units.name, archived_at AS archivedAt, cost_unit_categories.id AS categoryId,
        named.value ->> 1 AS categoryName, coalesce(cost_unit_categories.sphere, cost_units.sphere) AS sphere
      FROM json_each(${array}) AS named CROSS JOIN cost_units
      LEFT JOIN cost_unit_categories
        ON cost_unit_categories.workspace_id = cost_units.workspace_id AND cost_unit_id = cost_units.id
          AND cost_unit_categories.name = named.value ->> 1
      WHERE cost_units.workspace_id = ${workspace} AND cost_units.name = named.value ->> 0`,
  )

/** Indexes cost units by the names that an expense gives. */
export function indexCostUnits(costUnits: NamedCostUnit[]) {
  const byNames = new Map(
    costUnits.map((costUnit) => [pairKey(costUnit.name, costUnit.categoryName), costUnit]),
  )
  return ({ costunit_name, category_name }: Expense): NamedCostUnit | undefined =>
    byNames.get(pairKey(costunit_name, category_name)) ?? byNames.get(pairKey(costunit_name, null))
}

/** The stored columns of a validated expense. Without a sphere it has that of its category or cost unit. */
export function storedExpense(expense: Expense, costUnits: CostUnitIndex) {
  const costUnit = costUnits(expense)
  return {
    cost_unit_id: costUnit?.id,
    category_id: costUnit?.categoryId,
    sphere: expense.sphere ?? costUnit?.sphere ?? undefined,
  }
}

/** The issues of an attached expense. */
export function* expenseIssues(expense: Expense, costUnits: CostUnitIndex) {
  const path = (key: keyof Expense) => ['attached_expense', key]
  const costUnit = costUnits(expense)
  const { costunit_name, category_name } = expense
  if (typeof costunit_name === 'string' && !costUnit)
    yield [path('costunit_name'), { code: 'cost_unit_unknown' }] as const
  if (costUnit?.archivedAt) yield [path('costunit_name'), { code: 'cost_unit_archived' }] as const
  if (!isGiven(category_name)) return
  if (!isGiven(costunit_name)) yield [path('costunit_name'), { code: 'cost_unit_missing' }] as const
  else if (costUnit && costUnit.categoryId === null)
    yield [path('category_name'), { code: 'category_unknown' }] as const
}

// Only texts are names: what is not validated yet may be of any size and depth.
const pairKey = (costUnit: unknown, category: unknown): string =>
  JSON.stringify([costUnit, category].map((name) => (typeof name === 'string' ? name : null)))

function uniquePairs(expenses: Expense[]) {
  const pairs = expenses.flatMap(({ costunit_name, category_name }) => {
    const [costUnit] = uniqueStrings([costunit_name])
    const [category = null] = uniqueStrings([category_name])
    return costUnit === undefined ? [] : [[pairKey(costUnit, category), [costUnit, category]] as const]
  })
  return [...new Map(pairs).values()]
}
