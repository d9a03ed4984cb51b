import type { ListId } from '../../domain/access/lists'
import type { CustomColumn } from '../../domain/custom-columns/column'
import { ABOUT_DEBITS } from '../../domain/mails/mail-issues'
import {
  columnPlaceholder,
  namedKey,
  PLACEHOLDERS,
  type PlaceholderKey,
} from '../../domain/mails/placeholders'
import type { Locale } from '../../ui/i18n/locale'
import { wordOf } from '../../ui/i18n/word-of'
import { writeTexts } from './texts-write'

/** The placeholders that contacts have no value for. */
const OF_MEMBERS: PlaceholderKey[] = ['membership_number', 'portal_link']

/** The placeholders that a mail to a list can have, as they are written in the language, each with what it stands for. */
export function placeholdersFor(list: ListId, columns: CustomColumn[], locale: Locale) {
  const { names } = writeTexts(locale)
  const keys = (Object.keys(PLACEHOLDERS) as PlaceholderKey[]).filter(
    (key) => !ABOUT_DEBITS.includes(key) && (list === 'members' || !OF_MEMBERS.includes(key)),
  )
  return [
    ...keys.map((key) => ({ text: inBraces(key, locale), label: names[key] })),
    ...columns.map((column) => ({ text: `{{${columnPlaceholder(column)}}}`, label: column.name })),
  ]
}

/** A placeholder as it is written in a language: `{{vorname}}` in German. */
export const inBraces = (key: string, { language }: Locale): string => {
  const known = Object.hasOwn(PLACEHOLDERS, key) ? (key as PlaceholderKey) : undefined
  return `{{${known && language === 'de' ? PLACEHOLDERS[known].german : key}}}`
}

/** What a placeholder stands for; the placeholder itself if nothing is known of it. */
export function placeholderName(key: string, columns: CustomColumn[], locale: Locale): string {
  const column = columns.find((one) => namedKey(key, [columnPlaceholder(one)]) !== undefined)
  return column?.name ?? wordOf(writeTexts(locale).names, key)
}
