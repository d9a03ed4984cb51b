import type { FiscalYear } from '../../domain/book/years/year'
import { Card } from '../../ui/card'
import { formatMoney } from '../../ui/i18n/format'
import { type Column, Table } from '../../ui/table'
import type { Viewer } from '../layout'
import { placeText } from './journal-rows'
import { type BesideLast, besideLast, yearName } from './last-year'
import { bookTexts } from './texts'

type Props = { report: FiscalYear; last?: FiscalYear | undefined; viewer: Viewer }
type Flow = { in: number; out: number }

/** What each account had at the beginning, what changed it, and what it had at the end. */
export function AccountsTable({ report: { accounts }, viewer }: Props) {
  const { t, amount } = wording(viewer)
  type Row = FiscalYear['accounts'][number]
  const money = (
    key: 'opening' | 'in' | 'out' | 'transferred' | 'closing',
    label: string,
    phone: 'labelled' | 'aside' = 'labelled',
  ): Column<Row> => ({ key, label, isNumeric: true, phone, cell: (row) => amount(row[key]) })
  const total = (key: 'opening' | 'in' | 'out' | 'transferred' | 'closing') =>
    amount(accounts.reduce((sum, account) => sum + account[key], 0))
  return (
    <Card title={t.reportPage.accounts}>
      <Table
        caption={t.reportPage.accounts}
        rows={accounts}
        rowId={({ id }) => id}
        locale={viewer.locale}
        columns={[
          { key: 'name', label: t.reportPage.account, cell: ({ name }) => name },
          money('opening', t.reportPage.opening),
          money('in', t.in),
          money('out', t.out),
          money('transferred', t.reportPage.transferred),
          money('closing', t.reportPage.closing, 'aside'),
          ...(accounts.some(({ bank }) => bank !== null)
            ? [
                {
                  key: 'bank',
                  label: t.reportPage.bank,
                  isNumeric: true,
                  phone: 'labelled' as const,
                  cell: ({ bank }: Row) => (bank === null ? '' : amount(bank)),
                },
              ]
            : []),
        ]}
        sums={{
          name: t.total,
          opening: total('opening'),
          in: total('in'),
          out: total('out'),
          transferred: total('transferred'),
          closing: total('closing'),
        }}
      />
    </Card>
  )
}

/** Income and expenses by sphere, and in it by cost unit and category. */
export function CategoriesTable({ report, last, viewer }: Props) {
  const { t } = wording(viewer)
  const categoriesOf = ({ spheres }: FiscalYear) =>
    spheres.flatMap(({ sphere, categories }) => categories.map((category) => ({ ...category, sphere })))
  const rows = besideLast(categoriesOf(report), last && categoriesOf(last), (row) =>
    JSON.stringify([row.sphere, row.costunit_name, row.category_name]),
  ).map((row, index) => ({ ...row, id: `category-${index + 1}` }))
  return (
    <Card title={t.reportPage.categories}>
      <Table
        caption={t.reportPage.categories}
        rows={rows}
        rowId={({ id }) => id}
        locale={viewer.locale}
        columns={[
          {
            key: 'place',
            label: t.fields.place.label,
            cell: (row) => placeText(row) ?? t.reportPage.noCostUnit,
          },
          { key: 'sphere', label: t.sphere, cell: ({ sphere }) => (sphere ? t.spheres[sphere] : t.noSphere) },
          ...flowColumns<(typeof rows)[number]>(viewer, last),
        ]}
      />
    </Card>
  )
}

/** Income and expenses of each cost unit. */
export function CostUnitsTable({ report, last, viewer }: Props) {
  const { t } = wording(viewer)
  const rows = besideLast(
    report.cost_units,
    last?.cost_units,
    ({ costunit_name }) => costunit_name ?? '',
  ).map((row, index) => ({ ...row, id: `cost-unit-${index + 1}` }))
  return (
    <Card title={t.reportPage.costUnits}>
      <Table
        caption={t.reportPage.costUnits}
        rows={rows}
        rowId={({ id }) => id}
        locale={viewer.locale}
        columns={[
          {
            key: 'name',
            label: t.place,
            cell: ({ costunit_name }) => costunit_name ?? t.reportPage.noCostUnit,
          },
          ...flowColumns<(typeof rows)[number]>(viewer, last),
        ]}
      />
    </Card>
  )
}

/** Income, expenses and result of a row, and beside them the result of the year before. */
export function flowColumns<Row extends BesideLast<Flow>>(
  viewer: Viewer,
  last: FiscalYear | undefined,
): Column<Row>[] {
  const { t, amount } = wording(viewer)
  return [
    { key: 'in', label: t.in, isNumeric: true, phone: 'labelled', cell: (row) => amount(row.in) },
    { key: 'out', label: t.out, isNumeric: true, phone: 'labelled', cell: (row) => amount(row.out) },
    {
      key: 'result',
      label: t.result,
      isNumeric: true,
      phone: 'aside',
      cell: (row) => amount(row.in - row.out),
    },
    ...(last
      ? [
          {
            key: 'last',
            label: t.reportPage.resultOf(yearName(last)),
            isNumeric: true,
            phone: 'labelled' as const,
            cell: (row: Row) => amount(row.lastResult ?? 0),
          },
        ]
      : []),
  ]
}

const wording = ({ locale, staff }: Viewer) => ({
  t: bookTexts(locale),
  amount: (cents: number) => formatMoney(cents, staff.workspace.currency, locale),
})
