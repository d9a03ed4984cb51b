import { keptPart } from '../../domain/person-fields/list-fields'
import type { PersonInput } from '../../domain/persons/schemas'
import { isObject } from '../../domain/shared/validation'
import type { Locale } from '../i18n/locale'
import { formEntries } from './form-entries'
import { readBic, readIban } from './iban'
import { kindOf, PARTS, type PersonField } from './kind'
import { readNumber } from './number'
import { readUrl } from './url'

/** The person that a form was made from: as it is stored, and what the form showed where that is something else. */
export type FormPerson = { fields: PersonField[]; person: Record<string, unknown>; shown?: URLSearchParams }

/**
 * The changes that a form makes to the fields of a person, as the body of an update. A field that the form lacks, or
 * sends as it was shown, is left out: it keeps its stored value, even one that its input cannot hold.
 */
export function parseChanges(
  form: URLSearchParams,
  { fields, person, shown }: FormPerson,
  locale: Locale,
): PersonInput {
  const entries = shown ?? shownEntries(fields, person, locale)
  const changes = fields.map(
    (field) => [field.key, parseChange(form, field, entries, person[field.key], locale)] as const,
  )
  return Object.fromEntries(changes.filter(([, value]) => value !== undefined))
}

/** What an unchanged form sends for the fields of a person. */
export const shownEntries = (fields: PersonField[], person: Record<string, unknown>, locale: Locale) =>
  new URLSearchParams(fields.flatMap((field) => formEntries(field, person[field.key], locale)))

function parseChange(
  form: URLSearchParams,
  field: PersonField,
  entries: URLSearchParams,
  stored: unknown,
  locale: Locale,
): unknown {
  const sent = parseValue(form, field, locale, entries)
  const shown = parseValue(entries, field, locale)
  if (sent === undefined || JSON.stringify(sent) === JSON.stringify(shown)) return undefined
  return isObject(sent)
    ? withStoredParts(withoutKept(field.key, sent, Object(shown)), Object(shown), Object(stored))
    : sent
}

/** An object without the part that was sent as it was shown although the one it depends on was changed. */
function withoutKept(key: string, sent: Record<string, unknown>, shown: Record<string, unknown>) {
  const kept = keptPart(key)
  if (!kept || sent[kept.with] === shown[kept.with] || sent[kept.part] !== shown[kept.part]) return sent
  return Object.fromEntries(Object.entries(sent).filter(([part]) => part !== kept.part))
}

/** An object with the stored value of each part that was sent as it was shown. */
const withStoredParts = (
  sent: Record<string, unknown>,
  shown: Record<string, unknown>,
  stored: Record<string, unknown>,
) =>
  Object.fromEntries(
    Object.entries(sent).map(([part, value]) => [
      part,
      value === (shown[part] ?? null) ? (stored[part] ?? null) : value,
    ]),
  )

/**
 * The value of a field in a form: null when it is empty, undefined when the form lacks the field. A text that does not
 * fit the kind of the field remains a text, which validation rejects. `shown` is what the form showed.
 */
export function parseValue(
  form: URLSearchParams,
  field: PersonField,
  locale: Locale,
  shown: URLSearchParams = form,
): unknown {
  const { key } = field
  const text = parseText(form, key)
  const kind = kindOf(field)
  switch (kind) {
    case 'name':
      return parseParts(form, key, PARTS[kind])
    case 'phones':
      return parsePhones(form, key, shown)
    case 'address':
    case 'mandate':
      return nullIfEmpty(parseParts(form, key, PARTS[kind]))
    case 'account':
      return parseAccount(form, key)
    case 'choice':
      // Not trimmed: an allowed value may begin or end with a space.
      return text === undefined ? undefined : form.get(key) || null
    case 'boolean':
      return text === 'true' || (text === 'false' ? false : text)
    case 'integer':
    case 'number':
      return text && (readNumber(text, locale, kind === 'integer') ?? text)
    case 'url':
      return text && readUrl(text)
    case 'choices':
      return text === undefined ? undefined : nullIfEmpty(form.getAll(key).filter(Boolean))
    case 'lines':
      return text && splitLines(text)
    default:
      return text
  }
}

/** A trimmed text with line breaks as `\n`: null when it is empty, undefined when the form lacks it. */
function parseText(form: URLSearchParams, name: string): string | null | undefined {
  const text = form.get(name)
  return text === null ? undefined : text.replace(/\r\n?/g, '\n').trim() || null
}

type Parts = Record<string, string | null>

function parseParts(form: URLSearchParams, key: string, names: string[]): Parts | undefined {
  const parts = names.map((name) => [name, parseText(form, `${key}.${name}`)] as const)
  const sent = parts.filter((part): part is [string, string | null] => part[1] !== undefined)
  return sent.length > 0 ? Object.fromEntries(sent) : undefined
}

/** A bank account with its IBAN and BIC as they are stored. */
function parseAccount(form: URLSearchParams, key: string): Parts | null | undefined {
  const parts = nullIfEmpty(parseParts(form, key, PARTS.account))
  if (!parts) return parts
  const { iban, bic } = parts
  return { ...parts, iban: iban ? readIban(iban) || iban : null, ...(bic && { bic: readBic(bic) || bic }) }
}

// Exceeds the limit of a person, so that validation rejects too many, but bounds the lookups in the form.
const MAX_PHONES = 50

/**
 * The phone numbers of a form. A row without a number is left out, so clearing a number deletes it; but not one with a
 * label that was not shown there, whose number was forgotten.
 */
function parsePhones(form: URLSearchParams, key: string, shown: URLSearchParams): Parts[] | null | undefined {
  const rows = [...form.keys()]
    .filter((name) => name.startsWith(`${key}.`) && name.endsWith('.number'))
    .slice(0, MAX_PHONES)
  if (rows.length === 0) return undefined
  const phones = rows.map((name) => {
    const labelName = name.replace(/number$/, 'label')
    const label = parseText(form, labelName) ?? null
    return {
      label,
      number: parseText(form, name) ?? null,
      isNew: label !== (parseText(shown, labelName) ?? null),
    }
  })
  const kept = phones.filter(({ label, number, isNew }) => number !== null || (label !== null && isNew))
  return nullIfEmpty(kept.map(({ label, number }) => ({ label, number })))
}

const splitLines = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

/** Null for an object whose parts are all null and for an empty array, else the value. */
const nullIfEmpty = <T extends object>(value: T | undefined): T | null | undefined =>
  value && Object.values(value).every((part) => part === null) ? null : value
