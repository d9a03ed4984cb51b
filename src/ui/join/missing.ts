import type { JoinField } from '../../domain/portal/join/form'
import type { Issues } from '../../domain/shared/errors'
import type { Locale } from '../i18n/locale'
import type { IssueTexts } from '../person-fields/issues'
import { kindOf, labelOf } from '../person-fields/kind'
import { joinTexts } from './texts'

type Props = {
  fields: JoinField[]
  issues: Issues
  /** Whose fields they are, unless they are of who fills the form in. */
  who: string | undefined
  locale: Locale
}

/** The sentences for what is missing, and for an age that needs somebody else, by the paths of the issues. */
export function missingTexts({ fields, issues, who, locale }: Props): IssueTexts {
  const t = joinTexts(locale)
  const byKey = new Map(fields.map((field) => [field.key, field]))
  const sentence = (path: string): string => {
    const field = byKey.get(path)
    const label = field ? labelOf(field, locale) : path
    const part = field?.column ? undefined : path.split('.').at(-1)
    const ofOther = part && t.missingOfOther[part]
    if (who !== undefined) return ofOther ? t.missingOf(who, ofOther) : t.missingLabelOf(who, label)
    if (field && CHOICES.includes(kindOf(field))) return t.missingChoice(label)
    return (part && t.missingParts[part]) || t.missing(label)
  }
  return Object.fromEntries(
    Object.entries(issues).flatMap(([path, refusals]) => {
      if (refusals.some(({ code }) => code === 'missing')) return [[path, sentence(path)]]
      const explained = refusals.find(({ code }) => code in t.faults)
      return explained ? [[path, t.faults[explained.code] ?? '']] : []
    }),
  )
}

const CHOICES = ['choice', 'choices', 'payment', 'sex', 'boolean']

/** The issues at the paths below one, without it. */
export const issuesBelow = (issues: Issues, path: string): Issues =>
  Object.fromEntries(
    Object.entries(issues).flatMap(([key, refusals]) =>
      key.startsWith(`${path}.`) ? [[key.slice(path.length + 1), refusals]] : [],
    ),
  )
