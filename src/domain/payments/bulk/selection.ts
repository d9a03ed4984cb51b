import { type Sql, sql } from '../../../db/sql'
import type { FeeQuery } from '../../fees/browse-query'
import { MAX_FEES_MATCHED, selectMatching } from '../../fees/matching'
import { uniqueStrings } from '../../shared/text'

/** Which fees an act is about: chosen ones, or all that match a query of the list. */
export type FeeSelection = { ids: string[] } | { query: FeeQuery }

/** How many fees one act is about at most. */
export const MAX_BULK_FEES = MAX_FEES_MATCHED

/**
 * The ids of the fees of a selection on a date (YYYY-MM-DD), as a query of `id`; one more than {@link MAX_BULK_FEES} where
 * the index finds more. `workspace` is the tenant filter.
 */
export const selectSelected = (workspace: Sql, selection: FeeSelection, today: string): Sql =>
  'ids' in selection
    ? sql`SELECT value AS id FROM json_each(${JSON.stringify(uniqueStrings(selection.ids).slice(0, MAX_BULK_FEES))})`
    : sql`SELECT id FROM ${selectMatching(workspace, selection.query, today, { limit: MAX_BULK_FEES + 1 })}`
