import { CsvError, type Options, parse } from 'csv-parse/sync'
import { LISTS } from '../../access/lists'
import { MAX_COLUMNS } from '../../custom-columns/limits'
import { refusedAt } from '../../shared/error-list'
import { MAX_PERSONS } from '../schemas'
import { csvColumns, type Delimiter } from './cells'

/** A parsed table: the names of its columns, its rows without the empty ones, and the number of each row, from 1. */
export type CsvTable = { delimiter: Delimiter; header: string[]; records: string[][]; rows: number[] }

/**
 * Reads CSV whose first row names the columns, in time and memory linear in its bytes. Throws `invalid` for malformed CSV,
 * and as soon as the columns, rows or persons exceed their limits.
 */
export function readCsvTable(csv: string): CsvTable {
  // The name of a column has no line break and no delimiter, so the header is one line.
  const [line = '', names = ''] = /^([^\r\n]*)(?:\r\n|\r|\n)?/.exec(csv) ?? []
  const delimiter = names.includes(';') ? ';' : ','
  if (hasMore(names, delimiter, MAX_CELLS - 1))
    throw refusedAt('row 1', { code: 'csv_too_many_columns', max: MAX_CELLS })
  const header = parseFrom(1, names, { bom: true, delimiter })[0] ?? []
  const records: string[][] = []
  const rows: number[] = []
  parseFrom(2, csv.slice(line.length), {
    delimiter,
    relax_column_count: true,
    // The text after the last possible cell stays in one piece, however many delimiters it has.
    ignore_last_delimiters: MAX_CELLS + 1,
    on_record: (record: string[], info) => {
      const row = info.records + 1
      if (row > MAX_ROWS) throw refusedAt(`row ${row}`, { code: 'csv_too_many_rows', max: MAX_ROWS })
      if (!record.some(Boolean)) return null
      if (records.length === MAX_PERSONS)
        throw refusedAt(`row ${row}`, { code: 'csv_too_many_persons', max: MAX_PERSONS })
      records.push(record)
      rows.push(row)
      return null
    },
  })
  return { delimiter, header, records, rows }
}

/** The maximum number of cells in a row: one for each column of the list with the most fields. */
const MAX_CELLS = Math.max(...LISTS.map((list) => csvColumns(list, []).length)) + MAX_COLUMNS

/** The maximum number of rows in a table, including empty ones. */
const MAX_ROWS = 100_000

function hasMore(text: string, delimiter: string, max: number): boolean {
  let count = 0
  for (let index = text.indexOf(delimiter); index >= 0; index = text.indexOf(delimiter, index + 1))
    if (++count > max) return true
  return false
}

function parseFrom(row: number, csv: string, options: Options): string[][] {
  try {
    // If the parser detects the line break itself, it takes quadratic time for a text without one.
    return parse(csv, { ...options, record_delimiter: ['\r\n', '\n', '\r'] })
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw refusedAt(`row ${Number(error.records ?? 0) + row}`, { code: 'csv_malformed' })
  }
}
