import type { Bindings, QueuedPasskeyNotice } from '../../env'
import { supportedLocale } from '../../ui/i18n/locale'
import { sendStaffMail } from './mail'
import { signInTexts } from './texts'

/** Mails staff that a passkey was added to their account, or removed from it. On a loopback address it is printed, too. */
export async function sendPasskeyNotice(
  env: Bindings,
  { email, locale: tag, change, passkey, origin }: Omit<QueuedPasskeyNotice, 'kind' | 'requested_at'>,
): Promise<void> {
  const locale = supportedLocale([tag ?? 'de-DE'])
  const { dashboard, mail, passkeyNotice } = signInTexts(locale)
  const { subject, lead, unasked } = passkeyNotice[change]
  const paragraphs = [mail.greeting, lead(passkey)]
  const written = {
    sender: dashboard,
    subject,
    paragraphs,
    hints: [unasked, passkeyNotice.noLink],
  }
  await sendStaffMail(env, locale, written, { to: email, origin })
}
