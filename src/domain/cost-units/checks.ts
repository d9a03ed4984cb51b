import { eq } from 'drizzle-orm'
import { costUnitCategories, costUnits } from '../../db/schema'
import { type Sql, sql } from '../../db/sql'
import { requirePermission } from '../access/authorize'
import type { Principal } from '../access/principal'
import { query } from '../access/query'
import type { Issue } from '../shared/error-list'
import { isGiven } from '../shared/validation'
import { type CostUnit, selectCategories, selectCostUnits, toApi } from './cost-unit'
import { countIn, MAX_ALL_CATEGORIES, MAX_CATEGORIES, MAX_COST_UNITS, TO_WRITE } from './write'

/** The stored values that a write to a cost unit is checked against. */
type Checks = {
  costUnit: CostUnit | undefined
  /** The id of the cost unit that has the given name. */
  namesakeId: string | undefined
  totals: Totals
}

/** How many cost units and categories a workspace has. */
type Totals = { costUnits: number; categories: number }

/** Loads what a write to a cost unit is checked against. Throws `permission_missing`. One trip. */
export async function loadForWrite(
  principal: Principal,
  { id = '', name }: { id?: string; name?: unknown },
): Promise<Checks> {
  const { db } = principal
  const workspace = principal.workspace()
  const { rows } = await query(
    principal,
    {
      costUnits: selectCostUnits(db, workspace, eq(costUnits.id, id)),
      namesakes: selectCostUnits(db, workspace, eq(costUnits.name, typeof name === 'string' ? name : '')),
      categories: selectCategories(db, workspace, id),
      totals: selectTotals(workspace),
    },
    (credential) => requirePermission(credential, TO_WRITE.permission),
  )
  const [costUnit] = rows.costUnits
  const [namesake] = rows.namesakes
  return {
    costUnit: costUnit && toApi(costUnit, rows.categories),
    namesakeId: namesake?.id,
    totals: totalsIn(rows.totals),
  }
}

/**
 * Loads what new cost units are checked against: which of their names, of any shape, are those of others, and the totals.
 * Throws `permission_missing`. One trip.
 */
export async function loadForAdd(
  principal: Principal,
  items: Record<string, unknown>[],
): Promise<{ names: Set<string>; totals: Totals }> {
  const workspace = principal.workspace()
  const given = JSON.stringify(items.map(({ name }) => name).filter((name) => typeof name === 'string'))
  const { rows } = await query(
    principal,
    {
      namesakes: sql<{ name: string }>`
        SELECT name FROM cost_units
        WHERE workspace_id = ${workspace} AND name IN (SELECT value FROM json_each(${given}))`,
      totals: selectTotals(workspace),
    },
    (credential) => requirePermission(credential, TO_WRITE.permission),
  )
  return { names: new Set(rows.namesakes.map(({ name }) => name)), totals: totalsIn(rows.totals) }
}

const selectTotals = (workspace: Sql): Sql<Totals> => sql<Totals>`
  SELECT (${countIn(workspace, costUnits)}) AS costUnits,
    (${countIn(workspace, costUnitCategories)}) AS categories`

const totalsIn = ([totals]: Totals[]): Totals => totals ?? { costUnits: 0, categories: 0 }

/**
 * The issues of an input of any shape for an update of `costUnit`, or for a new cost unit when it is undefined. Names
 * are unique in the workspace, those of archived cost units included; categories are only ever added.
 */
export function* costUnitIssues(
  input: Record<string, unknown>,
  { costUnit, namesakeId, totals }: Checks,
): Iterable<Issue> {
  if (!costUnit && totals.costUnits >= MAX_COST_UNITS)
    yield [['name'], { code: 'too_many', max: MAX_COST_UNITS, noun: 'cost unit' }]
  if (namesakeId !== undefined && namesakeId !== costUnit?.id)
    yield [['name'], { code: 'taken', noun: 'cost unit' }]
  for (const key of ['id', 'created_at', 'updated_at'] as const)
    if (isGiven(input[key]) && input[key] !== costUnit?.[key]) yield [[key], { code: 'read_only' }]
  yield* categoriesIssues(input.categories, costUnit?.categories ?? [], totals)
}

function* categoriesIssues(input: unknown, stored: CostUnit['categories'], totals: Totals): Iterable<Issue> {
  const entries = Array.isArray(input) ? input : []
  const names = new Set([...stored, ...entries].map((entry) => entry?.name ?? entry))
  if (names.size > Math.max(MAX_CATEGORIES, stored.length))
    yield [['categories'], { code: 'too_many_categories', max: MAX_CATEGORIES, noun: 'cost unit' }]
  if (names.size - stored.length > MAX_ALL_CATEGORIES - totals.categories)
    yield [['categories'], { code: 'too_many_categories', max: MAX_ALL_CATEGORIES, noun: 'workspace' }]
  for (const [index, entry] of entries.entries()) {
    const isOwn = stored.some(({ id, name }) => id === entry?.id && name === entry.name)
    if (isGiven(entry?.id) && !isOwn) yield [['categories', `${index}`, 'id'], { code: 'category_id_wrong' }]
  }
}
