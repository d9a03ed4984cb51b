import { sql } from '../../../db/sql'
import { requirePermission } from '../../access/authorize'
import type { Principal } from '../../access/principal'
import { query } from '../../access/query'
import { requireAccount } from '../../book/accounts/update'
import { type BankStatement, selectStatements } from './statement'

/** How many statements a page has. */
const PER_PAGE = 200

/** Statements of an account, the newest import first; `next` is where the next page begins. */
export type AccountStatements = {
  account: { id: string; name: string }
  statements: BankStatement[]
  next: string | null
}

/**
 * Lists the statements of an account that were imported before the statement `before`, or the newest ones. One trip. Throws
 * `permission_missing` and `not_found`.
 */
export async function viewAccountStatements(
  principal: Principal,
  { accountId, before }: { accountId: string; before: string | undefined },
): Promise<AccountStatements> {
  const workspace = principal.workspace()
  const { rows } = await query(
    principal,
    {
      accounts: sql<{ id: string; name: string }>`
        SELECT id, name FROM accounts WHERE workspace_id = ${workspace} AND id = ${accountId}`,
      statements: sql<BankStatement>`
        ${selectStatements(workspace, sql`account_id = ${accountId} AND id < ${before ?? 'stm~'}`)}
        ORDER BY id DESC LIMIT ${PER_PAGE + 1}`,
    },
    (credential) => requirePermission(credential, 'bookkeeping:read'),
  )
  const statements = rows.statements.slice(0, PER_PAGE)
  const hasMore = rows.statements.length > PER_PAGE
  return {
    account: requireAccount(rows.accounts),
    statements,
    next: hasMore ? (statements.at(-1)?.id ?? null) : null,
  }
}
