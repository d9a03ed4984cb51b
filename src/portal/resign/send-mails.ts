import { createResignationToken } from '../../domain/portal/resign/confirm'
import { viewResignationNotice } from '../../domain/portal/resign/notice'
import type { Bindings, QueuedResignation, QueuedResignationNotice } from '../../env'
import { locate } from '../../http/open-database'
import { linkedPath } from '../../http/portal-paths'
import { lookOf } from '../../mail/look'
import { senderOf, sendWritten } from '../../mail/send-written'
import { formatDate, formatInstant } from '../../ui/i18n/format'
import { memberLocaleOf } from '../../ui/i18n/locale'
import { shortMail } from '../../ui/mail/short-mail'
import { mailTexts } from '../../ui/mail/texts'
import { resignTexts } from '../texts/resign'

/** Mails the link that confirms a resignation; none if it was taken back by then. */
export async function sendResignationMail(env: Bindings, queued: QueuedResignation): Promise<void> {
  const { origin, language } = queued
  const created = await createResignationToken(await locate(env, queued.workspace_id), {
    now: new Date(),
    mail: queued,
  })
  if (!created) return
  const { workspace, to, name, leaveDate, token, expiresAt } = created
  const locale = memberLocaleOf(workspace, language)
  const { mail: t, confirm } = resignTexts(locale)
  const url = `${origin}${linkedPath(workspace, { act: 'resign', token })}`
  const mail = shortMail(lookOf(workspace, origin), locale, {
    subject: t.subject,
    paragraphs: [t.greeting, t.lead(name, formatDate(leaveDate, locale))],
    button: { url, label: confirm.button, hint: mailTexts(locale).copyAddress },
    after: [t.until(formatInstant(expiresAt, workspace.timezone, locale))],
    hints: [t.unasked],
  })
  await sendWritten(env, { ...senderOf(workspace), to, ...mail, origin })
}

/** Mails in text form what became of a resignation, with the last day. */
export async function sendResignationNotice(env: Bindings, queued: QueuedResignationNotice): Promise<void> {
  const { origin, language, what } = queued
  const found = await viewResignationNotice(await locate(env, queued.workspace_id), queued)
  if (!found) return
  const { workspace, to, name, leaveDate, sentAt } = found
  const locale = memberLocaleOf(workspace, language)
  const { mail: t, notice, ask } = resignTexts(locale)
  const [subject, lead] = notice[what]
  const mail = shortMail(lookOf(workspace, origin), locale, {
    subject,
    paragraphs: [
      t.greeting,
      lead(name, formatDate(leaveDate, locale), formatInstant(sentAt, workspace.timezone, locale)),
      ask(workspace.contactEmail ?? workspace.contactPhone ?? workspace.name),
    ],
  })
  await sendWritten(env, { ...senderOf(workspace), to, ...mail, origin })
}
