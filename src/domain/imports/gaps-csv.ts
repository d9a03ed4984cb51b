import { csvText } from '../persons/csv/export'
import type { LeftOut } from './gaps'
import type { Gap } from './planned'

/**
 * What an import leaves out as the text of a CSV file: each row of the file that has a gap, with a last column of this title that
 * says what is wrong. `show` is how a cell may be seen.
 */
export function gapsCsv(
  { headers, gaps, rows }: LeftOut,
  { title, locale, say, show = (cell) => cell }: GapsCsv,
): string {
  const cellsOf = new Map([...rows].map(({ row, cells }) => [row, cells]))
  const byRow = Map.groupBy(gaps ?? [], ({ row }) => row)
  const records = [...byRow].map(([row, ofRow]) => {
    const cells = cellsOf.get(row) ?? []
    const said = ofRow.map((gap) => {
      const header = gap.column === null ? undefined : headers[gap.column]
      return header === undefined ? say(gap) : `${header}: ${say(gap)}`
    })
    return [...headers.map((_, column) => guarded(show(cells[column] ?? ''))), guarded(said.join('; '))]
  })
  const labels = [...headers.map(guarded), title]
  // Cells go as dates, which get no apostrophe: a number with one would be another in the next import.
  return csvText(
    labels,
    records,
    labels.map(() => 'date' as const),
    locale,
  )
}

/** A cell that no spreadsheet takes for a formula. Amounts and phone numbers keep their sign. */
const guarded = (cell: string): string =>
  FORMULA.test(cell) && !SIGNED_DIGITS.test(cell) ? `'${cell}` : cell

const FORMULA = /^\s*[=+\-@＝＋－＠]|^[\t\r]/
const SIGNED_DIGITS = /^[+-][\d ().,/-]*$/

type GapsCsv = { title: string; locale: string; say: (gap: Gap) => string; show?: (cell: string) => string }
