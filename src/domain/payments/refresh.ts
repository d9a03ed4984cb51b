import { jsonArrays } from '../../db/json'
import { NOW, strictlyAfter } from '../../db/now'
import { type Sql, sql } from '../../db/sql'
import { TENANT, workspaceCte } from '../access/principal'

/**
 * Derives what fees keep of their payments and debits: `status`, amounts, `paid_on`, collection and last return. It belongs
 * at the end of every batch that writes to `payments`, `collection_fees` or `cancellation`; no other statement writes
 * these columns. A statement per megabyte of ids.
 */
export const refreshFees = (workspace: Sql, ids: string[]): Sql[] =>
  jsonArrays(ids).map(
    (array) => sql`
      WITH ${workspaceCte(workspace)}, journal AS (
        SELECT named.value AS id, count(payments.id) AS payments,
          coalesce(sum(CASE WHEN kind <> 'waiver' THEN amount END), 0) AS paid,
          coalesce(sum(CASE WHEN kind = 'waiver' THEN amount END), 0) AS waived,
          ${LAST_PAID_ON} AS paid_on
        FROM json_each(${array}) AS named
        LEFT JOIN payments ON payments.workspace_id = ${TENANT} AND payments.fee_id = named.value
        GROUP BY named.value
      ), facts AS MATERIALIZED (
        SELECT journal.*, ${LIVE_COLLECTION} AS collection, ${LAST_RETURN} AS last_return FROM journal
      )
      UPDATE fees
      SET paid_amount = facts.paid, waived_amount = facts.waived,
        paid_on = CASE WHEN cancellation IS NULL AND amount = facts.paid + facts.waived THEN facts.paid_on END,
        collection_id = facts.collection ->> 0, collection_date = facts.collection ->> 1,
        last_return = facts.last_return,
        status = CASE
          WHEN cancellation IS NOT NULL THEN 'cancelled'
          WHEN facts.collection IS NOT NULL THEN 'collecting'
          WHEN amount = facts.paid + facts.waived THEN 'paid'
          WHEN facts.last_return ->> 'payments' = facts.payments THEN 'returned'
          ELSE 'open' END,
        revision = revision + 1, updated_at = ${strictlyAfter(sql`fees.updated_at`)}
      FROM facts
      WHERE fees.workspace_id = ${TENANT} AND fees.id = facts.id`,
  )

// Numbers of the same length before the dates make the greatest text that of the last payment.
const LAST_PAID_ON = sql.raw(
  "substr(max(CASE WHEN amount > 0 THEN printf('%09d', number) || payments.paid_on END), 10)",
)

const LIVE_COLLECTION = sql`(
  SELECT json_array(collections.id, collections.collection_date)
  FROM collection_fees
  JOIN collection_items ON collection_items.workspace_id = ${TENANT} AND collection_items.id = item_id
  JOIN collections ON collections.workspace_id = ${TENANT} AND collections.id = collection_items.collection_id
  WHERE collection_fees.workspace_id = ${TENANT} AND collection_fees.fee_id = journal.id
    AND collection_fees.state = 'live')`

const LAST_RETURN = sql`(
  SELECT json_object('returned_on', returned_on, 'reason_code', return_code, 'payments', payments_at_return)
  FROM collection_fees
  JOIN collection_items ON collection_items.workspace_id = ${TENANT} AND collection_items.id = item_id
  WHERE collection_fees.workspace_id = ${TENANT} AND collection_fees.fee_id = journal.id
    AND collection_fees.state = 'returned'
  ORDER BY item_id DESC LIMIT 1)`

/** Sets or removes the cancellation of fees, as JSON `{ kind, reason, cancelled_at }`; {@link refreshFees} derives the rest. */
export const writeCancellation = (
  workspace: Sql,
  ids: string[],
  cancellation: { kind: 'mistake' | 'waived'; reason: string } | null,
): Sql[] =>
  jsonArrays(ids).map(
    (array) => sql`
      UPDATE fees
      SET cancellation = ${
        cancellation
          ? sql`json_object('kind', ${cancellation.kind}, 'reason', ${cancellation.reason}, 'cancelled_at', ${NOW})`
          : null
      }
      WHERE workspace_id = ${workspace} AND id IN (SELECT value FROM json_each(${array}))`,
  )
