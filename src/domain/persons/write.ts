import { type SQL, sql } from 'drizzle-orm'
import { LostRace, type Statement, trip } from '../../db/client'
import { unless } from '../../db/guard'
import { jsonArrays } from '../../db/json'
import { prepared } from '../../db/query'
import type { Tenant } from '../admission'
import { ofList, valuesOf } from './find'
import { PERSON_ROW, type PersonJson, type PersonRow, type Rendering, render } from './rows'
import { nextChange, nextDeletion } from './stamps'

/** Stored columns of a person that are to have these values; `custom_values` merges by column id. */
export type Patch = { id: string; area: Area; custom_values?: Record<string, unknown> } & Record<
  string,
  unknown
>

export type Area = PersonRow['area']

/**
 * A stored person as it was found: under both keys, and at the revision where one is given, it must still be there
 * when a write that was planned on it runs.
 */
export type Found = { id: string; external_id: string | null; revision?: number | undefined }

/** What a write does to a list: whom it was planned on, and the persons to remove, to change and to add. */
export type Changes = {
  found: Found[]
  removed?: string[]
  changed?: Patch[]
  added?: Patch[]
  /** Statements to run in the same trip, after the changes. */
  also?: Statement[]
}

/**
 * Writes changes of a list in one atomic trip and gives the JSON of the persons changed and added, by id. Throws
 * `LostRace` where a person found is not as it was found any more, or a unique key is taken; nothing is written then.
 */
export async function writeChanges(
  tenant: Tenant,
  rendering: Rendering,
  { found, removed = [], changed = [], added = [], also = [] }: Changes,
): Promise<Map<string, PersonJson>> {
  const { list } = rendering
  const swapped = changed.length > 1 ? changed.filter((patch) => 'external_id' in patch) : []
  const rows = await trip(tenant, {
    standing: jsonArrays(found.map(named)).map((array) => failUnlessAllStand(tenant, { list, array })),
    remembered: jsonArrays(removed).map((array) => rememberDeletion(tenant, { list, array })),
    removed: jsonArrays(removed).map((array) => remove(tenant, { list, array })),
    swapped: jsonArrays(swapped.map(({ id }) => id)).map((array) => parkExternalIds(tenant, { list, array })),
    changed: jsonArrays(changed).map((array) => update(tenant, { list, array }, columnsIn(changed))),
    added: jsonArrays(added).map((array) => insert(tenant, { list, array }, columnsIn(added))),
    also,
  })
  const written = new Map([...rows.changed, ...rows.added].map((row) => [row.id, render(row, rendering)]))
  if (written.size < changed.length + added.length) throw new LostRace()
  return written
}

/** The JSON of a person that is being added, as an expression for statements that run after it was. */
export const jsonInSql = (
  { workspace }: Tenant,
  rendering: Rendering,
  { id, area, ...patch }: Patch,
): SQL => {
  const tail = render(
    {
      area,
      head: '',
      leaveDate: (patch.leave_date as string | undefined) ?? null,
      customValues: JSON.stringify(patch.custom_values),
    },
    rendering,
  )
  return sql`(SELECT head || ${tail} FROM (
    SELECT ${PERSON_ROW} FROM persons
    WHERE ${ofList(workspace, rendering.list)} AND persons.area = ${area} AND persons.id = ${id}))`
}

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

const named = ({ id, external_id, revision }: Found) => [id, external_id, revision]

const array = sql`${sql.placeholder('array')}`

const withIds = (workspace: SQL): SQL =>
  sql`${ofList(workspace)} AND area IN ('regular', 'applications') AND id IN ${valuesOf(array)}`

const failUnlessAllStand = prepared((workspace) =>
  unless(sql`json_array_length(${array}) = (
    SELECT count(*) FROM json_each(${array}) AS named CROSS JOIN persons
    WHERE ${ofList(workspace)} AND area IN ('regular', 'applications')
      AND persons.id = named.value ->> 0 AND external_id IS named.value ->> 1
      AND revision = coalesce(named.value ->> 2, revision))`),
)

const rememberDeletion = prepared(
  (workspace) => sql`
    INSERT INTO deleted_persons (workspace_id, list_id, deleted_at, id, external_id)
    SELECT workspace_id, list_id, ${nextDeletion(workspace)}, id, external_id
    FROM persons WHERE ${withIds(workspace)}`,
)

const remove = prepared((workspace) => sql`DELETE FROM persons WHERE ${withIds(workspace)}`)

// An external id may pass from one person to another within a request: ids, which none may look like, hold the place.
const parkExternalIds = prepared(
  (workspace) => sql`UPDATE persons SET external_id = id WHERE ${withIds(workspace)}`,
)

const columnsIn = (patches: Patch[]): string =>
  TEXT_COLUMNS.filter((column) => patches.some((patch) => column in patch)).join()

// Only columns that change are set, since SQLite rewrites every index whose column is named. The patches are
// materialised, since the planner else reads the whole list and looks for a patch to each person.
const update = prepared<PersonRow, string>((workspace, columns) => {
  const assignments = columns
    .split(',')
    .filter(Boolean)
    .map(
      (column) =>
        `${column} = CASE WHEN json_type(patch, '$.${column}') IS NULL THEN ${column} ELSE patch ->> '${column}' END,`,
    )
  const tenant = sql`(SELECT id FROM tenant)`
  return sql`
    WITH tenant (id) AS MATERIALIZED (SELECT ${workspace}), patches AS MATERIALIZED (
      SELECT value ->> 'id' AS id, value ->> 'area' AS area, value AS patch FROM json_each(${array})
    )
    UPDATE persons SET ${sql.raw(assignments.join(' '))}
      custom_values = json_patch(custom_values, coalesce(patch -> 'custom_values', '{}')),
      revision = revision + 1, updated_at = ${nextChange(tenant)}
    FROM patches
    WHERE ${ofList(tenant)} AND persons.area = patches.area AND persons.id = patches.id
    RETURNING ${PERSON_ROW}`
})

const insert = prepared<PersonRow, string>((workspace, shape) => {
  const given = shape.split(',').filter(Boolean)
  const columns = sql.raw(given.map((column) => `${column}, `).join(''))
  const values = sql.raw(given.map((column) => `value ->> '${column}', `).join(''))
  const tenant = sql`(SELECT id FROM tenant)`
  return sql`
    WITH tenant (id) AS MATERIALIZED (SELECT ${workspace}), clock (now) AS MATERIALIZED (SELECT ${nextChange(tenant)})
    INSERT INTO persons
      (workspace_id, list_id, area, id, ${columns} custom_values, created_at, updated_at)
    SELECT tenant.id, ${sql.placeholder('list')}, value ->> 'area', value ->> 'id', ${values}
      value -> 'custom_values', clock.now, clock.now
    FROM tenant CROSS JOIN clock CROSS JOIN json_each(${array})
    RETURNING ${PERSON_ROW}`
})
