import { asc, desc, gt, lt } from 'drizzle-orm'
import { z } from 'zod'
import { type Db, trip } from '../../db/client'
import { workspaces } from '../../db/schema'
import {
  type Cursors,
  cutPage,
  MOST_PER_PAGE,
  pagingQuery,
  readCursor,
  requireOwnCursor,
} from '../shared/paging'
import { requireFound, toApi, type Workspace, withId } from './workspace'

/** The query of a page of workspaces. */
export const workspacesQuery = z.strictObject(pagingQuery)

/** Reads a workspace. */
export async function getWorkspace(db: Db, id: string): Promise<Workspace> {
  const { found } = await trip({ db }, { found: withId(db, id) })
  return toApi(requireFound(found))
}

/** Reads a page of workspaces in the order of their creation. */
export async function listWorkspaces(
  db: Db,
  { cursor, per_page }: z.infer<typeof workspacesQuery>,
): Promise<{ workspaces: Workspace[]; perPage: number; cursors: Cursors }> {
  await requireOwnCursor(cursor, SCOPE)
  const position = readCursor(cursor)?.position
  const perPage = Number(per_page ?? MOST_PER_PAGE)
  const [ahead, order] = position?.direction === 'prev' ? [lt, desc] : [gt, asc]
  const id = position?.key ?? ''
  const rows = await trip(
    { db },
    {
      page: db
        .select()
        .from(workspaces)
        .where(ahead(workspaces.id, id))
        .orderBy(order(workspaces.id))
        .limit(perPage + 1),
    },
  )
  const page = await cutPage(rows.page, { perPage, position, scope: SCOPE, keyOf: ({ id }) => id })
  return { workspaces: page.rows.map(toApi), perPage, cursors: page.cursors }
}

const SCOPE = 'workspaces'
