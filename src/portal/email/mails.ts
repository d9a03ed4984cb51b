import type { WorkspaceRow } from '../../db/schema'
import type { AccountNotice } from '../../domain/portal/account-notices'
import type { EmailToConfirm } from '../../domain/portal/confirm-email'
import { linkedPath } from '../../http/portal-paths'
import { lookOf } from '../../mail/look'
import { formatInstant } from '../../ui/i18n/format'
import { type Language, memberLocaleOf } from '../../ui/i18n/locale'
import { shortMail } from '../../ui/mail/short-mail'
import { mailTexts } from '../../ui/mail/texts'
import { emailTexts } from '../texts/email'

/** The mail that asks a new address to confirm itself. It names no member, since the address may be mistyped. */
export function confirmationMail(
  { workspace, token, expiresAt }: EmailToConfirm,
  { origin, language }: { origin: string; language: Language },
) {
  const locale = memberLocaleOf(workspace, language)
  const { mail: t, confirm } = emailTexts(locale)
  const url = `${origin}${linkedPath(workspace, { act: 'email', token })}`
  return shortMail(lookOf(workspace, origin), locale, {
    subject: t.subject,
    preheader: t.preheader,
    paragraphs: [t.greeting, t.lead],
    button: { url, label: confirm, hint: mailTexts(locale).copyAddress },
    after: [t.until(formatInstant(expiresAt, workspace.timezone, locale))],
    hints: [t.unasked],
  })
}

type Notice = {
  workspace: WorkspaceRow
  token: string
  newEmail: string
  isOfStaff: boolean
  origin: string
  language: Language | undefined
}

/** The mail that tells the stored address of a new one, most of which is hidden, and leads to where it is taken back. */
export function noticeMail({ workspace, token, newEmail, isOfStaff, origin, language }: Notice) {
  const locale = memberLocaleOf(workspace, language)
  const { notice: t, mail } = emailTexts(locale)
  const ask = t.ask(workspace.contactEmail ?? workspace.contactPhone ?? workspace.name)
  const url = `${origin}${linkedPath(workspace, { act: 'address', token })}`
  const lead = isOfStaff ? t.leadOfStaff(masked(newEmail)) : t.lead(masked(newEmail))
  return shortMail(lookOf(workspace, origin), locale, {
    subject: t.subject,
    preheader: t.preheader,
    paragraphs: [mail.greeting, lead, t.backLead],
    button: { url, label: t.button, hint: mailTexts(locale).copyAddress },
    after: [isOfStaff ? t.untilOfStaff : t.until, ask],
  })
}

/** The mail that tells an address of a member that the account was changed. It has no link that a thief could imitate. */
export function accountNoticeMail(
  workspace: WorkspaceRow,
  { iban_end: end, requested_at: at, is_old: isOld }: AccountNotice,
  { origin, language }: { origin: string; language: Language },
) {
  const locale = memberLocaleOf(workspace, language)
  const { account: t, mail } = emailTexts(locale)
  const time = formatInstant(at, workspace.timezone, locale)
  const contact = workspace.contactEmail ?? workspace.contactPhone ?? workspace.name
  return shortMail(lookOf(workspace, origin), locale, {
    subject: t.subject,
    preheader: t.preheader,
    paragraphs: [
      mail.greeting,
      end ? t.changed(end, time) : t.removed(time),
      isOld ? t.unaskedByOld : t.unasked,
      t.ask(contact),
    ],
    hints: isOld ? [t.whyOld] : [],
  })
}

/** An address of which only the first character and the domain are shown. */
const masked = (email: string): string => email.replace(/^(.).*@/su, '$1…@')
