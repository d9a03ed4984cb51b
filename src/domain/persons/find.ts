import { type SQL, sql } from 'drizzle-orm'
import { jsonArrays } from '../../db/json'
import { prepared, query } from '../../db/query'
import { ofList, type Tenant } from '../admission'
import { PERSON_ROW, type PersonRow } from './rows'

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

/** Who of the regular area is named neither by id nor by external id. */
export const personsOmitted = (tenant: Tenant, listId: string, ids: string[], externalIds: string[]) =>
  query<{ id: string; external_id: string | null }>(sql`
    SELECT id, external_id FROM persons WHERE ${sql.join(
      [
        ofList(tenant.workspace, listId),
        sql`area = 'regular'`,
        ...jsonArrays(ids).map((array) => sql`id NOT IN ${valuesOf(array)}`),
        ...jsonArrays(externalIds).map(
          (array) => sql`(external_id IS NULL OR external_id NOT IN ${valuesOf(array)})`,
        ),
      ],
      sql` AND `,
    )}`)

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
const named = prepared<PersonRow, Key>(
  (workspace, key) => sql`
    SELECT ${PERSON_ROW} FROM json_each(${placeholder('names')}) AS named CROSS JOIN persons
    WHERE ${ofList(workspace)} AND ${
      key === 'external_id'
        ? sql`external_id = named.value`
        : sql`area IN ('regular', 'applications') AND persons.id = named.value`
    }`,
)
