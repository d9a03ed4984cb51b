import { asc, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { costUnitCategories, costUnits } from '../../db/schema'
import { ask, type Caller, requirePermission } from '../access/admission'
import { instant } from '../shared/text'

/** A cost unit, to which expenses are booked, with its categories. */
export const costUnit = z
  .object({
    id: z.string(),
    name: z.string(),
    archived: z.boolean(),
    categories: z.array(z.object({ id: z.string(), name: z.string() })),
    created_at: instant,
    updated_at: instant,
  })
  .meta({
    id: 'CostUnit',
    examples: [
      {
        id: 'cst_0VMtKcPBq7XJ3mZ1sWv9LdTe',
        name: 'Youth football',
        archived: false,
        categories: [{ id: 'cat_0VMtKcPBq7XJ3mZ1sWv9LdTf', name: 'Jerseys' }],
        created_at: '2026-01-31T12:00:00.000Z',
        updated_at: '2026-01-31T12:00:00.000Z',
      },
    ],
  })
export type CostUnit = z.infer<typeof costUnit>

/** Reads all cost units with their categories, in the order of creation. One trip. */
export async function listCostUnits(caller: Caller): Promise<CostUnit[]> {
  const { credential, rows } = await ask(caller, {
    units: unitsWhere(caller, sql`TRUE`),
    categories: categoriesWhere(caller, sql`TRUE`),
  })
  requirePermission(credential, 'bookkeeping:read')
  return rows.units.map((unit) => toApi(unit, rows.categories))
}

type Category = { unitId: string; id: string; name: string }
type UnitRow = Awaited<ReturnType<typeof unitsWhere>>[number]

/** A stored cost unit as the API shows it, with those of all categories that are its own. */
export const toApi = (unit: UnitRow, all: Category[]): CostUnit => ({
  id: unit.id,
  name: unit.name,
  archived: unit.archivedAt !== null,
  categories: all.filter(({ unitId }) => unitId === unit.id).map(({ id, name }) => ({ id, name })),
  created_at: unit.createdAt,
  updated_at: unit.updatedAt,
})

/** Rows of the caller's workspace alone. */
export const ours = (caller: Caller, which: SQL): SQL => sql`workspace_id = ${caller.workspace} AND ${which}`

/** The look-up of cost units. */
export const unitsWhere = (caller: Caller, which: SQL) =>
  caller.db.select().from(costUnits).where(ours(caller, which)).orderBy(asc(costUnits.id))

/** The look-up of categories. */
export const categoriesWhere = (caller: Caller, which: SQL) =>
  caller.db
    .select({
      unitId: costUnitCategories.costUnitId,
      id: costUnitCategories.id,
      name: costUnitCategories.name,
    })
    .from(costUnitCategories)
    .where(ours(caller, which))
    .orderBy(asc(costUnitCategories.id))
