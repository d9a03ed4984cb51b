import * as z from 'zod'
import { jsonArrays } from '../../db/json'
import { type Sql, sql } from '../../db/sql'
import { act, CHECKED_BY_READS, type Tx } from '../access/act'
import type { ListId } from '../access/lists'
import type { Principal } from '../access/principal'
import type { EventKind } from '../events/actions'
import { changesBetween } from '../events/changes'
import { recordEvents } from '../events/record'
import { isFieldOf } from '../person-fields/list-fields'
import { newIds } from '../shared/ids'
import { arrayOf, hasNoDuplicates, singleLine, valueLine } from '../shared/text'
import { batchOf, isGiven, isObject, validateItems } from '../shared/validation'
import { COLUMN_TYPES, type CustomColumn, columnKey } from './column'
import {
  allowedCharacters,
  MAX_ALLOWED_CHARACTERS,
  MAX_ALLOWED_VALUES,
  MAX_COLUMN_NAME,
  MAX_COLUMNS,
  MAX_VALUE,
} from './limits'
import { dropCachedColumns, incrementVersion, type ListContext, queryList, writableList } from './query-list'

const CREATED: EventKind = { action: 'custom_column.created', subject: 'custom_column' }

type Addition = { list: string; body: Record<string, unknown> }

/**
 * Adds custom columns to a list, all or none, and returns them as a JSON array in the order of the request. Two trips.
 * Throws `invalid` and what `requireList` throws.
 */
export async function addColumns(principal: Principal, addition: Addition): Promise<string> {
  return act(principal, CHECKED_BY_READS, (tx) => add(tx, addition))
}

async function add(tx: Tx, { list, body }: Addition): Promise<string> {
  const { context } = await queryList(tx, list, 'write', {})
  const data = validateItems(newColumnsOf(context), body, allowedValuesIssues, listIssues(context.columns))
  const ids = newIds('col', tx.now, data.length)
  const added = data.map((column, index) => ({
    id: String(ids[index]),
    type: column.type,
    name: column.name,
    allowed_values: column.allowed_values?.length ? column.allowed_values : null,
    external_id: column.external_id ?? null,
  }))
  const workspace = writableList(tx, context)
  const subjects = added.map(({ id, ...column }) => ({
    id,
    name: column.name,
    changes: changesBetween({}, { list: context.list, ...column }),
  }))
  const result = await tx.finish(JSON.stringify(added), {
    added: jsonArrays(added).map((array) => insertColumns(tx, workspace, context.list, array)),
    recorded: recordEvents(tx.actor, workspace, CREATED, subjects),
    version: incrementVersion(tx, context),
  })
  dropCachedColumns(context)
  return result
}

// Fails as a conflict where columns were added since the list was read: the limits and keys are checked against those.
export const insertColumns = (principal: Principal, workspace: Sql, list: ListId, array: string) => sql`
  INSERT INTO custom_columns (workspace_id, list_id, id, type, name, allowed_values, external_id, created_at)
  SELECT ${workspace}, ${list}, value ->> 'id', value ->> 'type', value ->> 'name',
    value ->> 'allowed_values', value ->> 'external_id', ${principal.now.toISOString()}
  FROM json_each(${array})`

/** The body that adds columns to a list, for the API reference. */
export const newColumns = z
  .strictObject({ data: z.array(newColumn('members', new Set())).min(1).max(MAX_COLUMNS) })
  .meta({
    examples: [
      {
        data: [
          {
            name: 'Diet',
            type: 'string',
            allowed_values: ['vegetarian', 'vegan'],
            external_id: 'diet',
          },
        ],
      },
    ],
  })

/** The items of the body that adds columns to a list. */
const newColumnsOf = ({ list, columns }: ListContext) =>
  batchOf(newColumn(list, new Set(columns.map(columnKey))), MAX_COLUMNS, { min: 1 })

function newColumn(list: ListId, taken: Set<string>) {
  return z.strictObject({
    name: singleLine(MAX_COLUMN_NAME),
    type: z.enum(COLUMN_TYPES).describe('Cannot be changed later'),
    allowed_values: arrayOf(valueLine(MAX_VALUE), MAX_ALLOWED_VALUES)
      .refine(hasNoDuplicates, { error: 'must not contain a value twice', params: { code: 'given_twice' } })
      .nullable()
      .optional()
      .describe('Only for the types string and array; an empty array counts as none'),
    external_id: z
      .string()
      .regex(/^[A-Za-z0-9_-]{1,64}$/, { error: 'must be 1 to 64 letters, digits, _ or -' })
      .refine((key) => !key.startsWith('col_'), { error: 'must not begin with col_' })
      .refine((key) => !(key in {}), { error: 'is reserved', params: { code: 'reserved' } })
      .refine((key) => !isFieldOf(list, key), {
        error: 'is a field of the list',
        params: { code: 'reserved' },
      })
      .refine((key) => !taken.has(key) && taken.add(key), {
        error: 'is the key of another column of the list',
        params: { code: 'taken' },
      })
      .nullable()
      .optional(),
  })
}

function* allowedValuesIssues({ type, allowed_values }: Record<string, unknown>) {
  const isRestricted = Array.isArray(allowed_values) ? allowed_values.length > 0 : isGiven(allowed_values)
  if (isRestricted && type !== 'string' && type !== 'array')
    yield [['allowed_values'], { code: 'allowed_values_of_text' }] as const
}

const listIssues = (existing: CustomColumn[]) =>
  function* ({ data }: Record<string, unknown>) {
    if (!Array.isArray(data) || data.length > MAX_COLUMNS) return
    if (existing.length + data.length > MAX_COLUMNS)
      yield [['data'], { code: 'too_many_columns', max: MAX_COLUMNS }] as const
    if (allowedCharacters([...existing, ...data.filter(isObject)]) > MAX_ALLOWED_CHARACTERS)
      yield [['data'], { code: 'allowed_values_too_long', max: MAX_ALLOWED_CHARACTERS }] as const
  }
