import { requirePermission } from '../access/authorize'
import type { Principal } from '../access/principal'
import { query } from '../access/query'
import { type DuesPlanHead, headFromRow, selectPlans } from './plan'

/** Lists all plans of dues without their rules, in the order of creation. One trip. Throws `permission_missing`. */
export async function listDuesPlans(principal: Principal): Promise<DuesPlanHead[]> {
  const { rows } = await query(principal, { plans: selectPlans(principal.workspace()) }, (credential) =>
    requirePermission(credential, 'fees:read'),
  )
  return rows.plans.map(headFromRow)
}
