import { sql } from '../../../db/sql'
import { requirePermission } from '../../access/authorize'
import type { Principal } from '../../access/principal'
import { query } from '../../access/query'
import { type CostUnit, selectCategories, selectCostUnits, usableCostUnits } from '../../cost-units/cost-unit'
import { showsIbans } from '../../persons/mask'
import { TO_BANK } from '../lines/bank-line'
import { type BookingRule, requireRule, selectRules, toApi } from './rule'

/**
 * Loads a rule for the form that changes it, or none for that of a new one, with the cost units that it may name. One trip.
 * Throws `permission_missing` and `not_found`.
 */
export async function openRule(
  principal: Principal,
  { id }: { id?: string | undefined },
): Promise<{ rule: BookingRule | undefined; costUnits: CostUnit[] }> {
  const workspace = principal.workspace()
  const { credential, rows } = await query(
    principal,
    {
      rules: selectRules(workspace, sql`booking_rules.id = ${id ?? ''}`),
      costUnits: selectCostUnits(principal.db, workspace),
      categories: selectCategories(principal.db, workspace),
    },
    (credential) => requirePermission(credential, TO_BANK.permission),
  )
  const rule = id === undefined ? undefined : toApi(requireRule(rows.rules), showsIbans(credential))
  return { rule, costUnits: usableCostUnits(rows.costUnits, rows.categories) }
}
