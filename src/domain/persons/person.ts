import { type Sql, sql } from '../../db/sql'
import type { ListId } from '../access/lists'
import { type CustomColumn, columnKey } from '../custom-columns/column'
import type { ListContext } from '../custom-columns/query-list'
import type { PersonField } from '../person-fields/fields'
import { fieldsOf, isColumn, isObjectOrList, takenKeys } from '../person-fields/list-fields'
import { wholeValue } from './store/kept'

/** A person of a list as finished JSON text, all fields of the list present, `null` where unset. */
export type PersonJson = string

/** A stored person as {@link PERSON_ROW} selects it: the JSON of the fixed fields, not yet closed, and what is left. */
export type PersonRow = {
  id: string
  openJson: string
  area: 'regular' | 'applications'
  leaveDate: string | null
  customValues: string
  revision: number
}

/** A person as the API shows it, parsed. */
export type Person = { id: string; external_id: string | null } & Record<string, unknown>

/** Finishes the JSON text of a stored person. */
export function render(row: Omit<PersonRow, 'id' | 'revision'>, context: ListContext): PersonJson {
  const { list, columns, today } = context
  const status = list === 'members' ? `,"membership_status":"${membershipStatus(row, today)}"` : ''
  return `${withoutFields(row.openJson, takenKeys(context))}${status}${customValuesJson(row.customValues, columns)}}`
}

/** The JSON of the fixed fields without some of them, whose keys custom columns have. */
function withoutFields(openJson: string, keys: ReadonlySet<string>): string {
  if (keys.size === 0 || openJson === '') return openJson
  const fields = Object.entries(JSON.parse(`${openJson}}`)).filter(([key]) => !keys.has(key))
  return JSON.stringify(Object.fromEntries(fields)).slice(0, -1)
}

/** The JSON of the fixed fields of {@link PERSON_ROW} as {@link render} begins with it, as SQL. */
export function openJsonIn(context: ListContext): Sql {
  const paths = [...takenKeys(context)].map((key) => `$.${key}`)
  if (paths.length === 0) return sql`openJson`
  return sql`rtrim(json_remove(openJson || '}', ${sql.join(paths)}), '}')`
}

/** The stored person as the API shows it. */
export const parsePerson = (row: PersonRow, context: ListContext): Person => JSON.parse(render(row, context))

/** The fixed fields of a stored person as the API shows them. */
export const parseFixedFields = (row: PersonRow): Person => JSON.parse(`${row.openJson}}`)

/** The status of a member on a date (YYYY-MM-DD): an applicant, active, or former once the leave date has passed. */
export function membershipStatus({ area, leaveDate }: Pick<PersonRow, 'area' | 'leaveDate'>, today: string) {
  if (area === 'applications') return 'applicant'
  return leaveDate !== null && leaveDate < today ? 'former' : 'active'
}

/**
 * The version of a person's JSON: where it is the same, so is the JSON of this deployment. It names the person, its
 * revision, the version of the custom columns, and the status, which a day can change. A change that was undone
 * changes it, too.
 */
export function personVersion(row: PersonRow, { list, columnsVersion, today }: ListContext): string {
  const status = list === 'members' ? membershipStatus(row, today) : ''
  return [row.id, row.revision, columnsVersion.version, status].join('.')
}

// Values are copied as text. Stored JSON is minified and holds no nested object, so that only a key has a colon behind it.
function customValuesJson(stored: string, columns: CustomColumn[]): string {
  let json = ''
  let next = 1
  for (const [key, prefix] of keyPrefixes(columns)) {
    // Most persons have their values in the order of the columns.
    const start = stored.startsWith(key, next) ? next : stored.indexOf(key)
    if (start < 0) json += `${prefix}null`
    else {
      const end = endOfValue(stored, start + key.length)
      json += prefix + stored.slice(start + key.length, end)
      next = end + 1
    }
  }
  return json
}

/** Where a value ends in stored JSON: before the comma of the next key, or before the last bracket. */
function endOfValue(stored: string, start: number): number {
  for (let end = stored.indexOf(',"col_', start); end >= 0; end = stored.indexOf(',"col_', end + 1))
    if (stored.startsWith('":', end + COMMA_AND_ID)) return end
  return stored.length - 1
}

const COMMA_AND_ID = ',"col_'.length + 24

/** The key of a column in stored JSON, and what precedes its value in the JSON of a person. */
type KeyPrefix = readonly [key: string, prefix: string]

const prefixesOfColumns = new WeakMap<CustomColumn[], KeyPrefix[]>()

function keyPrefixes(columns: CustomColumn[]): KeyPrefix[] {
  const prefixes =
    prefixesOfColumns.get(columns) ??
    columns.map((column): KeyPrefix => [`"${column.id}":`, `,${JSON.stringify(columnKey(column))}:`])
  prefixesOfColumns.set(columns, prefixes)
  return prefixes
}

/** A member of the JSON object as SQL's `format` writes it, and the values for it. */
type JsonMember = [template: string, ...values: string[]]

const textJson = (column: string): string => `json_quote(persons.${column})`

function jsonMember(key: string, { column, schema, kept, assigned }: PersonField): JsonMember {
  if (!isColumn(column)) {
    const parts = Object.entries(column)
    const template = parts.map(([part]) => `"${part}":%s`).join()
    return [`"${key}":{${template}}`, ...parts.map(([, { name }]) => textJson(name))]
  }
  if (!isObjectOrList(schema)) return [`"${key}":%s`, textJson(column.name)]
  const stored = wholeValue({ kept }, `persons.${column.name}`)
  const shown = assigned ? `json_insert(${stored}, '$.${assigned.part}', ${assigned.sql})` : stored
  return [`"${key}":%s`, `coalesce(${shown}, 'null')`]
}

// An SQL function takes 32 arguments at most in production, and a member has two values at most.
const MEMBERS_PER_CALL = 15

function openJson(list: ListId): string {
  const members: JsonMember[] = [
    ['{"id":"%s"', 'persons.id'],
    ...fieldsOf(list).map(([key, field]) => jsonMember(key, field)),
    ['"created_at":"%s","updated_at":"%s"', 'persons.created_at', 'persons.updated_at'],
  ]
  const calls: string[] = []
  for (let start = 0; start < members.length; start += MEMBERS_PER_CALL) {
    const some = members.slice(start, start + MEMBERS_PER_CALL)
    const template = `${start > 0 ? ',' : ''}${some.map(([text]) => text).join()}`
    calls.push(`format('${template}', ${some.flatMap(([, ...values]) => values).join(', ')})`)
  }
  return calls.join(' || ')
}

const OPEN_JSON = `CASE persons.list_id WHEN 'members' THEN ${openJson('members')} ELSE ${openJson('contacts')} END`

/** The selection that lets SQLite write the JSON: parsing rows and writing them again is what makes pages slow. */
export const PERSON_ROW = sql.raw(
  `persons.id AS id, ${OPEN_JSON} AS openJson, persons.area AS area, persons.leave_date AS leaveDate,
  persons.custom_values AS customValues, persons.revision AS revision`,
)

/** The name that shows a stored person, as SQL: else what identifies it. */
export const DISPLAY_NAME = displayNameOf('')

/** {@link DISPLAY_NAME} of the alias of a table, as `one.`. */
export function displayNameOf(alias: string): Sql {
  const columns = ['email', 'membership_number', 'external_id'].map((column) => alias + column)
  return sql.raw(
    `coalesce(nullif(concat_ws(' ', ${alias}first_name, ${alias}last_name), ''), ${columns.join(', ')})`,
  )
}
