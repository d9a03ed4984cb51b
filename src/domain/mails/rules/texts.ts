import type { ListId } from '../../access/lists'
import { canonicalKey, PLACEHOLDER, PLACEHOLDERS } from '../placeholders'

type Text = { subject: string; body: string }

/**
 * What a rule says to persons of a list. Its text is written for members: to contacts it goes without paragraphs that lead
 * to the portal, and without values of custom columns.
 */
export function textFor(list: ListId, { subject, body }: Text): Text {
  if (list === 'members') return { subject, body }
  const text = { subject: withoutColumns(subject), body: withoutColumns(withoutPortal(body)) }
  return text.subject.trim() && text.body.trim() ? text : { subject, body }
}

/** A text without the paragraphs that lead to the portal; the whole text if it has no others. */
export function withoutPortal(body: string): string {
  const paragraphs = body.split(/\n\s*\n/).filter((paragraph) => !leadsToPortal(paragraph))
  return paragraphs.length > 0 ? paragraphs.join('\n\n') : body
}

const leadsToPortal = (paragraph: string): boolean =>
  [...paragraph.matchAll(PLACEHOLDER)].some(([, written = '']) => canonicalKey(written) === 'portal_link')

const withoutColumns = (text: string): string =>
  text.replace(PLACEHOLDER, (written: string, key: string) =>
    Object.hasOwn(PLACEHOLDERS, canonicalKey(key)) ? written : '',
  )
