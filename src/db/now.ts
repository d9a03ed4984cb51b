import { sql } from 'drizzle-orm'

/**
 * The instant at which the database runs a statement, as RFC 3339 text in UTC. The one writer of a database runs
 * statements in order, so stamps written with it follow the order in which writes became visible.
 */
export const NOW = sql.raw("strftime('%Y-%m-%dT%H:%M:%fZ', 'now')")
