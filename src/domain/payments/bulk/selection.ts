import { type Sql, sql } from '../../../db/sql'
import type { FeeQuery } from '../../fees/browse-query'
import { MAX_FEES_MATCHED, selectMatching } from '../../fees/matching'
import { uniqueStrings } from '../../shared/text'
import { selectFeesPaidAt } from './recorded'

/**
 * Which fees an act is about: chosen ones, all that match a query of the list, or those that an act marked as paid at an
 * instant, in milliseconds.
 */
export type FeeSelection = { ids: string[] } | { query: FeeQuery } | { paidAt: number }

/** How many fees one act is about at most. */
export const MAX_BULK_FEES = MAX_FEES_MATCHED

/**
 * The ids of the fees of a selection on a date (YYYY-MM-DD), as a query of `id`; one more than {@link MAX_BULK_FEES} where
 * the index finds more. `workspace` is the tenant filter.
 */
export function selectSelected(workspace: Sql, selection: FeeSelection, today: string): Sql {
  if ('paidAt' in selection) return selectFeesPaidAt(workspace, selection.paidAt)
  if ('query' in selection)
    return sql`SELECT id FROM ${selectMatching(workspace, selection.query, today, { limit: MAX_BULK_FEES + 1 })}`
  const ids = uniqueStrings(selection.ids).slice(0, MAX_BULK_FEES)
  return sql`SELECT value AS id FROM json_each(${JSON.stringify(ids)})`
}
