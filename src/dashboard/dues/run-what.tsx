import { type Context, Hono } from 'hono'
import { parsePeriod, periodAfter } from '../../domain/dues/period'
import { nextPeriod, type PlanProgress } from '../../domain/dues/progress'
import { type RunsPage, viewDuesRuns } from '../../domain/dues/view-runs'
import type { Env } from '../../env'
import { Card } from '../../ui/card'
import { DateField } from '../../ui/choices'
import { SaveOrCancel, SelectField } from '../../ui/form'
import { Fields, QueryForm } from '../../ui/form-layout'
import { PageHead } from '../../ui/page-head'
import { Measure } from '../../ui/stack'
import { Quiet } from '../../ui/text'
import { type Faults, faultsOf } from '../attempt'
import { StaffLayout, type Viewer, viewerOf } from '../layout'
import { refusedIn } from '../refusals'
import { hasRefused, RefusedList } from '../refused-fields'
import { RunSteps, RunWay } from './run-frame'
import { personIn, RUNS, runsPath, runTitle, whatOf } from './run-path'
import { runTexts } from './texts-run'

/** The first page of a run: which plan and which period, and when the fees are due. */
export const runWhatPage = new Hono<Env>().get(`${RUNS}/new`, (c) =>
  answerWhat(c, new URL(c.req.url).searchParams),
)

/** Answers with the first page, and with what is wrong with what it sent. */
export async function answerWhat(c: Context<Env>, form: URLSearchParams, faults: Faults = faultsOf({})) {
  const { plans } = await viewDuesRuns(c.var.staff, 'fees:write')
  const status = Object.keys(faults.issues).length > 0 ? 422 : 200
  return c.html(<WhatPage {...{ plans, form, faults }} viewer={viewerOf(c)} />, status)
}

type Props = { plans: RunsPage['plans']; form: URLSearchParams; faults: Faults; viewer: Viewer }

function WhatPage({ plans, form, faults, viewer }: Props) {
  const { locale } = viewer
  const t = runTexts(locale)
  const refused = refusedIn(faults, t.fields, viewer)
  return (
    <StaffLayout title={t.what.title} viewer={viewer} section="fees" hasIssues={hasRefused(refused)}>
      <Measure>
        <PageHead title={t.what.title} breadcrumb={<RunWay viewer={viewer} isBelow />} />
        <RunSteps current={0} viewer={viewer} />
        <RefusedList
          refused={refused}
          fields={t.fields}
          inputs={{ period: 'what', plan_id: 'what', skip_faults: null, mark: null }}
          locale={locale}
        />
        <QueryForm action={runsPath(viewer, '/check')} hidden={personIn(form)}>
          {form.get('person') && <Quiet>{runTexts(locale).onlyOne}</Quiet>}
          <Card>
            <Fields>
              <SelectField
                name="what"
                label={t.what.label}
                value={form.get('what') ?? ''}
                issue={refused.period ?? refused.plan_id}
                options={plans.flatMap((plan) => optionsOf(plan, viewer))}
              />
              <DateField
                name="due_on"
                label={t.what.dueOn}
                hint={t.what.dueHint}
                value={form.get('due_on') ?? ''}
                issue={refused.due_on}
              />
            </Fields>
          </Card>
          <SaveOrCancel label={t.what.next} cancelHref={runsPath(viewer)} locale={locale} />
        </QueryForm>
      </Measure>
    </StaffLayout>
  )
}

/** The next period of a plan, the one after it, and the last that was claimed. */
function optionsOf(plan: PlanProgress, viewer: Viewer) {
  const t = runTexts(viewer.locale)
  const next = nextPeriod(plan)
  const named = (period: string) => ({
    value: whatOf(plan.id, period),
    label: runTitle(plan, period, viewer),
  })
  const last = plan.last === null ? undefined : parsePeriod(plan.interval, plan.last)
  const again = last ? [{ ...named(last.name), label: t.what.again(named(last.name).label) }] : []
  return [named(next.name), named(periodAfter(plan.interval, next).name), ...again]
}
