import type { OpenedPlan } from '../../domain/dues/open'
import type { Rule } from '../../domain/dues/rule'
import { Button, EnterButton } from '../../ui/button'
import { Card } from '../../ui/card'
import { MoneyField, RadioGroup } from '../../ui/choices'
import { FilterRow } from '../../ui/filter'
import { FieldGroup, SaveOrCancel, SelectField, TextField } from '../../ui/form'
import { Fields, Form, HiddenFields } from '../../ui/form-layout'
import { Table } from '../../ui/table'
import { HiddenLabel, Quiet } from '../../ui/text'
import { AssignmentFields } from '../fees/assignment'
import type { Viewer } from '../layout'
import { fieldLabel, fieldsByKey } from '../members/fields'
import { ConditionRow, fieldOptions } from '../members/filter'
import { rowName } from '../members/page-query'
import { membersTexts } from '../members/texts'
import type { Refused } from '../refused-fields'
import { pricedColumns, rowsOf, STEPS } from './rule-form'
import { fieldNamed } from './rule-text'
import { type RuleFields, ruleTexts } from './texts-rule'
import { SinceField } from './versions'

type Props = {
  opened: OpenedPlan
  kind: Rule['kind']
  form: URLSearchParams
  refused: Refused
  viewer: Viewer
}

/** The form of a rule: what it comes to, for whom, and where it is booked. */
export function RuleForm({ cancelHref, ...props }: Props & { cancelHref: string }) {
  const { opened, kind, form, viewer } = props
  const { locale } = viewer
  const t = ruleTexts(locale)
  const isBooked = kind === 'base' || kind === 'surcharge' || kind === 'once'
  return (
    <Form hidden={{ kind }} warnsUnsaved>
      <EnterButton>{t.save}</EnterButton>
      <Card title={t.whatFor}>
        <Fields>
          <WhatFields {...props} />
        </Fields>
      </Card>
      {kind === 'surcharge' && <Prices {...props} />}
      {kind !== 'family' && <Conditions {...props} />}
      {isBooked && (
        <Card title={t.booking}>
          <Fields>
            <AssignmentFields
              costUnits={opened.costUnits}
              values={Object.fromEntries(form)}
              refused={props.refused}
              locale={locale}
            />
          </Fields>
        </Card>
      )}
      <SinceField opened={opened} form={form} viewer={viewer} />
      <SaveOrCancel cancelHref={cancelHref} locale={locale} />
    </Form>
  )
}

function WhatFields({ opened, kind, form, refused, viewer }: Props) {
  const { locale, staff } = viewer
  const t = ruleTexts(locale)
  const unit = staff.workspace.currency === 'EUR' ? '€' : staff.workspace.currency
  const field = (name: keyof RuleFields & string, input: string = name) => ({
    name: input,
    label: t.fields[name].label,
    value: form.get(input) ?? '',
    issue: refused[input],
  })
  const isPriced = kind === 'surcharge' && form.has('column') && form.get('column') !== ''
  const name = (
    <TextField
      {...field('name')}
      hint={isPriced ? t.hints.nameOfPrices : t.hints.name}
      value={form.get('name') ?? (isPriced ? '{{value}}' : '')}
      autocomplete="off"
    />
  )
  const of = (
    <RadioGroup
      name="of"
      label={t.whichOf}
      value={form.get('of') ?? (kind === 'family' ? 'all' : 'base')}
      options={[
        { value: 'base', label: t.ofs.base },
        { value: 'all', label: t.ofs.all },
      ]}
    />
  )
  switch (kind) {
    case 'exempt':
      return (
        <>
          {name}
          <TextField {...field('why')} hint={t.hints.why} autocomplete="off" />
        </>
      )
    case 'reduction':
      return (
        <>
          {name}
          <MoneyField {...field('percent')} hint={t.orAmount} unit="%" />
          <MoneyField {...field('amount')} unit={unit} />
          {of}
        </>
      )
    case 'family':
      return (
        <>
          {name}
          <MoneyField {...field('cap')} hint={`${t.hints.cap} ${t.orSteps}`} unit={unit} />
          {Array.from({ length: STEPS }, (_, index) => (
            <FieldGroup name={`steps.${index}`} label={t.step(index + 1)}>
              <Fields columns={2}>
                <TextField {...field('from', `steps.${index}.from`)} inputmode="numeric" />
                <MoneyField {...field('percent', `steps.${index}.percent`)} unit="%" />
              </Fields>
            </FieldGroup>
          ))}
          {of}
        </>
      )
    case 'surcharge': {
      const columns = pricedColumns(opened)
      const chosen = fieldNamed(form.get('column') ?? '', fieldsByKey(opened.context))?.column?.id ?? ''
      return (
        <>
          {columns.length > 0 && (
            <SelectField
              {...field('column')}
              value={chosen}
              options={[
                { value: '', label: t.noColumn },
                ...columns.map((column) => ({ value: column.id, label: column.name })),
              ]}
            />
          )}
          {name}
          {!isPriced && <MoneyField {...field('amount')} unit={unit} />}
        </>
      )
    }
    default:
      return (
        <>
          {name}
          <MoneyField {...field('amount')} unit={unit} />
        </>
      )
  }
}

/** The prices of the values of a column in one table; those that the column has no more can be left empty. */
function Prices({ opened, form, refused, viewer }: Props) {
  const { locale, staff } = viewer
  const t = ruleTexts(locale)
  const column = fieldNamed(form.get('column') ?? '', fieldsByKey(opened.context))?.column
  if (!column) return null
  const unit = staff.workspace.currency === 'EUR' ? '€' : staff.workspace.currency
  const stored = new Map(
    [...form].flatMap(([name, value]) => {
      const index = /^prices\.(\d+)\.value$/.exec(name)?.[1]
      return index === undefined ? [] : [[value, index] as const]
    }),
  )
  const rows = (column.allowed_values ?? [...stored.keys()]).map((value, index) => ({ value, index }))
  const given = (value: string, part: string) => {
    const index = stored.get(value)
    return index === undefined ? '' : (form.get(`prices.${index}.${part}`) ?? '')
  }
  return (
    <Card title={t.prices(column.name)}>
      <Quiet>{t.pricesLead}</Quiet>
      <HiddenFields values={{ priced: column.id }} />
      <Table
        caption={t.prices(column.name)}
        locale={locale}
        rows={rows}
        rowId={({ index }) => `price-${index}`}
        columns={[
          {
            key: 'value',
            label: t.value,
            cell: ({ value, index }) => (
              <>
                <HiddenFields values={{ [`prices.${index}.value`]: value }} />
                {value}
              </>
            ),
          },
          {
            key: 'amount',
            label: t.fields.amount.label,
            cell: ({ value, index }) => (
              <MoneyField
                name={`prices.${index}.amount`}
                label={value}
                value={given(value, 'amount')}
                issue={refused[`prices.${index}.amount`]}
                unit={unit}
                isLabelHidden
              />
            ),
          },
          ...(opened.costUnits.length > 0
            ? [
                {
                  key: 'place',
                  label: t.fields.costunit_name.label,
                  cell: ({ value, index }: (typeof rows)[number]) => (
                    <SelectField
                      name={`prices.${index}.costunit_name`}
                      label={`${value}: ${t.fields.costunit_name.label}`}
                      value={given(value, 'costunit_name')}
                      issue={refused[`prices.${index}.costunit_name`]}
                      options={[
                        { value: '', label: t.asRule },
                        ...opened.costUnits.map(({ name, category }) => ({
                          value: JSON.stringify([name, category]),
                          label: category === null ? name : `${name} · ${category}`,
                        })),
                      ]}
                      isLabelHidden
                    />
                  ),
                },
              ]
            : []),
        ]}
      />
    </Card>
  )
}

/** The conditions of a rule: rows as a list has them, each with a button that removes it, and one to add a row. */
function Conditions({ opened, kind, form, refused, viewer }: Props) {
  const { locale } = viewer
  const t = ruleTexts(locale)
  const members = membersTexts(locale)
  const fields = fieldsByKey(opened.context)
  const rows = rowsOf(form)
  return (
    <Card title={t.who}>
      <Quiet>{rows.length > 0 ? t.whoAll : kind === 'base' ? t.whoBase : t.whoEveryone}</Quiet>
      {rows.map(({ row, condition }) => {
        const field = fieldNamed(condition.field, fields)
        return (
          field && (
            <ConditionRow
              row={row}
              field={field}
              condition={condition}
              issue={refused[rowName('value', row)]}
              hasOwnDay
              action={
                <Button kind="plain" name="act" value={`remove.${row}`}>
                  {t.removeShort}
                  <HiddenLabel> {fieldLabel(field, locale)}</HiddenLabel>
                </Button>
              }
              locale={locale}
            />
          )
        )
      })}
      <FilterRow label={members.addCondition}>
        <SelectField
          name="add"
          label={rows.length === 0 ? members.addConditionFirst : members.addCondition}
          value=""
          options={[{ value: '', label: members.chooseField }, ...fieldOptions(fields, locale)]}
        />
        <Button kind="second" name="act" value="add">
          {t.add}
        </Button>
      </FilterRow>
    </Card>
  )
}
