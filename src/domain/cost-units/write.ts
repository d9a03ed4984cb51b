import { eq, type SQLWrapper } from 'drizzle-orm'
import * as z from 'zod'
import type { Statement } from '../../db/client'
import { failUnless } from '../../db/guard'
import { jsonArrays } from '../../db/json'
import { costUnitCategories, costUnits, SPHERES } from '../../db/schema'
import { type Sql, sql } from '../../db/sql'
import { only, type Tx } from '../access/act'
import { changesBetween } from '../events/changes'
import { type Changes, recordEvents } from '../events/record'
import { newIds } from '../shared/ids'
import { arrayOf, nameLine } from '../shared/text'
import { type CostUnit, selectCategories, selectCostUnits, toApi } from './cost-unit'

export const MAX_COST_UNITS = 500
/** The maximum number of categories in a cost unit. */
export const MAX_CATEGORIES = 500
/** The maximum number of categories in a workspace: one answer holds them all. */
export const MAX_ALL_CATEGORIES = 5000

/** The sphere of a cost unit or of a category in the body of a write. */
export const givenSphere = z.enum(SPHERES).nullish()

/** The categories in the body of a write. */
export const categories = arrayOf(
  z.union([
    nameLine(255),
    z.strictObject({ id: z.string().nullish(), name: nameLine(255), sphere: givenSphere }),
  ]),
  MAX_CATEGORIES,
).describe(
  'Names, or objects as they were read. Names that the cost unit does not have are added; a `sphere` that is given is set.',
)

/** A category as it is to be; it has no id before it is written. */
type Category = { id?: string; name: string; sphere: CostUnit['sphere'] }

/** The categories of a cost unit after a write: the stored ones with the spheres that are given, then the new ones. */
export function categoriesAfter(
  stored: readonly Category[],
  entries: z.infer<typeof categories> | null | undefined,
): Category[] {
  const byName = new Map(stored.map((category) => [category.name, category]))
  for (const entry of entries ?? []) {
    const { name, sphere } = typeof entry === 'string' ? { name: entry, sphere: undefined } : entry
    const before = byName.get(name) ?? { name, sphere: null }
    byName.set(name, { ...before, sphere: sphere === undefined ? before.sphere : sphere })
  }
  return [...byName.values()]
}

/** What a write to a cost unit needs. */
export const TO_WRITE = { permission: 'bookkeeping:write' } as const

/** Counts the rows that a workspace has in a table, or those that match a condition. */
export const countIn = (workspace: Sql, table: SQLWrapper, condition: SQLWrapper = sql`TRUE`): Sql =>
  sql`SELECT count(*) FROM ${table} WHERE workspace_id = ${workspace} AND ${condition}`

type State = Pick<CostUnit, 'name' | 'archived' | 'sphere'> & { categories: Category[] }

/** A write to a cost unit: what it is before, undefined for a new one, and what it is to be. */
type CostUnitWrite = { id: string; before: State | undefined; after: State }

/** What a write changes of a cost unit, for its event. */
export const costUnitChanges = (before: State | undefined, after: State): Changes =>
  changesBetween(before ? eventState(before) : {}, eventState(after))

const eventState = ({ name, archived, sphere, categories }: State) => {
  const spheres = categories.flatMap(({ name, sphere }) => (sphere ? [`${name}: ${sphere}`] : []))
  return {
    name,
    archived,
    sphere,
    categories: categories.map((category) => category.name),
    category_spheres: spheres.length > 0 ? spheres : null,
  }
}

/**
 * Runs the statements that write a cost unit, adds and changes categories, records the event, and returns the cost unit. One
 * trip. Throws `WriteConflict` when the categories would exceed their limits, and when the cost unit no longer exists.
 */
export async function writeCostUnit(
  tx: Tx,
  { id, before, after }: CostUnitWrite,
  written: Statement[],
): Promise<CostUnit> {
  const { db, now } = tx
  const workspace = tx.writable()
  const stored = new Map(before?.categories.map((category) => [category.name, category]))
  const news = after.categories.filter(({ name }) => !stored.has(name))
  const ids = newIds('cat', now, news.length)
  const added = news.map((category, index) => ({ ...category, id: ids[index] }))
  const changed = after.categories.filter(({ name, sphere }) => {
    const one = stored.get(name)
    return one && one.sphere !== sphere
  })
  const rows = await tx.write({
    room: added.length > 0 ? failUnlessFits(workspace, id, added.length) : [],
    written,
    added: jsonArrays(added).map(
      (array) => sql`
        INSERT INTO cost_unit_categories (workspace_id, cost_unit_id, id, name, sphere)
        SELECT ${workspace}, ${id}, value ->> 'id', value ->> 'name', value ->> 'sphere' FROM json_each(${array})`,
    ),
    changed: jsonArrays(changed).map(
      (array) => sql`
        UPDATE cost_unit_categories SET sphere = (
          SELECT value ->> 'sphere' FROM json_each(${array}) WHERE value ->> 'id' = cost_unit_categories.id)
        WHERE workspace_id = ${workspace} AND cost_unit_id = ${id}
          AND id IN (SELECT value ->> 'id' FROM json_each(${array}))`,
    ),
    recorded: recordEvents(
      tx.actor,
      workspace,
      { action: before ? 'cost_unit.updated' : 'cost_unit.created', subject: 'cost_unit' },
      [{ id, name: after.name, changes: costUnitChanges(before, after) }],
    ),
    costUnits: selectCostUnits(db, workspace, eq(costUnits.id, id)),
    categories: selectCategories(db, workspace, id),
  })
  return toApi(only(rows.costUnits), rows.categories)
}

// Counts the categories again: other requests may have added some since they were read.
function failUnlessFits(workspace: Sql, id: string, added: number): Sql[] {
  const inCostUnit = countIn(workspace, costUnitCategories, eq(costUnitCategories.costUnitId, id))
  return [
    failUnless(sql`(${inCostUnit}) <= ${MAX_CATEGORIES - added}`),
    failUnless(sql`(${countIn(workspace, costUnitCategories)}) <= ${MAX_ALL_CATEGORIES - added}`),
  ]
}
