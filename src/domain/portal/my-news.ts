import { type Sql, sql } from '../../db/sql'
import { act } from '../access/act'
import { requireRightTo } from '../access/session-rights'
import { changeNews } from '../persons/news'
import { pendingEmail } from './email-changes'
import { type PortalPrincipal, personsOfSession, selectSession } from './principal'

/**
 * Records whether the principal's person wants news of the workspace by mail. Two trips. Throws
 * `not_found` and `permission_missing`.
 */
export async function setMyNews(
  principal: PortalPrincipal,
  { isRefused }: { isRefused: boolean },
): Promise<void> {
  await act(principal, { portalRights: ['decide_consents'] }, async (tx) => {
    const { credential } = await tx.read({}, ({ kind, person }) =>
      requireRightTo(person, kind, 'decide_consents'),
    )
    const ids = sql`SELECT ${credential.person.id}`
    await tx.write(changeNews(tx.actor, tx.writable(), { list: 'members', ids, isRefused }))
  })
}

/** What is known of the emails of each person of a session. */
export const selectMailState = ({ id, now }: PortalPrincipal): Sql<MailState> => sql<MailState>`
  SELECT persons.id, ${pendingEmail(now)} AS pendingEmail, (
    SELECT refused_at FROM news_refusals
    WHERE news_refusals.workspace_id = persons.workspace_id AND news_refusals.person_id = persons.id) AS refusedAt
  FROM ${personsOfSession(selectSession(id, now), { now })}`

/** Since when a person refuses news, and their new address that waits for its confirmation; null for neither. */
export type MailState = { id: string; refusedAt: string | null; pendingEmail: string | null }
