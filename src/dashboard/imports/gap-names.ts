import type { StoredImport } from '../../domain/imports/import'
import type { TableRow } from '../../domain/imports/read/table'
import type { Viewer } from '../layout'
import { maskedCell } from './shown'

/** The targets that name somebody, in the order of a name. */
const NAMES = ['name.first_name', 'name', 'name.last_name']

/** Whom rows of a file name, by the number of the row; without rows that name nobody. */
export function namesIn(
  rows: Iterable<TableRow>,
  { settings: { mapping, edits } }: StoredImport,
  viewer: Viewer,
): Map<number, string> {
  const columns = NAMES.flatMap((name) =>
    Object.entries(mapping).flatMap(([column, target]) => (target === name ? [Number(column)] : [])),
  )
  return new Map(
    [...rows].flatMap(({ row, cells }): [number, string][] => {
      const parts = columns.map((column) => (edits[`${row}.${column}`] ?? cells[column] ?? '').trim())
      const name = maskedCell(parts.filter(Boolean).join(' '), undefined, viewer)
      return name === '' ? [] : [[row, name]]
    }),
  )
}
