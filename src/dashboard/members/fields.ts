import type { ListContext } from '../../domain/custom-columns/query-list'
import { inputKind } from '../../domain/person-fields/list-fields'
import {
  AGE,
  type FilterField,
  filterFields,
  MEMBERSHIP_YEARS,
  readYears,
} from '../../domain/persons/filter-fields'
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

/** The value of a field of a person as a cell shows it; empty if there is none. */
export function cellText(field: FilterField, person: Person, today: string, locale: Locale): string {
  const { key, column } = field
  if (key === AGE) return yearsText(person.birthdate, today)
  if (key === MEMBERSHIP_YEARS) return yearsText(person.join_date, lastDay(person, today))
  const [whole = '', part = ''] = key.split('.')
  const value = column || part === '' ? person[key] : Object(person[whole])[part]
  if (value === null || value === undefined) return ''
  if (key === 'phone_numbers') return phonesText(value)
  // The list does not read the name of another person.
  if ((inputKind(key) === 'payer' || inputKind(key) === 'guardian') && !column)
    return membersTexts(locale).yes
  return field.values && !column ? choiceText(key, String(value), locale) : valueText(field, value, locale)
}

/** A value of a condition as a chip shows it. */
export function conditionValueText(field: FilterField, value: string, locale: Locale): string {
  if (field.kind === 'boolean') return membersTexts(locale)[value === 'true' ? 'yes' : 'no']
  if (field.kind === 'years') return yearsConditionText(value, locale)
  // What is not valid is shown as it was given.
  if (field.kind === 'date' && !date.safeParse(value).success) return value
  if (field.kind === 'number') return numberText(value, locale)
  return field.values && !field.column
    ? choiceText(field.key, value, locale)
    : valueText(field, value, locale)
}

/** The text of a value of a fixed field that has few. */
export function choiceText(key: string, value: string, locale: Locale): string {
  const { paymentMethods, sexes, leaveReasons } = formTexts(locale)
  const texts: Record<string, Record<string, string>> = {
    payment: paymentMethods,
    sex: sexes,
    leave_reason: leaveReasons,
  }
  return texts[inputKind(key) ?? '']?.[value] ?? value
}

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

const numberText = (value: string, locale: Locale): string =>
  Number.isFinite(Number(value)) ? formatNumber(Number(value), locale) : value

function yearsConditionText(value: string, locale: Locale): string {
  const { years, day } = readYears(value)
  const text = numberText(years, locale)
  if (day === undefined) return text
  return `${text} ${membersTexts(locale).on(date.safeParse(day).success ? formatShortDate(day, locale) : day)}`
}

/** The whole years from a date to another. */
function yearsText(since: unknown, day: string): string {
  if (typeof since !== 'string') return ''
  const years = Number(day.slice(0, 4)) - Number(since.slice(0, 4))
  return String(Math.max(0, day.slice(5) < since.slice(5) ? years - 1 : years))
}

/** The day until which someone is a member: today, or the day on which they left. */
const lastDay = ({ leave_date }: Person, today: string): string =>
  typeof leave_date === 'string' && leave_date < today ? leave_date : today
