import { maskIbansIn } from '../../persons/mask'
import { nameKey } from '../../persons/name-key'
import { refusedAt } from '../../shared/error-list'
import { tidyText } from '../cells/text'
import { isKnownHeader } from '../headers'
import { isBlank } from './raw'
import type { TableRow, TableRows } from './table-rows'

/** The header of a table and the rows below it. */
export type Headed = { headerRow: number; headers: string[]; rows: TableRows; totals: number[] }

/**
 * Parts the rows of a file into titles, which are left out, the header and the rest. The header is that of the number
 * `chosen`, or else the first row as wide as most, unless that has values. Throws `invalid` if `chosen` is an empty row.
 */
export function withHeader(rows: TableRows, chosen: number | undefined): Headed {
  const usual = usualWidth(rows)
  const at = chosen === undefined ? headerAt(rows, usual) : findIndex(rows, ({ row }) => row === chosen)
  if (at < 0 && chosen) throw refusedAt('header_row', { code: 'table_header_row_empty' })
  const body = rows.slice(at + 1)
  const header = at < 0 ? undefined : rows.at(at)
  const names = header?.cells ?? []
  let width = names.length
  for (const { cells } of body) width = Math.max(width, cells.length)
  const headers = Array.from({ length: width }, (_, index) => named(names[index] ?? '', index))
  return {
    headerRow: header?.row ?? 0,
    headers: numbered(headers),
    rows: body,
    totals: totalsOf(body, usual),
  }
}

const LOOKED_AT = 50
const TITLES = 30

/** How many cells the middle one of the first rows has. */
function usualWidth(rows: TableRows): number {
  const widths = [...rows.slice(0, LOOKED_AT)].map(filled)
  return widths.sort((one, other) => one - other)[Math.floor(widths.length / 2)] ?? 0
}

const filled = ({ cells }: TableRow): number => cells.filter((cell) => !isBlank(cell)).length

function headerAt(rows: TableRows, usual: number): number {
  const known = findIndex(rows.slice(0, TITLES), ({ cells }) => cells.filter(isKnownHeader).length >= 2)
  if (known >= 0) return known
  const wide = findIndex(rows, (row) => filled(row) * 2 >= usual && filled(row) >= Math.min(usual, 2))
  return wide >= 0 && isHeader(rows.at(wide)) ? wide : -1
}

function findIndex(rows: TableRows, isWanted: (row: TableRow) => boolean): number {
  let index = 0
  for (const row of rows) {
    if (isWanted(row)) return index
    index++
  }
  return -1
}

/** Whether most cells of a row are words, and none is there twice. */
function isHeader({ cells }: TableRow = { row: 0, cells: [] }): boolean {
  const texts = cells.filter((cell) => !isBlank(cell)).map((cell) => cell.trim())
  const words = texts.filter((text) => /\p{L}/u.test(text) && !looksLikeValue(text))
  return words.length >= texts.length * 0.8 && new Set(texts.map(nameKey)).size >= texts.length * 0.8
}

/** Whether a text is a value rather than a header: an e-mail address, an IBAN, a date, a number. */
export const looksLikeValue = (text: string): boolean => VALUE.test(text)

/** E-mail addresses, IBANs, dates, and texts with long numbers. */
const VALUE = /@|^[A-Z]{2}\d\d|\d{1,2}[./]\d{1,2}[./]|\d{4}|^(?:x|ja|nein|yes|no|true|false|m|w|f|d)$/i

const named = (header: string, index: number): string =>
  [...tidyText(header)].slice(0, 200).join('') || `Spalte ${letters(index)}`

/** The letters of a column, as spreadsheets name it. */
const letters = (index: number): string =>
  (index >= 26 ? letters(Math.floor(index / 26) - 1) : '') + String.fromCharCode(65 + (index % 26))

// A row of persons may be taken for the headers, which are kept.
function numbered(texts: string[]): string[] {
  const headers = texts.map(maskIbansIn)
  const seen = new Map<string, number>()
  const given = new Set(headers)
  return headers.map((header) => {
    let count = (seen.get(header) ?? 0) + 1
    while (count > 1 && given.has(`${header} (${count})`)) count++
    seen.set(header, count)
    return count === 1 ? header : `${header} (${count})`
  })
}

const TOTAL =
  /^(?:gesamt|insgesamt|summe|zwischensumme|anzahl|durchschnitt|total|sum|count|average|stand|seite|gedruckt|erstellt|ende)(?![\p{L}-])/iu

/** The rows at the end that name a sum, or that have little beside one. */
function totalsOf(rows: TableRows, usual: number): number[] {
  const totals: number[] = []
  for (const row of [...rows.slice(-5)].reverse()) {
    const texts = row.cells.map((cell) => cell.trim()).filter(Boolean)
    const isTotal = texts.some((text) => TOTAL.test(text)) && texts.length <= Math.max(2, usual / 2)
    if (!isTotal) break
    totals.unshift(row.row)
  }
  return totals
}
