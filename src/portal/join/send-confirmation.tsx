import { open } from '../../db/client'
import type { WorkspaceRow } from '../../db/schema'
import { getWaitingFor, JOIN_MILLISECONDS } from '../../domain/portal/join/request'
import type { Bindings, QueuedJoinConfirmation } from '../../env'
import { lookOf } from '../../mail/look'
import { sendWritten } from '../../mail/send-written'
import { formatInstant } from '../../ui/i18n/format'
import { type Locale, supportedLocale } from '../../ui/i18n/locale'
import { MailButton } from '../../ui/mail/mail-button'
import { MailLayout, MailParagraph } from '../../ui/mail/mail-layout'
import { textMail } from '../../ui/mail/plain-text'
import { mailTexts } from '../../ui/mail/texts'
import { joinPageTexts } from '../texts/join'

/** Mails the link that confirms an application, unless that was confirmed. On a loopback address it is printed, too. */
export async function sendJoinConfirmation(
  env: Bindings,
  { email: to, token, locale, origin, requested_at }: QueuedJoinConfirmation,
): Promise<void> {
  const workspace = await getWaitingFor(open(env.DB), { token, now: new Date() })
  if (!workspace) return
  const { subject, text, html } = confirmationMail(workspace, {
    origin,
    url: `${origin}/join/confirm/${token}`,
    expiresAt: new Date(Date.parse(requested_at) + JOIN_MILLISECONDS).toISOString(),
    locale: {
      ...supportedLocale([locale, workspace.locale]),
      isFormal: workspace.portalAddressForm === 'sie',
    },
  })
  const from_name = workspace.portalSenderName ?? workspace.name
  await sendWritten(env, { from_name, to, reply_to: workspace.contactEmail, subject, text, html, origin })
}

type Link = { origin: string; url: string; expiresAt: string; locale: Locale }

// Nothing of what was typed: anyone can type the address of another person into a form.
function confirmationMail(workspace: WorkspaceRow, { origin, url, expiresAt, locale }: Link) {
  const { mail: t } = joinPageTexts(locale)
  const look = lookOf(workspace, origin)
  const lead = t.lead(workspace.name)
  const until = t.until(formatInstant(expiresAt, workspace.timezone, locale))
  const html = (
    <MailLayout {...{ look, locale }} title={t.subject} preheader={t.preheader}>
      <MailParagraph>{t.greeting}</MailParagraph>
      <MailParagraph>{lead}</MailParagraph>
      <MailButton {...{ look, url }} label={t.button} hint={mailTexts(locale).copyAddress} />
      <MailParagraph>{until}</MailParagraph>
      <MailParagraph isQuiet>{t.unasked}</MailParagraph>
    </MailLayout>
  )
  return {
    subject: t.subject,
    text: textMail([t.greeting, lead, url, until, t.unasked], { look, locale }),
    html: `<!doctype html>${html}`,
  }
}
