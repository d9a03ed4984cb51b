import { jsonArrays } from '../../db/json'
import { type Sql, sql } from '../../db/sql'
import type { Principal } from '../access/principal'
import { insertColumns } from '../custom-columns/add'
import { type CustomColumn, columnKey } from '../custom-columns/column'
import {
  allowedCharacters,
  MAX_ALLOWED_CHARACTERS,
  MAX_ALLOWED_VALUES,
  MAX_COLUMNS,
} from '../custom-columns/limits'
import { incrementVersion, type ListContext, writableList } from '../custom-columns/query-list'
import { changesBetween } from '../events/changes'
import { recordEvents } from '../events/record'
import type { Issue } from '../shared/error-list'
import { newIds } from '../shared/ids'
import type { RowsPlan } from './planned'

/** The columns of a list as an import leaves them: `added` are new, and `changed` have more allowed values. */
export type ColumnsAfter = {
  context: ListContext
  added: CustomColumn[]
  changed: { before: CustomColumn; after: CustomColumn }[]
  /** The keys of the new columns, by the column of the file. */
  keys: Map<number, string>
}

/** What a plan says of columns. */
export type PlannedColumns = Pick<RowsPlan, 'newColumns' | 'addedValues'>

/** What a plan does to the columns of a list. The new ones have ids that no other request sees before they are written. */
export function columnsAfter(principal: Principal, context: ListContext, plan: PlannedColumns): ColumnsAfter {
  const ids = newIds('col', principal.now, plan.newColumns.length)
  const added = plan.newColumns.map(
    ({ name, type, allowed_values }, index): CustomColumn => ({
      id: String(ids[index]),
      type,
      name,
      allowed_values,
      external_id: null,
    }),
  )
  const more = new Map(plan.addedValues.map(({ key, values }) => [key, values]))
  const changed = context.columns.flatMap((before) => {
    const values = more.get(columnKey(before))
    if (!values || !before.allowed_values) return []
    return [{ before, after: { ...before, allowed_values: [...before.allowed_values, ...values] } }]
  })
  const afterById = new Map(changed.map(({ after }) => [after.id, after]))
  return {
    context: {
      ...context,
      columns: [...context.columns.map((column) => afterById.get(column.id) ?? column), ...added],
    },
    added,
    changed,
    keys: new Map(plan.newColumns.map(({ column }, index) => [column, String(ids[index])])),
  }
}

/** Why a list cannot have its columns as an import leaves them. */
export function* columnsIssues({ context: { columns }, added, changed }: ColumnsAfter): Iterable<Issue> {
  if (added.length > 0 && columns.length > MAX_COLUMNS)
    yield [['mapping'], { code: 'too_many_columns', max: MAX_COLUMNS }]
  if (changed.some(({ after }) => (after.allowed_values?.length ?? 0) > MAX_ALLOWED_VALUES))
    yield [['mapping'], { code: 'too_many_allowed_values', max: MAX_ALLOWED_VALUES }]
  if (added.length + changed.length > 0 && allowedCharacters(columns) > MAX_ALLOWED_CHARACTERS)
    yield [['mapping'], { code: 'allowed_values_too_long', max: MAX_ALLOWED_CHARACTERS }]
}

/** The statements that write the columns; after those that write persons, since they end the version that these check. */
export function writeColumns(
  principal: Principal,
  before: ListContext,
  { added, changed }: ColumnsAfter,
): Sql[] {
  if (added.length + changed.length === 0) return []
  const workspace = writableList(principal, before)
  const subject = 'custom_column'
  return [
    ...jsonArrays(added).map((array) => insertColumns(principal, workspace, before.list, array)),
    ...recordEvents(
      principal.actor,
      workspace,
      { action: 'custom_column.created', subject },
      added.map(({ id, ...column }) => ({
        id,
        name: column.name,
        changes: changesBetween({}, { list: before.list, ...column }),
      })),
    ),
    ...changed.map(
      ({ after }) => sql`
        UPDATE custom_columns SET allowed_values = ${JSON.stringify(after.allowed_values)}
        WHERE workspace_id = ${workspace} AND list_id = ${before.list} AND id = ${after.id}`,
    ),
    ...recordEvents(
      principal.actor,
      workspace,
      { action: 'custom_column.updated', subject },
      changed.map(({ before: { allowed_values }, after }) => ({
        id: after.id,
        name: after.name,
        changes: changesBetween({ allowed_values }, { allowed_values: after.allowed_values }),
      })),
    ),
    incrementVersion(principal, before),
  ]
}
