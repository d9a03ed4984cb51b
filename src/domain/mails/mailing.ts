import { getTableColumns } from 'drizzle-orm'
import { type Db, trip } from '../../db/client'
import { type WorkspaceRow, workspaces } from '../../db/schema'
import { type Sql, sql } from '../../db/sql'
import { type ColumnRow, type CustomColumn, columnsFromRows } from '../custom-columns/column'
import { type MailRow, selectMail } from './mail'
import { isPersonal, placeholdersOf } from './placeholders'

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

/** Loads a range of mails of which some wait; undefined where the mail is not being sent any more. One trip. */
export async function loadMailing(db: Db, range: MailRange): Promise<Mailing | undefined> {
  const { workspaceId, mailId, first, last } = range
  const rows = await trip(db, {
    mails: selectMail(sql`${workspaceId}`, mailId),
    workspaces: selectWorkspace(workspaceId),
    columns: sql<ColumnRow>`
      SELECT id, type, name, allowed_values, external_id, position FROM custom_columns
      WHERE workspace_id = ${workspaceId}
        AND list_id = (SELECT list_id FROM mails WHERE workspace_id = ${workspaceId} AND id = ${mailId})
      ORDER BY id`,
    leads: sql<{ personId: string; address: string }>`
      SELECT person_id AS personId, address FROM mail_recipients
      WHERE workspace_id = ${workspaceId} AND mail_id = ${mailId} AND person_id BETWEEN ${first} AND ${last}
        AND state = 'waiting' ORDER BY person_id`,
  })
  const [mail, workspace] = [rows.mails[0], rows.workspaces[0]]
  if (!workspace || mail?.state !== 'sending') return undefined
  return {
    mail,
    workspace,
    columns: columnsFromRows(mail.listId, rows.columns),
    used: placeholdersOf(mail),
    isPersonal: isPersonal(mail),
    leads: rows.leads,
  }
}

const selectWorkspace = (id: string): Sql<WorkspaceRow> =>
  sql<WorkspaceRow>`SELECT ${WORKSPACE} FROM workspaces WHERE id = ${id}`

const WORKSPACE = sql.raw(
  Object.entries(getTableColumns(workspaces))
    .map(([key, { name }]) => `workspaces.${name} AS ${key}`)
    .join(', '),
)
