import type { SQLWrapper } from 'drizzle-orm'
import { type Sql, sql } from '../../db/sql'
import type { Position } from './paging'

/** A column of an order, and how its part of a key is read: as it is, or as a number. */
type KeyColumn = SQLWrapper | Sql | { column: Sql; read: (part: string) => number }

/**
 * An order of rows by columns that no two rows share, of which only the first has dots in its values. A key is the values of
 * a row with dots between them; one that ends with `~` lies after its row in the order of the cursor that came from it.
 */
export function keyset(columns: KeyColumn[], { isDescending = false } = {}) {
  const parts = columns.map((one) => ('read' in one ? one : { column: one, read: (part: string) => part }))
  const isReversed = (position: Position | undefined) => (position?.direction === 'prev') !== isDescending
  return {
    /** The columns for ORDER BY, read from a position: backwards for the page before it. */
    by: (position: Position | undefined): Sql =>
      sql.join(parts.map(({ column }) => sql`${column} ${sql.raw(isReversed(position) ? 'DESC' : 'ASC')}`)),
    /** The condition that a row comes after (`next`) or before (`prev`) a position; TRUE without one. */
    beyondSql: (position: Position | undefined): Sql => {
      if (!position?.key) return sql`TRUE`
      const isInclusive = position.key.endsWith('~')
      const key = isInclusive ? position.key.slice(0, -1) : position.key
      const operator = `${isReversed(position) ? '<' : '>'}${isInclusive ? '=' : ''}`
      const values = split(key, parts.length).map((text, index) => parts[index]?.read(text) ?? text)
      return sql`(${sql.join(parts.map(({ column }) => column))}) ${sql.raw(operator)} (${sql.join(values)})`
    },
  }
}

/** The parts of a key, of which only the first can hold dots. */
function split(key: string, count: number): string[] {
  const pieces = key.split('.')
  const rest = pieces.splice(Math.max(pieces.length - count + 1, 0))
  return [pieces.join('.'), ...rest]
}

/** The condition that a row of a list in the order of ids is on the page that begins at a position, or after it. */
export const beyondIdSql = (position: Position | undefined, id: SQLWrapper | Sql): Sql =>
  keyset([id]).beyondSql(position)
