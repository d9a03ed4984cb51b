import { type CustomColumn, columnKey } from '../../domain/custom-columns/column'
import { RELATION_KEYS } from '../../domain/person-fields/fields'
import { LINKED_VALUES } from '../../domain/person-fields/list-fields'
import { maskIban } from '../../domain/persons/mask'
import type { ToldEvent } from '../../domain/persons/payers/told-events'
import { isObject } from '../../domain/shared/validation'
import { formatDate, formatInstant, formatMoney, formatNumber } from '../../ui/i18n/format'
import type { Locale } from '../../ui/i18n/locale'
import { formTexts } from '../../ui/i18n/texts'
import { wordOf } from '../../ui/i18n/word-of'
import { labelOf } from '../../ui/person-fields/kind'
import { fieldText } from '../../ui/person-fields/value'
import { summaryOf } from '../settings/webhooks/events'
import { layoutTexts } from '../texts'
import { fieldTexts } from './field-texts'

/** What events are written with: custom columns by their names, instants in a time zone, amounts in a currency. */
export type Wording = { columns: CustomColumn[]; timezone: string; currency: string; locale: Locale }

const PERSONS = ['member', 'contact']
const WEBHOOK = 'webhook_endpoint'

/** How many names the events of a webhook have. */
const MAX_NAMES = 12

/** Whether a kind of subject is a person. */
export const isPerson = (kind: string): boolean => PERSONS.includes(kind)

/** The name of a field in the changes of an event. */
export function fieldLabel(kind: string, path: string, wording: Pick<Wording, 'columns' | 'locale'>): string {
  const { columns, locale } = wording
  const t = fieldTexts(locale)
  const [, portalField] = /^member_portal\.fields\.(.+)$/.exec(path) ?? []
  if (portalField !== undefined) return t.inPortal(fieldLabel('member', portalField, wording))
  const [, joinField] = /^join_form\.fields\.(.+)$/.exec(path) ?? []
  if (joinField !== undefined) return t.inJoinForm(fieldLabel('member', joinField, wording))
  const [, line = '', field] = /^lines\.(\d+)\.(.+)$/.exec(path) ?? []
  if (field !== undefined) return t.ofLine(line, fieldLabel(kind, field, wording))
  if (kind === WEBHOOK) return wordOf(t.ofWebhooks, path)
  if (!isPerson(kind)) return wordOf(t.fields, path)
  if (path.startsWith('col_')) return columns.find(({ id }) => id === path)?.name ?? t.unknownColumn
  const key = path.replace(/^name\./, '')
  const column = columns.find((one) => columnKey(one) === key)
  return column?.name ?? t.fields[key] ?? labelOf({ key }, locale)
}

/** A value in the changes of an event, in one line; empty if there is none. */
export function valueText(
  { subject: { kind }, names }: ToldEvent,
  path: string,
  value: unknown,
  wording: Wording,
): string {
  const { columns, locale } = wording
  if (value === null || value === undefined) return ''
  if (kind === WEBHOOK && path === 'events') return summaryOf(value as string[], locale, MAX_NAMES)
  if (kind === WEBHOOK && ['state', 'reason'].includes(path))
    return wordOf(fieldTexts(locale).webhookValues, String(value))
  if (!isPerson(kind) || PLAIN.includes(path)) return plainText(path, value, wording)
  if (RELATION_KEYS.some((relation) => relation === path)) {
    const { somebody, deleted } = fieldTexts(locale)
    return names ? (names[String(value)] ?? deleted) : somebody
  }
  if (path === 'area') return wordOf(fieldTexts(locale).areas, String(value))
  const column = columns.find(({ id }) => id === path)
  const field = column ? { key: columnKey(column), column } : { key: path }
  return fieldText(field, withMaskedIban(value), locale)
}

/** Events hold the last four characters of an IBAN. */
const withMaskedIban = (value: unknown): unknown =>
  isObject(value) && 'iban' in value ? { ...value, iban: maskIban(String(value.iban)) } : value

/** What events of persons have besides their fields. */
const PLAIN = ['agreed_at', 'expires_at', 'resignation_for', ...LINKED_VALUES.map(({ key }) => key)]

/** The fields whose values are words of the service, rather than of people. */
const NAMED =
  /^(list|role|answer|kind|sign|state|mandates_signed_on|(lines\.\d+\.)?(sphere|side)|subscription_variant|reminder_hold\.kind|bookkeeping\.return_charges\.sphere|member_portal\.(managed_by|functions|fields\..+)|leaving\.(end|takes_effect)|join_form\.(mandate|fields\..+))$/

/** The fields whose numbers are cents. */
const MONEY = /^(\w+_)?(amount|counted|difference|balance)$/

function plainText(path: string, value: unknown, wording: Wording): string {
  const { locale, timezone, currency } = wording
  const { yes, no } = formTexts(locale)
  if (Array.isArray(value)) return value.map((entry) => plainText(path, entry, wording)).join(', ')
  if (typeof value === 'boolean') return value ? yes : no
  if (typeof value === 'number')
    return MONEY.test(path) ? formatMoney(value, currency, locale) : formatNumber(value, locale)
  const text = String(value)
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return formatDate(text, locale)
  if (/^\d{4}-\d\d-\d\dT.*Z$/.test(text)) return formatInstant(text, timezone, locale)
  if (path === 'category_spheres')
    return text.replace(/\w+$/, (sphere) => wordOf(fieldTexts(locale).values, sphere))
  if (!NAMED.test(path)) return text
  return wordOf({ ...layoutTexts(locale).roles, ...fieldTexts(locale).values }, text)
}
