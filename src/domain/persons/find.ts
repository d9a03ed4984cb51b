import { and, eq, inArray, notInArray, type SQL, sql } from 'drizzle-orm'
import { undecoded } from '../../db/client'
import { jsonArrays } from '../../db/json'
import { persons } from '../../db/schema'
import type { Tenant } from '../admission'
import { type PersonRow, personRow } from './rows'

/** The areas of a list; the third part of the key of the table. */
export const AREAS = ['regular', 'applications'] as const

/** The stored persons with these ids, whatever their area: a statement per megabyte of ids. */
export const personsById = (tenant: Tenant, listId: string, ids: string[]) =>
  jsonArrays(ids).map((array) =>
    selectNamed(
      tenant,
      listId,
      array,
      sql`${inArray(persons.area, [...AREAS])} AND persons.id = named.value`,
    ),
  )

/** The stored persons with these external ids. */
export const personsByExternalId = (tenant: Tenant, listId: string, externalIds: string[]) =>
  jsonArrays(externalIds).map((array) => selectNamed(tenant, listId, array, sql`external_id = named.value`))

/** The stored person that a path segment means: by `id` where it has the form of one, else by `external_id`. */
export const personBySegment = (tenant: Tenant, listId: string, segment: string) =>
  segment.startsWith('per_')
    ? AREAS.map((area) => select(tenant, listId, and(eq(persons.area, area), eq(persons.id, segment))))
    : [select(tenant, listId, eq(persons.externalId, segment))]

/** Who of the regular area is named neither by id nor by external id. */
export const personsOmitted = (tenant: Tenant, listId: string, ids: string[], externalIds: string[]) =>
  tenant.db
    .select({ id: persons.id, external_id: persons.externalId })
    .from(persons)
    .where(
      and(
        ofList(tenant, listId),
        eq(persons.area, 'regular'),
        ...jsonArrays(ids).map((array) => notInArray(persons.id, valuesOf(array))),
        ...jsonArrays(externalIds).map(
          (array) => sql`(external_id IS NULL OR ${notInArray(persons.externalId, valuesOf(array))})`,
        ),
      ),
    )

/** The tenant wall: only persons of the caller's workspace and of the list. */
export const ofList = (tenant: Tenant, listId: string): SQL =>
  sql`${persons.workspaceId} = ${tenant.workspace} AND ${persons.listId} = ${listId}`

/** Persons of a list by a JSON array of ids. */
export const withIds = (tenant: Tenant, listId: string, ids: string) =>
  and(ofList(tenant, listId), inArray(persons.area, [...AREAS]), inArray(persons.id, valuesOf(ids)))

const select = (tenant: Tenant, listId: string, which: SQL | undefined) =>
  undecoded<PersonRow>(
    tenant.db,
    tenant.db
      .select(personRow(listId))
      .from(persons)
      .where(and(ofList(tenant, listId), which)),
  )

// The cross join makes SQLite look up each named person; left to itself the planner reads the whole list.
const selectNamed = (tenant: Tenant, listId: string, names: string, isNamed: SQL) =>
  undecoded<PersonRow>(
    tenant.db,
    tenant.db
      .select(personRow(listId))
      .from(sql`json_each(${names}) AS named`)
      .crossJoin(persons)
      .where(and(ofList(tenant, listId), isNamed)),
  )

const valuesOf = (array: string): SQL => sql`(SELECT value FROM json_each(${array}))`
