import * as z from 'zod'
import type { ListId } from '../access/lists'
import { type CustomColumn, columnKey } from '../custom-columns/column'
import type { ListColumns } from '../custom-columns/query-list'
import type { PersonField } from '../person-fields/fields'
import { fieldsOf, takenKeys } from '../person-fields/list-fields'
import { scalarsOf } from './store/filter'

/** How a condition compares the value of a person with its own. */
export const OPERATORS = ['is', 'is_not', 'contains', 'empty', 'before', 'after', 'more', 'less'] as const
export type Operator = (typeof OPERATORS)[number]

/** Whether a text names an operator. */
export const isOperator = (text: string): text is Operator => (OPERATORS as readonly string[]).includes(text)

/** What the value of a field must be; `value` is text as a form gives it, of years such as `18` or `18@2026-12-31`. */
export type Condition = { field: string; operator: Operator; value: string }

/**
 * What kind of value a field has, which tells its operators. `years` have passed since a date, today or on a given day;
 * `objects` are the phone numbers, searched as a whole.
 */
export type FilterKind = 'text' | 'choice' | 'date' | 'number' | 'years' | 'boolean' | 'texts' | 'objects'

export const OPERATORS_OF_KIND: Record<FilterKind, readonly Operator[]> = {
  text: ['contains', 'is', 'is_not', 'empty'],
  choice: ['is', 'is_not', 'empty'],
  date: ['after', 'before', 'is', 'empty'],
  number: ['more', 'less', 'is', 'is_not', 'empty'],
  years: ['more', 'less', 'is', 'is_not', 'empty'],
  boolean: ['is', 'empty'],
  texts: ['is', 'is_not', 'contains', 'empty'],
  objects: ['contains', 'empty'],
}

/** A field that conditions can name: its key or dotted path, and the values of a choice. */
export type FilterField = {
  key: string
  kind: FilterKind
  values?: readonly string[] | undefined
  column?: CustomColumn
}

/** The age of a person in years, which follows from the birthdate. Its dot tells it from the key of any custom column. */
export const AGE = 'birthdate.age'

/** How many years someone has been a member, or had when they left. */
export const MEMBERSHIP_YEARS = 'join_date.years'

const YEARS_SINCE: Record<string, string> = { birthdate: AGE, join_date: MEMBERSHIP_YEARS }

/** The years of a condition on {@link AGE} or {@link MEMBERSHIP_YEARS}, and the day (YYYY-MM-DD) on which they count. */
export function readYears(value: string): { years: string; day: string | undefined } {
  const [years = '', day] = value.split('@')
  return { years, day }
}

/** The fields of a list that conditions can name, custom columns after the fixed ones. */
export const filterFields = ({ list, columns }: Pick<ListColumns, 'list' | 'columns'>): FilterField[] => [
  ...fixedFilterFields(list).filter(({ key }) => !takenKeys({ list, columns }).has(key.split('.')[0] ?? '')),
  ...columns.map(
    (column): FilterField => ({
      key: columnKey(column),
      kind: column.allowed_values && column.type === 'string' ? 'choice' : KIND_OF_TYPE[column.type],
      values: column.allowed_values ?? undefined,
      column,
    }),
  ),
]

/** The fixed fields of a list that conditions can name. */
export const fixedFilterFields = (list: ListId): FilterField[] => FIXED_FIELDS[list]

const FIXED_FIELDS: Record<ListId, FilterField[]> = {
  members: fixedFields('members'),
  contacts: fixedFields('contacts'),
}

function fixedFields(list: ListId): FilterField[] {
  return [
    ...fieldsOf(list).flatMap(fieldsOfField),
    { key: 'created_at', kind: 'date' },
    { key: 'updated_at', kind: 'date' },
  ]
}

function fieldsOfField(entry: [string, PersonField]): FilterField[] {
  const [key, { schema }] = entry
  if (schema instanceof z.ZodArray) return [{ key, kind: 'objects' }]
  const fields = scalarsOf(entry).map(([path, scalar]) => filterField(path, scalar.schema))
  const years = YEARS_SINCE[key]
  return years ? [...fields, { key: years, kind: 'years' }] : fields
}

function filterField(key: string, schema: z.ZodType): FilterField {
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodNullable || schema instanceof z.ZodOptional)
    return filterField(key, schema.unwrap() as z.ZodType)
  if (schema instanceof z.ZodEnum) return { key, kind: 'choice', values: schema.options.map(String) }
  return { key, kind: schema instanceof z.ZodISODate ? 'date' : 'text' }
}

const KIND_OF_TYPE: Record<CustomColumn['type'], FilterKind> = {
  string: 'text',
  email: 'text',
  url: 'text',
  date: 'date',
  boolean: 'boolean',
  integer: 'number',
  number: 'number',
  array: 'texts',
}
