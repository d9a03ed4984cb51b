import { JsonArrays } from '../../../db/json'
import { type Sql, sql } from '../../../db/sql'
import type { ListId } from '../../access/lists'
import { inList, TENANT, workspaceCte } from '../../access/principal'
import { isKeyColumn, storedValuesOf } from '../list-fields'
import { PERSON_ROW, type PersonRow } from '../person'
import { isNamed } from './lookups'
import { nextUpdatedAt } from './timestamps'

/** Stored columns with the values that they are to have; `custom_values` merges by column id. */
export type Patch = { custom_values?: Record<string, unknown> } & Record<string, unknown>

/** How many bytes all custom values of a person may have together, as they are stored: JSON by column id, in UTF-8. */
export const MAX_CUSTOM_BYTES = 32_768

/**
 * Writes a patch over the person that a path segment names; `revision` ties it to that revision. Gives the
 * changed person: none where there is no such person, it is as the patch says already, or its custom values would exceed
 * {@link MAX_CUSTOM_BYTES}.
 */
export function writePatch(
  workspace: Sql,
  listId: ListId,
  idOrExternalId: string,
  patch: Patch,
  revision: number | null = null,
): Sql<PersonRow> {
  const values = Object.entries(patch).map(([column, value]): [column: string, value: Sql] =>
    column === 'custom_values'
      ? [column, sql`json_patch(custom_values, ${JSON.stringify(value)})`]
      : [column, sql`${value as string | null}`],
  )
  const assignments = values.map(([column, value]) => sql`${sql.raw(column)} = ${value}, `)
  const differences = values
    .filter(([column]) => !isKeyColumn(column))
    .map(([column, value]) => sql`${sql.raw(column)} IS NOT ${value}`)
  const [, merged] = values.find(([column]) => column === 'custom_values') ?? []
  return sql<PersonRow>`
    WITH ${workspaceCte(workspace)}
    UPDATE persons
    SET ${sql.join(assignments, '')} revision = revision + 1, updated_at = ${nextUpdatedAt(TENANT, listId)}
    WHERE ${isNamed(TENANT, listId, idOrExternalId)} AND revision = coalesce(${revision}, revision)
      AND (${differences.length > 0 ? sql.join(differences, ' OR ') : sql`FALSE`})
      ${merged ? sql`AND octet_length(${merged}) <= ${MAX_CUSTOM_BYTES}` : sql``}
    RETURNING ${PERSON_ROW}`
}

/** The condition that a person of a list has not changed since it was read. */
export const isAsRead = ({ area, id, revision }: PersonRow): Sql =>
  sql`area = ${area} AND id = ${id} AND revision = ${revision}`

/** Moves an applicant who has not changed since to the regular area, and gives the person as it is then. */
export const moveToMembers = (workspace: Sql, applicant: PersonRow): Sql<PersonRow> => sql<PersonRow>`
  WITH ${workspaceCte(workspace)}
  UPDATE persons
  SET area = 'regular', revision = revision + 1, updated_at = ${nextUpdatedAt(TENANT, 'members')}
  WHERE ${inList(TENANT, 'members')} AND ${isAsRead(applicant)}
  RETURNING ${PERSON_ROW}`

/** A person to add: its values by stored column. */
export type NewPerson = { id: string; area: PersonRow['area'] } & Patch

/** Patches as JSON arrays of a megabyte each, and the columns that any of them sets. */
export class Patches {
  private readonly json = new JsonArrays()
  private readonly names = new Set<string>()

  constructor(...patches: Patch[]) {
    for (const patch of patches) this.add(patch)
  }

  add(patch: Patch): void {
    this.json.add(patch)
    for (const name of Object.keys(patch)) this.names.add(name)
  }

  get length(): number {
    return this.json.length
  }

  get arrays(): string[] {
    return this.json.texts
  }

  /** The columns of a list that any patch sets, beside `custom_values`. */
  columnsOf(list: ListId): string[] {
    return storedValuesOf(list)
      .flatMap(({ column, keyColumn }) => (keyColumn ? [column, keyColumn] : [column]))
      .filter((column) => this.names.has(column))
  }
}

/** Adds {@link NewPerson}s and gives them: none where the tenant filter matches no workspace. */
export function insertPersons(workspace: Sql, listId: ListId, added: Patches): Sql<PersonRow>[] {
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
      SELECT tenant.id, ${listId}, value ->> 'area', value ->> 'id', ${sql.raw(values.join(''))} value -> 'custom_values',
        clock.now, clock.now
      FROM tenant CROSS JOIN clock CROSS JOIN json_each(${array}) WHERE tenant.id IS NOT NULL
      RETURNING ${PERSON_ROW}`,
  )
}
