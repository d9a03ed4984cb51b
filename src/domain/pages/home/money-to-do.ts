import { type Sql, sql } from '../../../db/sql'
import { MAX_COUNTED } from '../../staff/principal'

/** A collection that waits for the treasurer: its file for the bank, or its credit to be recorded. */
export type DueCollection = { id: string; state: 'released' | 'submitted'; collection_date: string }

/** How many collections are shown at most. */
const MAX_COLLECTIONS = 5

/**
 * Selects how many fees came back and were not paid since, counted up to {@link MAX_COUNTED}. A statement for the trip
 * of the caller.
 */
export const selectReturnedFees = (workspace: Sql): Sql<{ count: number }> => sql<{ count: number }>`
  SELECT count(*) AS count FROM (
    SELECT 1 FROM fees INDEXED BY fees_by_status
    WHERE workspace_id = ${workspace} AND status = 'returned' LIMIT ${MAX_COUNTED})`

/**
 * Selects the oldest collections that are not at the bank yet, or whose credit is due by a date. A statement for the
 * trip of the caller.
 */
export const selectDueCollections = (workspace: Sql, today: string): Sql<DueCollection> => sql<DueCollection>`
  SELECT id, state, collection_date FROM collections INDEXED BY collections_in_progress
  WHERE workspace_id = ${workspace} AND state IN ('released', 'submitted')
    AND (state = 'released' OR collection_date <= ${today})
  ORDER BY id LIMIT ${MAX_COLLECTIONS}`
