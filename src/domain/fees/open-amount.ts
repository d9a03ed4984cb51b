import { type Sql, sql } from '../../db/sql'

/** The sum in cents of what is open of fees, as SQL over their rows. */
export const OPEN_AMOUNT = sql.raw(`coalesce(sum(amount) FILTER (WHERE status IN ('open', 'returned')), 0)`)

/** The index that finds the fees of a person. Left to itself the planner reads all fees of the workspace. */
export const BY_PERSON = sql.raw('INDEXED BY fees_by_person')

/** What is open of the fees of a person, in cents, as an SQL expression; `personId` is a column or a value. */
export const openAmountOf = (workspace: Sql, personId: Sql): Sql =>
  sql`(SELECT ${OPEN_AMOUNT} FROM fees ${BY_PERSON} WHERE workspace_id = ${workspace} AND person_id = ${personId})`
