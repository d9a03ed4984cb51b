import { failUnless } from '../../db/guard'
import { type Sql, sql } from '../../db/sql'

/** How many mails a workspace sends on a day at most, so that one cannot use up what the mail service allows all of them. */
export const DAILY_MAILS = 20_000

/** How many mails of {@link DAILY_MAILS} a workspace has sent today. The day is that of UTC. */
export const selectSentToday = (workspace: Sql, now: Date): Sql<{ count: number }> => sql<{ count: number }>`
  SELECT coalesce((SELECT count FROM mail_days WHERE workspace_id = ${workspace} AND day = ${dayOf(now)}), 0) AS count`

/** Counts mails towards the quota, as an SQL expression over the workspace; makes the batch fail if it is exceeded. */
export const countTowardsQuota = (workspace: Sql, now: Date, count: Sql): Sql[] => [
  sql`
    INSERT INTO mail_days (workspace_id, day, count) SELECT workspace.id, ${dayOf(now)}, ${count}
    FROM (SELECT ${workspace} AS id) AS workspace WHERE workspace.id IS NOT NULL
    ON CONFLICT DO UPDATE SET count = count + excluded.count`,
  failUnless(sql`coalesce((
    SELECT count FROM mail_days WHERE workspace_id = ${workspace} AND day = ${dayOf(now)}), 0) <= ${DAILY_MAILS}`),
]

/** The number of mails of a day at which owners are told. The index `mail_days_to_alert` has it, too. */
export const ALERT_AT = 16_000

/** The day (YYYY-MM-DD, UTC) of the quota at an instant. */
export const dayOf = (now: Date): string => now.toISOString().slice(0, 10)
