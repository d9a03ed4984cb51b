import { byteLength } from '../../db/json'
import type { ListId } from '../access/lists'
import { type CustomColumn, columnKey } from '../custom-columns/column'
import { isGiven, isObject } from '../shared/validation'
import { FIELDS, identifyingOf, READ_ONLY } from './fields'
import type { PersonInput } from './schemas'
import type { Patch } from './store/changes'
import type { Person } from './store/json'

type Scope = { list: ListId; columns: CustomColumn[] }

/** How many bytes all custom values of a person may have together, as they are stored: JSON by column id, in UTF-8. */
export const MOST_CUSTOM_BYTES = 32_768

/**
 * What is wrong with writing an input over a stored person, or over nobody, beyond the shape of its values: a path and
 * a message for each fault. The input may still have any shape.
 */
export function* personErrors(input: PersonInput, stored: Person | undefined, scope: Scope) {
  yield* fieldErrors(input, stored, scope)
  const identifying = identifyingOf(scope.list)
  if (!identifying.some((key) => identifies(key, input, stored)))
    yield [['name'], `is missing: a person needs at least one of ${identifying.join(', ')}`] as const
}

/** The faults of {@link personErrors} but that nothing would identify the person, which the table sees by itself. */
export function* fieldErrors(input: PersonInput, stored: Person | undefined, { list, columns }: Scope) {
  for (const key of READ_ONLY[list])
    if (isGiven(input[key]) && input[key] !== stored?.[key])
      yield [[key], stored ? 'is read-only; leave it out or send it as it was read' : ASSIGNED] as const
  for (const { id, external_id } of columns)
    if (external_id !== null && id in input && external_id in input)
      yield [[id], `is the same column as ${external_id}; send one of the two`] as const
  if (exceedsCustomBytes(input, stored, columns))
    yield [[], `may hold at most ${MOST_CUSTOM_BYTES} bytes in all its custom columns`] as const
}

/** The stored columns that a validated input changes; empty where the person already is as the input says. */
export const diff = (input: PersonInput, stored: Person | undefined, scope: Scope) =>
  patchFrom(input, scope, (given, key, part) => {
    const before = part ? namePart(stored?.[key], part) : stored?.[key]
    return given !== undefined && !isSame(given, before ?? null)
  })

/** The stored columns that a validated input gives, whatever is stored. */
export const givenPatch = (input: PersonInput, scope: Scope) =>
  patchFrom(input, scope, (given) => given !== undefined)

/** Whether every value of an input, which may have any shape, is what is stored; then it is valid, as it was before. */
export const isStored = (input: PersonInput, stored: Person): boolean =>
  Object.entries(input).every(([key, given]) =>
    key === 'name' && isObject(given)
      ? Object.entries(given).every(([part, text]) =>
          NAME_PARTS.some((of) => of === part && text === namePart(stored.name, of)),
        )
      : Object.hasOwn(stored, key) && isSame(given, stored[key]),
  )

/** The fault of an `external_id` that another person of the list has. */
export const TAKEN = [['external_id'], 'belongs to another person of the list'] as const

const ASSIGNED = 'is assigned by the service; leave it out'

const NAME_PARTS = ['first_name', 'last_name'] as const
type NamePart = (typeof NAME_PARTS)[number]

type Wanted = (given: unknown, key: string, part?: NamePart) => boolean

function patchFrom(input: PersonInput, { list, columns }: Scope, isWanted: Wanted) {
  const patch: Omit<Patch, 'id' | 'area'> = {}
  for (const key of Object.keys(FIELDS[list]))
    if (key === 'name')
      for (const part of NAME_PARTS) {
        const given = namePart(input.name, part)
        if (isWanted(given, key, part)) patch[part] = given
      }
    else {
      const given = nullIfEmpty(input[key])
      if (isWanted(given, key)) patch[key] = columnValue(given)
    }
  const values = columns
    .map((column) => [column, givenFor(column, input)] as const)
    .filter(([column, given]) => isWanted(given, columnKey(column)))
  if (values.length > 0)
    patch.custom_values = Object.fromEntries(values.map(([{ id }, given]) => [id, given]))
  return patch
}

/** The part of a name: undefined where it is not given, null where the whole name or the part is cleared. */
function namePart(name: unknown, part: NamePart): unknown {
  return name === null ? null : (name as Record<string, unknown> | undefined)?.[part]
}

// An object without any part, such as an address, is the same as none.
const nullIfEmpty = (given: unknown): unknown =>
  isObject(given) && Object.values(given).every((part) => part === null) ? null : given

// No deeper than what is stored: what is given may be anything.
function isSame(given: unknown, stored: unknown): boolean {
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

const givenFor = (column: CustomColumn, input: PersonInput): unknown =>
  column.id in input ? input[column.id] : input[columnKey(column)]

const after = (given: unknown, stored: unknown): unknown => (given === undefined ? stored : given) ?? null

function identifies(key: string, input: PersonInput, stored: Person | undefined) {
  if (key !== 'name') return after(input[key], stored?.[key]) !== null
  return NAME_PARTS.some((part) => after(namePart(input.name, part), namePart(stored?.name, part)) !== null)
}

function exceedsCustomBytes(
  input: PersonInput,
  stored: Person | undefined,
  columns: CustomColumn[],
): boolean {
  const mergedValue = (column: CustomColumn) => after(givenFor(column, input), stored?.[columnKey(column)])
  if (!columns.some((column) => isGiven(givenFor(column, input)))) return false
  // Most persons are far below the limit, so that their values need not be written as JSON.
  if (columns.reduce((sum, column) => sum + mostBytes(mergedValue(column)), 0) <= MOST_CUSTOM_BYTES)
    return false
  const values = columns.map((column) => [column.id, storable(mergedValue(column))] as const)
  const merged = Object.fromEntries(values.filter(([, value]) => value !== null))
  return byteLength(JSON.stringify(merged)) > MOST_CUSTOM_BYTES
}

// A UTF-16 unit takes at most three bytes, and a key or the signs around a value less than 40.
const mostBytes = (value: unknown): number =>
  [value]
    .flat()
    .reduce<number>((sum, entry) => sum + 40 + (typeof entry === 'string' ? 3 * entry.length : 40), 40)

// What is not validated yet may be anything; only what a column can hold is measured.
function storable(value: unknown): string | number | boolean | string[] | null {
  if (Array.isArray(value)) return value.filter((entry) => typeof entry === 'string')
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null
}
