import type { ListId } from '../access/lists'
import { narrowedTo } from '../access/narrowed'
import type { Principal } from '../access/principal'
import { selectCostUnitNames } from '../cost-units/names'
import { type ListContext, queryList } from '../custom-columns/query-list'

/** What the form that makes a plan offers. */
export type PlanChoices = {
  context: ListContext
  costUnits: { name: string; category: string | null }[]
}

/** Reads what a plan of a list can follow from. One trip. Throws what `requireList` throws, and `permission_missing`. */
export async function viewPlanChoices(
  principal: Principal,
  { list }: { list: ListId },
): Promise<PlanChoices> {
  const { context, rows } = await queryList(narrowedTo('fees:write', principal), list, 'read', {
    costUnits: selectCostUnitNames(principal.workspace()),
  })
  return { context, costUnits: rows.costUnits }
}
