import { NOW } from '../../db/now'
import { type Sql, sql } from '../../db/sql'
import { act, only } from '../access/act'
import type { Principal } from '../access/principal'
import { recordEvents } from '../events/record'
import { recordFeeChanges } from '../payments/events'
import { selectFeesOf } from '../payments/fee-facts'
import { refreshFees } from '../payments/refresh'
import type { Issue } from '../shared/error-list'
import { DomainError } from '../shared/errors'
import { validate } from '../shared/validation'
import { withReason } from '../shared/with-reason'
import { type Collection, type CollectionItem, selectCollections, toApi } from './collection'
import { discardStatements } from './discard'
import { type FileItem, insertFile, writeFile } from './file'
import { requireCollection } from './get'
import { TO_COLLECT } from './propose'
import { requireFile, stateIssues } from './submit'

/**
 * Takes a debit out of a collection whose file is not at the bank, so that its fees are as before. The file is written again
 * without it; its message id stays, so that a bank that has got the earlier file takes this one for the same. The last debit
 * discards the collection. Two trips. Throws `permission_missing`, `not_found`, and `invalid` for a collection that is no longer
 * released, and for a debit that was taken out before.
 */
export async function removeDebit(
  principal: Principal,
  { id, itemId, body }: { id: string; itemId: string; body: Record<string, unknown> },
): Promise<Collection> {
  return act(principal, TO_COLLECT, async (tx) => {
    const rows = await tx.read({
      collections: selectCollections(tx.workspace(), sql`id = ${id}`),
      items: selectFileItems(tx.workspace(), id),
      fees: selectFeesOf(tx.workspace(), feesOf(tx.workspace(), id, itemId)),
    })
    const stored = requireCollection(rows.collections)
    const item = rows.items.find((one) => one.id === itemId)
    if (!item) throw new DomainError('not_found', 'The collection has no such debit.')
    const { reason } = validate(withReason, body, function* (): Iterable<Issue> {
      yield* stateIssues(stored, ['released'])
      if (stored.state === 'released' && item.state !== 'live')
        yield [['item_id'], { code: 'debit_discarded' }]
    })
    const left = rows.items.filter((one) => one.state === 'live' && one !== item)
    if (left.length === 0) {
      const { changed } = await tx.write(discardStatements(tx, { stored, fees: rows.fees, reason }))
      return toApi(only(changed))
    }
    const file = await writeFile(stored.message_id, tx.now, {
      creditor: toApi(stored).creditor,
      collectionDate: stored.collection_date,
      items: left.map((one) => ({ ...one, has_new_account: one.has_new_account === 1 })),
    })
    const count = left.length
    const amount = left.reduce((sum, one) => sum + one.amount, 0)
    const workspace = tx.writable()
    const { changed } = await tx.write({
      // Another debit that leaves at the same moment makes another file.
      guard: requireFile(workspace, stored),
      written: [
        sql`
          UPDATE collection_items SET state = 'discarded', removed_at = ${NOW}
          WHERE workspace_id = ${workspace} AND id = ${itemId}`,
        sql`
          UPDATE collection_fees INDEXED BY collection_fees_of_item SET state = 'discarded'
          WHERE workspace_id = ${workspace} AND item_id = ${itemId}`,
        sql`
          UPDATE collections SET item_count = ${count}, amount = ${amount}, sha256 = ${file.sha256}
          WHERE workspace_id = ${workspace} AND id = ${id}`,
        sql`DELETE FROM collection_files WHERE workspace_id = ${workspace} AND collection_id = ${id}`,
        ...insertFile(workspace, id, file),
      ],
      refreshed: refreshFees(workspace, rows.fees),
      recorded: [
        ...recordFeeChanges(tx.actor, workspace, { action: 'fee.collection_discarded', reason }, rows.fees),
        ...recordEvents(tx.actor, workspace, { action: 'collection.debit_removed', subject: 'collection' }, [
          {
            id,
            name: stored.message_id,
            changes: {
              item_id: [null, itemId],
              items: [stored.item_count, count],
              amount: [stored.amount, amount],
              sha256: [stored.sha256, file.sha256],
              reason: [null, reason],
            },
          },
        ]),
      ],
      changed: selectCollections(workspace, sql`id = ${id}`),
    })
    return toApi(only(changed))
  })
}

type Row = Omit<FileItem, 'has_new_account'> &
  Pick<CollectionItem, 'id' | 'state'> & { has_new_account: 0 | 1 }

/** What the file of a collection says of its debits, those that were taken out included. */
const selectFileItems = (workspace: Sql, collectionId: string): Sql<Row> => sql<Row>`
  SELECT id, state, reference, debtor_name, iban, mandate_reference, signed_on, amount, text, has_new_account
  FROM collection_items INDEXED BY collection_items_of_collection
  WHERE workspace_id = ${workspace} AND collection_id = ${collectionId} ORDER BY id`

/** The ids of the fees of a debit, while it collects them. */
const feesOf = (workspace: Sql, collectionId: string, itemId: string): Sql => sql`
  SELECT link.fee_id AS id FROM collection_items AS item CROSS JOIN collection_fees AS link INDEXED BY collection_fees_of_item
  WHERE item.workspace_id = ${workspace} AND item.id = ${itemId} AND item.collection_id = ${collectionId}
    AND link.workspace_id = ${workspace} AND link.item_id = item.id AND link.state = 'live'`
