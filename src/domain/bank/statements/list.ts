import * as z from 'zod'
import { sql } from '../../../db/sql'
import { requirePermission } from '../../access/authorize'
import type { Principal } from '../../access/principal'
import { query } from '../../access/query'
import { DomainError } from '../../shared/errors'
import { beyondIdSql } from '../../shared/keyset'
import { answerPage, type Cursors, pageRequest, pagingQuery } from '../../shared/paging'
import { type BankStatement, selectStatements } from './statement'

/** The query of a page of statements. */
export const statementsQuery = z.strictObject(pagingQuery)

/**
 * Lists a page of the statements of an account in the order of their import. One trip. Throws `permission_missing`,
 * `not_found`, and `invalid` for a cursor of another list.
 */
export async function listStatements(
  principal: Principal,
  { accountId, query: asked }: { accountId: string; query: z.infer<typeof statementsQuery> },
): Promise<{ statements: BankStatement[]; perPage: number; cursors: Cursors }> {
  const workspace = principal.workspace()
  const request = pageRequest(asked)
  const { position, order, limit } = request
  const { credential, rows } = await query(
    principal,
    {
      accounts: sql`SELECT 1 FROM accounts WHERE workspace_id = ${workspace} AND id = ${accountId}`,
      page: sql<BankStatement>`
        ${selectStatements(workspace, sql`account_id = ${accountId} AND ${beyondIdSql(position, sql`id`)}`)}
        ORDER BY id ${order} LIMIT ${limit}`,
    },
    (credential) => requirePermission(credential, 'bookkeeping:read'),
  )
  if (rows.accounts.length === 0) throw new DomainError('not_found', 'There is no such account.')
  const paged = { workspace: credential.workspace, scope: ['statements', accountId] }
  const { rows: page, ...paging } = answerPage(request, rows.page, { ...paged, keyOf: ({ id }) => id })
  return { statements: page, ...paging }
}
