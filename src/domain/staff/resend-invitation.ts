import { sql } from '../../db/sql'
import { requireNeed } from '../access/authorize'
import type { SettingsPrincipal } from '../access/principal'
import { query } from '../access/query'
import { DomainError } from '../shared/errors'
import { countMail, mailLimits, withinMailLimitsSql } from './invitation-limits'
import { recordStaff, TO_MANAGE_STAFF } from './member'
import type { Role } from './roles'
import type { Invitation } from './workspaces'

/**
 * Returns the mail that sends an open invitation again; `too_many` if the workspace or the address has had its mails of
 * this hour. One trip. Throws `permission_missing`, `proof_required`, and `not_found` for other staff.
 */
export async function resendInvitation(
  principal: SettingsPrincipal,
  { staffId }: { staffId: string },
): Promise<Invitation | 'too_many'> {
  const requested_at = principal.now.toISOString()
  const limits = mailLimits(principal, staffId)
  const openSql = sql`EXISTS (
    SELECT 1 FROM memberships
    WHERE workspace_id = ${principal.writableWorkspace(TO_MANAGE_STAFF)} AND staff_id = ${staffId}
      AND accepted_at IS NULL)`
  const allowedSql = sql`${openSql} AND ${withinMailLimitsSql(limits)}`
  const { credential, rows } = await query(
    principal,
    {
      counted: countMail(limits, openSql),
      recorded: recordStaff(principal, 'staff.invited_again', sql`staff.id = ${staffId} AND ${allowedSql}`, {
        sent_at: [null, requested_at],
      }),
      invited: sql<Invited>`
        SELECT email, name, locale, ${allowedSql} AS isAllowed, (
          SELECT role FROM memberships WHERE workspace_id = ${principal.workspace()} AND staff_id = ${staffId}) AS role
        FROM staff WHERE id = ${staffId} AND ${openSql}`,
    },
    requireNeed(principal, TO_MANAGE_STAFF),
  )
  const { workspace } = credential
  const [invited] = rows.invited
  if (!invited) throw new DomainError('not_found', 'The workspace has no such open invitation.')
  if (!invited.isAllowed) return 'too_many'
  const { email, name, role, locale } = invited
  return {
    email,
    name,
    workspace_name: workspace.name,
    role,
    reply_to: workspace.contactEmail,
    locale: locale ?? workspace.locale,
    requested_at,
  }
}

type Invited = { email: string; name: string; role: Role; locale: string | null; isAllowed: number }
