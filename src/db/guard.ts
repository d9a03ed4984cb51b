import { type SQL, sql } from 'drizzle-orm'
import type { Db } from './client'

/**
 * A statement that makes its batch fail, as a lost race, unless a condition holds: only an error undoes a batch, and
 * here NULL meets a NOT NULL column.
 */
export const failUnless = (db: Db, holds: SQL) =>
  db.run(sql`INSERT INTO workspaces (id) SELECT NULL WHERE NOT (${holds})`)
