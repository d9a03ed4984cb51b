import { stringify } from 'csv-stringify/sync'
import type { Caller } from '../../access/admission'
import { invalid } from '../../shared/errors'
import { listPersons, type PageQuery } from '../list'
import type { Person } from '../store/json'
import { type Delimiter, type SheetColumn, sheetColumns, writeCell } from './cells'

const BYTE_ORDER_MARK = '\uFEFF'

/**
 * Reads all persons that a query matches as CSV, in pieces of a page each: UTF-8 with a byte order mark, cells parted as
 * the workspace's locale has it. One trip a page; refusals come before the first piece.
 */
export async function exportPersons(
  caller: Caller,
  listId: string,
  query: PageQuery,
): Promise<AsyncIterable<string>> {
  if (query.cursor !== undefined)
    throw invalid({ cursor: ['is not for CSV, which holds all pages; leave it out'] })
  const first = await listPersons(caller, listId, query)
  return pieces(caller, listId, query, first)
}

type Page = Awaited<ReturnType<typeof listPersons>>

async function* pieces(caller: Caller, listId: string, query: PageQuery, first: Page) {
  const { list, columns } = first.rendering
  const sheet = sheetColumns(list, columns)
  const delimiter = delimiterOf(first.locale)
  const csv = (records: string[][]) =>
    stringify(records, { delimiter, record_delimiter: '\r\n', quoted_match: /[\r\n,;\t]/ })
  yield BYTE_ORDER_MARK + csv([sheet.map(({ path }) => path)])
  for (
    let page = first;
    ;
    page = await listPersons(caller, listId, { ...query, cursor: page.cursors.next })
  ) {
    yield csv(page.persons.map((person) => recordOf(JSON.parse(person), sheet, delimiter)))
    if (page.cursors.next === null) return
  }
}

const recordOf = (person: Person, sheet: SheetColumn[], delimiter: Delimiter): string[] =>
  sheet.map(({ path, reads }) => {
    const [key, part] = path.split('.')
    const value = Object.hasOwn(person, path) ? person[path] : Object(person[String(key)])[String(part)]
    return writeCell(value, reads, delimiter)
  })

/** The delimiter that spreadsheets expect: a semicolon where numbers have a decimal comma. */
const delimiterOf = (locale: string): Delimiter =>
  new Intl.NumberFormat(locale).format(0.5).includes(',') ? ';' : ','
