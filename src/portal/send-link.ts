import { open } from '../db/client'
import type { Channel } from '../domain/portal/links'
import { createLinkToMail } from '../domain/portal/mail-link'
import { idOrSlugOf } from '../domain/portal/settings'
import type { Bindings, QueuedLink } from '../env'
import { loginPath } from '../http/portal-paths'
import { senderOf, sendWritten } from '../mail/send-written'
import { linkMail } from './link-mail'

/** Mails one login link to the members who share an address. The channel determines how long the link is valid. */
export async function sendLink(
  env: Bindings,
  { workspace_id, email, language, origin }: Omit<QueuedLink, 'kind' | 'requested_at'>,
  channel: Channel,
): Promise<void> {
  const now = new Date()
  const link = await createLinkToMail(open(env.DB), {
    links: env.PORTAL_LINKS,
    now,
    workspaceId: workspace_id,
    email,
    channel,
  })
  if (link === 'too_many_members')
    console.error(JSON.stringify({ workspace_id, not_mailed: 'Too many members share the address.' }))
  if (typeof link === 'string') return
  const { workspace, to, token } = link
  const path = loginPath(idOrSlugOf(workspace), token)
  const mail = linkMail({ link, path, origin, language, now })
  await sendWritten(env, { ...senderOf(workspace), to, ...mail, origin })
}
