import { jsonArrays } from '../../../db/json'
import { type Sql, sql } from '../../../db/sql'
import { TENANT, workspaceCte } from '../../access/principal'

/** Adds those of some new lines to the days of their accounts that were stored. In the batch that stores them. */
export const addLinesToDays = (workspace: Sql, ids: readonly string[]): Sql[] =>
  jsonArrays(ids).map((array) =>
    addToDays(
      workspace,
      sql`
        SELECT account_id, booked_on, amount FROM json_each(${array}) CROSS JOIN bank_lines
        WHERE workspace_id = ${TENANT} AND bank_lines.id = value AND currency = 'EUR'`,
    ),
  )

/** Takes the lines that the statements of a file brought out of the days of their accounts. Before they are deleted. */
export const takeLinesFromDays = (workspace: Sql, sha256: string): Sql =>
  addToDays(
    workspace,
    sql`
      SELECT bank_lines.account_id, booked_on, -amount AS amount FROM statements CROSS JOIN bank_lines
      WHERE statements.workspace_id = ${TENANT} AND sha256 = ${sha256} AND bank_lines.workspace_id = ${TENANT}
        AND statement_id = statements.id AND currency = 'EUR'`,
  )

const addToDays = (workspace: Sql, lines: Sql): Sql => sql`
  WITH ${workspaceCte(workspace)}
  INSERT INTO bank_days (workspace_id, account_id, booked_on, amount)
  SELECT ${TENANT}, account_id, booked_on, sum(amount) FROM (${lines}) WHERE TRUE GROUP BY account_id, booked_on
  ON CONFLICT DO UPDATE SET amount = amount + excluded.amount`
