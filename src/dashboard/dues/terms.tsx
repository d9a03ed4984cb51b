import { type Context, Hono } from 'hono'
import { changeDuesPlan } from '../../domain/dues/change'
import { type OpenedPlan, openDuesPlan } from '../../domain/dues/open'
import { parsePeriod } from '../../domain/dues/period'
import { DomainError } from '../../domain/shared/errors'
import type { Env } from '../../env'
import { readForm } from '../../http/forms'
import { EnterButton } from '../../ui/button'
import { Card } from '../../ui/card'
import { SaveOrCancel, SelectField } from '../../ui/form'
import { Fields, Form, HiddenFields } from '../../ui/form-layout'
import { formTexts } from '../../ui/i18n/texts'
import { PageHead } from '../../ui/page-head'
import { Measure } from '../../ui/stack'
import { attempt, type Faults, faultsOf } from '../attempt'
import { StaffLayout, type Viewer, viewerOf } from '../layout'
import { fieldsByKey } from '../members/fields'
import { refusedIn, withPaths } from '../refusals'
import { hasRefused, RefusedList } from '../refused-fields'
import { PLAN, planPath } from './path'
import { PlanWay } from './plan-way'
import { ChangedNotice } from './rule'
import { fieldNamed } from './rule-text'
import { formOfTerms, NameFields, TermsFields, termsOf } from './terms-fields'
import { termsTexts } from './texts-terms'
import { answerStep, isEdited, saveStep } from './version-check'
import { SinceField } from './versions'

const TERMS = `${PLAN}/terms`

/** The page that changes the name and the terms of a plan. */
export const termsPage = new Hono<Env>()
  .get(TERMS, async (c) => {
    const opened = await open(c)
    return answerForm(c, { opened, form: formOf(opened) })
  })

  .post(TERMS, async (c) => {
    const form = await readForm(c)
    const opened = await open(c)
    const column = form.get('column') ?? ''
    const hasOtherColumn = column !== '' && column !== form.get('divided')
    if (hasOtherColumn || isEdited(form)) return answerForm(c, { opened, form })
    const changes = { ...termsOf(form, firstOf(opened)), instalments: instalmentsOf(form) }
    try {
      const head = {
        name: form.get('name')?.trim() ?? '',
        description: form.get('description')?.trim() ?? '',
      }
      const outcome = await attempt(() =>
        isSame(opened, changes)
          ? rename(c, opened, { form, head })
          : saveStep(c.var.staff, opened, { form, changes, head }),
      )
      if ('result' in outcome)
        return answerStep(c, { opened, form, step: outcome.result, word: 'saved', isOfForm: true })
      const faults = withPaths(outcome, (path) => (path.startsWith('instalments') ? 'instalments' : path))
      return answerForm(c, { opened: await open(c), form, status: 422, faults })
    } catch (error) {
      if (!(error instanceof DomainError && error.reason === 'changed_meanwhile')) throw error
      return answerForm(c, { opened: await open(c), form, status: 409 })
    }
  })

/** Whether a form says of the terms what the version does, so that a new name alone makes no new version. */
const isSame = ({ plan: { version } }: OpenedPlan, changes: ReturnType<typeof termsOf> & object): boolean =>
  (Object.keys(changes) as (keyof typeof changes)[]).every(
    (key) => JSON.stringify(changes[key]) === JSON.stringify(version[key] ?? null),
  )

/** Renames a plan whose version stays as it is. */
async function rename(
  c: Context<Env>,
  { plan, period }: OpenedPlan,
  { form, head }: { form: URLSearchParams; head: { name: string; description: string } },
) {
  const precondition = (revision: string) => revision === form.get('revision')
  await changeDuesPlan(c.var.staff, { id: plan.id, body: head, precondition })
  return { saved: period.name }
}

const open = (c: Context<Env>): Promise<OpenedPlan> =>
  openDuesPlan(c.var.staff, {
    id: c.req.param('plan_id') ?? '',
    period: c.req.query('period'),
    permission: 'fees:write',
  })

/** The first period of the version that is shown. */
const firstOf = ({ plan, period }: OpenedPlan) =>
  parsePeriod(plan.interval, plan.version.from_period) ?? period

function formOf(opened: OpenedPlan): URLSearchParams {
  const { plan } = opened
  const { instalments } = plan.version
  const form = new URLSearchParams({
    name: plan.name,
    description: plan.description,
    ...formOfTerms(plan.version, firstOf(opened)),
    ...(instalments && { column: instalments.column, divided: instalments.column }),
  })
  for (const [value, parts] of Object.entries(instalments?.parts ?? {}))
    form.set(`parts.${value}`, String(parts))
  return form
}

/** The instalments that a form means; null for none. */
function instalmentsOf(form: URLSearchParams) {
  const column = form.get('column') ?? ''
  if (column === '') return null
  const parts = [...form].flatMap(([name, value]) =>
    name.startsWith('parts.') && value !== '1' ? [[name.slice('parts.'.length), Number(value)]] : [],
  )
  return { column, parts: Object.fromEntries(parts) }
}

type Answer = { opened: OpenedPlan; form: URLSearchParams; status?: 409 | 422; faults?: Faults }

const answerForm = (c: Context<Env>, { status, ...answer }: Answer) =>
  c.html(<TermsPage {...answer} viewer={viewerOf(c)} isChanged={status === 409} />, status ?? 200)

type Props = Omit<Answer, 'status'> & { viewer: Viewer; isChanged: boolean }

function TermsPage({ opened, form, faults = faultsOf({}), viewer, isChanged }: Props) {
  const { locale } = viewer
  const { plan, period } = opened
  const t = termsTexts(locale)
  const refused = refusedIn(faults, t.fields, viewer)
  const values = (name: string) => form.get(name) ?? ''
  const props = { values, refused, viewer }
  return (
    <StaffLayout title={t.title} viewer={viewer} section="fees" hasIssues={hasRefused(refused)}>
      <Measure>
        <PageHead title={t.title} breadcrumb={<PlanWay opened={opened} viewer={viewer} />} />
        {isChanged && <ChangedNotice viewer={viewer} />}
        <RefusedList refused={refused} fields={t.fields} inputs={{ instalments: 'column' }} locale={locale} />
        <Form warnsUnsaved>
          <EnterButton>{formTexts(locale).save}</EnterButton>
          <Card>
            <Fields>
              <NameFields {...props} />
            </Fields>
          </Card>
          <Card title={t.card}>
            <Fields>
              <TermsFields {...props} />
              {plan.interval === 'year' && (
                <Instalments {...{ opened, form, viewer }} issue={refused.instalments} />
              )}
            </Fields>
          </Card>
          <SinceField opened={opened} form={form} viewer={viewer} />
          <SaveOrCancel cancelHref={planPath(viewer, plan.id, '', period.name)} locale={locale} />
        </Form>
      </Measure>
    </StaffLayout>
  )
}

type InstalmentsProps = {
  opened: OpenedPlan
  form: URLSearchParams
  viewer: Viewer
  issue: string | undefined
}

/** The column that divides the amount of a year, and into how many parts by its values. */
function Instalments({ opened, form, viewer, issue }: InstalmentsProps) {
  const t = termsTexts(viewer.locale)
  const columns = opened.context.columns.filter(
    ({ type, allowed_values }) => type !== 'array' && allowed_values,
  )
  if (columns.length === 0) return null
  const column = fieldNamed(form.get('column') ?? '', fieldsByKey(opened.context))?.column
  return (
    <>
      <SelectField
        {...t.fields.instalments}
        name="column"
        value={column?.id ?? ''}
        {...(issue && { issue })}
        options={[
          { value: '', label: t.noInstalments },
          ...columns.map(({ id, name }) => ({ value: id, label: name })),
        ]}
      />
      {column && <HiddenFields values={{ divided: column.id }} />}
      {column?.allowed_values?.map((value) => (
        <SelectField
          name={`parts.${value}`}
          label={`${column.name}: ${value}`}
          value={form.get(`parts.${value}`) ?? '1'}
          options={['1', '2', '4', '12'].map((parts) => ({ value: parts, label: t.parts[parts] ?? parts }))}
        />
      ))}
    </>
  )
}
