import { retryOnConflict, trip } from '../../db/client'
import { NOW } from '../../db/now'
import { type Sql, sql } from '../../db/sql'
import { requirePermission } from '../access/authorize'
import type { Principal } from '../access/principal'
import { query } from '../access/query'
import { recordFeeChanges } from '../payments/events'
import { selectFeesOf } from '../payments/fee-facts'
import { refreshFees } from '../payments/refresh'
import { validate } from '../shared/validation'
import { withReason } from '../shared/with-reason'
import { type Collection, selectCollections, toApi } from './collection'
import { requireCollection, written } from './get'
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
  return retryOnConflict(async () => {
    const { rows } = await query(
      principal,
      {
        collections: selectCollections(principal.workspace(), sql`id = ${id}`),
        fees: selectFeesOf(principal.workspace(), feesOf(principal.workspace(), id)),
      },
      (credential) => requirePermission(credential, TO_COLLECT.permission),
    )
    const stored = requireCollection(rows.collections)
    const { reason } = validate(withReason, body, () => stateIssues(stored, ['released']))
    const workspace = principal.writableWorkspace(TO_COLLECT)
    const { changed } = await trip(principal.db, {
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
      refreshed: refreshFees(workspace, rows.fees),
      recorded: [
        ...recordFeeChanges(
          principal.actor,
          workspace,
          { action: 'fee.collection_discarded', reason },
          rows.fees,
        ),
        ...recordCollection(principal, workspace, stored, 'discarded', { reason: [null, reason] }),
      ],
      changed: selectCollections(workspace, sql`id = ${id}`),
    })
    return toApi(written(changed))
  })
}

/** The ids of the fees of a collection. */
const feesOf = (workspace: Sql, id: string): Sql => sql`
  SELECT link.fee_id AS id FROM collection_items AS item CROSS JOIN collection_fees AS link
  WHERE item.workspace_id = ${workspace} AND item.collection_id = ${id}
    AND link.workspace_id = ${workspace} AND link.item_id = item.id`

const linkOfSql = (workspace: Sql, id: string): Sql => sql`
  workspace_id = ${workspace} AND item_id IN (
    SELECT id FROM collection_items WHERE workspace_id = ${workspace} AND collection_id = ${id})`
