import type { ChargeChoices } from '../../../domain/fees/charge-preview'
import { numberColumns } from '../../../domain/fees/charge-terms'
import type { ColumnUse } from '../../../domain/fees/events'
import { Card } from '../../../ui/card'
import { DateField, MoneyField, RadioGroup } from '../../../ui/choices'
import { SelectField, TextField } from '../../../ui/form'
import { Fields } from '../../../ui/form-layout'
import { formatDay, formatNumber } from '../../../ui/i18n/format'
import type { Viewer } from '../../layout'
import type { Refused } from '../../refused-fields'
import { AssignmentFields } from '../assignment'
import { audienceOf, listIn, NO_VIEW } from './form'
import { chargeTexts } from './texts'

export type ChargeFieldsProps = {
  choices: ChargeChoices
  viewer: Viewer
  form: URLSearchParams
  refused: Refused
}

/** Who is charged: what was chosen in a list, all of a list, or a saved view. */
export function AudienceFields({ choices, viewer, form, refused }: ChargeFieldsProps) {
  const { locale } = viewer
  const list = listIn(form)
  const t = chargeTexts(locale).audience
  const ids = form.getAll('id')
  const chosen = t.chosenLabel(t.chosen(formatNumber(ids.length, locale)))
  const options = [
    ...(ids.length > 0 ? [{ value: 'chosen', label: chosen }] : []),
    ...(form.get('query') || audienceOf(form) === 'query' ? [{ value: 'query', label: t.query }] : []),
    { value: 'all', label: t.all[list] },
    ...(choices.segments.length > 0 ? [{ value: 'view', label: t.view }] : []),
  ]
  return (
    <Card>
      <Fields>
        <RadioGroup
          name="audience"
          label={t.title}
          value={audienceOf(form)}
          options={options}
          issue={refused.selection}
        />
        {choices.segments.length > 0 && (
          <SelectField
            name="view"
            label={t.viewLabel}
            value={form.get('view') ?? NO_VIEW}
            options={[
              { value: NO_VIEW, label: t.noView },
              ...choices.segments.map(({ name, query }) => ({ value: query, label: name })),
            ]}
          />
        )}
      </Fields>
    </Card>
  )
}

/** How much is charged. Columns are offered if the list has some with numbers. */
export function AmountFields({ choices, viewer, form, refused }: ChargeFieldsProps) {
  const { locale, staff } = viewer
  const { currency } = staff.workspace
  const { amount: t, fields } = chargeTexts(locale)
  const columns = numberColumns(choices.context.columns)
  return (
    <Card title={t.title}>
      <Fields>
        {columns.length > 0 && (
          <RadioGroup
            name="calculation"
            label={fields.calculation.label}
            value={form.get('calculation') ?? 'fixed'}
            issue={refused.calculation}
            options={[
              { value: 'fixed', label: t.fixed },
              { value: 'reduced', label: t.reduced, hint: t.reducedHint },
              { value: 'column', label: t.column, hint: t.columnHint },
            ]}
          />
        )}
        <MoneyField
          name="amount"
          label={fields.amount.label}
          value={form.get('amount') ?? ''}
          unit={currency === 'EUR' ? '€' : currency}
          issue={refused.amount}
        />
        {columns.length > 0 && (
          <SelectField
            name="column_id"
            label={fields.column_id.label}
            hint={t.columnUse}
            value={form.get('column_id') ?? ''}
            issue={refused.column_id}
            options={[
              { value: '', label: t.noColumn },
              ...columns.map(({ id, name }) => ({
                value: id,
                label: columnLabel(name, usesOf(choices, id), viewer),
              })),
            ]}
          />
        )}
      </Fields>
    </Card>
  )
}

const usesOf = ({ columnUses }: ChargeChoices, columnId: string) =>
  columnUses.find(({ column_id }) => column_id === columnId)

/** The name of a column, and when fees were last charged by it. */
function columnLabel(name: string, use: ColumnUse | undefined, { locale, staff }: Viewer): string {
  const { amount: t } = chargeTexts(locale)
  return use
    ? t.used(name, formatDay(use.at, staff.workspace.timezone, locale), use.description)
    : t.unused(name)
}

/** What the fees are for, by when they are due, and where they are booked. */
export function PurposeFields({ choices, viewer, form, refused }: ChargeFieldsProps) {
  const { locale } = viewer
  const t = chargeTexts(locale)
  const values = Object.fromEntries(form)
  return (
    <>
      <Card title={t.what}>
        <Fields>
          <TextField
            name="description"
            label={t.fields.description.label}
            hint={t.descriptionHint}
            value={form.get('description') ?? ''}
            issue={refused.description}
            autocomplete="off"
          />
          <DateField
            name="due_on"
            label={t.fields.due_on.label}
            value={form.get('due_on') ?? ''}
            issue={refused.due_on}
          />
        </Fields>
      </Card>
      <Card title={t.booking}>
        <Fields>
          <AssignmentFields costUnits={choices.costUnits} {...{ values, refused, locale }} />
        </Fields>
      </Card>
    </>
  )
}
