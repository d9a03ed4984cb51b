import * as z from 'zod'
import { failUnless } from '../../db/guard'
import { type Sql, sql } from '../../db/sql'
import { act, CHECKED_BY_READS, only, type Tx } from '../access/act'
import { inList, type Principal } from '../access/principal'
import type { EventKind } from '../events/actions'
import { changesBetween } from '../events/changes'
import { recordEvents } from '../events/record'
import type { Issue } from '../shared/error-list'
import { DomainError } from '../shared/errors'
import { arrayOf, singleLine, uniqueStrings, valueLine } from '../shared/text'
import { validate } from '../shared/validation'
import type { CustomColumn } from './column'
import {
  allowedCharacters,
  MAX_ALLOWED_CHARACTERS,
  MAX_ALLOWED_VALUES,
  MAX_COLUMN_NAME,
  MAX_VALUE,
} from './limits'
import { dropCachedColumns, incrementVersion, type ListContext, queryList, writableList } from './query-list'

/** The body that updates a custom column: absent keys stay. The type of a column never changes. */
export const columnChange = z.strictObject({
  name: singleLine(MAX_COLUMN_NAME).nullish(),
  added_values: arrayOf(valueLine(MAX_VALUE), MAX_ALLOWED_VALUES).nullish(),
  removed_values: arrayOf(z.string(), MAX_ALLOWED_VALUES).nullish(),
})

/** The event of a column that was changed. */
export const UPDATED: EventKind = { action: 'custom_column.updated', subject: 'custom_column' }

type Update = { list: string; id: string; body: Record<string, unknown> }

/**
 * Renames a custom column, and adds and removes allowed values; a value that a person or a plan of dues has cannot be removed. Two trips,
 * one when nothing changes. Removing values reads the whole list. Throws `not_found`, `invalid` and what `requireList`
 * throws.
 */
export async function updateColumn(principal: Principal, update: Update): Promise<CustomColumn> {
  return act(principal, CHECKED_BY_READS, (tx) => attempt(tx, update))
}

async function attempt(tx: Tx, { list, id, body }: Update): Promise<CustomColumn> {
  const removed = Array.isArray(body.removed_values) ? uniqueStrings(body.removed_values) : []
  const used = (): Sql<Usage>[] =>
    removed.length > 0 ? [selectUsage(tx.workspace(), list, id, removed)] : []
  const planned = (): Sql<Planned>[] =>
    removed.length > 0 ? [selectPlanned(tx.workspace(), list, id, removed)] : []
  const { context, rows } = await queryList(tx, list, 'write', { used: used(), planned: planned() })
  const stored = requireColumn(context, id)
  const input = validate(columnChange, body, (given) => columnIssues(given, stored, context, rows))
  const changed = {
    ...stored,
    name: input.name ?? stored.name,
    allowed_values: stored.allowed_values && changedValues(stored.allowed_values, input),
  }
  if (JSON.stringify(changed) === JSON.stringify(stored)) return stored
  const { updated } = await tx.write({
    unused: [...used(), ...planned()].map((select) => failUnless(sql`NOT EXISTS (${select})`)),
    recorded: recordEvents(tx.actor, writableList(tx, context), UPDATED, [
      { id, name: stored.name, changes: changesBetween(stored, changed) },
    ]),
    updated: sql<{ id: string }>`
      UPDATE custom_columns SET name = ${changed.name},
        allowed_values = ${changed.allowed_values && JSON.stringify(changed.allowed_values)}
      WHERE ${inList(writableList(tx, context), context.list)} AND id = ${id} RETURNING id`,
    version: incrementVersion(tx, context),
  })
  only(updated)
  dropCachedColumns(context)
  return changed
}

/** The column with an id. Throws `not_found`. */
export function requireColumn({ columns }: ListContext, id: string): CustomColumn {
  const column = columns.find((one) => one.id === id)
  if (column) return column
  throw new DomainError('not_found', 'The list has no such custom column.')
}

const changedValues = (
  stored: string[],
  { added_values, removed_values }: z.infer<typeof columnChange>,
): string[] => {
  const removed = new Set(removed_values)
  return [...new Set([...stored, ...(added_values ?? [])])].filter((value) => !removed.has(value))
}

/** How many persons of the list have an allowed value. */
type Usage = { value: string; persons: number }

// Goes through all persons of the list, in every area.
const selectUsage = (workspace: Sql, list: string, id: string, values: string[]): Sql<Usage> => sql<Usage>`
  SELECT choice.value, count(*) AS persons
  FROM custom_columns CROSS JOIN persons
  CROSS JOIN json_each(persons.custom_values, '$.' || custom_columns.id) AS choice
  WHERE custom_columns.workspace_id = ${workspace} AND custom_columns.list_id = ${list}
    AND custom_columns.id = ${id}
    AND persons.workspace_id = custom_columns.workspace_id AND persons.list_id = custom_columns.list_id
    AND choice.value IN (SELECT value FROM json_each(${JSON.stringify(values)}))
  GROUP BY choice.value`

/** A plan of dues that needs an allowed value. */
type Planned = { value: string; plan: string }

const selectPlanned = (
  workspace: Sql,
  list: string,
  id: string,
  values: string[],
): Sql<Planned> => sql<Planned>`
  SELECT DISTINCT choice.value, dues_plans.name AS plan
  FROM custom_columns CROSS JOIN dues_plans CROSS JOIN dues_versions
  CROSS JOIN json_each(${JSON.stringify(values)}) AS choice
  WHERE custom_columns.workspace_id = ${workspace} AND custom_columns.list_id = ${list} AND custom_columns.id = ${id}
    AND dues_plans.workspace_id = custom_columns.workspace_id AND dues_plans.list_id = custom_columns.list_id
    AND dues_plans.archived_at IS NULL AND dues_versions.workspace_id = dues_plans.workspace_id AND plan_id = dues_plans.id
    AND (
      (instalments ->> 'column' IN (custom_columns.id, custom_columns.external_id)
        AND EXISTS (SELECT 1 FROM json_each(instalments, '$.parts') AS part WHERE part.key = choice.value))
      OR EXISTS (
        SELECT 1 FROM json_each(rules) AS rule
        WHERE (rule.value ->> '$.per_value.column' IN (custom_columns.id, custom_columns.external_id)
            AND EXISTS (SELECT 1 FROM json_each(rule.value, '$.per_value.prices') AS price WHERE price.key = choice.value))
          OR EXISTS (
            SELECT 1 FROM json_each(rule.value, '$.conditions') AS condition
            WHERE condition.value ->> 'field' IN (custom_columns.id, custom_columns.external_id)
              AND condition.value ->> 'value' = choice.value)))`

function* columnIssues(
  input: Record<string, unknown>,
  stored: CustomColumn,
  { columns }: ListContext,
  { used, planned }: { used: Usage[]; planned: Planned[] },
): Iterable<Issue> {
  for (const { value, plan } of planned) yield [['removed_values', value], { code: 'value_of_plan', plan }]
  for (const { value, persons } of used)
    yield [['removed_values', value], { code: 'value_in_use', value, persons }]
  const { data } = columnChange.pick({ added_values: true, removed_values: true }).loose().safeParse(input)
  if (!data) return
  if (!stored.allowed_values) {
    if (data.added_values?.length) yield [['added_values'], { code: 'column_unrestricted' }]
    return
  }
  const allowed_values = changedValues(stored.allowed_values, data)
  if (allowed_values.length === 0) yield [['removed_values'], { code: 'no_value_left' }]
  if (allowed_values.length > MAX_ALLOWED_VALUES)
    yield [['added_values'], { code: 'too_many_allowed_values', max: MAX_ALLOWED_VALUES }]
  const others = columns.filter(({ id }) => id !== stored.id)
  if (allowedCharacters([...others, { allowed_values }]) > MAX_ALLOWED_CHARACTERS)
    yield [['added_values'], { code: 'allowed_values_too_long', max: MAX_ALLOWED_CHARACTERS }]
}
