import { type Db, trip } from '../../db/client'
import { type Sql, sql } from '../../db/sql'
import { dayOf } from './quota'

/** What part of the quota of a day mailings may use; the rest is for sign-in codes, links and notices. */
const PART_OF_MAILINGS = 0.8

/** How many mails of a day may be mailings, of so many that the mail service takes. */
const mailingsOf = (quota: number): number => Math.floor(quota * PART_OF_MAILINGS)

/**
 * Counts mails of a mailing towards the quota of the mail service before they are sent, as many as it still allows, and returns
 * how many these are. One trip.
 */
export async function reserveMails(
  db: Db,
  { quota, count, now }: { quota: number; count: number; now: Date },
): Promise<number> {
  const day = dayOf(now)
  const allowed = sql`max(0, min(${count}, ${mailingsOf(quota)} - count))`
  const { granted } = await trip(db, {
    day: sql`INSERT INTO sent_days (day, count) VALUES (${day}, 0) ON CONFLICT DO NOTHING`,
    granted: sql<{ count: number }>`SELECT ${allowed} AS count FROM sent_days WHERE day = ${day}`,
    counted: sql`UPDATE sent_days SET count = count + ${allowed} WHERE day = ${day}`,
  })
  return granted[0]?.count ?? 0
}

/** Counts mails that were sent, or fewer than were reserved, where negative. One trip. */
export async function countSent(db: Db, { count, now }: { count: number; now: Date }): Promise<void> {
  await trip(db, {
    counted: sql`
      INSERT INTO sent_days (day, count) VALUES (${dayOf(now)}, max(0, ${count}))
      ON CONFLICT DO UPDATE SET count = max(0, count + ${count})`,
  })
}

/** Deletes the counts of days that have ended a month ago. */
export const sweepSentDays = (): Sql => sql`DELETE FROM sent_days WHERE day < date('now', '-30 days')`
