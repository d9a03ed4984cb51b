import { mandateReferenceOf } from '../../domain/person-fields/fields'
import type { CardData } from '../../domain/portal/update-card'
import type { Issues } from '../../domain/shared/errors'
import { Check } from '../../ui/choices'
import type { Locale } from '../../ui/i18n/locale'
import { editCardTexts } from '../texts/edit-card'
import { MANDATE, relativesFor } from './read-card'

type Props = { data: CardData; isConfirmed: boolean; issues: Issues; locale: Locale }

/**
 * The mandates under which the account of a form is debited, to be confirmed for another account; nothing without
 * any. They are named even if their field is hidden, since members agree to them here; the tick is an event of its
 * own.
 */
export function MandateCheck({ data, isConfirmed, issues, locale }: Props) {
  if (!data.editable.some(({ key }) => key === 'bank_account')) return null
  const t = editCardTexts(locale)
  const persons = [data.person, ...relativesFor(data, locale).map(({ person }) => person)]
  const references = [...new Set(persons.map(mandateReferenceOf).filter(Boolean))]
  if (references.length === 0) return null
  return (
    <Check
      name={MANDATE}
      label={t.mandate(data.session.person.workspaceName, references)}
      hint={t.mandateHint}
      isChecked={isConfirmed}
      issue={Object.hasOwn(issues, MANDATE) ? t.confirmMandate : undefined}
    />
  )
}
