import { NOW } from '../../db/now'
import { type Sql, sql } from '../../db/sql'
import { act, only, type Tx } from '../access/act'
import type { Principal } from '../access/principal'
import { recordFeeChanges } from '../payments/events'
import { type FeeFacts, selectFeesOf } from '../payments/fee-facts'
import { refreshFees } from '../payments/refresh'
import { validate } from '../shared/validation'
import { withReason } from '../shared/with-reason'
import { type Collection, type CollectionRow, selectCollections, toApi } from './collection'
import { requireCollection } from './get'
import { TO_COLLECT } from './propose'
import { recordCollection, requireState, stateIssues } from './submit'

/**
 * Discards a collection whose file never went to the bank, so that its fees are as before. Two trips. Throws
 * `permission_missing`, `not_found`, and `invalid` for one that is no longer released.
 */
export async function discardCollection(
  principal: Principal,
  { id, body }: { id: string; body: Record<string, unknown> },
): Promise<Collection> {
  return act(principal, TO_COLLECT, async (tx) => {
    const rows = await tx.read({
      collections: selectCollections(tx.workspace(), sql`id = ${id}`),
      fees: selectFeesOf(tx.workspace(), feesOf(tx.workspace(), id)),
    })
    const stored = requireCollection(rows.collections)
    const { reason } = validate(withReason, body, () => stateIssues(stored, ['released']))
    const { changed } = await tx.write(discardStatements(tx, { stored, fees: rows.fees, reason }))
    return toApi(only(changed))
  })
}

/** The statements that discard a released collection, whose fees were read, for a reason. */
export function discardStatements(
  tx: Tx,
  { stored, fees, reason }: { stored: CollectionRow; fees: FeeFacts[]; reason: string },
) {
  const workspace = tx.writable()
  const { id } = stored
  return {
    guard: requireState(workspace, id, ['released']),
    ended: [
      sql`
        UPDATE collections SET state = 'discarded', discarded_at = ${NOW}, discard_reason = ${reason}
        WHERE workspace_id = ${workspace} AND id = ${id}`,
      sql`UPDATE collection_fees SET state = 'discarded' WHERE ${linkOfSql(workspace, id)}`,
      sql`
        UPDATE collection_items SET state = 'discarded'
        WHERE workspace_id = ${workspace} AND collection_id = ${id}`,
    ],
    refreshed: refreshFees(workspace, fees),
    recorded: [
      ...recordFeeChanges(tx.actor, workspace, { action: 'fee.collection_discarded', reason }, fees),
      ...recordCollection(tx, workspace, stored, 'discarded', { reason: [null, reason] }),
    ],
    changed: selectCollections(workspace, sql`id = ${id}`),
  }
}

/** The ids of the fees that a collection collects. */
const feesOf = (workspace: Sql, id: string): Sql => sql`
  SELECT link.fee_id AS id FROM collection_items AS item CROSS JOIN collection_fees AS link
  WHERE item.workspace_id = ${workspace} AND item.collection_id = ${id} AND item.state = 'live'
    AND link.workspace_id = ${workspace} AND link.item_id = item.id`

const linkOfSql = (workspace: Sql, id: string): Sql => sql`
  workspace_id = ${workspace} AND item_id IN (
    SELECT id FROM collection_items WHERE workspace_id = ${workspace} AND collection_id = ${id})`
