import { type Sql, sql } from '../../../db/sql'
import { TENANT } from '../../access/principal'
import { balanceWhere, basesCte } from '../accounts/balances'
import { type BankBalance, lastTold, linesBetween } from './bank-balance'

/** An account at the end of a day by bank and book, in cents. The balance of the bank is NULL if it never told one. */
export type Compared = {
  id: string
  kind: 'bank' | 'cash'
  name: string
  archived: number
  opening_on: string
  book: number
  bank: number | null
  balance_on: string | null
  source: BankBalance['source'] | null
}

/**
 * The accounts that match a condition over `accounts`, at the end of a day by bank and book. Reads the days since the last
 * balance that the bank told, and those of the book since the last closed year before the day.
 */
export const selectCompared = (workspace: Sql, day: Sql, condition: Sql): Sql<Compared> => {
  const on = sql`(SELECT value FROM compared_on)`
  return sql<Compared>`
    WITH ${basesCte(workspace, fiscalYearSql(day))}, compared_on (value) AS MATERIALIZED (SELECT ${day}),
    told AS MATERIALIZED (
      SELECT id, ${lastTold(on)} AS last FROM accounts WHERE workspace_id = ${TENANT} AND ${condition})
    SELECT accounts.id, accounts.kind, name, archived_at IS NOT NULL AS archived, opening_on,
      ${balanceWhere(sql`booked_on <= ${on}`)} AS book,
      last ->> 'balance' + ${linesBetween(sql`(last ->> 'on')`, on)} AS bank,
      last ->> 'on' AS balance_on, last ->> 'source' AS source
    FROM told CROSS JOIN accounts CROSS JOIN bases
    WHERE accounts.workspace_id = ${TENANT} AND accounts.id = told.id AND bases.id = told.id
    ORDER BY accounts.id`
}

/** The fiscal year of a day (SQL). */
const fiscalYearSql = (day: Sql): Sql => sql`(
  SELECT CAST(substr(${day}, 1, 4) AS INTEGER) - (CAST(substr(${day}, 6, 2) AS INTEGER) < year_start)
  FROM workspaces WHERE id = ${TENANT})`
