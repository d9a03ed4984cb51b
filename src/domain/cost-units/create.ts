import * as z from 'zod'
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
  categoriesAfter,
  countIn,
  givenSphere,
  MAX_COST_UNITS,
  writableBookkeeping,
  writeCostUnit,
} from './write'

/** The body that creates a cost unit. */
export const newCostUnit = z
  .strictObject({ name: singleLine(255), sphere: givenSphere, categories: categories.nullish() })
  .meta({ examples: [{ name: 'Youth football', sphere: 'ideal', categories: ['Jerseys', 'Pitch'] }] })

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
    const sphere = input.sphere ?? null
    const categories = categoriesAfter([], input.categories)
    const after = { name: input.name, sphere, archived: false, categories }
    return writeCostUnit(principal, { id, before: undefined, after }, [
      failUnless(sql`(${countIn(workspace, costUnits)}) < ${MAX_COST_UNITS}`),
      principal.db.insert(costUnits).values({
        workspaceId: workspace.getSQL(),
        id,
        name: input.name,
        sphere,
        createdAt: now,
        updatedAt: now,
      }),
    ])
  })
}
