import type { Locale } from '../i18n/locale'
import { formatIban } from './iban'
import { kindOf, PARTS, type PersonField } from './kind'

type Entry = [name: string, text: string]

/** The names and values that an unchanged form sends for a field. */
export function formEntries(field: PersonField, value: unknown, { language }: Locale): Entry[] {
  const { key, column } = field
  const list = (value as unknown[] | null | undefined) ?? []
  const kind = kindOf(field)
  switch (kind) {
    case 'name':
    case 'address':
    case 'account':
    case 'mandate':
      return PARTS[kind].map((part) => [`${key}.${part}`, partText(part, Object(value)[part])])
    case 'phones':
      return [...list, {}].flatMap((phone, index): Entry[] => [
        [`${key}.${index}.number`, textOf(Object(phone).number)],
        [`${key}.${index}.label`, textOf(Object(phone).label)],
      ])
    case 'choices': {
      const chosen = (column?.allowed_values ?? []).filter((choice) => list.includes(choice))
      return [[key, ''], ...chosen.map((choice): Entry => [key, choice])]
    }
    case 'lines':
      return [[key, list.join('\n')]]
    case 'number':
      return [[key, language === 'de' ? textOf(value).replace('.', ',') : textOf(value)]]
    case 'date':
      // A date input cannot hold the year 0.
      return [[key, textOf(value).startsWith('0000') ? '' : textOf(value)]]
    default:
      return [[key, textOf(value)]]
  }
}

/** The text of one part of a value; an IBAN in groups of four. */
const partText = (part: string, value: unknown): string =>
  part === 'iban' ? formatIban(textOf(value)) : textOf(value)

const textOf = (value: unknown): string => (value === null || value === undefined ? '' : String(value))
