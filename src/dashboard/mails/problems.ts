import type { MailProblem } from '../../domain/mails/template'
import { formatNumber } from '../../ui/i18n/format'
import type { Locale } from '../../ui/i18n/locale'
import { inBraces } from './placeholders'
import { writeTexts } from './texts-write'

export type MailTexts = { subject: string; body: string }

/** The labels of what a mail says, in the order of its form. */
export const mailFields = (locale: Locale) => {
  const { subject, body } = writeTexts(locale).labels
  return { subject: { label: subject }, body: { label: body } }
}

/** What is wrong with a mail, in sentences by the name of the field. */
export function problemTexts(given: MailTexts, problems: Iterable<MailProblem>, locale: Locale) {
  const texts: Partial<MailTexts> = {}
  for (const problem of problems) {
    const text = textOf(problem, given[problem.path], locale)
    texts[problem.path] = texts[problem.path] === undefined ? text : `${texts[problem.path]}; ${text}`
  }
  return texts
}

const MAX = { subject: 200, body: 50_000 }

function textOf({ path, refusal }: MailProblem, value: string, locale: Locale): string {
  const { problems: t } = writeTexts(locale)
  switch (refusal.code) {
    case 'unknown_placeholder': {
      const { similar } = refusal
      const unknown = t.unknown(`{{${refusal.written}}}`)
      return similar === undefined ? unknown : `${unknown} ${t.similar(inBraces(similar, locale))}`
    }
    case 'portal_link_in_subject':
      return t.portalInSubject(inBraces('portal_link', locale))
    case 'unclosed_placeholder':
      return t.unclosed
    case 'too_intricate':
      return t.intricate
    case 'link_with_placeholder':
      return t.linkWithPlaceholder(refusal.address)
    case 'link_not_followed':
      return t.link(refusal.address)
    case 'debit_placeholder':
      return t.debit(inBraces(refusal.placeholder, locale))
    case 'portal_link_to_contacts':
      return t.contacts(inBraces('portal_link', locale))
    default:
      if (value.trim() === '') return t.empty
      if ([...value].length > MAX[path]) return t.tooLong(formatNumber(MAX[path], locale))
      return path === 'subject' && /[\r\n]/.test(value) ? t.lines : t.characters
  }
}
