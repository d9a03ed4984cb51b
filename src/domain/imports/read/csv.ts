import { CsvError, parse } from 'csv-parse/sync'
import { refusedAt } from '../../shared/error-list'
import { MAX_TABLE_COLUMNS, RawRows } from './raw'
import type { TableRows } from './table-rows'
import { DELIMITERS, type TableDelimiter } from './table-shape'

/**
 * Reads the rows of CSV in time and memory linear in its length. A quote within a cell is a letter. Throws `invalid`
 * with the row in which a quote opens that never closes, or that exceeds a limit.
 */
export function readCsv(
  given: string,
  chosen?: TableDelimiter,
): { delimiter: TableDelimiter | null; rows: TableRows } {
  const [declaration = '', declared] = /^sep=(.)[^\S\r\n]*(?:\r\n|\r|\n|$)/i.exec(given) ?? []
  const text = given.slice(declaration.length)
  const before = declaration === '' ? 0 : 1
  const usual = usualDelimiters(text)
  const delimiter = chosen ?? DELIMITERS.find((one) => one === declared) ?? usual[0]?.delimiter ?? null
  // The parser makes an error, which nobody reads, of each record that is not as long as the first one.
  const count = usual.find((one) => one.delimiter === delimiter)?.count ?? 0
  const first = `${(delimiter ?? ';').repeat(Math.min(count, MAX_TABLE_COLUMNS))}\n`
  const raw = new RawRows()
  try {
    parse(first + text, {
      delimiter: delimiter ?? ';',
      // If the parser detects the line break itself, it takes quadratic time for a text without one.
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      relax_quotes: true,
      // The text after the last possible cell stays in one piece, however many delimiters it has.
      ignore_last_delimiters: MAX_TABLE_COLUMNS + 1,
      on_record: (cells: string[], { records }) => {
        if (records > 1) raw.add(records - 1 + before, withoutRest(cells))
        return null
      },
    })
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw refusedAt(`row ${Number(error.records ?? 0) + before}`, { code: 'table_quote_open' })
  }
  return { delimiter, rows: raw.rows }
}

/** Cells without the piece after the last possible one, if that is of delimiters alone. */
function withoutRest(cells: string[]): string[] {
  const rest = cells[MAX_TABLE_COLUMNS]
  if (rest !== undefined && /^[;,\t|\s]*$/.test(rest)) cells.length = MAX_TABLE_COLUMNS
  return cells
}

const LINES = 20
const CHARACTERS = 100_000

/** The delimiters of the first lines, outside quotes, the likeliest first, with how many of it most lines have. */
function usualDelimiters(text: string): { delimiter: TableDelimiter; count: number; equal: number }[] {
  const lines = countsByLine(text.slice(0, CHARACTERS))
  const found = DELIMITERS.map((delimiter, at) => {
    const byCount = Map.groupBy(
      lines.map((counts) => counts[at] ?? 0).filter((count) => count > 0),
      (count) => count,
    )
    const [count, equal] = [...byCount]
      .map(([count, equal]) => [count, equal.length] as const)
      .sort((one, other) => other[1] - one[1] || other[0] - one[0])[0] ?? [0, 0]
    return { delimiter, count, equal }
  })
  // A comma in every line is less than a semicolon in all but a title.
  const score = ({ count, equal }: { count: number; equal: number }) => equal * Math.log2(count + 1)
  return found.filter(({ count }) => count > 0).sort((one, other) => score(other) - score(one))
}

/** How often each delimiter is in each of the first lines, outside quotes. */
function countsByLine(text: string): number[][] {
  const lines: number[][] = []
  let counts = DELIMITERS.map(() => 0)
  let isQuoted = false
  let isStart = true
  let isEmpty = true
  let wasClosed = false
  for (const letter of text) {
    const delimiter = isQuoted ? -1 : DELIMITERS.indexOf(letter as TableDelimiter)
    // Two quotes within a quoted cell close it and open it again.
    const opensAgain = letter === '"' && wasClosed
    wasClosed = letter === '"' && isQuoted
    if (letter === '"' && (isQuoted || isStart || opensAgain)) isQuoted = !isQuoted
    else if (delimiter >= 0) counts[delimiter] = (counts[delimiter] ?? 0) + 1
    else if (!isQuoted && (letter === '\n' || letter === '\r')) {
      if (!isEmpty) lines.push(counts)
      counts = DELIMITERS.map(() => 0)
      isEmpty = true
      isStart = true
      if (lines.length === LINES) return lines
      continue
    }
    isEmpty = false
    isStart = delimiter >= 0
  }
  return isEmpty ? lines : [...lines, counts]
}
