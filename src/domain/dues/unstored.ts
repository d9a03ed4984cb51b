import { getTableColumns } from 'drizzle-orm'
import { persons } from '../../db/schema'
import { type Sql, sql } from '../../db/sql'
import { TENANT } from '../access/principal'
import type { ListContext } from '../custom-columns/query-list'
import { isKeyColumn } from '../person-fields/list-fields'
import { diff, personIssues } from '../persons/diff'
import { schemasFor } from '../persons/schemas'
import { Patches } from '../persons/store/patches'
import { ErrorList } from '../shared/error-list'
import { isObject } from '../shared/validation'

/** Stands for the id of a person who is not stored. */
const UNSTORED = 'new'

/** The columns of `persons`, for a CTE that stands for the table. */
export const PERSON_COLUMNS = Object.values(getTableColumns(persons)).map(({ name }) => name)

/**
 * A person who is not stored, validated as if it were created in a list: a CTE of its only row, which stands for the table of
 * persons in the statements of {@link selectWho}. Throws `invalid`.
 */
export function unstoredPerson(body: unknown, context: ListContext): Sql {
  const errors = new ErrorList()
  const input = errors.parse(schemasFor(context).newPerson, body, ['person'])
  if (isObject(body)) errors.addAll(personIssues(body, undefined, context), ['person'])
  errors.throwIfAny()
  const patches = new Patches({ custom_values: {}, ...diff(input ?? {}, undefined, context) })
  const known: Record<string, Sql> = {
    workspace_id: TENANT,
    list_id: sql`${context.list}`,
    area: sql`'regular'`,
    id: sql`${UNSTORED}`,
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
