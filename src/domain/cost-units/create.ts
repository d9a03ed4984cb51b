import { eq } from 'drizzle-orm'
import * as z from 'zod'
import { costUnits } from '../../db/schema'
import { act, only } from '../access/act'
import type { Principal } from '../access/principal'
import { newId } from '../shared/ids'
import { nameLine } from '../shared/text'
import { validate } from '../shared/validation'
import { costUnitIssues, loadForWrite } from './checks'
import { type CostUnit, selectCategories, selectCostUnits, toApi } from './cost-unit'
import { categories, categoriesAfter, givenSphere, insertCostUnits, TO_WRITE } from './write'

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
    const id = newId('cst', tx.now)
    const { name, sphere = null } = input
    const added = { id, name, sphere, archived: false, categories: categoriesAfter([], input.categories) }
    const workspace = tx.writable()
    const rows = await tx.write({
      ...insertCostUnits(tx, [added]),
      costUnits: selectCostUnits(tx.db, workspace, eq(costUnits.id, id)),
      categories: selectCategories(tx.db, workspace, id),
    })
    return toApi(only(rows.costUnits), rows.categories)
  })
}
