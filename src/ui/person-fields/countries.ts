import { countrySpecs } from 'ibantools'
import type { Option } from '../form'
import { compareTexts, countryName } from '../i18n/format'
import type { Locale } from '../i18n/locale'
import { formTexts } from '../i18n/texts'

/**
 * The countries to choose from, by name; `first` comes before them. An unknown country code is an option too if it is
 * stored: saving the form must not clear it.
 */
export function countryOptions(stored: string, locale: Locale, first?: string): Option[] {
  const others = [...new Set([...Object.keys(countrySpecs), stored])]
    .filter((code) => code !== '' && code !== first)
    .map((value) => ({ value, label: countryName(value, locale) }))
    .sort((one, other) => compareTexts(one.label, other.label, locale))
  return [
    { value: '', label: formTexts(locale).noChoice },
    ...(first ? [{ value: first, label: countryName(first, locale) }] : []),
    ...others,
  ]
}

/** The country (ISO 3166-1) of a workspace, which its locale names or implies. */
export const countryOf = ({ locale }: { locale: string }): string | undefined =>
  new Intl.Locale(locale).maximize().region
