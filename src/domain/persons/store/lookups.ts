import { type SQL, sql } from 'drizzle-orm'
import { jsonArrays } from '../../../db/json'
import { prepared } from '../../../db/query'
import { ofList, type Tenant } from '../../access/admission'
import { invalid } from '../../shared/errors'
import { PERSON_ROW, type PersonRow } from './json'

const { placeholder } = sql

/** The stored persons with these ids, whatever their area: a statement per megabyte of ids. */
export const personsById = (tenant: Tenant, list: string, ids: string[]) =>
  jsonArrays(ids).map((names) => named(tenant, { list, names }, 'id'))

/** The stored persons with these external ids. */
export const personsByExternalId = (tenant: Tenant, list: string, externalIds: string[]) =>
  jsonArrays(externalIds).map((names) => named(tenant, { list, names }, 'external_id'))

/** The stored person that a path segment means: by `id` where it has the form of one, else by `external_id`. */
export const personBySegment = (tenant: Tenant, list: string, segment: string) =>
  one(tenant, { list, segment }, keyIn(segment))

/** What a person can be named by. */
export type Key = 'id' | 'external_id'

/** The key that a path segment names a person by. */
export const keyIn = (segment: string): Key => (segment.startsWith('per_') ? 'id' : 'external_id')

/** How many bytes the stored persons that a request names have together at most: an isolate has 128 MB. */
const MOST_STORED_BYTES = 16_777_216

/** So many persons can be held together whatever they hold: some 50 KB each. */
const FEW_PERSONS = 500

/** A stored person, and its bytes where they were counted. */
type SizedRow = PersonRow & { size?: number; exceeds?: number }

/** The stored persons with these ids or external ids, as many as {@link requireWithinMemory} admits and one more. */
export function storedPersons(tenant: Tenant, list: string, ids: string[], externalIds: string[]) {
  if (ids.length + externalIds.length <= FEW_PERSONS)
    return [...personsById(tenant, list, ids), ...personsByExternalId(tenant, list, externalIds)]
  const byId = JSON.stringify(ids)
  const arrays = jsonArrays(externalIds)
  // A statement knows nothing of the others, so each of several may read half as much again as its share.
  const most = MOST_STORED_BYTES * Math.min(1, 1.5 / arrays.length)
  return [
    sized(tenant, { list, names: byId, most: MOST_STORED_BYTES }, 'id'),
    ...arrays.map((names) => sized(tenant, { list, names, byId, most }, 'external_id')),
  ]
}

/** Refuses as `invalid` persons whose stored values are too large to be held together. */
export function requireWithinMemory(persons: SizedRow[]): void {
  const bytes = persons.reduce((sum, { size = 0 }) => sum + size, 0)
  if (bytes <= MOST_STORED_BYTES && !persons.some(({ exceeds }) => exceeds)) return
  throw invalid({ data: ['names persons that hold too much to be read at once; send fewer of them'] })
}

/** How many persons the regular area of a list has, for a trip. Reads each of them. */
export const numberOfRegular = prepared<{ count: number }>(
  (workspace) => sql`SELECT count(*) AS count FROM persons WHERE ${ofList(workspace)} AND area = 'regular'`,
)

/** The wall, looked up once for a statement that asks it often, which then does as {@link TENANT}. */
export const withTenant = (workspace: SQL): SQL => sql`tenant (id) AS MATERIALIZED (SELECT ${workspace})`
export const TENANT = sql`(SELECT id FROM tenant)`

/** The condition that a person of the list has the key in the placeholder `segment`. */
export const isSegment = (workspace: SQL, key: Key): SQL =>
  // As `area IN (…)`, it would read a row more for each area.
  key === 'external_id'
    ? sql`${ofList(workspace)} AND persons.external_id = ${placeholder('segment')}`
    : sql`${ofList(workspace)} AND persons.id = ${placeholder('segment')} AND persons.area = CASE WHEN EXISTS (
        SELECT 1 FROM persons WHERE ${ofList(workspace)} AND area = 'applications' AND id = ${placeholder('segment')}
      ) THEN 'applications' ELSE 'regular' END`

/** The values of a JSON array. */
export const valuesOf = (array: unknown): SQL => sql`(SELECT value FROM json_each(${array}))`

const one = prepared<PersonRow, Key>(
  (workspace, key) => sql`SELECT ${PERSON_ROW} FROM persons WHERE ${isSegment(workspace, key)}`,
)

// The cross join makes SQLite look up each named person; left to itself the planner reads the whole list.
const named = prepared<PersonRow, Key>((workspace, key) => personsNamed(workspace, key))

const personsNamed = (workspace: SQL, key: Key): SQL => sql`
  SELECT ${PERSON_ROW} FROM json_each(${placeholder('names')}) AS named CROSS JOIN persons
  WHERE ${ofList(workspace)} AND ${
    key === 'external_id'
      ? sql`external_id = named.value`
      : sql`area IN ('regular', 'applications') AND persons.id = named.value`
  }`

// A person that is named by both keys comes by its id alone.
const sized = prepared<SizedRow, Key>(
  (workspace, key) => sql`
    SELECT *, bytes > ${placeholder('most')} AS exceeds FROM (
      SELECT *, octet_length(head) + octet_length(customValues) AS size,
        sum(octet_length(head) + octet_length(customValues)) OVER (ROWS UNBOUNDED PRECEDING) AS bytes
      FROM (${personsNamed(workspace, key)} ${
        key === 'external_id' ? sql`AND persons.id NOT IN ${valuesOf(placeholder('byId'))}` : sql``
      })
    ) WHERE bytes - size <= ${placeholder('most')}`,
)
