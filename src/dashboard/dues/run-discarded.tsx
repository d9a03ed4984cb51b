import type { OpenedRun } from '../../domain/dues/view-runs'
import { Card } from '../../ui/card'
import { formatMoney, formatNumber } from '../../ui/i18n/format'
import type { Viewer } from '../layout'
import { whoAndWhen } from '../log/who-and-when'
import { pathIn } from '../paths'
import { runTexts } from './texts-run'

/** What became of the fees of a run that was taken back, as a whole or in part; nothing for another one. */
export function DiscardedCard({ opened, viewer }: { opened: OpenedRun; viewer: Viewer }) {
  const { locale, staff } = viewer
  const { run, discarded } = opened
  const { gone: t } = runTexts(locale)
  if (run.discard_reason === null) return null
  const { count, amount } = cancelledOf(opened)
  const { who, when } = discarded ? whoAndWhen(discarded, viewer) : { who: '', when: '' }
  return (
    <Card title={t.title}>
      <p>
        {t.cancelled(
          formatNumber(count, locale),
          formatMoney(amount, staff.workspace.currency, locale),
          run.state === 'discarded',
        )}{' '}
        {run.state === 'discarded' ? t.again : t.rest}
      </p>
      {discarded && <p>{t.by(who, when)}</p>}
      <p>
        <a href={pathIn(staff.workspace, '/fees?status=cancelled')}>{t.list}</a>
      </p>
    </Card>
  )
}

/** What was cancelled last. A run that was taken back as a whole keeps its sums. */
function cancelledOf({ run, discarded }: OpenedRun): { count: number; amount: number } {
  const changeOf = (name: string) => {
    const [before, after] = (discarded?.changes?.[name] ?? []).map(Number)
    return before === undefined || after === undefined ? undefined : before - after
  }
  return { count: changeOf('count') ?? run.count, amount: changeOf('amount') ?? run.amount }
}
