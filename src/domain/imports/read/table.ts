import { refusedAt } from '../../shared/error-list'
import type { ForeignFormat } from '../../shared/table-refusals'
import { readCsv } from './csv'
import { decodeText, hasLostLetters, isDoubleEncoded, repairEncoding } from './encoding'
import { withHeader } from './header'
import type { TableRows } from './table-rows'
import type { ReadOptions, Table, TableNote } from './table-shape'
import { readXlsx } from './xlsx'
import { isZip, sizesIn } from './zip'

export * from './table-rows'
export * from './table-shape'

const MAX_BYTES = 10 * 1024 * 1024
const MAX_NOTED = 100
/** So many cells that were converted twice are no chance. */
const DOUBLE_ENCODED_FROM = 3

/**
 * Reads a file of CSV, TSV or XLSX, in time and memory linear in its size. What the options leave out is detected. Throws
 * `invalid` for other formats, damaged files and those above the limits: by `row N` if it is about a row, else by `body`,
 * `sheet` or `header_row`.
 */
export function readTable(bytes: Uint8Array, options: ReadOptions = {}): Table {
  if (bytes.length > MAX_BYTES) throw refusedAt('body', { code: 'table_too_large' })
  const table = isZip(bytes) ? readSheet(bytes, options) : readText(bytes, options)
  if (table.headers.length === 0) throw refusedAt('body', { code: 'table_empty' })
  return table
}

function readSheet(bytes: Uint8Array, options: ReadOptions): Table {
  requireXlsx([...sizesIn(bytes).keys()])
  const { sheets, sheet, rows, hidden, rounded } = readXlsx(bytes, options.sheet)
  const notes: TableNote[] = [
    { kind: 'hidden_rows', rows: hidden },
    { kind: 'rounded_numbers', rows: [...new Set(rounded)] },
  ]
  return {
    format: 'xlsx',
    encoding: null,
    delimiter: null,
    sheets,
    sheet,
    ...withHeader(rows, options.headerRow),
    notes: [
      ...notesOf(rows),
      ...notes.filter(({ rows }) => rows.length > 0),
      ...(sheets.length > 1 ? [{ kind: 'other_sheets' as const, rows: [] }] : []),
    ],
  }
}

function requireXlsx(names: string[]): void {
  if (names.some((name) => name.endsWith('workbook.xml'))) return
  const format = names.includes('content.xml')
    ? 'ods'
    : names.some((name) => /\.iwa$/.test(name)) && 'numbers'
  throw refusedAt('body', format ? { code: 'table_format', format } : { code: 'table_not_in_zip' })
}

function readText(bytes: Uint8Array, options: ReadOptions): Table {
  const format = foreignFormat(bytes)
  if (format) throw refusedAt('body', { code: 'table_format', format })
  const { text, encoding } = decodeText(bytes, options.encoding)
  const { delimiter, rows } = readCsv(text, options.delimiter)
  if (options.repairsEncoding) repair(rows)
  return {
    format: 'csv',
    encoding,
    delimiter,
    sheets: [],
    sheet: null,
    ...withHeader(rows, options.headerRow),
    notes: notesOf(rows),
  }
}

function repair(rows: TableRows): void {
  let index = 0
  for (const { row, cells } of rows) {
    if (cells.some(isDoubleEncoded))
      rows.set(index, {
        row,
        cells: cells.map((cell) => (isDoubleEncoded(cell) ? repairEncoding(cell) : cell)),
      })
    index++
  }
}

/** The name of a format that is no table of texts, by its first bytes. */
function foreignFormat(bytes: Uint8Array): ForeignFormat | undefined {
  const start = String.fromCharCode(...bytes.subarray(0, 200)).replace(/^\u00ef\u00bb\u00bf/, '')
  if (start.startsWith('\u00d0\u00cf\u0011\u00e0')) return 'xls'
  if (start.startsWith('%PDF')) return 'pdf'
  if (start.startsWith('{\\rtf')) return 'rtf'
  if (/^\s*<\?xml/i.test(start)) return 'xml'
  if (/^\s*<(?:!doctype\s+html|html|table|head|meta)\b/i.test(start)) return 'html'
  return /^(?:\u0089PNG|\u00ff\u00d8\u00ff|GIF8)/.test(start) ? 'image' : undefined
}

function notesOf(rows: TableRows): TableNote[] {
  const [doubled, lost]: [number[], number[]] = [[], []]
  let doubledCells = 0
  for (const { row, cells } of rows) {
    const count = doubled.length < MAX_NOTED ? cells.filter(isDoubleEncoded).length : 0
    doubledCells += count
    if (count > 0) doubled.push(row)
    if (lost.length < MAX_NOTED && cells.some(hasLostLetters)) lost.push(row)
  }
  return [
    ...(doubledCells >= DOUBLE_ENCODED_FROM ? [{ kind: 'double_encoded' as const, rows: doubled }] : []),
    ...(lost.length > 0 ? [{ kind: 'lost_letters' as const, rows: lost }] : []),
  ]
}
