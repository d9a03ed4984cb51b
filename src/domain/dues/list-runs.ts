import * as z from 'zod'
import { sql } from '../../db/sql'
import { requirePermission } from '../access/authorize'
import type { Principal } from '../access/principal'
import { query } from '../access/query'
import { beyondIdSql } from '../shared/keyset'
import { answerPage, type Cursors, pageRequest, pagingQuery } from '../shared/paging'
import { exactLine } from '../shared/text'
import { type DuesRun, selectRuns } from './runs'

/** The query of a page of runs. */
export const duesRunsQuery = z.strictObject({
  ...pagingQuery,
  plan_id: exactLine(255).optional().describe('Only runs by this plan. By index.'),
  period: exactLine(16).optional().describe('Only runs for this period.'),
})
export type DuesRunsQuery = z.infer<typeof duesRunsQuery>

/** Lists a page of runs in the order of their creation. One trip; the rows of the page and a constant. */
export async function listDuesRuns(
  principal: Principal,
  { query: { cursor, per_page, ...filter } }: { query: DuesRunsQuery },
): Promise<{ runs: DuesRun[]; perPage: number; cursors: Cursors }> {
  const request = pageRequest({ cursor, per_page })
  const { position, order, limit } = request
  const { plan_id, period } = filter
  const conditions = [
    beyondIdSql(position, sql`dues_runs.id`),
    ...(plan_id === undefined ? [] : [sql`plan_id = ${plan_id}`]),
    ...(period === undefined ? [] : [sql`period = ${period}`]),
  ]
  const index = plan_id === undefined ? sql`` : sql`INDEXED BY dues_runs_by_period`
  const { credential, rows } = await query(
    principal,
    {
      page: sql<DuesRun>`
        ${selectRuns(principal.workspace(), sql.join(conditions, ' AND '), index)}
        ORDER BY dues_runs.id ${order} LIMIT ${limit}`,
    },
    (credential) => requirePermission(credential, 'fees:read'),
  )
  const paged = { workspace: credential.workspace, scope: ['dues_runs', filter] }
  const { rows: page, ...paging } = answerPage(request, rows.page, { ...paged, keyOf: ({ id }) => id })
  return { runs: page, ...paging }
}
