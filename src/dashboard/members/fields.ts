import type { ListContext } from '../../domain/custom-columns/query-list'
import { AGE, type FilterField, filterFields } from '../../domain/persons/filter-fields'
import { inputKind } from '../../domain/persons/list-fields'
import type { Person } from '../../domain/persons/person'
import { date } from '../../domain/shared/text'
import { countryName, formatNumber, formatShortDate } from '../../ui/i18n/format'
import type { Locale } from '../../ui/i18n/locale'
import { formTexts } from '../../ui/i18n/texts'
import { formatIban } from '../../ui/person-fields/iban'
import { membersTexts } from './texts'

/** The fields of a list by their keys, for its table and its filter. */
export const fieldsByKey = (context: ListContext): Map<string, FilterField> =>
  new Map(filterFields(context).map((field) => [field.key, field]))

/** The label of a field in the table and the filter. */
export function fieldLabel({ key, column }: Pick<FilterField, 'key' | 'column'>, locale: Locale): string {
  const { fields } = formTexts(locale)
  const [part = key] = key.split('.').slice(-1)
  return column?.name ?? membersTexts(locale).fields[key] ?? fields[key] ?? fields[part] ?? key
}

/** The value of a field of a person as a cell shows it; empty where there is none. */
export function cellText(field: FilterField, person: Person, today: string, locale: Locale): string {
  const { key, column } = field
  if (key === AGE) return ageText(person.birthdate, today)
  const [whole = '', part = ''] = key.split('.')
  const value = column || part === '' ? person[key] : Object(person[whole])[part]
  if (value === null || value === undefined) return ''
  if (key === 'phone_numbers') return phonesText(value)
  return field.values && !column ? choiceText(key, String(value), locale) : valueText(field, value, locale)
}

/** A value of a condition as a chip shows it. */
export function conditionValueText(field: FilterField, value: string, locale: Locale): string {
  if (field.kind === 'boolean') return membersTexts(locale)[value === 'true' ? 'yes' : 'no']
  // What is not valid is shown as it was given.
  if (field.kind === 'date' && !date.safeParse(value).success) return value
  if (field.kind === 'number')
    return Number.isFinite(Number(value)) ? formatNumber(Number(value), locale) : value
  return field.values && !field.column
    ? choiceText(field.key, value, locale)
    : valueText(field, value, locale)
}

/** The text of a value of a fixed field that has few. */
export const choiceText = (key: string, value: string, locale: Locale): string =>
  (inputKind(key) === 'payment' && formTexts(locale).paymentMethods[value]) || value

function valueText({ key, kind }: FilterField, value: unknown, locale: Locale): string {
  if (Array.isArray(value)) return value.join(', ')
  switch (kind) {
    case 'date':
      return formatShortDate(String(value).slice(0, 10), locale)
    case 'number':
      return formatNumber(Number(value), locale)
    case 'boolean':
      return membersTexts(locale)[value ? 'yes' : 'no']
    default:
      if (key === 'address.country_code') return countryName(String(value), locale)
      return key === 'bank_account.iban' ? formatIban(String(value)) : String(value)
  }
}

function phonesText(phones: unknown): string {
  const numbers = (phones as { number: string }[]).map(({ number }) => number)
  return numbers.length > 1 ? `${numbers[0]} +${numbers.length - 1}` : (numbers[0] ?? '')
}

/** The age in years on a date. */
function ageText(birthdate: unknown, today: string): string {
  if (typeof birthdate !== 'string') return ''
  const years = Number(today.slice(0, 4)) - Number(birthdate.slice(0, 4))
  return String(today.slice(5) < birthdate.slice(5) ? years - 1 : years)
}
