import { getTableColumns } from 'drizzle-orm'
import { persons } from '../../db/schema'
import { type Sql, sql } from '../../db/sql'
import { TENANT } from '../access/principal'
import type { ListContext } from '../custom-columns/query-list'
import { PAYER } from '../person-fields/fields'
import { isKeyColumn } from '../person-fields/list-fields'
import { diff, personIssues } from '../persons/diff'
import { schemasFor } from '../persons/schemas'
import { Patches } from '../persons/store/patches'
import { ErrorList } from '../shared/error-list'
import { isObject } from '../shared/validation'

/** A person who is not stored: what stands for its id, where it is given, and what it would be created with. */
export type UnstoredPerson = { id: string; path: string[]; body: unknown; payerId?: string | null }

/** The columns of `persons`, for a CTE that stands for the table. */
export const PERSON_COLUMNS = Object.values(getTableColumns(persons)).map(({ name }) => name)

/**
 * Persons who are not stored, validated as if they were created in a list: a CTE that stands for the table of persons in the
 * statements of {@link selectWho}. Throws `invalid`.
 */
export function unstoredPersons(persons: readonly UnstoredPerson[], context: ListContext): Sql {
  const errors = new ErrorList()
  const patches = new Patches()
  for (const { id, path, body, payerId } of persons) {
    const input = errors.parse(schemasFor(context).newPerson, body, path)
    if (isObject(body)) errors.addAll(personIssues(body, undefined, context), path)
    const values = { custom_values: {}, ...diff(input ?? {}, undefined, context) }
    patches.add({ ...values, ...(payerId && { [PAYER]: payerId }), id })
  }
  errors.throwIfAny()
  const known: Record<string, Sql> = {
    workspace_id: TENANT,
    list_id: sql`${context.list}`,
    area: sql`'regular'`,
    id: sql`value ->> 'id'`,
    custom_values: sql`value ->> 'custom_values'`,
    revision: sql`1`,
    created_at: sql`${context.today}`,
    updated_at: sql`${context.today}`,
  }
  const given = new Set(patches.columnsOf(context.list))
  const values = PERSON_COLUMNS.map((column) => {
    const value = given.has(column) ? sql.raw(`value ->> '${column}'`) : sql`NULL`
    return known[column] ?? (isKeyColumn(column) ? sql`coalesce(${value}, '')` : value)
  })
  return sql`, persons (${sql.raw(PERSON_COLUMNS.join(', '))}) AS MATERIALIZED (
    SELECT ${sql.join(values)} FROM json_each(${patches.arrays.join('')}))`
}
