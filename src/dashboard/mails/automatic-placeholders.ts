import type { CustomColumn } from '../../domain/custom-columns/column'
import { ABOUT_DEBITS } from '../../domain/mails/mail-issues'
import { columnPlaceholder, PLACEHOLDERS, type PlaceholderKey } from '../../domain/mails/placeholders'
import { aboutOf, isAboutDebit, type Occasion } from '../../domain/mails/rules/occasions'
import type { Locale } from '../../ui/i18n/locale'
import { inBraces } from './placeholders'
import { writeTexts } from './texts-write'

const ABOUT_FEES: PlaceholderKey[] = ['open_amount', 'fees', 'fee_parts', 'transfer']
const OF_MEMBERS: PlaceholderKey[] = ['membership_number', 'fee_note', 'portal_link']
const OF_DEBITS = [...ABOUT_DEBITS, 'iban_ending']

/** The placeholders that say something in the mails of an occasion, as they are written in the language. */
export function placeholdersOn(occasion: Occasion, columns: CustomColumn[], locale: Locale) {
  const { names } = writeTexts(locale)
  const isAboutMoney = aboutOf(occasion) !== 'member'
  const keys = (Object.keys(PLACEHOLDERS) as PlaceholderKey[]).filter(
    (key) =>
      (isAboutMoney ? key !== 'fee_note' : !ABOUT_FEES.includes(key)) &&
      (isAboutDebit(occasion) || !OF_DEBITS.includes(key)) &&
      (occasion !== 'application_rejected' || !OF_MEMBERS.includes(key)),
  )
  return [
    ...keys.map((key) => ({ text: inBraces(key, locale), label: names[key] })),
    ...columns.map((column) => ({ text: `{{${columnPlaceholder(column)}}}`, label: column.name })),
  ]
}
