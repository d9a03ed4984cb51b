import { recordEvents } from './events'
import { feeReference, newIds } from './ids'
import { type Call, json, NOW, query, rowsOf, workspaceOfKey } from './query'

const CREATE = `
  WITH tenant AS MATERIALIZED (SELECT ${workspaceOfKey('fees:write')} AS id)
  INSERT INTO fees (workspace_id, id, reference, amount, description, person_id, person_name, cost_unit_id, category_id,
    sphere, created_at, updated_at)
  SELECT tenant.id, value ->> 'id', value ->> 'reference', value ->> 'amount', value ->> 'description', p.id,
    coalesce(nullif(concat_ws(' ', first_name, last_name), ''), email, membership_number, p.external_id),
    u.id, c.id, coalesce(value ->> '$.attached_expense.sphere', c.sphere, u.sphere), ${NOW}, ${NOW}
  FROM tenant CROSS JOIN json_each(?2) CROSS JOIN limit_persons AS p
  LEFT JOIN cost_units AS u
    ON u.workspace_id = tenant.id AND u.name = value ->> '$.attached_expense.costunit_name'
  LEFT JOIN cost_unit_categories AS c ON c.workspace_id = tenant.id AND c.cost_unit_id = u.id
    AND c.name = value ->> '$.attached_expense.category_name'
  WHERE p.workspace_id = tenant.id AND p.list_id IN ('members', 'contacts')
    AND p.external_id = value ->> 'person_external_id'
  RETURNING id, person_id, person_name`

const CREATED = `
  SELECT fees.id, description, json_object('amount', json_array(NULL, amount), 'description', json_array(NULL, description),
    'reference', json_array(NULL, reference), 'person_name', json_array(NULL, person_name),
    'person_id', json_array(NULL, person_id), 'status', json_array(NULL, status), 'sphere', json_array(NULL, sphere))
  FROM json_each(?4) AS created CROSS JOIN fees
  WHERE workspace_id = (SELECT id FROM tenant) AND fees.id = created.value`

type NewFee = { amount: number; description: string }
type Debtor = { id: string; person_id: string; person_name: string }

/** Creates fees for persons that are named by their external ids. */
export async function createFees(call: Call): Promise<Response> {
  const { data } = await call.request.json<{ data: NewFee[] }>()
  const ids = newIds('fee', data.length)
  const fees = ids.map((id, index) => ({ ...data[index], id, reference: feeReference(id) }))
  const kind = { permission: 'fees:write', action: 'fee.created', subject: 'fee' }
  const recorded = recordEvents(kind, CREATED, JSON.stringify(ids))
  const { results } = await query(call, 'fees:write', [CREATE, JSON.stringify(fees)], recorded)
  const debtors = new Map(rowsOf<Debtor>(results[0]).map((row) => [row.id, row]))
  if (debtors.size < fees.length) return new Response(null, { status: 422 })
  const created = fees.map(({ id, reference, amount, description }) => {
    const { person_name, person_id } = debtors.get(id) ?? {}
    return { id, reference, amount, description, person_name, person_id, external_id: null, due_on: null }
  })
  return json(`{"data":${JSON.stringify(created)}}`, 201)
}
