import type { MailContent } from '../domain/mails/preview'
import { memberLocaleOf } from '../ui/i18n/locale'
import { renderMail } from '../ui/mail/render-mail'
import { lookOf } from './look'
import { placeholderValues } from './values'

/**
 * A mail as its reader would get it; with its placeholders as they are written where the preview has no person. Its links
 * into the portal lead to the entry page, and that to unsubscribe to a page which knows no one.
 */
export function renderPreview({ mail, workspace, ...facts }: MailContent, origin: string) {
  const entryPage = `${origin}/portal/${workspace.portalSlug ?? workspace.id}`
  return renderMail({
    subject: mail.subject,
    body: mail.body,
    values: facts.person
      ? placeholderValues({ workspace, columns: facts.columns }, facts, entryPage)
      : { portal_link: entryPage },
    look: lookOf(workspace, origin),
    locale: memberLocaleOf(workspace),
    ...(mail.kind === 'news' && { unsubscribeUrl: `${origin}/unsubscribe/preview` }),
  })
}
