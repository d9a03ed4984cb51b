import { sql } from '../../db/sql'
import type { ListId } from '../access/lists'
import { inList, TENANT } from '../access/principal'
import { PERSON_COLUMNS } from './unstored'
import { type Asked, namedSql, selectFamilies } from './who'

/** Applicants by their ids, and the date on which they would join. */
export type Admitted = { ids: string[]; joinDate: string | null }

/** The conditions and the CTE that read applicants as the members that they would become, with their families. */
export function admittedPersons(
  list: ListId,
  { ids, joinDate }: Admitted,
): Pick<Asked, 'among' | 'selected' | 'persons'> {
  const admittedSql = sql`(area = 'applications' AND ${namedSql({ ids })})`
  const columns = PERSON_COLUMNS.map((column) => {
    if (column === 'area') return sql`iif(${admittedSql}, 'regular', area)`
    if (column === 'join_date') return sql`iif(${admittedSql}, ${joinDate}, join_date)`
    return sql.raw(column)
  })
  const persons = sql`, persons (${sql.raw(PERSON_COLUMNS.join())}) AS MATERIALIZED (
    SELECT ${sql.join(columns)} FROM main.persons
    WHERE ${inList(TENANT, list)} AND area IN ('regular', 'applications')
      AND persons.id IN (${selectFamilies(TENANT, list, { ids }, 'applications')}))`
  return { selected: namedSql({ ids }), among: sql`TRUE`, persons }
}
