import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { prepared } from '../../db/query'
import { admitToList, ask, type Caller, ofList, type Tenant } from '../access/admission'

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

/** A custom column as it is stored. */
export type ColumnRow = Omit<CustomColumn, 'allowed_values'> & { allowed_values: string | null }

/**
 * The columns of a list, for a trip: one row read per column. Where a list has as many as the asker knows, none comes.
 */
export const columnsOf = (tenant: Pick<Tenant, 'workspace'>, listId: string, known = 0) =>
  columns(tenant, { list: listId, known }, known > 0 ? 'unknown' : 'all')

const columns = prepared<ColumnRow, 'unknown' | 'all'>((workspace, which) => {
  const all = sql`SELECT id, type, name, allowed_values, external_id FROM custom_columns WHERE ${ofList(workspace)} ORDER BY id`
  const unlessKnown = sql`LIMIT CASE ${numberOfColumns(workspace)} WHEN ${sql.placeholder('known')} THEN 0 ELSE -1 END`
  return which === 'all' ? all : sql`${all} ${unlessKnown}`
})

/** How many columns a list has, which tells which they are: columns are only ever added. One row read per column. */
export const numberOfColumns = (workspace: SQL): SQL =>
  sql`(SELECT count(*) FROM custom_columns WHERE ${ofList(workspace)})`

/** A stored column as the contract shows it. */
export const columnFromRow = (row: ColumnRow): CustomColumn => ({
  ...row,
  allowed_values: row.allowed_values === null ? null : JSON.parse(row.allowed_values),
})

/** The key under which a column's value is read on persons: its `external_id` when set. */
export const columnKey = (column: CustomColumn): string => column.external_id ?? column.id

/** Reads the custom columns of a list, in the order in which they were added. */
export async function listColumns(caller: Caller, listId: string, action: 'read' | 'write' = 'read') {
  const { rows } = await ask(caller, { columns: columnsOf(caller, listId) }, (credential) =>
    admitToList(credential, listId, action),
  )
  return rows.columns.map(columnFromRow)
}
