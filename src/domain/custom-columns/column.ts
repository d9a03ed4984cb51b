import { asc, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { customColumns } from '../../db/schema'
import { admitToList, ask, type Caller, type Tenant } from '../admission'
import type { ListId } from '../lists'

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
  const columns = columnsOf(caller, listId)
  const { rows } = await ask(caller, { columns }, (credential) => admitToList(credential, listId, action))
  return rows.columns
}
