import { requirePermission } from '../access/authorize'
import type { Principal } from '../access/principal'
import { query } from '../access/query'
import { DomainError } from '../shared/errors'
import { namedSql } from './named-fee'
import { type ReadableFee, selectFees, toApi } from './readable-fee'

/** Gets the fee that an `id` or `external_id` names. One trip. Throws `not_found`. */
export async function getFee(principal: Principal, { id }: { id: string }): Promise<ReadableFee> {
  const { rows } = await query(
    principal,
    { fees: selectFees(principal.workspace(), namedSql(id)) },
    (credential) => requirePermission(credential, 'fees:read'),
  )
  const [fee] = rows.fees
  if (!fee) throw new DomainError('not_found', 'There is no such fee.')
  return toApi(fee)
}
