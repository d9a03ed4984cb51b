import { type Sql, sql } from '../../db/sql'
import type { ListId } from '../access/lists'
import { inList, TENANT } from '../access/principal'
import type { Patch } from '../persons/store/patches'
import { PERSON_COLUMNS } from './unstored'
import { type Asked, namedSql, selectFamilies } from './who'

/**
 * Applicants by their ids, the date on which they would join (undefined: that of each), and what would change of them, with the id of
 * each.
 */
export type Admitted = {
  ids: string[]
  joinDate: string | null | undefined
  patches?: readonly (Patch & { id: string })[]
}

/** The conditions and the CTE that read applicants as the members that they would become, with their families. */
export function admittedPersons(
  list: ListId,
  admitted: Admitted,
): Pick<Asked, 'among' | 'selected' | 'persons'> {
  const { ids, joinDate, patches = [] } = admitted
  const admittedSql = sql`(area = 'applications' AND ${namedSql({ ids })})`
  const columns = PERSON_COLUMNS.map((column) => {
    if (column === 'area') return sql`iif(${admittedSql}, 'regular', area)`
    if (column === 'join_date' && joinDate !== undefined)
      return sql`iif(${admittedSql}, ${joinDate}, join_date)`
    const stored = sql.raw(`persons.${column}`)
    if (!patches.some((patch) => column in patch && column !== 'id')) return stored
    const after =
      column === 'custom_values'
        ? "json_patch(persons.custom_values, patch -> 'custom_values')"
        : `patch ->> '${column}'`
    return sql.raw(`iif(json_type(patch, '$.${column}') IS NULL, persons.${column}, ${after})`)
  })
  const patched =
    patches.length === 0
      ? sql``
      : sql`LEFT JOIN (SELECT value ->> 'id' AS patched_id, value AS patch FROM json_each(${JSON.stringify(patches)})) ON patched_id = persons.id`
  const persons = sql`, persons (${sql.raw(PERSON_COLUMNS.join())}) AS MATERIALIZED (
    SELECT ${sql.join(columns)} FROM main.persons ${patched}
    WHERE ${inList(TENANT, list)} AND area IN ('regular', 'applications')
      AND persons.id IN (${selectAdmittedFamilies(TENANT, list, admitted)}))`
  return { selected: namedSql({ ids }), among: sql`TRUE`, persons }
}

/** The ids of applicants and of the families that they would be of. */
export const selectAdmittedFamilies = (
  workspace: Sql,
  list: ListId,
  { ids, patches = [] }: Admitted,
): Sql => {
  const payers = patches.flatMap(({ payer_id: payer }) => (typeof payer === 'string' ? [payer] : []))
  const families = selectFamilies(workspace, list, { ids }, 'applications')
  if (payers.length === 0) return families
  const array = JSON.stringify(payers)
  return sql`SELECT id FROM (${families}) UNION SELECT value FROM json_each(${array}) UNION
    SELECT paid.id FROM json_each(${array}) AS payer CROSS JOIN main.persons AS paid INDEXED BY persons_by_payer
    WHERE paid.workspace_id = ${workspace} AND paid.payer_id = payer.value`
}
