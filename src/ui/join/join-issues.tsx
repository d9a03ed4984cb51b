import type { JoinField } from '../../domain/portal/join/form'
import type { Issues } from '../../domain/shared/errors'
import { inputId } from '../form'
import { ErrorSummary } from '../form-layout'
import type { Locale } from '../i18n/locale'
import { formTexts } from '../i18n/texts'
import { issueText } from '../person-fields/issues'
import { kindOf, labelOf } from '../person-fields/kind'
import { CONSENT, missingTexts } from './join-fields'
import { joinTexts } from './texts'

type Props = { fields: JoinField[]; issues: Issues; locale: Locale }

/** The issues of an application, each with a link to its input; nothing where there are none. */
export function JoinIssues({ fields, issues, locale }: Props) {
  const paths = Object.keys(issues)
  if (paths.length === 0) return null
  const t = formTexts(locale)
  const texts = missingTexts(fields, issues, locale)
  const items = fields.flatMap((field) =>
    paths.filter(isBelow(field.key)).map((path) => ({
      label: partLabel(field, path, locale),
      text: texts[path] ?? issueText(kindOf(field), path, locale),
      inputId: inputId(inputName(field, path)),
    })),
  )
  const consent = texts[CONSENT] && {
    label: joinTexts(locale).agreedTo,
    text: texts[CONSENT],
    inputId: inputId(CONSENT),
  }
  return (
    <ErrorSummary title={t.checkEntries} issues={consent ? [...items, consent] : items}>
      {'body' in issues && <p>{t.issues.body}</p>}
    </ErrorSummary>
  )
}

const isBelow = (key: string) => (path: string) => path === key || path.startsWith(`${key}.`)

/** The label of the part of a field that a path names, else that of the field. */
const partLabel = (field: JoinField, path: string, locale: Locale): string =>
  (field.column ? undefined : formTexts(locale).fields[path.slice(field.key.length + 1)]) ??
  labelOf(field, locale)

function inputName({ key, column }: JoinField, path: string): string {
  if (column) return key
  return path === 'phone_numbers' ? 'phone_numbers.0.number' : path
}
