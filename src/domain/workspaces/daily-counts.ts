import { desc, eq } from 'drizzle-orm'
import { type Db, trip } from '../../db/client'
import { dailyCounts } from '../../db/schema'
import { type Sql, sql } from '../../db/sql'
import type { Principal } from '../access/principal'
import { OPEN_SUM } from '../fees/open-amount'
import { todayIn } from '../shared/dates'

/** The sizes of a workspace on a day: current members, contacts, and open fees with their sum in cents. */
export type DailyCounts = Omit<typeof dailyCounts.$inferSelect, 'workspaceId'>

/**
 * Counts every workspace in use for the day (UTC), again if it was counted before. Reads every person and fee, so that pages
 * need not. One trip.
 */
export async function countWorkspaces(db: Db, now = new Date()): Promise<void> {
  const day = todayIn('UTC', now)
  await trip(db, {
    counted: sql`
      INSERT OR REPLACE INTO daily_counts (workspace_id, day, members, contacts, open_fees, open_amount)
      SELECT workspaces.id, ${day}, ${countOf('members')} AND coalesce(leave_date, ${day}) >= ${day}),
        ${countOf('contacts')}), coalesce(open.fees, 0), coalesce(open.amount, 0)
      FROM workspaces LEFT JOIN (
        SELECT workspace_id, count(*) AS fees, ${OPEN_SUM} AS amount
        FROM fees WHERE status IN ('open', 'collecting', 'returned') GROUP BY workspace_id
      ) AS open ON open.workspace_id = workspaces.id
      WHERE suspended_at IS NULL AND moving_to IS NULL`,
  })
}

/** How many days of counts a page shows. */
const MAX_DAYS = 366

/** Selects the counts of a year, the latest day first. */
export const selectDailyCounts = ({ db, workspace }: Principal) =>
  db
    .select()
    .from(dailyCounts)
    .where(eq(dailyCounts.workspaceId, workspace()))
    .orderBy(desc(dailyCounts.day))
    .limit(MAX_DAYS)

// Left open, for another condition.
const countOf = (list: string): Sql => sql`
  (SELECT count(*) FROM persons
    WHERE workspace_id = workspaces.id AND list_id = ${list} AND area = 'regular'`
