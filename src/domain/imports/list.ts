import { sql } from '../../db/sql'
import type { Principal } from '../access/principal'
import { queryList } from '../custom-columns/query-list'
import { fromRow, type StoredImport } from './import'
import { selectImports } from './store'

/** How many imports of a list are shown, the newest. */
const MAX_LISTED = 100

/** The newest imports of a list, without what they would do. One trip. Throws what `requireList` throws. */
export async function listImports(principal: Principal, { list }: { list: string }): Promise<StoredImport[]> {
  const { rows } = await queryList(principal, list, 'edit', {
    imports: sql<Parameters<typeof fromRow>[0]>`
      ${selectImports(principal.workspace(), sql`imports.list_id = ${list}`)} LIMIT ${MAX_LISTED}`,
  })
  return rows.imports.map(fromRow)
}
