import { Hono } from 'hono'
import { permits } from '../../domain/access/authorize'
import { changeDuesPlan } from '../../domain/dues/change'
import { type OpenedPlan, openDuesPlan } from '../../domain/dues/open'
import { previewDues } from '../../domain/dues/preview'
import type { DuesPreview } from '../../domain/dues/preview-schema'
import type { Env } from '../../env'
import { type Done, takeDone } from '../../http/done'
import { Badge } from '../../ui/badge'
import { Button, ButtonLink } from '../../ui/button'
import { Form } from '../../ui/form-layout'
import { formatMoney, formatNumber } from '../../ui/i18n/format'
import { Menu, MenuList } from '../../ui/menu'
import { DoneNotice, Notice } from '../../ui/notice'
import { PageHead } from '../../ui/page-head'
import { Stat, Stats } from '../../ui/stat'
import { Chips } from '../../ui/tabs'
import { Quiet } from '../../ui/text'
import { attempt } from '../attempt'
import { StaffLayout, type Viewer, viewerOf } from '../layout'
import { FaultsNotice } from './faults'
import { doneWithPlan, PLAN, planPath } from './path'
import { periodText } from './period-texts'
import { PlanWay } from './plan-way'
import { RuleGroups } from './rule-groups'
import { KINDS } from './rule-kinds'
import { runsPath, whatOf } from './run-path'
import { PlanFacts } from './terms-facts'
import { planTexts } from './texts-plan'

/** A plan of dues: its terms and its rules, with what they come to in a period. */
export const planPage = new Hono<Env>()
  .get(PLAN, async (c) => {
    const request = { id: c.req.param('plan_id'), period: c.req.query('period') }
    const opened = await openDuesPlan(c.var.staff, { ...request, permission: 'fees:read' })
    const mayCount = permits(c.var.staff.current(), `${opened.plan.list}:read`)
    const body = { plan_id: opened.plan.id, period: opened.period.name }
    const preview = mayCount ? await previewDues(c.var.staff, { body }) : null
    return c.html(<PlanPage {...{ opened, preview }} viewer={viewerOf(c)} done={takeDone(c)} />)
  })

  .post(`${PLAN}/archive`, async (c) => {
    const id = c.req.param('plan_id')
    const archived = (c.req.query('to') ?? '') !== 'use'
    const outcome = await attempt(() => changeDuesPlan(c.var.staff, { id, body: { archived } }))
    if (!('result' in outcome)) return doneWithPlan(c, 'nameTaken', id)
    return doneWithPlan(c, archived ? 'archived' : 'restored', id)
  })

type Props = { opened: OpenedPlan; preview: DuesPreview | null; viewer: Viewer; done: Done | undefined }

function PlanPage({ opened, preview, viewer, done }: Props) {
  const { locale } = viewer
  const { plan, period } = opened
  const t = planTexts(locale)
  const title = t.forPeriod(plan.name, periodText(plan.interval, period.name, locale))
  const notDone = Object.entries(t.notDone).find(([word]) => word === done?.word)?.[1]
  return (
    <StaffLayout title={title} viewer={viewer} section="fees">
      <DoneNotice done={done} texts={t.done} />
      {notDone && <Notice tone="warn">{notDone}</Notice>}
      <PageHead
        title={title}
        badge={plan.archived && <Badge>{t.archived}</Badge>}
        breadcrumb={<PlanWay viewer={viewer} />}
        actions={<PlanActions opened={opened} viewer={viewer} />}
      />
      {preview && <FaultsNotice {...{ preview, opened, viewer }} />}
      <Versions opened={opened} viewer={viewer} />
      {preview ? <Sums preview={preview} viewer={viewer} /> : <Quiet>{t.noPreview}</Quiet>}
      <PlanFacts opened={opened} viewer={viewer} />
      <RuleGroups {...{ opened, preview, viewer }} />
    </StaffLayout>
  )
}

type ShownProps = { opened: OpenedPlan; viewer: Viewer }

function PlanActions({ opened: { plan, period, next }, viewer }: ShownProps) {
  const t = planTexts(viewer.locale)
  const to = (page: string) => planPath(viewer, plan.id, page, period.name)
  const mayTry = permits(viewer.staff, `${plan.list}:read`)
  const tryOut = mayTry && (
    <ButtonLink kind="second" href={to('/try')}>
      {t.try}
    </ButtonLink>
  )
  if (!permits(viewer.staff, 'fees:write')) return tryOut
  const archive = `${planPath(viewer, plan.id, '/archive')}${plan.archived ? '?to=use' : ''}`
  if (plan.archived)
    return (
      <Form action={archive}>
        <Button kind="second">{t.restore}</Button>
      </Form>
    )
  return (
    <>
      <Menu id="add-rule" label={t.addRule}>
        <MenuList
          items={KINDS.map((kind) => ({
            label: t.newRule[kind],
            detail: t.leads[kind],
            href: `${to('/rules/new')}&kind=${kind}`,
          }))}
        />
      </Menu>
      {tryOut}
      <ButtonLink kind="second" href={runsPath(viewer, '/check', { what: whatOf(plan.id, next.name) })}>
        {t.run(periodText(plan.interval, next.name, viewer.locale))}
      </ButtonLink>
      <Menu id="plan-more" label={t.more} icon="more" isAtEnd>
        <MenuList
          items={[
            { label: t.change, href: to('/terms') },
            { label: t.archive, action: archive, startsGroup: true },
          ]}
        />
      </Menu>
    </>
  )
}

/** The versions of a plan, if there are several. */
function Versions({ opened: { plan }, viewer }: ShownProps) {
  const { locale } = viewer
  const t = planTexts(locale)
  if (plan.versions.length < 2) return null
  const items = plan.versions.map((from) => ({
    label: t.from(periodText(plan.interval, from, locale)),
    href: planPath(viewer, plan.id, '', from),
    isCurrent: from === plan.version.from_period,
  }))
  return <Chips label={t.versions} items={items} />
}

function Sums({ preview, viewer }: { preview: DuesPreview; viewer: Viewer }) {
  const { locale, staff } = viewer
  const t = planTexts(locale)
  const total = (groups: { count: number }[]) => groups.reduce((sum, { count }) => sum + count, 0)
  const [exempt, faults] = [total(preview.exempt), total(preview.faults)]
  return (
    <Stats>
      <Stat label={t.persons} value={formatNumber(preview.persons, locale)} />
      <Stat label={t.amount} value={formatMoney(preview.amount, staff.workspace.currency, locale)} />
      {exempt > 0 && <Stat label={t.exemptStat} value={formatNumber(exempt, locale)} />}
      {faults > 0 && <Stat label={t.faultsStat} value={formatNumber(faults, locale)} />}
    </Stats>
  )
}
