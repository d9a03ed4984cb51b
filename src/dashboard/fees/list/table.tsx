import { permits } from '../../../domain/access/authorize'
import type { ListedFee } from '../../../domain/fees/listed-fee'
import type { FeeStatus } from '../../../domain/fees/readable-fee'
import { isUnsettled } from '../../../domain/fees/segment-sums'
import { Badge } from '../../../ui/badge'
import { FeeBadge } from '../../../ui/fee-badge'
import { formatMoney, formatShortDate } from '../../../ui/i18n/format'
import { formTexts } from '../../../ui/i18n/texts'
import type { Column } from '../../../ui/table'
import { named } from '../../named'
import { personPathIn } from '../../paths'
import { feesPath, withFeeQuery } from '../path'
import type { FeesProps } from '../props'
import { feeTexts } from '../texts'

/** The states whose names say that it is a direct debit. */
const NAMES_METHOD: FeeStatus[] = ['returned', 'collecting']

/** The columns of the list of fees. */
export function feeColumns({ viewer, query, page }: FeesProps): Column<ListedFee>[] {
  const { staff, locale } = viewer
  const { currency } = staff.workspace
  const t = feeTexts(locale)
  const money = (cents: number) => formatMoney(cents, currency, locale)
  const sortedByDue = (): Pick<Column<ListedFee>, 'sortHref' | 'sorted'> => {
    const next = query.sort === 'due' ? '-due' : 'due'
    return {
      sortHref: feesPath(viewer, withFeeQuery(query, { sort: next })),
      ...(query.sort.endsWith('due') && { sorted: next === 'due' ? 'descending' : 'ascending' }),
    }
  }
  const isOverdue = ({ status, due_on }: ListedFee) =>
    (status === 'open' || status === 'returned') && due_on !== null && due_on < page.today
  return [
    {
      key: 'person',
      label: t.columns.person,
      cell: ({ list, person_id, person_name, namesake }) => {
        const name = named(person_name, namesake, locale)
        return list && permits(staff, `${list}:read`) ? (
          <a href={personPathIn(staff.workspace, list, person_id)}>{name}</a>
        ) : (
          name
        )
      },
    },
    {
      key: 'description',
      label: t.columns.description,
      cell: ({ id, description }) => <a href={feesPath(viewer, undefined, `/${id}`)}>{description}</a>,
    },
    {
      key: 'amount',
      label: t.columns.amount,
      isNumeric: true,
      phone: isUnsettled(query.status) ? 'hidden' : 'aside',
      cell: ({ amount }) => money(amount),
    },
    {
      key: 'open',
      label: t.columns.open,
      isNumeric: true,
      phone: isUnsettled(query.status) ? 'aside' : query.status === 'all' ? 'labelled' : 'hidden',
      cell: ({ open_amount }) => (open_amount === 0 ? '–' : money(open_amount)),
    },
    {
      key: 'due',
      label: t.columns.due,
      phone: 'labelled',
      cell: (fee) =>
        fee.due_on && (
          <>
            {formatShortDate(fee.due_on, locale)} {isOverdue(fee) && <Badge tone="bad">{t.overdue}</Badge>}
          </>
        ),
      ...sortedByDue(),
    },
    {
      key: 'status',
      label: t.columns.status,
      cell: ({ status, method, amount, paid_amount, open_amount }) => (
        <>
          <FeeBadge status={status} locale={locale} />{' '}
          {paid_amount > 0 && open_amount > 0 && `${t.restOf(money(amount))} `}
          {method && !NAMES_METHOD.includes(status) && (formTexts(locale).paymentMethods[method] ?? t.other)}
        </>
      ),
    },
  ]
}
