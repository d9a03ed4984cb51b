import type { MailProgress } from '../../domain/mails/progress'
import { formatNumber } from '../../ui/i18n/format'
import type { Locale } from '../../ui/i18n/locale'
import { sentTexts } from './texts-sent'

/** How many mails do not wait any more. */
export const doneOf = ({ total, waiting }: MailProgress): number => total - waiting

/** How far a mail is, in words. */
export function progressText({ total, waiting, sent, failed }: MailProgress, locale: Locale): string {
  const t = sentTexts(locale)
  const number = (value: number) => formatNumber(value, locale)
  return [
    t.sentOf(number(sent), number(total)),
    ...(waiting > 0 ? [t.waiting(number(waiting))] : []),
    ...(failed > 0 ? [t.failed(number(failed))] : []),
  ].join(', ')
}
