import { type Sql, sql } from '../../db/sql'

/**
 * Whether money of a row of `fees` stays in the confirmation of a calendar year, as SQL over a row of `payments` with this
 * name: it was not recorded by mistake, and is no debit that came back in the same year, nor the return of one.
 */
export const staysIn = (journal: string, year: Sql): Sql => {
  const row = sql.raw(journal)
  return sql`${row}.kind NOT IN ('waiver', 'reversal') AND ${keptSql(journal)} AND NOT EXISTS (
    SELECT 1 FROM payments AS other
    WHERE ${row}.kind IN ('payment', 'return') AND other.workspace_id = fees.workspace_id AND other.fee_id = fees.id
      AND other.item_id = ${row}.item_id AND other.kind = iif(${row}.kind = 'return', 'payment', 'return')
      AND substr(other.paid_on, 1, 4) = printf('%04d', ${year}) AND ${keptSql('other')})`
}

const keptSql = (journal: string): Sql => sql`NOT EXISTS (
  SELECT 1 FROM payments AS back
  WHERE back.workspace_id = fees.workspace_id AND back.fee_id = fees.id AND back.reverses = ${sql.raw(journal)}.id)`
