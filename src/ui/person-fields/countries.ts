import { countrySpecs } from 'ibantools'
import type { Option } from '../form'
import { compareTexts, countryName } from '../i18n/format'
import type { Locale } from '../i18n/locale'
import { formTexts } from '../i18n/texts'

/** The countries of most persons. */
const COMMON = ['DE', 'AT', 'CH']

/**
 * The countries to choose from, by name; `first` and the common ones come before the others. An unknown country code
 * is an option too if it is stored: saving the form must not clear it.
 */
export function countryOptions(stored: string, locale: Locale, first?: string): Option[] {
  const optionOf = (value: string): Option => ({ value, label: countryName(value, locale) })
  const top = new Set([...(first ? [first] : []), ...COMMON])
  const others = [...new Set([...Object.keys(countrySpecs), stored])]
    .filter((code) => code !== '' && !top.has(code))
    .map(optionOf)
    .sort((one, other) => compareTexts(one.label, other.label, locale))
  return [{ value: '', label: formTexts(locale).noChoice }, ...[...top].map(optionOf), ...others]
}

/** The country (ISO 3166-1) of a workspace, which its locale names or implies. */
export const countryOf = ({ locale }: { locale: string }): string | undefined =>
  new Intl.Locale(locale).maximize().region
