import { type Sql, sql } from '../../../db/sql'
import { TENANT } from '../../access/principal'

/** A balance that the bank told: at the end of a day, by a statement or as somebody typed it from paper. In cents. */
export type BankBalance = { balance: number; balance_on: string; source: 'statement' | 'typed' }

/**
 * Of statements that end on one day, the one whose closing balance is the opening of no other comes first: a day may have
 * several statements.
 */
export const LAST_OF_DAY = sql`EXISTS (
  SELECT 1 FROM statements AS next INDEXED BY statements_by_end
  WHERE next.workspace_id = ${TENANT} AND next.account_id = statements.account_id AND next.to_on = statements.to_on
    AND next.id <> statements.id AND next.opening = statements.closing AND next.closing <> statements.closing),
  statements.id DESC`

/** The statements of a row of `accounts` that tell a balance. */
const OF_ACCOUNT = sql`
  statements.workspace_id = ${TENANT} AND statements.account_id = accounts.id AND statements.closing IS NOT NULL`

/** A typed balance counts unless a statement tells of its day. `balance_on` is a column of `account_balances`. */
export const TYPED_ONLY = sql`NOT EXISTS (
  SELECT 1 FROM statements INDEXED BY statements_by_end
  WHERE ${OF_ACCOUNT} AND statements.to_on >= balance_on AND statements.from_on <= balance_on)`

/** The day before an account opens: what the bank told before says nothing of its book. */
export const EVE = sql`date(accounts.opening_on, '-1 day')`

/** What the lines of a row of `accounts` add up to after a day until another (SQL), as an expression. */
export const linesBetween = (after: Sql, until: Sql): Sql => sql`coalesce((
  SELECT sum(amount) FROM bank_days
  WHERE bank_days.workspace_id = ${TENANT} AND bank_days.account_id = accounts.id
    AND booked_on > ${after} AND booked_on <= ${until}), 0)`

/**
 * The last balance that the bank told of a row of `accounts` until a day (SQL), as an expression that gives JSON of
 * `{ on, source, balance }`; NULL if it told none. A statement that goes on after the day tells that of the day by its lines,
 * and `starts`, on which day it begins. Reads the statements that end after the day, and a few rows.
 */
export const lastTold = (on: Sql): Sql => {
  const told = sql`json_object('on', day, 'source', source, 'balance', balance)`
  return sql`coalesce(
    (SELECT json_object('on', ${on}, 'source', 'statement', 'starts', from_on,
        'balance', closing - ${linesBetween(on, sql`statements.to_on`)})
      FROM statements INDEXED BY statements_by_end
      WHERE ${OF_ACCOUNT} AND to_on >= ${on} AND from_on <= ${on}
      ORDER BY to_on, ${LAST_OF_DAY} LIMIT 1),
    (SELECT ${told} FROM (
      SELECT * FROM (
        SELECT to_on AS day, 'statement' AS source, closing AS balance
        FROM statements INDEXED BY statements_by_end
        WHERE ${OF_ACCOUNT} AND to_on < ${on} AND to_on >= ${EVE}
        ORDER BY to_on DESC, ${LAST_OF_DAY} LIMIT 1)
      UNION ALL
      SELECT * FROM (
        SELECT balance_on, 'typed', balance FROM account_balances
        WHERE account_balances.workspace_id = ${TENANT} AND account_balances.account_id = accounts.id
          AND balance_on <= ${on} AND balance_on >= ${EVE} AND ${TYPED_ONLY}
        ORDER BY balance_on DESC LIMIT 1)
      ORDER BY day DESC LIMIT 1)))`
}
