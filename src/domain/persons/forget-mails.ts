import { type Sql, sql } from '../../db/sql'

/** The statements that empty and delete what mails keep of persons, whose ids a query gives, and of their addresses. */
export const forgetMails = (workspace: Sql, ids: Sql) => ({
  addresses: sql`
    UPDATE mail_recipients INDEXED BY mail_recipients_by_person SET address = '', unsubscribe_hash = NULL
    WHERE workspace_id = ${workspace} AND person_id IN (${ids})`,
  occasions: sql`DELETE FROM mail_occasions WHERE workspace_id = ${workspace} AND person_id IN (${ids})`,
  emailChanges: sql`DELETE FROM email_changes WHERE workspace_id = ${workspace} AND person_id IN (${ids})`,
  refusals: sql`DELETE FROM news_refusals WHERE workspace_id = ${workspace} AND person_id IN (${ids})`,
})
