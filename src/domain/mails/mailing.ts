import { type Db, trip } from '../../db/client'
import { type WorkspaceRow, workspaces } from '../../db/schema'
import { allColumns, sql } from '../../db/sql'
import { type CustomColumn, columnsFromRows } from '../custom-columns/column'
import { type MailRow, selectColumnsOf, selectMail } from './mail'
import { dependsOnReader, isPersonal, placeholdersOf } from './placeholders'

/** Mails that a message of the queue is about: those to the recipients from `first` to `last` that lead. */
export type MailRange = { workspaceId: string; mailId: string; first: string; last: string }

/** What all mails of a range have in common, and to whom they go. */
export type Mailing = {
  mail: MailRow
  workspace: WorkspaceRow
  columns: CustomColumn[]
  /** The placeholders in the text. */
  used: string[]
  isPersonal: boolean
  leads: { personId: string; address: string }[]
}

/** Why nothing of a range is sent: there is no such mail, its workspace is suspended, it is held since a restore, or it has ended. */
export type NotSending = 'missing' | 'suspended' | 'held' | 'ended'

/** Loads a range of mails of which some wait, or why none of them is to be sent. One trip. */
export async function loadMailing(db: Db, range: MailRange): Promise<Mailing | NotSending> {
  const { workspaceId, mailId, first, last } = range
  const workspace = sql`${workspaceId}`
  const rows = await trip(db, {
    mails: selectMail(workspace, mailId),
    workspaces: sql<WorkspaceRow>`SELECT ${allColumns(workspaces)} FROM workspaces WHERE id = ${workspaceId}`,
    columns: selectColumnsOf(workspace, mailId),
    leads: sql<{ personId: string; address: string }>`
      SELECT person_id AS personId, address FROM mail_recipients
      WHERE workspace_id = ${workspaceId} AND mail_id = ${mailId} AND person_id BETWEEN ${first} AND ${last}
        AND state = 'waiting' ORDER BY person_id`,
  })
  const [mail, sender] = [rows.mails[0], rows.workspaces[0]]
  if (!sender || !mail) return 'missing'
  if (sender.suspendedAt !== null) return 'suspended'
  if (mail.state !== 'sending') return mail.heldFor === null ? 'ended' : 'held'
  return {
    mail,
    workspace: sender,
    columns: columnsFromRows(mail.listId, rows.columns),
    used: placeholdersOf(mail),
    // An automatic mail is about what happened to one person.
    isPersonal: mail.occasion === null ? isPersonal(mail) : dependsOnReader(mail),
    leads: rows.leads,
  }
}
