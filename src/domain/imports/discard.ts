import { sql } from '../../db/sql'
import { act, CHECKED_BY_READS, only } from '../access/act'
import type { Principal } from '../access/principal'
import { query } from '../access/query'
import { requireDraft } from './change'
import { fromRow } from './import'
import { requireImport } from './prepare'
import { asReadSql, deleteParts, importById } from './store'

/**
 * Deletes a draft with its file. Two trips. Throws `not_found`, what `requireList` throws, and `invalid` for what was run: that
 * is undone.
 */
export async function discardImport(principal: Principal, { id }: { id: string }): Promise<void> {
  return act(principal, CHECKED_BY_READS, async (tx) => {
    const { rows } = await query(tx, { imports: importById(tx.workspace(), id) }, (credential, { imports }) =>
      requireImport(credential, imports, 'write'),
    )
    const stored = fromRow(only(rows.imports))
    requireDraft(stored)
    const workspace = tx.writableWorkspace({ permission: `${stored.listId}:write` })
    const { deleted } = await tx.write({
      parts: deleteParts(workspace, id),
      deleted: sql`DELETE FROM imports WHERE ${asReadSql(workspace, stored)} RETURNING id`,
    })
    only(deleted)
  })
}
