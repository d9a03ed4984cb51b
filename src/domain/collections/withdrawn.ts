import { type Sql, sql } from '../../db/sql'

/** A debit that is under way under a mandate that was withdrawn online, or for an account that was taken back. */
export type WithdrawnDebit = { id: string; collectionId: string; state: 'released' | 'submitted' }

const UNDER_WAY = sql`collections.state IN ('released', 'submitted')`

/**
 * The debits whose mandate was withdrawn, or whose account was given online and taken back, of collections that are released or
 * submitted: a few rows for each of these acts.
 */
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
    AND ${UNDER_WAY} AND ${condition}
  UNION
  SELECT item.id, item.collection_id, collections.state
  FROM mandate_reversals AS back INDEXED BY mandate_reversals_taken_back
    CROSS JOIN collection_items AS item INDEXED BY collection_items_by_mandate CROSS JOIN collections
  WHERE back.workspace_id = ${workspace} AND taken_back_at IS NOT NULL
    AND item.workspace_id = back.workspace_id AND item.mandate_reference = back.reference AND item.state = 'live'
    AND item.iban IS NOT account_before ->> 'iban'
    AND collections.workspace_id = item.workspace_id AND collections.id = item.collection_id
    AND collections.created_at BETWEEN granted_at AND taken_back_at AND ${UNDER_WAY} AND ${condition}
  ORDER BY item.id`
