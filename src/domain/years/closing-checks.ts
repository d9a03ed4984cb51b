import { type Sql, sql } from '../../db/sql'
import { requirePermission } from '../access/authorize'
import { type Principal, TENANT, workspaceCte } from '../access/principal'
import { query } from '../access/query'
import { bookFacts, selectBook } from '../book/book-facts'
import { selectYear, yearOf } from '../book/years/get'
import type { FiscalYear } from '../book/years/year'
import { countWaiting } from '../payments/booking/unbooked'
import { todayIn } from '../shared/dates'
import { type BankDifference, bankDifferences, selectBanksOf } from './bank-differences'

/** What stands before the closing of a year, and what is worth a look although the year can be closed without it. */
export type ClosingChecks = {
  report: FiscalYear
  isOver: boolean
  /** The last closed year, which may be a later one. */
  closedYear: number | null
  /** A year before it with vouchers that is open. */
  earlierYear: number | null
  openLines: number
  /** The vouchers within ten days of the end of the year, on either side. */
  aroundEnd: number
  /** Payments of the year that wait to be booked. */
  waiting: number
  keepsBook: boolean
  /** The bank accounts that the bank says otherwise of than the book, or nothing. */
  differences: BankDifference[]
  /** Cash boxes, each with the last count in the month in which the year ends, in cents; null without one. */
  boxes: { name: string; counted_on: string | null; difference: number | null }[]
}

/** Reads the checks of a year that `closeYear` makes, and advice. One trip. Throws `permission_missing`, `not_found`. */
export async function viewClosingChecks(
  principal: Principal,
  { year }: { year: number },
): Promise<ClosingChecks> {
  const workspace = principal.workspace()
  const { rows } = await query(
    principal,
    {
      ...selectYear(workspace, year),
      facts: selectFacts(workspace, year),
      aroundEnd: countAroundEnd(workspace, year),
      boxes: selectBoxes(workspace, year),
      banks: selectBanksOf(workspace, year),
      ...selectBook(workspace),
    },
    (credential) => requirePermission(credential, 'bookkeeping:read'),
  )
  const report = await yearOf(rows, year)
  const { settings, closedYear } = bookFacts(rows)
  return {
    report,
    isOver: report.last_on < todayIn(settings.timezone, principal.now),
    closedYear,
    earlierYear: rows.facts[0]?.earlierYear ?? null,
    openLines: rows.facts[0]?.openLines ?? 0,
    aroundEnd: rows.aroundEnd[0]?.count ?? 0,
    waiting: rows.facts[0]?.waiting ?? 0,
    keepsBook: settings.keepsBook === 1,
    boxes: rows.boxes,
    differences: bankDifferences(report, rows.banks, principal.actor),
  }
}

const datesCte = (year: number): Sql => sql`dates (first, next) AS MATERIALIZED (
  SELECT printf('%04d-%02d-01', ${year}, year_start), printf('%04d-%02d-01', ${year + 1}, year_start)
  FROM workspaces WHERE id = ${TENANT})`

type Facts = { openLines: number; waiting: number; earlierYear: number | null }

const selectFacts = (workspace: Sql, year: number): Sql<Facts> => sql<Facts>`
  WITH ${workspaceCte(workspace)}, ${datesCte(year)}
  SELECT (
      SELECT count(*) FROM bank_lines INDEXED BY bank_lines_by_date
      WHERE workspace_id = ${TENANT} AND state = 'open' AND booked_on >= first AND booked_on < next) AS openLines,
    (${countWaiting(TENANT, sql`first`, sql`next`)}) AS waiting, (
      SELECT max(year) FROM vouchers
      WHERE workspace_id = ${TENANT} AND year < ${year} AND year > coalesce((
        SELECT max(year) FROM fiscal_years WHERE workspace_id = ${TENANT} AND closed_at IS NOT NULL), 0)) AS earlierYear
  FROM dates`

// Regular payments may belong to the other year (§ 11 EStG).
const countAroundEnd = (workspace: Sql, year: number): Sql<{ count: number }> => sql<{ count: number }>`
  WITH ${workspaceCte(workspace)}, ${datesCte(year)}
  SELECT count(*) AS count FROM dates CROSS JOIN vouchers INDEXED BY vouchers_by_date
  WHERE vouchers.workspace_id = ${TENANT} AND vouchers.year IN (${year}, ${year + 1}) AND number > 0
    AND booked_on >= date(next, '-10 days') AND booked_on < date(next, '+10 days')
    AND kind = 'money' AND reverses IS NULL AND reversed_by IS NULL`

const selectBoxes = (workspace: Sql, year: number): Sql<ClosingChecks['boxes'][number]> => sql<
  ClosingChecks['boxes'][number]
>`
  WITH ${workspaceCte(workspace)}, ${datesCte(year)}
  SELECT name, last.counted_on, last.counted - last.expected AS difference
  FROM dates CROSS JOIN accounts
  LEFT JOIN cash_counts AS last ON last.workspace_id = ${TENANT} AND last.account_id = accounts.id AND last.id = (
    SELECT id FROM cash_counts
    WHERE cash_counts.workspace_id = ${TENANT} AND account_id = accounts.id
      AND counted_on >= date(next, '-1 month') AND counted_on < next
    ORDER BY counted_on DESC, id DESC LIMIT 1)
  WHERE accounts.workspace_id = ${TENANT} AND kind = 'cash' AND archived_at IS NULL AND opening_on < next
  ORDER BY accounts.id`
