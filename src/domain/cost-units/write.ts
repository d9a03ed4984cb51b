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
 * The statements that create cost units with their categories, and record an event for each. They fail as a conflict if
 * the workspace would have too many: other requests may have added some since they were counted.
 */
export function insertCostUnits(tx: Tx, units: ({ id: string } & State)[]) {
  const workspace = tx.writable()
  const now = tx.now.toISOString()
  const categories = units.flatMap(({ id, categories }) => withIds(tx, id, categories))
  return {
    room: failUnless(sql`(${countIn(workspace, costUnits)}) <= ${MAX_COST_UNITS - units.length}`),
    roomForCategories: categories.length > 0 ? [failUnlessFit(workspace, categories.length)] : [],
    added: jsonArrays(units.map(({ id, name, sphere }) => ({ id, name, sphere }))).map(
      (array) => sql`
        INSERT INTO cost_units (workspace_id, id, name, sphere, created_at, updated_at)
        SELECT ${workspace}, value ->> 'id', value ->> 'name', value ->> 'sphere', ${now}, ${now}
        FROM json_each(${array})`,
    ),
    addedCategories: insertCategories(workspace, categories),
    recorded: recordEvents(
      tx.actor,
      workspace,
      { action: 'cost_unit.created', subject: 'cost_unit' },
      units.map((unit) => ({ id: unit.id, name: unit.name, changes: costUnitChanges(undefined, unit) })),
    ),
  }
}

type Update = { id: string; before: State; after: State }

/**
 * Runs the statements that update a cost unit, adds and changes categories, records the event, and returns the cost unit.
 * One trip. Throws `WriteConflict` when the categories would exceed their limits, and when the cost unit no longer exists.
 */
export async function writeCostUnit(
  tx: Tx,
  { id, before, after }: Update,
  written: Statement[],
): Promise<CostUnit> {
  const { db } = tx
  const workspace = tx.writable()
  const stored = new Map(before.categories.map((category) => [category.name, category]))
  const added = withIds(
    tx,
    id,
    after.categories.filter(({ name }) => !stored.has(name)),
  )
  const changed = after.categories.filter(({ name, sphere }) => {
    const one = stored.get(name)
    return one && one.sphere !== sphere
  })
  const inCostUnit = countIn(workspace, costUnitCategories, eq(costUnitCategories.costUnitId, id))
  const rows = await tx.write({
    room:
      added.length > 0
        ? [
            failUnless(sql`(${inCostUnit}) <= ${MAX_CATEGORIES - added.length}`),
            failUnlessFit(workspace, added.length),
          ]
        : [],
    written,
    added: insertCategories(workspace, added),
    changed: jsonArrays(changed).map(
      (array) => sql`
        UPDATE cost_unit_categories SET sphere = (
          SELECT value ->> 'sphere' FROM json_each(${array}) WHERE value ->> 'id' = cost_unit_categories.id)
        WHERE workspace_id = ${workspace} AND cost_unit_id = ${id}
          AND id IN (SELECT value ->> 'id' FROM json_each(${array}))`,
    ),
    recorded: recordEvents(tx.actor, workspace, { action: 'cost_unit.updated', subject: 'cost_unit' }, [
      { id, name: after.name, changes: costUnitChanges(before, after) },
    ]),
    costUnits: selectCostUnits(db, workspace, eq(costUnits.id, id)),
    categories: selectCategories(db, workspace, id),
  })
  return toApi(only(rows.costUnits), rows.categories)
}

type NewCategory = { costUnitId: string; id: string; name: string; sphere: CostUnit['sphere'] }

function withIds({ now }: Tx, costUnitId: string, categories: Category[]): NewCategory[] {
  const ids = newIds('cat', now, categories.length)
  return categories.map(({ name, sphere }, index) => ({ costUnitId, id: String(ids[index]), name, sphere }))
}

const insertCategories = (workspace: Sql, categories: NewCategory[]): Sql[] =>
  jsonArrays(categories).map(
    (array) => sql`
      INSERT INTO cost_unit_categories (workspace_id, cost_unit_id, id, name, sphere)
      SELECT ${workspace}, value ->> 'costUnitId', value ->> 'id', value ->> 'name', value ->> 'sphere'
      FROM json_each(${array})`,
  )

const failUnlessFit = (workspace: Sql, added: number): Sql =>
  failUnless(sql`(${countIn(workspace, costUnitCategories)}) <= ${MAX_ALL_CATEGORIES - added}`)
