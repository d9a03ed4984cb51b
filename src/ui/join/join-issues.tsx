import type { JoinField } from '../../domain/portal/join/form'
import type { Issues } from '../../domain/shared/errors'
import { inputId } from '../form'
import { ErrorSummary } from '../form-layout'
import type { Locale } from '../i18n/locale'
import { formTexts } from '../i18n/texts'
import { fieldIssues } from '../person-fields/issues'
import { guardianFields } from './guardian'
import { issuesBelow, missingTexts } from './missing'
import { CONSENT, FAMILY, GUARDIAN, prefixAt } from './names'
import { type JoinTexts, joinTexts } from './texts'
import type { JoinValues } from './values'

type Props = { fields: JoinField[]; values: JoinValues; issues: Issues; locale: Locale }

/** An issue of the form: what it is about, its sentence, and the name of its input. */
export type JoinIssue = { label: string; text: string; name: string }

/** The issues of an application in the order of the form. */
export function joinIssues({ fields, values, issues, locale }: Props): JoinIssue[] {
  const t = joinTexts(locale)
  const ofPerson = (below: string, prefix: string, who: string | undefined, own: JoinField[]) => {
    const at = issuesBelow(issues, below)
    const texts = missingTexts({ fields: own, issues: at, who, locale })
    return fieldIssues({ issues: at, fields: own, texts, locale }).map(({ label, text, name }) => ({
      label: who === undefined ? label : `${who}, ${label}`,
      text,
      name: `${prefix}${name}`,
    }))
  }
  const [first = [], ...others] = values.persons.map((_, place) =>
    ofPerson(`persons.${place}`, prefixAt(place), place === 0 ? undefined : t.person(place + 1), fields),
  )
  return [
    ...familyIssue(FAMILY.joins, t.joins, issues, t),
    ...first,
    ...familyIssue(FAMILY.mandate, t.mandateTitle, issues, t),
    ...ofPerson('guardian', GUARDIAN, t.guardian, guardianFields()),
    ...others.flat(),
    ...familyIssue(FAMILY.payer, t.payer, issues, t),
    ...familyIssue(CONSENT.custody, t.custodyTitle, issues, t),
    ...familyIssue(CONSENT.pays, t.payer, issues, t),
    ...familyIssue(CONSENT.statutes, t.agreedTo, issues, t),
  ]
}

/** The sentence for the issue of what the form asks beside the persons; undefined if there is none. */
export function familyText(name: string, issues: Issues, t: JoinTexts): string | undefined {
  const [refusal] = issues[name] ?? []
  if (!refusal) return undefined
  return t.faults[`${name}.${refusal.code}`] ?? t.faults[refusal.code] ?? t.missingConsent
}

const familyIssue = (name: string, label: string, issues: Issues, t: JoinTexts): JoinIssue[] => {
  const text = familyText(name, issues, t)
  return text === undefined ? [] : [{ label, text, name }]
}

/** The issues of an application, each with a link to its input, on the first of which the page opens; nothing if there are none. */
export function JoinIssues(props: Props) {
  const items = joinIssues(props)
  if (Object.keys(props.issues).length === 0) return null
  return (
    <ErrorSummary
      title={formTexts(props.locale).checkEntries}
      issues={items.map(({ label, text, name }) => ({ label, text, inputId: inputId(name) }))}
      leavesFocus={items.length > 0}
    />
  )
}
