import { type Sql, sql } from '../../db/sql'
import { requirePermission } from '../access/authorize'
import type { Principal } from '../access/principal'
import { query } from '../access/query'
import { DomainError } from '../shared/errors'
import {
  type CollectionRow,
  type CollectionWithItems,
  type ItemRow,
  itemToApi,
  selectCollections,
  selectItems,
  showsDebtorIbans,
  toApi,
} from './collection'

/** Gets a collection with its debits and their fees. One trip. Throws `permission_missing` and `not_found`. */
export async function getCollection(
  principal: Principal,
  { id }: { id: string },
): Promise<CollectionWithItems> {
  const workspace = principal.workspace()
  const { credential, rows } = await query(
    principal,
    { collections: selectCollections(workspace, sql`id = ${id}`), items: selectItemsOf(workspace, id) },
    (credential) => requirePermission(credential, 'fees:read'),
  )
  const isWhole = showsDebtorIbans(credential)
  return {
    ...toApi(requireCollection(rows.collections)),
    items: rows.items.map((item) => itemToApi(item, isWhole)),
  }
}

const selectItemsOf = (workspace: Sql, collectionId: string): Sql<ItemRow> =>
  sql<ItemRow>`${selectItems(workspace, sql`collection_id = ${collectionId}`)} ORDER BY id`

/** The collection that a lookup returned. Throws `not_found` when it returned none. */
export function requireCollection<Row extends Pick<CollectionRow, 'id'>>([row]: Row[]): Row {
  if (row) return row
  throw new DomainError('not_found', 'There is no such collection.')
}
