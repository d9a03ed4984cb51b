import { permits } from '../../../domain/access/authorize'
import { ButtonLink } from '../../../ui/button'
import { Card } from '../../../ui/card'
import { formatMoney } from '../../../ui/i18n/format'
import { Lines } from '../../../ui/lines'
import { Notice } from '../../../ui/notice'
import { HiddenLabel, Quiet } from '../../../ui/text'
import { debtorOf } from '../../named'
import { collectionTexts } from '../texts-collection'
import { Debtor } from './items'
import type { CollectionProps } from './props'
import { removePath } from './remove'

/** The debits that must leave a collection before its file goes to the bank, each with why and how. */
export function StoppedDebits({ opened: { collection, stopped, stoppedCount }, viewer }: CollectionProps) {
  if (stoppedCount === 0) return null
  const { locale, staff } = viewer
  const t = collectionTexts(locale).stopped
  const mayRemove = permits(staff, 'collections:write')
  return (
    <Card>
      <Notice tone="warn" title={t.title(stoppedCount)}>
        {t.lead}
      </Notice>
      <Lines
        items={stopped.map((item) => ({
          main: <Debtor item={item} viewer={viewer} />,
          details: [t.reasons[item.stop]],
          amount: formatMoney(item.amount, 'EUR', locale),
          badge: mayRemove && (
            <ButtonLink kind="second" href={removePath(viewer, collection.id, item.id, item.stop)}>
              {t.remove}
              <HiddenLabel>: {debtorOf(item, viewer)}</HiddenLabel>
            </ButtonLink>
          ),
        }))}
      />
      {stoppedCount > stopped.length && <Quiet>{t.more}</Quiet>}
    </Card>
  )
}
