import { type Sql, sql } from '../../../db/sql'
import { TENANT } from '../../access/principal'
import { MAX_DAYS_APART } from '../apart'

/** The kinds of differences that stand behind bank lines and vouchers, in the order in which they are named. */
export const ITEM_KINDS = [
  'open_lines',
  'ignored_lines',
  'elsewhere',
  'vouchers',
  'transfers',
  'lines_first',
  'vouchers_first',
  'since_balance',
] as const
export type ItemKind = (typeof ITEM_KINDS)[number]

/** A bank line or voucher that makes bank and book differ, by how many cents. */
export type Item = {
  kind: ItemKind
  line_id: string | null
  voucher_id: string | null
  day: string
  amount: number
  text: string
}

const APART = sql.raw(String(MAX_DAYS_APART))

/** The lines of the account until the day, in euros, by an index and a condition over `line`. */
const linesBy = (index: string, condition: Sql): Sql => sql`
  of_account CROSS JOIN bank_lines AS line INDEXED BY ${sql.raw(index)}
  WHERE line.workspace_id = ${TENANT} AND ${condition} AND line.account_id = of_account.id
    AND line.booked_on BETWEEN of_account.opening_on AND of_account.until AND line.currency = 'EUR'`

/** What of vouchers no line shows on the account: of its own ones, and of transfers from or to it. */
const LOOSE = sql`
  SELECT voucher.id, voucher.kind, voucher.booked_on, voucher.amount, voucher.text
  FROM of_account CROSS JOIN vouchers AS voucher INDEXED BY vouchers_without_line
  WHERE voucher.workspace_id = ${TENANT} AND voucher.account_id = of_account.id AND voucher.booked_on <= of_account.until
    AND bank_line_id IS NULL AND met_line_id IS NULL AND reversed_by IS NULL AND reverses IS NULL
  UNION ALL
  SELECT voucher.id, voucher.kind, voucher.booked_on, -voucher.amount, voucher.text
  FROM of_account CROSS JOIN vouchers AS voucher INDEXED BY vouchers_by_other_account
  WHERE voucher.workspace_id = ${TENANT} AND voucher.other_account_id = of_account.id
    AND voucher.booked_on <= of_account.until AND other_met_line_id IS NULL AND reversed_by IS NULL AND reverses IS NULL`

// A voucher and its reversal of one day are no difference on any day; those of two days are one between them.
const PAIRS = sql`
  SELECT one.id, one.kind, one.booked_on, iif(one.account_id = of_account.id, one.amount, -one.amount), one.text
  FROM of_account CROSS JOIN vouchers AS reversal INDEXED BY vouchers_by_reversed
  CROSS JOIN vouchers AS reversed INDEXED BY vouchers_by_id
  CROSS JOIN vouchers AS one INDEXED BY vouchers_by_id
  WHERE reversal.workspace_id = ${TENANT} AND reversal.reverses IS NOT NULL AND reversal.bank_line_id IS NULL
    AND (reversal.account_id = of_account.id OR reversal.other_account_id = of_account.id)
    AND reversed.workspace_id = ${TENANT} AND reversed.id = reversal.reverses AND reversed.booked_on <> reversal.booked_on
    AND one.workspace_id = ${TENANT} AND one.id IN (reversal.id, reversed.id) AND one.booked_on <= of_account.until`

/** Vouchers that a line of the account shows, with the day of the line, of about the day or the opening. */
const shownOn = (side: 'account_id' | 'other_account_id'): Sql => {
  const [index, met, sign] =
    side === 'account_id'
      ? ['vouchers_by_account', 'met_line_id', '']
      : ['vouchers_by_other_account', 'other_met_line_id', '-']
  return sql`
    SELECT voucher.id, voucher.booked_on, ${sql.raw(sign)}voucher.amount AS amount, voucher.text, line.id AS line_id,
      line.booked_on AS line_on
    FROM edges CROSS JOIN of_account CROSS JOIN vouchers AS voucher INDEXED BY ${sql.raw(index)}
    CROSS JOIN bank_lines AS line
    WHERE voucher.workspace_id = ${TENANT} AND voucher.${sql.raw(side)} = of_account.id
      AND voucher.year IN (edges.year - 2, edges.year - 1, edges.year, edges.year + 1)
      AND voucher.booked_on BETWEEN date(edges.day, '-${APART} days') AND date(edges.day, '+${APART} days')
      AND line.workspace_id = ${TENANT} AND line.id = voucher.${sql.raw(met)}`
}

/**
 * The lines and vouchers by which bank and book differ, as {@link Item}: over the CTEs `of_account` and `covered`. Reads what is
 * not matched, and the vouchers of about the day.
 */
export const ITEMS = sql`
  WITH loose AS MATERIALIZED (${LOOSE} UNION ALL ${PAIRS}),
  edges (day, year) AS MATERIALIZED (
    SELECT until, CAST(substr(until, 1, 4) AS INTEGER) FROM of_account
    UNION
    SELECT eve, CAST(substr(eve, 1, 4) AS INTEGER) FROM of_account),
  shown AS MATERIALIZED (${shownOn('account_id')} UNION ${shownOn('other_account_id')})
  SELECT iif(line.state = 'open', 'open_lines', 'ignored_lines') AS kind, line.id AS line_id, NULL AS voucher_id,
    line.booked_on AS day, line.amount - line.assigned_amount AS amount, coalesce(line.party_name, line.text) AS text
  FROM ${linesBy('bank_lines_by_date', sql`line.state IN ('open', 'ignored')`)}
  UNION ALL
  SELECT 'elsewhere', line.id, NULL, line.booked_on, line.elsewhere_amount, coalesce(line.party_name, line.text)
  FROM ${linesBy('bank_lines_elsewhere', sql`line.elsewhere_amount <> 0`)}
  UNION ALL
  SELECT CASE
      WHEN EXISTS (SELECT 1 FROM covered WHERE loose.booked_on BETWEEN covered.first AND covered.last)
        THEN iif(loose.kind = 'transfer', 'transfers', 'vouchers')
      WHEN loose.booked_on > of_account.told_on THEN 'since_balance' END,
    NULL, loose.id, loose.booked_on, -loose.amount, loose.text
  FROM of_account CROSS JOIN loose WHERE loose.amount <> 0
  UNION ALL
  SELECT CASE
      WHEN line_on BETWEEN of_account.opening_on AND of_account.until
        THEN iif(shown.booked_on > of_account.until, 'lines_first', NULL)
      WHEN shown.booked_on <= of_account.until THEN 'vouchers_first' END,
    shown.line_id, shown.id, shown.booked_on,
    iif(shown.booked_on > of_account.until, shown.amount, -shown.amount), shown.text
  FROM of_account CROSS JOIN shown`
