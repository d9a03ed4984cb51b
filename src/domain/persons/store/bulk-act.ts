import { type Sql, sql } from '../../../db/sql'
import type { Actor } from '../../access/actor'
import type { ListId } from '../../access/lists'
import { TENANT, workspaceCte } from '../../access/principal'
import { deletePersons } from './bulk-write'
import { recordColumnChange, recordUpdates } from './events'
import { type Patch, Patches } from './patches'
import { nextUpdatedAt } from './timestamps'
import { MAX_CUSTOM_BYTES } from './write'

/** What is written of each person of a selection; `on` is the date in the workspace. */
export type BulkChange =
  | { kind: 'set'; patch: Patch }
  | { kind: 'add' | 'remove'; columnId: string; value: string }
  | { kind: 'end'; date: string; patch: Patch }
  | { kind: 'delete'; on: string }

/** Which persons are selected, as a condition with the tenant filter that it is given. */
export type IsSelected = (workspace: Sql) => Sql

/**
 * The mark of a selection: `count.sum`, with a sum over the random ends of the ids, so that two sets of persons have the
 * same mark by chance of one in millions.
 */
export const markOf = (workspace: Sql, selectedSql: IsSelected): Sql => sql`(
  WITH ${workspaceCte(workspace)}
  SELECT count(*) || '.' || coalesce(sum(${ID_END}), 0) FROM persons WHERE ${selectedSql(TENANT)})`

const ID_END = sql.raw(
  [-1, -2, -3, -4]
    .map((from, index) => `(unicode(substr(persons.id, ${from}, 1)) << ${7 * index})`)
    .join(' + '),
)

/** Who changes which persons of which list; `workspace` is the tenant filter of the write. */
type BulkWrite = { actor: Actor; workspace: Sql; list: ListId; selectedSql: IsSelected }

/**
 * The statements that change the persons of a selection and record events of it. `changed` has a row with the number of
 * persons that were not so already; a person whose custom values would get too long is left as it is.
 */
export const bulkWrite = (write: BulkWrite, change: BulkChange) => ({
  written: statementsOf(write, change),
  changed: sql<{ count: number }>`SELECT changes() AS count`,
})

function statementsOf({ actor, workspace, list, selectedSql }: BulkWrite, change: BulkChange): Sql[] {
  if (change.kind === 'delete')
    return Object.values(deletePersons(actor, workspace, list, selectedSql(workspace), change.on)).flat()
  if ('columnId' in change) {
    const { before, after, values, condition } = arraySql(change)
    const changedSql = sql`${selectedSql(TENANT)} AND ${condition}`
    return [
      recordColumnChange(actor, workspace, list, { columnId: change.columnId, before, after }, changedSql),
      updateAll(workspace, list, [sql`custom_values = ${values}`], changedSql),
    ]
  }
  const { patch } = change
  const { assignments, condition } = patchSql(patch)
  const changedSql = sql`${selectedSql(TENANT)} AND ${condition} ${
    change.kind === 'end'
      ? sql`AND (leave_date IS NULL OR leave_date > ${change.date} AND leave_reason IS NOT 'deceased')`
      : sql``
  }`
  return [
    ...recordUpdates(actor, workspace, list, new Patches(patch), changedSql),
    updateAll(workspace, list, assignments, changedSql),
  ]
}

const updateAll = (workspace: Sql, list: ListId, assignments: Sql[], changedSql: Sql): Sql => sql`
  WITH ${workspaceCte(workspace)}
  UPDATE persons
  SET ${sql.join(assignments)}, revision = revision + 1, updated_at = ${nextUpdatedAt(TENANT, list)}
  WHERE ${changedSql}`

function patchSql(patch: Patch): { assignments: Sql[]; condition: Sql } {
  const values = Object.entries(patch).map(([column, value]) => ({
    column: sql.raw(column),
    value:
      column === 'custom_values'
        ? sql`json_patch(custom_values, ${JSON.stringify(value)})`
        : sql`${value as string | null}`,
  }))
  const differences = values.map(({ column, value }) => sql`${column} IS NOT ${value}`)
  const lengths = values.flatMap(({ column, value }) =>
    column.texts[0] === 'custom_values' ? [shortEnoughSql(value)] : [],
  )
  return {
    assignments: values.map(({ column, value }) => sql`${column} = ${value}`),
    condition: sql.join([sql`(${sql.join(differences, ' OR ')})`, ...lengths], ' AND '),
  }
}

function arraySql({ kind, columnId, value }: Extract<BulkChange, { columnId: string }>) {
  const path = `$.${columnId}`
  const before = sql`coalesce(custom_values -> ${path}, 'null')`
  const hasValueSql = sql`EXISTS (SELECT 1 FROM json_each(custom_values, ${path}) WHERE value = ${value})`
  const after =
    kind === 'add'
      ? sql`json_insert(coalesce(nullif(custom_values -> ${path}, 'null'), '[]'), '$[#]', ${value})`
      : sql`(SELECT json_group_array(value) FROM json_each(custom_values, ${path}) WHERE value <> ${value})`
  const values = sql`json_set(custom_values, ${path}, json(${after}))`
  const condition =
    kind === 'add'
      ? sql`NOT ${hasValueSql} AND ${shortEnoughSql(values)} AND ${hasRoomSql(path)}`
      : hasValueSql
  return { before, after, values, condition }
}

const shortEnoughSql = (customValues: Sql): Sql => sql`octet_length(${customValues}) <= ${MAX_CUSTOM_BYTES}`

/** As many values as `valueSchema` allows in a column. */
const MAX_VALUES = 200

const hasRoomSql = (path: string): Sql =>
  sql`coalesce(json_array_length(custom_values, ${path}), 0) < ${MAX_VALUES}`
