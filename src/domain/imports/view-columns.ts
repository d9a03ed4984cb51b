import type { Principal } from '../access/principal'
import { query } from '../access/query'
import { contextFrom, type ListContext } from '../custom-columns/query-list'
import type { ColumnProposal } from './columns'
import { fromRow, type ImportRow, type StoredImport } from './import'
import { columnsIn, requireImport, selectAll } from './prepare'

/** An import with what each column of its file has, and what its header and content say that it is. */
export type ImportColumns = { stored: StoredImport; context: ListContext; columns: ColumnProposal[] }

/** Reads the columns of the file of an import. One trip. Throws `not_found` and what `requireList` throws. */
export async function viewColumns(principal: Principal, { id }: { id: string }): Promise<ImportColumns> {
  const { imports, columns, columnParts } = selectAll(principal.workspace(), id)
  const { credential, rows } = await query(
    principal,
    { imports, columns, columnParts },
    (credential, { imports }) => requireImport(credential, imports),
  )
  const stored = fromRow(rows.imports[0] as ImportRow)
  const context = contextFrom(principal, credential, stored.listId, rows.columns)
  return { stored, context, columns: columnsIn(stored, rows.columnParts) }
}
