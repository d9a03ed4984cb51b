import { byteLength } from '../../db/json'
import { type CustomColumn, columnKey } from '../custom-columns/column'
import type { ListColumns, ListContext } from '../custom-columns/query-list'
import { LEAVE_DETAILS } from '../person-fields/fields'
import {
  identifyingValues,
  KEPT_PARTS,
  mergesByPart,
  READ_ONLY,
  type StoredValue,
  storedValuesIn,
  takenKeys,
  withoutAssigned,
} from '../person-fields/list-fields'
import type { Issue } from '../shared/error-list'
import { isGiven, isObject } from '../shared/validation'
import { dateIssues } from './date-issues'
import { leaveIssues } from './leave-issues'
import { nameKey } from './name-key'
import { relationNameIssues } from './payers/named'
import type { Person } from './person'
import type { PersonInput } from './schemas'
import type { Patch } from './store/patches'
import { MAX_CUSTOM_BYTES } from './store/write'

/** The issues of writing an input of any shape over a stored person, or as a new one, beyond those of its schema. */
export function* personIssues(
  input: PersonInput,
  stored: Person | undefined,
  context: ListContext,
): Iterable<Issue> {
  yield* fieldIssues(input, stored, context)
  const identifying = identifyingValues(context.list)
  if (identifying.some((value) => after(givenValue(input, value), storedValue(stored, value)) !== null))
    return
  const keys = [...new Set(identifying.map(({ key }) => key))]
  yield [['name'], { code: 'nothing_identifies', keys }]
}

/** The {@link personIssues} without the rule that something identifies the person, which the table checks itself. */
export function* fieldIssues(
  input: PersonInput,
  stored: Person | undefined,
  listed: ListContext,
): Iterable<Issue> {
  const { list, columns, today } = listed
  yield* dateIssues(input, stored, today)
  yield* leaveIssues(input, stored, listed)
  for (const key of READ_ONLY[list].filter((one) => !takenKeys(listed).has(one)))
    if (isGiven(input[key]) && input[key] !== stored?.[key])
      yield [[key], { code: stored ? 'read_only' : 'assigned' }]
  for (const { id, external_id } of columns)
    if (external_id !== null && id in input && external_id in input)
      yield [[id], { code: 'same_column', external_id }]
  yield* relationNameIssues(input, listed)
  if (exceedsCustomBytes(input, stored, columns))
    yield [[], { code: 'custom_values_too_large', max: MAX_CUSTOM_BYTES }]
}

/** The stored columns that a validated input changes; empty if the person already is as the input says. */
export const diff = (input: PersonInput, stored: Person | undefined, context: ListColumns): Patch =>
  patchFrom(
    withKeptParts(input, stored),
    context,
    (given, value) => !isSame(given, storedValue(stored, value) ?? null),
  )

/** The stored columns that a validated input gives. */
export const givenPatch = (input: PersonInput, context: ListColumns): Patch =>
  patchFrom(input, context, () => true)

/** Whether a person is as a validated input says already. */
export const isUnchangedBy = (input: PersonInput, stored: Person, context: ListColumns): boolean =>
  Object.keys(diff(input, stored, context)).length === 0

/** An input with the parts that it leaves out of its objects as they then stay: what `kept` of a field says. */
export function withKeptParts(input: PersonInput, stored: Person | undefined): PersonInput {
  let whole = input
  for (const [key, { part, with: decisive }] of KEPT_PARTS) {
    const given = input[key]
    if (!isObject(given) || given[part] !== undefined) continue
    const before = Object(stored?.[key])
    const kept = before[decisive] === given[decisive] ? (before[part] ?? null) : null
    whole = { ...whole, [key]: { ...given, [part]: kept } }
  }
  return whole
}

/** Whether every value of an input of any shape is what is stored; then it is valid, as it was before. */
export const isStored = (input: PersonInput, stored: Person): boolean =>
  Object.entries(withKeptParts(input, stored)).every(([key, given]) =>
    mergesByPart(key) && isObject(given)
      ? Object.entries(given).every(([part, value]) => isSame(value, storedValue(stored, { key, part })))
      : Object.hasOwn(stored, key) && isSame(withoutAssigned(key, given), storedValue(stored, { key })),
  )

/** The issue of an `external_id` that another person of the list has. */
export const TAKEN: Issue = [['external_id'], { code: 'external_id_taken' }]

/** The issue of a membership number that another member has, where the service is asked to keep them apart. */
export const NUMBER_TAKEN: Issue = [['membership_number'], { code: 'membership_number_taken' }]

/** A value of a person: a field, a part of one that has its own column, or a custom column. */
type Value = Pick<StoredValue, 'key' | 'part'>

function patchFrom(
  input: PersonInput,
  context: ListColumns,
  isWanted: (given: unknown, value: Value) => boolean,
): Patch {
  const patch: Patch = {}
  const stays = input.leave_date === null
  for (const value of storedValuesIn(context)) {
    // Who is a member again has no reason to leave.
    const given = stays && LEAVE_DETAILS.includes(value.key) ? null : givenValue(input, value)
    if (given === undefined || !isWanted(given, value)) continue
    patch[value.column] = columnValue(given)
    if (value.keyColumn) patch[value.keyColumn] = nameKey(String(given ?? ''))
  }
  const customValues = context.columns.flatMap((column) => {
    const given = givenForColumn(column, input)
    return given !== undefined && isWanted(given, { key: columnKey(column) }) ? [[column.id, given]] : []
  })
  if (customValues.length > 0) patch.custom_values = Object.fromEntries(customValues)
  return patch
}

/** What an input gives for a value: undefined if it is absent, null if it or the whole field is cleared. */
function givenValue(input: PersonInput, { key, part }: Value): unknown {
  const given = input[key]
  if (part === undefined) return nullIfEmpty(withoutAssigned(key, given))
  return given === null ? null : (given as Record<string, unknown> | undefined)?.[part]
}

/** The value of a person as the API shows it, but for what the service assigns; undefined if it is not stored. */
export const storedValue = (stored: Person | undefined, { key, part }: Value): unknown =>
  part === undefined
    ? withoutAssigned(key, stored?.[key])
    : (stored?.[key] as Record<string, unknown> | undefined)?.[part]

// An object without any part, such as an address, is the same as none. CSV cannot tell the two apart.
const nullIfEmpty = (given: unknown): unknown =>
  isObject(given) && Object.values(given).every((part) => part === null) ? null : given

/** Whether a given value is the stored one. Looks no deeper than what is stored, since what is given may be anything. */
export function isSame(given: unknown, stored: unknown): boolean {
  if (given === stored) return true
  if (typeof given !== 'object' || typeof stored !== 'object' || !given || !stored) return false
  const parts = Object.entries(stored)
  return (
    Array.isArray(given) === Array.isArray(stored) &&
    Object.keys(given).length === parts.length &&
    parts.every(([key, part]) => isSame((given as Record<string, unknown>)[key], part))
  )
}

const columnValue = (given: unknown): unknown =>
  typeof given === 'object' && given !== null ? JSON.stringify(given) : given

const givenForColumn = (column: CustomColumn, input: PersonInput): unknown =>
  column.id in input ? input[column.id] : input[columnKey(column)]

const after = (given: unknown, stored: unknown): unknown => (given === undefined ? stored : given) ?? null

function exceedsCustomBytes(
  input: PersonInput,
  stored: Person | undefined,
  columns: CustomColumn[],
): boolean {
  const mergedValue = (column: CustomColumn) =>
    after(givenForColumn(column, input), stored?.[columnKey(column)])
  if (!columns.some((column) => isGiven(givenForColumn(column, input)))) return false
  // Most persons are far below the limit, so that their values need not be written as JSON.
  if (columns.reduce((sum, column) => sum + maxBytes(mergedValue(column)), 0) <= MAX_CUSTOM_BYTES)
    return false
  const values = columns.map((column) => [column.id, storable(mergedValue(column))] as const)
  const merged = Object.fromEntries(values.filter(([, value]) => value !== null))
  return byteLength(JSON.stringify(merged)) > MAX_CUSTOM_BYTES
}

// A UTF-16 unit takes at most three bytes, and a key or the signs around a value less than 40.
const maxBytes = (value: unknown): number =>
  Array.isArray(value)
    ? value.reduce<number>((sum, entry) => sum + maxBytesOfOne(entry), 40)
    : 40 + maxBytesOfOne(value)

const maxBytesOfOne = (value: unknown): number => 40 + (typeof value === 'string' ? 3 * value.length : 40)

// What is not validated yet may be anything; only what a column can hold is measured.
function storable(value: unknown): string | number | boolean | string[] | null {
  if (Array.isArray(value)) return value.filter((entry) => typeof entry === 'string')
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null
}
