import { sql } from '../../db/sql'
import { requirePermission } from '../access/authorize'
import { query } from '../access/query'
import { DomainError } from '../shared/errors'
import type { StaffPrincipal } from '../staff/principal'
import type { MailRow } from './mail'

/** How far a mail is, in mails. */
export type MailProgress = Pick<MailRow, 'state' | 'total' | 'waiting' | 'sent' | 'failed'>

/** Reads how far a mail is. One trip, without its text. Throws `permission_missing` and `not_found`. */
export async function viewMailProgress(
  principal: StaffPrincipal,
  { id }: { id: string },
): Promise<MailProgress> {
  const { rows } = await query(
    principal,
    {
      mails: sql<MailProgress>`
        SELECT state, total, waiting, sent, failed FROM mails
        WHERE workspace_id = ${principal.workspace()} AND id = ${id}`,
    },
    (credential) => requirePermission(credential, 'mails:read'),
  )
  const [mail] = rows.mails
  if (!mail) throw new DomainError('not_found', 'There is no such mail in this workspace.')
  return mail
}
