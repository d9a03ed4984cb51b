import type { Gap } from '../../../domain/bank/statements/gaps'
import { formatDate } from '../../../ui/i18n/format'
import type { Locale } from '../../../ui/i18n/locale'
import { Notice } from '../../../ui/notice'
import { linesTexts } from './texts'

type Days = Pick<Gap, 'after' | 'before'>

/** The periods of which no statement tells. */
export function GapNotice({ gaps, locale }: { gaps: Days[]; locale: Locale }) {
  const t = linesTexts(locale)
  if (gaps.length === 0) return null
  return (
    <Notice tone="warn" title={t.gapsTitle} isQuiet>
      {gaps.map(({ after, before }) => (
        <p>{t.gap(formatDate(after, locale), formatDate(before, locale))}</p>
      ))}
      <p>{t.gapsLead}</p>
    </Notice>
  )
}

/** How many gaps the page after an import names. */
const MAX_GAPS = 10

/** The first and last days of gaps, one after the other. */
export const daysOf = (gaps: Days[]): string[] =>
  gaps.slice(0, MAX_GAPS).flatMap(({ after, before }) => [after, before])

/** The gaps that have these days. */
export const gapsOf = (days: string[]): Days[] =>
  days.flatMap((after, index) => {
    const before = days[index + 1]
    return index % 2 === 0 && before !== undefined ? [{ after, before }] : []
  })
