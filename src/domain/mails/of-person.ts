import { type Sql, sql } from '../../db/sql'
import { inList } from '../access/principal'
import { type RecipientState, STATE } from './list-recipients'

/** A mail to a person: what became of it, why, and when that was. */
export type MailToPerson = {
  id: string
  subject: string
  state: RecipientState
  reason: string | null
  at: string
}

/** How many mails of a person are shown at most. */
const MAX_MAILS = 10

/** The last mails to a person, newest first, at most {@link MAX_MAILS} unless told. */
export const selectMailsOf = (
  workspace: Sql,
  personId: string,
  limit = MAX_MAILS,
): Sql<MailToPerson> => sql<MailToPerson>`
  SELECT mails.id, mails.subject, ${STATE} AS state, lead.reason, lead.at
  FROM mail_recipients AS reached INDEXED BY mail_recipients_by_person
  CROSS JOIN mail_recipients AS lead ON lead.workspace_id = reached.workspace_id AND lead.mail_id = reached.mail_id
    AND lead.person_id = coalesce(reached.sent_with, reached.person_id)
  CROSS JOIN mails ON mails.workspace_id = reached.workspace_id AND mails.id = reached.mail_id
  WHERE reached.workspace_id = ${workspace} AND reached.person_id = ${personId}
  ORDER BY reached.mail_id DESC LIMIT ${limit}`

/**
 * Since when a person refuses news, and since when their address takes no mail; null if that is not so. `hasComplained` if
 * somebody reported a mail to it as spam.
 */
export type Reachability = { newsRefusedAt: string | null; blockedAt: string | null; hasComplained: number }

/** The {@link Reachability} of a person of a list. */
export const selectReachability = (workspace: Sql, list: string, id: string): Sql<Reachability> =>
  sql<Reachability>`
    SELECT (SELECT refused_at FROM news_refusals WHERE workspace_id = ${workspace} AND person_id = ${id})
        AS newsRefusedAt, blocked_at AS blockedAt, coalesce(reason = 'complained', 0) AS hasComplained
    FROM (SELECT ${addressOf(workspace, list, id)} AS current) LEFT JOIN blocked_addresses
      ON workspace_id = ${workspace} AND address = current`

/** The address of a person of a list, as addresses are blocked. */
export const addressOf = (workspace: Sql, list: string, id: string): Sql => sql`(
  SELECT lower(email) FROM persons
  WHERE ${inList(workspace, list)} AND area IN ('regular', 'applications') AND persons.id = ${id})`
