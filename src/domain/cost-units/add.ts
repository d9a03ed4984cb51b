import { act } from '../access/act'
import type { Principal } from '../access/principal'
import { newIds } from '../shared/ids'
import { batchOf, itemsIn, validateItems } from '../shared/validation'
import { costUnitIssues, loadForAdd } from './checks'
import { newCostUnit } from './create'
import { categoriesAfter, insertCostUnits, MAX_COST_UNITS, TO_WRITE } from './write'

const newCostUnits = batchOf(newCostUnit, MAX_COST_UNITS, { min: 1 })

/**
 * Adds cost units, all or none, and returns their ids and names as a JSON array in the order of the request. Two trips.
 * Throws `permission_missing`, and `invalid`, also if a name is that of another cost unit.
 */
export async function addCostUnits(
  principal: Principal,
  { body }: { body: Record<string, unknown> },
): Promise<string> {
  return act(principal, TO_WRITE, async (tx) => {
    const { names, totals } = await loadForAdd(tx, itemsIn(body, MAX_COST_UNITS))
    // Each is checked as if those before it were stored.
    const input = validateItems(newCostUnits, body, function* (given) {
      const isTaken = typeof given.name === 'string' && names.has(given.name)
      yield* costUnitIssues(given, { costUnit: undefined, namesakeId: isTaken ? '' : undefined, totals })
      if (typeof given.name === 'string') names.add(given.name)
      totals.costUnits++
      totals.categories += Array.isArray(given.categories) ? given.categories.length : 0
    })
    const ids = newIds('cst', tx.now, input.length)
    const added = input.map(({ name, sphere = null, categories }, index) => ({
      id: String(ids[index]),
      name,
      sphere,
      archived: false,
      categories: categoriesAfter([], categories),
    }))
    return tx.finish(JSON.stringify(added.map(({ id, name }) => ({ id, name }))), insertCostUnits(tx, added))
  })
}
