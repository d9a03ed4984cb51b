import type { Child } from 'hono/jsx'
import type { BrowseQuery } from '../../domain/persons/browse-query'
import { conditionKey } from '../../domain/persons/browse-query'
import type { Condition } from '../../domain/persons/filter-fields'
import {
  type FilterField,
  OPERATORS_OF_KIND,
  type Operator,
  readYears,
} from '../../domain/persons/filter-fields'
import { date } from '../../domain/shared/text'
import { Button } from '../../ui/button'
import { DateField } from '../../ui/choices'
import { FilterRow, Filters } from '../../ui/filter'
import { type Option, SelectField, TextField } from '../../ui/form'
import { HiddenFields } from '../../ui/form-layout'
import type { Locale } from '../../ui/i18n/locale'
import { FilterChips } from '../../ui/tabs'
import { choiceText, conditionValueText, fieldLabel } from './fields'
import { hiddenQuery, rowName, withQuery } from './page-query'
import { membersTexts, operatorText } from './texts'

type Props = {
  query: BrowseQuery
  fields: Map<string, FilterField>
  /** The field that a condition is added for. */
  adding: string | undefined
  hrefOf: (query: BrowseQuery) => string
  action: string
  locale: Locale
}

/** The conditions of a list: a row for each, and one to add a condition, whose field is chosen first. */
export function FilterForm({ query, fields, adding, hrefOf, action, locale }: Props) {
  const t = membersTexts(locale)
  const added = fields.get(adding ?? '')
  const conditions = query.conditions.filter(({ field }) => fields.has(field))
  const rows = conditions.length + (added ? 1 : 0)
  return (
    <Filters
      action={action}
      resetHref={hrefOf(withQuery(query, { conditions: [], search: '' }))}
      hidden={hiddenQuery({ ...query, conditions: [] })}
      isOpen={added !== undefined}
      count={query.conditions.length}
      locale={locale}
    >
      {conditions.map((condition, row) => (
        <ConditionRow
          row={row}
          field={fields.get(condition.field) as FilterField}
          condition={condition}
          locale={locale}
        />
      ))}
      {added && <ConditionRow row={conditions.length} field={added} locale={locale} />}
      <FilterRow label={t.addCondition}>
        <SelectField
          name="add"
          label={rows === 0 ? t.addConditionFirst : t.addCondition}
          value=""
          options={[{ value: '', label: t.chooseField }, ...fieldOptions(fields, locale)]}
        />
        <Button kind="second">{t.add}</Button>
      </FilterRow>
    </Filters>
  )
}

/** The fields that a condition can be about, as options of a select. */
export const fieldOptions = (fields: Map<string, FilterField>, locale: Locale): Option[] =>
  [...fields.values()].map((field) => ({ value: field.key, label: fieldLabel(field, locale) }))

type RowProps = {
  row: number
  field: FilterField
  condition?: Condition
  issue?: string
  action?: Child
  /** Whether years count on another day than today, so that it cannot be chosen. */
  hasOwnDay?: boolean
  locale: Locale
}

/** The operator and the value of a condition, as the field takes them. `action` is a button, such as one that removes the row. */
export function ConditionRow({ row, field, condition, issue, action, hasOwnDay, locale }: RowProps) {
  const label = fieldLabel(field, locale)
  return (
    <FilterRow label={label}>
      <HiddenFields values={{ [rowName('field', row)]: field.key }} />
      <SelectField
        name={rowName('operator', row)}
        label={label}
        value={operatorOf(condition) ?? ''}
        options={OPERATORS_OF_KIND[field.kind].flatMap((operator) =>
          operatorOptions(operator, field, locale),
        )}
      />
      <ValueField {...{ row, field, condition, issue, hasOwnDay, locale }} />
      {action}
    </FilterRow>
  )
}

const operatorOptions = (operator: Operator, { kind }: FilterField, locale: Locale): Option[] =>
  (operator === 'empty' ? (['empty', 'not_empty'] as const) : [operator]).map((value) => ({
    value,
    label: operatorText(value, kind, locale),
  }))

const operatorOf = (condition: Condition | undefined): Operator | 'not_empty' | undefined =>
  condition?.operator === 'empty' && condition.value === 'false' ? 'not_empty' : condition?.operator

function ValueField({ row, field, condition, issue, hasOwnDay = false, locale }: RowProps) {
  const t = membersTexts(locale)
  const value = condition && condition.operator !== 'empty' ? condition.value : ''
  const input = { name: rowName('value', row), label: t.value, value, ...(issue && { issue }) }
  switch (field.kind) {
    case 'date':
      return <DateField {...input} value={date.safeParse(value).success ? value : ''} />
    case 'number':
      return <TextField {...input} name={rowName('number', row)} inputmode="decimal" />
    case 'years': {
      const { years, day = '' } = readYears(value)
      return (
        <>
          <TextField {...input} name={rowName('number', row)} value={years} inputmode="decimal" />
          {!hasOwnDay && (
            <DateField
              name={rowName('day', row)}
              label={t.onDay}
              value={date.safeParse(day).success ? day : ''}
            />
          )}
        </>
      )
    }
    case 'boolean':
      return (
        <SelectField
          {...input}
          options={[
            { value: 'true', label: t.yes },
            { value: 'false', label: t.no },
          ]}
        />
      )
    default:
      return field.values ? (
        <SelectField
          {...input}
          options={field.values.map((choice) => ({
            value: choice,
            label: field.column ? choice : choiceText(field.key, choice, locale),
          }))}
        />
      ) : (
        <TextField {...input} />
      )
  }
}

/** The search and the conditions that a list is narrowed by; each leads to the list without it. */
export function ActiveFilters({
  query,
  fields,
  hrefOf,
  locale,
}: Pick<Props, 'query' | 'fields' | 'hrefOf' | 'locale'>) {
  const without = (condition: Condition) =>
    hrefOf(
      withQuery(query, {
        conditions: query.conditions.filter((other) => conditionKey(other) !== conditionKey(condition)),
      }),
    )
  const chips = query.conditions.map((condition) => ({
    label: conditionText(condition, fields.get(condition.field), locale),
    href: without(condition),
  }))
  const search = query.search
    ? [{ label: membersTexts(locale).quoted(query.search), href: hrefOf(withQuery(query, { search: '' })) }]
    : []
  return chips.length + search.length > 0 ? (
    <FilterChips items={[...search, ...chips]} locale={locale} />
  ) : null
}

/** A condition in words, such as "Joined after 1 Jan 2026". */
export function conditionText(condition: Condition, field: FilterField | undefined, locale: Locale): string {
  if (!field) return condition.field
  const operator = operatorOf(condition) ?? condition.operator
  const words = [fieldLabel(field, locale), operatorText(operator, field.kind, locale)]
  if (condition.operator !== 'empty') words.push(conditionValueText(field, condition.value, locale))
  return words.join(' ')
}
