import { failUnless } from '../../db/guard'
import { jsonArrays } from '../../db/json'
import { type Sql, sql } from '../../db/sql'
import type { Principal } from '../access/principal'
import type { CollectionRow } from './collection'
import { recordCollection, requireState } from './submit'

/** Puts debits and their fees from one state into another. Fails as a conflict if one of them is in another state. */
export function moveItems(workspace: Sql, items: readonly { id: string }[], from: string, to: string): Sql[] {
  return jsonArrays(items.map(({ id }) => id)).flatMap((array) => {
    const wanted = sql`SELECT value FROM json_each(${array})`
    return [
      failUnless(sql`NOT EXISTS (
        SELECT 1 FROM json_each(${array}) AS wanted
        LEFT JOIN collection_items AS item ON item.workspace_id = ${workspace} AND item.id = wanted.value
        WHERE item.state IS NOT ${from})`),
      sql`
        UPDATE collection_items
        SET state = ${to}, returned_on = NULL, return_code = NULL, charge = NULL, unblocked_at = NULL
        WHERE workspace_id = ${workspace} AND id IN (${wanted})`,
      sql`
        UPDATE collection_fees INDEXED BY collection_fees_of_item SET state = ${to}, payments_at_return = NULL
        WHERE workspace_id = ${workspace} AND item_id IN (${wanted}) AND state = ${from}`,
    ]
  })
}

/** Puts a collection back to where it waits for its credit, and records it. */
export const unsettle = (
  principal: Principal,
  workspace: Sql,
  collection: Pick<CollectionRow, 'id' | 'state' | 'message_id' | 'settled_on'>,
): Sql[] => [
  requireState(workspace, collection.id, [collection.state]),
  // It waits already where another of its credits was undone before.
  ...(collection.state === 'settled'
    ? [
        sql`
          UPDATE collections SET state = 'submitted', settled_on = NULL
          WHERE workspace_id = ${workspace} AND id = ${collection.id}`,
        ...recordCollection(principal, workspace, collection, 'submitted', {
          settled_on: [collection.settled_on, null],
        }),
      ]
    : []),
]
