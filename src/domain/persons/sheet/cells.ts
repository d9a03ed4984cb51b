import { z } from 'zod'
import { type CustomColumn, keyOf } from '../../custom-columns/column'
import type { ListId } from '../../lists'
import { FIELDS, READ_ONLY } from '../fields'

/** A column of a sheet: the dotted path of a field, and how its cells are read. */
export type SheetColumn = { path: string; reads: 'text' | 'number' | 'boolean' | 'json' }

/** The columns of the sheet of a list: every field of a person, objects by their parts, then the custom columns. */
export function sheetColumns(list: ListId, columns: CustomColumn[]): SheetColumn[] {
  const [id, ...stamps] = READ_ONLY[list]
  return [
    ...[id].map((path) => ({ path: String(path), reads: 'text' as const })),
    ...Object.entries<z.ZodType>(FIELDS[list]).flatMap(([key, schema]) => columnsOfField(key, schema)),
    ...stamps.map((path) => ({ path, reads: 'text' as const })),
    ...columns.map((column) => ({ path: keyOf(column), reads: READS[column.type] })),
  ]
}

/** The fields of a list that are objects, each with the paths of its parts. */
export const partsIn = (list: ListId): Map<string, string[]> =>
  new Map(
    Object.entries<z.ZodType>(FIELDS[list]).flatMap(([key, schema]) =>
      schema instanceof z.ZodObject
        ? [[key, Object.keys(schema.shape).map((part) => `${key}.${part}`)] as const]
        : [],
    ),
  )

/**
 * Writes a value into a cell. Empty is `null`. A text that a spreadsheet would take for a formula gets an apostrophe
 * before it, and so do an empty text and one that begins with an apostrophe, so that {@link readCell} tells them apart.
 */
export function writeCell(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value !== 'string') return JSON.stringify(value)
  return value === '' || /^[=+\-@\t\r\n']/.test(value) ? `'${value}` : value
}

/** Reads a cell, a number with a decimal comma too; what has not the form of the column stays text, for the validation to name. */
export function readCell(cell: string, reads: SheetColumn['reads']): unknown {
  if (cell === '') return null
  const text = cell.replace(/^'(?=$|[=+\-@\t\r\n'])/, '')
  if (reads === 'text') return text
  if (reads === 'boolean') return text === 'true' || (text === 'false' ? false : text)
  if (reads === 'number') {
    const number = text.replace(',', '.')
    return /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/.test(number) ? Number(number) : text
  }
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

const READS: Record<CustomColumn['type'], SheetColumn['reads']> = {
  string: 'text',
  date: 'text',
  email: 'text',
  url: 'text',
  boolean: 'boolean',
  integer: 'number',
  number: 'number',
  array: 'json',
}

function columnsOfField(key: string, schema: z.ZodType): SheetColumn[] {
  if (schema instanceof z.ZodArray) return [{ path: key, reads: 'json' }]
  if (!(schema instanceof z.ZodObject)) return [{ path: key, reads: 'text' }]
  return Object.keys(schema.shape).map((part) => ({ path: `${key}.${part}`, reads: 'text' }))
}
