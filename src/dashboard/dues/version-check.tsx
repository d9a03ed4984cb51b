import type { Context } from 'hono'
import type { DuesComparison } from '../../domain/dues/compare'
import type { OpenedPlan } from '../../domain/dues/open'
import { DomainError } from '../../domain/shared/errors'
import type { StaffPrincipal } from '../../domain/staff/principal'
import type { Env } from '../../env'
import { Button, ButtonLink } from '../../ui/button'
import { Card } from '../../ui/card'
import { Form } from '../../ui/form-layout'
import { formatMoney, formatNumber } from '../../ui/i18n/format'
import { kitTexts } from '../../ui/i18n/kit'
import { formTexts } from '../../ui/i18n/texts'
import { Notice } from '../../ui/notice'
import { PageHead } from '../../ui/page-head'
import { Actions, Measure } from '../../ui/stack'
import { Stat, Stats } from '../../ui/stat'
import { Table } from '../../ui/table'
import { Quiet } from '../../ui/text'
import { StaffLayout, type Viewer, viewerOf } from '../layout'
import { personPathIn } from '../paths'
import { FaultsNotice } from './faults'
import { doneWithPlan, type PlanDone, planPath } from './path'
import { periodText } from './period-texts'
import { PlanWay } from './plan-way'
import { checkTexts } from './texts-check'
import { compareVersion, saveVersion, type VersionChange } from './versions'

/** What a form has come to: a version that is in force from a period on, or what it would change. */
type Step = { saved: string } | { comparison: DuesComparison }

/**
 * Saves a changed version. If fees were claimed by the plan, first compares it with the one in force: a plan that is only being
 * set up shows its sums after each change anyway.
 */
export async function saveStep(
  principal: StaffPrincipal,
  opened: OpenedPlan,
  change: VersionChange,
): Promise<Step> {
  const isCompared = opened.lastClaimed !== null && !change.form.has(CHECKED)
  const comparison = isCompared && (await compareOrNothing(principal, opened, change))
  return comparison ? { comparison } : { saved: await saveVersion(principal, opened, change) }
}

/** The field of a form whose changes were shown. */
const CHECKED = 'checked'

/** Whether a form comes back from the check to be changed. */
export const isEdited = (form: URLSearchParams): boolean => form.get('act') === 'edit'

/** What a version changes; nothing if there are too many persons to compute it. */
async function compareOrNothing(...request: Parameters<typeof compareVersion>) {
  try {
    return await compareVersion(...request)
  } catch (error) {
    if (error instanceof DomainError && error.issues?.plan_id) return undefined
    throw error
  }
}

type Answer = { opened: OpenedPlan; form: URLSearchParams; step: Step; word: PlanDone; isOfForm?: boolean }

/** Leads to the plan, or shows what a change means with the button that saves it. `isOfForm` leads back to its form. */
export function answerStep(c: Context<Env>, { opened, form, step, word, isOfForm = false }: Answer) {
  if ('saved' in step) return doneWithPlan(c, word, opened.plan.id, step.saved)
  const { pathname, search } = new URL(c.req.url)
  const fields = new URLSearchParams([...form].filter(([name]) => name !== 'act' && name !== CHECKED))
  fields.set(CHECKED, '1')
  const props = { opened, fields, isOfForm, ...step, action: pathname + search }
  return c.html(<CheckPage {...props} viewer={viewerOf(c)} />)
}

type Props = {
  opened: OpenedPlan
  comparison: DuesComparison
  fields: URLSearchParams
  action: string
  isOfForm: boolean
  viewer: Viewer
}

function CheckPage({ opened, comparison, fields, action, isOfForm, viewer }: Props) {
  const { locale, staff } = viewer
  const { plan } = opened
  const { period, until, claimed } = comparison
  const t = checkTexts(locale)
  const named = (name: string) => periodText(plan.interval, name, locale)
  const back = planPath(viewer, plan.id, '', opened.period.name)
  return (
    <StaffLayout title={t.title} viewer={viewer} section="fees">
      <Measure>
        <PageHead
          title={t.title}
          lead={until === null ? t.from(named(period)) : t.fromUntil(named(period), named(until))}
          breadcrumb={<PlanWay opened={opened} viewer={viewer} />}
        />
        {claimed.count > 0 && (
          <Notice
            tone="warn"
            title={t.claimed(
              named(period),
              formatNumber(claimed.count, locale),
              formatMoney(claimed.amount, staff.workspace.currency, locale),
            )}
            isQuiet
          >
            {t.claimedLead}
          </Notice>
        )}
        <Numbers comparison={comparison} viewer={viewer} />
        <FaultsNotice preview={comparison} opened={opened} viewer={viewer} />
        {comparison.changes.length > 0 ? (
          <Changes comparison={comparison} viewer={viewer} />
        ) : (
          <Quiet>{t.nobody}</Quiet>
        )}
        <Form action={action} hidden={fields}>
          <Actions>
            <Button>{formTexts(locale).save}</Button>
            {isOfForm ? (
              <Button kind="second" name="act" value="edit">
                {t.edit}
              </Button>
            ) : (
              <ButtonLink kind="second" href={back}>
                {kitTexts(locale).cancel}
              </ButtonLink>
            )}
          </Actions>
          <Quiet>{t.notSaved}</Quiet>
        </Form>
      </Measure>
    </StaffLayout>
  )
}

type ShownProps = { comparison: DuesComparison; viewer: Viewer }

function Numbers({ comparison: { before, after, more, less, same }, viewer }: ShownProps) {
  const { locale, staff } = viewer
  const t = checkTexts(locale)
  const money = (cents: number) => formatMoney(cents, staff.workspace.currency, locale)
  const number = (count: number) => formatNumber(count, locale)
  return (
    <Stats>
      <Stat
        label={t.amount}
        value={money(after.amount)}
        {...(before && { detail: t.before(money(before.amount)) })}
      />
      <Stat label={t.more} value={number(more)} />
      <Stat label={t.less} value={number(less)} />
      <Stat label={t.same} value={number(same)} />
      {(after.faults > 0 || (before?.faults ?? 0) > 0) && (
        <Stat
          label={t.faults}
          value={number(after.faults)}
          {...(before && { detail: t.before(number(before.faults)) })}
        />
      )}
    </Stats>
  )
}

/** The persons for whom most changes. */
function Changes({ comparison: { changes, list }, viewer }: ShownProps) {
  const { locale, staff } = viewer
  const t = checkTexts(locale)
  const money = (cents: number | null) =>
    cents === null ? t.fault : formatMoney(cents, staff.workspace.currency, locale)
  return (
    <Card title={t.changes}>
      <Table
        caption={t.changes}
        locale={locale}
        rows={changes}
        rowId={({ person }) => person.id}
        columns={[
          {
            key: 'person',
            label: t.columns.person,
            cell: ({ person }) => <a href={personPathIn(staff.workspace, list, person.id)}>{person.name}</a>,
          },
          {
            key: 'before',
            label: t.columns.before,
            isNumeric: true,
            phone: 'labelled',
            cell: ({ before }) => money(before),
          },
          {
            key: 'after',
            label: t.columns.after,
            isNumeric: true,
            phone: 'aside',
            cell: ({ after }) => money(after),
          },
        ]}
      />
    </Card>
  )
}
