import type { WorkspaceRow } from '../db/schema'
import { lookOf } from '../mail/look'
import { formatInstant } from '../ui/i18n/format'
import { memberLocaleOf } from '../ui/i18n/locale'
import { MailButton } from '../ui/mail/mail-button'
import { MailLayout, MailParagraph } from '../ui/mail/mail-layout'
import { textMail } from '../ui/mail/plain-text'
import { mailTexts } from '../ui/mail/texts'
import { linkMailTexts } from './texts/link-mail'

/** The mail with a login link, in the language of the workspace: its subject, and its body as text and as HTML. */
export function linkMail(workspace: WorkspaceRow, url: string, expiresAt: string) {
  const locale = memberLocaleOf(workspace)
  const t = linkMailTexts(locale)
  const look = lookOf(workspace)
  const until = `${t.until(formatInstant(expiresAt, workspace.timezone, locale))} ${t.personal}`
  const html = (
    <MailLayout {...{ look, locale }} title={t.subject} preheader={t.preheader}>
      <MailParagraph>{t.greeting}</MailParagraph>
      <MailParagraph>{t.lead}</MailParagraph>
      <MailButton {...{ look, url }} label={t.button} hint={mailTexts(locale).copyAddress} />
      <MailParagraph>{until}</MailParagraph>
      <MailParagraph isQuiet>{t.unasked}</MailParagraph>
    </MailLayout>
  )
  return {
    subject: t.subject,
    text: textMail([t.greeting, t.lead, url, until, t.unasked], { look, locale }),
    html: `<!doctype html>${html}`,
  }
}
