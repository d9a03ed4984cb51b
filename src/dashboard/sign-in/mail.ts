import type { Bindings } from '../../env'
import { sendWritten } from '../../mail/send-written'
import type { Locale } from '../../ui/i18n/locale'
import { plainLook } from '../../ui/mail/look'
import { type ShortMail, shortMail } from '../../ui/mail/short-mail'

/** Sends a mail of the service to staff, those of sandboxes included; answers go to `replyTo`, if given. On a loopback address it is printed, too. */
export const sendStaffMail = (
  env: Bindings,
  locale: Locale,
  { sender, ...mail }: ShortMail & { sender: string },
  { to, replyTo, origin }: { to: string; replyTo?: string | null | undefined; origin: string },
): Promise<void> =>
  sendWritten(env, {
    sandbox_id: null,
    from_name: sender,
    to,
    reply_to: replyTo ?? null,
    ...shortMail(plainLook(sender), locale, mail),
    origin,
  })
