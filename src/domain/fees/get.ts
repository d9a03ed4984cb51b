import { fees } from '../../db/schema'
import { sql } from '../../db/sql'
import { requirePermission } from '../access/authorize'
import type { Principal } from '../access/principal'
import { query } from '../access/query'
import { DomainError } from '../shared/errors'
import { type ReadableFee, selectFees, toApi } from './readable-fee'

/** Gets one fee. One trip. Throws `not_found`. */
export async function getFee(principal: Principal, { id }: { id: string }): Promise<ReadableFee> {
  const { rows } = await query(
    principal,
    { fees: selectFees(principal.workspace(), sql`${fees.id} = ${id}`) },
    (credential) => requirePermission(credential, 'fees:read'),
  )
  const [fee] = rows.fees
  if (!fee) throw new DomainError('not_found', 'There is no such fee.')
  return toApi(fee)
}
