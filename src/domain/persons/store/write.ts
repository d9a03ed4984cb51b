import { type SQL, sql } from 'drizzle-orm'
import { unless } from '../../../db/guard'
import { prepared } from '../../../db/query'
import { ofList } from '../../access/admission'
import { MOST_CUSTOM_BYTES } from '../diff'
import { PERSON_ROW, type PersonRow } from './json'
import { TENANT, valuesOf, withTenant } from './lookups'
import { nextDeletedAt, nextUpdatedAt } from './timestamps'

const array = sql`${sql.placeholder('array')}`

const withIds = (workspace: SQL): SQL =>
  sql`${ofList(workspace)} AND area IN ('regular', 'applications') AND id IN ${valuesOf(array)}`

/** Makes the batch fail unless the persons in a JSON array of `[id, area, external_id, revision or null]` still are so. */
export const failUnlessUnchanged = prepared((workspace) =>
  unless(sql`json_array_length(${array}) = (
    SELECT count(*) FROM json_each(${array}) AS named CROSS JOIN persons
    WHERE ${ofList(workspace)} AND area = named.value ->> 1
      AND persons.id = named.value ->> 0 AND external_id IS named.value ->> 2
      AND revision = coalesce(named.value ->> 3, revision))`),
)

/**
 * Makes the batch fail where a person has an external id in a JSON array of `[external_id, id of its holder or null]` that
 * it did not have when the write was planned.
 */
export const failUnlessFree = prepared((workspace) =>
  unless(sql`NOT EXISTS (
    SELECT 1 FROM json_each(${array}) AS named CROSS JOIN persons
    WHERE ${ofList(workspace)} AND external_id = named.value ->> 0 AND persons.id IS NOT named.value ->> 1)`),
)

/** The persons that a JSON array of ids names, or the regular persons that it omits. */
type Which = 'named' | 'omitted'

const condition = (workspace: SQL, which: Which): SQL =>
  which === 'named'
    ? withIds(workspace)
    : sql`${ofList(workspace)} AND area = 'regular' AND id NOT IN ${valuesOf(array)}`

/** Inserts a tombstone for each person that is about to be deleted. */
export const insertTombstones = prepared<never, Which>(
  (workspace, which) => sql`
    INSERT INTO deleted_persons (workspace_id, list_id, deleted_at, id, external_id)
    SELECT workspace_id, list_id, ${nextDeletedAt(workspace)}, id, external_id
    FROM persons WHERE ${condition(workspace, which)}`,
)

/** Empties the stored results that show persons about to be deleted. */
export const emptyAnswers = prepared<never, Which>(
  (workspace, which) => sql`
    UPDATE idempotent_requests SET result = '' WHERE person_id IN ${
      which === 'named' ? valuesOf(array) : sql`(SELECT id FROM persons WHERE ${condition(workspace, which)})`
    }`,
)

/** Removes persons. */
export const remove = prepared<{ removed: number }, Which>(
  (workspace, which) => sql`DELETE FROM persons WHERE ${condition(workspace, which)} RETURNING 1 AS removed`,
)

/**
 * Frees the external ids of persons, which may pass from one to another within a request: ids, which none may look like,
 * hold the place.
 */
export const releaseExternalIds = prepared(
  (workspace) => sql`UPDATE persons SET external_id = id WHERE ${withIds(workspace)}`,
)

/**
 * Merges a JSON array of patches and gives the persons as they then are; the shape names the columns that any of them has,
 * since SQLite rewrites every index whose column is set. The patches are materialised: left to itself the planner reads
 * the whole list and looks for a patch to each person.
 */
export const update = prepared<PersonRow, string>((workspace, columns) => updateOf(workspace, columns))

/** As {@link update}, but only of persons that a patch makes differ from what they are. */
export const updateDiffering = prepared<PersonRow, string>((workspace, columns) =>
  updateOf(workspace, columns, (names) =>
    sql.raw(
      [
        ...names.map(
          (name) => `json_type(patch, '$.${name}') IS NOT NULL AND ${name} IS NOT patch ->> '${name}'`,
        ),
        `custom_values IS NOT ${MERGED_VALUES}`,
      ].join(' OR '),
    ),
  ),
)

// NULL where they are too long, which the column does not take: two updates together may exceed what each may add.
const MERGED_VALUES = `CASE
  WHEN json_type(patch, '$.custom_values') IS NULL THEN custom_values
  WHEN octet_length(json_patch(custom_values, patch -> 'custom_values')) <= ${MOST_CUSTOM_BYTES}
    THEN json_patch(custom_values, patch -> 'custom_values') END`

function updateOf(workspace: SQL, columns: string, differs = (_names: string[]): SQL => sql`TRUE`): SQL {
  const names = columns.split(',').filter(Boolean)
  const assignments = names.map(
    (name) =>
      `${name} = CASE WHEN json_type(patch, '$.${name}') IS NULL THEN ${name} ELSE patch ->> '${name}' END,`,
  )
  return sql`
    WITH ${withTenant(workspace)}, patches AS MATERIALIZED (
      SELECT value ->> 'id' AS id, value ->> 'area' AS area, value AS patch FROM json_each(${array})
    )
    UPDATE persons SET ${sql.raw(assignments.join(' '))}
      custom_values = ${sql.raw(MERGED_VALUES)},
      revision = revision + 1, updated_at = ${nextUpdatedAt(TENANT)}
    FROM patches
    WHERE ${ofList(TENANT)} AND persons.area = patches.area AND persons.id = patches.id AND (${differs(names)})
    RETURNING ${PERSON_ROW}`
}

/** Moves an applicant to the regular area, and gives the person as it then is. */
export const confirm = prepared<PersonRow>(
  (workspace) => sql`
    WITH ${withTenant(workspace)}
    UPDATE persons SET area = 'regular', revision = revision + 1, updated_at = ${nextUpdatedAt(TENANT)}
    WHERE ${ofList(TENANT)} AND area = 'applications' AND id = ${sql.placeholder('id')}
    RETURNING ${PERSON_ROW}`,
)

/** Adds a JSON array of persons and gives them; the shape names the columns that any of them has. */
export const insert = prepared<PersonRow, string>((workspace, shape) => {
  const given = shape.split(',').filter(Boolean)
  const columns = sql.raw(given.map((column) => `${column}, `).join(''))
  const values = sql.raw(given.map((column) => `value ->> '${column}', `).join(''))
  return sql`
    WITH ${withTenant(workspace)}, clock (now) AS MATERIALIZED (SELECT ${nextUpdatedAt(TENANT)})
    INSERT INTO persons
      (workspace_id, list_id, area, id, ${columns} custom_values, created_at, updated_at)
    SELECT tenant.id, ${sql.placeholder('list')}, value ->> 'area', value ->> 'id', ${values}
      value -> 'custom_values', clock.now, clock.now
    FROM tenant CROSS JOIN clock CROSS JOIN json_each(${array})
    RETURNING ${PERSON_ROW}`
})
