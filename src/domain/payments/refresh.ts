import { failUnless } from '../../db/guard'
import { jsonArrays } from '../../db/json'
import { NOW, strictlyAfter } from '../../db/now'
import { type Sql, sql } from '../../db/sql'
import type { FeeFacts } from './fee-facts'

/**
 * Derives what fees keep of their payments and debits: `status`, amounts, `paid_on`, collection and last return. It
 * belongs at the end of every batch that writes to `payments`, `collection_fees` or `cancellation`; no other
 * statement writes these columns. Makes the batch fail as a conflict if one of the fees has changed since it was
 * read. Since nothing is written by hand, what undoes an act is another row.
 */
export function refreshFees(workspace: Sql, seen: Pick<FeeFacts, 'id' | 'revision'>[]): Sql[] {
  const revisions = [...new Map(seen.map(({ id, revision }) => [id, revision]))]
  const statements: Sql[] = []
  for (let from = 0; from < revisions.length; from += AT_ONCE) {
    const fees = revisions.slice(from, from + AT_ONCE)
    statements.push(refresh(workspace, JSON.stringify(fees)), failUnless(sql`changes() = ${fees.length}`))
  }
  return statements
}

/** How many fees one statement refreshes: under the 2 MB that D1 takes in one value. */
const AT_ONCE = 20_000

const refresh = (workspace: Sql, array: string): Sql => sql`
  WITH seen (seen_id, seen_revision) AS MATERIALIZED (SELECT value ->> 0, value ->> 1 FROM json_each(${array}))
  UPDATE fees
  SET (paid_amount, waived_amount, paid_on, collection_id, collection_date, last_return, status) = (
      SELECT paid, waived,
        CASE WHEN cancellation IS NULL AND amount = paid + waived THEN last_paid_on END,
        collection ->> 0, collection ->> 1, last_return,
        CASE
          WHEN cancellation IS NOT NULL THEN 'cancelled'
          WHEN collection IS NOT NULL THEN 'collecting'
          WHEN amount = paid + waived THEN 'paid'
          WHEN last_return ->> 'payments' = payments THEN 'returned'
          ELSE 'open' END
      FROM (${DERIVED})),
    revision = revision + 1, updated_at = ${strictlyAfter(sql`updated_at`)}
  FROM seen
  WHERE workspace_id = ${workspace} AND id = seen_id AND revision = seen_revision`

// Numbers of the same length before the dates make the greatest text that of the last payment.
const LAST_PAID_ON = sql.raw(
  "substr(max(CASE WHEN journal.amount > 0 THEN printf('%09d', number) || journal.paid_on END), 10)",
)

const LIVE_COLLECTION = sql.raw(`(
  SELECT json_array(collections.id, collections.collection_date)
  FROM collection_fees AS link
  CROSS JOIN collection_items AS item ON item.workspace_id = link.workspace_id AND item.id = link.item_id
  CROSS JOIN collections ON collections.workspace_id = link.workspace_id AND collections.id = item.collection_id
  WHERE link.workspace_id = fees.workspace_id AND link.fee_id = fees.id AND link.state = 'live')`)

const LAST_RETURN = sql.raw(`(
  SELECT json_object('returned_on', returned_on, 'reason_code', return_code, 'payments', payments_at_return)
  FROM collection_fees AS link
  CROSS JOIN collection_items AS item ON item.workspace_id = link.workspace_id AND item.id = link.item_id
  WHERE link.workspace_id = fees.workspace_id AND link.fee_id = fees.id AND link.state = 'returned'
  ORDER BY payments_at_return DESC, link.item_id DESC LIMIT 1)`)

/** What the payments and debits of the row of `fees` around it add up to. */
const DERIVED = sql`
  SELECT count(*) AS payments,
    coalesce(sum(CASE WHEN kind <> 'waiver' THEN journal.amount END), 0) AS paid,
    coalesce(sum(CASE WHEN kind = 'waiver' THEN journal.amount END), 0) AS waived,
    ${LAST_PAID_ON} AS last_paid_on, ${LIVE_COLLECTION} AS collection, ${LAST_RETURN} AS last_return
  FROM payments AS journal
  WHERE journal.workspace_id = fees.workspace_id AND journal.fee_id = fees.id`

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
