import { eq, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { LostRace, retrying, type Statement, trip } from '../../db/client'
import { failUnless } from '../../db/guard'
import { jsonArrays } from '../../db/json'
import { costUnitCategories, costUnits } from '../../db/schema'
import { ask, type Caller, requirePermission } from '../admission'
import { newId, newIds } from '../ids'
import { Refusal } from '../refusal'
import { line } from '../text'
import { type Judge, validate } from '../validation'
import { type CostUnit, categoriesWhere, ours, shown, unitsWhere } from './cost-unit'

const MOST_CATEGORIES = 500

const categories = z
  .array(z.union([line(255), z.strictObject({ id: z.string().optional(), name: line(255) })]))
  .max(MOST_CATEGORIES)
  .describe('Names, or objects as they were read. Names that the cost unit does not have are added.')

/** The body that creates a cost unit. */
export const newCostUnit = z
  .strictObject({ name: line(255), categories: categories.optional() })
  .meta({ examples: [{ name: 'Youth football', categories: ['Jerseys', 'Pitch'] }] })

const ECHO = 'Read-only: left out, or sent as it was read'
const echoed = z.unknown().optional()

/** The body that changes a cost unit: it is renamed, archived or restored, and gets more categories. */
export const costUnitChange = z
  .strictObject({
    id: echoed.meta({ type: 'string', description: ECHO }),
    name: line(255).optional(),
    archived: z.boolean().optional().describe('An archived cost unit takes no new expenses'),
    categories: categories.optional(),
    created_at: echoed.meta({ type: 'string', format: 'date-time', description: ECHO }),
    updated_at: echoed.meta({ type: 'string', format: 'date-time', description: ECHO }),
  })
  .meta({ examples: [{ archived: true }, { categories: ['Referees'] }] })

/** Creates a cost unit. Two trips. Refuses the name of another one as `invalid`. */
export const createCostUnit = (caller: Caller, body: Record<string, unknown>): Promise<CostUnit> =>
  retrying(async () => {
    const { namesake } = await standing(caller, '', body)
    const input = validate(newCostUnit, body, judgeOf(undefined, namesake))
    const id = newId('cst', caller.now)
    const now = caller.now.toISOString()
    return write(caller, id, namesIn(input.categories), [
      caller.db.run(sql`
        INSERT INTO cost_units (workspace_id, id, name, created_at, updated_at)
        VALUES (${caller.workspace}, ${id}, ${input.name}, ${now}, ${now})`),
    ])
  })

/** Renames, archives or restores a cost unit and adds categories. Two trips, one where nothing changes. */
export const changeCostUnit = (
  caller: Caller,
  id: string,
  body: Record<string, unknown>,
): Promise<CostUnit> =>
  retrying(async () => {
    const stands = await standing(caller, id, body)
    const unit = requireUnit(stands)
    const input = validate(costUnitChange, body, judgeOf(unit, stands.namesake))
    const { name = unit.name, archived = unit.archived } = input
    const held = unit.categories.map((category) => category.name)
    const added = namesIn(input.categories).filter((category) => !held.includes(category))
    if (name === unit.name && archived === unit.archived && added.length === 0) return unit
    // Only what changes is written, so that a renaming and an archiving at the same moment both stay.
    const change = {
      ...(name !== unit.name && { name }),
      ...(archived !== unit.archived && { archivedAt: archived ? caller.now.toISOString() : null }),
      updatedAt: caller.now.toISOString(),
    }
    return write(caller, id, added, [
      ...(added.length > 0 ? [failUnless(sql`${held.length} = (${countOf(caller, id)})`)] : []),
      caller.db
        .update(costUnits)
        .set(change)
        .where(ours(caller, eq(costUnits.id, id))),
    ])
  })

const countOf = (caller: Caller, id: string): SQL =>
  sql`SELECT count(*) FROM cost_unit_categories WHERE ${ours(caller, sql`cost_unit_id = ${id}`)}`

/** Refuses a caller who may not change cost units, and an unknown cost unit. One trip. */
export async function toChangeCostUnit(caller: Caller, id: string): Promise<void> {
  requireUnit(await standing(caller, id, {}))
}

function requireUnit({ unit }: { unit: CostUnit | undefined }): CostUnit {
  if (unit) return unit
  throw new Refusal('not_found', 'There is no such cost unit.')
}

async function standing(caller: Caller, id: string, { name }: Record<string, unknown>) {
  const { credential, rows } = await ask(caller, {
    unit: unitsWhere(caller, eq(costUnits.id, id)),
    namesake: unitsWhere(caller, eq(costUnits.name, typeof name === 'string' ? name : '')),
    categories: categoriesWhere(caller, eq(costUnitCategories.costUnitId, id)),
  })
  requirePermission(credential, 'bookkeeping:write')
  const [unit] = rows.unit
  const [namesake] = rows.namesake
  return { unit: unit && shown(unit, rows.categories), namesake: namesake?.id }
}

function judgeOf(unit: CostUnit | undefined, namesake: string | undefined): Judge {
  return function* (input) {
    if (namesake !== undefined && namesake !== unit?.id) yield [['name'], 'belongs to another cost unit']
    for (const key of ['id', 'created_at', 'updated_at'] as const)
      if (input[key] !== undefined && input[key] !== unit?.[key])
        yield [[key], 'is read-only; leave it out or send it as it was read']
    const entries = Array.isArray(input.categories) ? input.categories : []
    const names = new Set([...(unit?.categories ?? []), ...entries].map((entry) => entry?.name ?? entry))
    if (names.size > Math.max(MOST_CATEGORIES, unit?.categories.length ?? 0))
      yield [['categories'], `would give the cost unit more than ${MOST_CATEGORIES} categories`]
    for (const [at, entry] of entries.entries())
      if (
        entry?.id !== undefined &&
        !unit?.categories.some(({ id, name }) => id === entry.id && name === entry.name)
      )
        yield [
          ['categories', `${at}`, 'id'],
          'is not the id of the category so named; leave it out to add one',
        ]
  }
}

async function write(
  caller: Caller,
  id: string,
  names: string[],
  statements: Statement[],
): Promise<CostUnit> {
  const ids = newIds('cat', caller.now, names.length)
  const added = names.map((name, at) => ({ id: ids[at], name }))
  const rows = await trip(caller, {
    statements,
    added: jsonArrays(added).map((array) =>
      caller.db.run(sql`
        INSERT INTO cost_unit_categories (workspace_id, cost_unit_id, id, name)
        SELECT ${caller.workspace}, ${id}, value ->> 'id', value ->> 'name' FROM json_each(${array})`),
    ),
    units: unitsWhere(caller, eq(costUnits.id, id)),
    categories: categoriesWhere(caller, eq(costUnitCategories.costUnitId, id)),
  })
  const [unit] = rows.units
  if (!unit) throw new LostRace()
  return shown(unit, rows.categories)
}

const namesIn = (entries: z.infer<typeof categories> = []): string[] => [
  ...new Set(entries.map((entry) => (typeof entry === 'string' ? entry : entry.name))),
]
