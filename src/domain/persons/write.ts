import { inArray, type SQL, sql } from 'drizzle-orm'
import { LostRace, type Statement, trip } from '../../db/client'
import { failUnless } from '../../db/guard'
import { jsonArrays } from '../../db/json'
import { NOW } from '../../db/now'
import { deletedPersons, persons } from '../../db/schema'
import type { Tenant } from '../admission'
import { AREAS, ofList, personsById, withIds } from './find'
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
  /** Statements to run in the same trip, after the changes. */
  also?: Statement[]
  /** The revision that the one person to change or remove must still have. */
  revision?: number | undefined
}

/**
 * Writes changes of a list in one atomic trip and gives the JSON of the wanted persons in their order. Throws
 * `LostRace` where a person found is gone or has another external id by now, or a unique key is taken; nothing is
 * written then.
 */
export async function writeChanges(
  tenant: Tenant,
  rendering: Rendering,
  { found, removed = [], changed = [], added = [], also = [], wanted, revision }: Changes,
): Promise<PersonJson[]> {
  const { list } = rendering
  const swapped = changed.length > 1 ? changed.filter((patch) => 'external_id' in patch) : []
  const rows = await trip(tenant.db, {
    standing: jsonArrays(found.map(named)).map((array) => failUnlessAllStand(tenant, list, array)),
    remembered: jsonArrays(removed).map((array) => rememberDeletion(tenant, list, array, revision)),
    removed: jsonArrays(removed).map((array) => remove(tenant, list, array, revision)),
    swapped: jsonArrays(swapped.map(({ id }) => id)).map((array) => parkExternalIds(tenant, list, array)),
    changed: jsonArrays(changed).map((array) => update(tenant, list, array, columnsIn(changed), revision)),
    added: jsonArrays(added).map((array) => insert(tenant, list, array)),
    also,
    persons: personsById(tenant, list, wanted),
  })
  const touched = [...rows.removed, ...rows.changed].reduce((sum, { meta }) => sum + meta.changes, 0)
  if (revision !== undefined && touched === 0) throw new LostRace()
  const written = new Map(rows.persons.map((row) => [row.id, row]))
  return wanted.map((id) => {
    const row = written.get(id)
    if (!row) throw new LostRace()
    return render(row, rendering)
  })
}

/** The JSON of a person that is being added, as an expression for statements that run after it was. */
export const jsonInSql = (tenant: Tenant, rendering: Rendering, { id, area, ...patch }: Patch): SQL => {
  const tail = render(
    {
      id,
      area,
      head: '',
      leaveDate: (patch.leave_date as string | undefined) ?? null,
      customValues: JSON.stringify(patch.custom_values),
      revision: 1,
    },
    rendering,
  )
  return sql`(SELECT ${personRow(rendering.list).head.sql} || ${tail} FROM persons
    WHERE ${ofList(tenant, rendering.list)} AND area = ${area} AND id = ${id})`
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

const named = ({ id, external_id }: Found): Found => ({ id, external_id })

const failUnlessAllStand = (tenant: Tenant, listId: string, found: string) =>
  failUnless(
    tenant.db,
    sql`json_array_length(${found}) = (
      SELECT count(*) FROM json_each(${found}) AS named CROSS JOIN persons
      WHERE ${ofList(tenant, listId)} AND ${inArray(persons.area, [...AREAS])}
        AND persons.id = named.value ->> 'id' AND external_id IS named.value ->> 'external_id'
    )`,
  )

const rememberDeletion = (tenant: Tenant, listId: string, ids: string, revision: number | undefined) =>
  tenant.db.insert(deletedPersons).select(sql`
    SELECT workspace_id, list_id, ${NOW}, id, external_id FROM persons
    WHERE ${withIds(tenant, listId, ids)} AND ${isAt(revision)}`)

const remove = (tenant: Tenant, listId: string, ids: string, revision: number | undefined) =>
  tenant.db.run(sql`DELETE FROM persons WHERE ${withIds(tenant, listId, ids)} AND ${isAt(revision)}`)

const isAt = (revision: number | undefined): SQL =>
  revision === undefined ? sql`TRUE` : sql`revision = ${revision}`

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
function update(
  tenant: Tenant,
  listId: string,
  patches: string,
  columns: string[],
  revision: number | undefined,
) {
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
      revision = revision + 1, updated_at = ${NOW}
    FROM patches
    WHERE ${ofList(tenant, listId)} AND persons.area = patches.area AND persons.id = patches.id
      AND ${isAt(revision)}`)
}

function insert(tenant: Tenant, listId: string, added: string) {
  const columns = sql.raw(TEXT_COLUMNS.join(', '))
  const values = sql.raw(TEXT_COLUMNS.map((name) => `value ->> '${name}'`).join(', '))
  return tenant.db.run(sql`
    INSERT INTO persons
      (workspace_id, list_id, area, id, ${columns}, custom_values, created_at, updated_at)
    SELECT ${tenant.workspace}, ${listId}, value ->> 'area', value ->> 'id', ${values},
      value -> 'custom_values', ${NOW}, ${NOW}
    FROM json_each(${added})`)
}
