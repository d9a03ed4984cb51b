import { friendlyFormatIBAN } from 'ibantools'
import type { OwnField } from '../../domain/portal/settings'
import type { Tongue } from '../i18n/texts'
import { kindOf } from './kind'

/** The names and texts of a field's inputs for a value: what a form that is sent back untouched says about the field. */
export function filled(field: OwnField, value: unknown, tongue: Tongue): [name: string, text: string][] {
  const { key } = field
  const parts = Object(value) as Record<string, unknown>
  const filling = (...names: string[]) =>
    names.map((name): [string, string] => [`${key}.${name}`, text(parts[name])])
  const list = (value as unknown[] | null | undefined) ?? []
  switch (kindOf(field)) {
    case 'name':
      return filling('first_name', 'last_name')
    case 'phones':
      return [...list, {}].flatMap((phone, at): [string, string][] => [
        [`${key}.${at}.number`, text(Object(phone).number)],
        [`${key}.${at}.label`, text(Object(phone).label)],
      ])
    case 'address':
      return filling('street', 'postcode', 'city', 'country_code')
    case 'account': {
      const iban = friendlyFormatIBAN(text(parts.iban)) ?? ''
      return [[`${key}.iban`, iban], ...filling('bic', 'signatory')]
    }
    case 'choices':
      return [[key, ''], ...chosen(field, list).map((choice): [string, string] => [key, choice])]
    case 'lines':
      return [[key, list.join('\n')]]
    case 'number':
      return [[key, tongue.language === 'de' ? text(value).replace('.', ',') : text(value)]]
    case 'date':
      // Browsers show no date of the year 0.
      return [[key, text(value).startsWith('0000') ? '' : text(value)]]
    default:
      return [[key, text(value)]]
  }
}

const chosen = ({ column }: OwnField, values: unknown[]): string[] =>
  (column?.allowed_values ?? []).filter((choice) => values.includes(choice))

const text = (value: unknown): string => (value === null || value === undefined ? '' : String(value))
