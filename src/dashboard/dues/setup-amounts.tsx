import type { PlanChoices } from '../../domain/dues/choices'
import { type Interval, periodAfter, periodOn } from '../../domain/dues/period'
import { addDays, todayIn } from '../../domain/shared/dates'
import { ButtonLink } from '../../ui/button'
import { Card } from '../../ui/card'
import { Check, MoneyField } from '../../ui/choices'
import { CheckboxGroup, SaveOrCancel, SelectField, TextField } from '../../ui/form'
import { Fields, Form } from '../../ui/form-layout'
import { PageHead } from '../../ui/page-head'
import { Measure } from '../../ui/stack'
import { Quiet } from '../../ui/text'
import { type Faults, faultsOf } from '../attempt'
import { AssignmentFields } from '../fees/assignment'
import { StaffLayout, type Viewer } from '../layout'
import { newFormToken, TOKEN } from '../once'
import { refusedIn } from '../refusals'
import { hasRefused, type Refused, RefusedList } from '../refused-fields'
import { plansPath } from './path'
import { periodText } from './period-texts'
import { PlanWay } from './plan-way'
import type { Basis } from './setup-form'
import { SetupSteps } from './setup-steps'
import { formOfTerms, NameFields, TermsFields } from './terms-fields'
import { type SetupFields, setupTexts } from './texts-setup'
import { termsTexts } from './texts-terms'

type Props = {
  choices: PlanChoices
  basis: Basis
  interval: Interval
  form?: URLSearchParams
  faults?: Faults
  viewer: Viewer
  now: Date
}

/** How soon a period must begin for a new plan to begin with it. */
const SOON_DAYS = 60

/** The form with all amounts of a new plan. */
export function AmountsPage({ choices, basis, interval, form, faults = faultsOf({}), viewer, now }: Props) {
  const { locale, staff } = viewer
  const t = setupTexts(locale)
  const today = todayIn(staff.workspace.timezone, now)
  const first = periodOn(interval, addDays(today, SOON_DAYS))
  const defaults: Record<string, string> = {
    name: t.nameOf[interval],
    description: t.description,
    from_period: first.name,
    ...formOfTerms(
      { key_day: '01-01', due_day: interval === 'year' ? 59 : 14, pro_rata: 'months', rounding: 10 },
      first,
    ),
    book_sections: '1',
  }
  const fields = { ...t.fields, ...termsTexts(locale).fields, form: t.fields.form }
  const refused = refusedIn(faults, fields, viewer)
  const values = (name: string) => (form ? (form.get(name) ?? '') : (defaults[name] ?? ''))
  const parts = { basis, choices, values, form, refused, viewer }
  const periods = [periodOn(interval, today), ...nextPeriods(interval, today)]
  return (
    <StaffLayout title={t.title} viewer={viewer} section="fees" hasIssues={hasRefused(refused)}>
      <Measure>
        <PageHead
          title={t.title}
          lead={t.amountsLead}
          breadcrumb={<PlanWay viewer={viewer} />}
          actions={
            <ButtonLink kind="second" href={plansPath(viewer, `/new?list=${choices.context.list}`)}>
              {t.back}
            </ButtonLink>
          }
        />
        <SetupSteps current={1} viewer={viewer} />
        <RefusedList refused={refused} fields={fields} labels={labelsOf(basis)} locale={locale} />
        <Form hidden={{ [TOKEN]: newFormToken() }} warnsUnsaved>
          <BaseCard {...parts} />
          <ChildCard {...parts} />
          <SectionsCard {...parts} />
          <MoreCard {...parts} />
          <Card title={t.whenCard}>
            <Fields>
              <SelectField
                {...termsTexts(locale).fields.from_period}
                name="from_period"
                value={values('from_period')}
                issue={refused.from_period}
                options={periods.map(({ name }) => ({
                  value: name,
                  label: periodText(interval, name, locale),
                }))}
              />
              <TermsFields {...parts} />
              <NameFields {...parts} />
            </Fields>
          </Card>
          <BookCard {...parts} />
          <SaveOrCancel label={t.create} cancelHref={plansPath(viewer)} locale={locale} />
        </Form>
      </Measure>
    </StaffLayout>
  )
}

function nextPeriods(interval: Interval, today: string) {
  const next = periodAfter(interval, periodOn(interval, today))
  return [next, periodAfter(interval, next)]
}

/** How the summary of faults calls the inputs of values. */
const labelsOf = ({ base, sections }: Basis): Record<string, string> =>
  Object.fromEntries([
    ...(base?.allowed_values ?? []).map((value, index) => [`base.${index}.amount`, value]),
    ...(sections?.allowed_values ?? []).map((value, index) => [`prices.${index}.amount`, value]),
  ])

type PartProps = {
  basis: Basis
  choices: PlanChoices
  values: (name: string) => string
  form: URLSearchParams | undefined
  refused: Refused
  viewer: Viewer
}

function moneyField(name: string, label: string, { values, refused, viewer }: PartProps, hint?: string) {
  const { currency } = viewer.staff.workspace
  return (
    <MoneyField
      {...{ name, label }}
      {...(hint && { hint })}
      value={values(name)}
      issue={refused[name]}
      unit={currency === 'EUR' ? '€' : currency}
    />
  )
}

function BaseCard(props: PartProps) {
  const t = setupTexts(props.viewer.locale)
  const { base } = props.basis
  if (!base)
    return (
      <Card title={t.everyoneCard}>
        <Fields>{moneyField('everyone', t.everyone, props)}</Fields>
      </Card>
    )
  return (
    <Card title={t.baseCard(base.name)}>
      <Quiet>{t.baseLead}</Quiet>
      <Fields columns={2}>
        {base.allowed_values?.map((value, index) => moneyField(`base.${index}.amount`, value, props))}
      </Fields>
    </Card>
  )
}

function ChildCard(props: PartProps) {
  const { basis, values, refused, viewer } = props
  const t = setupTexts(viewer.locale)
  const { fields }: { fields: SetupFields } = t
  const groups = basis.base?.allowed_values ?? []
  return (
    <Card title={t.childCard}>
      <Quiet>{t.childLead}</Quiet>
      <Fields columns={2}>
        <TextField
          name="child_age"
          label={fields.child_age.label}
          value={values('child_age')}
          issue={refused.child_age}
          inputmode="numeric"
          autocomplete="off"
        />
        {moneyField('child_amount', fields.child_amount.label, props)}
        {groups.length > 0 && (
          <SelectField
            name="child_group"
            label={fields.child_group.label}
            value={values('child_group')}
            options={[
              { value: '', label: t.anyGroup },
              ...groups.map((value) => ({ value, label: t.inGroup(value) })),
            ]}
          />
        )}
      </Fields>
    </Card>
  )
}

function SectionsCard(props: PartProps) {
  const { basis, form, viewer } = props
  const t = setupTexts(viewer.locale)
  const { base, sections } = basis
  if (!sections) return null
  return (
    <Card title={t.sectionsCard(sections.name)}>
      <Quiet>{t.sectionsLead}</Quiet>
      <Fields columns={2}>
        {sections.allowed_values?.map((value, index) => moneyField(`prices.${index}.amount`, value, props))}
      </Fields>
      {base && base.id !== sections.id && (
        <CheckboxGroup
          name="without"
          label={t.without}
          values={form?.getAll('without') ?? []}
          options={(base.allowed_values ?? []).map((value) => ({ value, label: value }))}
        />
      )}
    </Card>
  )
}

function MoreCard(props: PartProps) {
  const t = setupTexts(props.viewer.locale)
  const { cap, once } = t.fields
  return (
    <Card title={t.moreCard}>
      <Fields>
        {moneyField('cap', cap.label, props, cap.hint)}
        {moneyField('once', once.label, props, once.hint)}
      </Fields>
    </Card>
  )
}

function BookCard({ basis, choices, values, refused, viewer }: PartProps) {
  const { locale } = viewer
  const t = setupTexts(locale)
  const named = basis.sections?.allowed_values ?? []
  const hasUnits = choices.costUnits.some(({ name }) => named.includes(name))
  return (
    <Card title={t.bookCard}>
      <Fields>
        <AssignmentFields
          costUnits={choices.costUnits}
          values={{ costunit_name: values('costunit_name'), sphere: values('sphere') }}
          {...{ refused, locale }}
        />
        {hasUnits && (
          <Check name="book_sections" label={t.bookSections} isChecked={values('book_sections') === '1'} />
        )}
      </Fields>
    </Card>
  )
}
