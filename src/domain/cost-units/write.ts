import { eq, type SQLWrapper } from 'drizzle-orm'
import { z } from 'zod'
import { type Statement, trip, WriteConflict } from '../../db/client'
import { failUnless } from '../../db/guard'
import { jsonArrays } from '../../db/json'
import { costUnitCategories, costUnits } from '../../db/schema'
import { type Sql, sql } from '../../db/sql'
import type { Principal } from '../access/principal'
import { changesBetween } from '../events/changes'
import { recordEvents } from '../events/record'
import { newIds } from '../shared/ids'
import { arrayOf, singleLine } from '../shared/text'
import { type CostUnit, selectCategories, selectCostUnits, toApi } from './cost-unit'

export const MAX_COST_UNITS = 500
/** The maximum number of categories in a cost unit. */
export const MAX_CATEGORIES = 500
/** The maximum number of categories in a workspace: one answer holds them all. */
export const MAX_ALL_CATEGORIES = 5000

/** The categories in the body of a write. */
export const categories = arrayOf(
  z.union([singleLine(255), z.strictObject({ id: z.string().nullish(), name: singleLine(255) })]),
  MAX_CATEGORIES,
).describe('Names, or objects as they were read. Names that the cost unit does not have are added.')

/** The names of the categories in the body of a write, each once. */
export const categoryNames = (entries: z.infer<typeof categories> | null | undefined): string[] => [
  ...new Set((entries ?? []).map((entry) => (typeof entry === 'string' ? entry : entry.name))),
]

/** The tenant filter of a write: NULL unless the principal may write to the bookkeeping. */
export const writableBookkeeping = (principal: Principal): Sql =>
  principal.writableWorkspace({ permission: 'bookkeeping:write' })

/** Counts the rows that a workspace has in a table, or those that match a condition. */
export const countIn = (workspace: Sql, table: SQLWrapper, condition: SQLWrapper = sql`TRUE`): Sql =>
  sql`SELECT count(*) FROM ${table} WHERE workspace_id = ${workspace} AND ${condition}`

/** A write to a cost unit: what it is before, what it is to be, and the categories that are new. */
type CostUnitWrite = { id: string; before: Partial<State>; after: State; addedCategories: string[] }
type State = { name: string; archived: boolean; categories: string[] }

/**
 * Runs the statements that write a cost unit, adds categories, records the event, and returns the cost unit. One trip.
 * Throws `WriteConflict` when the categories would exceed their limits, and when the cost unit no longer exists.
 */
export async function writeCostUnit(
  principal: Principal,
  { id, before, after, addedCategories }: CostUnitWrite,
  written: Statement[],
): Promise<CostUnit> {
  const { db, now } = principal
  const workspace = writableBookkeeping(principal)
  const ids = newIds('cat', now, addedCategories.length)
  const added = addedCategories.map((name, index) => ({ id: ids[index], name }))
  const rows = await trip(db, {
    room: added.length > 0 ? failUnlessFits(workspace, id, added.length) : [],
    written,
    added: jsonArrays(added).map(
      (array) => sql`
        INSERT INTO cost_unit_categories (workspace_id, cost_unit_id, id, name)
        SELECT ${workspace}, ${id}, value ->> 'id', value ->> 'name' FROM json_each(${array})`,
    ),
    recorded: recordEvents(
      principal.actor,
      workspace,
      { action: before.name === undefined ? 'cost_unit.created' : 'cost_unit.updated', subject: 'cost_unit' },
      [{ id, name: after.name, changes: changesBetween(before, after) }],
    ),
    costUnits: selectCostUnits(db, workspace, eq(costUnits.id, id)),
    categories: selectCategories(db, workspace, id),
  })
  const [costUnit] = rows.costUnits
  if (!costUnit) throw new WriteConflict()
  return toApi(costUnit, rows.categories)
}

// Counts the categories again: other requests may have added some since they were read.
function failUnlessFits(workspace: Sql, id: string, added: number): Sql[] {
  const inCostUnit = countIn(workspace, costUnitCategories, eq(costUnitCategories.costUnitId, id))
  return [
    failUnless(sql`(${inCostUnit}) <= ${MAX_CATEGORIES - added}`),
    failUnless(sql`(${countIn(workspace, costUnitCategories)}) <= ${MAX_ALL_CATEGORIES - added}`),
  ]
}
