import { type Context, Hono } from 'hono'
import { permits } from '../../domain/access/authorize'
import { type ListId, listNamed, listsOf } from '../../domain/access/lists'
import type { CustomColumn } from '../../domain/custom-columns/column'
import { type PlanChoices, viewPlanChoices } from '../../domain/dues/choices'
import { createDuesPlan } from '../../domain/dues/create'
import { INTERVALS, type Interval } from '../../domain/dues/period'
import type { Env } from '../../env'
import { readForm } from '../../http/forms'
import { Card } from '../../ui/card'
import { RadioGroup } from '../../ui/choices'
import { SaveOrCancel, SelectField } from '../../ui/form'
import { Fields, QueryForm } from '../../ui/form-layout'
import { PageHead } from '../../ui/page-head'
import { Measure } from '../../ui/stack'
import { Chips } from '../../ui/tabs'
import { Quiet } from '../../ui/text'
import { attempt } from '../attempt'
import { StaffLayout, type Viewer, viewerOf } from '../layout'
import { once } from '../once'
import { layoutTexts } from '../texts'
import { doneWithPlan, PLANS, plansPath } from './path'
import { PlanWay } from './plan-way'
import { pricedColumns } from './rule-form'
import { AmountsPage } from './setup-amounts'
import { type Basis, faultsOfPlan, planOf } from './setup-form'
import { SetupSteps } from './setup-steps'
import { setupTexts } from './texts-setup'
import { termsTexts } from './texts-terms'

const NEW = `${PLANS}/new`

/** The pages that make a plan: one asks what the fee follows from, the next has all amounts. */
export const setupPages = new Hono<Env>()
  .get(NEW, async (c) => {
    const choices = await viewPlanChoices(c.var.staff, { list: listIn(c) })
    const query = new URL(c.req.url).searchParams
    const viewer = viewerOf(c)
    if (!query.has('base')) return c.html(<QuestionPage choices={choices} viewer={viewer} />)
    return c.html(<AmountsPage {...{ choices, viewer }} {...askedIn(query, choices)} now={c.var.staff.now} />)
  })

  .post(NEW, async (c) => {
    const form = await readForm(c)
    const choices = await viewPlanChoices(c.var.staff, { list: listIn(c) })
    const asked = askedIn(new URL(c.req.url).searchParams, choices)
    const { locale } = viewerOf(c)
    const { body, inputOf } = planOf({ form, ...asked, choices, locale })
    const outcome = await attempt(() => createDuesPlan(once(c, form, 'fees:write'), { body }))
    if ('result' in outcome) return doneWithPlan(c, 'created', JSON.parse(outcome.result).id)
    const faults = faultsOfPlan(outcome, inputOf)
    const props = { choices, form, faults, ...asked, viewer: viewerOf(c), now: c.var.staff.now }
    return c.html(<AmountsPage {...props} />, 422)
  })

const listIn = (c: Context<Env>): ListId => listNamed(c.req.query('list') ?? '')

/** The columns and the interval that an address names. */
function askedIn(query: URLSearchParams, choices: PlanChoices): { basis: Basis; interval: Interval } {
  const columnIn = (name: string) => pricedColumns(choices).find(({ id }) => id === query.get(name))
  const interval = INTERVALS.find((one) => one === query.get('interval')) ?? 'year'
  return { basis: { base: columnIn('base'), sections: columnIn('sections') }, interval }
}

type Props = { choices: PlanChoices; viewer: Viewer }

function QuestionPage({ choices, viewer }: Props) {
  const { locale } = viewer
  const { list } = choices.context
  const t = setupTexts(locale)
  const columns = pricedColumns(choices)
  const ofOne = columns.filter(({ type }) => type !== 'array')
  const option = (column: CustomColumn) => ({
    value: column.id,
    label: column.name,
    hint: (column.allowed_values ?? []).join(', '),
  })
  const sections = columns.find(({ type }) => type === 'array')
  return (
    <StaffLayout title={t.title} viewer={viewer} section="fees">
      <Measure>
        <PageHead title={t.title} lead={t.lead} breadcrumb={<PlanWay viewer={viewer} />} />
        <SetupSteps current={0} viewer={viewer} />
        <Lists list={list} viewer={viewer} />
        <QueryForm action={plansPath(viewer, '/new')} hidden={{ list }}>
          <Card>
            <Fields>
              {columns.length === 0 && <Quiet>{t.noColumns}</Quiet>}
              <RadioGroup
                name="base"
                label={t.base}
                value={guessBase(ofOne)?.id ?? ''}
                options={[...ofOne.map(option), { value: '', label: t.baseNone }]}
              />
              {columns.length > 0 && (
                <RadioGroup
                  name="sections"
                  label={t.sections}
                  value={sections?.id ?? ''}
                  options={[...columns.map(option), { value: '', label: t.sectionsNone }]}
                />
              )}
              <SelectField
                name="interval"
                label={t.interval}
                value="year"
                options={INTERVALS.map((value) => ({ value, label: termsTexts(locale).intervals[value] }))}
              />
            </Fields>
          </Card>
          <SaveOrCancel label={t.next} cancelHref={plansPath(viewer)} locale={locale} />
        </QueryForm>
      </Measure>
    </StaffLayout>
  )
}

/** The column that most likely says who pays how much. */
const guessBase = (columns: CustomColumn[]): CustomColumn | undefined =>
  columns.find(({ name }) => /beitrag|fee|dues/i.test(name)) ??
  columns.find(({ name }) => /gruppe|status|art|group|type|kind/i.test(name))

function Lists({ list, viewer }: { list: ListId; viewer: Viewer }) {
  const { staff, locale } = viewer
  const lists = listsOf(staff.workspace.subscriptionVariant).filter((one) => permits(staff, `${one}:read`))
  if (lists.length < 2) return null
  const items = lists.map((one) => ({
    label: layoutTexts(locale)[one],
    href: plansPath(viewer, `/new?list=${one}`),
    isCurrent: one === list,
  }))
  return <Chips label={setupTexts(locale).lists} items={items} />
}
