import { type Db, trip } from '../../../../db/client'
import { sql } from '../../../../db/sql'
import { listsOf } from '../../../access/lists'
import type { SettingsPrincipal } from '../../../access/principal'
import { exportVouchers } from '../../../book/vouchers/export'
import { exportFeeList } from '../../../fees/export-list'
import { csvPieces, exportPersons, type PlainColumn } from '../../../persons/csv/export'
import type { ZipFile } from '../../../shared/zip'
import { pagesOf } from '../../copy/read-rows'
import { readTables, type Table } from '../../copy/tables'

type Workspace = ReturnType<SettingsPrincipal['credential']>['workspace']

/** Tables that an export also has as CSV, with the columns of the database and amounts in cents. */
const TABLES_AS_CSV = [
  'payments',
  'dues_parts',
  'mandates',
  'accounts',
  'bank_lines',
  'cost_units',
  'cost_unit_categories',
  'collections',
  'collection_items',
  'mails',
  'mail_recipients',
  'reminders',
  'resignations',
  'events',
] as const

/** Columns that only programs read, or that an export withholds. */
const NOT_IN_CSV = ['workspace_id', 'claim', 'unsubscribe_hash', 'token_hash', 'salt', 'lookups']

/** The persons, fees, vouchers and other tables of a workspace as CSV, each file read when its turn comes. */
export async function* csvFiles(principal: SettingsPrincipal, workspace: Workspace): AsyncGenerator<ZipFile> {
  for (const list of listsOf(workspace.subscriptionVariant)) {
    yield { name: `${list}.csv`, content: await exportPersons(principal, { list, query: {} }) }
    if (list === 'members') {
      const query = { area: 'applications' } as const
      yield { name: 'applications.csv', content: await exportPersons(principal, { list, query }) }
    }
  }
  yield { name: 'fees.csv', content: await exportFeeList(principal, { query: {} }) }
  for (const year of await yearsOf(principal.db, workspace.id))
    yield {
      name: `vouchers-${year}.csv`,
      content: await exportVouchers(principal, { query: { year: `${year}` } }),
    }
  const { tables } = await readTables(principal.db)
  for (const table of tables.filter(({ name }) => (TABLES_AS_CSV as readonly string[]).includes(name)))
    yield { name: `tables/${table.name}.csv`, content: tableAsCsv(principal.db, workspace, table) }
}

async function yearsOf(db: Db, workspaceId: string): Promise<number[]> {
  const { years } = await trip(db, {
    years: sql<{ year: number }>`
      SELECT DISTINCT year FROM vouchers WHERE workspace_id = ${workspaceId} ORDER BY year`,
  })
  return years.map(({ year }) => year)
}

const PAGE = { bytes: 1_000_000, rows: 5_000 }

function tableAsCsv(db: Db, { id, locale }: Workspace, table: Table): AsyncIterable<string> {
  const columns: PlainColumn<unknown[]>[] = table.columns
    .map((path, index) => ({ path, cell: (row: unknown[]) => row[index] }))
    .filter(({ path }) => !NOT_IN_CSV.includes(path))
  return csvPieces(columns, locale, valuesOf(db, id, table))
}

async function* valuesOf(db: Db, workspaceId: string, table: Table): AsyncGenerator<unknown[][]> {
  for await (const rows of pagesOf(db, { table, workspaceId, ...PAGE }))
    yield rows.map((row) => JSON.parse(row))
}
