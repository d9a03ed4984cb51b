import { type Sql, sql } from '../../db/sql'

/** A debit that is under way under a mandate that was withdrawn in the portal. */
export type WithdrawnDebit = { id: string; collectionId: string; state: 'released' | 'submitted' }

/** The debits under withdrawn mandates whose collections are released or submitted: a few rows for each withdrawal. */
export const selectWithdrawnDebits = (
  workspace: Sql,
  condition = sql`TRUE`,
): Sql<WithdrawnDebit> => sql<WithdrawnDebit>`
  SELECT item.id, item.collection_id AS collectionId, collections.state
  FROM mandates INDEXED BY mandates_withdrawn
    CROSS JOIN collection_items AS item INDEXED BY collection_items_by_mandate CROSS JOIN collections
  WHERE mandates.workspace_id = ${workspace} AND end_reason = 'withdrawn'
    AND item.workspace_id = mandates.workspace_id AND item.mandate_reference = mandates.reference AND item.state = 'live'
    AND collections.workspace_id = item.workspace_id AND collections.id = item.collection_id
    AND collections.state IN ('released', 'submitted') AND ${condition}
  ORDER BY item.id`
