import { permits } from '../../domain/access/authorize'
import { MAX_SUMMED } from '../../domain/fees/sums'
import type { Overview } from '../../domain/pages/home/overview'
import { Card } from '../../ui/card'
import { Bars, Course } from '../../ui/chart'
import { feeTone } from '../../ui/fee-badge'
import {
  formatDate,
  formatMoney,
  formatNumber,
  formatShortDate,
  formatShortMoney,
} from '../../ui/i18n/format'
import { formTexts } from '../../ui/i18n/texts'
import { Stack, Tiles } from '../../ui/stack'
import { Quiet } from '../../ui/text'
import type { Viewer } from '../layout'
import { homeTexts } from './texts'

type FeesProps = { viewer: Viewer } & Pick<Overview, 'fees' | 'year'>

/** The states of fees in the order of what is left to do. */
const STATUSES = ['open', 'returned', 'collecting', 'paid', 'cancelled'] as const

/** The fees of the year by their state. */
export function FeesOfYear({ viewer: { staff, locale }, fees, year }: FeesProps) {
  if (fees.length === 0) return null
  const t = homeTexts(locale)
  const { feeStatuses } = formTexts(locale)
  const figures = STATUSES.flatMap((status) => {
    const sum = fees.find((one) => one.status === status)
    if (!sum) return []
    const tone = feeTone(status)
    const label = `${feeStatuses[status]} · ${formatNumber(sum.count, locale)}`
    return [{ label, value: sum.amount, tone: tone ?? ('quiet' as const) }]
  })
  const isCut = fees.reduce((total, { count }) => total + count, 0) === MAX_SUMMED
  return (
    <Card>
      <Bars
        title={t.feesOf(String(year))}
        figures={figures}
        format={(value) => formatMoney(value, staff.workspace.currency, locale)}
        locale={locale}
      />
      {isCut && <Quiet>{t.newestFees(formatNumber(MAX_SUMMED, locale))}</Quiet>}
    </Card>
  )
}

type CoursesProps = { viewer: Viewer } & Pick<Overview, 'counts'>

/** How many points a chart has at most. */
const MAX_POINTS = 53

/** How the number of members and the open amount developed over a year. */
export function Courses({ viewer: { staff, locale }, counts }: CoursesProps) {
  const t = homeTexts(locale)
  const step = Math.ceil(counts.length / MAX_POINTS)
  const days = counts.filter((_, index) => index % step === 0).reverse()
  if (days.length < 2) return null
  const figures = (value: (day: (typeof days)[number]) => number) =>
    days.map((day) => ({ label: formatShortDate(day.day, locale), value: value(day) }))
  return (
    <Stack gap="small">
      <Tiles>
        {permits(staff, 'members:read') && (
          <Card>
            <Course
              title={t.course}
              figures={figures(({ members }) => members)}
              format={(value) => formatNumber(value, locale)}
              locale={locale}
            />
          </Card>
        )}
        {permits(staff, 'fees:read') && (
          <Card>
            <Course
              title={t.openCourse}
              figures={figures(({ openAmount }) => openAmount)}
              format={(value) => formatMoney(value, staff.workspace.currency, locale)}
              formatTick={(value) => formatShortMoney(value, staff.workspace.currency, locale)}
              locale={locale}
            />
          </Card>
        )}
      </Tiles>
      {counts[0] && <Quiet>{t.coursesAsOf(formatDate(counts[0].day, locale))}</Quiet>}
    </Stack>
  )
}
