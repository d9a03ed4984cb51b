import type { Child } from 'hono/jsx'
import { permits } from '../../../domain/access/authorize'
import { returnReason } from '../../../domain/collections/return-reasons'
import type { OpenedItem } from '../../../domain/collections/view'
import { ButtonLink } from '../../../ui/button'
import { Card } from '../../../ui/card'
import { formatDate, formatDay, formatMoney, formatNumber } from '../../../ui/i18n/format'
import { Lines } from '../../../ui/lines'
import { Quiet } from '../../../ui/text'
import { debitsPath } from '../path'
import { listTexts } from '../texts'
import { collectionTexts } from '../texts-collection'
import { Debtor, FeeLinks } from './items'
import type { CollectionProps } from './props'

/** The debits that came back, each with the reason and what to do; nothing if none did. */
export function Returns(props: CollectionProps) {
  const { opened, viewer } = props
  const { locale } = viewer
  const { returns, returned } = opened
  if (returned.count === 0) return null
  const t = collectionTexts(locale).returns
  const count = listTexts(locale).debits(returned.count, formatNumber(returned.count, locale))
  return (
    <Card title={t.title}>
      <Quiet>{t.sum(count, formatMoney(returned.amount, 'EUR', locale))}</Quiet>
      <Lines
        items={returns.map((item) => ({
          id: `return-${item.id}`,
          main: <Debtor item={item} viewer={viewer} />,
          details: [...detailsOf(item, props), ...unblocking(item, props)],
          amount: formatMoney(item.amount, 'EUR', locale),
        }))}
      />
      {returned.count > returns.length && <Quiet>{t.more}</Quiet>}
    </Card>
  )
}

function detailsOf(item: OpenedItem, { viewer }: CollectionProps) {
  const { locale } = viewer
  const t = collectionTexts(locale)
  const reason = returnReason(item.return_code)
  const code = item.return_code ? ` (${item.return_code})` : ''
  const charge = item.charge ? t.returns.charge(formatMoney(item.charge, 'EUR', locale)) : ''
  return [
    <strong>
      {reason.forTreasurer[locale.language]}
      {code}
    </strong>,
    [item.returned_on ? t.returns.on(formatDate(item.returned_on, locale)) : '', charge]
      .filter(Boolean)
      .join(' · '),
    t.advice[reason.kind],
    <FeeLinks item={item} viewer={viewer} />,
  ]
}

/** The way to allow debits again that a return blocks, or when that was done. */
function unblocking(item: OpenedItem, { opened, viewer }: CollectionProps): Child[] {
  const { staff, locale } = viewer
  const t = collectionTexts(locale).returns
  if (item.unblocked_at) return [t.unblocked(formatDay(item.unblocked_at, staff.workspace.timezone, locale))]
  if (!returnReason(item.return_code).blocks || !permits(staff, 'collections:write')) return []
  return [
    <ButtonLink kind="second" href={debitsPath(viewer, `/${opened.collection.id}/items/${item.id}/unblock`)}>
      {t.unblock}
    </ButtonLink>,
  ]
}
