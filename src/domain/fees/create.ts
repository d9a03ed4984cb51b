import { elementsOf, jsonArrays } from '../../db/json'
import { NOW } from '../../db/now'
import { type Sql, sql } from '../../db/sql'
import { act, type Tx } from '../access/act'
import type { Principal } from '../access/principal'
import { creditorReference } from '../shared/creditor-reference'
import { selectExternalIds, uniqueExternalIds } from '../shared/external-ids'
import { newIds } from '../shared/ids'
import { uniqueStrings } from '../shared/text'
import { itemsIn, validateItems } from '../shared/validation'
import {
  type Debtors,
  indexDebtors,
  type PersonRef,
  personRefIssues,
  requireReadable,
  selectDebtors,
} from './debtors'
import { recordFees } from './events'
import {
  type CostUnitIndex,
  type Expense,
  expenseIssues,
  indexCostUnits,
  selectCostUnitsByName,
  storedExpense,
} from './expenses'
import { type CreatedFee, feeBatch, type NewFee } from './fee'

/** What charging fees needs. */
export const TO_CHARGE = { permission: 'fees:write' } as const

/**
 * Claims fees from persons, all or none, and returns them as a JSON array in the order of the request. Two trips.
 * Throws `permission_missing` also if a person is in a list that the principal may not read. A deletion of the person
 * or an archiving of the cost unit at the same moment may succeed as well, as if the fee had come first.
 */
export async function createFees(
  principal: Principal,
  { body }: { body: Record<string, unknown> },
): Promise<string> {
  return act(principal, TO_CHARGE, (tx) => create(tx, body))
}

async function create(tx: Tx, body: Record<string, unknown>): Promise<string> {
  const items: Item[] = itemsIn(body, feeBatch.max)
  const ids = uniqueStrings(items.map((item) => item.person_id))
  const externalIds = uniqueStrings(items.map((item) => item.person_external_id))
  const expenses = items.map((item): Expense => Object(item.attached_expense))
  const workspace = tx.workspace()
  const rows = await tx.read(
    {
      byId: selectDebtors(workspace, 'id', ids),
      byExternalId: selectDebtors(workspace, 'external_id', externalIds),
      costUnits: selectCostUnitsByName(workspace, expenses),
      known: selectExternalIds(workspace, 'fees', items),
    },
    (credential, { byId, byExternalId }) => {
      const debtors = indexDebtors(byId, byExternalId)
      for (const item of items) requireReadable(credential, item, debtors(item))
    },
  )
  const debtors = indexDebtors(rows.byId, rows.byExternalId)
  const costUnits = indexCostUnits(rows.costUnits)
  const externalIdIssues = uniqueExternalIds(rows.known, 'fee')
  const data = validateItems(feeBatch, body, function* (item: Item) {
    yield* personRefIssues(item, debtors)
    yield* expenseIssues(Object(item.attached_expense), costUnits)
    yield* externalIdIssues(item)
  })
  const feeIds = newIds('fee', tx.now, data.length)
  const { arrays, result } = textsOf(data, feeIds, debtors, costUnits)
  const writable = tx.writable()
  return tx.finish(result, {
    created: arrays.map((array) => insertFees(tx, writable, array)),
    recorded: recordFees(tx.actor, writable, feeIds),
  })
}

/** The fees as JSON, as they are stored and as they are answered. Their objects are gone when the trip takes its memory. */
function textsOf(
  data: NewFee[],
  feeIds: string[],
  debtors: Debtors,
  costUnits: CostUnitIndex,
): { arrays: string[]; result: string } {
  const created = data.map((item, index): CreatedFee => {
    const id = String(feeIds[index])
    const [debtor] = debtors(item)
    return {
      id,
      reference: creditorReference(id),
      amount: item.amount,
      description: item.description,
      person_name: String(debtor?.name),
      person_id: String(debtor?.id),
      external_id: item.external_id ?? null,
      due_on: item.due_on ?? null,
    }
  })
  const result = JSON.stringify(created)
  const stored = data.map((item, index) => ({
    ...created[index],
    due_on: item.due_on ?? undefined,
    external_id: item.external_id ?? undefined,
    ...storedExpense(item.attached_expense ?? {}, costUnits),
  }))
  return { arrays: jsonArrays(stored), result }
}

type Item = PersonRef & { attached_expense?: unknown; external_id?: unknown }

/** Inserts fees, a JSON array of objects with the columns as keys. */
export const insertFees = (principal: Principal, workspace: Sql, array: string) => sql`
  INSERT INTO fees
    (workspace_id, id, reference, amount, description, person_id, person_name,
     cost_unit_id, category_id, sphere, due_on, external_id, created_at, updated_at)
  SELECT ${workspace}, value ->> 'id', value ->> 'reference',
    value ->> 'amount', value ->> 'description', value ->> 'person_id', value ->> 'person_name',
    value ->> 'cost_unit_id', value ->> 'category_id', value ->> 'sphere', value ->> 'due_on',
    value ->> 'external_id', ${principal.now.toISOString()}, ${NOW}
  FROM ${elementsOf(array)} WHERE TRUE`
