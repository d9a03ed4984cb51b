import { sql } from '../../db/sql'
import type { Principal } from '../access/principal'
import { query } from '../access/query'
import { fromRow, type ImportRow } from './import'
import type { Gap } from './planned'
import { prepareImport, requireImport } from './prepare'
import { selectImports, selectParts } from './store'

/** What of a file was, or would be, left out, in the order of its rows, and its headers. Null once it has expired. */
export type LeftOut = { headers: string[]; gaps: Gap[] | null }

/** Reads what an import leaves out: of a draft as it is now, else as it was run. Up to two trips. Throws `not_found`. */
export async function viewGaps(principal: Principal, { id }: { id: string }): Promise<LeftOut> {
  const workspace = principal.workspace()
  const { rows } = await query(
    principal,
    { imports: selectImports(workspace, sql`imports.id = ${id}`), gaps: selectParts(workspace, id, 'gaps') },
    (credential, { imports }) => requireImport(credential, imports),
  )
  const { state, head, expiresAt } = fromRow(rows.imports[0] as ImportRow)
  const { headers } = head
  if (state === 'draft') return { headers, gaps: (await prepareImport(principal, { id })).gaps }
  if (state === 'undone' || expiresAt === null) return { headers, gaps: null }
  return { headers, gaps: rows.gaps.flatMap(({ content }): Gap[] => JSON.parse(content)) }
}
