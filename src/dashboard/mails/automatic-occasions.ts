import {
  ALL_OCCASIONS,
  isDateOccasion,
  isReminder,
  OCCASIONS,
  type Occasion,
  type OccasionGroup,
} from '../../domain/mails/rules/occasions'
import type { MailRule } from '../../domain/mails/rules/rule'
import type { Locale } from '../../ui/i18n/locale'
import { wordOf } from '../../ui/i18n/word-of'
import { mailsTexts } from './texts'
import { automaticTexts } from './texts-automatic'

/** The occasions of a group, in the order of the page. */
export const occasionsIn = (group: OccasionGroup): Occasion[] =>
  ALL_OCCASIONS.filter((occasion) => OCCASIONS[occasion].group === group)

/** The name of what a stored mail is sent for. */
export const occasionName = (occasion: string, locale: Locale): string =>
  wordOf(mailsTexts(locale).occasions, occasion)

/** When a mail is sent, in words. */
export const whenText = ({ occasion, offset_days }: MailRule, locale: Locale): string =>
  automaticTexts(locale).when[occasion](offset_days)

/** Whether staff choose what kind of mail it is: what is about money, or to those who are no members, is always official. */
export const hasKind = (occasion: Occasion): boolean => {
  const { about, sentBy } = OCCASIONS[occasion]
  return about === 'member' && sentBy !== 'act'
}

/** What a number of days means for an occasion. */
export function offsetHint(occasion: Occasion, locale: Locale): string {
  const { offsetHints: t } = automaticTexts(locale)
  if (isReminder(occasion)) return occasion === 'reminder_1' ? t.first : t.next
  return isDateOccasion(occasion) ? t.date : t.event
}
