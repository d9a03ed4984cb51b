import { requirePermission } from '../../access/authorize'
import type { Principal } from '../../access/principal'
import { query } from '../../access/query'
import { type Account, selectAccounts, toApi } from './account'

/** Lists all accounts with their balances, the archived ones too. One trip. Throws `permission_missing`. */
export async function listAccounts(principal: Principal): Promise<Account[]> {
  const { rows } = await query(principal, { accounts: selectAccounts(principal.workspace()) }, (credential) =>
    requirePermission(credential, 'bookkeeping:read'),
  )
  return rows.accounts.map(toApi)
}
