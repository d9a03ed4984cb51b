import * as z from 'zod'
import { sql } from '../../db/sql'
import { requirePermission } from '../access/authorize'
import type { Principal } from '../access/principal'
import { query } from '../access/query'
import { beyondIdSql } from '../shared/keyset'
import { answerPage, type Cursors, pageRequest, pagingQuery } from '../shared/paging'
import { type Collection, type CollectionRow, selectCollections, toApi } from './collection'

/** The query of a page of collections. */
export const collectionsQuery = z.strictObject(pagingQuery)

/** Lists a page of collections in the order of their release. One trip; the rows of the page and a constant. */
export async function listCollections(
  principal: Principal,
  { query: asked }: { query: z.infer<typeof collectionsQuery> },
): Promise<{ collections: Collection[]; perPage: number; cursors: Cursors }> {
  const request = pageRequest(asked)
  const { position, order, limit } = request
  const { credential, rows } = await query(
    principal,
    {
      page: sql<CollectionRow>`
        ${selectCollections(principal.workspace(), beyondIdSql(position, sql`id`))} ORDER BY id ${order} LIMIT ${limit}`,
    },
    (credential) => requirePermission(credential, 'fees:read'),
  )
  const paged = { workspace: credential.workspace, scope: ['collections'] }
  const { rows: page, ...paging } = answerPage(request, rows.page, { ...paged, keyOf: ({ id }) => id })
  return { collections: page.map(toApi), ...paging }
}
