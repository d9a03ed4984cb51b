import * as z from 'zod'
import { type Db, trip } from '../../db/client'
import { workspaces } from '../../db/schema'
import { keyset } from '../shared/keyset'
import {
  type Cursors,
  cutPage,
  MAX_PER_PAGE,
  NO_EPOCH,
  pagingQuery,
  readCursor,
  requireOwnCursor,
} from '../shared/paging'
import { toApi, type Workspace } from './workspace'

/** The query of a page of workspaces. */
export const workspacesQuery = z.strictObject(pagingQuery)

const SCOPE = 'workspaces'
const BY_ID = keyset([workspaces.id])

/** Lists a page of workspaces in the order of their creation. One trip; the rows of the page. */
export async function listWorkspaces(
  db: Db,
  { query: { cursor, per_page } }: { query: z.infer<typeof workspacesQuery> },
): Promise<{ workspaces: Workspace[]; perPage: number; cursors: Cursors }> {
  requireOwnCursor(cursor, SCOPE, NO_EPOCH)
  const position = readCursor(cursor)?.position
  const perPage = Number(per_page ?? MAX_PER_PAGE)
  const rows = await trip(db, {
    page: db
      .select()
      .from(workspaces)
      .where(BY_ID.beyondSql(position).getSQL())
      .orderBy(BY_ID.by(position).getSQL())
      .limit(perPage + 1),
  })
  const page = cutPage(rows.page, { perPage, position, scope: SCOPE, epoch: NO_EPOCH, keyOf: ({ id }) => id })
  return { workspaces: page.rows.map(toApi), perPage, cursors: page.cursors }
}
