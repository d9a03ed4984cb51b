import type { FiscalYear } from '../../domain/book/year'
import { Card } from '../../ui/card'
import { formatMoney } from '../../ui/i18n/format'
import { Columns } from '../../ui/stack'
import { Progress } from '../../ui/steps'
import { Table } from '../../ui/table'
import { Quiet } from '../../ui/text'
import type { Viewer } from '../layout'
import { bookTexts } from './texts'

type Props = { report: FiscalYear; viewer: Viewer }

/** The sums of a year by sphere, and how much of the limit of business income is used. */
export const YearFoot = (props: Props) => (
  <Columns hasSide>
    <SphereSums {...props} />
    <BusinessIncome {...props} />
  </Columns>
)

/** Income, expenses and result of each sphere. */
export function SphereSums({ report, viewer }: Props) {
  const { locale, staff } = viewer
  const t = bookTexts(locale)
  const amount = (cents: number) => formatMoney(cents, staff.workspace.currency, locale)
  const total = (key: 'in' | 'out') => report.spheres.reduce((sum, sphere) => sum + sphere[key], 0)
  return (
    <Card title={t.bySphere(String(report.year))}>
      <Table
        caption={t.bySphere(String(report.year))}
        rows={report.spheres}
        rowId={({ sphere }) => `sphere-${sphere ?? 'none'}`}
        locale={locale}
        columns={[
          { key: 'sphere', label: t.sphere, cell: ({ sphere }) => (sphere ? t.spheres[sphere] : t.noSphere) },
          {
            key: 'in',
            label: t.in,
            isNumeric: true,
            phone: 'labelled',
            cell: (sphere) => amount(sphere.in),
          },
          {
            key: 'out',
            label: t.out,
            isNumeric: true,
            phone: 'labelled',
            cell: (sphere) => amount(sphere.out),
          },
          {
            key: 'result',
            label: t.result,
            isNumeric: true,
            phone: 'aside',
            cell: (sphere) => amount(sphere.in - sphere.out),
          },
        ]}
        sums={{
          sphere: t.total,
          in: amount(total('in')),
          out: amount(total('out')),
          result: amount(total('in') - total('out')),
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
