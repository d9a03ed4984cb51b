import { sql } from 'drizzle-orm'
import { retrying, trip } from '../../db/client'
import { jsonArrays } from '../../db/json'
import { NOW } from '../../db/now'
import { prepared } from '../../db/query'
import { ask, type Caller, requirePermission } from '../access/admission'
import { keep, onceOnly } from '../access/idempotency'
import { newIds } from '../shared/ids'
import { textsIn } from '../shared/text'
import { itemsIn, validateItems } from '../shared/validation'
import { creditorReference } from './creditor-reference'
import { debtorsAmong, faultsOfNaming, type Naming, personsWith, requireReadable } from './debtors'
import { bookingsNamed, booksOf, type Expense, faultsOfExpense, storedExpense } from './expenses'
import { type Fee, feeBatch } from './fee'

/**
 * Claims fees from persons, all or none, in two trips, and gives them as a JSON array in the order of the request. Refuses as
 * `permission_missing` where a person is in a list that the key may not read.
 */
export const claimFees = (caller: Caller, body: Record<string, unknown>): Promise<string> =>
  onceOnly(caller, () => retrying(() => claimAll(caller, body)))

async function claimAll(caller: Caller, body: Record<string, unknown>): Promise<string> {
  const items: Item[] = itemsIn(body, feeBatch.max)
  const expenses = items.map((item): Expense => Object(item.attached_expense))
  const statements = {
    byId: personsWith(caller, 'id', textsIn(items.map((item) => item.person_id))),
    byExternalId: personsWith(caller, 'external_id', textsIn(items.map((item) => item.person_external_id))),
    bookings: bookingsNamed(caller, expenses),
  }
  const { rows } = await ask(caller, statements, (credential, { byId, byExternalId }) => {
    requirePermission(credential, 'fees:write')
    const debtors = debtorsAmong(byId, byExternalId)
    for (const item of items) requireReadable(credential, debtors(item))
  })
  const debtors = debtorsAmong(rows.byId, rows.byExternalId)
  const books = booksOf(rows.bookings)
  const data = validateItems(feeBatch, body, function* (item) {
    yield* faultsOfNaming(item, debtors)
    yield* faultsOfExpense(Object(item.attached_expense), books)
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
    kept: keep(caller, result),
  })
  return result
}

type Item = Naming & { attached_expense?: unknown }

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
