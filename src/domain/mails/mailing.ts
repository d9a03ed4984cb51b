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

/** Loads a range of mails of which some wait; undefined if the mail is not being sent any more. One trip. */
export async function loadMailing(db: Db, range: MailRange): Promise<Mailing | undefined> {
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
  if (!sender || mail?.state !== 'sending') return undefined
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
