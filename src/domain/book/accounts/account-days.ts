import { jsonArrays } from '../../../db/json'
import type { vouchers } from '../../../db/schema'
import { type Sql, sql } from '../../../db/sql'
import { TENANT, workspaceCte } from '../../access/principal'

type VoucherRow = typeof vouchers.$inferSelect

/** What of a voucher moves money. `amount` is signed, in cents. */
export type Movement = Pick<VoucherRow, 'accountId' | 'bookedOn' | 'amount'> &
  Partial<Pick<VoucherRow, 'otherAccountId'>>

/** What a voucher does to the balances of accounts: a transfer moves its amount from the other account. */
export const effectsOf = ({ accountId, otherAccountId, amount }: Movement) => [
  { accountId, amount },
  ...(otherAccountId ? [{ accountId: otherAccountId, amount: -amount }] : []),
]

/**
 * Adds vouchers to the days of their accounts. It belongs in the batch that inserts them; amounts, dates and accounts of
 * vouchers never change. A statement per megabyte of days.
 */
export function addToDays(workspace: Sql, movements: Movement[]): Sql[] {
  const days = new Map<string, { accountId: string; bookedOn: string; amount: number }>()
  for (const movement of movements)
    for (const { accountId, amount } of effectsOf(movement)) {
      const { bookedOn } = movement
      const key = `${accountId} ${bookedOn}`
      days.set(key, { accountId, bookedOn, amount: (days.get(key)?.amount ?? 0) + amount })
    }
  return jsonArrays(days.values()).map(
    (array) => sql`
      WITH ${workspaceCte(workspace)}
      INSERT INTO account_days (workspace_id, account_id, booked_on, amount)
      SELECT ${TENANT}, value ->> 'accountId', value ->> 'bookedOn', value ->> 'amount' FROM json_each(${array})
      WHERE TRUE
      ON CONFLICT DO UPDATE SET amount = amount + excluded.amount`,
  )
}
