import { requirePermission } from '../access/authorize'
import type { Principal } from '../access/principal'
import { query } from '../access/query'
import { DomainError } from '../shared/errors'
import { type Mail, type MailRow, selectMail, toApi } from './mail'

/** Gets a mail. One trip. Throws `permission_missing` and `not_found`. */
export async function getMail(principal: Principal, { id }: { id: string }): Promise<Mail> {
  const { rows } = await query(principal, { mails: selectMail(principal.workspace(), id) }, (credential) =>
    requirePermission(credential, 'mails:read'),
  )
  return toApi(requireMail(rows.mails))
}

/** The mail that was looked for. Throws `not_found`. */
export function requireMail([row]: MailRow[]): MailRow {
  if (!row) throw new DomainError('not_found', 'There is no such mail in this workspace.')
  return row
}

/**
 * The draft that was looked for, of a list and with a revision where these are given. Throws `not_found`, and
 * `changed_meanwhile` for one that has been sent or changed.
 */
export function requireDraft(rows: MailRow[], expected: { list?: string; revision?: number } = {}): MailRow {
  const row = requireMail(rows)
  const isSame =
    (expected.list === undefined || row.listId === expected.list) &&
    (expected.revision === undefined || row.revision === expected.revision)
  if (row.state !== 'draft' || !isSame)
    throw new DomainError('changed_meanwhile', 'The mail has been sent or changed meanwhile.')
  return row
}
