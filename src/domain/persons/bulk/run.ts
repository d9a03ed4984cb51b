import { failUnless } from '../../../db/guard'
import { type Sql, sql } from '../../../db/sql'
import { act, CHECKED_BY_READS } from '../../access/act'
import type { ListContext } from '../../custom-columns/query-list'
import type { StaffPrincipal } from '../../staff/principal'
import { needsProof } from '../../staff/proofs'
import { bulkWrite, markOf } from '../store/bulk-act'
import { bulkChange } from './act'
import { type BulkKind, type BulkPreview, previewBulk } from './preview'
import { type Selection, selectedSql } from './selection'

/** An act as its confirmation carries it; the columns of the list tell how its value is read. */
export type ConfirmedBulk = {
  list: string
  selection: Selection
  act: BulkKind
  valueIn: (context: ListContext) => unknown
  /** Why memberships end, for an act that ends them. */
  reason?: { reason: unknown; note: unknown } | undefined
  mark: string
  seal: string
}

/**
 * What became of an act: how many persons it changed, and the batch of its events; or what is to be confirmed now,
 * since others are selected.
 */
export type BulkOutcome =
  | { outcome: 'done'; changed: number; count: number; batchId: string }
  | { outcome: 'selection_changed'; preview: BulkPreview }

/**
 * Does an act to all persons of a selection, if they are those that were confirmed: the batch begins with a guard on
 * their mark. Persons that are already as the act says stay unchanged. Two trips. Throws what `previewBulk` throws, and
 * `invalid` for the value.
 */
export async function runBulk(principal: StaffPrincipal, confirmed: ConfirmedBulk): Promise<BulkOutcome> {
  const { list, selection, act: asked, valueIn, reason, mark, seal } = confirmed
  return act(principal, CHECKED_BY_READS, async (tx) => {
    const preview = await previewBulk(tx, { list, selection, act: asked })
    const { context, count } = preview
    if (preview.mark !== mark || preview.seal !== seal) return { outcome: 'selection_changed', preview }
    const change = bulkChange({ ...asked, ...reason, value: valueIn(context) }, context)
    const workspace = tx.writableWorkspace({
      permission: `${context.list}:write`,
      columns: context.columnsVersion,
      freshProof: asked.kind === 'delete' && needsProof('delete_persons', count),
    })
    const confirmedSql = (tenant: Sql) => selectedSql(tenant, list, selection, context.today)
    const { changed } = await tx.write({
      guard: failUnless(sql`${markOf(workspace, confirmedSql)} = ${mark}`),
      ...bulkWrite({ actor: tx.actor, workspace, list: context.list, selectedSql: confirmedSql }, change),
    })
    return { outcome: 'done', changed: changed[0]?.count ?? 0, count, batchId: tx.actor.batchId }
  })
}
