import { type CustomColumn, keyOf } from '../custom-columns/column'
import type { ListId } from '../lists'
import { FIELDS, identifyingOf, READ_ONLY } from './fields'
import type { PersonInput } from './input'
import type { Person } from './rows'
import type { Patch } from './write'

type Scope = { list: ListId; columns: CustomColumn[] }

const MOST_CUSTOM_CHARACTERS = 32_768

/**
 * What is wrong with writing an input over a stored person, or over nobody, beyond the shape of its values: a path and
 * a message for each fault. The input may still have any shape.
 */
export function* faultsOfWriting(input: PersonInput, stored: Person | undefined, { list, columns }: Scope) {
  for (const key of READ_ONLY[list])
    if (input[key] !== undefined && input[key] !== stored?.[key])
      yield [[key], stored ? 'is read-only; leave it out or send it as it was read' : ASSIGNED] as const
  for (const { id, external_id } of columns)
    if (external_id !== null && id in input && external_id in input)
      yield [[id], `is the same column as ${external_id}; send one of the two`] as const
  const identifying = identifyingOf(list)
  if (!identifying.some((key) => identifies(key, input, stored)))
    yield [['name'], `is missing: a person needs at least one of ${identifying.join(', ')}`] as const
  if (customSize(input, stored, columns) > MOST_CUSTOM_CHARACTERS)
    yield [[], `may hold at most ${MOST_CUSTOM_CHARACTERS} characters in all its custom columns`] as const
}

/** The stored columns that a validated input changes; empty where the person already is as the input says. */
export function patchOf(input: PersonInput, stored: Person | undefined, { list, columns }: Scope) {
  const patch: Omit<Patch, 'id' | 'area'> = {}
  for (const key of Object.keys(FIELDS[list]))
    if (key === 'name') Object.assign(patch, changedParts(input.name, stored?.name))
    else if (isChange(input[key], stored?.[key])) patch[key] = columnValue(input[key])
  const values = columns
    .map((column) => [column, givenFor(column, input)] as const)
    .filter(([column, given]) => isChange(given, stored?.[keyOf(column)]))
  if (values.length > 0)
    patch.custom_values = Object.fromEntries(values.map(([{ id }, given]) => [id, given]))
  return patch
}

/** The fault of an `external_id` that another person of the list has. */
export const TAKEN = [['external_id'], 'belongs to another person of the list'] as const

const ASSIGNED = 'is assigned by the service; leave it out'

const NAME_PARTS = ['first_name', 'last_name'] as const

function changedParts(given: unknown, stored: unknown): Record<string, unknown> {
  const parts = NAME_PARTS.map((part) => [part, namePart(given, part)] as const)
  return Object.fromEntries(parts.filter(([part, value]) => isChange(value, namePart(stored, part))))
}

/** The part of a name: undefined where it is not given, null where the whole name or the part is cleared. */
function namePart(name: unknown, part: (typeof NAME_PARTS)[number]): unknown {
  return name === null ? null : (name as Record<string, unknown> | undefined)?.[part]
}

const isChange = (given: unknown, stored: unknown): boolean =>
  given !== undefined && JSON.stringify(given) !== JSON.stringify(stored ?? null)

const columnValue = (given: unknown): unknown =>
  typeof given === 'object' && given !== null ? JSON.stringify(given) : given

const givenFor = (column: CustomColumn, input: PersonInput): unknown =>
  column.id in input ? input[column.id] : input[keyOf(column)]

function identifies(key: string, input: PersonInput, stored: Person | undefined) {
  const after = (value: unknown, before: unknown) => (value === undefined ? before : value) ?? null
  if (key !== 'name') return after(input[key], stored?.[key]) !== null
  return NAME_PARTS.some((part) => after(namePart(input.name, part), namePart(stored?.name, part)) !== null)
}

function customSize(input: PersonInput, stored: Person | undefined, columns: CustomColumn[]): number {
  const sizes = columns.map((column) => {
    const given = givenFor(column, input)
    return sizeOf(given === undefined ? stored?.[keyOf(column)] : given)
  })
  return sizes.reduce((sum, size) => sum + size, 0)
}

function sizeOf(value: unknown): number {
  const texts = Array.isArray(value) ? value : [value]
  return texts.reduce((sum, text) => sum + (typeof text === 'string' ? text.length : 0), 0)
}
