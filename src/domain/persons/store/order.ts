import { type Sql, sql } from '../../../db/sql'
import { inList } from '../../access/principal'
import type { Position } from '../../shared/paging'
import type { Sort } from '../browse-query'

const NAME = ['last_name_key', 'first_name_key']

/** What persons are sorted by, before their ids; the first of them puts those without the value behind the others. */
const VALUES: Record<string, (isDescending: boolean) => string[]> = {
  name: () => NAME,
  membership_number: (isDescending) => [
    `membership_number IS ${isDescending ? 'NOT ' : ''}NULL`,
    'CAST(membership_number AS INTEGER)',
    "coalesce(membership_number, '')",
  ],
  join_date: (isDescending) => [
    `join_date IS ${isDescending ? 'NOT ' : ''}NULL`,
    "coalesce(join_date, '')",
    ...NAME,
  ],
  updated_at: () => ['updated_at'],
}

/** An order as SQL, and the condition that a person comes behind or before the one at a position, by its id. */
export function order(sort: Sort, { workspace, list, area }: { workspace: Sql; list: string; area: string }) {
  const isDescending = sort.startsWith('-')
  const values = VALUES[sort.replace('-', '')] ?? VALUES.name
  const keys = [...(values?.(isDescending) ?? []), 'persons.id'].map((key) => sql.raw(key))
  return {
    by: ({ direction }: Pick<Position, 'direction'>): Sql =>
      sql.join(
        keys.map((key) => sql`${key} ${sql.raw(isDescending === (direction === 'next') ? 'DESC' : 'ASC')}`),
      ),
    isBeyond: ({ direction, key }: Position): Sql => {
      const comparison = isDescending === (direction === 'next') ? '<' : '>'
      return sql`(${sql.join(keys)}) ${sql.raw(comparison)} (
        SELECT ${sql.join(keys)} FROM persons
        WHERE ${inList(workspace, list)} AND area = ${area} AND persons.id = ${key})`
    },
  }
}
