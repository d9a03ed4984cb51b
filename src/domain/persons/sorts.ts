import type { ListId } from '../access/lists'
import { columnKey } from '../custom-columns/column'
import type { ListColumns } from '../custom-columns/query-list'

/** What a list can be sorted by, besides its custom columns. */
export const FIXED_SORTS: Record<ListId, readonly string[]> = {
  members: ['name', 'membership_number', 'join_date', 'updated_at'],
  contacts: ['name', 'updated_at'],
}

/**
 * The order of a table: the key of a field or custom column; with `-` before it, from the last to the first. Persons
 * without the value come last in both.
 */
export function readSort(sort: string): { key: string; isDescending: boolean } {
  return { key: sort.replace(/^-/, ''), isDescending: sort.startsWith('-') }
}

/** The keys that a list can be sorted by. A column whose own key begins with `-` goes by its id. */
export const sortKeys = ({ list, columns }: ListColumns): string[] => [
  ...FIXED_SORTS[list],
  ...columns
    .filter(({ type }) => type !== 'array')
    .map((column) => (columnKey(column).startsWith('-') ? column.id : columnKey(column))),
]

/** The order that a list has: the one asked for, or that of names where the list cannot be sorted so. */
export function sortIn(context: ListColumns, sort: string): string {
  const { key, isDescending } = readSort(sort)
  // A saved query may name a column by its id, from before it had a key.
  const isColumn = context.columns.some(({ id, type }) => id === key && type !== 'array')
  if (isColumn || sortKeys(context).includes(key)) return sort
  return isDescending ? '-name' : 'name'
}
