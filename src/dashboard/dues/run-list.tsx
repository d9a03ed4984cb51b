import { Hono } from 'hono'
import { permits } from '../../domain/access/authorize'
import { isProposed, nextPeriod } from '../../domain/dues/progress'
import { type RunsPage, viewDuesRuns } from '../../domain/dues/view-runs'
import type { Env } from '../../env'
import { Badge } from '../../ui/badge'
import { ButtonLink } from '../../ui/button'
import { Card } from '../../ui/card'
import { Empty } from '../../ui/empty'
import { formatDay, formatMoney, formatNumber } from '../../ui/i18n/format'
import { PageHead } from '../../ui/page-head'
import { Actions } from '../../ui/stack'
import { Table } from '../../ui/table'
import { Quiet } from '../../ui/text'
import { StaffLayout, type Viewer, viewerOf } from '../layout'
import { plansPath } from './path'
import { periodText } from './period-texts'
import { RunWay } from './run-frame'
import { RUNS, runsPath, whatOf } from './run-path'
import { runTexts } from './texts-run'

/** What was claimed and when, and what comes next. */
export const runList = new Hono<Env>().get(RUNS, async (c) => {
  const page = await viewDuesRuns(c.var.staff)
  return c.html(<RunListPage {...page} viewer={viewerOf(c)} />)
})

type Props = RunsPage & { viewer: Viewer }

function RunListPage({ plans, runs, today, viewer }: Props) {
  const { locale, staff } = viewer
  const t = runTexts(locale)
  const mayRun = permits(staff, 'fees:write')
  const { currency, timezone } = staff.workspace
  const intervalOf = (planId: string) => plans.find(({ id }) => id === planId)?.interval ?? 'year'
  return (
    <StaffLayout title={t.title} viewer={viewer} section="fees">
      <PageHead
        title={t.title}
        lead={t.lead}
        breadcrumb={<RunWay viewer={viewer} />}
        actions={
          <ButtonLink kind="second" href={plansPath(viewer)}>
            {t.plans}
          </ButtonLink>
        }
      />
      {mayRun && <Proposals {...{ plans, runs, today, viewer }} />}
      <Table
        caption={t.title}
        locale={locale}
        rows={runs}
        rowId={({ id }) => id}
        empty={plans.length > 0 || !mayRun ? <Empty title={t.none} lead={t.noneLead} /> : undefined}
        columns={[
          {
            key: 'run',
            label: t.columns.run,
            cell: ({ id, plan_id, plan_name, period }) => (
              <a href={runsPath(viewer, `/${id}`)}>
                {plan_name} {periodText(intervalOf(plan_id), period, locale)}
              </a>
            ),
          },
          {
            key: 'at',
            label: t.columns.at,
            cell: ({ created_at }) => formatDay(created_at, timezone, locale),
          },
          {
            key: 'count',
            label: t.columns.count,
            isNumeric: true,
            phone: 'labelled',
            cell: ({ count }) => formatNumber(count, locale),
          },
          {
            key: 'amount',
            label: t.columns.amount,
            isNumeric: true,
            phone: 'aside',
            cell: ({ amount }) => formatMoney(amount, currency, locale),
          },
          {
            key: 'state',
            label: t.columns.state,
            cell: ({ state }) =>
              state === 'discarded' ? <Badge>{t.states.discarded}</Badge> : t.states.claimed,
          },
        ]}
      />
    </StaffLayout>
  )
}

/** A button for the next period of each plan; a plan is needed first. */
function Proposals({ plans, today, viewer }: Props) {
  const t = runTexts(viewer.locale)
  if (plans.length === 0)
    return (
      <Empty
        title={t.noPlan}
        lead={t.noPlanLead}
        action={<ButtonLink href={plansPath(viewer, '/new')}>{t.plans}</ButtonLink>}
      />
    )
  const [soon = plans[0]] = plans.filter((plan) => isProposed(plan, today))
  return (
    <Card title={t.nextTitle}>
      <Quiet>{t.nextLead}</Quiet>
      <Actions>
        {plans.map((plan) => (
          <ButtonLink
            kind={plan === soon ? 'primary' : 'second'}
            href={runsPath(viewer, '/check', { what: whatOf(plan.id, nextPeriod(plan).name) })}
          >
            {t.prepare(...namesOf(plan, viewer))}
          </ButtonLink>
        ))}
        <ButtonLink kind="second" href={runsPath(viewer, '/new')}>
          {t.other}
        </ButtonLink>
      </Actions>
    </Card>
  )
}

const namesOf = (plan: RunsPage['plans'][number], viewer: Viewer): [string, string] => [
  plan.name,
  periodText(plan.interval, nextPeriod(plan).name, viewer.locale),
]
