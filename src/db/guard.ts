import { type SQL, sql } from 'drizzle-orm'
import { query } from './query'

/**
 * A statement that makes its batch fail, as a lost race, unless a condition holds: only an error undoes a batch, and
 * here NULL meets a NOT NULL column.
 */
export const unless = (holds: SQL): SQL => sql`INSERT INTO workspaces (id) SELECT NULL WHERE NOT (${holds})`

/** {@link unless} for this request alone. */
export const failUnless = (holds: SQL) => query(unless(holds))
