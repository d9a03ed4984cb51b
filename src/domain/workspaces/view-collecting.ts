import { requireNeed } from '../access/authorize'
import type { SettingsPrincipal } from '../access/principal'
import { query } from '../access/query'
import {
  type CostUnit,
  selectCategories,
  selectCostUnits,
  toApi as toCostUnit,
} from '../cost-units/cost-unit'
import { TO_SET_CREDITOR } from './update'
import { toApi, type Workspace } from './workspace'

/**
 * Gets a workspace with the cost units to which charges can be booked, for the page of direct debit: those that are
 * not archived, and the stored one. One trip. Throws `permission_missing` and `proof_required`.
 */
export async function viewCollecting(
  principal: SettingsPrincipal,
): Promise<{ workspace: Workspace; costUnits: CostUnit[] }> {
  const workspace = principal.workspace()
  const { credential, rows } = await query(
    principal,
    {
      costUnits: selectCostUnits(principal.db, workspace),
      categories: selectCategories(principal.db, workspace),
    },
    requireNeed(principal, TO_SET_CREDITOR),
  )
  const stored = credential.workspace.chargeCostUnitId
  return {
    workspace: toApi(credential.workspace),
    costUnits: rows.costUnits
      .filter(({ id, archivedAt }) => archivedAt === null || id === stored)
      .map((row) => toCostUnit(row, rows.categories)),
  }
}
