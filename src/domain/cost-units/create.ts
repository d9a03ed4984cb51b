import { eq, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { z } from 'zod'
import { retryOnConflict, type Statement, trip, WriteConflict } from '../../db/client'
import { failUnless } from '../../db/guard'
import { jsonArrays } from '../../db/json'
import { costUnitCategories, costUnits } from '../../db/schema'
import { ask, type Caller, requirePermission } from '../access/admission'
import { DomainError } from '../shared/errors'
import { newId, newIds } from '../shared/ids'
import { arrayOf, singleLine } from '../shared/text'
import { isGiven, type Rule, validate } from '../shared/validation'
import { type CostUnit, categoriesWhere, ours, toApi, unitsWhere } from './cost-unit'

const MOST_UNITS = 500
const MOST_CATEGORIES = 500
/** All cost units of a workspace are read in one answer, so their categories are limited together as well. */
const MOST_CATEGORIES_TOGETHER = 5000

const categories = arrayOf(
  z.union([singleLine(255), z.strictObject({ id: z.string().nullish(), name: singleLine(255) })]),
  MOST_CATEGORIES,
).describe('Names, or objects as they were read. Names that the cost unit does not have are added.')

/** The body that creates a cost unit. */
export const newCostUnit = z
  .strictObject({ name: singleLine(255), categories: categories.nullish() })
  .meta({ examples: [{ name: 'Youth football', categories: ['Jerseys', 'Pitch'] }] })

const ECHO = 'Read-only: left out, or sent as it was read'
const echoed = z.unknown().optional()

/** The body that changes a cost unit: it is renamed, archived or restored, and gets more categories. */
export const costUnitChange = z
  .strictObject({
    id: echoed.meta({ type: 'string', description: ECHO }),
    name: singleLine(255).nullish(),
    archived: z.boolean().nullish().describe('An archived cost unit takes no new expenses'),
    categories: categories.nullish(),
    created_at: echoed.meta({ type: 'string', format: 'date-time', description: ECHO }),
    updated_at: echoed.meta({ type: 'string', format: 'date-time', description: ECHO }),
  })
  .meta({ examples: [{ archived: true }, { categories: ['Referees'] }] })

/** Creates a cost unit. Two trips. Refuses the name of another one as `invalid`. */
export const createCostUnit = (caller: Caller, body: Record<string, unknown>): Promise<CostUnit> =>
  retryOnConflict(async () => {
    const { namesake, totals } = await standing(caller, '', body)
    const input = validate(newCostUnit, body, judgeOf(undefined, namesake, totals))
    const id = newId('cst', caller.now)
    const now = caller.now.toISOString()
    const names = namesIn(input.categories)
    return write(caller, id, names, [
      failUnless(sql`${MOST_UNITS} > (${countOf(caller, costUnits)})`),
      ...roomFor(caller, id, names),
      caller.db.run(sql`
        INSERT INTO cost_units (workspace_id, id, name, created_at, updated_at)
        VALUES (${caller.workspace}, ${id}, ${input.name}, ${now}, ${now})`),
    ])
  })

/** Renames, archives or restores a cost unit and adds categories. Two trips, one where nothing changes. */
export const updateCostUnit = (
  caller: Caller,
  id: string,
  body: Record<string, unknown>,
): Promise<CostUnit> =>
  retryOnConflict(async () => {
    const current = await standing(caller, id, body)
    const unit = requireUnit(current)
    const input = validate(costUnitChange, body, judgeOf(unit, current.namesake, current.totals))
    const name = input.name ?? unit.name
    const archived = input.archived ?? unit.archived
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
      ...roomFor(caller, id, added),
      caller.db
        .update(costUnits)
        .set(change)
        .where(ours(caller, eq(costUnits.id, id))),
    ])
  })

const countOf = (caller: Caller, table: SQLWrapper, which = sql`TRUE`): SQL =>
  sql`SELECT count(*) FROM ${table} WHERE ${ours(caller, which)}`

/** Makes the batch fail unless the categories still fit, however many were added since they were read. */
function roomFor(caller: Caller, id: string, { length }: string[]) {
  if (length === 0) return []
  const ofUnit = countOf(caller, costUnitCategories, eq(costUnitCategories.costUnitId, id))
  return [
    failUnless(sql`${MOST_CATEGORIES - length} >= (${ofUnit})`),
    failUnless(sql`${MOST_CATEGORIES_TOGETHER - length} >= (${countOf(caller, costUnitCategories)})`),
  ]
}

/** Refuses a caller who may not change cost units, and an unknown cost unit. One trip. */
export async function toChangeCostUnit(caller: Caller, id: string): Promise<void> {
  requireUnit(await standing(caller, id, {}))
}

function requireUnit({ unit }: { unit: CostUnit | undefined }): CostUnit {
  if (unit) return unit
  throw new DomainError('not_found', 'There is no such cost unit.')
}

async function standing(caller: Caller, id: string, { name }: Record<string, unknown>) {
  const { credential, rows } = await ask(caller, {
    unit: unitsWhere(caller, eq(costUnits.id, id)),
    namesake: unitsWhere(caller, eq(costUnits.name, typeof name === 'string' ? name : '')),
    categories: categoriesWhere(caller, eq(costUnitCategories.costUnitId, id)),
    totals: caller.db.all<Totals>(
      sql`SELECT (${countOf(caller, costUnits)}) AS units, (${countOf(caller, costUnitCategories)}) AS categories`,
    ),
  })
  requirePermission(credential, 'bookkeeping:write')
  const [unit] = rows.unit
  const [namesake] = rows.namesake
  const [totals = { units: 0, categories: 0 }] = rows.totals
  return { unit: unit && toApi(unit, rows.categories), namesake: namesake?.id, totals }
}

type Totals = { units: number; categories: number }

function judgeOf(unit: CostUnit | undefined, namesake: string | undefined, totals: Totals): Rule {
  return function* (input) {
    if (!unit && totals.units >= MOST_UNITS)
      yield [['name'], `is one too many: a workspace has at most ${MOST_UNITS} cost units`]
    if (namesake !== undefined && namesake !== unit?.id) yield [['name'], 'belongs to another cost unit']
    for (const key of ['id', 'created_at', 'updated_at'] as const)
      if (isGiven(input[key]) && input[key] !== unit?.[key])
        yield [[key], 'is read-only; leave it out or send it as it was read']
    const entries = Array.isArray(input.categories) ? input.categories : []
    const names = new Set([...(unit?.categories ?? []), ...entries].map((entry) => entry?.name ?? entry))
    if (names.size > Math.max(MOST_CATEGORIES, unit?.categories.length ?? 0))
      yield [['categories'], `would give the cost unit more than ${MOST_CATEGORIES} categories`]
    if (names.size - (unit?.categories.length ?? 0) > MOST_CATEGORIES_TOGETHER - totals.categories)
      yield [['categories'], `would give the workspace more than ${MOST_CATEGORIES_TOGETHER} categories`]
    for (const [at, entry] of entries.entries())
      if (
        isGiven(entry?.id) &&
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
  if (!unit) throw new WriteConflict()
  return toApi(unit, rows.categories)
}

const namesIn = (entries?: z.infer<typeof categories> | null): string[] => [
  ...new Set((entries ?? []).map((entry) => (typeof entry === 'string' ? entry : entry.name))),
]
