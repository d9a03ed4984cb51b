import type { Issues } from '../../domain/shared/errors'
import { inputId } from '../form'
import { ErrorSummary } from '../form-layout'
import type { Locale } from '../i18n/locale'
import { formTexts } from '../i18n/texts'
import { type Kind, kindOf, labelOf, type PersonField } from './kind'

type Props = { issues: Issues; fields: PersonField[]; conflictMessage: string; locale: Locale }

/**
 * The issues of a form, each with a link to its input; nothing when there are none. `conflictMessage` is shown when the
 * person was changed after the form was shown.
 */
export function IssueList({ issues, fields, conflictMessage, locale }: Props) {
  const t = formTexts(locale)
  const paths = Object.keys(issues)
  if (paths.length === 0) return null
  const items = fields.flatMap((field) =>
    paths
      .filter((path) => path === field.key || path.startsWith(`${field.key}.`))
      .map((path) => ({
        label: labelOf(field, locale),
        text: issueText(kindOf(field), path, locale),
        inputId: inputId(inputName(field, path)),
      })),
  )
  return (
    <ErrorSummary title={t.checkEntries} issues={items}>
      {'updated_at' in issues && <p>{conflictMessage}</p>}
      {'body' in issues && <p>{t.issues.body}</p>}
    </ErrorSummary>
  )
}

/** The message for any issue of a field: the one for its kind, or for the path (`bank_account.iban`) of a part. */
export function issueText(kind: Kind, path: string, locale: Locale): string {
  const { issues } = formTexts(locale)
  if (path === 'name') return issues.name
  if (path === 'bank_account.iban') return issues.iban
  if (path === 'bank_account.bic') return issues.bic
  if (path === 'external_id') return issues.external_id
  if (path === 'membership_number') return issues.membership_number
  switch (kind) {
    case 'mandate':
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
    case 'payment':
    case 'boolean':
      return issues.choice
    default:
      return issues.text
  }
}

/** The name of the input that the issues at a path belong to. */
function inputName(field: PersonField, path: string): string {
  if (path === 'name') return 'name.first_name'
  return field.column ? field.key : path
}
