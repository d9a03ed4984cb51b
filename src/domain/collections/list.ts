import { z } from 'zod'
import { type Sql, sql } from '../../db/sql'
import { requirePermission } from '../access/authorize'
import type { Principal } from '../access/principal'
import { query } from '../access/query'
import {
  type Cursors,
  cutPage,
  MAX_PER_PAGE,
  type Position,
  pagingQuery,
  readCursor,
  requireOwnCursor,
} from '../shared/paging'
import { type Collection, type CollectionRow, selectCollections, toApi } from './collection'

/** The query of a page of collections. */
export const collectionsQuery = z.strictObject(pagingQuery)

/** Lists a page of collections in the order of their release. One trip; the rows of the page and a constant. */
export async function listCollections(
  principal: Principal,
  { query: { cursor, per_page } }: { query: z.infer<typeof collectionsQuery> },
): Promise<{ collections: Collection[]; perPage: number; cursors: Cursors }> {
  const position = readCursor(cursor)?.position
  const perPage = Number(per_page ?? MAX_PER_PAGE)
  const { credential, rows } = await query(
    principal,
    { page: selectPage(principal.workspace(), position, perPage + 1) },
    (credential) => requirePermission(credential, 'fees:read'),
  )
  const scope = JSON.stringify([credential.workspace.id, 'collections'])
  await requireOwnCursor(cursor, scope)
  const page = await cutPage(rows.page, { perPage, position, scope, keyOf: ({ id }) => id })
  return { collections: page.rows.map(toApi), perPage, cursors: page.cursors }
}

function selectPage(workspace: Sql, position: Position | undefined, limit: number): Sql<CollectionRow> {
  const isBack = position?.direction === 'prev'
  const condition = position ? sql`id ${sql.raw(isBack ? '<' : '>')} ${position.key}` : sql`TRUE`
  return sql<CollectionRow>`
    ${selectCollections(workspace, condition)} ORDER BY id ${sql.raw(isBack ? 'DESC' : 'ASC')} LIMIT ${limit}`
}
