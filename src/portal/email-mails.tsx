import type { EmailToConfirm } from '../domain/portal/confirm-email'
import type { Identity } from '../domain/portal/identity'
import { idOrSlugOf } from '../domain/portal/settings'
import { lookOf } from '../mail/look'
import { formatInstant } from '../ui/i18n/format'
import { type Language, type Locale, memberLocaleOf } from '../ui/i18n/locale'
import { MailButton } from '../ui/mail/mail-button'
import { MailLayout, MailParagraph } from '../ui/mail/mail-layout'
import { textMail } from '../ui/mail/plain-text'
import { mailTexts } from '../ui/mail/texts'
import { emailTexts } from './texts/email'

/** The mail that asks a new address to confirm itself. It names no member, since the address may be mistyped. */
export function confirmationMail(
  { workspace, token, expiresAt }: EmailToConfirm,
  { origin, language }: { origin: string; language: Language },
) {
  const locale = memberLocaleOf(workspace, language)
  const { mail: t, confirm } = emailTexts(locale)
  const look = lookOf(workspace, origin)
  const url = `${origin}/portal/${idOrSlugOf(workspace)}/email/${token}`
  const until = t.until(formatInstant(expiresAt, workspace.timezone, locale))
  const html = (
    <MailLayout {...{ look, locale }} title={t.subject} preheader={t.preheader}>
      <MailParagraph>{t.greeting}</MailParagraph>
      <MailParagraph>{t.lead}</MailParagraph>
      <MailButton {...{ look, url }} label={confirm} hint={mailTexts(locale).copyAddress} />
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

type Notice = { workspace: Identity; newEmail: string; origin: string; locale: Locale }

/** The mail that tells the stored address of a new one, most of which is hidden. */
export function noticeMail({ workspace, newEmail, origin, locale }: Notice) {
  const { notice: t, mail } = emailTexts(locale)
  const look = lookOf(workspace, origin)
  const lead = t.lead(masked(newEmail))
  const ask = t.ask(workspace.contactEmail ?? workspace.contactPhone ?? workspace.name)
  const html = (
    <MailLayout {...{ look, locale }} title={t.subject} preheader={t.preheader}>
      <MailParagraph>{mail.greeting}</MailParagraph>
      <MailParagraph>{lead}</MailParagraph>
      <MailParagraph>{ask}</MailParagraph>
    </MailLayout>
  )
  return {
    subject: t.subject,
    text: textMail([mail.greeting, lead, ask], { look, locale }),
    html: `<!doctype html>${html}`,
  }
}

/** An address of which only the first character and the domain are shown. */
const masked = (email: string): string => email.replace(/^(.).*@/su, '$1…@')
