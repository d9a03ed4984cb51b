import type { WorkspaceRow } from '../../db/schema'
import { JOIN_MILLISECONDS, viewWaitingFor } from '../../domain/portal/join/request'
import type { Bindings, QueuedJoinConfirmation } from '../../env'
import { locate } from '../../http/open-database'
import { lookOf } from '../../mail/look'
import { senderOf, sendWritten } from '../../mail/send-written'
import { formatInstant } from '../../ui/i18n/format'
import { type Locale, supportedLocale } from '../../ui/i18n/locale'
import { shortMail } from '../../ui/mail/short-mail'
import { mailTexts } from '../../ui/mail/texts'
import { joinPageTexts } from '../texts/join'

/** Mails the link that confirms an application, unless that was confirmed. On a loopback address it is printed, too. */
export async function sendJoinConfirmation(
  env: Bindings,
  { workspace_id, email: to, token, locale, origin, requested_at }: QueuedJoinConfirmation,
): Promise<void> {
  const workspace = await viewWaitingFor(await locate(env, workspace_id), { token, now: new Date() })
  if (!workspace) return
  const mail = confirmationMail(workspace, {
    origin,
    url: `${origin}/join/confirm/${token}`,
    expiresAt: new Date(Date.parse(requested_at) + JOIN_MILLISECONDS).toISOString(),
    locale: {
      ...supportedLocale([locale, workspace.locale]),
      isFormal: workspace.portalAddressForm === 'sie',
    },
  })
  await sendWritten(env, { ...senderOf(workspace), to, ...mail, origin })
}

type Link = { origin: string; url: string; expiresAt: string; locale: Locale }

// Nothing of what was typed: anyone can type the address of another person into a form.
function confirmationMail(workspace: WorkspaceRow, { origin, url, expiresAt, locale }: Link) {
  const { mail: t } = joinPageTexts(locale)
  return shortMail(lookOf(workspace, origin), locale, {
    subject: t.subject,
    preheader: t.preheader,
    paragraphs: [t.greeting, t.lead(workspace.name)],
    button: { url, label: t.button, hint: mailTexts(locale).copyAddress },
    after: [t.until(formatInstant(expiresAt, workspace.timezone, locale))],
    hints: [t.unasked],
  })
}
