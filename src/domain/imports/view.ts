import type { Principal } from '../access/principal'
import { query } from '../access/query'
import { fromRow, type ImportRow, type StoredImport } from './import'
import { requireImport } from './prepare'
import { importById } from './store'

/** Reads an import without what it would do. One trip. Throws `not_found` and what `requireList` throws. */
export async function viewImport(principal: Principal, { id }: { id: string }): Promise<StoredImport> {
  const { rows } = await query(
    principal,
    { imports: importById(principal.workspace(), id) },
    (credential, { imports }) => requireImport(credential, imports),
  )
  return fromRow(rows.imports[0] as ImportRow)
}
