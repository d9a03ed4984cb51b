import { sql } from 'drizzle-orm'
import { jsonArrays } from '../../db/json'
import { costUnitCategories, costUnits } from '../../db/schema'
import type { Caller } from '../admission'
import { textsIn } from '../text'

/** An expense attached to a fee, not yet validated: names of the bookkeeping. */
export type Expense = { costunit_name?: unknown; category_name?: unknown; sphere?: unknown }

/** The ids under which a validated expense is stored. */
export function storedExpense(expense: Expense, books: Books) {
  const booking = books(expense)
  return { unit: booking?.unitId, category: booking?.categoryId, sphere: expense.sphere }
}

/** A cost unit that was named, and the category that was named with it where the cost unit has it. */
export type Booking = {
  unitId: string
  archivedAt: string | null
  categoryId: string | null
  unitName: string
  categoryName: string | null
}

export type Books = ReturnType<typeof booksOf>

/** The look-up of the cost units and categories that expenses name: a row for each pair of names. */
export const bookingsNamed = (caller: Caller, expenses: Expense[]) =>
  jsonArrays(pairsIn(expenses)).map((array) =>
    caller.db
      .select({
        unitId: sql<string>`${costUnits.id}`.as('unit_id'),
        archivedAt: costUnits.archivedAt,
        categoryId: sql<string | null>`${costUnitCategories.id}`.as('category_id'),
        unitName: sql<string>`${costUnits.name}`.as('unit_name'),
        categoryName: sql<string | null>`named.value ->> 1`.as('category_name'),
      })
      .from(sql`json_each(${array}) AS named`)
      .crossJoin(costUnits)
      .leftJoin(
        costUnitCategories,
        sql`${costUnitCategories.workspaceId} = ${costUnits.workspaceId}
          AND ${costUnitCategories.costUnitId} = ${costUnits.id} AND ${costUnitCategories.name} = named.value ->> 1`,
      )
      .where(sql`${costUnits.workspaceId} = ${caller.workspace} AND ${costUnits.name} = named.value ->> 0`),
  )

/** What expenses can be booked to, by the names given. */
export function booksOf(bookings: Booking[]) {
  const byNames = new Map(bookings.map((booking) => [keyOf(booking.unitName, booking.categoryName), booking]))
  return ({ costunit_name, category_name }: Expense) =>
    byNames.get(keyOf(costunit_name, category_name)) ?? byNames.get(keyOf(costunit_name, null))
}

/** What is wrong with an attached expense. */
export function* faultsOfExpense(expense: Expense, books: Books) {
  const at = (key: string) => ['attached_expense', key]
  const booking = books(expense)
  const { costunit_name, category_name } = expense
  if (typeof costunit_name === 'string' && !booking) yield [at('costunit_name'), 'is no cost unit'] as const
  if (booking?.archivedAt) yield [at('costunit_name'), 'is archived; restore it or name another one'] as const
  if (category_name === undefined) return
  if (costunit_name === undefined)
    yield [at('costunit_name'), 'is required where category_name is given'] as const
  else if (booking && booking.categoryId === null)
    yield [at('category_name'), 'is no category of the cost unit'] as const
}

const keyOf = (unit: unknown, category: unknown): string => JSON.stringify([unit ?? null, category ?? null])

function pairsIn(expenses: Expense[]) {
  const pairs = expenses.flatMap(({ costunit_name, category_name }) => {
    const [unit] = textsIn([costunit_name])
    const [category = null] = textsIn([category_name])
    return unit === undefined ? [] : [[keyOf(unit, category), [unit, category]] as const]
  })
  return [...new Map(pairs).values()]
}
