import { type Context, Hono } from 'hono'
import { type OpenedRun, viewDuesRun } from '../../domain/dues/view-runs'
import { discardDues } from '../../domain/payments/discard-dues'
import type { Env } from '../../env'
import { done } from '../../http/done'
import { readForm } from '../../http/forms'
import { Card } from '../../ui/card'
import { Check } from '../../ui/choices'
import { SaveOrCancel, TextField } from '../../ui/form'
import { Fields, Form } from '../../ui/form-layout'
import { formatNumber } from '../../ui/i18n/format'
import { PageHead } from '../../ui/page-head'
import { Measure } from '../../ui/stack'
import { attempt, type Faults, faultsOf } from '../attempt'
import { StaffLayout, type Viewer, viewerOf } from '../layout'
import { refusedIn } from '../refusals'
import { hasRefused, RefusedList } from '../refused-fields'
import { titleOf } from './run'
import { RunWay } from './run-frame'
import { RUN, runsPath } from './run-path'
import { runTexts } from './texts-run'

const DISCARD = `${RUN}/discard`

/** The page that cancels a run: it asks for a reason, and what stays if some of it has money. */
export const runDiscardPage = new Hono<Env>()
  .get(DISCARD, (c) => answerForm(c, new URLSearchParams()))

  .post(DISCARD, async (c) => {
    const form = await readForm(c)
    const id = c.req.param('run_id')
    const body = { reason: form.get('reason')?.trim() ?? '', keep: form.has('keep') }
    const outcome = await attempt(() => discardDues(c.var.staff, { id, body }))
    if (!('result' in outcome)) return answerForm(c, form, outcome)
    const run: { state: string; count: number } = JSON.parse(outcome.result)
    const to = runsPath({ staff: c.var.staff.current() }, `/${id}`)
    return done(c, run.state === 'claimed' ? 'kept' : 'discarded', { to, numbers: { count: run.count } })
  })

async function answerForm(c: Context<Env>, form: URLSearchParams, faults?: Faults) {
  const opened = await viewDuesRun(c.var.staff, { id: c.req.param('run_id') ?? '', permission: 'fees:write' })
  return c.html(<DiscardPage {...{ opened, form, faults }} viewer={viewerOf(c)} />, faults ? 422 : 200)
}

type Props = { opened: OpenedRun; form: URLSearchParams; faults: Faults | undefined; viewer: Viewer }

function DiscardPage({ opened, form, faults = faultsOf({}), viewer }: Props) {
  const { locale } = viewer
  const { discard: t, fields } = runTexts(locale)
  const title = t.title(titleOf(opened, viewer))
  const kept = opened.sums.reduce(
    (sum, one) => (one.status === 'paid' || one.status === 'collecting' ? sum + one.count : sum),
    0,
  )
  const asked = keptIn(faults) ?? kept
  const known = {
    reason: { label: t.reason, issue: t.reasonIssue },
    keep: fields.form,
    run_id: fields.form,
    form: fields.form,
  }
  const refused = refusedIn(faults, known, viewer)
  return (
    <StaffLayout title={title} viewer={viewer} section="fees" hasIssues={hasRefused(refused)}>
      <Measure>
        <PageHead title={title} lead={t.lead} breadcrumb={<RunWay viewer={viewer} isBelow />} />
        <RefusedList refused={refused} fields={known} inputs={{ run_id: null }} locale={locale} />
        <Form>
          <Card>
            <Fields>
              <TextField
                name="reason"
                label={t.reason}
                value={form.get('reason') ?? ''}
                issue={refused.reason}
                autocomplete="off"
              />
              {asked > 0 && (
                <Check
                  name="keep"
                  label={t.keep(formatNumber(asked, locale))}
                  hint={t.keepHint}
                  isChecked={form.has('keep')}
                  {...(refused.keep && { issue: refused.keep })}
                />
              )}
            </Fields>
          </Card>
          <SaveOrCancel
            label={t.button}
            cancelHref={runsPath(viewer, `/${opened.run.id}`)}
            isDangerous
            locale={locale}
          />
        </Form>
      </Measure>
    </StaffLayout>
  )
}

/** How many fees have money, as the verb counted them. */
function keptIn({ refusals }: Faults): number | undefined {
  const refusal = refusals.keep?.find(({ code }) => code === 'fees_with_money')
  return refusal && 'count' in refusal ? Number(refusal.count) : undefined
}
