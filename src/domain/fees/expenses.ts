import { sql } from 'drizzle-orm'
import { jsonArrays } from '../../db/json'
import { costUnitCategories, costUnits } from '../../db/schema'
import type { Caller } from '../admission'

/** An expense attached to a fee, not yet validated: names of the bookkeeping. */
export type Expense = { costunit_name?: unknown; category_name?: unknown; sphere?: unknown }

type Unit = { id: string; name: string; archivedAt: string | null }
type Category = { id: string; unitId: string; name: string }

/** The cost units of these names and their categories, by name. */
export type Books = ReturnType<typeof booksOf>

export function booksOf(units: Unit[], categories: Category[]) {
  const byName = new Map<unknown, Unit>(units.map((unit) => [unit.name, unit]))
  return {
    unit: (name: unknown) => byName.get(name),
    category: (unit: Unit, name: unknown) =>
      categories.find((category) => category.unitId === unit.id && category.name === name),
  }
}

/** What is wrong with an attached expense. */
export function* faultsOfExpense({ costunit_name, category_name }: Expense, books: Books) {
  const at = (key: string) => ['attached_expense', key]
  const unit = books.unit(costunit_name)
  if (typeof costunit_name === 'string' && !unit) yield [at('costunit_name'), 'is no cost unit'] as const
  if (unit?.archivedAt) yield [at('costunit_name'), 'is archived; restore it or name another one'] as const
  if (category_name === undefined) return
  if (costunit_name === undefined)
    yield [at('costunit_name'), 'is required where category_name is given'] as const
  else if (unit && !books.category(unit, category_name))
    yield [at('category_name'), 'is no category of the cost unit'] as const
}

/** The ids under which a validated expense is stored. */
export function bookingOf({ costunit_name, category_name, sphere }: Expense, books: Books) {
  const unit = books.unit(costunit_name)
  return { unit: unit?.id, category: unit && books.category(unit, category_name)?.id, sphere }
}

/** The cost units with these names. */
export const unitsNamed = (caller: Caller, names: string[]) =>
  jsonArrays(names).map((array) =>
    caller.db
      .select({
        id: sql<string>`${costUnits.id}`.as('unit_id'),
        name: costUnits.name,
        archivedAt: costUnits.archivedAt,
      })
      .from(sql`json_each(${array}) AS named`)
      .crossJoin(costUnits)
      .where(sql`workspace_id = ${caller.workspace} AND name = named.value`),
  )

/** The categories of the cost units with these names. */
export const categoriesOfUnitsNamed = (caller: Caller, names: string[]) =>
  jsonArrays(names).map((array) =>
    caller.db
      .select({
        id: costUnitCategories.id,
        unitId: costUnitCategories.costUnitId,
        name: costUnitCategories.name,
      })
      .from(costUnitCategories)
      .where(
        sql`workspace_id = ${caller.workspace} AND cost_unit_id IN (
          SELECT id FROM cost_units
          WHERE workspace_id = ${caller.workspace} AND name IN (SELECT value FROM json_each(${array}))
        )`,
      ),
  )
