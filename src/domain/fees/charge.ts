import { failUnless } from '../../db/guard'
import { jsonArrays } from '../../db/json'
import { type Sql, sql } from '../../db/sql'
import { act, type Tx } from '../access/act'
import { creditorReference } from '../shared/creditor-reference'
import { newIds } from '../shared/ids'
import type { StaffPrincipal } from '../staff/principal'
import { type ChargePreview, type ChargeRequest, prepareCharge } from './charge-preview'
import type { ChargedPerson } from './charge-terms'
import { insertFees, TO_CHARGE } from './create'
import { recordColumnUse, recordFees } from './events'
import { type CostUnitIndex, storedExpense } from './expenses'

/** What charging did, or what it would do now, if that is not what was confirmed. */
export type ChargeOutcome =
  | { outcome: 'done'; count: number; sum: number; batchId: string }
  | { outcome: 'changed'; preview: ChargePreview }

/**
 * Charges fees to persons, all or none, if they are those that were confirmed. No person gets two fees of one description,
 * also if two members of staff charge at the same time. Two trips. Throws what `previewCharge` throws.
 */
export async function chargeFees(
  principal: StaffPrincipal,
  { mark, ...request }: ChargeRequest & { mark: string },
): Promise<ChargeOutcome> {
  try {
    const stored = await act(principal, TO_CHARGE, (tx) => charge(tx, request, mark))
    return { outcome: 'done', ...JSON.parse(stored) }
  } catch (error) {
    if (error instanceof Changed) return { outcome: 'changed', preview: error.preview }
    throw error
  }
}

class Changed extends Error {
  constructor(readonly preview: ChargePreview) {
    super()
  }
}

async function charge(tx: Tx<StaffPrincipal>, request: ChargeRequest, mark: string): Promise<string> {
  const { preview, costUnits } = await prepareCharge(tx, request)
  if (preview.mark !== mark || preview.fees.length === 0) throw new Changed(preview)
  const { sum, fees } = preview
  return writeCharge(
    tx,
    { preview, costUnits, ids: newIds('fee', tx.now, fees.length) },
    { count: fees.length, sum, batchId: tx.actor.batchId },
  )
}

type Prepared = { preview: ChargePreview; costUnits: CostUnitIndex; ids: string[] }

/** Charges the fees of a preview with these ids, and returns the result as JSON. One trip. */
export function writeCharge(
  tx: Tx,
  { preview: { fees, sum, terms, column, description }, costUnits, ids }: Prepared,
  result: unknown,
): Promise<string> {
  const stored = fees.map(({ id, name, amount, description }, index) => ({
    id: ids[index],
    reference: creditorReference(String(ids[index])),
    amount,
    description,
    person_id: id,
    person_name: name,
    due_on: terms.due_on ?? undefined,
    ...storedExpense(terms.attached_expense, costUnits),
  }))
  const writable = tx.writable()
  return tx.finish(JSON.stringify(result), {
    guard: requireUncharged(writable, fees),
    created: jsonArrays(stored).map((array) => insertFees(tx, writable, array)),
    recorded: recordFees(tx.actor, writable, ids),
    used: column ? recordColumnUse(tx.actor, writable, column, { description, sum }) : [],
  })
}

/** Makes a batch fail if one of the fees was charged since it was looked for. */
const requireUncharged = (workspace: Sql, fees: ChargedPerson[]): Sql[] =>
  jsonArrays(fees.map(({ id, description }) => [id, description])).map((array) =>
    failUnless(sql`NOT EXISTS (
      SELECT 1 FROM json_each(${array}) AS charged
      CROSS JOIN fees INDEXED BY fees_by_person ON fees.workspace_id = ${workspace}
        AND fees.person_id = charged.value ->> 0 AND fees.description = charged.value ->> 1
        AND fees.status <> 'cancelled')`),
  )
