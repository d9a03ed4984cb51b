import { type Sql, sql } from './sql'

/**
 * A statement that makes its batch fail as a conflict unless a condition holds: only an error undoes a batch, and here
 * NULL meets a NOT NULL column.
 */
export const failUnless = (condition: Sql): Sql =>
  sql`INSERT INTO workspaces (id) SELECT NULL WHERE (${condition}) IS NOT TRUE`
