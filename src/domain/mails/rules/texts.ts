import type { ListId } from '../../access/lists'
import {
  canonicalKey,
  isName,
  namedKey,
  PLACEHOLDER,
  PLACEHOLDERS,
  type PlaceholderValues,
  placeholdersIn,
} from '../placeholders'

type Text = { subject: string; body: string }

/**
 * What a rule says to persons of a list. Its text is written for members: to contacts it goes without values of custom columns.
 * Those of them who pay for others have a portal; {@link withoutEmpty} leaves it out for the others.
 */
export function textFor(list: ListId, { subject, body }: Text): Text {
  if (list === 'members') return { subject, body }
  const text = { subject: withoutColumns(subject), body: withoutColumns(body) }
  return text.subject.trim() && text.body.trim() ? text : { subject, body }
}

/**
 * The text of an automatic mail without the paragraphs that would say nothing: those that lead to a portal which the
 * reader does not have, and those whose placeholders all stay empty, names aside; the whole text if it has no others. So an automatic mail also goes to
 * those without a portal. A written mail stays as its preview shows it, and is skipped for them if it leads there.
 */
export function withoutEmpty(body: string, values: PlaceholderValues): string {
  const isEmpty = (key: string) => !isName(key) && storedValue(values, key) === ''
  const said = paragraphsOf(body).filter((paragraph) => {
    const keys = placeholdersIn(paragraph)
    const isPointless = keys.length > 0 && keys.every(isEmpty)
    return !isPointless && !(keys.includes('portal_link') && isEmpty('portal_link'))
  })
  return said.length > 0 ? said.join('\n\n') : body
}

const storedValue = (values: PlaceholderValues, key: string): string | undefined => {
  const named = namedKey(key, Object.keys(values))
  return named === undefined ? undefined : values[named]
}

const paragraphsOf = (body: string): string[] => body.split(/\n\s*\n/)

const withoutColumns = (text: string): string =>
  text.replace(PLACEHOLDER, (written: string, key: string) =>
    Object.hasOwn(PLACEHOLDERS, canonicalKey(key)) ? written : '',
  )
