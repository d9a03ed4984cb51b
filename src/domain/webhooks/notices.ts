import { type Db, trip } from '../../db/client'
import { sql } from '../../db/sql'
import { currentMemberSql } from '../staff/principal'
import type { WebhookNotice } from './send'

/** A mail to an owner about an endpoint that fails. */
export type WebhookMail = Omit<WebhookNotice, 'workspace_id'> & {
  workspace_id: string
  workspace: string
  email: string
  locale: string | null
  timezone: string
  /** Where answers go. */
  reply_to: string | null
  requested_at: string
}

/** The mails that tell the owners of workspaces about endpoints. One trip. */
export async function ownersToTell(db: Db, notices: WebhookNotice[], now: Date): Promise<WebhookMail[]> {
  const ids = JSON.stringify(notices.map(({ workspace_id }) => workspace_id))
  const { owners } = await trip(db, {
    owners: sql<
      Pick<WebhookMail, 'workspace_id' | 'workspace' | 'email' | 'locale' | 'timezone' | 'reply_to'>
    >`
      SELECT workspaces.id AS workspace_id, workspaces.name AS workspace, staff.email, staff.locale, timezone, contact_email AS reply_to
      FROM memberships AS member
      CROSS JOIN workspaces ON workspaces.id = member.workspace_id
      CROSS JOIN staff ON staff.id = member.staff_id
      WHERE member.workspace_id IN (SELECT value FROM json_each(${ids})) AND role = 'owner' AND ${currentMemberSql(now)}`,
  })
  return notices.flatMap((notice) =>
    owners
      .filter(({ workspace_id }) => workspace_id === notice.workspace_id)
      .map((owner) => ({ ...notice, ...owner, requested_at: now.toISOString() })),
  )
}
