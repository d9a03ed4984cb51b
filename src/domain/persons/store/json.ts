import { sql } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import { persons } from '../../../db/schema'
import type { ListId } from '../../access/lists'
import { type CustomColumn, columnKey } from '../../custom-columns/column'

/** A person of a list as finished JSON text, all fields of the list present, `null` where unset. */
export type PersonJson = string

/** A stored person as {@link PERSON_ROW} selects it: the JSON of the fixed fields, not yet closed, and what is left. */
export type PersonRow = {
  id: string
  head: string
  area: 'regular' | 'applications'
  leaveDate: string | null
  customValues: string
  revision: number
}

/** A person as the API shows it, parsed. */
export type Person = { id: string; external_id: string | null } & Record<string, unknown>

/** What {@link render} needs to know of the list and the day: see {@link listContext}. */
export type ListContext = { list: ListId; columns: CustomColumn[]; today: string; labels: KeyPrefix[] }

/** The id of a column, and what stands before its value in the JSON of a person. */
type KeyPrefix = readonly [id: string, label: string]

/** What rendering persons of a list needs on a day (`YYYY-MM-DD`). */
export const listContext = (list: ListId, columns: CustomColumn[], today: string): ListContext => ({
  list,
  columns,
  today,
  labels: columns.map((column) => [column.id, `,${JSON.stringify(columnKey(column))}:`]),
})

/** Finishes the JSON text of a stored person. */
export function render(
  row: Omit<PersonRow, 'id' | 'revision'>,
  { list, labels, today }: ListContext,
): PersonJson {
  const status = list === 'members' ? `,"membership_status":"${membershipStatus(row, today)}"` : ''
  return `${row.head}${status}${customText(row.customValues, labels)}}`
}

/** The stored person as the API shows it. */
export const personOf = (row: PersonRow, rendering: ListContext): Person => JSON.parse(render(row, rendering))

/** Where a member stands: an applicant, active, or former once the leave date has passed. */
export function membershipStatus({ area, leaveDate }: Pick<PersonRow, 'area' | 'leaveDate'>, today: string) {
  if (area === 'applications') return 'applicant'
  return leaveDate !== null && leaveDate < today ? 'former' : 'active'
}

const STORED_KEY = /[,{]"(col_[0-9A-Za-z]{24})":/

// Values are copied as text. Stored JSON is minified and holds no nested object, so only its keys match STORED_KEY.
function customText(stored: string, labels: KeyPrefix[]): string {
  const parts = stored.slice(0, -1).split(STORED_KEY)
  let text = ''
  let next = 1
  for (const [id, label] of labels) {
    // Most persons have their values in the order of the columns.
    const at = parts[next] === id ? next : parts.indexOf(id)
    text += label + (at < 0 ? 'null' : parts[at + 1])
    if (at >= 0) next = at + 2
  }
  return text
}

const text = ({ name }: SQLiteColumn): string => `json_quote(persons.${name})`
const document = ({ name }: SQLiteColumn): string => `coalesce(persons.${name}, 'null')`

const common: [string, string][] = [
  ['id', text(persons.id)],
  ['external_id', text(persons.externalId)],
  [
    'name',
    `'{"first_name":' || ${text(persons.firstName)} || ',"last_name":' || ${text(persons.lastName)} || '}'`,
  ],
  ['email', text(persons.email)],
  ['birthdate', text(persons.birthdate)],
  ['phone_numbers', document(persons.phoneNumbers)],
  ['address', document(persons.address)],
  ['bank_account', document(persons.bankAccount)],
  ['sepa_mandate', document(persons.sepaMandate)],
  ['payment_method', text(persons.paymentMethod)],
]

const ofMembers: [string, string][] = [
  ['membership_number', text(persons.membershipNumber)],
  ['join_date', text(persons.joinDate)],
  ['leave_date', text(persons.leaveDate)],
]

const stamps: [string, string][] = [
  ['created_at', text(persons.createdAt)],
  ['updated_at', text(persons.updatedAt)],
]

const HEAD = `${concatenated(common)}
  || CASE persons.list_id WHEN 'members' THEN ${concatenated(ofMembers)} ELSE '' END
  || ${concatenated(stamps)}`

// Concatenated, since a SQL function takes 32 arguments at most in production.
function concatenated(fields: [string, string][]): string {
  return fields.map(([key, value]) => `'${key === 'id' ? '{' : ','}"${key}":' || ${value}`).join(' || ')
}

/** The selection that lets SQLite write the JSON: parsing rows and writing them again is what makes pages slow. */
export const PERSON_ROW = sql.raw(
  `persons.id AS id, ${HEAD} AS head, persons.area AS area, persons.leave_date AS leaveDate,
  persons.custom_values AS customValues, persons.revision AS revision`,
)
