import { type Sql, sql } from '../../../db/sql'
import type { Actor } from '../../access/actor'
import type { ListId } from '../../access/lists'
import { TENANT, workspaceCte } from '../../access/principal'
import { isKeyColumn, LOST_VALUES, storedValuesOf } from '../../person-fields/list-fields'
import { PERSON_ROW, type PersonRow } from '../person'
import { recordUpdates } from './events'
import { mergedValue, wholeValue } from './kept'
import { clearLinked } from './linked-values'
import { namedSql } from './lookups'
import { type Patch, Patches } from './patches'
import { nextUpdatedAt } from './timestamps'

/** How many bytes all custom values of a person may have together, as they are stored: JSON by column id, in UTF-8. */
export const MAX_CUSTOM_BYTES = 32_768

/**
 * Writes a patch over the person that a path segment names, and its event; `revision` ties it to that revision. `changed`
 * gives the changed person: none if there is no such person, it is as the patch says already, or its custom values
 * would exceed {@link MAX_CUSTOM_BYTES}.
 */
export function writePatch(
  actor: Actor,
  workspace: Sql,
  listId: ListId,
  idOrExternalId: string,
  patch: Patch,
  revision: number | null = null,
) {
  const writes = Object.entries(patch).map(([column, value]) => ({
    column,
    ...writtenTo(listId, column, value),
  }))
  const assignments = [
    ...writes.map(({ column, after }) => sql`${sql.raw(column)} = ${after}`),
    ...clearLinked(patch),
    ...LOST_VALUES.flatMap(({ column, lostOn }) => (patch[column] ? [sql`${sql.raw(lostOn)} = NULL`] : [])),
  ]
  const differences = writes
    .filter(({ column }) => !isKeyColumn(column))
    .map(({ before, after }) => sql`${before} IS NOT ${after}`)
  const merged = writes.find(({ column }) => column === 'custom_values')?.after
  const condition = sql`
    ${namedSql(TENANT, listId, idOrExternalId)} AND revision = coalesce(${revision}, revision)
    ${merged ? sql`AND octet_length(${merged}) <= ${MAX_CUSTOM_BYTES}` : sql``}`
  return {
    recorded: recordUpdates(actor, workspace, listId, new Patches(patch), condition),
    changed: sql<PersonRow>`
      WITH ${workspaceCte(workspace)}
      UPDATE persons
      SET ${sql.join([...assignments, sql`revision = revision + 1`])}, updated_at = ${nextUpdatedAt(TENANT, listId)}
      WHERE ${condition} AND (${differences.length > 0 ? sql.join(differences, ' OR ') : sql`FALSE`})
      RETURNING ${PERSON_ROW}`,
  }
}

/** The value of a column before a write and after it. */
function writtenTo(listId: ListId, column: string, value: unknown): { before: Sql; after: Sql } {
  const before = sql.raw(column)
  if (column === 'custom_values')
    return { before, after: sql`json_patch(custom_values, ${JSON.stringify(value)})` }
  const stored = storedValuesOf(listId).find((one) => one.column === column)
  if (!stored?.kept) return { before, after: sql`${value as string | null}` }
  // A text that names its parameter several times needs a name for it.
  return {
    before: sql.raw(wholeValue(stored, column)),
    after: sql`(SELECT ${sql.raw(mergedValue(stored, column, 'given'))} FROM (SELECT ${value as string | null} AS given))`,
  }
}

/** The condition that a person of a list has not changed since it was read. */
export const asReadSql = ({ area, id, revision }: PersonRow): Sql =>
  sql`area = ${area} AND id = ${id} AND revision = ${revision}`

/** Adds persons and returns them, or what `returning` says: none if the tenant filter matches no workspace. */
export function insertPersons(
  workspace: Sql,
  listId: ListId,
  added: Patches,
  returning: Sql = PERSON_ROW,
): Sql<PersonRow>[] {
  const columns = added.columnsOf(listId)
  const names = sql.raw(columns.map((column) => `${column}, `).join(''))
  const values = columns.map((column) =>
    isKeyColumn(column) ? `coalesce(value ->> '${column}', ''), ` : `value ->> '${column}', `,
  )
  return added.arrays.map(
    (array) => sql<PersonRow>`
      WITH ${workspaceCte(workspace)},
        clock (now) AS MATERIALIZED (SELECT ${nextUpdatedAt(TENANT, listId)})
      INSERT INTO persons (workspace_id, list_id, area, id, ${names} custom_values, created_at, updated_at)
      SELECT tenant.id, ${listId}, value ->> 'area', value ->> 'id', ${sql.raw(values.join(''))} value ->> 'custom_values',
        clock.now, clock.now
      FROM tenant CROSS JOIN clock CROSS JOIN json_each(${array}) WHERE tenant.id IS NOT NULL
      RETURNING ${returning}`,
  )
}
