import { DAILY_MAILS } from '../../domain/mails/quota'
import type { Bindings, QueuedQuotaNotice } from '../../env'
import { formatNumber } from '../../ui/i18n/format'
import { supportedLocale } from '../../ui/i18n/locale'
import { sendStaffMail } from '../sign-in/mail'
import { signInTexts } from '../sign-in/texts'
import { mailsTexts } from './texts'

/** Tells an owner by mail that the workspace has nearly used up the mails of a day. On a loopback address it is printed, too. */
export async function sendQuotaNotice(
  env: Bindings,
  {
    email,
    locale: tag,
    workspace,
    reply_to,
    count,
    origin,
  }: Omit<QueuedQuotaNotice, 'kind' | 'requested_at'>,
): Promise<void> {
  const locale = supportedLocale([tag ?? 'de-DE'])
  const { dashboard, mail } = signInTexts(locale)
  const { subject, lead, rest } = mailsTexts(locale).quotaNotice
  const title = subject(workspace)
  const [used, most] = [formatNumber(count, locale), formatNumber(DAILY_MAILS, locale)]
  const written = {
    sender: dashboard,
    subject: title,
    paragraphs: [mail.greeting, lead(workspace, used, most)],
    hints: [rest],
  }
  await sendStaffMail(env, locale, written, { to: email, replyTo: reply_to, origin })
}
