import * as z from 'zod'
import { sql } from '../../db/sql'
import { requirePermission } from '../access/authorize'
import type { Principal } from '../access/principal'
import { query } from '../access/query'
import { beyondIdSql } from '../shared/keyset'
import { answerPage, type Cursors, pageRequest, pagingQuery } from '../shared/paging'
import { MAIL_ROW, type Mail, type MailRow, toApi } from './mail'

/** The query of a page of mails. */
export const mailsQuery = z.strictObject(pagingQuery)

/** Lists a page of mails in the order of their creation. One trip; the rows of the page and a constant. */
export async function listMails(
  principal: Principal,
  { query: asked }: { query: z.infer<typeof mailsQuery> },
): Promise<{ mails: Mail[]; perPage: number; cursors: Cursors }> {
  const request = pageRequest(asked)
  const { position, order, limit } = request
  const { credential, rows } = await query(
    principal,
    {
      page: sql<MailRow>`
        SELECT ${MAIL_ROW} FROM mails WHERE workspace_id = ${principal.workspace()} AND ${beyondIdSql(position, sql`id`)}
        ORDER BY id ${order} LIMIT ${limit}`,
    },
    (credential) => requirePermission(credential, 'mails:read'),
  )
  const paged = { workspace: credential.workspace, scope: ['mails'] }
  const { rows: page, ...paging } = answerPage(request, rows.page, { ...paged, keyOf: ({ id }) => id })
  return { mails: page.map(toApi), ...paging }
}
