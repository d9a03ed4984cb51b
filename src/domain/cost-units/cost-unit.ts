import { and, asc, eq, type SQLWrapper } from 'drizzle-orm'
import * as z from 'zod'
import type { Db } from '../../db/client'
import { costUnitCategories, costUnits, SPHERES } from '../../db/schema'
import type { Sql } from '../../db/sql'
import { instant } from '../shared/text'

const sphere = z.enum(SPHERES).nullable()

/** A cost unit, to which expenses are booked, with its categories. */
export const costUnit = z
  .object({
    id: z.string(),
    name: z.string(),
    sphere: sphere.describe('What names the cost unit without a sphere gets this one'),
    archived: z.boolean(),
    categories: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        sphere: sphere.describe('Goes before that of the cost unit'),
      }),
    ),
    created_at: instant,
    updated_at: instant,
  })
  .meta({
    id: 'CostUnit',
    examples: [
      {
        id: 'cst_0VMtKcPBq7XJ3mZ1sWv9LdTe',
        name: 'Youth football',
        sphere: 'ideal',
        archived: false,
        categories: [{ id: 'cat_0VMtKcPBq7XJ3mZ1sWv9LdTf', name: 'Jerseys', sphere: null }],
        created_at: '2026-01-31T12:00:00.000Z',
        updated_at: '2026-01-31T12:00:00.000Z',
      },
    ],
  })
export type CostUnit = z.infer<typeof costUnit>

type CategoryRow = { costUnitId: string; id: string; name: string; sphere: CostUnit['sphere'] }

/** A stored cost unit as the API shows it, with those of `categories` that belong to it. */
export const toApi = (row: typeof costUnits.$inferSelect, categories: CategoryRow[]): CostUnit => ({
  id: row.id,
  name: row.name,
  sphere: row.sphere,
  archived: row.archivedAt !== null,
  categories: categories
    .filter(({ costUnitId }) => costUnitId === row.id)
    .map(({ id, name, sphere }) => ({ id, name, sphere })),
  created_at: row.createdAt,
  updated_at: row.updatedAt,
})

/** The cost units that can be booked to, of all that were read. */
export const usableCostUnits = (
  rows: readonly (typeof costUnits.$inferSelect)[],
  categories: CategoryRow[],
): CostUnit[] => rows.filter(({ archivedAt }) => archivedAt === null).map((row) => toApi(row, categories))

/** Selects the cost units of a workspace, without categories, in the order of creation; with a condition, only matches. */
export const selectCostUnits = (db: Db, workspace: Sql, condition?: SQLWrapper) =>
  db
    .select()
    .from(costUnits)
    .where(and(eq(costUnits.workspaceId, workspace), condition))
    .orderBy(asc(costUnits.id))

/** Selects the categories of one cost unit of a workspace, or of all, in the order of creation. */
export const selectCategories = (db: Db, workspace: Sql, costUnitId?: string) =>
  db
    .select({
      costUnitId: costUnitCategories.costUnitId,
      id: costUnitCategories.id,
      name: costUnitCategories.name,
      sphere: costUnitCategories.sphere,
    })
    .from(costUnitCategories)
    .where(
      and(
        eq(costUnitCategories.workspaceId, workspace),
        costUnitId === undefined ? undefined : eq(costUnitCategories.costUnitId, costUnitId),
      ),
    )
    .orderBy(asc(costUnitCategories.id))
