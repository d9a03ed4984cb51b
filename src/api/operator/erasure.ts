import { Hono } from 'hono'
import { wherever } from '../../domain/access/wherever'
import { eraseWorkspace } from '../../domain/workspaces/leaving/erase'
import { listReceipts, type Receipt, receipt, receiptsQuery } from '../../domain/workspaces/leaving/receipt'
import type { Env } from '../../env'
import { backUpsDeletion } from '../../http/back-ups'
import { endpoint } from '../../http/endpoint'
import { databaseOf } from '../../http/open-database'
import { dataOf, pageOf, pageWithETag } from '../../http/response'
import { timeBudget } from '../../http/time-budget'
import { databaseQuery, namedDatabase } from './database-query'
import { operatorOfAnyWorkspace, operatorOnly } from './operator'

export const erasure = new Hono<Env>()
  .delete(
    '/operator/workspaces/:workspace_id',
    ...endpoint({
      id: 'eraseWorkspace',
      tag: 'Operator',
      summary: 'Erase a workspace',
      description:
        'Erases a workspace that has been suspended for 30 days, or a copy or a sandbox at any time. With the first request it is gone ' +
        'for everybody, and with it the accounts of staff who work for no other workspace. A large one takes several ' +
        'requests: 202 says that rows are left, which the hourly run deletes as well. The answer is the receipt.',
      access: operatorOfAnyWorkspace,
      answers: [200, dataOf(receipt), 'The receipt of a complete erasure'],
      alsoAnswers: [202, dataOf(receipt), 'The erasure has begun, and rows are left'],
    }),
    async (c) => {
      const request = {
        workspaceId: c.req.param('workspace_id'),
        requestId: c.var.requestId,
        now: new Date(),
      }
      const means = { isTimeUp: timeBudget(), deleteBackups: backUpsDeletion(c.env) }
      const db = databaseOf(c.env, request.workspaceId)
      const data = await wherever(db, () => eraseWorkspace(db, request, means))
      return c.json({ data }, data.finished_at === null ? 202 : 200)
    },
  )

  .get(
    '/operator/workspace_erasures',
    ...endpoint({
      id: 'readWorkspaceErasures',
      tag: 'Operator',
      summary: 'Read the receipts of erased workspaces, page by page',
      description:
        'In the order in which the erasures began, at most 500 a page. Receipts are kept for ever.',
      access: operatorOnly,
      query: receiptsQuery.extend(databaseQuery),
      paged: true,
      answers: [200, pageOf(receipt), 'A page of receipts'],
    }),
    async (c) => {
      const query = c.req.valid('query')
      const page = await listReceipts(namedDatabase(c, query), { query })
      const items = page.receipts.map((one) => JSON.stringify(one))
      return pageWithETag<Receipt>(c, { ...page, items })
    },
  )
