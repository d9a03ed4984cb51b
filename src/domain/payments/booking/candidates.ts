import { type Sql, sql } from '../../../db/sql'
import { TENANT } from '../../access/principal'
import { MAX_DAYS_APART } from '../../book/apart'
import { tiedSql } from '../../book/vouchers/tied'

/**
 * The condition that a payment waits to be booked, for a query with `INDEXED BY payments_to_book`. An act settles each payment
 * at once; those of earlier times wait, and those that an opening balance or another book had and does not have any more.
 */
export const WAITS = sql.raw(`booking IS NULL AND kind <> 'waiver'`)

const APART = sql.raw(String(MAX_DAYS_APART))

const COLLECTION = sql`iif(kind = 'payment' AND item_id IS NOT NULL, (
  SELECT collection_id FROM collection_items
  WHERE collection_items.workspace_id = ${TENANT} AND collection_items.id = item_id), NULL)`

/**
 * CTEs over {@link TENANT} and the waiting payments that a condition, the end of a statement, chooses, which are
 * `waits`. `entries` has these, and the credit of each collection on a day which has several of them. `matches` has,
 * for each entry, the vouchers that may have its money: of its amount, its kind of account and its days, living, and
 * of no other payment. No act on many books a payment that has one: people decide, for a collection at once.
 */
export const candidateCtes = (condition: Sql): Sql => sql`
  waits AS MATERIALIZED (
    SELECT id, fee_id, number, kind, amount, method, paid_on, ${COLLECTION} AS collection_id
    FROM payments INDEXED BY payments_to_book
    WHERE workspace_id = ${TENANT} AND ${WAITS} AND ${condition}
  ), entries (id, amount, method, paid_on, collection_id, payments) AS MATERIALIZED (
    SELECT id, amount, method, paid_on, NULL, 1 FROM waits
    UNION ALL
    SELECT min(id), sum(amount), method, paid_on, collection_id, count(*) FROM waits
    WHERE collection_id IS NOT NULL GROUP BY collection_id, paid_on HAVING count(*) > 1
  ), free AS MATERIALIZED (
    SELECT vouchers.id, vouchers.year || '-' || vouchers.number AS number, booked_on, vouchers.amount, vouchers.text,
      vouchers.party, vouchers.account_id, accounts.kind = 'cash' AS is_cash
    FROM (
      SELECT DISTINCT CAST(paid_on AS INTEGER) + apart AS year
      FROM waits CROSS JOIN (SELECT -1 AS apart UNION ALL SELECT 0 UNION ALL SELECT 1)) AS years
    CROSS JOIN accounts CROSS JOIN vouchers INDEXED BY vouchers_by_account
    WHERE accounts.workspace_id = ${TENANT} AND vouchers.workspace_id = ${TENANT}
      AND vouchers.account_id = accounts.id AND vouchers.year = years.year
      AND booked_on BETWEEN (SELECT date(min(paid_on), '-${APART} days') FROM waits)
        AND (SELECT date(max(paid_on), '+${APART} days') FROM waits)
      AND vouchers.kind = 'money' AND vouchers.amount IN (SELECT amount FROM entries)
      AND vouchers.reversed_by IS NULL AND vouchers.reverses IS NULL
      AND NOT EXISTS (
        SELECT 1 FROM voucher_lines AS booked
        WHERE booked.workspace_id = ${TENANT} AND booked.year = vouchers.year AND booked.number = vouchers.number
          AND booked.payment_id IS NOT NULL)
      AND NOT ${tiedSql(TENANT, sql`vouchers.id`)}
  ), matches AS MATERIALIZED (
    SELECT entries.id AS entry_id, entries.collection_id, entries.paid_on, entries.payments, free.id AS voucher_id,
      number, booked_on, text, party, account_id
    FROM entries CROSS JOIN free
    WHERE free.amount = entries.amount
      AND booked_on BETWEEN date(entries.paid_on, '-${APART} days') AND date(entries.paid_on, '+${APART} days')
      AND (method = 'other' OR (method = 'cash') = is_cash))`

/**
 * The payment with an id, and the waiting ones that the bank credited with it: those of its collection on its day. A
 * query of `id`.
 */
export const selectTogether = (workspace: Sql, id: string): Sql => sql`
  SELECT mate.id
  FROM payments AS paid CROSS JOIN collection_items AS item CROSS JOIN payments AS mate INDEXED BY payments_to_book
  WHERE paid.workspace_id = ${workspace} AND paid.id = ${id} AND paid.kind = 'payment'
    AND item.workspace_id = ${workspace} AND item.id = paid.item_id
    AND mate.workspace_id = ${workspace} AND mate.booking IS NULL AND mate.kind <> 'waiver' AND mate.kind = 'payment'
    AND mate.paid_on = paid.paid_on AND item.collection_id = (
      SELECT collection_id FROM collection_items
      WHERE collection_items.workspace_id = ${workspace} AND collection_items.id = mate.item_id)
  UNION
  SELECT id FROM payments WHERE workspace_id = ${workspace} AND id = ${id}`
