import { requirePermission } from '../access/authorize'
import type { ListId } from '../access/lists'
import { narrowedTo } from '../access/narrowed'
import { query } from '../access/query'
import { type CustomColumn, columnsFromRows } from '../custom-columns/column'
import { type ListContext, queryList } from '../custom-columns/query-list'
import { type Segment, segmentFromRow, selectSegments } from '../segments/segment'
import type { StaffPrincipal } from '../staff/principal'
import { requireDraft } from './get'
import { type MailRow, selectColumnsOf, selectMail } from './mail'

/** What the form of a new mail offers: saved views, and the columns of the list in `context`. */
export type MailChoices = { segments: Segment[]; context: ListContext }

/** Reads what a mail to persons of a list can be made of. One trip. Throws what `requireList` throws. */
export async function viewMailChoices(
  principal: StaffPrincipal,
  { list }: { list: ListId },
): Promise<MailChoices> {
  const { context, rows } = await queryList(narrowedTo('mails:send', principal), list, 'read', {
    segments: selectSegments(principal, list),
  })
  return { segments: rows.segments.map(segmentFromRow), context }
}

/**
 * Reads a draft to change it, and the columns of its list. One trip. Throws `permission_missing`, `not_found`, and
 * `changed_meanwhile` for one that has been sent.
 */
export async function viewDraft(
  principal: StaffPrincipal,
  { id }: { id: string },
): Promise<{ mail: MailRow; columns: CustomColumn[] }> {
  const workspace = principal.workspace()
  const { credential, rows } = await query(
    principal,
    { mails: selectMail(workspace, id), columns: selectColumnsOf(workspace, id) },
    (credential) => requirePermission(credential, 'mails:send'),
  )
  const mail = requireDraft(rows.mails)
  requirePermission(credential, `${mail.listId}:read`)
  return { mail, columns: columnsFromRows(mail.listId, rows.columns) }
}
