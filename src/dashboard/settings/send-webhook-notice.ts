import type { Bindings, QueuedWebhookNotice } from '../../env'
import { formatInstant } from '../../ui/i18n/format'
import { supportedLocale } from '../../ui/i18n/locale'
import { sendStaffMail } from '../sign-in/mail'
import { signInTexts } from '../sign-in/texts'
import { webhookTexts } from './texts-webhooks'

/** Tells an owner by mail that an endpoint of webhooks fails, or was disabled. On a loopback address it is printed, too. */
export async function sendWebhookNotice(
  env: Bindings,
  notice: Omit<QueuedWebhookNotice, 'kind' | 'requested_at'>,
): Promise<void> {
  const locale = supportedLocale([notice.locale ?? 'de-DE'])
  const { dashboard, mail } = signInTexts(locale)
  const { subject, failing, disabled, answer, timeout, unreachable, goesOn, isOff } =
    webhookTexts(locale).notice
  const since = formatInstant(notice.failing_since, notice.timezone, locale)
  const reasons: Record<string, string> = { timeout, unreachable }
  const written = {
    sender: dashboard,
    subject: subject(notice.workspace),
    paragraphs: [
      mail.greeting,
      (notice.is_disabled ? disabled : failing)(notice.host, since),
      reasons[notice.failure] ?? answer(notice.failure),
      notice.is_disabled ? isOff : goesOn,
    ],
    hints: [],
  }
  await sendStaffMail(env, locale, written, {
    to: notice.email,
    replyTo: notice.reply_to,
    origin: notice.origin,
  })
}
