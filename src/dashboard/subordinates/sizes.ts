import type { Subordinate } from '../../domain/workspaces/subordinates'
import { formatDate, formatMoney, formatNumber } from '../../ui/i18n/format'
import type { Locale } from '../../ui/i18n/locale'
import { subordinatesTexts } from './texts'

/** The sizes of a workspace with their names, and the day of the count. */
export function sizesOf(row: Subordinate, locale: Locale) {
  const t = subordinatesTexts(locale)
  const { members, contacts, openFees, openAmount, currency, day } = row
  const values = {
    members: members === null ? '–' : formatNumber(members, locale),
    contacts: contacts === null ? '–' : formatNumber(contacts, locale),
    openFees: openFees === null ? '–' : formatNumber(openFees, locale),
    openAmount: openAmount === null ? '–' : formatMoney(openAmount, currency, locale),
    counted: day ? formatDate(day, locale) : '–',
  }
  return Object.entries(values).map(([key, value]) => ({ name: t[key as keyof typeof values], value }))
}
