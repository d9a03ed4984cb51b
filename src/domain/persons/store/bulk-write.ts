import { failUnless } from '../../../db/guard'
import { type Sql, sql } from '../../../db/sql'
import type { Actor } from '../../access/actor'
import type { ListId } from '../../access/lists'
import { inList, TENANT, workspaceCte } from '../../access/principal'
import { GUARDIAN, PAYER } from '../../person-fields/fields'
import { indexedValues, LOST_VALUES } from '../../person-fields/list-fields'
import { releaseNamed } from '../payers/dependants'
import { PERSON_ROW, type PersonRow } from '../person'
import { erasePersons } from '../person-tables'
import { recordDeletions } from './events'
import { mergedValue, wholeValue } from './kept'
import { patchedLink } from './linked-values'
import { valuesOf } from './lookups'
import type { Patches } from './patches'
import { nextDeletedAt, nextUpdatedAt } from './timestamps'
import { MAX_CUSTOM_BYTES } from './write'

/**
 * Makes the batch fail unless the persons of a JSON array are still as they were read: `[id, area, revision]`, or
 * `[id, area, null, …]` where only the {@link indexedValues} must be the same, in their order, as many as are given; an object
 * is in place of one that may differ.
 */
export function failUnlessUnchanged(workspace: Sql, listId: ListId, array: string): Sql {
  const sameSql = indexedValues(listId).map(({ column }, index) =>
    sql.raw(
      `(coalesce(json_type(expected.value, '$[${index + 3}]'), 'object') = 'object' OR ${column} IS expected.value ->> ${index + 3})`,
    ),
  )
  return failUnless(sql`NOT EXISTS (
    SELECT 1 FROM json_each(${array}) AS expected LEFT JOIN persons
      ON ${inList(workspace, listId)} AND area = expected.value ->> 1 AND persons.id = expected.value ->> 0
        AND (revision = expected.value ->> 2 OR expected.value ->> 2 IS NULL AND ${sql.join(sameSql, ' AND ')})
    WHERE persons.id IS NULL)`)
}

/**
 * Makes the batch fail if a person has an external id of a JSON array of `[external_id, id of its holder or null]` that
 * it did not have when the write was planned.
 */
export const failUnlessFree = (workspace: Sql, listId: ListId, array: string): Sql =>
  failUnless(sql`NOT EXISTS (
    SELECT 1 FROM json_each(${array}) AS taken CROSS JOIN persons
    WHERE ${inList(workspace, listId)} AND external_id = taken.value ->> 0
      AND persons.id IS NOT taken.value ->> 1)`)

/**
 * Deletes the persons of a list that match a condition. Those for whom they paid or acted are returned as `unpaid` and `wards`, and
 * have lost their payer or guardian on a date in the workspace, unless it is decided that they need none (`lostOn` is null), or that
 * they pay for themselves. Takes the persons
 * out of all other tables, records the deletions, inserts their tombstones, and returns a row for each.
 */
export const deletePersons = (
  actor: Actor,
  workspace: Sql,
  listId: ListId,
  condition: Sql,
  lostOn: string | null,
  { payThemselves = false }: { payThemselves?: boolean } = {},
) => ({
  wards: releaseNamed(actor, workspace, GUARDIAN, (tenant) => idsSql(tenant, listId, condition), lostOn),
  unpaid: releaseNamed(
    actor,
    workspace,
    PAYER,
    (tenant) => idsSql(tenant, listId, condition),
    payThemselves ? null : lostOn,
  ),
  erased: erasePersons(workspace, idsSql(workspace, listId, condition)),
  recorded: recordDeletions(actor, workspace, listId, condition),
  tombstones: sql`
    INSERT INTO deleted_persons (workspace_id, list_id, deleted_at, id, external_id)
    SELECT workspace_id, list_id, ${nextDeletedAt(workspace, listId)}, id, external_id
    FROM persons WHERE ${inList(workspace, listId)} AND ${condition}`,
  deleted: sql<{ deleted: number }>`
    DELETE FROM persons WHERE ${inList(workspace, listId)} AND ${condition} RETURNING 1 AS deleted`,
})

const idsSql = (workspace: Sql, listId: ListId, condition: Sql): Sql =>
  sql`SELECT id FROM persons WHERE ${inList(workspace, listId)} AND ${condition}`

/** The condition that a person is one of a JSON array of ids. */
const hasIdSql = (array: string): Sql => sql`area IN ('regular', 'applications') AND id IN ${valuesOf(array)}`

/** The condition that a person is a regular one that a JSON array of ids omits. */
export const omittedSql = (array: string): Sql => sql`area = 'regular' AND id NOT IN ${valuesOf(array)}`

/**
 * Sets `external_id` to the person's own id for the moment, so that two persons can swap theirs in one request without
 * violating the unique index. No external id looks like an id.
 */
export const releaseExternalIds = (workspace: Sql, listId: ListId, array: string): Sql =>
  sql`UPDATE persons SET external_id = id WHERE ${inList(workspace, listId)} AND ${hasIdSql(array)}`

/**
 * Writes patches (with `id` and `area`) over the persons that they change, and gives these, or what `returning` says.
 * Only columns that some patch sets are written, since SQLite rewrites every index whose column is set. The patches
 * are materialised: left to itself the planner reads the whole list and looks for a patch to each person.
 */
export function updatePersons(
  workspace: Sql,
  listId: ListId,
  changed: Patches,
  returning: Sql = PERSON_ROW,
): Sql<PersonRow>[] {
  const written = changed.valuesIn(listId).map((stored) => {
    const { column } = stored
    return {
      ...stored,
      before: wholeValue(stored, column),
      after: mergedValue(stored, column, `(patch ->> '${column}')`),
    }
  })
  const assignments = written
    .flatMap(({ column, keyColumn, after }) => [
      [column, after],
      ...(keyColumn ? [[keyColumn, `patch ->> '${keyColumn}'`]] : []),
    ])
    .map(
      ([column, after]) =>
        `${column} = CASE WHEN json_type(patch, '$.${column}') IS NULL THEN ${column} ELSE ${after} END,`,
    )
  const differences = written.map(
    ({ column, before, after }) =>
      `json_type(patch, '$.${column}') IS NOT NULL AND ${before} IS NOT ${after} OR`,
  )
  for (const linked of changed.linkedValues) {
    assignments.push(`${linked.column} = ${patchedLink(linked)},`)
    differences.push(`persons.${linked.column} IS NOT ${patchedLink(linked)} OR`)
  }
  for (const { column, lostOn } of LOST_VALUES)
    if (written.some((value) => value.column === column))
      assignments.push(`${lostOn} = CASE WHEN patch ->> '${column}' IS NULL THEN ${lostOn} END,`)
  return changed.arrays.map(
    (array) => sql<PersonRow>`
      WITH ${workspaceCte(workspace)}, patches AS MATERIALIZED (
        SELECT value ->> 'id' AS id, value ->> 'area' AS area, value AS patch FROM json_each(${array})
      )
      UPDATE persons SET ${sql.raw(assignments.join(' '))} custom_values = ${MERGED_VALUES},
        revision = revision + 1, updated_at = ${nextUpdatedAt(TENANT, listId)}
      FROM patches
      WHERE ${inList(TENANT, listId)} AND persons.area = patches.area AND persons.id = patches.id
        AND (${sql.raw(differences.join(' '))} custom_values IS NOT ${MERGED_VALUES})
      RETURNING ${returning}`,
  )
}

// NULL if they are too long, which the column does not take: two updates together may exceed what each may add.
const MERGED_VALUES = sql.raw(`CASE
  WHEN json_type(patch, '$.custom_values') IS NULL THEN custom_values
  WHEN octet_length(json_patch(custom_values, patch -> 'custom_values')) <= ${MAX_CUSTOM_BYTES}
    THEN json_patch(custom_values, patch -> 'custom_values') END`)
