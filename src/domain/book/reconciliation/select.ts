import { type Sql, sql } from '../../../db/sql'
import { TENANT, workspaceCte } from '../../access/principal'
import { EVE, LAST_OF_DAY, lastTold, TYPED_ONLY } from './bank-balance'
import { ITEM_KINDS, ITEMS, type Item, type ItemKind } from './items'

/** What is compared: an account until the end of a day. */
export type Asked = { accountId: string; on: string }

/**
 * CTEs of a comparison: `tenant`; `of_account`, which has the account, when it opens, the day, and when the bank last told a
 * balance; and `covered`, the periods of which statements tell.
 */
const compareCtes = (workspace: Sql, { accountId, on }: Asked): Sql => sql`
  ${workspaceCte(workspace)}, named AS MATERIALIZED (
    SELECT id, opening_on, opening_amount, ${EVE} AS eve, ${lastTold(sql`${on}`)} AS last
    FROM accounts WHERE workspace_id = ${TENANT} AND id = ${accountId}
  ), of_account (id, opening_on, opening_amount, eve, until, told_on, told) AS MATERIALIZED (
    SELECT id, opening_on, opening_amount, eve, ${on}, last ->> 'on', last FROM named
  ), begun AS MATERIALIZED (
    SELECT statements.id, from_on, to_on, max(to_on) OVER (
        ORDER BY from_on, statements.id ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS until
    FROM of_account CROSS JOIN statements INDEXED BY statements_by_end
    WHERE workspace_id = ${TENANT} AND account_id = of_account.id AND from_on <= to_on
  ), covered (first, last) AS MATERIALIZED (
    SELECT min(from_on), max(to_on) FROM (
      SELECT from_on, to_on, sum(coalesce(from_on > date(until, '+1 day'), 1)) OVER (
          ORDER BY from_on, id ROWS UNBOUNDED PRECEDING) AS period
      FROM begun)
    GROUP BY period
  )`

/** What the lines and vouchers of a kind add up to. */
export type ItemSum = { kind: ItemKind; amount: number; count: number }

/** Sums up the lines and vouchers by which bank and book differ, by their kinds. */
export const selectItemSums = (workspace: Sql, asked: Asked): Sql<ItemSum> => sql<ItemSum>`
  WITH ${compareCtes(workspace, asked)}
  SELECT kind, sum(amount) AS amount, count(*) AS count
  FROM (${ITEMS}) WHERE kind IS NOT NULL GROUP BY kind`

/** How many lines or vouchers of a kind are listed. */
export const MAX_ITEMS = 200

/** The lines or vouchers of a kind, the newest first. */
export const selectItems = (workspace: Sql, asked: Asked, kind: ItemKind): Sql<Item> => sql<Item>`
  WITH ${compareCtes(workspace, asked)}
  SELECT * FROM (${ITEMS}) WHERE kind = ${kind}
  ORDER BY day DESC, coalesce(line_id, voucher_id) LIMIT ${MAX_ITEMS}`

/**
 * By how many cents the balances that the bank told differ from the opening of the account, its lines, and the vouchers
 * between statements. `change` is how it differs from the balance before; the first and the last one come always.
 */
export type Step = {
  day: string
  starts: string | null
  after: string | null
  apart: number
  change: number | null
}

/** The steps until the day. Reads a row for each statement and for each day with lines, or with vouchers that no line shows. */
export const selectSteps = (workspace: Sql, asked: Asked): Sql<Step> => sql<Step>`
  WITH ${compareCtes(workspace, asked)}, points (day, place, starts, balance, moved) AS (
    SELECT booked_on, 0, NULL, NULL, amount
    FROM of_account CROSS JOIN bank_days
    WHERE workspace_id = ${TENANT} AND account_id = of_account.id AND booked_on BETWEEN opening_on AND of_account.until
    UNION ALL
    SELECT booked_on, 0, NULL, NULL, amount - tied
    FROM of_account CROSS JOIN account_days
    WHERE workspace_id = ${TENANT} AND account_id = of_account.id AND booked_on <= of_account.until AND amount <> tied
      AND NOT EXISTS (SELECT 1 FROM covered WHERE booked_on BETWEEN covered.first AND covered.last)
    UNION ALL
    SELECT to_on, 1, from_on, closing, 0 FROM (
      SELECT to_on, from_on, closing, row_number() OVER (PARTITION BY to_on ORDER BY ${LAST_OF_DAY}) AS nth
      FROM of_account CROSS JOIN statements INDEXED BY statements_by_end
      WHERE workspace_id = ${TENANT} AND account_id = of_account.id AND to_on < of_account.until AND to_on >= eve
        AND closing IS NOT NULL)
    WHERE nth = 1
    UNION ALL
    SELECT balance_on, 1, NULL, balance, 0
    FROM of_account AS accounts CROSS JOIN account_balances
    WHERE workspace_id = ${TENANT} AND account_id = accounts.id AND balance_on <= accounts.until AND balance_on >= eve
      AND ${TYPED_ONLY}
    UNION ALL
    SELECT until, 1, told ->> 'starts', told ->> 'balance', 0
    FROM of_account WHERE told_on = until AND told ->> 'source' = 'statement'
  ), told AS (
    SELECT day, starts, place, balance - opening_amount - sum(moved) OVER (
        ORDER BY day, place ROWS UNBOUNDED PRECEDING) AS apart
    FROM of_account CROSS JOIN points
  ), steps AS (
    SELECT day, starts, apart, lag(day) OVER by_day AS after, apart - lag(apart) OVER by_day AS change,
      lead(day) OVER by_day AS next
    FROM told WHERE place = 1 WINDOW by_day AS (ORDER BY day)
  )
  SELECT day, starts, after, apart, change FROM steps WHERE change IS NULL OR change <> 0 OR next IS NULL ORDER BY day`

/** The kinds in their order. */
export const orderOf = ({ kind }: { kind: ItemKind }): number => ITEM_KINDS.indexOf(kind)
