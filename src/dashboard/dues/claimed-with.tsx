import type { Done } from '../../http/done'
import { formatMoney } from '../../ui/i18n/format'
import type { Viewer } from '../layout'
import { runsPath } from './run-path'
import { runTexts } from './texts-run'

/** What was claimed with an admission, with a link to the run, which can be taken back; nothing if nothing was claimed. */
export function ClaimedWith({ done: { numbers, about }, viewer }: { done: Done; viewer: Viewer }) {
  const { locale, staff } = viewer
  const t = runTexts(locale).withAdmission
  if (!numbers.amount) return null
  return (
    <p>
      {t.claimed(formatMoney(numbers.amount, staff.workspace.currency, locale))}{' '}
      <a href={runsPath(viewer, about ? `/${about}` : '')}>{t.toRun}</a>
    </p>
  )
}
