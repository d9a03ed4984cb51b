import { type Sql, sql } from '../../../db/sql'
import type { ListId } from '../../access/lists'
import { inList } from '../../access/principal'
import type { Position } from '../../shared/paging'
import { FIXED_SORTS, readSort } from '../sorts'
import { fold } from './conditions'
import { columnNamedSql } from './filter'

const NAME = ['last_name_key', 'first_name_key'].map(sql.raw)

/** What persons are sorted by, before their ids; the first of them puts those without the value behind the others. */
const VALUES: Record<string, (isDescending: boolean) => Sql[]> = {
  name: () => NAME,
  membership_number: (isDescending) => [
    unsetSql(sql`membership_number`, isDescending),
    sql`CAST(membership_number AS INTEGER)`,
    sql`coalesce(membership_number, '')`,
  ],
  join_date: (isDescending) => [
    unsetSql(sql`join_date`, isDescending),
    sql`coalesce(join_date, '')`,
    ...NAME,
  ],
  updated_at: () => [sql`updated_at`],
}

const unsetSql = (value: Sql, isDescending: boolean): Sql =>
  sql`${value} IS ${sql.raw(isDescending ? 'NOT ' : '')}NULL`

/** By a custom column, whose values have one type: texts as they are folded, numbers, booleans from false to true. */
function customValues(isDescending: boolean): Sql[] {
  const value = sql`custom_values ->> (SELECT path FROM sorted)`
  const folded = sql`CASE typeof(${value}) WHEN 'text' THEN ${fold(value)} ELSE ${value} END`
  return [unsetSql(value, isDescending), sql`coalesce(${folded}, '')`, ...NAME]
}

type Scope = { workspace: Sql; list: ListId; area: string }

/**
 * An order as SQL, and the condition that a person comes after or before the one at a position, by its id. `cte` goes into
 * the `WITH` of their statement. For a column that the list does not have, or one of several values, it is that of names.
 */
export function order(sort: string, { workspace, list, area }: Scope) {
  const { key, isDescending } = readSort(sort)
  const fixed = FIXED_SORTS[list].includes(key) ? VALUES[key] : undefined
  const keys = [...(fixed ?? customValues)(isDescending), sql`persons.id`]
  return {
    cte: fixed
      ? sql``
      : sql`, sorted (path) AS MATERIALIZED (
          SELECT '$.' || id FROM custom_columns WHERE ${columnNamedSql(workspace, list, key)} AND type <> 'array')`,
    by: ({ direction }: Pick<Position, 'direction'>): Sql =>
      sql.join(
        keys.map((key) => sql`${key} ${sql.raw(isDescending === (direction === 'next') ? 'DESC' : 'ASC')}`),
      ),
    beyondSql: ({ direction, key }: Position): Sql => {
      const comparison = isDescending === (direction === 'next') ? '<' : '>'
      return sql`(${sql.join(keys)}) ${sql.raw(comparison)} (
        SELECT ${sql.join(keys)} FROM persons
        WHERE ${inList(workspace, list)} AND area = ${area} AND persons.id = ${key})`
    },
  }
}
