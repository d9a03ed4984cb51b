import { sql } from 'drizzle-orm'
import { retryOnConflict, trip } from '../../db/client'
import { jsonArrays } from '../../db/json'
import { NOW } from '../../db/now'
import { prepared } from '../../db/query'
import { ask, type Caller, requirePermission } from '../access/admission'
import { idempotently, storeResult } from '../access/idempotency'
import { newIds } from '../shared/ids'
import { uniqueStrings } from '../shared/text'
import { itemsIn, validateItems } from '../shared/validation'
import { creditorReference } from './creditor-reference'
import { indexDebtors, type PersonRef, personRefIssues, personsWith, requireReadable } from './debtors'
import { costUnitsByName, type Expense, expenseIssues, indexCostUnits, storedExpense } from './expenses'
import { type Fee, feeBatch } from './fee'

/**
 * Claims fees from persons, all or none, in two trips, and gives them as a JSON array in the order of the request. Refuses as
 * `permission_missing` where a person is in a list that the key may not read.
 */
export const createFees = (caller: Caller, body: Record<string, unknown>): Promise<string> =>
  idempotently(caller, () => retryOnConflict(() => createAll(caller, body)))

async function createAll(caller: Caller, body: Record<string, unknown>): Promise<string> {
  const items: Item[] = itemsIn(body, feeBatch.max)
  const expenses = items.map((item): Expense => Object(item.attached_expense))
  const statements = {
    byId: personsWith(caller, 'id', uniqueStrings(items.map((item) => item.person_id))),
    byExternalId: personsWith(
      caller,
      'external_id',
      uniqueStrings(items.map((item) => item.person_external_id)),
    ),
    bookings: costUnitsByName(caller, expenses),
  }
  const { rows } = await ask(caller, statements, (credential, { byId, byExternalId }) => {
    requirePermission(credential, 'fees:write')
    const debtors = indexDebtors(byId, byExternalId)
    for (const item of items) requireReadable(credential, debtors(item))
  })
  const debtors = indexDebtors(rows.byId, rows.byExternalId)
  const books = indexCostUnits(rows.bookings)
  const data = validateItems(feeBatch, body, function* (item) {
    yield* personRefIssues(item, debtors)
    yield* expenseIssues(Object(item.attached_expense), books)
  })
  const ids = newIds('fee', caller.now, data.length)
  const claimed: Fee[] = data.map((item, at) => {
    const [debtor] = debtors(item)
    return {
      id: String(ids[at]),
      reference: creditorReference(String(ids[at])),
      amount: item.amount,
      description: item.description,
      person_name: String(debtor?.name),
      person_id: String(debtor?.id),
    }
  })
  const written = data.map((item, at) => ({
    ...claimed[at],
    ...storedExpense(item.attached_expense ?? {}, books),
  }))
  const result = JSON.stringify(claimed)
  await trip(caller, {
    written: jsonArrays(written).map((array) => insert(caller, { array })),
    kept: storeResult(caller, result),
  })
  return result
}

type Item = PersonRef & { attached_expense?: unknown }

const insert = prepared(
  (workspace) => sql`
    INSERT INTO fees
      (workspace_id, id, reference, amount, description, person_id, person_name,
       cost_unit_id, category_id, sphere, created_at, updated_at)
    SELECT ${workspace}, value ->> 'id', value ->> 'reference', value ->> 'amount',
      value ->> 'description', value ->> 'person_id', value ->> 'person_name',
      value ->> 'unit', value ->> 'category', value ->> 'sphere', ${sql.placeholder('now')}, ${NOW}
    FROM json_each(${sql.placeholder('array')})`,
)
