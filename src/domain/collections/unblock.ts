import * as z from 'zod'
import { failUnless } from '../../db/guard'
import { NOW } from '../../db/now'
import { sql } from '../../db/sql'
import { act, only } from '../access/act'
import type { Principal } from '../access/principal'
import { recordEvents } from '../events/record'
import { showsIbans } from '../persons/mask'
import { DomainError } from '../shared/errors'
import { singleLine } from '../shared/text'
import { validate } from '../shared/validation'
import { type CollectionItem, itemToApi, selectCollections, selectItems } from './collection'
import { requireCollection } from './get'
import { TO_COLLECT } from './propose'
import { returnReason } from './return-reasons'

/** The body that allows debits again that a return blocks. */
export const unblocking = z
  .strictObject({ note: singleLine(500) })
  .meta({ examples: [{ note: 'Spoke with her: the account works again' }] })

/**
 * Allows debits again that a return blocks. Two trips. Throws `permission_missing`, `not_found`, and `invalid` for a debit
 * that blocks nothing.
 */
export async function unblockItem(
  principal: Principal,
  { id, itemId, body }: { id: string; itemId: string; body: Record<string, unknown> },
): Promise<CollectionItem> {
  return act(principal, TO_COLLECT, async (tx) => {
    const namedSql = sql`id = ${itemId} AND collection_id = ${id}`
    const { credential, ...rows } = await tx.read({
      collections: selectCollections(tx.workspace(), sql`id = ${id}`),
      items: selectItems(tx.workspace(), namedSql),
    })
    const { message_id } = requireCollection(rows.collections)
    const [item] = rows.items
    if (!item) throw new DomainError('not_found', 'The collection has no such debit.')
    const { note } = validate(unblocking, body, function* () {
      const isBlocking = item.state === 'returned' && returnReason(item.return_code).blocks !== null
      if (!isBlocking || item.unblocked_at) yield [['item_id'], { code: 'debit_blocks_nothing' }] as const
    })
    const workspace = tx.writable()
    const { changed } = await tx.write({
      guard: failUnless(sql`EXISTS (
        SELECT 1 FROM collection_items WHERE workspace_id = ${workspace} AND ${namedSql} AND unblocked_at IS NULL)`),
      updated: sql`
        UPDATE collection_items SET unblocked_at = ${NOW} WHERE workspace_id = ${workspace} AND ${namedSql}`,
      recorded: recordEvents(tx.actor, workspace, { action: 'collection.unblocked', subject: 'collection' }, [
        {
          id,
          name: message_id,
          changes: {
            item_id: [null, itemId],
            mandate_reference: [null, item.mandate_reference],
            note: [null, note],
          },
        },
      ]),
      changed: selectItems(workspace, namedSql),
    })
    return itemToApi(only(changed), showsIbans(credential))
  })
}
