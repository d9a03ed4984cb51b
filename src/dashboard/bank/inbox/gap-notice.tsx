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

/** How many gaps an address names. */
const MAX_GAPS = 10

/** Gaps as an address has them. */
export const gapsValue = (gaps: Days[]): string =>
  gaps
    .slice(0, MAX_GAPS)
    .map(({ after, before }) => `${after}_${before}`)
    .join(',')

/** The gaps in an address. */
export const gapsIn = (query: URLSearchParams): Days[] =>
  (query.get('gaps') ?? '').split(',').flatMap((text) => {
    const [after = '', before = ''] = text.split('_')
    return isDate(after) && isDate(before) ? [{ after, before }] : []
  })

const isDate = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00Z`))
