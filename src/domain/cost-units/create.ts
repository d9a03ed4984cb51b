import { z } from 'zod'
import { retryOnConflict } from '../../db/client'
import { failUnless } from '../../db/guard'
import { costUnits } from '../../db/schema'
import { sql } from '../../db/sql'
import type { Principal } from '../access/principal'
import { newId } from '../shared/ids'
import { singleLine } from '../shared/text'
import { validate } from '../shared/validation'
import { costUnitIssues, loadForWrite } from './checks'
import type { CostUnit } from './cost-unit'
import {
  categories,
  categoryNames,
  countIn,
  MAX_COST_UNITS,
  writableBookkeeping,
  writeCostUnit,
} from './write'

/** The body that creates a cost unit. */
export const newCostUnit = z
  .strictObject({ name: singleLine(255), categories: categories.nullish() })
  .meta({ examples: [{ name: 'Youth football', categories: ['Jerseys', 'Pitch'] }] })

/** Creates a cost unit. Two trips. Throws `permission_missing`, and `invalid`, also when another cost unit has the name. */
export async function createCostUnit(
  principal: Principal,
  { body }: { body: Record<string, unknown> },
): Promise<CostUnit> {
  return retryOnConflict(async () => {
    const checks = await loadForWrite(principal, { name: body.name })
    const input = validate(newCostUnit, body, (given) => costUnitIssues(given, checks))
    const workspace = writableBookkeeping(principal)
    const id = newId('cst', principal.now)
    const now = principal.now.toISOString()
    const categories = categoryNames(input.categories)
    const after = { name: input.name, archived: false, categories }
    return writeCostUnit(principal, { id, before: {}, after, addedCategories: categories }, [
      failUnless(sql`(${countIn(workspace, costUnits)}) < ${MAX_COST_UNITS}`),
      principal.db.insert(costUnits).values({
        workspaceId: workspace.getSQL(),
        id,
        name: input.name,
        createdAt: now,
        updatedAt: now,
      }),
    ])
  })
}
