import type { ListId } from '../access/lists'
import { type CustomColumn, columnKey } from '../custom-columns/column'
import { MAX_VALUE } from '../custom-columns/limits'
import { fieldsOf, READ_ONLY } from '../person-fields/list-fields'
import { type CsvColumn, csvColumns } from '../persons/csv/cells'
import { singleLine } from '../shared/text'

/**
 * What a column of a file becomes, the same text in the API, the database and forms:
 * `ignore`, `id`, a path of the list's CSV (`address.postcode`, the key of a custom column), one of {@link COMPOSED},
 * `new:TYPE` for a new custom column that is named as the header, or `value:KEY:VALUE`: a yes adds the value to the array
 * column of that key.
 */
export type Target = string

export const IGNORE = 'ignore'

/** Targets that are no path of the CSV: a whole name, and texts that become parts of an address. */
export const COMPOSED = ['name', 'address.house_number', 'address.postcode_and_city'] as const

/** The types of new custom columns; `choice` is a text with allowed values. */
export const NEW_TYPES = ['string', 'choice', 'array', 'boolean', 'date', 'number'] as const
export type NewType = (typeof NEW_TYPES)[number]

/** A target by its parts. */
export type ParsedTarget =
  | { kind: 'ignore' }
  | { kind: 'path'; path: string; key: string; part?: string }
  | { kind: 'composed'; path: (typeof COMPOSED)[number] }
  | { kind: 'custom'; column: CustomColumn }
  | { kind: 'new'; type: NewType }
  | { kind: 'value'; column: CustomColumn; value: string }

/** The columns of the list's CSV that can be written, and `id`. */
export const pathsOf = (list: ListId, columns: CustomColumn[]): string[] =>
  csvColumnsToWrite(list, columns).map(({ path }) => path)

/** The columns of the list's CSV that can be written, and `id`. */
export function csvColumnsToWrite(list: ListId, columns: CustomColumn[]): CsvColumn[] {
  const [, ...assigned] = READ_ONLY[list]
  return csvColumns(list, columns).filter(({ path }) => !assigned.includes(path))
}

/** A target by its parts; undefined for one that the list does not have. */
export function parseTarget(target: Target, list: ListId, columns: CustomColumn[]): ParsedTarget | undefined {
  if (target === IGNORE) return { kind: 'ignore' }
  const composed = COMPOSED.find((path) => path === target)
  if (composed) return { kind: 'composed', path: composed }
  if (target.startsWith('new:')) {
    const type = NEW_TYPES.find((one) => `new:${one}` === target)
    return type && { kind: 'new', type }
  }
  if (target.startsWith('value:')) return parseValue(target, columns)
  const column = columns.find((one) => columnKey(one) === target)
  if (column) return { kind: 'custom', column }
  if (!pathsOf(list, []).includes(target)) return undefined
  const [key = '', part] = target.split('.')
  const isPart = part !== undefined && fieldsOf(list).some(([own]) => own === key)
  return { kind: 'path', path: target, key, ...(isPart && { part }) }
}

/** Whether several columns may have the target: their values are put together. */
export function maySeveralHave(target: Target, columns: CustomColumn[]): boolean {
  if (target === IGNORE || target === 'phone_numbers' || /^(?:new|value):/.test(target)) return true
  const column = columns.find((one) => columnKey(one) === target)
  return (
    column !== undefined && ((column.type === 'string' && !column.allowed_values) || column.type === 'array')
  )
}

/** Whether persons are known by the cells of a target. */
export const isKeyTarget = (target: Target): boolean => KEY_TARGETS.has(target)

const KEY_TARGETS = new Set<Target>([
  'id',
  'external_id',
  'membership_number',
  'name',
  'name.first_name',
  'name.last_name',
  'birthdate',
])

// Keys have no colon, or are the longest one that the list has.
function parseValue(target: Target, columns: CustomColumn[]): ParsedTarget | undefined {
  const column = columns
    .filter((one) => one.type === 'array' && target.startsWith(`value:${columnKey(one)}:`))
    .sort((one, other) => columnKey(other).length - columnKey(one).length)[0]
  const value = column && target.slice(`value:${columnKey(column)}:`.length)
  if (!column || value === undefined) return undefined
  const isTaken = column.allowed_values?.includes(value) || valueToAdd.safeParse(value).data === value
  return isTaken ? { kind: 'value', column, value } : undefined
}

/** A value that a column may get: as the list stores it, and not of blanks alone. */
const valueToAdd = singleLine(MAX_VALUE)
