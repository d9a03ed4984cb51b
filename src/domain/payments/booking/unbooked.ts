import { type Sql, sql } from '../../../db/sql'
import { TENANT, workspaceCte } from '../../access/principal'
import { candidateCtes, WAITS } from './candidates'

/** A payment that waits to be booked; `voucher` is the number of one that may have its money already. */
export type Unbooked = {
  id: string
  feeId: string
  amount: number
  method: string | null
  paidOn: string
  voucher: string | null
}

/** The waiting payments whose ids a query gives as `id`, in the order of its `place`. */
export const selectUnbooked = (workspace: Sql, ids: Sql): Sql<Unbooked> => sql<Unbooked>`
  WITH ${workspaceCte(workspace)}, named AS MATERIALIZED (${ids}),
  ${candidateCtes(sql`paid_on IN (
    SELECT paid_on FROM named CROSS JOIN payments AS paid
    WHERE paid.workspace_id = ${TENANT} AND paid.id = named.id)`)},
  found AS MATERIALIZED (
    SELECT entry_id AS id, number FROM matches WHERE collection_id IS NULL
    UNION ALL
    SELECT waits.id, matches.number FROM matches CROSS JOIN waits
    WHERE waits.collection_id = matches.collection_id AND waits.paid_on = matches.paid_on)
  SELECT waits.id, fee_id AS feeId, amount, method, paid_on AS paidOn, min(found.number) AS voucher
  FROM named CROSS JOIN waits ON waits.id = named.id LEFT JOIN found ON found.id = waits.id
  GROUP BY waits.id ORDER BY named.place, waits.number`

/** The waiting payments of fees, whose ids a query gives as `id` with a `place`: the same of the payments. */
export const waitingOfFees = (workspace: Sql, fees: Sql): Sql => sql`
  SELECT payments.id, wanted.place FROM (${fees}) AS wanted CROSS JOIN payments
  WHERE payments.workspace_id = ${workspace} AND fee_id = wanted.id AND ${WAITS}`

/** How many payments wait that were made between two dates, SQL, the second exclusive. */
export const countWaiting = (workspace: Sql, first: Sql, next: Sql): Sql => sql`
  SELECT count(*) FROM payments INDEXED BY payments_to_book
  WHERE workspace_id = ${workspace} AND ${WAITS} AND paid_on >= ${first} AND paid_on < ${next}`

/** Whether one of the payments whose ids a query gives as `id` gave money back. */
export const losesMoney = (workspace: Sql, ids: Sql): Sql => sql`
  EXISTS (
    SELECT 1 FROM (${ids}) AS named CROSS JOIN payments
    WHERE payments.workspace_id = ${workspace} AND payments.id = named.id AND payments.amount < 0)`
