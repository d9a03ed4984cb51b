import type { Child } from 'hono/jsx'
import { fullName } from '../../domain/persons/full-name'
import { countryName, formatDate, formatNumber } from '../i18n/format'
import type { Locale } from '../i18n/locale'
import { formTexts } from '../i18n/texts'
import { formatIban } from './iban'
import { kindOf, type PersonField } from './kind'

type Parts = Record<string, string | null>

/** The value of a field on a page; a list when it has several lines. */
export function FieldValue({ field, value, locale }: { field: PersonField; value: unknown; locale: Locale }) {
  const lines = isEmpty(value) ? [] : linesOf(field, value, locale)
  if (lines.length === 0) return <span class="quiet">{formTexts(locale).notGiven}</span>
  if (lines.length === 1) return <span class="prose">{lines[0]}</span>
  return (
    <ul>
      {lines.map((line) => (
        <li>{line}</li>
      ))}
    </ul>
  )
}

/** The value of a field in one line, as text; empty if there is none. */
export const fieldText = (field: PersonField, value: unknown, locale: Locale): string => {
  if (isEmpty(value)) return ''
  return kindOf(field) === 'url' ? String(value) : linesOf(field, value, locale).join(', ')
}

function linesOf(field: PersonField, value: unknown, locale: Locale): Child[] {
  const t = formTexts(locale)
  const parts = Object(value) as Parts
  switch (kindOf(field)) {
    case 'name':
      return nonEmpty([fullName(value)])
    case 'phones':
      return (value as Parts[]).map(({ label, number }) => (label ? `${number} (${label})` : `${number}`))
    case 'address':
      return nonEmpty([
        parts.street,
        [parts.postcode, parts.city].filter(Boolean).join(' '),
        parts.country_code && countryName(parts.country_code, locale),
      ])
    case 'account':
      return nonEmpty([formatIban(parts.iban ?? ''), parts.bic, parts.signatory])
    case 'mandate':
      return nonEmpty([
        parts.reference,
        parts.signature_date && formatDate(parts.signature_date, locale),
        parts.last_used_on && t.lastUsedOn(formatDate(parts.last_used_on, locale)),
      ])
    case 'sex':
      return [t.sexes[String(value)] ?? String(value)]
    case 'leave_reason':
      return [t.leaveReasons[String(value)] ?? String(value)]
    case 'payment':
      return [t.paymentMethods[String(value)] ?? String(value)]
    case 'status':
      return [t.membershipStatuses[String(value)] ?? String(value)]
    case 'date':
      return [formatDate(String(value), locale)]
    case 'integer':
    case 'number':
      return [formatNumber(Number(value), locale)]
    case 'boolean':
      return [value ? t.yes : t.no]
    case 'choices':
    case 'lines':
      return value as string[]
    case 'url':
      return [
        <a href={String(value)} rel="noreferrer">
          {String(value)}
        </a>,
      ]
    default:
      return [String(value)]
  }
}

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)

const nonEmpty = (lines: (string | null | undefined)[]): string[] =>
  lines.filter((line) => !!line) as string[]
