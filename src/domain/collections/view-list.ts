import { type Sql, sql } from '../../db/sql'
import { requirePermission } from '../access/authorize'
import { query } from '../access/query'
import type { StaffPrincipal } from '../staff/principal'
import { type Collection, type CollectionRow, selectCollections, toApi } from './collection'
import { selectOwners } from './owners'

const PER_PAGE = 25

/** A collection in the list of staff, with the number of its debits that were returned. */
export type ListedCollection = Collection & { returned: number }

/** A page of the list of collections. */
export type CollectionsPage = {
  collections: ListedCollection[]
  /** The id at which the next page begins, if there is one. */
  next: string | undefined
  /** The names of those who can set the creditor, where there is none. */
  owners: string[]
}

/** Reads a page of the collections before one (`before`), newest first. One trip. Throws `permission_missing`. */
export async function viewCollections(
  principal: StaffPrincipal,
  { before }: { before: string | undefined },
): Promise<CollectionsPage> {
  const workspace = principal.workspace()
  const { rows } = await query(
    principal,
    { page: selectPage(workspace, before), owners: selectOwners(workspace) },
    (credential) => requirePermission(credential, 'bookkeeping:read'),
  )
  const page = rows.page.slice(0, PER_PAGE)
  return {
    collections: page.map(({ returned, ...row }) => ({ ...toApi(row), returned })),
    next: rows.page.length > PER_PAGE ? page.at(-1)?.id : undefined,
    owners: rows.owners.map(({ name }) => name),
  }
}

type Row = CollectionRow & { returned: number }

const selectPage = (workspace: Sql, before: string | undefined): Sql<Row> => sql<Row>`
  SELECT page.*, (
    SELECT count(*) FROM collection_items INDEXED BY collection_items_returned
    WHERE workspace_id = ${workspace} AND collection_id = page.id AND state = 'returned') AS returned
  FROM (
    ${selectCollections(workspace, before ? sql`id < ${before}` : sql`TRUE`)}
    ORDER BY id DESC LIMIT ${PER_PAGE + 1}) AS page`
