import { refusedAt } from '../../shared/error-list'
import { TableRows } from './table-rows'

export const MAX_ROWS = 20_000
export const MAX_TABLE_COLUMNS = 250
export const MAX_CELL_LENGTH = 5_000

/** The number of rows in a file, empty ones included, above which it is not read to its end. */
const MAX_ROW_NUMBER = 60_000

/** The rows of a file that are not empty, while they are read. Throws `invalid` for what exceeds a limit, by row. */
export class RawRows {
  readonly rows = TableRows.of([])

  add(row: number, cells: string[]): void {
    const length = filledLength(cells)
    if (length === 0) {
      if (row > MAX_ROW_NUMBER) throw refusedAt(`row ${row}`, { code: 'table_too_many_rows', max: MAX_ROWS })
      return
    }
    if (length > MAX_TABLE_COLUMNS)
      throw refusedAt(`row ${row}`, { code: 'table_too_many_columns', max: MAX_TABLE_COLUMNS })
    // One row more: the header.
    if (this.rows.length > MAX_ROWS)
      throw refusedAt(`row ${row}`, { code: 'table_too_many_rows', max: MAX_ROWS })
    cells.length = length
    for (const cell of cells)
      if (cell.length > MAX_CELL_LENGTH)
        throw refusedAt(`row ${row}`, { code: 'table_cell_too_long', max: MAX_CELL_LENGTH })
    this.rows.push({ row, cells })
  }
}

/** The number of cells up to the last one that is not blank. */
function filledLength(cells: string[]): number {
  let length = cells.length
  while (length > 0 && isBlank(cells[length - 1])) length--
  return length
}

export const isBlank = (cell: string | undefined): boolean =>
  cell === undefined || cell === '' || cell.trim() === ''
