import { viewNotifying, viewWorkspace } from '../../domain/portal/account-notices'
import { storeMandateLink } from '../../domain/portal/mandate/links'
import type { Bindings, QueuedMandateNotice, QueuedVoidNotice } from '../../env'
import { locate } from '../../http/open-database'
import { linkedPath } from '../../http/portal-paths'
import { lookOf } from '../../mail/look'
import { senderOf, sendWritten } from '../../mail/send-written'
import { formatInstant } from '../../ui/i18n/format'
import { memberLocaleOf } from '../../ui/i18n/locale'
import { shortMail } from '../../ui/mail/short-mail'
import { mailTexts } from '../../ui/mail/texts'
import { mandateTexts } from '../texts/mandate'

/** Tells an address of a member or an applicant of a mandate that was given online, with the link that takes it back. */
export async function sendMandateNotice(env: Bindings, queued: QueuedMandateNotice): Promise<void> {
  const { origin, language, to, reference, holder, door, iban_end: end, requested_at: at } = queued
  const db = await locate(env, queued.workspace_id)
  const workspace = await (door === 'join'
    ? viewWorkspace(db, queued.workspace_id)
    : viewNotifying(db, queued))
  if (!workspace) return
  const token = await storeMandateLink(env.PORTAL_LINKS, queued)
  const locale = memberLocaleOf(workspace, language)
  const { mail: t } = mandateTexts(locale)
  // A workspace takes applications without a portal as well.
  const url = `${origin}${linkedPath(workspace, { act: 'mandate', token, door })}`
  const mail = shortMail(lookOf(workspace, origin), locale, {
    subject: t.subject,
    preheader: t.preheader,
    paragraphs: [
      t.greeting,
      (door === 'join' ? t.givenWithApplication : t.given)(
        workspace.name,
        end,
        formatInstant(at, workspace.timezone, locale),
      ),
      t.terms(reference, holder),
      t.backLead,
    ],
    button: { url, label: t.button, hint: mailTexts(locale).copyAddress },
    after: [t.until, t.ask(workspace.contactEmail ?? workspace.contactPhone ?? workspace.name)],
  })
  await sendWritten(env, { ...senderOf(workspace), to, ...mail, origin })
}

/** Tells an address that a mandate which was given online is void, since the address that confirmed it was changed. */
export async function sendVoidNotice(
  env: Bindings,
  { origin, to, reference, workspace_id }: QueuedVoidNotice,
): Promise<void> {
  const workspace = await viewWorkspace(await locate(env, workspace_id), workspace_id)
  if (!workspace) return
  const locale = memberLocaleOf(workspace, undefined)
  const { voidMail: t } = mandateTexts(locale)
  const mail = shortMail(lookOf(workspace, origin), locale, {
    subject: t.subject,
    preheader: t.preheader,
    paragraphs: [t.greeting, t.voided(reference, workspace.name), t.again],
    after: [t.ask(workspace.contactEmail ?? workspace.contactPhone ?? workspace.name)],
  })
  await sendWritten(env, { ...senderOf(workspace), to, ...mail, origin })
}
