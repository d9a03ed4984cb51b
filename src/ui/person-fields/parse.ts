import { electronicFormatIBAN } from 'ibantools'
import type { PersonInput } from '../../domain/persons/schemas'
import type { MyData } from '../../domain/portal/my-data'
import type { OwnField } from '../../domain/portal/settings'
import { isObject } from '../../domain/shared/validation'
import type { Tongue } from '../i18n/texts'
import { filled } from './fill'
import { kindOf } from './kind'

/**
 * What a form changes in the fields of a person, as the API would write it. A field that the form does not have, or leaves
 * as it was shown, is left out: so it keeps its stored value, even one that the form can not write.
 */
export function inputFrom(
  form: URLSearchParams,
  { fields, person }: Pick<MyData, 'fields' | 'person'>,
  tongue: Tongue,
): PersonInput {
  const read = fields.map((field) => [field.key, changeOf(form, field, person[field.key], tongue)] as const)
  return Object.fromEntries(read.filter(([, value]) => value !== undefined))
}

function changeOf(form: URLSearchParams, field: OwnField, stored: unknown, tongue: Tongue): unknown {
  const given = valueFrom(form, field, tongue)
  const shown = valueFrom(new URLSearchParams(filled(field, stored, tongue)), field, tongue)
  if (given === undefined || JSON.stringify(given) === JSON.stringify(shown)) return undefined
  return isObject(given) ? withUntouchedParts(given, Object(shown), Object(stored)) : given
}

const withUntouchedParts = (
  given: Record<string, unknown>,
  shown: Record<string, unknown>,
  stored: Record<string, unknown>,
) =>
  Object.fromEntries(
    Object.entries(given).map(([part, text]) => [
      part,
      text === (shown[part] ?? null) ? (stored[part] ?? null) : text,
    ]),
  )

function valueFrom(form: URLSearchParams, field: OwnField, tongue: Tongue): unknown {
  const { key } = field
  const given = entry(form, key)
  const parts = (...names: string[]) => partsFrom(form, key, names)
  switch (kindOf(field)) {
    case 'name':
      return parts('first_name', 'last_name')
    case 'phones':
      return phonesFrom(form, key)
    case 'address':
      return orNull(parts('street', 'postcode', 'city', 'country_code'))
    case 'account':
      return accountFrom(orNull(parts('iban', 'bic', 'signatory')))
    case 'choice':
      return given === undefined ? undefined : form.get(key) || null
    case 'boolean':
      return given === 'true' || (given === 'false' ? false : given)
    case 'integer':
    case 'number':
      return given && numberFrom(given, tongue)
    case 'choices':
      return given === undefined ? undefined : orNull(form.getAll(key).filter(Boolean))
    case 'lines':
      return given === undefined ? undefined : orNull(linesIn(given ?? ''))
    default:
      return given
  }
}

/** A text of the form, trimmed, its lines ended as they are stored: null where it is empty, undefined where absent. */
function entry(form: URLSearchParams, name: string): string | null | undefined {
  const text = form.get(name)
  return text === null ? undefined : text.replace(/\r\n?/g, '\n').trim() || null
}

type Parts = Record<string, string | null>

function partsFrom(form: URLSearchParams, key: string, names: string[]): Parts | undefined {
  const parts = names.map((name) => [name, entry(form, `${key}.${name}`)] as const)
  const present = parts.filter((part): part is [string, string | null] => part[1] !== undefined)
  return present.length > 0 ? Object.fromEntries(present) : undefined
}

/** Null for what holds nothing. */
function orNull<T extends object>(value: T | undefined): T | null | undefined {
  return value && Object.values(value).every((part) => part === null) ? null : value
}

// A row without a number goes: so that one is deleted by emptying it.
function phonesFrom(form: URLSearchParams, key: string): Parts[] | null | undefined {
  const rows = [...form.keys()]
    .filter((name) => name.startsWith(`${key}.`) && name.endsWith('.number'))
    .slice(0, MOST_ROWS)
  if (rows.length === 0) return undefined
  const phones = rows.map((row) => ({
    label: entry(form, row.replace(/number$/, 'label')) ?? null,
    number: entry(form, row) ?? null,
  }))
  return orNull(phones.filter(({ number }) => number !== null))
}

// More than a person may have, so that too many are refused, and few enough to look each up in the form.
const MOST_ROWS = 50

function accountFrom(parts: Parts | null | undefined) {
  if (!parts) return parts
  const bic = parts.bic?.replaceAll(' ', '').toUpperCase() ?? null
  return { ...parts, iban: electronicFormatIBAN(parts.iban ?? '') ?? parts.iban, bic }
}

/** The number that a text is in a person's language; the text itself where it is none, for the fault to be told. */
function numberFrom(text: string, { language }: Tongue): number | string {
  const isNumber = language === 'de' ? /^-?\d+(,\d+)?$/ : /^-?\d+(\.\d+)?$/
  const number = isNumber.test(text) ? Number(text.replace(',', '.')) : Number.NaN
  return Number.isFinite(number) ? number : text
}

const linesIn = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
