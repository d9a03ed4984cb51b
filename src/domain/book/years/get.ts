import type { fiscalYears } from '../../../db/schema'
import { type Sql, sql } from '../../../db/sql'
import { requirePermission } from '../../access/authorize'
import type { Principal } from '../../access/principal'
import { query } from '../../access/query'
import { DomainError } from '../../shared/errors'
import { type ReportSettings, reportOf, selectSums } from './report'
import { unpackReport } from './stored-report'
import type { FiscalYear } from './year'

export type YearRow = Pick<typeof fiscalYears.$inferSelect, 'closedAt' | 'report' | 'sha256' | 'lastNumber'>

/**
 * Reads the report of a fiscal year: as it was closed, otherwise of its vouchers until now. One trip. Throws
 * `permission_missing`, and `not_found` for what is no year.
 */
export async function getYear(principal: Principal, { year }: { year: string }): Promise<FiscalYear> {
  const { rows } = await query(principal, selectYear(principal.workspace(), numberOf(year)), (credential) =>
    requirePermission(credential, 'bookkeeping:read'),
  )
  return yearOf(rows, numberOf(year))
}

/**
 * Reads the report of a fiscal year, and that of the year before where it has vouchers. One trip. Throws what {@link getYear}
 * throws.
 */
export async function viewYear(
  principal: Principal,
  { year }: { year: number },
): Promise<{ report: FiscalYear; last: FiscalYear | undefined }> {
  const workspace = principal.workspace()
  const { rows } = await query(
    principal,
    { ...selectYear(workspace, year), ...prefixed(selectYear(workspace, year - 1)) },
    (credential) => requirePermission(credential, 'bookkeeping:read'),
  )
  const before = Object.fromEntries(
    Object.entries(rows).flatMap(([name, value]) =>
      name.startsWith(LAST) ? [[name.slice(LAST.length), value]] : [],
    ),
  ) as unknown as YearRows
  const last = await yearOf(before, year - 1)
  return { report: await yearOf(rows, year), last: last.vouchers > 0 ? last : undefined }
}

const LAST = 'last:'

const prefixed = (statements: Record<string, Sql>): Record<string, Sql> =>
  Object.fromEntries(Object.entries(statements).map(([name, statement]) => [`${LAST}${name}`, statement]))

/** The number of a year in a path; 0 for other texts. The fiscal year 1899 may end in 1900. */
export const numberOf = (year: string): number => (/^(1899|(19|20|21)\d\d)$/.test(year) ? Number(year) : 0)

/** The statements that {@link yearOf} needs: the stored report, and the sums where there is none. */
export const selectYear = (workspace: Sql, year: number) => ({
  years: selectClosed(workspace, year),
  reportSettings: sql<ReportSettings>`
    SELECT year_start AS yearStart, is_nonprofit AS isNonprofit FROM workspaces WHERE id = ${workspace}`,
  ...selectSums(workspace, year, sql`(SELECT ${year} WHERE NOT EXISTS (${selectClosed(workspace, year)}))`),
})

/** The stored year, where it is closed. */
export const selectClosed = (workspace: Sql, year: number): Sql<YearRow> => sql<YearRow>`
  SELECT closed_at AS closedAt, report, sha256, last_number AS lastNumber
  FROM fiscal_years WHERE workspace_id = ${workspace} AND year = ${year} AND closed_at IS NOT NULL`

type YearRows = Parameters<typeof reportOf>[0] & { years: YearRow[]; reportSettings: ReportSettings[] }

/** A fiscal year of the rows that {@link selectYear} gave. Throws `not_found` for 0. */
export async function yearOf(rows: YearRows, year: number): Promise<FiscalYear> {
  if (year === 0) throw new DomainError('not_found', 'There is no such year.')
  const [closed] = rows.years
  if (closed)
    return { ...(await unpackReport(closed.report)), closed_at: closed.closedAt, sha256: closed.sha256 }
  const [settings = { yearStart: 1, isNonprofit: 0 }] = rows.reportSettings
  return { ...reportOf(rows, year, settings), closed_at: null, sha256: null }
}
