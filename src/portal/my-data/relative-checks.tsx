import { type CardData, sharedField } from '../../domain/portal/update-card'
import type { Issues } from '../../domain/shared/errors'
import { isObject } from '../../domain/shared/validation'
import { CheckboxGroup } from '../../ui/form'
import type { Locale } from '../../ui/i18n/locale'
import { displayName } from '../../ui/person-fields/display-name'
import { maskedInFours } from '../../ui/person-fields/iban'
import { fieldText } from '../../ui/person-fields/value'
import { editCardTexts } from '../texts/edit-card'
import { RELATIVES, type Relative, relativesFor } from './read-card'

type Props = { data: CardData; chosen: string[] | undefined; issues: Issues; locale: Locale }

/** The relatives who can get the same address or bank account. Those who have the same now are chosen. */
export function RelativeChecks({ data, chosen, issues, locale }: Props) {
  const t = editCardTexts(locale)
  const relatives = relativesFor(data, locale)
  if (relatives.length === 0) return null
  const key = sharedField(data.editable) ?? ''
  return (
    <CheckboxGroup
      name={RELATIVES}
      label={t.relatives}
      values={chosen ?? relatives.filter(({ isAlike }) => isAlike).map(({ id }) => id)}
      options={relatives.map((relative) => ({
        value: relative.id,
        label: displayName(relative.person),
        ...(!relative.isAlike && { hint: t.relativeHas(sharedText(relative, key, locale) || t.nothing) }),
      }))}
      issue={Object.hasOwn(issues, RELATIVES) ? t.relativesChanged : undefined}
    />
  )
}

function sharedText({ person }: Relative, key: string, locale: Locale): string {
  const value = person[key]
  if (!isObject(value)) return ''
  return key === 'bank_account' ? maskedInFours(String(value.iban)) : fieldText({ key }, value, locale)
}
