import * as z from 'zod'
import type { ListId } from '../access/lists'
import { GUARDIAN } from '../person-fields/fields'
import { READ_ONLY } from '../person-fields/list-fields'

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
export type ColumnRow = Omit<CustomColumn, 'allowed_values'> & {
  allowed_values: string | null
  position: number
}

/** The columns of a list in their order, from rows in the order of creation. D1 bills a sort in SQL as rows read. */
export const columnsFromRows = (list: ListId, rows: ColumnRow[]): CustomColumn[] =>
  rows.toSorted((one, other) => one.position - other.position).map((row) => columnFromRow(list, row))

/**
 * A stored column as the contract shows it. A column that is older than a field of the list with the same key keeps it, and
 * the list has no such field (`takenKeys`); one with the key of a value that the service assigns is read under its id.
 */
const columnFromRow = (list: ListId, { position, ...row }: ColumnRow): CustomColumn => ({
  ...row,
  allowed_values: row.allowed_values === null ? null : JSON.parse(row.allowed_values),
  external_id:
    row.external_id !== null && row.external_id !== GUARDIAN && READ_ONLY[list].includes(row.external_id)
      ? null
      : row.external_id,
})

/** The key under which a column's value is read on persons: its `external_id` when set. */
export const columnKey = (column: CustomColumn): string => column.external_id ?? column.id
