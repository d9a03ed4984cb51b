import { sql } from '../../../db/sql'
import { requirePermission } from '../../access/authorize'
import type { Principal } from '../../access/principal'
import { query } from '../../access/query'
import { showsIbans } from '../../persons/mask'
import { type BookingRule, requireRule, selectRules, toApi } from './rule'

/** Lists all booking rules, the newest first. One trip. Throws `permission_missing`. */
export async function listRules(principal: Principal): Promise<BookingRule[]> {
  const { credential, rows } = await query(
    principal,
    { rules: selectRules(principal.workspace()) },
    (credential) => requirePermission(credential, 'bookkeeping:read'),
  )
  return rows.rules.map((row) => toApi(row, showsIbans(credential)))
}

/** Gets a booking rule. One trip. Throws `permission_missing` and `not_found`. */
export async function getRule(principal: Principal, { id }: { id: string }): Promise<BookingRule> {
  const { credential, rows } = await query(
    principal,
    { rules: selectRules(principal.workspace(), sql`booking_rules.id = ${id}`) },
    (credential) => requirePermission(credential, 'bookkeeping:read'),
  )
  return toApi(requireRule(rows.rules), showsIbans(credential))
}
