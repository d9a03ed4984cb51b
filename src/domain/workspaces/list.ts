import * as z from 'zod'
import { askEach } from '../../db/ask-each'
import { type Db, trip } from '../../db/client'
import type { Place } from '../../db/places'
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

/**
 * Lists a page of the workspaces of all databases in the order of their ids, which is that of their creation in each database. Names the
 * databases that do not answer, if another one does. One trip to each; the rows of the page.
 */
export async function listWorkspaces(
  databases: readonly Db[],
  { query: { cursor, per_page } }: { query: z.infer<typeof workspacesQuery> },
): Promise<{ workspaces: Workspace[]; perPage: number; cursors: Cursors; unreachable: Place[] }> {
  requireOwnCursor(cursor, SCOPE, NO_EPOCH)
  const position = readCursor(cursor)?.position
  const perPage = Number(per_page ?? MAX_PER_PAGE)
  const { answers, failed } = await askEach(databases, (db) =>
    trip(db, {
      page: db
        .select()
        .from(workspaces)
        .where(BY_ID.beyondSql(position).getSQL())
        .orderBy(BY_ID.by(position).getSQL())
        .limit(perPage + 1),
    }),
  )
  if (answers.length === 0) throw failed[0]?.error
  // A workspace that moves is in two of them.
  const found = new Map(answers.flatMap((one) => one.page.map((row) => [row.id, row] as const)))
  const step = position?.direction === 'prev' ? -1 : 1
  const rows = [...found.values()]
    .sort((one, other) => (one.id < other.id ? -step : step))
    .slice(0, perPage + 1)
  const page = cutPage(rows, { perPage, position, scope: SCOPE, epoch: NO_EPOCH, keyOf: ({ id }) => id })
  const unreachable = failed.map(({ place }) => place)
  return { workspaces: page.rows.map(toApi), perPage, cursors: page.cursors, unreachable }
}
