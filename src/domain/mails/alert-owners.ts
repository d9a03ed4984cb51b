import { type Db, trip } from '../../db/client'
import { NOW } from '../../db/now'
import { sql } from '../../db/sql'
import { currentMemberSql } from '../staff/principal'
import { ALERT_AT, dayOf } from './quota'

/** A mail to an owner of a workspace that has nearly used up the mails of a day; `count` is how many it has sent. */
export type QuotaNotice = {
  email: string
  locale: string | null
  workspace: string
  /** Where answers go. */
  reply_to: string | null
  count: number
  requested_at: string
}

/** The mails to owners of workspaces that have nearly used up their mails of today, each once a day. One trip. */
export async function quotaNotices(db: Db, now: Date): Promise<QuotaNotice[]> {
  const dueSql = sql`day = ${dayOf(now)} AND count >= ${sql.raw(String(ALERT_AT))} AND alerted_at IS NULL`
  const { owners } = await trip(db, {
    owners: sql<Omit<QuotaNotice, 'requested_at'>>`
      SELECT staff.email, staff.locale, workspaces.name AS workspace, contact_email AS reply_to,
        mail_days.count
      FROM mail_days INDEXED BY mail_days_to_alert
      CROSS JOIN workspaces ON workspaces.id = mail_days.workspace_id
      CROSS JOIN memberships AS member ON member.workspace_id = workspaces.id
      CROSS JOIN staff ON staff.id = member.staff_id
      WHERE ${dueSql} AND NOT is_sandbox AND role = 'owner' AND ${currentMemberSql(now)}`,
    alerted: sql`UPDATE mail_days INDEXED BY mail_days_to_alert SET alerted_at = ${NOW} WHERE ${dueSql}`,
  })
  return owners.map((owner) => ({ ...owner, requested_at: now.toISOString() }))
}
