import { jsonArrays } from '../../../db/json'
import { type Sql, sql } from '../../../db/sql'
import { inList } from '../../access/principal'
import { refusedAt } from '../../shared/error-list'
import { PERSON_ROW, type PersonRow } from '../person'

/** What names a person in a path: its `id` or its `external_id`. */
type PersonKey = 'id' | 'external_id'

/** The key that a path segment names a person by. */
const keyOfSegment = (idOrExternalId: string): PersonKey =>
  idOrExternalId.startsWith('per_') ? 'id' : 'external_id'

/** The stored person that a path segment names. */
export const selectPerson = (workspace: Sql, listId: string, idOrExternalId: string): Sql<PersonRow> =>
  sql<PersonRow>`SELECT ${PERSON_ROW} FROM persons WHERE ${namedSql(workspace, listId, idOrExternalId)}`

/** The condition that a person of a list is the one that a path segment names. */
export function namedSql(workspace: Sql, listId: string, idOrExternalId: string): Sql {
  const ofListSql = inList(workspace, listId)
  if (keyOfSegment(idOrExternalId) === 'external_id')
    return sql`${ofListSql} AND persons.external_id = ${idOrExternalId}`
  // As `area IN (…)`, it would read a row more for each area.
  return sql`${ofListSql} AND persons.id = ${idOrExternalId} AND persons.area = CASE WHEN EXISTS (
      SELECT 1 FROM persons WHERE ${ofListSql} AND area = 'applications' AND id = ${idOrExternalId}
    ) THEN 'applications' ELSE 'regular' END`
}

/** The stored persons with these ids, whatever their area: a statement per megabyte of ids. */
export const selectByIds = (workspace: Sql, listId: string, ids: string[]): Sql<PersonRow>[] =>
  jsonArrays(ids).map((names) => selectNamed(workspace, listId, 'id', names))

/** The stored persons with these external ids. */
export const selectByExternalIds = (
  workspace: Sql,
  listId: string,
  externalIds: string[],
): Sql<PersonRow>[] =>
  jsonArrays(externalIds).map((names) => selectNamed(workspace, listId, 'external_id', names))

/** How many persons the regular area of a list has. Reads each of them. */
export const countRegular = (workspace: Sql, listId: string): Sql<{ count: number }> =>
  sql`SELECT count(*) AS count FROM persons WHERE ${inList(workspace, listId)} AND area = 'regular'`

/** The values of a JSON array. */
export const valuesOf = (array: string): Sql => sql`(SELECT value FROM json_each(${array}))`

/** How many bytes the stored persons that a request names have together at most: an isolate has 128 MB. */
export const MAX_STORED_BYTES = 16_777_216

/** So many persons can be held together whatever they hold: some 50 KB each. */
const FEW_PERSONS = 500

const ID_LENGTH = 'per_0VMtKcPBq7XJ3mZ1sWv9LdTe'.length

/** A stored person, and its bytes where they were counted. */
export type SizedRow = PersonRow & { size?: number; exceeds?: number }

/** The stored persons with these ids or external ids, as many as {@link requireWithinMemory} allows and one more. */
export function selectPersons(
  workspace: Sql,
  listId: string,
  ids: string[],
  externalIds: string[],
): Sql<SizedRow>[] {
  if (ids.length + externalIds.length <= FEW_PERSONS)
    return [...selectByIds(workspace, listId, ids), ...selectByExternalIds(workspace, listId, externalIds)]
  // Longer texts are no ids; ten thousand ids fit into one value.
  const byId = JSON.stringify(ids.filter((id) => id.length <= ID_LENGTH))
  const arrays = jsonArrays(externalIds)
  // A statement knows nothing of the others, so each of several may read half as much again as its share.
  const maxBytes = MAX_STORED_BYTES * Math.min(1, 1.5 / arrays.length)
  // A person that is named by both keys comes by its id alone.
  return [
    limitBytes(selectNamed(workspace, listId, 'id', byId), MAX_STORED_BYTES),
    ...arrays.map((names) =>
      limitBytes(
        sql`${selectNamed(workspace, listId, 'external_id', names)} AND persons.id NOT IN ${valuesOf(byId)}`,
        maxBytes,
      ),
    ),
  ]
}

/** Throws `invalid` for persons whose stored values are too large to be held together. */
export function requireWithinMemory(persons: SizedRow[]): void {
  const bytes = persons.reduce((sum, { size = 0 }) => sum + size, 0)
  if (bytes <= MAX_STORED_BYTES && !persons.some(({ exceeds }) => exceeds)) return
  throw refusedAt('data', { code: 'persons_too_large' })
}

// The cross join makes SQLite look up each named person; left to itself the planner reads the whole list.
const selectNamed = (workspace: Sql, listId: string, key: PersonKey, names: string): Sql<PersonRow> =>
  sql<PersonRow>`
    SELECT ${PERSON_ROW} FROM json_each(${names}) AS named CROSS JOIN persons
    WHERE ${inList(workspace, listId)} AND ${
      key === 'external_id'
        ? sql`external_id = named.value`
        : sql`area IN ('regular', 'applications') AND persons.id = named.value`
    }`

/** The rows of a selection up to a number of stored bytes, and one more. */
export const limitBytes = (select: Sql, maxBytes: number): Sql<SizedRow> => sql<SizedRow>`
  SELECT *, bytes > ${maxBytes} AS exceeds FROM (
    SELECT *, octet_length(openJson) + octet_length(customValues) AS size,
      sum(octet_length(openJson) + octet_length(customValues)) OVER (ROWS UNBOUNDED PRECEDING) AS bytes
    FROM (${select})
  ) WHERE bytes - size <= ${maxBytes}`
