import { type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import { persons } from '../../db/schema'
import { type CustomColumn, keyOf } from '../custom-columns/column'
import type { ListId } from '../lists'

/** A person of a list as finished JSON text, all fields of the list present, `null` where unset. */
export type PersonJson = string

/** A stored person as {@link personRow} selects it: the JSON of the fixed fields, not yet closed, and what is left. */
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

/** What {@link render} needs to know of the list and the day. */
export type Rendering = { list: ListId; columns: CustomColumn[]; today: string }

/** The selection that lets SQLite write the JSON: parsing rows and writing them again is what makes pages slow. */
export const personRow = (listId: string) => ({
  id: sql<string>`${persons.id}`.as('id'),
  head: sql<string>`${listId === 'members' ? MEMBER : CONTACT}`.as('head'),
  area: sql<PersonRow['area']>`${persons.area}`.as('area'),
  leaveDate: sql<string | null>`${persons.leaveDate}`.as('leaveDate'),
  customValues: sql<string>`${persons.customValues}`.as('customValues'),
  revision: sql<number>`${persons.revision}`.as('revision'),
})

/** Finishes the JSON text of a stored person. */
export function render(row: PersonRow, { list, columns, today }: Rendering): PersonJson {
  const status = list === 'members' ? `,"membership_status":"${membershipStatus(row, today)}"` : ''
  return `${row.head}${status}${customText(row.customValues, columns)}}`
}

/** The stored person as the API shows it. */
export const personOf = (row: PersonRow, rendering: Rendering): Person => JSON.parse(render(row, rendering))

/** Where a member stands: an applicant, active, or former once the leave date has passed. */
export function membershipStatus({ area, leaveDate }: Pick<PersonRow, 'area' | 'leaveDate'>, today: string) {
  if (area === 'applications') return 'applicant'
  return leaveDate !== null && leaveDate < today ? 'former' : 'active'
}

const STORED_KEY = /[,{]"(col_[0-9A-Za-z]{24})":/

// Values are copied as text. Stored JSON is minified and holds no nested object, so only its keys match STORED_KEY.
function customText(stored: string, columns: CustomColumn[]): string {
  const [, ...parts] = stored.slice(0, -1).split(STORED_KEY)
  const values = new Map<string | undefined, string | undefined>()
  for (let at = 0; at < parts.length; at += 2) values.set(parts[at], parts[at + 1])
  return columns
    .map((column) => `,${JSON.stringify(keyOf(column))}:${values.get(column.id) ?? 'null'}`)
    .join('')
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

const CONTACT = concatenated([...common, ...stamps])
const MEMBER = concatenated([...common, ...ofMembers, ...stamps])

// Concatenated, since a SQL function takes 32 arguments at most in production; and as text, so that it is put together
// once and not for every statement.
function concatenated(fields: [string, string][]): SQL {
  const parts = fields.map(([key, value], at) => `'${at ? ',' : '{'}"${key}":' || ${value}`)
  return sql.raw(parts.join(' || '))
}
