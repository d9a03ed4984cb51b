import type { WorkspaceRow } from '../../db/schema'
import { type Sql, sql } from '../../db/sql'
import { currentMemberSql } from '../staff/principal'

/** An owner of a workspace, and the language of the mails to them. */
export type OwnerToTell = { email: string; locale: string | null }

/** A mail to an owner of a workspace whose direct debits go to another account. `ending` is the end of its IBAN. */
export type CreditorNotice = {
  email: string
  locale: string | null
  workspace: string
  /** Where answers go. */
  reply_to: string | null
  ending: string | null
  requested_at: string
}

/** The mails to owners that the account of direct debits is now that of a workspace. */
export const creditorNotices = (
  { name, contactEmail, creditorIban }: Pick<WorkspaceRow, 'name' | 'contactEmail' | 'creditorIban'>,
  owners: OwnerToTell[],
  now: Date,
): CreditorNotice[] =>
  owners.map(({ email, locale }) => ({
    email,
    locale,
    workspace: name,
    reply_to: contactEmail,
    ending: creditorIban?.slice(-4) ?? null,
    requested_at: now.toISOString(),
  }))

/** The owners of a workspace. */
export const selectOwnersToTell = (workspace: Sql, now: Date): Sql<OwnerToTell> => sql<OwnerToTell>`
  SELECT staff.email, staff.locale FROM memberships AS member CROSS JOIN staff
  WHERE member.workspace_id = ${workspace} AND role = 'owner' AND ${currentMemberSql(now)}
    AND staff.id = member.staff_id
  ORDER BY staff.id`
