import type { FiscalYear } from '../../domain/book/years/year'
import { Card } from '../../ui/card'
import { formatMoney } from '../../ui/i18n/format'
import { Columns } from '../../ui/stack'
import { Progress } from '../../ui/steps'
import { Table } from '../../ui/table'
import { Quiet } from '../../ui/text'
import type { Viewer } from '../layout'
import { besideLast } from './last-year'
import { flowColumns } from './report-tables'
import { bookTexts } from './texts'

type Props = { report: FiscalYear; last?: FiscalYear | undefined; viewer: Viewer }

/** The sums of a year by sphere, and how much of the limit of business income is used. */
export const YearFoot = (props: Props) => (
  <Columns hasSide>
    <SphereSums {...props} />
    <BusinessIncome {...props} />
  </Columns>
)

/** Income, expenses and result of each sphere, beside the result of the year before where that is given. */
export function SphereSums({ report, last, viewer }: Props) {
  const { locale, staff } = viewer
  const t = bookTexts(locale)
  const amount = (cents: number) => formatMoney(cents, staff.workspace.currency, locale)
  const rows = besideLast(report.spheres, last?.spheres, ({ sphere }) => sphere ?? '')
  const total = (numbers: number[]) => numbers.reduce((sum, number) => sum + number, 0)
  const [income, expenses] = [total(rows.map((row) => row.in)), total(rows.map(({ out }) => out))]
  return (
    <Card title={t.bySphere(String(report.year))}>
      <Table
        caption={t.bySphere(String(report.year))}
        rows={rows}
        rowId={({ sphere }) => `sphere-${sphere ?? 'none'}`}
        locale={locale}
        columns={[
          { key: 'sphere', label: t.sphere, cell: ({ sphere }) => (sphere ? t.spheres[sphere] : t.noSphere) },
          ...flowColumns<(typeof rows)[number]>(viewer, last),
        ]}
        sums={{
          sphere: t.total,
          in: amount(income),
          out: amount(expenses),
          result: amount(income - expenses),
          ...(last && { last: amount(total(rows.map(({ lastResult = 0 }) => lastResult))) }),
        }}
      />
    </Card>
  )
}

/** How near the limit is worth a warning. */
const NEAR = 0.8

function BusinessIncome({ report: { business_income: income }, viewer }: Props) {
  const { locale, staff } = viewer
  const t = bookTexts(locale)
  const amount = (cents: number) => formatMoney(cents, staff.workspace.currency, locale)
  const { limit } = income
  const sentence =
    income.amount > limit ? t.businessOver : income.amount > NEAR * limit ? t.businessNear : t.businessBelow
  return (
    <Card title={t.businessTitle}>
      <Progress
        label={t.business(amount(income.amount), amount(limit))}
        value={Math.max(0, Math.min(income.amount, limit))}
        total={limit}
      />
      <Quiet>{sentence}</Quiet>
    </Card>
  )
}
