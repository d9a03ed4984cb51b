import type { Child } from 'hono/jsx'
import { friendlyFormatIBAN } from 'ibantools'
import type { OwnField } from '../../domain/portal/settings'
import { numbers, regions } from '../i18n/format'
import { writtenDate } from '../i18n/locale'
import type { Tongue } from '../i18n/texts'
import { kindOf } from './kind'

type Parts = Record<string, string | null>

/** A value of one's own data as a person reads it. */
export function shownValue(field: OwnField, value: unknown, tongue: Tongue): Child {
  const lines = isUnset(value) ? [] : linesOf(field, value, tongue)
  if (lines.length === 0) return <span class="quiet">{tongue.t.unset}</span>
  if (lines.length === 1) return <span class="prose">{lines[0]}</span>
  return (
    <ul>
      {lines.map((line) => (
        <li>{line}</li>
      ))}
    </ul>
  )
}

function linesOf(field: OwnField, value: unknown, tongue: Tongue): Child[] {
  const { t } = tongue
  const parts = Object(value) as Parts
  switch (kindOf(field)) {
    case 'name':
      return given([[parts.first_name, parts.last_name].filter(Boolean).join(' ')])
    case 'phones':
      return (value as Parts[]).map(({ label, number }) => (label ? `${number} (${label})` : `${number}`))
    case 'address':
      return given([
        parts.street,
        [parts.postcode, parts.city].filter(Boolean).join(' '),
        parts.country_code && countryName(parts.country_code, tongue),
      ])
    case 'account':
      return given([friendlyFormatIBAN(parts.iban ?? ''), parts.bic, parts.signatory])
    case 'mandate':
      return given([parts.reference, parts.signature_date && writtenDate(parts.signature_date, tongue)])
    case 'payment':
      return [t.payment[String(value)] ?? String(value)]
    case 'status':
      return [t.status[String(value)] ?? String(value)]
    case 'date':
      return [writtenDate(String(value), tongue)]
    case 'integer':
    case 'number':
      return [numbers(tongue.locale).format(Number(value))]
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

/** The name of a country in a person's language. */
export const countryName = (code: string, { locale }: Tongue): string =>
  /^[A-Z]{2}$/.test(code) ? (regions(locale).of(code) ?? code) : code

const isUnset = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)

const given = (lines: (string | null | undefined)[]): string[] => lines.filter((line) => !!line) as string[]
