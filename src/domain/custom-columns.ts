import { asc, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { retrying, trip } from '../db/client'
import { jsonArrays } from '../db/json'
import { customColumns } from '../db/schema'
import { admitToList, ask, type Caller, type Tenant } from './admission'
import { newIds } from './ids'
import type { ListId } from './lists'
import { isFieldOf } from './persons/fields'
import { isUnique, line } from './text'
import { judged, validate } from './validation'

export const COLUMN_TYPES = [
  'string',
  'boolean',
  'array',
  'integer',
  'number',
  'date',
  'email',
  'url',
] as const

/** A custom column as the contract shows it. */
export const customColumn = z
  .object({
    id: z.string(),
    type: z.enum(COLUMN_TYPES),
    name: z.string(),
    allowed_values: z.array(z.string()).nullable(),
    external_id: z.string().nullable(),
  })
  .meta({
    id: 'CustomColumn',
    examples: [
      {
        id: 'col_0VMtKcPBq7XJ3mZ1sWv9LdTe',
        type: 'string',
        name: 'T-shirt size',
        allowed_values: ['S', 'M', 'L'],
        external_id: 'shirt_size',
      },
    ],
  })
export type CustomColumn = z.infer<typeof customColumn>

/** The columns of a list, for a trip: at most one row read per column. */
export const columnsOf = (tenant: Pick<Tenant, 'db' | 'workspace'>, listId: string) =>
  tenant.db
    .select({
      id: customColumns.id,
      type: sql<CustomColumn['type']>`${customColumns.type}`.as('type'),
      name: customColumns.name,
      allowed_values: sql`${customColumns.allowedValues}`
        .mapWith((text: string): string[] | null => JSON.parse(text))
        .as('allowed_values'),
      external_id: customColumns.externalId,
    })
    .from(customColumns)
    .where(
      sql`${customColumns.workspaceId} = ${tenant.workspace} AND ${eq(customColumns.listId, listId as ListId)}`,
    )
    .orderBy(asc(customColumns.id))

/** The key under which a column's value is read on persons: its `external_id` when set. */
export const keyOf = (column: CustomColumn): string => column.external_id ?? column.id

/** Reads the custom columns of a list, in the order in which they were added. */
export async function readColumns(caller: Caller, listId: string, action: 'read' | 'write' = 'read') {
  const { credential, rows } = await ask(caller, { columns: columnsOf(caller, listId) })
  admitToList(credential, listId, action)
  return rows.columns
}

/** Adds custom columns to a list, all or none, and gives them back in the order of the request. Two trips. */
export const addColumns = (caller: Caller, listId: string, body: unknown): Promise<CustomColumn[]> =>
  retrying(async () => {
    const existing = await readColumns(caller, listId, 'write')
    const { data } = validate(newColumns(listId as ListId, existing), body)
    const ids = newIds('col', caller.now, data.length)
    const added = data.map((column, at) => ({
      id: String(ids[at]),
      type: column.type,
      name: column.name,
      allowed_values: column.allowed_values ?? null,
      external_id: column.external_id ?? null,
    }))
    await trip(caller.db, { added: jsonArrays(added).map((array) => insert(caller, listId, array)) })
    return added
  })

const MOST_COLUMNS = 200

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
  judged(
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
    }),
    function* ({ type, allowed_values }) {
      if (allowed_values && type !== 'string' && type !== 'array')
        yield [['allowed_values'], 'is only for the types string and array; leave it out']
    },
  )

function insert(caller: Caller, listId: string, array: string) {
  return caller.db.run(sql`
    INSERT INTO custom_columns
      (workspace_id, list_id, id, type, name, allowed_values, external_id, created_at)
    SELECT ${caller.workspace}, ${listId}, value ->> 'id', value ->> 'type', value ->> 'name',
      value ->> 'allowed_values', value ->> 'external_id', ${caller.now.toISOString()}
    FROM json_each(${array})`)
}
