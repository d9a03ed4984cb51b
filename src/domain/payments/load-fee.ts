import { requirePermission } from '../access/authorize'
import type { Permission } from '../access/permissions'
import type { Principal } from '../access/principal'
import { query } from '../access/query'
import { type BookFacts, bookFacts, selectBook } from '../book/book-facts'
import { type CashDay, selectCash } from '../book/cash'
import { DomainError } from '../shared/errors'
import { type FeeFacts, selectFeeFacts } from './fee-facts'

/**
 * Reads what an act on one fee needs to know, the days of the cash boxes among it where the act may take money out of one.
 * One trip. Throws `permission_missing` and `not_found`.
 */
export async function loadFee(
  principal: Principal,
  permission: Permission,
  feeId: string,
  { takesCash = false } = {},
): Promise<{ fee: FeeFacts; book: BookFacts; cash: CashDay[] }> {
  const workspace = principal.workspace()
  const { rows } = await query(
    principal,
    {
      fees: selectFeeFacts(workspace, [feeId]),
      cash: takesCash ? [selectCash(workspace)] : [],
      ...selectBook(workspace),
    },
    (credential) => requirePermission(credential, permission),
  )
  const [fee] = rows.fees
  if (!fee) throw new DomainError('not_found', 'There is no such fee.')
  return { fee, book: bookFacts(rows), cash: rows.cash }
}
