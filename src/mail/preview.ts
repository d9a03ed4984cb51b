import { placeholdersOf } from '../domain/mails/placeholders'
import type { MailContent } from '../domain/mails/preview'
import { memberLocaleOf } from '../ui/i18n/locale'
import { renderMail } from '../ui/mail/render-mail'
import { lookOf } from './look'
import { transferOf } from './transfer'
import { placeholderValues } from './values'

/**
 * A mail as its reader would get it; with its placeholders as they are written if the preview has no person. Its links
 * into the portal lead to the entry page, and that to unsubscribe to a page which knows no one. `isEmbedded` puts its
 * images into the HTML; else `images` are to be attached.
 */
export function renderPreview({ mail, workspace, ...facts }: MailContent, origin: string, isEmbedded = true) {
  const entryPage = `${origin}/portal/${workspace.portalSlug ?? workspace.id}`
  const { person, columns, fees } = facts
  const used = placeholdersOf(mail)
  const asked = person && used.includes('transfer') ? transferOf(workspace, fees, { isEmbedded }) : undefined
  const transfer = asked?.transfer
  const rendered = renderMail({
    subject: mail.subject,
    body: mail.body,
    values: person
      ? placeholderValues({ workspace, columns, used }, { ...facts, transfer }, entryPage)
      : { portal_link: entryPage },
    transfer,
    look: lookOf(workspace, origin),
    locale: memberLocaleOf(workspace),
    ...(mail.kind === 'news' && { unsubscribeUrl: `${origin}/unsubscribe/preview` }),
  })
  return { ...rendered, images: asked?.images ?? [] }
}
