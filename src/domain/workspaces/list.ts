import { asc, desc, gt, lt } from 'drizzle-orm'
import * as z from 'zod'
import { type Db, trip } from '../../db/client'
import { workspaces } from '../../db/schema'
import {
  type Cursors,
  cutPage,
  MAX_PER_PAGE,
  pagingQuery,
  readCursor,
  requireOwnCursor,
} from '../shared/paging'
import { toApi, type Workspace } from './workspace'

/** The query of a page of workspaces. */
export const workspacesQuery = z.strictObject(pagingQuery)

const SCOPE = 'workspaces'

/** Lists a page of workspaces in the order of their creation. One trip; the rows of the page. */
export async function listWorkspaces(
  db: Db,
  { query: { cursor, per_page } }: { query: z.infer<typeof workspacesQuery> },
): Promise<{ workspaces: Workspace[]; perPage: number; cursors: Cursors }> {
  requireOwnCursor(cursor, SCOPE)
  const position = readCursor(cursor)?.position
  const perPage = Number(per_page ?? MAX_PER_PAGE)
  const [isBeyond, order] = position?.direction === 'prev' ? [lt, desc] : [gt, asc]
  const rows = await trip(db, {
    page: db
      .select()
      .from(workspaces)
      .where(isBeyond(workspaces.id, position?.key ?? ''))
      .orderBy(order(workspaces.id))
      .limit(perPage + 1),
  })
  const page = cutPage(rows.page, { perPage, position, scope: SCOPE, keyOf: ({ id }) => id })
  return { workspaces: page.rows.map(toApi), perPage, cursors: page.cursors }
}
