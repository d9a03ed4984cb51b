import type { Bindings, QueuedCreditorNotice } from '../../env'
import { supportedLocale } from '../../ui/i18n/locale'
import { sendStaffMail } from '../sign-in/mail'
import { signInTexts } from '../sign-in/texts'
import { settingsTexts } from './texts'

/** Tells an owner by mail that direct debits go to another account. On a loopback address it is printed, too. */
export async function sendCreditorNotice(
  env: Bindings,
  {
    email,
    locale: tag,
    workspace,
    reply_to,
    ending,
    origin,
  }: Omit<QueuedCreditorNotice, 'kind' | 'requested_at'>,
): Promise<void> {
  const locale = supportedLocale([tag ?? 'de-DE'])
  const { dashboard, mail, passkeyNotice } = signInTexts(locale)
  const { subject, changed, removed, unasked } = settingsTexts(locale).directDebit.notice
  const lead = ending === null ? removed(workspace) : changed(workspace, ending)
  const title = subject(workspace)
  const written = {
    sender: dashboard,
    subject: title,
    paragraphs: [mail.greeting, lead],
    hints: [unasked, passkeyNotice.noLink],
  }
  await sendStaffMail(env, locale, written, { to: email, replyTo: reply_to, origin })
}
