import { type Db, trip } from '../../db/client'
import { sql } from '../../db/sql'
import { sweepCounts } from '../access/hourly-limits'
import { sweepKnownBrowsers } from '../access/known-browsers'
import { sweepRemovedPasskeys } from './passkeys/removed'
import { worksOnlyHereSql } from './places'
import { sweepSessions } from './sign-in'
import { sweepRequests } from './sign-in-requests'

/** The tables with a `staff_id`. */
export const OF_STAFF = ['passkeys', 'staff_sessions', 'sign_in_requests', 'segments', 'table_columns']

/**
 * Deletes staff who neither work for a workspace nor are invited to one, with their rows in other tables; events keep
 * their names. Also deletes sessions, requests, counts and known browsers that have ended, and forgets passkeys that were removed. Reads each row of these
 * tables once. One trip.
 */
export async function sweepStaff(db: Db): Promise<void> {
  const now = new Date()
  await trip(db, {
    ended: [
      sweepSessions(db, now),
      sweepRequests(db, now),
      sweepCounts(db, now),
      sweepKnownBrowsers(now),
      sweepRemovedPasskeys(now),
    ],
    left: [
      ...OF_STAFF.map((table) => deleteWithoutMembership(table, 'staff_id')),
      deleteWithoutMembership('staff', 'id'),
    ],
  })
}

const deleteWithoutMembership = (table: string, staffId: string) => sql`
  DELETE FROM ${sql.raw(table)} WHERE ${sql.raw(staffId)} IS NOT NULL
    AND NOT EXISTS (SELECT 1 FROM memberships WHERE memberships.staff_id = ${sql.raw(`${table}.${staffId}`)})
    AND ${worksOnlyHereSql(sql.raw(`${table}.${staffId}`))}`
