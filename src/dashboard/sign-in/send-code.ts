import { openHome } from '../../db/databases'
import { groupCode } from '../../domain/staff/codes'
import { createCodeToMail } from '../../domain/staff/request-code'
import type { Bindings, QueuedCode } from '../../env'
import { supportedLocale } from '../../ui/i18n/locale'
import { sendStaffMail } from './mail'
import { signInTexts } from './texts'

/** Mails a code to the address of a request, if it is that of staff. On a loopback address it is printed, too. */
export async function sendCode(
  env: Bindings,
  { request_hash, email, origin }: Omit<QueuedCode, 'kind' | 'requested_at'>,
): Promise<void> {
  const mail = await createCodeToMail(openHome(env), { now: new Date(), request_hash, email })
  if (!mail) return
  const locale = supportedLocale([mail.locale ?? 'de-DE'])
  const { dashboard, mail: t } = signInTexts(locale)
  const code = groupCode(mail.code)
  const written = {
    sender: dashboard,
    subject: t.subject,
    paragraphs: [t.greeting, t.lead],
    code,
    hints: [t.until, t.unasked],
  }
  await sendStaffMail(env, locale, written, { to: mail.to, origin })
}
