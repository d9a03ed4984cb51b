import { z } from 'zod'
import { sql } from '../../db/sql'
import { requirePermission } from '../access/authorize'
import type { Principal } from '../access/principal'
import { query } from '../access/query'
import { DomainError } from '../shared/errors'
import {
  type Cursors,
  cutPage,
  MAX_PER_PAGE,
  pagingQuery,
  readCursor,
  requireOwnCursor,
} from '../shared/paging'
import { type BankStatement, selectStatements } from './statement'

/** The query of a page of statements. */
export const statementsQuery = z.strictObject(pagingQuery)

/**
 * Lists a page of the statements of an account in the order of their import. One trip. Throws `permission_missing`,
 * `not_found`, and `invalid` for a cursor of another list.
 */
export async function listStatements(
  principal: Principal,
  { accountId, query: { cursor, per_page } }: { accountId: string; query: z.infer<typeof statementsQuery> },
): Promise<{ statements: BankStatement[]; perPage: number; cursors: Cursors }> {
  const workspace = principal.workspace()
  const position = readCursor(cursor)?.position
  const perPage = Number(per_page ?? MAX_PER_PAGE)
  const order = sql.raw(position?.direction === 'prev' ? 'DESC' : 'ASC')
  const compares = sql.raw(position?.direction === 'prev' ? '<' : '>')
  const { credential, rows } = await query(
    principal,
    {
      accounts: sql`SELECT 1 FROM accounts WHERE workspace_id = ${workspace} AND id = ${accountId}`,
      page: sql<BankStatement>`
        ${selectStatements(workspace, sql`account_id = ${accountId} AND id ${compares} ${position?.key ?? ''}`)}
        ORDER BY id ${order} LIMIT ${perPage + 1}`,
    },
    (credential) => requirePermission(credential, 'bookkeeping:read'),
  )
  if (rows.accounts.length === 0) throw new DomainError('not_found', 'There is no such account.')
  const scope = JSON.stringify([credential.workspace.id, 'statements', accountId])
  await requireOwnCursor(cursor, scope)
  const page = await cutPage(rows.page, { perPage, position, scope, keyOf: ({ id }) => id })
  return { statements: page.rows, perPage, cursors: page.cursors }
}
