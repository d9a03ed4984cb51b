import type { UnbookedFee } from '../../domain/book/unbooked-fees'
import { formatMoney, formatShortDate } from '../../ui/i18n/format'
import { Table } from '../../ui/table'
import type { Viewer } from '../layout'
import { pathIn } from '../paths'
import { bookTexts } from './texts'

type Props = { fees: UnbookedFee[]; chosen: string[] | undefined; viewer: Viewer }

/** The paid fees without a voucher, each with a box. */
export function UnbookedTable({ fees, chosen, viewer }: Props) {
  const { locale, staff } = viewer
  const { fees: t } = bookTexts(locale)
  return (
    <Table
      caption={t.title}
      rows={fees}
      rowId={({ id }) => id}
      selection={{
        name: 'fee',
        label: ({ person_name, description }) => `${person_name}, ${description}`,
        isChosen: ({ id }) => chosen?.includes(id) ?? true,
      }}
      locale={locale}
      columns={[
        {
          key: 'person',
          label: t.person,
          cell: ({ id, person_name }) => <a href={pathIn(staff.workspace, `/fees/${id}`)}>{person_name}</a>,
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
