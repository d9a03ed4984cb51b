import { retryOnConflict } from '../../db/client'
import { sql } from '../../db/sql'
import { requirePermission } from '../access/authorize'
import type { Principal } from '../access/principal'
import { query } from '../access/query'
import { bookFacts, selectBook } from '../book/book-facts'
import { ofBatchSql } from '../events/batch'
import { selectFeesOf } from './fee-facts'
import { writeCancellation } from './refresh'
import { writeFeeAct } from './write'

const TO_CANCEL = { permission: 'fees:write' } as const

/**
 * Cancels the fees that an act has claimed, by the batch of its events, as a mistake; those that are paid in part, collected,
 * returned or cancelled stay. Returns how many it cancelled and how many it left. Two trips. Throws `permission_missing`.
 */
export async function undoClaim(
  principal: Principal,
  { batchId, reason }: { batchId: string; reason: string },
): Promise<{ cancelled: number; left: number }> {
  return retryOnConflict(async () => {
    const workspace = principal.workspace()
    const { rows } = await query(
      principal,
      {
        fees: selectFeesOf(
          workspace,
          sql`
            SELECT subject_id AS id FROM events
            WHERE ${ofBatchSql(workspace, batchId)} AND events.action = 'fee.created'`,
        ),
        ...selectBook(workspace),
      },
      (credential) => requirePermission(credential, TO_CANCEL.permission),
    )
    const fees = rows.fees.filter(({ status, paid_amount }) => status === 'open' && paid_amount === 0)
    if (fees.length > 0)
      await writeFeeAct(principal, TO_CANCEL, {
        fees,
        book: bookFacts(rows),
        extra: (writable) =>
          writeCancellation(
            writable,
            fees.map(({ id }) => id),
            { kind: 'mistake', reason },
          ),
        events: [{ action: 'fee.cancelled', reason }],
      })
    return { cancelled: fees.length, left: rows.fees.length - fees.length }
  })
}
