import { sql } from '../../../db/sql'
import { requirePermission } from '../../access/authorize'
import type { Principal } from '../../access/principal'
import { query } from '../../access/query'
import { csvPieces, type PlainColumn } from '../../persons/csv/export'
import { numberOf, selectYear, yearOf } from './get'
import type { FiscalYear } from './year'

type Account = FiscalYear['accounts'][number]
type Category = FiscalYear['spheres'][number]['categories'][number] & { sphere: string | null }
type Row = Partial<Account> & Partial<Category> & { reason?: string | null }

const COLUMNS: PlainColumn<Row>[] = [
  { path: 'account_id', cell: ({ id }) => id },
  { path: 'account_name', cell: ({ name }) => name },
  { path: 'sphere', cell: ({ sphere }) => sphere },
  { path: 'costunit_name', cell: ({ costunit_name }) => costunit_name },
  { path: 'category_name', cell: ({ category_name }) => category_name },
  { path: 'opening', cellType: 'money', cell: ({ opening }) => opening },
  { path: 'in', cellType: 'money', cell: (row) => row.in },
  { path: 'out', cellType: 'money', cell: (row) => row.out },
  { path: 'transferred', cellType: 'money', cell: ({ transferred }) => transferred },
  { path: 'closing', cellType: 'money', cell: ({ closing }) => closing },
  { path: 'bank', cellType: 'money', cell: ({ bank }) => bank },
  { path: 'difference_reason', cell: ({ reason }) => reason },
]

/** The head of the CSV and two records, for the API reference. */
export const YEAR_CSV = `${COLUMNS.map(({ path }) => path).join(';')}\r\nacc_0VMtKcPBq7XJ3mZ1sWv9LdTe;Giro;;;;"1200,00";"450,00";"89,90";"0,00";"1560,10";"1560,10";\r\n;;ideal;Youth football;Balls;;"450,00";"89,90";;;;\r\n`

/**
 * Exports the report of a fiscal year as CSV: a record for each account, then one for each category of a sphere. One trip.
 * Throws what `getYear` throws.
 */
export async function exportYear(
  principal: Principal,
  { year }: { year: string },
): Promise<AsyncIterable<string>> {
  const workspace = principal.workspace()
  const { rows } = await query(
    principal,
    {
      ...selectYear(workspace, numberOf(year)),
      settings: sql<{ locale: string }>`SELECT locale FROM workspaces WHERE id = ${workspace}`,
    },
    (credential) => requirePermission(credential, 'bookkeeping:read'),
  )
  const report = await yearOf(rows, numberOf(year))
  return csvPieces(COLUMNS, rows.settings[0]?.locale ?? 'en', page(report))
}

async function* page({ accounts, spheres, difference_reason: reason }: FiscalYear): AsyncIterable<Row[]> {
  yield accounts.map((account) => ({ ...account, ...(differs(account) && { reason }) }))
  yield spheres.flatMap(({ sphere, categories, ...flow }): Row[] =>
    categories.length > 0
      ? categories.map((category) => ({ ...category, sphere }))
      : [{ costunit_name: null, category_name: null, ...flow, sphere }],
  )
}

/** Whether an account was closed with another balance than that of the bank, or without it. */
export const differs = ({ kind, bank, closing }: Account): boolean => kind === 'bank' && bank !== closing
