import { type Sql, sql } from './sql'

const FORMAT = "'%Y-%m-%dT%H:%M:%fZ'"

/** The instant at which the database runs a statement, as RFC 3339 text in UTC, to the millisecond. */
export const NOW = sql.raw(`strftime(${FORMAT}, 'now')`)

/** An instant before now, as RFC 3339 text; `ago` is an SQLite time modifier such as `-60 seconds`. */
export const before = (ago: string): Sql => sql.raw(`strftime(${FORMAT}, 'now', '${ago}')`)

/** Now, but at least a millisecond after each of these timestamps (NULL if there is none). */
export const strictlyAfter = (...timestamps: Sql[]): Sql => {
  const next = timestamps.map(
    (timestamp) => sql`coalesce(strftime(${sql.raw(FORMAT)}, ${timestamp}, '+0.001 seconds'), '')`,
  )
  return sql`(SELECT max(${sql.join([NOW, ...next])}))`
}
