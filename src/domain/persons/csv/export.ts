import type { Principal } from '../../access/principal'
import { refusedAt } from '../../shared/error-list'
import { listPersons, type PageOfPersons, type PersonsPage } from '../list'
import type { Person, PersonJson } from '../person'
import { type CsvColumn, csvColumns, type Delimiter, writeCell, writeMoney } from './cells'

const BYTE_ORDER_MARK = '\uFEFF'

/**
 * Exports all persons that a query matches as CSV, in pieces of a page each: UTF-8 with a byte order mark, with the delimiter
 * of the workspace's locale. One trip a page. Throws before the first piece.
 */
export async function exportPersons(
  principal: Principal,
  asked: PageOfPersons,
): Promise<AsyncIterable<string>> {
  if (asked.query.cursor !== undefined) throw refusedAt('cursor', { code: 'not_for_csv' })
  const first = await listPersons(principal, asked)
  return pieces(principal, asked, first)
}

async function* pieces(principal: Principal, asked: PageOfPersons, first: PersonsPage) {
  const { list } = first.context
  const { head, recordsOf } = csvWriter(csvColumns(list, first.context.columns), first.locale)
  yield head
  for (
    let page = first;
    ;
    page = await listPersons(principal, {
      ...{ ...asked, list },
      query: { ...asked.query, cursor: page.cursors.next },
    })
  ) {
    yield recordsOf(page.persons)
    if (page.cursors.next === null) return
  }
}

/** Writes persons as CSV with these columns: the head, which comes first, and the records of a page. */
export function csvWriter(columns: CsvColumn[], locale: string) {
  const cells = columns.map(cellSource)
  const delimiter = delimiterOf(locale)
  const recordOf = (json: PersonJson): string[] => {
    const person: Person = JSON.parse(json)
    return cells.map(({ cellValue, cellType }) => writeCell(cellValue(person), cellType, delimiter))
  }
  return {
    head: BYTE_ORDER_MARK + toCsv([cells.map(({ path }) => path)], delimiter),
    recordsOf: (persons: PersonJson[]): string => toCsv(persons.map(recordOf), delimiter),
  }
}

/** Writes values as the text of a CSV file: a row of labels, then rows of cells of these types. */
export function csvText(
  labels: string[],
  rows: string[][],
  types: CsvColumn['cellType'][],
  locale: string,
): string {
  const delimiter = delimiterOf(locale)
  const records = rows.map((row) =>
    row.map((cell, index) => writeCell(cell, types[index] ?? 'text', delimiter)),
  )
  return BYTE_ORDER_MARK + toCsv([labels, ...records], delimiter)
}

/** A column of CSV that is no list of persons: its label, and the value of a record. Money is in cents. */
export type PlainColumn<R> = {
  path: string
  cellType?: CsvColumn['cellType'] | 'money'
  cell: (record: R) => unknown
}

/** Writes pages of records as CSV, in pieces of a page each. */
export async function* csvPieces<R>(
  columns: PlainColumn<R>[],
  locale: string,
  pages: AsyncIterable<R[]>,
): AsyncIterable<string> {
  const delimiter = delimiterOf(locale)
  const cellOf = (record: R, { cellType = 'text', cell }: PlainColumn<R>): string => {
    const value = cell(record)
    if (cellType !== 'money') return writeCell(value, cellType, delimiter)
    return typeof value === 'number' ? writeMoney(value, delimiter) : ''
  }
  yield BYTE_ORDER_MARK + toCsv([columns.map(({ path }) => path)], delimiter)
  for await (const records of pages)
    yield toCsv(
      records.map((record) => columns.map((column) => cellOf(record, column))),
      delimiter,
    )
}

/** A column of the CSV, and how a person's value for it is found: its path is a key, or a key and a part. */
function cellSource({ path, cellType }: CsvColumn) {
  const [key = '', part = ''] = path.split('.')
  const cellValue = (person: Person): unknown =>
    Object.hasOwn(person, path) ? person[path] : Object(person[key])[part]
  return { path, cellType, cellValue }
}

/** Records as CSV (RFC 4180). Cells with any delimiter are quoted, since spreadsheets guess which one it is. */
const toCsv = (records: string[][], delimiter: Delimiter): string =>
  records.map((record) => `${record.map(quoted).join(delimiter)}\r\n`).join('')

const quoted = (cell: string): string => (/[\r\n,;\t"]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)

/** The delimiter that spreadsheets expect: a semicolon where numbers have a decimal comma. */
const delimiterOf = (locale: string): Delimiter =>
  new Intl.NumberFormat(locale).format(0.5).includes(',') ? ';' : ','
