import { stringify } from 'csv-stringify/sync'
import type { Principal } from '../../access/principal'
import { invalid } from '../../shared/errors'
import { listPersons, type PageQuery, type PersonsPage } from '../list'
import type { Person } from '../person'
import { type CsvColumn, csvColumns, type Delimiter, writeCell } from './cells'

const BYTE_ORDER_MARK = '\uFEFF'

/**
 * Exports all persons that a query matches as CSV, in pieces of a page each: UTF-8 with a byte order mark, with the delimiter
 * of the workspace's locale. One trip a page. Throws before the first piece.
 */
export async function exportPersons(
  principal: Principal,
  { list, query }: { list: string; query: PageQuery },
): Promise<AsyncIterable<string>> {
  if (query.cursor !== undefined)
    throw invalid({ cursor: ['is not for CSV, which holds all pages; leave it out'] })
  const first = await listPersons(principal, { list, query })
  return pieces(principal, query, first)
}

async function* pieces(principal: Principal, query: PageQuery, first: PersonsPage) {
  const { list } = first.context
  const columns = csvColumns(list, first.context.columns)
  const delimiter = delimiterOf(first.locale)
  const toCsv = (records: string[][]) =>
    stringify(records, { delimiter, record_delimiter: '\r\n', quoted_match: /[\r\n,;\t]/ })
  yield BYTE_ORDER_MARK + toCsv([columns.map(({ path }) => path)])
  for (
    let page = first;
    ;
    page = await listPersons(principal, { list, query: { ...query, cursor: page.cursors.next } })
  ) {
    yield toCsv(page.persons.map((person) => recordOf(JSON.parse(person), columns, delimiter)))
    if (page.cursors.next === null) return
  }
}

const recordOf = (person: Person, columns: CsvColumn[], delimiter: Delimiter): string[] =>
  columns.map(({ path, cellType }) => {
    const [key, part] = path.split('.')
    const value = Object.hasOwn(person, path) ? person[path] : Object(person[String(key)])[String(part)]
    return writeCell(value, cellType, delimiter)
  })

/** The delimiter that spreadsheets expect: a semicolon where numbers have a decimal comma. */
const delimiterOf = (locale: string): Delimiter =>
  new Intl.NumberFormat(locale).format(0.5).includes(',') ? ';' : ','
