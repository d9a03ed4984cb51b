import * as z from 'zod'
import type { ListId } from '../../access/lists'
import { type CustomColumn, columnKey } from '../../custom-columns/column'
import type { ListColumns } from '../../custom-columns/query-list'
import { fieldsIn, READ_ONLY } from '../../person-fields/list-fields'

/** A column of the CSV of a list: the dotted path of a field, and the type of its cells. */
export type CsvColumn = { path: string; cellType: 'text' | 'date' | 'number' | 'boolean' | 'json' }

/** What separates cells. Where it is a semicolon, numbers have a decimal comma. */
export type Delimiter = ',' | ';'

/** The columns of the CSV of a list: every field of a person, objects by their parts, then the custom columns. */
export function csvColumns(list: ListId, columns: CustomColumn[]): CsvColumn[] {
  const [id, ...stamps] = READ_ONLY[list]
  return [
    ...[id].map((path) => ({ path: String(path), cellType: 'text' as const })),
    ...fieldsIn({ list, columns }).flatMap(([key, { schema }]) => columnsOfField(key, schema)),
    ...stamps.map((path) => ({ path, cellType: 'date' as const })),
    ...columns.map((column) => ({ path: columnKey(column), cellType: CELL_TYPES[column.type] })),
  ]
}

/** The fields of a list that are objects, each with the paths of its parts. */
export const partsOf = (listed: Pick<ListColumns, 'list' | 'columns'>): Map<string, string[]> =>
  new Map(
    fieldsIn(listed).flatMap(([key, { schema }]) =>
      schema instanceof z.ZodObject
        ? [[key, Object.keys(schema.shape).map((part) => `${key}.${part}`)] as const]
        : [],
    ),
  )

/**
 * Writes a value into a cell. Empty is `null`. A leading apostrophe guards a text that a spreadsheet would take for
 * something else, and a number that it would round. {@link readCell} takes it off.
 */
export function writeCell(value: unknown, cellType: CsvColumn['cellType'], delimiter: Delimiter): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number') {
    const number = String(value).replace('.', decimalMark[delimiter])
    return number.length > MAX_SHOWN ? `'${number}` : number
  }
  if (typeof value !== 'string') return JSON.stringify(value)
  // Spreadsheets write a date of this form as they found it.
  if (cellType === 'date') return value
  // They drop tabs and carriage returns.
  if (/[\t\r]/.test(value)) return `'${JSON.stringify(value)}`
  return isGuarded(value) ? `'${value}` : value
}

/** Writes cents as an amount with two decimals. */
export const writeMoney = (cents: number, delimiter: Delimiter): string =>
  (cents / 100).toFixed(2).replace('.', decimalMark[delimiter])

/**
 * Reads a cell as {@link writeCell} or a spreadsheet writes it. A text that does not fit the column stays as it is, for
 * the validation to report.
 */
export function readCell(cell: string, cellType: CsvColumn['cellType'], delimiter: Delimiter): unknown {
  if (cell === '') return null
  const text = withoutGuard(cell)
  switch (cellType) {
    case 'text':
      return text
    case 'date':
      return text.replace(
        /^(\d\d?)\.(\d\d?)\.(\d{4})$/,
        (_, day, month, year) => `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`,
      )
    case 'boolean':
      return BOOLEANS.get(text.toLowerCase()) ?? text
    case 'number':
      return numberIn(text, delimiter)
    case 'json':
      return jsonIn(text, text)
  }
}

const decimalMark = { ',': '.', ';': ',' } as const

/** How many characters of a number spreadsheets show, and so save, without rounding. */
const MAX_SHOWN = 10

/** How English and German spreadsheets write a boolean. */
const BOOLEANS = new Map([
  ['true', true],
  ['false', false],
  ['wahr', true],
  ['falsch', false],
])

const FORMULA = /^\s*[=+\-@＝＋－＠]/

const NAMES_IN_DATES = [
  'jan(?:uary?|uar)?|feb(?:ruary|ruar)?|mar(?:ch)?|märz?|mrz|apr(?:il)?|may|mai|june?|juni|july?|juli',
  'aug(?:ust)?|sept?(?:ember)?|o[ck]t(?:ober)?|nov(?:ember)?|de[cz](?:ember)?',
  'mon(?:day)?|tue(?:sday)?|wed(?:nesday)?|thu(?:rsday)?|fri(?:day)?|sat(?:urday)?|sun(?:day)?',
  'mo(?:ntag)?|di(?:enstag)?|mi(?:ttwoch)?|do(?:nnerstag)?|fr(?:eitag)?|sa(?:mstag)?|so(?:nntag)?',
].join('|')

// A digit before which is no word but the names of months and days: a number, an amount, a time, a date.
const NUMBER = new RegExp(`^(?:\\P{L}*(?:${NAMES_IN_DATES})(?!\\p{L}))*\\P{L}*\\p{N}`, 'iu')

const isGuarded = (text: string): boolean =>
  text === '' ||
  /^['\n]/.test(text) ||
  FORMULA.test(text) ||
  NUMBER.test(text) ||
  BOOLEANS.has(text.trim().toLowerCase())

function withoutGuard(cell: string): string {
  if (!cell.startsWith("'")) return cell
  const text = cell.slice(1)
  const escaped = text.startsWith('"') ? jsonIn(text, undefined) : undefined
  if (typeof escaped === 'string' && /[\t\r]/.test(escaped)) return escaped
  // People type an apostrophe too, as in 's-Hertogenbosch.
  return isGuarded(text) ? text : cell
}

function numberIn(text: string, delimiter: Delimiter): unknown {
  if (!/^-?(0|[1-9]\d*)([.,]\d+)?([eE][+-]?\d+)?$/.test(text)) return text
  // The other mark may separate thousands: 1.234 and 1,234 mean two numbers.
  const isAmbiguous = /^-?[1-9]\d{0,2}[.,]\d{3}$/.test(text) && !text.includes(decimalMark[delimiter])
  return isAmbiguous ? text : Number(text.replace(',', '.'))
}

function jsonIn(text: string, otherwise: unknown): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return otherwise
  }
}

const CELL_TYPES: Record<CustomColumn['type'], CsvColumn['cellType']> = {
  string: 'text',
  date: 'date',
  email: 'text',
  url: 'text',
  boolean: 'boolean',
  integer: 'number',
  number: 'number',
  array: 'json',
}

function columnsOfField(key: string, schema: z.ZodType): CsvColumn[] {
  if (schema instanceof z.ZodArray) return [{ path: key, cellType: 'json' }]
  if (!(schema instanceof z.ZodObject)) return [{ path: key, cellType: cellTypeOf(schema) }]
  return Object.entries<z.ZodType>(schema.shape).map(([part, partSchema]) => ({
    path: `${key}.${part}`,
    cellType: cellTypeOf(partSchema),
  }))
}

function cellTypeOf(schema: z.ZodType): CsvColumn['cellType'] {
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodNullable || schema instanceof z.ZodOptional)
    return cellTypeOf(schema.unwrap() as z.ZodType)
  return schema instanceof z.ZodISODate ? 'date' : 'text'
}
