import { type Sql, sql } from '../../../db/sql'
import { daysFrom } from '../../shared/dates'

/** As long as the files that list them. */
const KEPT_DAYS = 40

/** The statements that remove the passkeys of a condition, and keep that, so that a restore removes them again. */
export const deletePasskeys = (condition: Sql, now: Date) => ({
  kept: sql`
    INSERT INTO removed_passkeys (removed_at, credential_id)
    SELECT ${now.toISOString()}, credential_id FROM passkeys WHERE ${condition} ON CONFLICT DO NOTHING`,
  removed: sql<{ name: string }>`DELETE FROM passkeys WHERE ${condition} RETURNING name`,
})

/** Forgets the passkeys that were removed more than 40 days ago. */
export const sweepRemovedPasskeys = (now: Date): Sql =>
  sql`DELETE FROM removed_passkeys WHERE removed_at < ${daysFrom(now, -KEPT_DAYS).toISOString()}`
