import type { Restore } from '../domain/shared/restores'
import { formatInstant } from '../ui/i18n/format'
import type { Viewer } from './layout'

/** Says when the data was restored, and to which state. */
export function restoreText({ at, bookmark }: Restore, { staff, locale }: Viewer): string {
  const { timezone } = staff.workspace
  const [when, to] = [formatInstant(at, timezone, locale), formatInstant(bookmark, timezone, locale)]
  return locale.language === 'de'
    ? `Die Daten wurden am ${when} auf den Stand vom ${to} zurückgesetzt`
    : `The data was restored on ${when} to its state of ${to}`
}
