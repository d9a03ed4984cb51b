import { createLinkToMail, type NewLinkToMail } from '../../domain/portal/mail-link'
import { idOrSlugOf } from '../../domain/portal/settings'
import type { Bindings, QueuedLink, QueuedStaffLink } from '../../env'
import { noteFailure } from '../../http/log-work'
import { locate } from '../../http/open-database'
import { loginPath } from '../../http/portal-paths'
import { senderOf, sendWritten } from '../../mail/send-written'
import type { Language } from '../../ui/i18n/locale'
import { linkMail, membershipEndedMail } from './link-mail'

/** Mails one login link to the members who share an address. */
export const sendLink = (env: Bindings, { email, ...queued }: QueuedLink): Promise<void> =>
  send(env, queued, { by: { key: 'email', value: email }, kind: 'own_mail' })

/** Mails a login link to one member, as staff asked for it. */
export const sendStaffLink = (env: Bindings, { person_id, ...queued }: QueuedStaffLink): Promise<void> =>
  send(env, queued, { by: { key: 'person_id', value: person_id }, kind: 'staff_mail' })

async function send(
  env: Bindings,
  { workspace_id, language, origin }: { workspace_id: string; language?: Language; origin: string },
  { by, kind }: Pick<NewLinkToMail, 'by' | 'kind'>,
): Promise<void> {
  const now = new Date()
  const link = await createLinkToMail(await locate(env, workspace_id), {
    links: env.PORTAL_LINKS,
    now,
    workspaceId: workspace_id,
    by,
    kind,
  })
  if (link === 'too_many_members')
    noteFailure({ workspace_id, not_mailed: 'Too many members share the address.' })
  if (typeof link === 'string') return
  if ('endedOn' in link) {
    const mail = membershipEndedMail(link, { origin, language })
    return sendWritten(env, { ...senderOf(link.workspace), to: link.to, ...mail, origin })
  }
  const { workspace, to, token } = link
  const path = loginPath(idOrSlugOf(workspace), token)
  const mail = linkMail({ link, path, origin, language, now, isOfStaff: kind === 'staff_mail' })
  await sendWritten(env, { ...senderOf(workspace), to, ...mail, origin })
}
