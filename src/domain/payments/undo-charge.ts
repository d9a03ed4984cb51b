import { sql } from '../../db/sql'
import { act } from '../access/act'
import type { Principal } from '../access/principal'
import { bookFacts, selectBook } from '../book/book-facts'
import { ofBatchSql } from '../events/batch'
import { selectFeesOf } from './fee-facts'
import { writeCancellation } from './refresh'
import { feeActStatements } from './write'

const TO_CANCEL = { permission: 'fees:write' } as const

/**
 * Cancels the fees that were charged together, by the batch of its events, as a mistake; those that are paid in part, collected,
 * returned or cancelled stay. Returns how many it cancelled and how many it left. Two trips. Throws `permission_missing`.
 */
export async function undoCharge(
  principal: Principal,
  { batchId, reason }: { batchId: string; reason: string },
): Promise<{ cancelled: number; left: number }> {
  return act(principal, TO_CANCEL, async (tx) => {
    const workspace = tx.workspace()
    const rows = await tx.read({
      fees: selectFeesOf(
        workspace,
        sql`
          SELECT subject_id AS id FROM events
          WHERE ${ofBatchSql(workspace, batchId)} AND events.action = 'fee.created'`,
      ),
      ...selectBook(workspace),
    })
    const fees = rows.fees.filter(({ status, paid_amount }) => status === 'open' && paid_amount === 0)
    const ids = fees.map(({ id }) => id)
    if (fees.length > 0)
      await tx.write({
        written: feeActStatements(tx, {
          fees,
          book: bookFacts(rows),
          extra: (writable) => writeCancellation(writable, ids, { kind: 'mistake', reason }),
          events: [{ action: 'fee.cancelled', reason }],
        }),
      })
    return { cancelled: fees.length, left: rows.fees.length - fees.length }
  })
}
