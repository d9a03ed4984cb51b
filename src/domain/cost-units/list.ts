import { requirePermission } from '../access/authorize'
import type { Principal } from '../access/principal'
import { query } from '../access/query'
import { type CostUnit, selectCategories, selectCostUnits, toApi } from './cost-unit'

/** Lists all cost units with their categories, in the order of creation. One trip. Throws `permission_missing`. */
export async function listCostUnits(principal: Principal): Promise<CostUnit[]> {
  const workspace = principal.workspace()
  const { rows } = await query(
    principal,
    {
      costUnits: selectCostUnits(principal.db, workspace),
      categories: selectCategories(principal.db, workspace),
    },
    (credential) => requirePermission(credential, 'bookkeeping:read'),
  )
  return rows.costUnits.map((row) => toApi(row, rows.categories))
}
