import { and, eq, inArray, notInArray, type SQL, sql } from 'drizzle-orm'
import { LostRace, trip } from '../../db/client'
import { jsonArrays } from '../../db/json'
import { persons } from '../../db/schema'
import type { Tenant } from '../admission'
import { type PersonJson, type PersonRow, personRow, type Rendering, render } from './rows'

/** The stored columns of one person, or a change of them: absent ones stay, `custom_values` merges by column id. */
export type Patch = { id: string; area: Area; custom_values?: Record<string, unknown> } & Record<
  string,
  unknown
>

export type Area = PersonRow['area']

/** A stored person as it was found; it must still be there under both when a write that was planned on it runs. */
export type Found = { id: string; external_id: string | null }

/**
 * What a write does to a list: whom it was planned on, the persons to remove, to change and to add, and whose JSON to
 * give back, in order.
 */
export type Changes = {
  found: Found[]
  removed?: string[]
  changed?: Patch[]
  added?: Patch[]
  wanted: string[]
}

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

/**
 * Writes changes of a list in one atomic trip and gives the JSON of the wanted persons in their order. Throws
 * `LostRace` where a person found is gone or has another external id by now, or a unique key is taken; nothing is
 * written then.
 */
export async function writeChanges(
  tenant: Tenant,
  rendering: Rendering,
  { found, removed = [], changed = [], added = [], wanted }: Changes,
): Promise<PersonJson[]> {
  const { list } = rendering
  const swapped = changed.length > 1 ? changed.filter((patch) => 'external_id' in patch) : []
  const rows = await trip(tenant.db, {
    standing: jsonArrays(found.map(named)).map((array) => failUnlessAllStand(tenant, list, array)),
    removed: jsonArrays(removed).map((array) => remove(tenant, list, array)),
    swapped: jsonArrays(swapped.map(({ id }) => id)).map((array) => parkExternalIds(tenant, list, array)),
    changed: jsonArrays(changed).map((array) => update(tenant, list, array, columnsIn(changed))),
    added: jsonArrays(added).map((array) => insert(tenant, list, array)),
    persons: personsById(tenant, list, wanted),
  })
  const written = new Map(rows.persons.map((row) => [row.id, row]))
  return wanted.map((id) => {
    const row = written.get(id)
    if (!row) throw new LostRace()
    return render(row, rendering)
  })
}

const AREAS = ['regular', 'applications'] as const

const TEXT_COLUMNS = [
  'external_id',
  'first_name',
  'last_name',
  'email',
  'birthdate',
  'phone_numbers',
  'address',
  'bank_account',
  'sepa_mandate',
  'payment_method',
  'membership_number',
  'join_date',
  'leave_date',
] as const

const valuesOf = (array: string): SQL => sql`(SELECT value FROM json_each(${array}))`

/** The tenant wall: only persons of the caller's workspace and of the list. */
export const ofList = (tenant: Tenant, listId: string): SQL =>
  sql`${persons.workspaceId} = ${tenant.workspace} AND ${persons.listId} = ${listId}`

const select = (tenant: Tenant, listId: string, which: SQL | undefined) =>
  tenant.db
    .select(personRow(listId))
    .from(persons)
    .where(and(ofList(tenant, listId), which))

// The cross join makes SQLite look up each named person; left to itself the planner reads the whole list.
const selectNamed = (tenant: Tenant, listId: string, names: string, isNamed: SQL) =>
  tenant.db
    .select(personRow(listId))
    .from(sql`json_each(${names}) AS named`)
    .crossJoin(persons)
    .where(and(ofList(tenant, listId), isNamed))

const withIds = (tenant: Tenant, listId: string, ids: string) =>
  and(ofList(tenant, listId), inArray(persons.area, [...AREAS]), inArray(persons.id, valuesOf(ids)))

const named = ({ id, external_id }: Found): Found => ({ id, external_id })

// A batch is undone by an error alone: where somebody is gone or the credential revoked, NULL meets a NOT NULL column.
const failUnlessAllStand = (tenant: Tenant, listId: string, found: string) =>
  tenant.db.run(sql`
    INSERT INTO persons (workspace_id)
    SELECT NULL WHERE json_array_length(${found}) <> (
      SELECT count(*) FROM json_each(${found}) AS named CROSS JOIN persons
      WHERE ${ofList(tenant, listId)} AND ${inArray(persons.area, [...AREAS])}
        AND persons.id = named.value ->> 'id' AND external_id IS named.value ->> 'external_id'
    )`)

const remove = (tenant: Tenant, listId: string, ids: string) =>
  tenant.db.delete(persons).where(withIds(tenant, listId, ids))

// An external id may pass from one person to another within a request: ids, which none may look like, hold the place.
const parkExternalIds = (tenant: Tenant, listId: string, ids: string) =>
  tenant.db
    .update(persons)
    .set({ externalId: sql`${persons.id}` })
    .where(withIds(tenant, listId, ids))

const columnsIn = (patches: Patch[]): string[] =>
  TEXT_COLUMNS.filter((column) => patches.some((patch) => column in patch))

// Only columns that change are set, since SQLite rewrites every index whose column is named. The patches are
// materialised, since the planner else reads the whole list and looks for a patch to each person.
function update(tenant: Tenant, listId: string, patches: string, columns: string[]) {
  const assignments = columns.map((name) => {
    const [column, path] = [sql.identifier(name), sql.raw(`'$.${name}'`)]
    return sql`${column} = CASE WHEN json_type(patch, ${path}) IS NULL THEN ${column} ELSE patch ->> ${path} END,`
  })
  return tenant.db.run(sql`
    WITH patches AS MATERIALIZED (
      SELECT value ->> 'id' AS id, value ->> 'area' AS area, value AS patch FROM json_each(${patches})
    )
    UPDATE persons SET ${sql.join(assignments)}
      custom_values = json_patch(custom_values, coalesce(patch -> 'custom_values', '{}')),
      updated_at = ${tenant.now.toISOString()}
    FROM patches
    WHERE ${ofList(tenant, listId)} AND persons.area = patches.area AND persons.id = patches.id`)
}

function insert(tenant: Tenant, listId: string, added: string) {
  const columns = sql.raw(TEXT_COLUMNS.join(', '))
  const values = sql.raw(TEXT_COLUMNS.map((name) => `value ->> '${name}'`).join(', '))
  const now = tenant.now.toISOString()
  return tenant.db.run(sql`
    INSERT INTO persons
      (workspace_id, list_id, area, id, ${columns}, custom_values, created_at, updated_at)
    SELECT ${tenant.workspace}, ${listId}, value ->> 'area', value ->> 'id', ${values},
      value -> 'custom_values', ${now}, ${now}
    FROM json_each(${added})`)
}
