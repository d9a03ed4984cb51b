import * as z from 'zod'
import { failUnless } from '../../db/guard'
import { costUnits } from '../../db/schema'
import { sql } from '../../db/sql'
import { act } from '../access/act'
import type { Principal } from '../access/principal'
import { newId } from '../shared/ids'
import { nameLine } from '../shared/text'
import { validate } from '../shared/validation'
import { costUnitIssues, loadForWrite } from './checks'
import type { CostUnit } from './cost-unit'
import {
  categories,
  categoriesAfter,
  countIn,
  givenSphere,
  MAX_COST_UNITS,
  TO_WRITE,
  writeCostUnit,
} from './write'

/** The body that creates a cost unit. */
export const newCostUnit = z
  .strictObject({ name: nameLine(255), sphere: givenSphere, categories: categories.nullish() })
  .meta({ examples: [{ name: 'Youth football', sphere: 'ideal', categories: ['Jerseys', 'Pitch'] }] })

/** Creates a cost unit. Two trips. Throws `permission_missing`, and `invalid`, also when another cost unit has the name. */
export async function createCostUnit(
  principal: Principal,
  { body }: { body: Record<string, unknown> },
): Promise<CostUnit> {
  return act(principal, TO_WRITE, async (tx) => {
    const checks = await loadForWrite(tx, { name: body.name })
    const input = validate(newCostUnit, body, (given) => costUnitIssues(given, checks))
    const workspace = tx.writable()
    const id = newId('cst', tx.now)
    const now = tx.now.toISOString()
    const sphere = input.sphere ?? null
    const categories = categoriesAfter([], input.categories)
    const after = { name: input.name, sphere, archived: false, categories }
    return writeCostUnit(tx, { id, before: undefined, after }, [
      failUnless(sql`(${countIn(workspace, costUnits)}) < ${MAX_COST_UNITS}`),
      tx.db.insert(costUnits).values({
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
