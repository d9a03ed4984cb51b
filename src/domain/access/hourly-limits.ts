import { lt } from 'drizzle-orm'
import type { Db } from '../../db/client'
import { linkRequests } from '../../db/schema'
import { type Sql, sql } from '../../db/sql'

/** The requests of a subject (a hash, or an id of the service) in an hour, and how many of them are taken. */
export type Counter = { hour: string; subject: string | Sql; max: number }

/** The hour of an instant, as counters name it. */
export const hourOf = (now: Date): string => now.toISOString().slice(0, 13)

/** Counts a request, or several, where the condition holds. A count stops once it is above its limit, and then gives no row. */
export const increment = (
  { hour, subject, max }: Counter,
  condition: Sql,
  count = 1,
): Sql<{ count: number }> =>
  sql<{ count: number }>`
    INSERT INTO link_requests (hour, subject, count)
    SELECT ${hour}, ${subject}, ${count} WHERE ${condition}
    ON CONFLICT DO UPDATE SET count = count + excluded.count WHERE count <= ${max}
    RETURNING count`

/** The condition that a subject has not exceeded its limit. */
export const withinLimitSql = ({ hour, subject, max }: Counter): Sql =>
  sql`EXISTS (SELECT 1 FROM link_requests WHERE hour = ${hour} AND subject = ${subject} AND count <= ${max})`

/** Whether the rows of {@link increment} say that the request was one too many. */
export const isOver = ([counted]: { count: number }[], { max }: Counter): boolean =>
  !counted || counted.count > max

/** Deletes the counts of earlier hours. */
export const sweepCounts = (db: Db, now: Date) =>
  db.delete(linkRequests).where(lt(linkRequests.hour, hourOf(now)))
