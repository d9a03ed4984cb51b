import { Hono } from 'hono'
import { permits } from '../../domain/access/authorize'
import { listDuesPlans } from '../../domain/dues/list'
import type { DuesPlanHead } from '../../domain/dues/plan'
import type { Env } from '../../env'
import { Badge } from '../../ui/badge'
import { ButtonLink } from '../../ui/button'
import { Empty } from '../../ui/empty'
import { PageHead } from '../../ui/page-head'
import { Table } from '../../ui/table'
import { StaffLayout, type Viewer, viewerOf } from '../layout'
import { WayBack } from '../way-back'
import { PLANS, planPath, plansPath } from './path'
import { intervalText, periodText } from './period-texts'
import { planTexts } from './texts-plan'

/** The plans of dues of a workspace, archived ones last. */
export const planList = new Hono<Env>().get(PLANS, async (c) => {
  const plans = await listDuesPlans(c.var.staff)
  return c.html(<PlansPage plans={plans} viewer={viewerOf(c)} />)
})

function PlansPage({ plans, viewer }: { plans: DuesPlanHead[]; viewer: Viewer }) {
  const { locale, staff } = viewer
  const t = planTexts(locale)
  const mayWrite = permits(staff, 'fees:write')
  const add = mayWrite && (
    <ButtonLink href={plansPath(viewer, '/new')} icon="plus" shortcut="n">
      {t.add}
    </ButtonLink>
  )
  return (
    <StaffLayout title={t.title} viewer={viewer} section="fees">
      <PageHead
        title={t.title}
        lead={t.lead}
        breadcrumb={<WayBack viewer={viewer} section="fees" />}
        actions={plans.length > 0 && add}
      />
      <Table
        caption={t.title}
        locale={locale}
        rows={plans.toSorted((one, other) => Number(one.archived) - Number(other.archived))}
        rowId={({ id }) => id}
        empty={<Empty title={t.none} lead={mayWrite ? t.noneLead : t.noneReadLead} action={add} />}
        columns={[
          {
            key: 'name',
            label: t.columns.name,
            cell: ({ id, name }) => <a href={planPath(viewer, id)}>{name}</a>,
          },
          {
            key: 'interval',
            label: t.columns.interval,
            cell: ({ interval }) => intervalText(interval, locale),
          },
          {
            key: 'from',
            label: t.columns.from,
            cell: ({ interval, versions }) =>
              versions.map((period) => periodText(interval, period, locale)).join(', '),
          },
          {
            key: 'state',
            label: t.columns.state,
            phone: 'aside',
            cell: ({ archived }) => archived && <Badge>{t.archived}</Badge>,
          },
        ]}
      />
    </StaffLayout>
  )
}
