import type { ChangedBy } from '../../domain/portal/my-changes'
import type { MyData } from '../../domain/portal/my-data'
import { formatDay } from '../../ui/i18n/format'
import type { Locale } from '../../ui/i18n/locale'
import { Quiet } from '../../ui/text'
import { changeTexts } from '../texts/changes'

/** When the data was last changed, and by whom; nothing if no event tells. */
export function LastChange({ data: { changes, session }, locale }: { data: MyData; locale: Locale }) {
  const [last] = changes
  if (!last) return null
  const date = formatDay(last.at, session.person.timezone, locale)
  return <Quiet>{changeTexts(locale).lastChanged(date, byWhom(last.by, locale))}</Quiet>
}

/** Who changed something: `von Ihnen`. */
export const byWhom = (by: ChangedBy, locale: Locale): string => changeTexts(locale).by[by]
