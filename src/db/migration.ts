import journal from '../../drizzle/meta/_journal.json'
import { type Sql, sql } from './sql'
import { counted } from './work'

/** The last migration that the code knows, as wrangler names it in `d1_migrations`. */
export const LAST_MIGRATION = `${journal.entries.at(-1)?.tag}.sql`

/**
 * A statement that makes its batch fail unless the database has {@link LAST_MIGRATION}: SQLite takes the quoted name of a column
 * that it lacks for a text, so an older database would answer wrong values. It only reads, so a replica can run it.
 */
export const FAIL_UNLESS_MIGRATED: Sql = sql`
  SELECT CASE WHEN count(*) = 0 THEN json_extract('{}', 'not migrated' || count(*)) END
  FROM d1_migrations WHERE name = ${LAST_MIGRATION}`

/** What D1 says of a batch whose database lacks a migration. */
export const NOT_MIGRATED = /no such table: |no such column: |not migrated0/

/** Whether a database has the tables that the code needs, and the last migration that was applied to it. */
export type DatabaseState = {
  status: 'ok' | 'not_migrated' | 'unreachable'
  migration: string | null
  /** The size of the database, where it has answered. */
  bytes?: number | undefined
}

/**
 * Reads the state of a database in one trip, with the rows of other queries, which are left out if it lacks one of their tables. Two
 * trips then.
 */
export async function readDatabaseState(
  d1: D1Database,
  queries: readonly string[] = [],
): Promise<DatabaseState & { rows: unknown[][] }> {
  try {
    const [read, ...more] = await counted(() =>
      d1.batch([d1.prepare(SELECT_STATE).bind(LAST_MIGRATION), ...queries.map((query) => d1.prepare(query))]),
    )
    const applied = read?.results[0] as { migration: string | null; isKnown: number } | undefined
    return {
      status: applied?.isKnown ? 'ok' : 'not_migrated',
      migration: applied?.migration?.replace(/\.sql$/, '') ?? null,
      bytes: read?.meta?.size_after,
      rows: more.map(({ results }) => results),
    }
  } catch (error) {
    const isOlder = error instanceof Error && NOT_MIGRATED.test(error.message)
    if (isOlder && queries.length > 0) return readDatabaseState(d1)
    return { status: isOlder ? 'not_migrated' : 'unreachable', migration: null, rows: [] }
  }
}

const SELECT_STATE = `SELECT (SELECT name FROM d1_migrations ORDER BY id DESC LIMIT 1) AS migration,
  EXISTS (SELECT 1 FROM d1_migrations WHERE name = ?) AS isKnown`
