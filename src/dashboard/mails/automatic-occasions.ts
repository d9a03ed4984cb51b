import {
  isDateOccasion,
  isEventOccasion,
  isReminder,
  type Occasion,
  URGENT_OCCASION,
} from '../../domain/mails/rules/occasions'
import type { MailRule } from '../../domain/mails/rules/rule'
import { formatNumber } from '../../ui/i18n/format'
import type { Locale } from '../../ui/i18n/locale'
import { mailsTexts } from './texts'
import { automaticTexts } from './texts-automatic'

/** All occasions, in groups. */
export const GROUPS = {
  membership: ['joined', 'application_confirmed', 'application_rejected', 'birthday', 'membership_years'],
  money: ['fee_claimed', 'debit_announced', 'debit_returned', 'payment_received'],
  reminders: ['reminder_1', 'reminder_2', 'reminder_3'],
} as const satisfies Record<string, readonly Occasion[]>

export type Group = keyof typeof GROUPS

/** The group of an occasion that has a page; undefined for any other text. */
export const groupOf = (occasion: string): Group | undefined =>
  (Object.keys(GROUPS) as Group[]).find((group) => GROUPS[group].some((one) => one === occasion))

/** The name of what a mail is sent for. */
export const occasionName = (occasion: string, locale: Locale): string =>
  mailsTexts(locale).occasions[occasion] ?? occasion

/** When a mail is sent, in words. */
export const whenText = ({ occasion, offset_days }: MailRule, locale: Locale): string =>
  automaticTexts(locale).when[occasion]?.(offset_days) ?? formatNumber(offset_days, locale)

/** Whether the hourly run sends it, and not the act of a member of staff. */
export const isSentHourly = (occasion: Occasion): boolean =>
  isDateOccasion(occasion) || isEventOccasion(occasion)

/** Whether staff choose what kind of mail it is: what is about money, or to those who are no members, is always official. */
export const hasKind = (occasion: Occasion): boolean =>
  groupOf(occasion) === 'membership' && occasion !== 'application_rejected'

/** Whether staff choose when it is sent: a rejected applicant is deleted, and told at once, as debtors have to be. */
export const hasOffset = (occasion: Occasion): boolean =>
  occasion !== 'application_rejected' && occasion !== URGENT_OCCASION

/** What a number of days means for an occasion. */
export function offsetHint(occasion: Occasion, locale: Locale): string {
  const { offsetHints: t } = automaticTexts(locale)
  if (isReminder(occasion)) return occasion === 'reminder_1' ? t.first : t.next
  return isDateOccasion(occasion) ? t.date : t.event
}
