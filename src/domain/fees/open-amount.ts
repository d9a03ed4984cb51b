import { type Sql, sql } from '../../db/sql'

/** What is open of a fee, in cents, as SQL over its row. */
export const OPEN_AMOUNT = sql.raw(
  "CASE WHEN fees.status = 'cancelled' THEN 0 ELSE fees.amount - fees.paid_amount - fees.waived_amount END",
)

/** The sum in cents of what is open of fees, as SQL over their rows. */
export const OPEN_SUM = sql`coalesce(sum(${OPEN_AMOUNT}), 0)`

/** The index that finds the fees of a person. Left to itself the planner reads all fees of the workspace. */
export const BY_PERSON = sql.raw('INDEXED BY fees_by_person')

/** What is open of the fees of a person, in cents, as an SQL expression; `personId` is a column or a value. */
export const openAmountOf = (workspace: Sql, personId: Sql): Sql =>
  sql`(SELECT ${OPEN_SUM} FROM fees ${BY_PERSON} WHERE workspace_id = ${workspace} AND person_id = ${personId})`
