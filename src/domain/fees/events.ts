import { jsonArrays } from '../../db/json'
import { type Sql, sql } from '../../db/sql'
import type { Actor } from '../access/actor'
import { TENANT } from '../access/principal'
import { changeJson, changesJson } from '../events/changes'
import { insertEvents } from '../events/record'
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
