import { jsonArrays } from '../../../db/json'
import type { vouchers } from '../../../db/schema'
import { type Sql, sql } from '../../../db/sql'
import { TENANT, workspaceCte } from '../../access/principal'

type VoucherRow = typeof vouchers.$inferSelect

/** What of a voucher moves money. `amount` is signed, in cents. */
export type Movement = Pick<VoucherRow, 'accountId' | 'bookedOn' | 'amount'> &
  Partial<Pick<VoucherRow, 'otherAccountId' | 'bankLineId'>>

/** What a voucher does to the balances of accounts: a transfer moves its amount from the other account. */
export const effectsOf = ({ accountId, otherAccountId, amount }: Movement) => [
  { accountId, amount },
  ...(otherAccountId ? [{ accountId: otherAccountId, amount: -amount }] : []),
]

/** What a voucher does to the balance of one of its accounts, in cents. */
export const effectOn = (movement: Movement, account: string): number =>
  effectsOf(movement).find(({ accountId }) => accountId === account)?.amount ?? 0

/** What of an account a day gains; `tied` is what of it bank lines show. In cents. */
type Day = { accountId: string; bookedOn: string; amount: number; tied: number }

/**
 * Adds vouchers to the days of their accounts. It belongs in the batch that inserts them; amounts, dates and accounts of
 * vouchers never change. A statement per megabyte of days.
 */
export function addToDays(workspace: Sql, movements: Movement[]): Sql[] {
  return addDays(
    workspace,
    movements.flatMap((movement) =>
      effectsOf(movement).map(({ accountId, amount }) => ({
        accountId,
        bookedOn: movement.bookedOn,
        amount,
        tied: movement.bankLineId ? amount : 0,
      })),
    ),
  )
}

/** Notes in the days of an account that a bank line of it has come to show vouchers. */
export const tieToDays = (workspace: Sql, accountId: string, movements: Movement[]): Sql[] =>
  addDays(
    workspace,
    movements.map((movement) => ({
      accountId,
      bookedOn: movement.bookedOn,
      amount: 0,
      tied: effectOn(movement, accountId),
    })),
  )

/** Notes in the days of an account that a bank line of it no longer shows the vouchers that it met. Before they are freed. */
export const freeFromDays = (workspace: Sql, lineId: string): Sql => sql`
  WITH ${workspaceCte(workspace)}, shown (account_id, booked_on, amount) AS MATERIALIZED (
    SELECT account_id, booked_on, amount FROM vouchers WHERE workspace_id = ${TENANT} AND met_line_id = ${lineId}
    UNION ALL
    SELECT other_account_id, booked_on, -amount FROM vouchers
    WHERE workspace_id = ${TENANT} AND other_met_line_id = ${lineId}
  )
  UPDATE account_days SET tied = tied - (
    SELECT sum(shown.amount) FROM shown
    WHERE shown.account_id = account_days.account_id AND shown.booked_on = account_days.booked_on)
  WHERE workspace_id = ${TENANT} AND (account_id, booked_on) IN (SELECT account_id, booked_on FROM shown)`

function addDays(workspace: Sql, added: Day[]): Sql[] {
  const days = new Map<string, Day>()
  for (const { accountId, bookedOn, amount, tied } of added) {
    const key = `${accountId} ${bookedOn}`
    const day = days.get(key) ?? { accountId, bookedOn, amount: 0, tied: 0 }
    days.set(key, { ...day, amount: day.amount + amount, tied: day.tied + tied })
  }
  return jsonArrays(days.values()).map(
    (array) => sql`
      WITH ${workspaceCte(workspace)}
      INSERT INTO account_days (workspace_id, account_id, booked_on, amount, tied)
      SELECT ${TENANT}, value ->> 'accountId', value ->> 'bookedOn', value ->> 'amount', value ->> 'tied'
      FROM json_each(${array})
      WHERE TRUE
      ON CONFLICT DO UPDATE SET amount = amount + excluded.amount, tied = tied + excluded.tied`,
  )
}
