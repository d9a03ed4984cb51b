import { type SQL, sql } from 'drizzle-orm'

const FORMAT = "'%Y-%m-%dT%H:%M:%fZ'"

/** The instant at which the database runs a statement, as RFC 3339 text in UTC, to the millisecond. */
export const NOW = sql.raw(`strftime(${FORMAT}, 'now')`)

/** Now, but at least a millisecond after each of these stamps (expressions, NULL where there is none). */
export const strictlyAfter = (...stamps: SQL[]): SQL => {
  const next = stamps.map(
    (stamp) => sql`coalesce(strftime(${sql.raw(FORMAT)}, ${stamp}, '+0.001 seconds'), '')`,
  )
  return sql`(SELECT max(${sql.join([NOW, ...next], sql`, `)}))`
}
