import { type Sql, sql } from '../../db/sql'
import { requirePermission } from '../access/authorize'
import { query } from '../access/query'
import { type CustomColumn, columnsFromRows } from '../custom-columns/column'
import { DomainError } from '../shared/errors'
import { answerPage, type Cursors, pageRequest } from '../shared/paging'
import type { StaffPrincipal } from '../staff/principal'
import { requireMail } from './get'
import { type Recipient, type RecipientState, selectRecipients } from './list-recipients'
import { type MailRow, selectColumnsOf, selectMail } from './mail'
import { type Review, reviewOf } from './review'

const PER_PAGE = '50'

/** A page of the persons that a mail goes to, all or those in a state. */
export type RecipientsAsked = { state?: RecipientState | undefined; cursor?: string | undefined }

/** A recipient, and whether that person has died since. */
export type ShownRecipient = Recipient & { isDeceased: 0 | 1 }

/** A draft with its review, undefined if its audience cannot be met any more; or a mail with its recipients. */
export type OpenedMail = { mail: MailRow; columns: CustomColumn[] } & (
  | { isDraft: true; review: Review | undefined }
  | { isDraft: false; recipients: ShownRecipient[]; cursors: Cursors }
)

/**
 * Reads what the page of a mail shows. One trip; two for a draft, which says whom the second is about. Throws
 * `permission_missing`, `not_found`, and `invalid` for a cursor of another list.
 */
export async function viewMail(
  principal: StaffPrincipal,
  { id, asked }: { id: string; asked: RecipientsAsked },
): Promise<OpenedMail> {
  const workspace = principal.workspace()
  const request = pageRequest({ ...asked, per_page: PER_PAGE })
  const { credential, rows } = await query(
    principal,
    {
      mails: selectMail(workspace, id),
      columns: selectColumnsOf(workspace, id),
      page: selectRecipients(workspace, id, asked.state, request, DEATH_COLUMN) as Sql<ShownRecipient>,
    },
    (credential) => requirePermission(credential, 'mails:read'),
  )
  const mail = requireMail(rows.mails)
  requirePermission(credential, `${mail.listId}:read`)
  const columns = columnsFromRows(mail.listId, rows.columns)
  if (mail.state === 'draft')
    return { mail, columns, isDraft: true, review: await reviewIfPossible(principal, mail, columns) }
  const paged = { workspace: credential.workspace, scope: ['recipients', id, asked.state ?? null] }
  const page = answerPage(request, rows.page, { ...paged, keyOf: ({ person_id }) => person_id })
  return { mail, columns, isDraft: false, recipients: page.rows, cursors: page.cursors }
}

async function reviewIfPossible(principal: StaffPrincipal, mail: MailRow, columns: CustomColumn[]) {
  try {
    return await reviewOf(principal, mail, columns)
  } catch (error) {
    if (error instanceof DomainError && error.issues?.audience) return undefined
    throw error
  }
}

const DEATH_COLUMN = sql`, persons.leave_reason IS 'deceased' AS isDeceased`
