import type { Statements } from '../../../db/client'
import { type Sql, sql } from '../../../db/sql'
import { requirePermission } from '../../access/authorize'
import { type Principal, TENANT, workspaceCte } from '../../access/principal'
import { query } from '../../access/query'
import { type CostUnit, selectCategories, selectCostUnits, toApi } from '../../cost-units/cost-unit'
import { todayIn } from '../../shared/dates'
import { answerPage, type Cursors, pageRequest } from '../../shared/paging'
import { type Account, selectAccounts, toApi as toAccount } from '../accounts/account'
import { fiscalYearOf } from '../fiscal-year'
import { selectYear, yearOf } from '../years/get'
import type { FiscalYear } from '../years/year'
import {
  type JournalRow,
  type JournalSums,
  selectJournal,
  selectNarrowedSums,
  selectStart,
  withBalances,
} from './page'
import { isNarrowed, type JournalQuery, journalKey } from './query'

const PER_PAGE = '50'

export type Journal = {
  rows: JournalRow[]
  cursors: Cursors
  /** Cents before the oldest voucher of the year, on the last page. */
  opening: number | undefined
  /** Of a query that leaves vouchers out. */
  sums: JournalSums | undefined
  /** The report of the year, on the first page of all its vouchers. */
  report: FiscalYear | undefined
  /** The years with vouchers and that of today, newest first. */
  years: number[]
  currentYear: number
  closedYear: number | null
  accounts: Account[]
  costUnits: CostUnit[]
}

/**
 * Reads a page of the journal of a fiscal year, newest first by date, and on a day by number. Each row has the balance after
 * it, unless the query leaves vouchers out. One trip. The first page sums the year, which reads its lines
 * while it is open. Throws `permission_missing`, and `invalid` for a cursor of another list.
 */
export async function viewJournal(principal: Principal, asked: JournalQuery): Promise<Journal> {
  const workspace = principal.workspace()
  const request = pageRequest({ cursor: asked.cursor, per_page: PER_PAGE })
  const { position } = request
  const hasReport = position === undefined && !isNarrowed(asked)
  const { credential, rows } = await query(
    principal,
    {
      page: selectJournal(workspace, asked, request),
      edges: isNarrowed(asked) ? [] : [selectStart(workspace, asked, position)],
      sums: isNarrowed(asked) ? [selectNarrowedSums(workspace, asked)] : [],
      known: selectKnownYears(workspace),
      closed: sql<{ year: number | null }>`
        SELECT max(year) AS year FROM fiscal_years WHERE workspace_id = ${workspace} AND closed_at IS NOT NULL`,
      accounts: selectAccounts(workspace),
      costUnits: selectCostUnits(principal.db, workspace),
      categories: selectCategories(principal.db, workspace),
      settings: sql<{ timezone: string; yearStart: number }>`
        SELECT timezone, year_start AS yearStart FROM workspaces WHERE id = ${workspace}`,
      ...onlyIf(hasReport, selectYear(workspace, asked.year)),
    },
    (credential) => requirePermission(credential, 'bookkeeping:read'),
  )
  const paged = { workspace: credential.workspace, scope: ['journal', { ...asked, cursor: '' }] }
  const { rows: page, cursors } = answerPage(request, rows.page, { ...paged, keyOf: journalKey })
  const { timezone = 'UTC', yearStart = 1 } = rows.settings[0] ?? {}
  const currentYear = fiscalYearOf(todayIn(timezone, principal.now), yearStart)
  const { rows: balanced, opening } = withBalances(page, asked.account, {
    start: rows.edges[0]?.balance ?? undefined,
    isBackwards: position?.direction === 'prev',
  })
  return {
    rows: balanced,
    cursors,
    opening: cursors.next === null ? opening : undefined,
    sums: rows.sums[0],
    report: hasReport ? await yearOf(rows, asked.year) : undefined,
    years: yearsOf([currentYear, asked.year, ...rows.known.map(({ year }) => year)]),
    currentYear,
    closedYear: rows.closed[0]?.year ?? null,
    accounts: rows.accounts.map(toAccount),
    costUnits: rows.costUnits.map((unit) => toApi(unit, rows.categories)),
  }
}

const yearsOf = (years: number[]): number[] => [...new Set(years)].sort((one, other) => other - one)

/** Statements, or nothing in their place. */
const onlyIf = <S extends Statements>(isWanted: boolean, statements: S): S =>
  isWanted ? statements : (Object.fromEntries(Object.keys(statements).map((name) => [name, []])) as never)

/** The years that have vouchers, a row read for each. */
export const selectKnownYears = (workspace: Sql): Sql<{ year: number }> => sql<{ year: number }>`
  WITH RECURSIVE ${workspaceCte(workspace)}, known (year) AS (
    SELECT (SELECT max(year) FROM vouchers WHERE workspace_id = ${TENANT})
    UNION ALL
    SELECT (SELECT max(year) FROM vouchers WHERE workspace_id = ${TENANT} AND year < known.year)
    FROM known WHERE known.year IS NOT NULL)
  SELECT year FROM known WHERE year IS NOT NULL`
