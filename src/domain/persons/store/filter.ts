import { and, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { ofList, type Tenant } from '../../access/admission'
import { isList, type ListId } from '../../access/lists'
import { type CustomColumn, columnKey } from '../../custom-columns/column'
import { valueSchema } from '../../custom-columns/value-schema'
import { todayIn } from '../../shared/dates'
import { singleLine } from '../../shared/text'
import { requireNoErrors } from '../../shared/validation'
import { FIELDS, INDEXED } from '../fields'

/** What persons are to match: the text that each named field is to equal, and a text to search for. */
export type Filter = { fields: Record<string, string>; search?: string | undefined }

export const MOST_FILTERS = 10

/**
 * The condition that a stored person matches a filter. `external_id`, `email` and `membership_number` are looked up in
 * their indexes; any other field and the search are compared person by person. An unknown field matches nobody.
 */
export function matches(tenant: Tenant, listId: string, { fields, search }: Filter): SQL | undefined {
  const fixed = isList(listId) && Object.keys(fields).length > 0 ? comparisons(tenant, listId) : undefined
  return and(
    ...Object.entries(fields).map(
      ([field, text]) => fixed?.get(field)?.is(text) ?? customIs(tenant, listId, field, text),
    ),
    search === undefined ? undefined : sql`instr(lower(${SEARCHED}), lower(${search})) > 0`,
  )
}

/** The index by which a filter is looked up, if any; left to itself the planner walks the list in page order. */
export function indexedBy(listId: string, { fields }: Filter): SQL {
  const field = INDEXED.find(
    (of) => isList(listId) && Object.hasOwn(FIELDS[listId], of) && Object.hasOwn(fields, of),
  )
  return sql.raw(field ? `INDEXED BY persons_by_${field}` : '')
}

/** Refuses filters on what is not a scalar field of the list, or with a text that the field can not hold. */
export function requireSensible(tenant: Tenant, { fields }: Filter, list: ListId, columns: CustomColumn[]) {
  if (Object.keys(fields).length > 0) requireNoErrors(filterErrors(tenant, fields, list, columns))
}

function* filterErrors(tenant: Tenant, fields: Filter['fields'], list: ListId, columns: CustomColumn[]) {
  const fixed = comparisons(tenant, list)
  for (const [field, text] of Object.entries(fields)) {
    const column = columns.find((candidate) => columnKey(candidate) === field || candidate.id === field)
    const schema = fixed.get(field)?.schema ?? (column && textOf(column))
    const issues = schema ? (schema.safeParse(text).error?.issues ?? []) : [{ message: UNKNOWN }]
    for (const { message } of issues) yield [[`filter[${field}]`], message] as const
  }
}

type Comparison = { schema: z.ZodType; is: (text: string) => SQL }

const UNKNOWN = 'is not a scalar field of this list; see its custom columns and /docs'

const SEARCHED = sql`concat_ws(' ', first_name, last_name, first_name, email, membership_number)`

/** How each fixed field of a list is compared, by its dotted path. */
function comparisons(tenant: Tenant, list: ListId): Map<string, Comparison> {
  const ofFields = Object.entries<z.ZodType>(FIELDS[list]).flatMap(([key, schema]) => {
    if (schema instanceof z.ZodArray) return []
    if (!(schema instanceof z.ZodObject)) return [[key, { schema, is: equals(sql.identifier(key)) }] as const]
    return Object.entries(schema.shape as Record<string, z.ZodType>).map(([part, of]) => {
      const value =
        key === 'name' ? sql.identifier(part) : sql`${sql.identifier(key)} ->> ${sql.raw(`'${part}'`)}`
      return [`${key}.${part}`, { schema: of, is: equals(value) }] as const
    })
  })
  const comparisons: Record<string, Comparison> = {
    ...Object.fromEntries(ofFields),
    id: { schema: singleLine(64), is: equals(sql`persons.id`) },
    'address.country_code': {
      schema: FIELDS[list].address.shape.country_code,
      is: (text) => sql`address ->> 'country_code' = upper(${text})`,
    },
    created_at: { schema: z.iso.datetime(), is: (text) => sql`created_at = ${instantOf(text)}` },
    updated_at: { schema: z.iso.datetime(), is: (text) => sql`updated_at = ${instantOf(text)}` },
    external_id: {
      schema: FIELDS[list].external_id,
      is: (text) => sql`external_id = ${text}`,
    },
    email: {
      schema: FIELDS[list].email,
      is: (text) => sql`lower(email) = lower(${text}) AND email IS NOT NULL`,
    },
    ...(list === 'members' && {
      membership_number: {
        schema: FIELDS.members.membership_number,
        is: (text) => sql`membership_number = ${text}`,
      },
      membership_status: {
        schema: z.enum(['applicant', 'active', 'former']),
        is: (text) => sql`${statusOf(tenant)} = ${text}`,
      },
    }),
  }
  return new Map(Object.entries(comparisons))
}

// As instants are stored, however they are written.
const instantOf = (text: string): string =>
  Number.isNaN(Date.parse(text)) ? text : new Date(text).toISOString()

const equals = (value: SQL | ReturnType<typeof sql.identifier>) => (text: string) => sql`${value} = ${text}`

/** Where a member stands today, in the time zone of its workspace, which only the database knows by now. */
const statusOf = (tenant: Tenant): SQL => sql`CASE
  WHEN area = 'applications' THEN 'applicant'
  WHEN leave_date < (
    SELECT coalesce(${JSON.stringify(datesByZone(tenant.now))} ->> timezone, ${todayIn('UTC', tenant.now)})
    FROM workspaces WHERE id = ${tenant.workspace}
  ) THEN 'former'
  ELSE 'active' END`

const datesByZone = (now: Date): Record<string, string> =>
  Object.fromEntries(Intl.supportedValuesOf('timeZone').map((zone) => [zone, todayIn(zone, now)]))

/** Compares a custom value by the type in which it is stored: which column is meant only the database knows by now. */
function customIs(tenant: Tenant, listId: string, field: string, text: string): SQL {
  const named = field.startsWith('col_') ? sql`id = ${field}` : sql`external_id = ${field}`
  return sql`(
    SELECT CASE json_type(stored, place)
      WHEN 'true' THEN given = 'true'
      WHEN 'false' THEN given = 'false'
      WHEN 'integer' THEN CAST(stored ->> place AS REAL) = CAST(given AS REAL)
      WHEN 'real' THEN CAST(stored ->> place AS REAL) = CAST(given AS REAL)
      WHEN 'array' THEN EXISTS (SELECT 1 FROM json_each(stored, place) AS item WHERE item.value = given)
      ELSE stored ->> place = given END
    FROM (SELECT persons.custom_values AS stored, ${text} AS given, (
      SELECT '$.' || id FROM custom_columns
      WHERE ${ofList(tenant.workspace, listId)} AND ${named}
    ) AS place))`
}

/** What a text must be to be compared with the values of a column. */
function textOf(column: CustomColumn): z.ZodType {
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
      return column.allowed_values ? z.enum(column.allowed_values) : singleLine(255)
    default:
      return valueSchema(column)
  }
}
