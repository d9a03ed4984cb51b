import { is } from 'drizzle-orm'
import { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import * as z from 'zod'
import type { ListId } from '../access/lists'
import {
  FIRST_FIELDS,
  type InputKind,
  type KeptPart,
  MEMBERSHIP_STATUS,
  PAYER,
  PERSON_FIELDS,
  type PersonField,
  RELATIONS,
  type Relation,
} from './fields'

/** Whether a field is stored in one column, rather than one for each part. */
export const isColumn = (column: PersonField['column']): column is SQLiteColumn => is(column, SQLiteColumn)

/** The fields that the service assigns. */
export const READ_ONLY: Record<ListId, readonly string[]> = {
  members: ['id', 'created_at', 'updated_at', 'membership_status'],
  contacts: ['id', 'created_at', 'updated_at'],
}

/** The writable fields of a list. */
export const fieldsOf = (list: ListId): [key: string, field: PersonField][] => FIELDS_OF_LIST[list]

/** A list with its custom columns, of which the keys count. */
type Keyed = { list: ListId; columns: readonly { external_id: string | null }[] }

/**
 * The keys of fields that custom columns of a list have, since they are older than the field. There the column keeps its key,
 * and the list has no such field.
 */
export function takenKeys({ list, columns }: Keyed): ReadonlySet<string> {
  const known = TAKEN_KEYS.get(columns)
  if (known) return known
  const keys = columns.map(({ external_id }) => external_id)
  const later = fieldsOf(list)
    .map(([key]) => key)
    .filter(isLater)
  const taken = new Set(later.filter((key) => keys.includes(key)))
  TAKEN_KEYS.set(columns, taken)
  return taken
}

const TAKEN_KEYS = new WeakMap<Keyed['columns'], ReadonlySet<string>>()

/** Whether the persons of a list have payers: not if a custom column has the key of the field. */
export const havePayers = (listed: Keyed): boolean => hasRelation(listed, PAYER)

/** Whether the persons of a list name others in a field: not if the list has no such field, or a custom column has its key. */
export const hasRelation = (listed: Keyed, relation: Relation): boolean =>
  fieldsOf(listed.list).some(([key]) => key === relation) && !takenKeys(listed).has(relation)

/** Whether writes to a list name others by an `external_id` in place of a field: not if a custom column has the key. */
export const takesExternalId = (listed: Keyed, relation: Relation): boolean =>
  hasRelation(listed, relation) &&
  !listed.columns.some(({ external_id }) => external_id === RELATIONS[relation])

/** Whether a custom column may have the key of a field, since lists did not have that from the beginning. */
export const isLater = (key: string): boolean => !FIRST_FIELDS.includes(key)

/** The writable fields of a list with these custom columns. */
export const fieldsIn = (listed: Keyed): [key: string, field: PersonField][] =>
  withoutTaken(listed, fieldsOf(listed.list), ([key]) => key)

/** Where the values of a list with these custom columns are stored: the column of each field, or of each part of one. */
export const storedValuesIn = (listed: Keyed): StoredValue[] =>
  withoutTaken(listed, storedValuesOf(listed.list), ({ key }) => key)

function withoutTaken<T>(listed: Keyed, values: T[], keyOf: (value: T) => string): T[] {
  const taken = takenKeys(listed)
  return taken.size === 0 ? values : values.filter((value) => !taken.has(keyOf(value)))
}

/** Whether a field says how a person pays: account, mandate and payment method. */
export const isPaymentField = (key: string): boolean =>
  ALL_FIELDS.some(([own, { group }]) => own === key && group === 'payment')

/** Whether a field holds an account or a mandate, which takes `bank_accounts:write` of staff. */
export const isAccountField = (key: string): boolean =>
  ALL_FIELDS.some(([own, { input }]) => own === key && (input === 'account' || input === 'mandate'))

const ALL_FIELDS: [string, PersonField][] = Object.entries(PERSON_FIELDS)

const FIELDS_OF_LIST = {
  members: ALL_FIELDS,
  contacts: ALL_FIELDS.filter(([, { list }]) => list === undefined),
}

/** Where the values of a list are stored: the column of each field, or of each part of one. */
export const storedValuesOf = (list: ListId): StoredValue[] => STORED_VALUES[list]

/**
 * A value and its column; `keyColumn` is that of its key, where it has one. `isJson` tells objects and lists, `abridged`
 * names the part of one that events keep the end of, and `kept` the one that a write may leave out.
 */
export type StoredValue = {
  key: string
  part?: string
  column: string
  keyColumn?: string | undefined
  isJson: boolean
  abridged?: string
  kept?: KeptPart
}

/** A value that is linked to a `field`, whose column is `with`: a boolean, or else NULL if empty. */
export type LinkedValue = { key: string; column: string; field: string; with: string; isBoolean: boolean }

/** The linked values, the same in both lists. They are cleared when the value of their field changes. */
export const LINKED_VALUES: readonly LinkedValue[] = ALL_FIELDS.flatMap(([field, { column, linked = {} }]) =>
  Object.entries(linked).map(([key, { name, dataType }]) => ({
    key,
    column: name,
    field,
    with: (column as SQLiteColumn).name,
    isBoolean: dataType === 'boolean',
  })),
)

/** The column of the day on which persons lost whom they name in a field. */
export const lostColumnOf = (relation: Relation): string => PERSON_FIELDS[relation].lostOn.name

/** The columns in which persons name others, each with that of the day on which they lost them. */
export const LOST_VALUES: readonly { column: string; lostOn: string }[] = ALL_FIELDS.flatMap(
  ([, { column, lostOn }]) =>
    lostOn ? [{ column: (column as SQLiteColumn).name, lostOn: lostOn.name }] : [],
)

const STORED_VALUES = {
  members: FIELDS_OF_LIST.members.flatMap(storedValues),
  contacts: FIELDS_OF_LIST.contacts.flatMap(storedValues),
}

function storedValues([key, { column, keyColumn, schema, abridged, kept }]: [
  string,
  PersonField,
]): StoredValue[] {
  if (isColumn(column)) {
    const isJson = isObjectOrList(schema)
    return [{ key, column: column.name, isJson, ...(abridged && { abridged }), ...(kept && { kept }) }]
  }
  return Object.entries(column).map(([part, { name }]) => ({
    key,
    part,
    column: name,
    keyColumn: keyColumn?.[part]?.name,
    isJson: false,
  }))
}

/** Whether the values of a schema are stored as JSON, if they are in one column. */
export function isObjectOrList(schema: z.ZodType): boolean {
  return schema instanceof z.ZodObject || schema instanceof z.ZodArray
}

/** The indexed fields of a list: the key of each and its index. */
export const indexedFields = (list: ListId): [key: string, index: string][] => INDEXED_FIELDS[list]

const INDEXED_FIELDS = {
  members: FIELDS_OF_LIST.members.flatMap(keyAndIndex),
  contacts: FIELDS_OF_LIST.contacts.flatMap(keyAndIndex),
}

function keyAndIndex([key, { index }]: [string, PersonField]): [key: string, index: string][] {
  return index ? [[key, index]] : []
}

/** Where the values of a list are stored that an index holds: first those that are looked up, then those with keys. */
export const indexedValues = (list: ListId): StoredValue[] => INDEXED_VALUES[list]

const INDEXED_VALUES = {
  members: valuesInIndexes(FIELDS_OF_LIST.members),
  contacts: valuesInIndexes(FIELDS_OF_LIST.contacts),
}

function valuesInIndexes(fields: [string, PersonField][]): StoredValue[] {
  const found = fields.filter(([, { index }]) => index !== undefined)
  const ordered = fields.filter(([, { keyColumn }]) => keyColumn !== undefined)
  return [...found, ...ordered].flatMap(storedValues)
}

/** Whether a column holds the keys of a value, which follow from it. */
export const isKeyColumn = (column: string): boolean =>
  STORED_VALUES.members.some(({ keyColumn }) => keyColumn === column)

/** Where the values of a list are stored of which a person needs at least one. */
export const identifyingValues = (list: ListId): StoredValue[] => IDENTIFYING_VALUES[list]

const IDENTIFYING_VALUES = {
  members: FIELDS_OF_LIST.members.filter(isIdentifying).flatMap(storedValues),
  contacts: FIELDS_OF_LIST.contacts.filter(isIdentifying).flatMap(storedValues),
}

function isIdentifying([, field]: [string, PersonField]): boolean {
  return field.isIdentifying === true
}

/** Whether a key is taken by a field of the list, or by another key that writes share the object with. */
export const isFieldOf = (list: ListId, key: string): boolean =>
  fieldsOf(list).some(([field]) => field === key) ||
  READ_ONLY[list].includes(key) ||
  key === 'creation_behaviour' ||
  Object.values<string>(RELATIONS).includes(key)

/** How pages ask for a field and show it; undefined for text. */
export const inputKind = (key: string): InputKind | undefined =>
  key === 'membership_status' ? MEMBERSHIP_STATUS.input : FIELDS_BY_KEY.get(key)?.input

/** The group of a field, or of a part of one by its dotted path, on pages for staff; undefined for any other key. */
export const groupOfField = (path: string): PersonField['group'] =>
  FIELDS_BY_KEY.get(path.split('.')[0] ?? '')?.group

const FIELDS_BY_KEY = new Map(ALL_FIELDS)

/** Whether the parts of a field are stored and merged one by one, as those of `name` are. */
export const mergesByPart = (key: string): boolean => MERGED_BY_PART.has(key)

const MERGED_BY_PART = new Set(ALL_FIELDS.filter(([, { column }]) => !isColumn(column)).map(([key]) => key))

/** The part of a field that a write may leave out; undefined if it has none. */
export const keptPart = (key: string): KeptPart | undefined => FIELDS_BY_KEY.get(key)?.kept

/** The fields with a part that a write may leave out. */
export const KEPT_PARTS: readonly [key: string, kept: KeptPart][] = ALL_FIELDS.flatMap(([key, { kept }]) =>
  kept ? [[key, kept] as [string, KeptPart]] : [],
)

/** The schema of an object with a part more, which may be left out. */
export const withPart = (schema: z.ZodType, part: string, of: z.ZodType): z.ZodType =>
  schema instanceof z.ZodObject ? schema.extend({ [part]: of.optional() }) : schema

/** A value of a field without the part that the service assigns, as it is stored. */
export function withoutAssigned(key: string, value: unknown): unknown {
  const part = FIELDS_BY_KEY.get(key)?.assigned?.part
  if (part === undefined || typeof value !== 'object' || value === null || !(part in value)) return value
  return Object.fromEntries(Object.entries(value).filter(([name]) => name !== part))
}

/** The part of a field that the portal leaves out; undefined if it shows all. */
export const hiddenPart = (key: string): string | undefined => FIELDS_BY_KEY.get(key)?.portal?.hides
