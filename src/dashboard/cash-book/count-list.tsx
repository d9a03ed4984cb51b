import type { CountRow } from '../../domain/book/accounts/cash-counts'
import { Badge } from '../../ui/badge'
import { Card } from '../../ui/card'
import { formatDate, formatMoney } from '../../ui/i18n/format'
import { Lines } from '../../ui/lines'
import { Quiet } from '../../ui/text'
import type { Viewer } from '../layout'
import { bookPath } from './paths'
import { bookTexts } from './texts'

/** The last counts of the cash boxes. */
export function LastCounts({ counts, viewer }: { counts: CountRow[]; viewer: Viewer }) {
  const { locale, staff } = viewer
  const { counting: t } = bookTexts(locale)
  const amount = (cents: number) => formatMoney(cents, staff.workspace.currency, locale)
  return (
    <Card title={t.last}>
      {counts.length === 0 && <Quiet>{t.none}</Quiet>}
      <Lines
        items={counts.map((count) => ({
          main: (
            <a href={bookPath(viewer, `/count/${count.id}`)}>
              {t.resultTitle(count.accountName, formatDate(count.counted_on, locale))}
            </a>
          ),
          details: count.note ? [count.note] : [],
          amount: amount(count.counted),
          badge:
            count.difference === 0 ? (
              <Badge tone="good">{t.isRight}</Badge>
            ) : (
              <Badge tone="warn">
                {t.difference} {amount(count.difference)}
              </Badge>
            ),
        }))}
      />
    </Card>
  )
}
