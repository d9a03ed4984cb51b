import { persons } from '../../db/schema'
import { type Sql, sql } from '../../db/sql'

/**
 * What a query selects of the payer of a row of `persons`, if the payer meets a condition; NULL without one, also if the
 * payer no longer exists. Inside, `persons` is the payer, and `dependant` has the `tenant`, `account` and `mandate` (JSON) of
 * the person that it pays for. Reads the payer, and nothing for those who pay for themselves.
 */
export const ofPayer = (
  selection: Sql,
  condition = sql`TRUE`,
): Sql => sql`iif(persons.payer_id IS NULL, NULL, (
  SELECT ${selection} FROM (
    SELECT persons.workspace_id AS tenant, persons.payer_id AS payer, persons.bank_account AS account,
      ${persons.sepaMandate} AS mandate) AS dependant CROSS JOIN persons
  WHERE persons.workspace_id = dependant.tenant AND persons.list_id IN ('members', 'contacts')
    AND persons.area IN ('regular', 'applications') AND persons.id = dependant.payer AND ${condition}))`
