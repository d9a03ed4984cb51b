import { trip } from '../../db/client'
import { sql } from '../../db/sql'
import { hourOf, increment, isOver, sweepCounts } from '../access/hourly-limits'
import type { StaffPrincipal } from '../staff/principal'

/** How many mails a member of staff can send to themselves in an hour, to see what they look like. */
export const TESTS_PER_HOUR = 20

/** Counts a mail that a member of staff sends to themselves. Returns whether it is within the limit. One trip. */
export async function countTest(principal: StaffPrincipal): Promise<boolean> {
  const { db, now } = principal
  const staffId = principal.staffId()
  const counter = { hour: hourOf(now), subject: sql`'tests of ' || ${staffId}`, max: TESTS_PER_HOUR }
  const { counts } = await trip(db, {
    swept: sweepCounts(db, now),
    counts: increment(counter, sql`${staffId} IS NOT NULL`),
  })
  return !isOver(counts, counter)
}
