import { sql } from 'drizzle-orm'
import { jsonArrays } from '../../db/json'
import { prepared } from '../../db/query'
import type { Caller } from '../access/admission'
import { uniqueStrings } from '../shared/text'
import { isGiven } from '../shared/validation'

/** An expense attached to a fee, not yet validated: names of the bookkeeping. */
export type Expense = { costunit_name?: unknown; category_name?: unknown; sphere?: unknown }

/** The ids under which a validated expense is stored. */
export function storedExpense(expense: Expense, books: CostUnitIndex) {
  const booking = books(expense)
  return { unit: booking?.unitId, category: booking?.categoryId, sphere: expense.sphere ?? undefined }
}

/** A cost unit that was named, and the category that was named with it where the cost unit has it. */
export type Booking = {
  unitId: string
  archivedAt: string | null
  categoryId: string | null
  unitName: string
  categoryName: string | null
}

export type CostUnitIndex = ReturnType<typeof indexCostUnits>

/** The look-up of the cost units and categories that expenses name: a row for each pair of names. */
export const costUnitsByName = (caller: Caller, expenses: Expense[]) =>
  jsonArrays(pairsIn(expenses)).map((names) => bookings(caller, { names }))

const bookings = prepared<Booking>(
  (workspace) => sql`
    SELECT u.id AS "unitId", archived_at AS "archivedAt", c.id AS "categoryId", u.name AS "unitName",
      named.value ->> 1 AS "categoryName"
    FROM json_each(${sql.placeholder('names')}) AS named CROSS JOIN cost_units AS u
    LEFT JOIN cost_unit_categories AS c
      ON c.workspace_id = u.workspace_id AND c.cost_unit_id = u.id AND c.name = named.value ->> 1
    WHERE u.workspace_id = ${workspace} AND u.name = named.value ->> 0`,
)

/** What expenses can be booked to, by the names given. */
export function indexCostUnits(bookings: Booking[]) {
  const byNames = new Map(bookings.map((booking) => [keyOf(booking.unitName, booking.categoryName), booking]))
  return ({ costunit_name, category_name }: Expense) =>
    byNames.get(keyOf(costunit_name, category_name)) ?? byNames.get(keyOf(costunit_name, null))
}

/** What is wrong with an attached expense. */
export function* expenseIssues(expense: Expense, books: CostUnitIndex) {
  const at = (key: string) => ['attached_expense', key]
  const booking = books(expense)
  const { costunit_name, category_name } = expense
  if (typeof costunit_name === 'string' && !booking) yield [at('costunit_name'), 'is no cost unit'] as const
  if (booking?.archivedAt) yield [at('costunit_name'), 'is archived; restore it or name another one'] as const
  if (!isGiven(category_name)) return
  if (!isGiven(costunit_name))
    yield [at('costunit_name'), 'is required where category_name is given'] as const
  else if (booking && booking.categoryId === null)
    yield [at('category_name'), 'is no category of the cost unit'] as const
}

// Only texts are names: what is not validated yet may be of any size and depth.
const keyOf = (unit: unknown, category: unknown): string =>
  JSON.stringify([unit, category].map((name) => (typeof name === 'string' ? name : null)))

function pairsIn(expenses: Expense[]) {
  const pairs = expenses.flatMap(({ costunit_name, category_name }) => {
    const [unit] = uniqueStrings([costunit_name])
    const [category = null] = uniqueStrings([category_name])
    return unit === undefined ? [] : [[keyOf(unit, category), [unit, category]] as const]
  })
  return [...new Map(pairs).values()]
}
