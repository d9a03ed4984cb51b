import type { WaitingRow } from '../../domain/payments/booking/waiting'
import { formatMoney, formatShortDate } from '../../ui/i18n/format'
import { Table } from '../../ui/table'
import type { Viewer } from '../layout'
import { personOf } from '../named'
import { pathIn } from '../paths'
import { nameOf } from './book-fees-name'
import { bookTexts } from './texts'

type Props = { payments: WaitingRow[]; chosen: string[] | undefined; viewer: Viewer }

/** The payments that no voucher may have, each with a box. */
export function UnbookedTable({ payments, chosen, viewer }: Props) {
  const { locale, staff } = viewer
  const { fees: t } = bookTexts(locale)
  return (
    <Table
      caption={t.unmatched}
      rows={payments}
      rowId={({ id }) => id}
      selection={{
        name: 'payment',
        label: (payment) => nameOf(payment, viewer),
        isChosen: ({ id }) => chosen?.includes(id) ?? true,
      }}
      locale={locale}
      columns={[
        {
          key: 'person',
          label: t.person,
          cell: ({ fee_id, person_name, namesake }) => (
            <a href={pathIn(staff.workspace, `/fees/${fee_id}`)}>
              {personOf({ person_name: person_name ?? '', namesake }, viewer)}
            </a>
          ),
        },
        { key: 'description', label: t.description, cell: ({ description }) => description },
        { key: 'paid', label: t.paidOn, cell: ({ paid_on }) => formatShortDate(paid_on, locale) },
        {
          key: 'amount',
          label: t.amount,
          isNumeric: true,
          phone: 'aside',
          cell: ({ amount }) => formatMoney(amount, staff.workspace.currency, locale),
        },
      ]}
    />
  )
}
