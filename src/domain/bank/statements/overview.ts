import { sql } from '../../../db/sql'
import { requirePermission } from '../../access/authorize'
import type { Principal } from '../../access/principal'
import { query } from '../../access/query'
import { type Account, selectAccounts, toApi } from '../../book/accounts/account'
import { maskIban, showsIbans } from '../../persons/mask'
import { type Gap, gapsIn } from './gaps'
import type { BankStatement } from './statement'

/** A bank account with what its last statements say; amounts in cents. */
export type BankAccount = Account & {
  /** The last day that a statement tells of, and the balance at its end where the statement has one. */
  imported_until: string | null
  closing: number | null
  /** How many lines wait, counted up to {@link MAX_COUNTED}. */
  open_lines: number
  gaps: Gap[]
}

/** How many open lines are counted at most. */
export const MAX_COUNTED = 1000

/** In how many statements of an account gaps are looked for, the newest ones. */
const MAX_STATEMENTS = 60

type Period = Pick<BankStatement, 'account_id' | 'from_on' | 'to_on' | 'opening' | 'closing'>

/**
 * Lists the bank accounts with their balances, what waits, and what their statements lack. One trip. Throws
 * `permission_missing`.
 */
export async function viewBankAccounts(principal: Principal): Promise<BankAccount[]> {
  const workspace = principal.workspace()
  const { credential, rows } = await query(
    principal,
    {
      accounts: selectAccounts(workspace, sql`accounts.kind = 'bank'`),
      statements: sql<Period>`
        SELECT statements.account_id, from_on, to_on, opening, closing
        FROM accounts CROSS JOIN statements
        WHERE accounts.workspace_id = ${workspace} AND accounts.kind = 'bank' AND statements.workspace_id = ${workspace}
          AND statements.id IN (
            SELECT newest.id FROM statements AS newest INDEXED BY statements_by_end
            WHERE newest.workspace_id = ${workspace} AND newest.account_id = accounts.id
            ORDER BY newest.to_on DESC LIMIT ${MAX_STATEMENTS})`,
      open: sql<{ account_id: string; count: number }>`
        SELECT account_id, count(*) AS count FROM (
          SELECT account_id FROM bank_lines INDEXED BY bank_lines_by_date
          WHERE workspace_id = ${workspace} AND state = 'open' LIMIT ${MAX_COUNTED})
        GROUP BY account_id`,
    },
    (credential) => requirePermission(credential, 'bookkeeping:read'),
  )
  const isWhole = showsIbans(credential)
  return rows.accounts.map(toApi).map((account) => {
    const statements = rows.statements.filter(({ account_id }) => account_id === account.id)
    const [last] = statements.toSorted((one, other) => ((one.to_on ?? '') < (other.to_on ?? '') ? 1 : -1))
    return {
      ...account,
      iban: account.iban === null || isWhole ? account.iban : maskIban(account.iban),
      imported_until: last?.to_on ?? null,
      closing: last?.closing ?? null,
      open_lines: rows.open.find(({ account_id }) => account_id === account.id)?.count ?? 0,
      gaps: gapsIn(statements),
    }
  })
}
