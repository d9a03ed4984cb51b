import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { retryOnConflict, trip } from '../../db/client'
import { failUnless } from '../../db/guard'
import { jsonArrays } from '../../db/json'
import { type Caller, ofList } from '../access/admission'
import { idempotently, storeResult } from '../access/idempotency'
import type { ListId } from '../access/lists'
import { isFieldOf } from '../persons/fields'
import { newIds } from '../shared/ids'
import { arrayOf, hasNoDuplicates, singleLine } from '../shared/text'
import { batchOf, isGiven, isObject, validateItems } from '../shared/validation'
import { COLUMN_TYPES, type CustomColumn, columnKey, listColumns } from './column'

/** Adds custom columns to a list, all or none, and gives them as a JSON array in the order of the request. Two trips. */
export const addColumns = (caller: Caller, listId: string, body: Record<string, unknown>): Promise<string> =>
  idempotently(caller, () => retryOnConflict(() => addAll(caller, listId, body)))

async function addAll(caller: Caller, listId: string, body: Record<string, unknown>): Promise<string> {
  const existing = await listColumns(caller, listId, 'write')
  const data = validateItems(
    columnBatch(listId as ListId, existing),
    body,
    choicesErrors,
    listErrors(existing),
  )
  const ids = newIds('col', caller.now, data.length)
  const added = data.map((column, at) => ({
    id: String(ids[at]),
    type: column.type,
    name: column.name,
    allowed_values: column.allowed_values?.length ? column.allowed_values : null,
    external_id: column.external_id ?? null,
  }))
  const result = JSON.stringify(added)
  await trip(caller, {
    standing: failUnless(hasRoomFor(caller, listId, added)),
    added: jsonArrays(added).map((array) => insert(caller, listId, array)),
    kept: storeResult(caller, result),
  })
  return result
}

/** How many custom columns a list can have. */
export const MOST_COLUMNS = 200

/** How many characters all allowed values of a list have together as JSON: an isolate keeps them while it serves the list. */
const MOST_CHOICE_CHARACTERS = 200_000

/** The body that adds columns to a list, for the description. */
export const newColumns = z
  .strictObject({ data: z.array(newColumn('members', new Set())).min(1).max(MOST_COLUMNS) })
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

/** The items of the body that adds columns to a list which has some already. */
const columnBatch = (list: ListId, existing: CustomColumn[]) =>
  batchOf(newColumn(list, new Set(existing.map(columnKey))), MOST_COLUMNS, { min: 1 })

function newColumn(list: ListId, taken: Set<string>) {
  return z.strictObject({
    name: singleLine(64),
    type: z.enum(COLUMN_TYPES).describe('Can not be changed later'),
    allowed_values: arrayOf(singleLine(255), 500)
      .refine(hasNoDuplicates, { error: 'must not name a value twice' })
      .nullable()
      .optional()
      .describe('Only for the types string and array; an empty array counts as none'),
    external_id: z
      .string()
      .regex(/^[A-Za-z0-9_-]{1,64}$/, { error: 'must be 1 to 64 letters, digits, _ or -' })
      .refine((key) => !key.startsWith('col_'), { error: 'must not begin with col_' })
      .refine((key) => !(key in {}), { error: 'is reserved' })
      .refine((key) => !isFieldOf(list, key), { error: 'is a field of the list' })
      .refine((key) => !taken.has(key) && taken.add(key), {
        error: 'is the key of another column of the list',
      })
      .nullable()
      .optional(),
  })
}

function* choicesErrors({ type, allowed_values }: Record<string, unknown>) {
  const hasChoices = Array.isArray(allowed_values) ? allowed_values.length > 0 : isGiven(allowed_values)
  if (hasChoices && type !== 'string' && type !== 'array')
    yield [['allowed_values'], 'is only for the types string and array; leave it out'] as const
}

const listErrors = (existing: CustomColumn[]) =>
  function* ({ data }: Record<string, unknown>) {
    if (!Array.isArray(data) || data.length > MOST_COLUMNS) return
    if (existing.length + data.length > MOST_COLUMNS)
      yield [['data'], `would give the list more than ${MOST_COLUMNS} columns`] as const
    if (choiceCharacters([...existing, ...data.filter(isObject)]) > MOST_CHOICE_CHARACTERS)
      yield [
        ['data'],
        `would give the list allowed values of more than ${MOST_CHOICE_CHARACTERS} characters of JSON together`,
      ] as const
  }

// As JSON, never less than the database counts. Only texts count: what is not validated yet may be anything.
const choiceCharacters = (columns: { allowed_values?: unknown }[]): number =>
  columns
    .map(({ allowed_values }) => (Array.isArray(allowed_values) ? allowed_values : []))
    .map((values) => values.filter((value) => typeof value === 'string'))
    .reduce((sum, texts) => sum + (texts.length > 0 ? JSON.stringify(texts).length : 0), 0)

/** The condition that the columns still fit, however many were added since the list was read. */
const hasRoomFor = (caller: Caller, listId: string, added: CustomColumn[]): SQL => sql`(
  SELECT count(*) <= ${MOST_COLUMNS - added.length}
    AND coalesce(sum(length(allowed_values)), 0) <= ${MOST_CHOICE_CHARACTERS - choiceCharacters(added)}
  FROM custom_columns WHERE ${ofList(caller.workspace, listId)})`

function insert(caller: Caller, listId: string, array: string) {
  return caller.db.run(sql`
    INSERT INTO custom_columns
      (workspace_id, list_id, id, type, name, allowed_values, external_id, created_at)
    SELECT ${caller.workspace}, ${listId}, value ->> 'id', value ->> 'type', value ->> 'name',
      value ->> 'allowed_values', value ->> 'external_id', ${caller.now.toISOString()}
    FROM json_each(${array})`)
}
