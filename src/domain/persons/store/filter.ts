import * as z from 'zod'
import { type Sql, sql } from '../../../db/sql'
import { isList, type ListId } from '../../access/lists'
import { inList, type Principal } from '../../access/principal'
import { type CustomColumn, columnKey } from '../../custom-columns/column'
import type { ListColumns } from '../../custom-columns/query-list'
import { valueSchema } from '../../custom-columns/value-schema'
import { MEMBERSHIP_STATUS, type PersonField } from '../../person-fields/fields'
import { fieldsOf, indexedFields, isColumn, isLater } from '../../person-fields/list-fields'
import { todayIn } from '../../shared/dates'
import type { Issue } from '../../shared/error-list'
import { shapeOf } from '../../shared/shape-refusals'
import { exactLine, givenInstant, inUtc, singleLine } from '../../shared/text'
import { requireNoErrors } from '../../shared/validation'

/** What persons must match: the text that each named field equals, and a text to search for. */
export type Filter = { fields: Record<string, string>; search?: string | undefined }

export const MAX_FILTERS = 10

/**
 * The condition that a stored person matches a filter. Indexed fields are looked up; any other field and the search are
 * compared person by person. An unknown field matches no person.
 */
export function matches(principal: Principal, listId: string, { fields, search }: Filter): Sql | undefined {
  const fixedFields =
    isList(listId) && Object.keys(fields).length > 0 ? comparisons(principal, listId) : undefined
  const conditions = Object.entries(fields).map(([field, text]) => {
    const fixed = fixedFields?.get(field)?.is(text)
    const custom = () => customValueIs(principal.workspace(), listId, field, text)
    return fixed ? unlessTaken(principal.workspace(), listId, field, fixed, custom) : custom()
  })
  if (search !== undefined) conditions.push(sql`instr(lower(${SEARCHED}), lower(${search})) > 0`)
  return conditions.length > 0 ? sql.join(conditions, ' AND ') : undefined
}

/**
 * The index that finds the persons of a filter, as `INDEXED BY`; left to itself the planner walks the list in page order. The
 * condition on a later field is no lookup, since the list may have a custom column of its key.
 */
export function indexFor(listId: string, { fields }: Filter): Sql {
  const [, index] =
    (isList(listId) && indexedFields(listId).find(([key]) => !isLater(key) && Object.hasOwn(fields, key))) ||
    []
  return sql.raw(index ? `INDEXED BY ${index}` : '')
}

/** Throws `invalid` for filters on what is not a scalar field of the list, or with a text that the field cannot hold. */
export function requireFilterable(principal: Principal, { fields }: Filter, context: ListColumns): void {
  if (Object.keys(fields).length > 0) requireNoErrors(filterIssues(principal, fields, context))
}

function* filterIssues(
  principal: Principal,
  fields: Filter['fields'],
  { list, columns }: ListColumns,
): Iterable<Issue> {
  const fixedFields = comparisons(principal, list)
  for (const [field, text] of Object.entries(fields)) {
    const column = columns.find((candidate) => columnKey(candidate) === field || candidate.id === field)
    const schema = column ? textSchema(column) : fixedFields.get(field)?.schema
    const refusals = schema
      ? (schema.safeParse(text).error?.issues ?? []).map(shapeOf)
      : [{ code: 'not_filterable' } as const]
    for (const refusal of refusals) yield [[`filter[${field}]`], refusal]
  }
}

/** What a text of a filter must be, and the condition that a person's value equals it. */
type Comparison = { schema: z.ZodType; is: (text: string) => Sql }

/** A scalar field of a person: the stored value, and its folded form where that is stored too. */
export type ScalarField = Comparison & { value: Sql; folded?: Sql }

const SEARCHED = sql`concat_ws(' ', first_name, last_name, first_name, email, membership_number)`

/** How each fixed field of a list is compared, by its dotted path. */
function comparisons(principal: Principal, list: ListId): Map<string, Comparison> {
  const timestamp = (column: string): Comparison => ({
    schema: givenInstant,
    is: (text) => sql`${sql.raw(column)} = ${storedInstant(text)}`,
  })
  const comparisons = new Map<string, Comparison>([
    ['id', { schema: singleLine(64), is: (text) => sql`persons.id = ${text}` }],
    ['created_at', timestamp('created_at')],
    ['updated_at', timestamp('updated_at')],
    ...fieldsOf(list).flatMap(scalarsOf),
  ])
  if (list === 'members')
    comparisons.set('membership_status', {
      schema: MEMBERSHIP_STATUS.schema,
      is: (text) => sql`${statusOf(principal)} = ${text}`,
    })
  return comparisons
}

/** The scalars of a field, by their dotted paths: itself, its parts, or none. */
export function scalarsOf([key, field]: [string, PersonField]): [string, ScalarField][] {
  const { column, keyColumn, schema } = field
  if (schema instanceof z.ZodArray) return []
  if (!(schema instanceof z.ZodObject))
    return [scalarField(key, isColumn(column) ? column.name : key, schema)]
  return Object.entries<z.ZodType>(schema.shape).map(([part, partSchema]) =>
    scalarField(
      `${key}.${part}`,
      isColumn(column) ? `${column.name} ->> '${part}'` : String(column[part]?.name),
      partSchema,
      keyColumn?.[part]?.name,
    ),
  )
}

function scalarField(path: string, name: string, schema: z.ZodType, keyName?: string): [string, ScalarField] {
  const value = sql.raw(name)
  const folded = keyName === undefined ? {} : { folded: sql.raw(keyName) }
  return [path, { schema, value, ...folded, is: (text) => equals(path, value, text) }]
}

function equals(path: string, value: Sql, text: string): Sql {
  // The partial index of email addresses is used only where its condition is repeated.
  if (path === 'email') return sql`lower(email) = lower(${text}) AND email IS NOT NULL`
  if (path === 'address.country_code') return sql`${value} = upper(${text})`
  return sql`${value} = ${text}`
}

// As instants are stored, in whatever form they are given.
const storedInstant = (text: string): string => (Number.isNaN(Date.parse(text)) ? text : inUtc(text))

/** The status of a member today, in the time zone of its workspace, which only the database knows at this point. */
const statusOf = ({ now, workspace }: Principal): Sql => sql`CASE
  WHEN area = 'applications' THEN 'applicant'
  WHEN leave_date < (
    SELECT coalesce(${JSON.stringify(datesByZone(now))} ->> timezone, ${todayIn('UTC', now)})
    FROM workspaces WHERE id = ${workspace()}
  ) THEN 'former'
  ELSE 'active' END`

const datesByZone = (now: Date): Record<string, string> =>
  Object.fromEntries(Intl.supportedValuesOf('timeZone').map((zone) => [zone, todayIn(zone, now)]))

/** Compares a custom value by the type in which it is stored: only the database knows the columns at this point. */
export function customValueIs(workspace: Sql, listId: string, field: string, text: string): Sql {
  return sql`(
    SELECT CASE json_type(stored, json_path)
      WHEN 'true' THEN given = 'true'
      WHEN 'false' THEN given = 'false'
      WHEN 'integer' THEN CAST(stored ->> json_path AS REAL) = CAST(given AS REAL)
      WHEN 'real' THEN CAST(stored ->> json_path AS REAL) = CAST(given AS REAL)
      WHEN 'array' THEN EXISTS (SELECT 1 FROM json_each(stored, json_path) AS item WHERE item.value = given)
      ELSE stored ->> json_path = given END
    FROM (SELECT persons.custom_values AS stored, ${text} AS given, ${jsonPath(workspace, listId, field)} AS json_path))`
}

/**
 * A condition on a fixed field as SQL, or the one on the custom column of the list that has its key: only the database knows
 * the columns at this point.
 */
export const unlessTaken = (
  workspace: Sql,
  listId: string,
  field: string,
  fixed: Sql,
  custom: () => Sql,
): Sql => {
  const [key = ''] = field.split('.')
  if (!PERSON_KEYS.has(key) || !isLater(key)) return fixed
  return sql`CASE WHEN EXISTS (SELECT 1 FROM custom_columns WHERE ${columnNamedSql(workspace, listId, key)})
    THEN ${custom()} ELSE ${fixed} END`
}

const PERSON_KEYS = new Set(fieldsOf('members').map(([key]) => key))

/** The path of a custom value in the stored JSON; NULL if the list has no such column. */
export const jsonPath = (workspace: Sql, listId: string, field: string): Sql =>
  sql`(SELECT '$.' || id FROM custom_columns WHERE ${columnNamedSql(workspace, listId, field)})`

/** The condition that a custom column is the one of a list with this key or id. */
export const columnNamedSql = (workspace: Sql, listId: string, field: string): Sql =>
  sql`${inList(workspace, listId)} AND ${sql.raw(field.startsWith('col_') ? 'id' : 'external_id')} = ${field}`

/** What a text must be to be compared with the values of a column. */
function textSchema(column: CustomColumn): z.ZodType {
  switch (column.type) {
    case 'boolean':
      return z.enum(['true', 'false'])
    case 'integer':
    case 'number':
      return z
        .string()
        .regex(/^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/, { error: 'must be a number, as 12 or 0.5' })
        .refine((text) => valueSchema(column).safeParse(Number(text)).success, {
          error: `must be a value of the type ${column.type}`,
        })
    case 'array':
      return column.allowed_values ? z.enum(column.allowed_values) : exactLine(255)
    default:
      return valueSchema(column)
  }
}
