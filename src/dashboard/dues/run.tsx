import { Hono } from 'hono'
import { permits } from '../../domain/access/authorize'
import { type OpenedRun, type RunFee, viewDuesRun } from '../../domain/dues/view-runs'
import type { Env } from '../../env'
import { type Done, takeDone } from '../../http/done'
import { Badge } from '../../ui/badge'
import { Button, ButtonLink } from '../../ui/button'
import { Card } from '../../ui/card'
import { Empty } from '../../ui/empty'
import { FeeBadge } from '../../ui/fee-badge'
import { HiddenFields } from '../../ui/form-layout'
import { formatDay, formatMoney, formatNumber, formatShortDate } from '../../ui/i18n/format'
import { Notice } from '../../ui/notice'
import { PageHead } from '../../ui/page-head'
import { Pager } from '../../ui/pager'
import { Actions } from '../../ui/stack'
import { Stat, Stats } from '../../ui/stat'
import { type Column, Table } from '../../ui/table'
import { StaffLayout, type Viewer, viewerOf } from '../layout'
import { pathIn, personPathIn } from '../paths'
import { DiscardedCard } from './run-discarded'
import { RunSteps, RunWay } from './run-frame'
import { RUN, runsPath, runTitle, whatOf } from './run-path'
import { runTexts } from './texts-run'

/** A run: what it claimed, what has become of that, and what comes next. */
export const runPage = new Hono<Env>().get(RUN, async (c) => {
  const after = c.req.query('after')
  const opened = await viewDuesRun(c.var.staff, { id: c.req.param('run_id'), after })
  return c.html(<RunPage {...{ opened, after }} done={takeDone(c)} viewer={viewerOf(c)} />)
})

type Props = { opened: OpenedRun; after: string | undefined; done: Done | undefined; viewer: Viewer }

/** The preview of the same period, which has who is missing. */
const againPath = ({ plan_id, period }: OpenedRun['run'], viewer: Viewer): string =>
  runsPath(viewer, '/check', { what: whatOf(plan_id, period) })

/** What a run is called; see {@link runTitle}. */
export const titleOf = ({ run, interval }: OpenedRun, viewer: Viewer): string =>
  runTitle({ name: run.plan_name, interval }, run.period, viewer)

function RunPage({ opened, after, done, viewer }: Props) {
  const { locale, staff } = viewer
  const { run, sums } = opened
  const { run: t, states } = runTexts(locale)
  const title = titleOf(opened, viewer)
  const money = (cents: number) => formatMoney(cents, staff.workspace.currency, locale)
  const open = sums.reduce((sum, one) => sum + one.open, 0)
  return (
    <StaffLayout title={title} viewer={viewer} section="fees">
      <RunNotice {...{ opened, done, viewer }} />
      <PageHead
        title={title}
        lead={
          run.discard_reason
            ? t.reason(run.discard_reason)
            : t.at(formatDay(run.created_at, staff.workspace.timezone, locale))
        }
        badge={run.state === 'discarded' && <Badge>{states.discarded}</Badge>}
        breadcrumb={<RunWay viewer={viewer} isBelow />}
        actions={
          run.state === 'claimed' &&
          permits(staff, 'fees:write') && (
            <>
              <ButtonLink kind="second" href={againPath(run, viewer)}>
                {t.again}
              </ButtonLink>
              <ButtonLink kind="second" href={runsPath(viewer, `/${run.id}/discard`)}>
                {t.discard}
              </ButtonLink>
            </>
          )
        }
      />
      {done?.word === 'claimed' && <RunSteps current={2} viewer={viewer} />}
      {run.state === 'claimed' && open > 0 && <NextSteps opened={opened} viewer={viewer} />}
      <Stats>
        <Stat label={t.count} value={formatNumber(run.count, locale)} />
        <Stat label={t.amount} value={money(run.amount)} />
        {run.state === 'claimed' && <Stat label={t.open} value={money(open)} />}
      </Stats>
      <DiscardedCard opened={opened} viewer={viewer} />
      {run.state === 'claimed' && <FeesCard {...{ opened, after, viewer }} />}
    </StaffLayout>
  )
}

/** A page of the fees of a run. */
function FeesCard({ opened, after, viewer }: Omit<Props, 'done'>) {
  const { run, fees, next, list } = opened
  const { locale } = viewer
  const { run: t } = runTexts(locale)
  const page = (query?: Record<string, string>) => runsPath(viewer, `/${run.id}`, query)
  return (
    <Card title={t.fees}>
      <Table
        caption={t.fees}
        locale={locale}
        rows={fees}
        rowId={({ id }) => id}
        empty={<Empty title={t.noFees} />}
        columns={feeColumns(list, viewer)}
      />
      {(next || after) && (
        <Pager
          from={undefined}
          rows={fees.length}
          total={run.count}
          {...(after && { previousHref: page() })}
          {...(next && { nextHref: page({ after: next }) })}
          locale={locale}
        />
      )}
    </Card>
  )
}

function RunNotice({ opened: { run }, done, viewer }: Pick<Props, 'opened' | 'done' | 'viewer'>) {
  const { locale, staff } = viewer
  const { run: t } = runTexts(locale)
  const number = (name: string) => formatNumber(done?.numbers[name] ?? 0, locale)
  const amount = formatMoney(done?.numbers.amount ?? 0, staff.workspace.currency, locale)
  if (done?.word === 'claimed')
    return (
      <Notice tone="good">
        <p>{t.claimed(number('count'), amount)}</p>
        {Boolean(done.numbers.skipped) && (
          <p>
            {t.skipped(number('skipped'))} <a href={againPath(run, viewer)}>{t.again}</a>
          </p>
        )}
      </Notice>
    )
  if (done?.word === 'discarded') return <Notice tone="good">{t.discarded}</Notice>
  return done?.word === 'kept' ? <Notice tone="good">{t.kept(number('count'))}</Notice> : null
}

/** What to do with the fees of a run, as far as the viewer may. */
function NextSteps({ opened, viewer }: Pick<Props, 'opened' | 'viewer'>) {
  const { staff, locale } = viewer
  const { run: t } = runTexts(locale)
  const mayCollect = permits(staff, 'collections:write')
  const mayMail = permits(staff, 'mails:send')
  if (!mayCollect && !mayMail) return null
  const { run, list, sums } = opened
  // The first instalment: the others are collected when they are due.
  const [dueOn = ''] = sums.flatMap(({ open, due_on }) => (open > 0 && due_on ? due_on : [])).sort()
  const debits = new URLSearchParams({ run: run.id, due_by: dueOn })
  return (
    <Card title={t.next}>
      <p>{t.nextLead}</p>
      <Actions>
        {mayCollect && (
          <ButtonLink href={pathIn(staff.workspace, `/direct-debits/new?${debits}`)}>{t.collect}</ButtonLink>
        )}
        {mayMail && permits(staff, `${list}:read` as 'members:read') && (
          <form method="post" action={runsPath(viewer, `/${run.id}/mail`)}>
            <HiddenFields values={{ list }} />
            <Button kind="second">{t.notify}</Button>
          </form>
        )}
      </Actions>
    </Card>
  )
}

function feeColumns(list: string, { staff, locale }: Viewer): Column<RunFee>[] {
  const { columns: t } = runTexts(locale).run
  const { workspace } = staff
  const money = (cents: number) => formatMoney(cents, workspace.currency, locale)
  return [
    {
      key: 'person',
      label: t.person,
      cell: ({ person_id, person_name }) =>
        permits(staff, `${list}:read` as 'members:read') ? (
          <a href={personPathIn(workspace, list, person_id)}>{person_name}</a>
        ) : (
          person_name
        ),
    },
    {
      key: 'amount',
      label: t.amount,
      isNumeric: true,
      phone: 'aside',
      cell: ({ id, amount }) => <a href={pathIn(workspace, `/fees/${id}`)}>{money(amount)}</a>,
    },
    {
      key: 'open',
      label: t.open,
      isNumeric: true,
      phone: 'labelled',
      cell: ({ open_amount }) => (open_amount === 0 ? '–' : money(open_amount)),
    },
    {
      key: 'due',
      label: t.due,
      phone: 'labelled',
      cell: ({ due_on }) => due_on && formatShortDate(due_on, locale),
    },
    { key: 'status', label: t.status, cell: ({ status }) => <FeeBadge status={status} locale={locale} /> },
  ]
}
