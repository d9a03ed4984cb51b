import { type Sql, sql } from '../../../db/sql'
import { TENANT } from '../../access/principal'
import { balanceWhere, basesCte } from '../../book/accounts/balances'
import { lastTold } from '../../book/reconciliation/bank-balance'
import { MAX_COUNTED } from '../../staff/principal'

/** A bank account of which the bank tells another balance than the book, apart from what is open. In cents. */
export type DifferentBank = { id: string; name: string; on: string; difference: number }

/** How many days a line may be open. */
const MAX_OPEN_DAYS = 14

/**
 * Selects the bank accounts that differed from the book on the last day of which the bank told, without what open lines
 * explain. A statement for the trip of the caller.
 */
export const selectDifferentBanks = (workspace: Sql, today: string): Sql<DifferentBank> => sql<DifferentBank>`
  WITH ${basesCte(workspace)}, told AS MATERIALIZED (
    SELECT id, ${lastTold(sql`${today}`)} AS last
    FROM accounts WHERE workspace_id = ${TENANT} AND kind = 'bank' AND archived_at IS NULL
  ), told_on AS MATERIALIZED (SELECT id, last ->> 'on' AS day, last ->> 'balance' AS balance FROM told)
  SELECT * FROM (
    SELECT accounts.id, name, told_on.day AS "on", told_on.balance - ${balanceWhere(sql`booked_on <= told_on.day`)}
      - coalesce((
        SELECT sum(line.amount - line.assigned_amount) FROM bank_lines AS line INDEXED BY bank_lines_by_date
        WHERE line.workspace_id = ${TENANT} AND line.state = 'open' AND line.account_id = accounts.id
          AND line.booked_on BETWEEN accounts.opening_on AND told_on.day AND line.currency = 'EUR'), 0) AS difference
    FROM told_on CROSS JOIN accounts CROSS JOIN bases
    WHERE accounts.workspace_id = ${TENANT} AND accounts.id = told_on.id AND bases.id = told_on.id
      AND told_on.day >= bases.since)
  WHERE difference <> 0 ORDER BY id`

/** Counts the lines that are open for longer than two weeks, up to {@link MAX_COUNTED}. A statement for the trip of the caller. */
export const countLateLines = (workspace: Sql, today: string): Sql<{ count: number }> => sql<{
  count: number
}>`
  SELECT count(*) AS count FROM (
    SELECT 1 FROM bank_lines INDEXED BY bank_lines_by_date
    WHERE workspace_id = ${workspace} AND state = 'open' AND booked_on < date(${today}, '-${sql.raw(String(MAX_OPEN_DAYS))} days')
    LIMIT ${MAX_COUNTED})`
