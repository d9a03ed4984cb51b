import { sql } from '../../db/sql'
import { requirePermission } from '../access/authorize'
import type { Principal } from '../access/principal'
import { query } from '../access/query'
import { namedSql } from '../fees/named-fee'
import { DomainError } from '../shared/errors'
import { selectNamedFee } from './fee-facts'
import { type Payment, selectPayments } from './payment'

/**
 * Lists the journal of the fee that an `id` or `external_id` names, in the order in which it was written. One trip.
 * Throws `permission_missing`, `not_found`.
 */
export async function listPaymentsOfFee(principal: Principal, { fee }: { fee: string }): Promise<Payment[]> {
  const workspace = principal.workspace()
  const { rows } = await query(
    principal,
    {
      fees: selectNamedFee(workspace, fee),
      payments: sql<Payment>`${selectPayments(workspace, sql`fee_id = (SELECT id FROM fees WHERE workspace_id = ${workspace} AND ${namedSql(fee)})`)} ORDER BY number`,
    },
    (credential) => requirePermission(credential, 'fees:read'),
  )
  if (rows.fees.length === 0) throw new DomainError('not_found', 'There is no such fee.')
  return rows.payments
}
