import { type Context, Hono } from 'hono'
import { type OpenedPlan, openDuesPlan } from '../../domain/dues/open'
import type { Rule } from '../../domain/dues/rule'
import { DomainError } from '../../domain/shared/errors'
import type { Env } from '../../env'
import { readForm } from '../../http/forms'
import { ButtonLink } from '../../ui/button'
import { Confirm } from '../../ui/confirm'
import { Notice } from '../../ui/notice'
import { PageHead } from '../../ui/page-head'
import { Measure } from '../../ui/stack'
import { attempt, type Faults, faultsOf } from '../attempt'
import { StaffLayout, type Viewer, viewerOf } from '../layout'
import { fieldsByKey } from '../members/fields'
import { rowName } from '../members/page-query'
import { refusedIn } from '../refusals'
import { hasRefused, RefusedList } from '../refused-fields'
import { doneWithPlan, PLAN, planPath } from './path'
import { PlanWay } from './plan-way'
import { RuleForm } from './rule-fields'
import { faultsOfRule, formOfRule, pricesIn, rowsOf, ruleOf, withRows, withRule } from './rule-form'
import { nameOf } from './rule-groups'
import { kindNamed } from './rule-kinds'
import { fieldNamed, type ShownRule } from './rule-text'
import { planTexts } from './texts-plan'
import { ruleTexts } from './texts-rule'
import { answerStep, isEdited, saveStep } from './version-check'
import { SinceField } from './versions'

const RULE = `${PLAN}/rules/:rule_id`

/** The pages that add, change, move and delete a rule of a plan. */
export const rulePages = new Hono<Env>()
  .get(`${PLAN}/rules/new`, async (c) => {
    const opened = await openToWrite(c)
    const kind = kindNamed(c.req.query('kind')) ?? 'surcharge'
    return answerForm(c, { opened, form: new URLSearchParams({ kind }) })
  })

  .post(`${PLAN}/rules/new`, async (c) => takeForm(c, await readForm(c), await openToWrite(c)))

  .get(RULE, async (c) => {
    const opened = await openToWrite(c)
    const rule = requireRule(c, opened)
    return answerForm(c, { opened, rule, form: formOfRule(rule, viewerOf(c).locale) })
  })

  .post(RULE, async (c) => {
    const form = await readForm(c)
    const opened = await openToWrite(c)
    // Somebody may have deleted it: then it is added again.
    const rule = opened.plan.version.rules.find(({ id }) => id === c.req.param('rule_id'))
    return takeForm(c, form, opened, rule)
  })

  .post(`${RULE}/move`, async (c) => {
    const form = await readForm(c)
    const opened = await openToWrite(c)
    const { rules } = opened.plan.version
    const rule = requireRule(c, opened)
    const ofKind = rules.filter(({ kind }) => kind === rule.kind)
    const other = ofKind[ofKind.indexOf(rule) + (form.get('direction') === 'up' ? -1 : 1)]
    const moved = other ? swap(rules, rule, other) : rules
    return answerMoved(c, async () => {
      const step = await saveStep(c.var.staff, opened, { form, changes: { rules: moved } })
      return answerStep(c, { opened, form, step, word: 'saved' })
    })
  })

  .get(`${RULE}/delete`, async (c) => {
    const opened = await openToWrite(c)
    return c.html(<DeletePage opened={opened} rule={requireRule(c, opened)} viewer={viewerOf(c)} />)
  })

  .post(`${RULE}/delete`, async (c) => {
    const form = await readForm(c)
    const opened = await openToWrite(c)
    const rule = requireRule(c, opened)
    const rules = opened.plan.version.rules.filter((one) => one !== rule)
    const outcome = await attempt(() => saveStep(c.var.staff, opened, { form, changes: { rules } }))
    if ('result' in outcome) return answerStep(c, { opened, form, step: outcome.result, word: 'deleted' })
    const props = { opened, rule, viewer: viewerOf(c), faults: outcome }
    return c.html(<DeletePage {...props} />, 422)
  })

const openToWrite = (c: Context<Env>): Promise<OpenedPlan> =>
  openDuesPlan(c.var.staff, {
    id: c.req.param('plan_id') ?? '',
    period: c.req.query('period'),
    permission: 'fees:write',
  })

function requireRule(c: Context<Env>, { plan }: OpenedPlan): ShownRule {
  const rule = plan.version.rules.find(({ id }) => id === c.req.param('rule_id'))
  if (!rule) throw new DomainError('not_found', 'The plan has no such rule.')
  return rule
}

const swap = (rules: ShownRule[], one: ShownRule, other: ShownRule) =>
  rules.with(rules.indexOf(one), other).with(rules.indexOf(other), one)

/** Leads to the plan, also if somebody has changed it meanwhile or it cannot be so: then as it is. */
async function answerMoved(c: Context<Env>, move: () => Promise<Response>) {
  const id = c.req.param('plan_id') ?? ''
  try {
    return await move()
  } catch (error) {
    if (!(error instanceof DomainError && (error.reason === 'changed_meanwhile' || error.issues))) throw error
    return doneWithPlan(c, error.issues ? 'notMoved' : 'changedMeanwhile', id, c.req.query('period'))
  }
}

/** Saves the rule that a form means, or shows the form with another row. */
async function takeForm(c: Context<Env>, form: URLSearchParams, opened: OpenedPlan, rule?: ShownRule) {
  const kind = rule?.kind ?? kindNamed(form.get('kind') ?? '') ?? 'surcharge'
  form.set('kind', kind)
  const act = form.get('act') ?? ''
  const removed = /^remove\.(\d+)$/.exec(act)?.[1]
  if (removed !== undefined)
    return answerForm(c, { opened, rule, form: withRows(form, { removed: Number(removed) }) })
  const added = form.get('add') ?? ''
  if (added !== '') return answerForm(c, { opened, rule, form: withRows(form, { added }) })
  const column = form.get('column') ?? ''
  if (kind === 'surcharge' && column !== '' && column !== form.get('priced'))
    return answerForm(c, { opened, rule, form })
  if (isEdited(form)) return answerForm(c, { opened, rule, form })
  const { rule: given, issues } = ruleOf(form, kind, rule?.id)
  if (Object.keys(issues).length > 0)
    return answerForm(c, { opened, rule, form, status: 422, faults: faultsOf(issues) })
  const { rules, index } = withRule(opened.plan.version.rules, given, kind)
  try {
    const outcome = await attempt(() => saveStep(c.var.staff, opened, { form, changes: { rules } }))
    if ('result' in outcome)
      return answerStep(c, { opened, form, step: outcome.result, word: 'saved', isOfForm: true })
    return answerForm(c, { opened, rule, form, status: 422, faults: faultsOfRule(outcome, index, form) })
  } catch (error) {
    if (!(error instanceof DomainError && error.reason === 'changed_meanwhile')) throw error
    return answerForm(c, { opened: await openToWrite(c), rule, form, status: 409 })
  }
}

type Answer = {
  opened: OpenedPlan
  rule?: ShownRule | undefined
  form: URLSearchParams
  status?: 409 | 422
  faults?: Faults
}

const answerForm = (c: Context<Env>, { status, ...answer }: Answer) =>
  c.html(<RulePage {...answer} viewer={viewerOf(c)} isChanged={status === 409} />, status ?? 200)

type Props = Omit<Answer, 'status'> & { viewer: Viewer; isChanged: boolean }

function RulePage({ opened, rule, form, faults = faultsOf({}), viewer, isChanged }: Props) {
  const { locale } = viewer
  const { plan, period, context } = opened
  const t = ruleTexts(locale)
  const kind = form.get('kind') as Rule['kind']
  const fields = fieldsByKey(context)
  const refused = refusedIn(faults, t.fields, viewer)
  const title = rule ? nameOf(rule, fields) : t.titles[kind]
  const back = planPath(viewer, plan.id, '', period.name)
  return (
    <StaffLayout title={title} viewer={viewer} section="fees" hasIssues={hasRefused(refused)}>
      <Measure>
        <PageHead
          title={title}
          breadcrumb={<PlanWay opened={opened} viewer={viewer} />}
          actions={
            rule && (
              <ButtonLink
                kind="second"
                href={planPath(viewer, plan.id, `/rules/${rule.id}/delete`, period.name)}
              >
                {t.delete}
              </ButtonLink>
            )
          }
        />
        {isChanged && <ChangedNotice viewer={viewer} />}
        <RefusedList
          refused={refused}
          fields={t.fields}
          inputs={inputsOf(form, fields)}
          labels={labelsOf(form)}
          locale={locale}
        />
        <RuleForm {...{ opened, kind, form, refused, viewer }} cancelHref={back} />
      </Measure>
    </StaffLayout>
  )
}

/** Says that the plan is another than the form was made from. */
export function ChangedNotice({ viewer }: { viewer: Viewer }) {
  const t = planTexts(viewer.locale)
  return (
    <Notice tone="warn" title={t.changed} hasFocus>
      {t.changedLead}
    </Notice>
  )
}

/** The inputs of values that are not named as the others, by the names of their faults. */
const inputsOf = (form: URLSearchParams, fields: ReturnType<typeof fieldsByKey>) =>
  Object.fromEntries(
    rowsOf(form).flatMap(({ row, condition }) => {
      const kind = fieldNamed(condition.field, fields)?.kind
      return kind === 'number' || kind === 'years' ? [[rowName('value', row), rowName('number', row)]] : []
    }),
  )

const labelsOf = (form: URLSearchParams) =>
  Object.fromEntries(
    pricesIn(form).map((index) => [`prices.${index}.amount`, form.get(`prices.${index}.value`) ?? '']),
  )

type DeleteProps = { opened: OpenedPlan; rule: ShownRule; viewer: Viewer; faults?: Faults }

function DeletePage({ opened, rule, viewer, faults }: DeleteProps) {
  const { locale } = viewer
  const { plan, period, context } = opened
  const t = ruleTexts(locale)
  const title = t.deleteTitle(nameOf(rule, fieldsByKey(context)))
  const refused = faults ? refusedIn(faults, { rules: t.fields.form }, viewer) : {}
  return (
    <StaffLayout title={title} viewer={viewer} section="fees" hasIssues={hasRefused(refused)}>
      <RefusedList
        refused={refused}
        fields={{ rules: t.fields.form }}
        inputs={{ rules: null }}
        locale={locale}
      />
      <Confirm
        title={title}
        lead={t.deleteLead}
        action={planPath(viewer, plan.id, `/rules/${rule.id}/delete`, period.name)}
        label={t.delete}
        cancelHref={planPath(viewer, plan.id, '', period.name)}
        isDangerous
        locale={locale}
      >
        <SinceField opened={opened} form={new URLSearchParams()} viewer={viewer} />
      </Confirm>
    </StaffLayout>
  )
}
