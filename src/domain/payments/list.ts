import { sql } from '../../db/sql'
import { requirePermission } from '../access/authorize'
import type { Principal } from '../access/principal'
import { query } from '../access/query'
import { DomainError } from '../shared/errors'
import { selectFeeFacts } from './fee-facts'
import { type Payment, selectPayments } from './payment'

/** Lists the journal of a fee in the order in which it was written. One trip. Throws `permission_missing`, `not_found`. */
export async function listPayments(principal: Principal, { feeId }: { feeId: string }): Promise<Payment[]> {
  const workspace = principal.workspace()
  const { rows } = await query(
    principal,
    {
      fees: selectFeeFacts(workspace, [feeId]),
      payments: sql<Payment>`${selectPayments(workspace, sql`fee_id = ${feeId}`)} ORDER BY number`,
    },
    (credential) => requirePermission(credential, 'fees:read'),
  )
  if (rows.fees.length === 0) throw new DomainError('not_found', 'There is no such fee.')
  return rows.payments
}
