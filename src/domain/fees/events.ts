import { jsonArrays } from '../../db/json'
import { type Sql, sql } from '../../db/sql'
import type { Actor } from '../access/actor'
import { TENANT } from '../access/principal'
import type { CustomColumn } from '../custom-columns/column'
import { changeJson, changesJson } from '../events/changes'
import { insertEvents, recordEvents } from '../events/record'
import { selectFees } from './readable-fee'

/** Records the fees with these ids as created, from what is stored: the fees of a request as text take much memory. */
export const recordFees = (actor: Actor, workspace: Sql, ids: string[]): Sql[] =>
  jsonArrays(ids).map((array) =>
    insertEvents(
      actor,
      workspace,
      { action: 'fee.created', subject: 'fee' },
      sql`
        SELECT id, description, ${CREATED}
        FROM (${selectFees(TENANT, sql`fees.id IN (SELECT value FROM json_each(${array}))`)})`,
    ),
  )

const FIELDS = {
  amount: 'amount',
  description: 'description',
  reference: 'reference',
  person_id: 'person_id',
  person_name: 'person_name',
  status: 'status',
  due_on: 'due_on',
  external_id: 'external_id',
  'attached_expense.costunit_name': 'costunit_name',
  'attached_expense.category_name': 'category_name',
  'attached_expense.sphere': 'sphere',
}

const CREATED = changesJson(
  Object.entries(FIELDS).map(([field, column]) => {
    const change = changeJson(field, "'null'", `json_quote(${column})`)
    return `CASE WHEN ${column} IS NULL THEN '' ELSE ${change} END`
  }),
)

/** Records that the amounts of a claim followed from a column, for those who claim by it again. `sum` is in cents. */
export const recordColumnUse = (
  actor: Actor,
  workspace: Sql,
  { id, name }: CustomColumn,
  { description, sum }: { description: string; sum: number },
): Sql[] =>
  recordEvents(actor, workspace, { action: 'custom_column.claimed', subject: 'custom_column' }, [
    { id, name, changes: { description: [null, description], amount: [null, sum] } },
  ])

/** The last claim by a column: when, and the description of its fees. */
export type ColumnUse = { column_id: string; at: string; description: string }

/** Selects the {@link ColumnUse} of the columns of a list that were used. */
export const selectColumnUses = (workspace: Sql, list: string): Sql<ColumnUse> => sql<ColumnUse>`
  SELECT used.subject_id AS column_id, used.at, used.changes ->> '$.description[1]' AS description
  FROM custom_columns CROSS JOIN events AS used
  WHERE custom_columns.workspace_id = ${workspace} AND list_id = ${list} AND type IN ('number', 'integer')
    AND used.workspace_id = ${workspace} AND used.number = (
      SELECT number FROM events INDEXED BY events_of_subject
      WHERE events.workspace_id = ${workspace} AND subject_id = custom_columns.id AND action = 'custom_column.claimed'
      ORDER BY number DESC LIMIT 1)`
