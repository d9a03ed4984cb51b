import { recordEvents } from './events'
import { newIds } from './ids'
import { type Call, json, NOW, query, workspaceOfKey } from './query'

const PERMISSION = 'payments:write'

// In all statements: the payments as [id of the fee, id, amount, day, method].
const PAYMENTS = `
  WITH tenant AS MATERIALIZED (SELECT ${workspaceOfKey(PERMISSION)} AS id), payments_made AS MATERIALIZED (
    SELECT value ->> 0 AS fee_id, value ->> 1 AS id, value ->> 2 AS amount, value ->> 3 AS paid_on, value ->> 4 AS method
    FROM (SELECT value FROM json_each(?2) LIMIT -1) WHERE TRUE)`

const INSERT = `${PAYMENTS}
  INSERT INTO payments (workspace_id, fee_id, number, id, kind, amount, method, paid_on, created_at)
  SELECT tenant.id, made.fee_id, coalesce((
      SELECT max(number) FROM payments WHERE workspace_id = tenant.id AND payments.fee_id = made.fee_id), 0) + 1,
    made.id, 'payment', made.amount, method, made.paid_on, ${NOW}
  FROM tenant CROSS JOIN payments_made AS made`

const UPDATE = `${PAYMENTS}
  UPDATE fees SET paid_amount = paid_amount + made.amount, revision = revision + 1, updated_at = ${NOW},
    status = CASE fees.amount - paid_amount - waived_amount WHEN made.amount THEN 'paid' ELSE 'open' END,
    paid_on = CASE fees.amount - paid_amount - waived_amount WHEN made.amount THEN made.paid_on END
  FROM payments_made AS made
  WHERE workspace_id = (SELECT id FROM tenant) AND fees.id = made.fee_id AND status IN ('open', 'returned')
    AND fees.amount - paid_amount - waived_amount >= made.amount`

// Undoes the batch where a fee cannot be paid or the year is closed: the column takes no NULL.
const ALL_OR_NOTHING = `
  INSERT INTO workspaces (id) SELECT NULL WHERE changes() < ?2 OR EXISTS (
    SELECT 1 FROM fiscal_years WHERE workspace_id = ${workspaceOfKey(PERMISSION)} AND closed_at IS NOT NULL AND year >= ?3)`

const subjects = (isPaid: string): string => `
  SELECT fees.id, description, json_object('status', json_array(status, 'paid'),
    'paid_amount', json_array(paid_amount, paid_amount + (made.value ->> 2)), 'paid_on', json_array(paid_on, made.value ->> 3))
  FROM json_each(?4) AS made CROSS JOIN fees
  WHERE workspace_id = (SELECT id FROM tenant) AND fees.id = made.value ->> 0
    AND fees.amount - paid_amount - waived_amount ${isPaid} made.value ->> 2`

type Payment = { fee_id: string; amount: number; paid_on: string; method: string }

/** Records payments of fees, at most one of each, that are named by their ids, and writes no vouchers. One trip. */
export async function recordPayments(call: Call): Promise<Response> {
  const { data } = await call.request.json<{ data: Payment[] }>()
  const now = new Date().toISOString()
  const ids = newIds('pay', data.length)
  const made = JSON.stringify(
    data.map(({ fee_id, amount, paid_on, method }, index) => [fee_id, ids[index], amount, paid_on, method]),
  )
  const year = Math.min(...data.map(({ paid_on }) => Number(paid_on.slice(0, 4))))
  const event = (action: string, isPaid: string) =>
    recordEvents({ permission: PERMISSION, action, subject: 'fee' }, subjects(isPaid), made)
  await query(
    call,
    PERMISSION,
    [INSERT, made],
    event('fee.paid', '='),
    event('fee.partly_paid', '<>'),
    [UPDATE, made],
    [ALL_OR_NOTHING, data.length, year],
  )
  const shown = data.map(({ fee_id, amount, paid_on, method }, index) => {
    const rest = { note: null, external_id: null, reverses: null, booking: 'booked', created_at: now }
    return { id: ids[index], fee_id, kind: 'payment', amount, method, paid_on, ...rest }
  })
  return json(`{"data":${JSON.stringify(shown)}}`, 201)
}
