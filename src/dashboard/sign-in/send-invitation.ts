import type { Bindings, QueuedInvitation } from '../../env'
import { supportedLocale } from '../../ui/i18n/locale'
import { layoutTexts } from '../texts'
import { sendStaffMail } from './mail'
import { signInTexts } from './texts'

/** Mails an invitation to work for a workspace. On a loopback address it is printed, too. */
export async function sendInvitation(
  env: Bindings,
  {
    email,
    workspace_name,
    role,
    invited_by,
    reply_to,
    locale: tag,
    origin,
  }: Omit<QueuedInvitation, 'kind' | 'requested_at'>,
): Promise<void> {
  const locale = supportedLocale([tag])
  const { mail, invitation: t } = signInTexts(locale)
  const subject = t.subject(workspace_name)
  const url = `${origin}/dashboard/sign-in`
  const paragraphs = [
    mail.greeting,
    t.lead(workspace_name, invited_by ?? workspace_name),
    ...(role ? [t.role(layoutTexts(locale).roles[role])] : []),
    t.signIn,
  ]
  const written = {
    sender: workspace_name,
    subject,
    paragraphs,
    button: { url, label: t.button, hint: t.copyAddress },
    hints: [t.unasked],
  }
  await sendStaffMail(env, locale, written, { to: email, replyTo: reply_to, origin })
}
