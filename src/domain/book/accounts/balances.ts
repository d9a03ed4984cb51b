import { type Sql, sql } from '../../../db/sql'
import { TENANT, workspaceCte } from '../../access/principal'

/**
 * CTEs for statements about balances: `tenant`, and `bases (id, kind, amount, since)`. An account holds `amount` when `since`
 * begins: its closing balance of the last closed fiscal year before `year`, otherwise, and where it began later, its opening
 * amount.
 */
export const basesCte = (workspace: Sql, year: number | Sql = 9999): Sql => sql`
  ${workspaceCte(workspace)}, closed (report, since) AS MATERIALIZED (
    SELECT report,
      printf('%04d-%02d-01', year + 1, (SELECT year_start FROM workspaces WHERE id = ${TENANT}))
    FROM fiscal_years WHERE workspace_id = ${TENANT} AND closed_at IS NOT NULL AND year < ${year}
    ORDER BY year DESC LIMIT 1
  ), bases (id, kind, amount, since) AS MATERIALIZED (
    SELECT accounts.id, kind, coalesce(closing, opening_amount), coalesce(since, '')
    FROM accounts
    LEFT JOIN (
      SELECT value ->> 'id' AS id, value ->> 'closing' AS closing, since
      FROM closed CROSS JOIN json_each(report, '$.accounts')) AS reported
      ON reported.id = accounts.id AND opening_on < since
    WHERE workspace_id = ${TENANT}
  )`

/** The days of an account of `bases` since then, for a `FROM`. They are as many as the dates of its vouchers. */
export const DAYS = sql`
  account_days WHERE account_days.workspace_id = ${TENANT} AND account_id = bases.id AND booked_on >= since`

/** The balance of an account of `bases` where a condition over `booked_on` ends, in cents, as an SQL expression. */
export const balanceWhere = (condition: Sql = sql`TRUE`): Sql => sql`(bases.amount
  + coalesce((SELECT sum(account_days.amount) FROM ${DAYS} AND ${condition}), 0))`
