import { type Sql, sql } from '../../../db/sql'
import { TENANT, workspaceCte } from '../../access/principal'
import { MAX_DAYS_APART } from '../../book/apart'
import { idStartOf } from '../../shared/creditor-reference'
import type { IdPrefix } from '../../shared/ids'
import type { BookedVoucher } from './candidates'

/** The columns of `by_references`, of a row `one` of JSON: a reference, and what follows the prefix in the ids that have it. */
export const REFERENCE = sql.raw('one.value ->> 0 AS reference, one.value ->> 1 AS id_start')

/** Whether a row has a reference of `by_references`; the index on ids leads to it. */
export const hasReferenceSql = (table: string, prefix: IdPrefix): Sql =>
  sql.raw(`
    ${table}.id >= '${prefix}_' || named.id_start AND ${table}.id < '${prefix}_' || named.id_start || '~'
    AND ${table}.reference = named.reference`)

/** Vouchers that no bank line booked or shows, from a query that has `voucher` and `reference`. */
const selectVouchers = (from: Sql, reference: Sql): Sql<BookedVoucher> => sql<BookedVoucher>`
  SELECT DISTINCT voucher.id, voucher.year || '-' || voucher.number AS number, voucher.account_id, accounts.name AS account,
    voucher.booked_on, voucher.amount, ${reference} AS reference, collection.collection_date, collection.message_id
  FROM ${from} AND voucher.kind = 'money' AND voucher.bank_line_id IS NULL AND voucher.met_line_id IS NULL
    AND voucher.reversed_by IS NULL AND voucher.reverses IS NULL
  CROSS JOIN accounts ON accounts.workspace_id = ${TENANT} AND accounts.id = voucher.account_id
  LEFT JOIN voucher_lines AS first ON first.workspace_id = ${TENANT} AND first.year = voucher.year
    AND first.number = voucher.number AND first.line = 1
  LEFT JOIN payments AS paid ON paid.workspace_id = ${TENANT} AND paid.id = first.payment_id AND paid.kind = 'payment'
  LEFT JOIN collection_items AS debit ON debit.workspace_id = ${TENANT} AND debit.id = paid.item_id
  LEFT JOIN collections AS collection ON collection.workspace_id = ${TENANT} AND collection.id = debit.collection_id`

/**
 * The vouchers of payments and returns that were recorded by hand, by the references in `by_references`: the id of a fee or a
 * debit begins with what a reference leads to, so that neither is read.
 */
export const VOUCHERS_BY_REFERENCE = selectVouchers(
  sql`by_references AS named
    LEFT JOIN collection_fees AS link INDEXED BY collection_fees_of_item ON link.workspace_id = ${TENANT}
      AND link.item_id >= 'dbt_' || named.id_start AND link.item_id < 'dbt_' || named.id_start || '~'
    CROSS JOIN payments ON payments.workspace_id = ${TENANT}
      AND payments.fee_id >= coalesce(link.fee_id, 'fee_' || named.id_start)
      AND payments.fee_id < coalesce(link.fee_id, 'fee_' || named.id_start) || '~'
      AND payments.booking = 'booked' AND payments.bank_line_id IS NULL AND payments.item_id IS link.item_id
      AND (link.item_id IS NULL OR payments.kind = 'return')
    CROSS JOIN voucher_lines AS booked INDEXED BY voucher_lines_by_payment
      ON booked.workspace_id = ${TENANT} AND booked.payment_id = payments.id
    CROSS JOIN vouchers AS voucher ON voucher.workspace_id = ${TENANT} AND voucher.year = booked.year
      AND voucher.number = booked.number`,
  sql`named.reference`,
)

const APART = sql.raw(String(MAX_DAYS_APART))

/** The vouchers of the account and the open amount of a row of `other_line`, of about its day. */
export const VOUCHERS_BY_AMOUNT = selectVouchers(
  sql`other_line AS line CROSS JOIN vouchers AS voucher INDEXED BY vouchers_to_meet
    ON voucher.workspace_id = ${TENANT} AND voucher.account_id = line.account_id AND voucher.amount = line.rest
      AND voucher.booked_on BETWEEN date(line.booked_on, '-${APART} days') AND date(line.booked_on, '+${APART} days')`,
  sql`NULL`,
)

/** The vouchers of payments that were recorded by hand for the fees with these references. */
export const selectBookedOf = (workspace: Sql, references: string[]): Sql<BookedVoucher> => {
  const named = JSON.stringify(references.map((reference) => [reference, idStartOf(reference)]))
  return sql<BookedVoucher>`
    WITH ${workspaceCte(workspace)}, by_references AS (SELECT ${REFERENCE} FROM json_each(${named}) AS one) ${VOUCHERS_BY_REFERENCE}`
}
