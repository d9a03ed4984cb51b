import { type Context, Hono } from 'hono'
import { periodAfter, periodsUntil } from '../../domain/dues/period'
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
  const { plans, runs } = await viewDuesRuns(c.var.staff, 'fees:write')
  const status = Object.keys(faults.issues).length > 0 ? 422 : 200
  return c.html(<WhatPage {...{ plans, runs, form, faults }} viewer={viewerOf(c)} />, status)
}

type Props = Pick<RunsPage, 'plans' | 'runs'> & { form: URLSearchParams; faults: Faults; viewer: Viewer }

function WhatPage({ plans, runs, form, faults, viewer }: Props) {
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
                options={plans.flatMap((plan) => optionsOf(plan, runs, viewer))}
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

/** How many periods of a plan can be chosen: ten years of months. */
const MAX_PERIODS = 120

/** The periods of a plan: the next one, the one after it, and all before from the latest on. */
function optionsOf(plan: PlanProgress, runs: RunsPage['runs'], viewer: Viewer) {
  const t = runTexts(viewer.locale).what
  const next = nextPeriod(plan)
  const claimed = new Set(
    runs.flatMap(({ plan_id, period, state }) => (plan_id === plan.id && state === 'claimed' ? period : [])),
  )
  const until = periodsUntil(plan.interval, plan.first, next)
  const offered = [...until.slice(-MAX_PERIODS).toReversed()].toSpliced(
    1,
    0,
    periodAfter(plan.interval, next),
  )
  return offered.map(({ name }) => {
    const label = runTitle(plan, name, viewer)
    return { value: whatOf(plan.id, name), label: claimed.has(name) ? t.again(label) : label }
  })
}
