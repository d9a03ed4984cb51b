import { type Sql, sql } from '../../db/sql'
import { daysFrom } from '../shared/dates'

/** How long an ended mandate stays in any case: an undo or a correction may bring it back. */
const DAYS_AFTER_END = 30

/**
 * Deletes the mandates that ended 30 days ago and prove no debit that could still be returned: none that was submitted within
 * 14 months, and none that waits for its submission.
 */
export const sweepMandates = (now: Date): Sql => sql`
  DELETE FROM mandates
  WHERE ended_at < ${daysFrom(now, -DAYS_AFTER_END).toISOString()} AND NOT EXISTS (
    SELECT 1 FROM collection_items AS item INDEXED BY collection_items_by_mandate CROSS JOIN collections
    WHERE item.workspace_id = mandates.workspace_id AND item.mandate_reference = mandates.reference
      AND item.state <> 'discarded'
      AND collections.workspace_id = item.workspace_id AND collections.id = item.collection_id
      AND (collections.state = 'released'
        OR collections.submitted_at >= strftime('%Y-%m-%dT%H:%M:%fZ', ${now.toISOString()}, '-14 months')))`
