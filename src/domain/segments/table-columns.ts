import { type Sql, sql } from '../../db/sql'
import { requireList } from '../access/authorize'
import { type ListId, listNamed } from '../access/lists'
import type { Permission } from '../access/permissions'
import { inList } from '../access/principal'
import { query } from '../access/query'
import type { ListColumns } from '../custom-columns/query-list'
import { filterFields } from '../persons/filter-fields'
import type { StaffPrincipal } from '../staff/principal'

/** The columns that a table has until its reader chooses others. */
export const DEFAULT_COLUMNS: Record<ListId, string[]> = {
  members: ['membership_number', 'email', 'birthdate.age', 'join_date'],
  contacts: ['email', 'phone_numbers', 'address.city'],
}

const MAX_TABLE_COLUMNS = 30

/** The column with what is open of the fees of a person. Its dot tells it from the key of any custom column. */
export const OPEN_FEES = 'fees.open'

/** The condition that the table of a list has a column: among those given, else among those chosen. */
export const hasTableColumnSql = (
  principal: StaffPrincipal,
  list: string,
  key: string,
  given: string[] | undefined,
): Sql =>
  given
    ? sql.raw(given.includes(key) ? 'TRUE' : 'FALSE')
    : sql`EXISTS (${selectTableColumns(principal, list)} AND instr(columns, ${JSON.stringify(key)}) > 0)`

/** The columns that a member of staff chose for the table of a list: a statement for the trip that reads the table. */
export const selectTableColumns = (principal: StaffPrincipal, list: string): Sql<{ columns: string }> =>
  sql<{ columns: string }>`
    SELECT columns FROM table_columns
    WHERE ${inList(principal.workspace(), list)} AND staff_id = ${principal.staffId()}`

type Choice = {
  given: string[] | undefined
  chosen: { columns: string }[]
  permissions: readonly Permission[]
}

/** The keys of the columns of a table: those given, those chosen, else the default; of them those that it can have. */
export function tableColumns(context: ListColumns, { given, chosen: [row], permissions }: Choice): string[] {
  const wanted: unknown = given ?? (row ? JSON.parse(row.columns) : DEFAULT_COLUMNS[context.list])
  const keys = new Set(columnChoices(context, permissions))
  return Array.isArray(wanted) ? [...new Set(wanted)].filter((key) => keys.has(key)) : []
}

/** The keys of the columns that the table of a list can have besides the name, for a principal with these permissions. */
export const columnChoices = (context: ListColumns, permissions: readonly Permission[]): string[] => [
  ...filterFields(context)
    .map(({ key }) => key)
    .filter((key) => !key.startsWith('name.')),
  ...(permissions.includes('fees:read') ? [OPEN_FEES] : []),
]

/** The keys that can be those of columns, each once, as many as a table has at most. */
export const validColumns = (columns: string[]): string[] =>
  [...new Set(columns)].filter((key) => /^[\w.-]{1,64}$/.test(key)).slice(0, MAX_TABLE_COLUMNS)

/** Keeps the columns that a member of staff chose for the table of a list; none brings the default back. One trip. */
export async function chooseTableColumns(
  principal: StaffPrincipal,
  { list, columns }: { list: string; columns: string[] },
): Promise<void> {
  const keys = validColumns(columns)
  const workspace = principal.writableWorkspace({ permission: `${listNamed(list)}:read` })
  await query(
    principal,
    {
      chosen:
        keys.length === 0
          ? sql`DELETE FROM table_columns
              WHERE ${inList(workspace, list)} AND staff_id = ${principal.staffId()}`
          : sql`
              INSERT INTO table_columns (workspace_id, staff_id, list_id, columns)
              SELECT tenant.id, ${principal.staffId()}, ${list}, ${JSON.stringify(keys)}
              FROM (SELECT ${workspace} AS id) AS tenant WHERE tenant.id IS NOT NULL
              ON CONFLICT DO UPDATE SET columns = excluded.columns`,
    },
    (credential) => requireList(credential, list, 'read'),
  )
}
