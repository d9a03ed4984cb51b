import type { OpenedPlan } from '../../domain/dues/open'
import { addDays } from '../../domain/shared/dates'
import { Card } from '../../ui/card'
import { DescriptionList } from '../../ui/description-list'
import { formatDate, formatDayOfYear, formatMoney } from '../../ui/i18n/format'
import type { Viewer } from '../layout'
import { fieldsByKey } from '../members/fields'
import { intervalText, periodText } from './period-texts'
import { fieldNamed } from './rule-text'
import { planTexts } from './texts-plan'

/** When dues are owed and how they are rounded, as a version of a plan has it. */
export function PlanFacts({ opened, viewer }: { opened: OpenedPlan; viewer: Viewer }) {
  const { locale, staff } = viewer
  const { plan, period, context } = opened
  const { version } = plan
  const t = planTexts(locale).facts
  const { instalments } = version
  return (
    <Card title={t.title}>
      <DescriptionList
        items={[
          { name: t.interval, value: intervalText(plan.interval, locale) },
          { name: t.dueOn, value: formatDate(addDays(period.begin, version.due_day), locale) },
          { name: t.keyDay, value: formatDayOfYear(version.key_day, locale) },
          { name: t.proRata, value: t.proRatas[version.pro_rata] },
          { name: t.rounding, value: formatMoney(version.rounding, staff.workspace.currency, locale) },
          {
            name: t.description,
            value: plan.description.replaceAll('{{period}}', () =>
              periodText(plan.interval, period.name, locale),
            ),
          },
          ...(instalments
            ? [
                {
                  name: t.instalments,
                  value: [
                    fieldNamed(instalments.column, fieldsByKey(context))?.column?.name ?? instalments.column,
                    Object.entries(instalments.parts)
                      .map(([value, parts]) => `${value} ${t.parts[String(parts)]}`)
                      .join(', '),
                  ].join(': '),
                },
              ]
            : []),
        ]}
      />
    </Card>
  )
}
