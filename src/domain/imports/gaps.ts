import type { Principal } from '../access/principal'
import { query } from '../access/query'
import { fromRow, type ImportRow } from './import'
import type { Gap } from './planned'
import { prepareImport, requireImport } from './prepare'
import { TableRows } from './read/table-rows'
import { importById, rowsOfGaps, selectParts, unpackRows } from './store'

/** What of a file was, or would be, left out, in the order of its rows, its headers, and the rows that
 * these are of. Null once it has expired. */
export type LeftOut = { headers: string[]; gaps: Gap[] | null; rows: TableRows; locale: string }

/** Reads what an import leaves out: of a draft as it is now, else as it was run. Up to two trips. Throws `not_found`. */
export async function viewGaps(principal: Principal, { id }: { id: string }): Promise<LeftOut> {
  const workspace = principal.workspace()
  const { credential, rows } = await query(
    principal,
    {
      imports: importById(workspace, id),
      gaps: selectParts(workspace, id, 'gaps'),
      rows: selectParts(workspace, id, 'rows'),
    },
    (credential, { imports }) => requireImport(credential, imports),
  )
  const { state, head, expiresAt } = fromRow(rows.imports[0] as ImportRow)
  const { headers } = head
  const { locale } = credential.workspace
  if (state === 'draft') {
    const { gaps, fileRows } = await prepareImport(principal, { id })
    return { headers, gaps, rows: rowsOfGaps(gaps, fileRows), locale }
  }
  if (state === 'undone' || expiresAt === null) return { headers, gaps: null, rows: TableRows.of([]), locale }
  const gaps = rows.gaps.flatMap(({ content }): Gap[] => JSON.parse(content))
  return { headers, gaps, rows: rowsOfGaps(gaps, await unpackRows(rows.rows)), locale }
}
