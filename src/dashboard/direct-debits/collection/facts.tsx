import { permits } from '../../../domain/access/authorize'
import { fileNameOf } from '../../../domain/collections/collection'
import { maskIban } from '../../../domain/persons/mask'
import { Card } from '../../../ui/card'
import { DescriptionList } from '../../../ui/description-list'
import { formatMoney, formatNumber } from '../../../ui/i18n/format'
import { formatIban } from '../../../ui/person-fields/iban'
import { Digits } from '../../../ui/text'
import { collectionTexts } from '../texts-collection'
import type { CollectionProps } from './props'

/** What the bank shows of a file, to compare. */
export function FileFacts({ opened: { collection }, viewer }: CollectionProps) {
  const { staff, locale } = viewer
  const t = collectionTexts(locale).facts
  const { creditor, amount } = collection
  const iban = permits(staff, 'bank_accounts:read') ? creditor.iban : maskIban(creditor.iban)
  return (
    <Card title={t.title}>
      <DescriptionList
        items={[
          { name: t.count, value: formatNumber(collection.item_count, locale) },
          { name: t.amount, value: formatMoney(amount, 'EUR', locale) },
          { name: t.control, value: <Digits>{(amount / 100).toFixed(2)}</Digits> },
          { name: t.file, value: fileNameOf(collection) },
          { name: t.message, value: collection.message_id },
          {
            name: t.creditor,
            value: (
              <>
                {creditor.name}, <Digits>{formatIban(iban)}</Digits>
              </>
            ),
          },
          { name: t.creditorId, value: creditor.creditor_id },
        ]}
      />
    </Card>
  )
}
