import type { WorkspaceRow } from '../../db/schema'
import { sql } from '../../db/sql'
import { requirePermission } from '../access/authorize'
import { query } from '../access/query'
import { type CustomColumn, columnsFromRows } from '../custom-columns/column'
import { PERSON_ROW, type PersonRow } from '../persons/person'
import { earliestDate, todayIn } from '../shared/dates'
import type { StaffPrincipal } from '../staff/principal'
import { type DebitFacts, type FeeFacts, type Name, selectDebits, selectFees } from './facts'
import { type FeeNoteFacts, feeNoteFrom, selectFeeNote } from './fee-note'
import { requireMail } from './get'
import { type MailRow, selectColumnsOf, selectMail } from './mail'

/** What a mail says, and what its placeholders stand for: a person of its list, undefined if none is looked at. */
export type MailContent = {
  mail: Pick<MailRow, 'subject' | 'body' | 'kind'>
  workspace: WorkspaceRow
  columns: CustomColumn[]
  person: PersonRow | undefined
  fees: FeeFacts[]
  debits: DebitFacts[]
  feeNote?: FeeNoteFacts
  /** The names of all who share it. */
  names?: Name[]
}

/**
 * Reads what a mail would say to a person, or with its placeholders as they are written if no person is named. One trip.
 * Throws `permission_missing` and `not_found`.
 */
export async function viewMailPreview(
  principal: StaffPrincipal,
  { id, personId = '' }: { id: string; personId?: string | undefined },
): Promise<MailContent> {
  const workspace = principal.workspace()
  // Only drafts are looked at with the values of a person, and they have no occasion. What they say is known after the trip.
  const draft = { id, occasion: null }
  const { credential, rows } = await query(
    principal,
    {
      mails: selectMail(workspace, id),
      columns: selectColumnsOf(workspace, id),
      persons: sql<PersonRow>`
        SELECT ${PERSON_ROW} FROM persons
        WHERE workspace_id = ${workspace} AND area = 'regular' AND persons.id = ${personId}
          AND list_id = (SELECT list_id FROM mails WHERE workspace_id = ${workspace} AND id = ${id})`,
      fees: selectFees(draft, workspace, { personId, today: earliestDate(principal.now), withParts: true }),
      debits: selectDebits(draft, workspace, personId),
      ...selectFeeNote(workspace, personId),
    },
    (credential) => requirePermission(credential, 'mails:read'),
  )
  const mail = requireMail(rows.mails)
  requirePermission(credential, `${mail.listId}:read`)
  return {
    mail,
    workspace: credential.workspace,
    columns: columnsFromRows(mail.listId, rows.columns),
    person: rows.persons[0],
    fees: rows.fees,
    debits: rows.debits,
    feeNote: feeNoteFrom(rows, todayIn(credential.workspace.timezone, principal.now)),
  }
}
