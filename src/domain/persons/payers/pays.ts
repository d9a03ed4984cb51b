import { type Sql, sql } from '../../../db/sql'

/** Whether a row of `persons` pays for somebody, as SQL. Reads one row at most. */
export const PAYS: Sql = sql`EXISTS (
  SELECT 1 FROM persons AS dependant INDEXED BY persons_by_payer
  WHERE dependant.workspace_id = persons.workspace_id AND dependant.payer_id = persons.id)`
