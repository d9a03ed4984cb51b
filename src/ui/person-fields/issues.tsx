import type { Issues } from '../../domain/shared/errors'
import type { FormRule } from '../../domain/shared/form-refusals'
import type { Refusal } from '../../domain/shared/refusals'
import { inputId } from '../form'
import { ErrorSummary, inFormOrder } from '../form-layout'
import type { Locale } from '../i18n/locale'
import { formTexts } from '../i18n/texts'
import { type Kind, kindOf, labelOf, PARTS, type PersonField } from './kind'

/** Sentences for the issues at some paths, which replace those of {@link issueText}. */
export type IssueTexts = Record<string, string>

type Props = {
  issues: Issues
  fields: PersonField[]
  conflictMessage?: string
  texts?: IssueTexts
  /** A sentence about all of them. */
  note?: string | undefined
  /** Issues of inputs that belong to no field. */
  others?: { label: string; text: string; inputId: string }[]
  locale: Locale
}

/**
 * The issues of a form, each with a link to its input; nothing when there are none. `conflictMessage` is shown when the
 * person was changed after the form was shown.
 */
export function IssueList(props: Props) {
  const { issues, fields, conflictMessage, texts = {}, note, others = [], locale } = props
  const t = formTexts(locale)
  if (Object.keys(issues).length === 0) return null
  const items = fieldIssues({ issues, fields, texts, locale }).map(({ label, text, name }) => ({
    ...{ label, text },
    inputId: inputId(name),
  }))
  return (
    <ErrorSummary title={t.checkEntries} issues={[...items, ...others]}>
      {note && <p>{note}</p>}
      {'updated_at' in issues && conflictMessage && <p>{conflictMessage}</p>}
      {'body' in issues && <p>{t.issues.body}</p>}
    </ErrorSummary>
  )
}

/** The issues of the fields of a person, in the order of the form, each with the name of its input. */
export function fieldIssues({ issues, fields, texts = {}, locale }: Omit<Props, 'others'>) {
  const paths = Object.keys(issues)
  return fields.flatMap((field) => {
    const own = paths.filter((path) => path === field.key || path.startsWith(`${field.key}.`))
    return inFormOrder(own, formTexts(locale).fields).map((path) => ({
      label: partLabel(field, path, locale),
      text: texts[path] ?? issueText(kindOf(field), path, locale, issues[path]),
      name: inputName(field, path),
    }))
  })
}

/**
 * The message for any issue of a field: that of the {@link FormRule} among its `refusals`, else the one for its kind,
 * or for the path (`bank_account.iban`) of a part.
 */
export function issueText(kind: Kind, path: string, locale: Locale, refusals: Refusal[] = []): string {
  const { issues, rules } = formTexts(locale)
  const rule = refusals.find(({ code }) => Object.hasOwn(rules, code))
  if (rule) return rules[rule.code as FormRule]
  if (path === 'name') return issues.name
  if (path === 'bank_account.iban') return issues.iban
  if (path === 'bank_account.bic') return issues.bic
  if (path === 'external_id') return issues.external_id
  if (path === 'membership_number') return issues.membership_number
  switch (kind) {
    case 'mandate':
      if (refusals.some(({ code }) => code === 'mandate_reference_taken')) return issues.mandateTaken
      return path.endsWith('_date') ? issues.date : issues.mandate
    case 'phones':
      return issues.phone
    case 'email':
    case 'url':
    case 'date':
    case 'integer':
    case 'number':
      return issues[kind]
    case 'choice':
    case 'choices':
    case 'sex':
    case 'payment':
    case 'leave_reason':
    case 'boolean':
      return issues.choice
    default:
      return issues.text
  }
}

/** The label of the part of a field that a path names, without what is in brackets; else that of the field. */
function partLabel(field: PersonField, path: string, locale: Locale): string {
  const kind = kindOf(field)
  const part = path.slice(field.key.length + 1)
  const label = Object.hasOwn(PARTS, kind) ? formTexts(locale).fields[part] : undefined
  return label?.replace(/ \(.*/, '') ?? labelOf(field, locale)
}

/** The name of the input that the issues at a path belong to. */
function inputName(field: PersonField, path: string): string {
  if (path === 'name') return 'name.first_name'
  if (path === 'phone_numbers') return 'phone_numbers.0.number'
  return field.column ? field.key : path
}
