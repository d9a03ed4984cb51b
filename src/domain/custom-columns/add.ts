import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { retrying, trip } from '../../db/client'
import { failUnless } from '../../db/guard'
import { jsonArrays } from '../../db/json'
import type { Caller } from '../admission'
import { keep, onceOnly } from '../idempotency'
import { newIds } from '../ids'
import type { ListId } from '../lists'
import { isFieldOf } from '../persons/fields'
import { isUnique, line } from '../text'
import { judgingEach, validate } from '../validation'
import { COLUMN_TYPES, type CustomColumn, keyOf, numberOfColumns, readColumns } from './column'

/** Adds custom columns to a list, all or none, and gives them as a JSON array in the order of the request. Two trips. */
export const addColumns = (caller: Caller, listId: string, body: unknown): Promise<string> =>
  onceOnly(caller, () => retrying(() => addAll(caller, listId, body)))

async function addAll(caller: Caller, listId: string, body: unknown): Promise<string> {
  const existing = await readColumns(caller, listId, 'write')
  const { data } = validate(
    newColumns(listId as ListId, existing),
    body,
    judgingEach('data', MOST_COLUMNS, faultsOfChoices),
  )
  const ids = newIds('col', caller.now, data.length)
  const added = data.map((column, at) => ({
    id: String(ids[at]),
    type: column.type,
    name: column.name,
    allowed_values: column.allowed_values ?? null,
    external_id: column.external_id ?? null,
  }))
  const result = JSON.stringify(added)
  await trip(caller, {
    standing: failUnless(sql`${existing.length} = ${numberOfColumns(caller.workspace, listId)}`),
    added: jsonArrays(added).map((array) => insert(caller, listId, array)),
    kept: keep(caller, result),
  })
  return result
}

/** How many custom columns a list can have. */
export const MOST_COLUMNS = 200

/** The body that adds columns to a list which has some already. */
export function newColumns(list: ListId, existing: CustomColumn[]) {
  const taken = new Set(existing.map(keyOf))
  return z
    .strictObject({
      data: z
        .array(newColumn(list, taken))
        .min(1)
        .max(MOST_COLUMNS)
        .refine((added) => existing.length + added.length <= MOST_COLUMNS, {
          error: `would give the list more than ${MOST_COLUMNS} columns`,
        }),
    })
    .meta({
      examples: [
        {
          data: [
            {
              name: 'T-shirt size',
              type: 'string',
              allowed_values: ['S', 'M', 'L'],
              external_id: 'shirt_size',
            },
          ],
        },
      ],
    })
}

const newColumn = (list: ListId, taken: Set<string>) =>
  z.strictObject({
    name: line(64),
    type: z.enum(COLUMN_TYPES).describe('Can not be changed later'),
    allowed_values: z
      .array(line(255))
      .min(1)
      .max(500)
      .refine(isUnique, { error: 'must not name a value twice' })
      .nullable()
      .optional()
      .describe('Only for the types string and array'),
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

function* faultsOfChoices({ type, allowed_values }: Record<string, unknown>) {
  if (allowed_values && type !== 'string' && type !== 'array')
    yield [['allowed_values'], 'is only for the types string and array; leave it out'] as const
}

function insert(caller: Caller, listId: string, array: string) {
  return caller.db.run(sql`
    INSERT INTO custom_columns
      (workspace_id, list_id, id, type, name, allowed_values, external_id, created_at)
    SELECT ${caller.workspace}, ${listId}, value ->> 'id', value ->> 'type', value ->> 'name',
      value ->> 'allowed_values', value ->> 'external_id', ${caller.now.toISOString()}
    FROM json_each(${array})`)
}
