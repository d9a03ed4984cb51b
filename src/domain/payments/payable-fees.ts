import { jsonArrays } from '../../db/json'
import { type Sql, sql } from '../../db/sql'
import { OPEN_AMOUNT } from '../fees/open-amount'
import { uniqueStrings } from '../shared/text'
import { isGiven } from '../shared/validation'
import type { SeenFee } from './events'
import { type FeeFacts, feesWithIds, feesWithReferences } from './fee-facts'
import type { Item } from './new-payment'
import type { BookableFee } from './vouchers-of'

/** What a payment needs to know of its fee, which may be one of ten thousand. Amounts in cents. */
export type PayableFee = SeenFee & Pick<FeeFacts, 'open_amount' | 'revision'> & BookableFee

/** A fee under the name that a payment gives it. Only one with an attached expense has `booking`, as JSON. */
type NamedFee = Omit<PayableFee, keyof Booking> & { name: string; booking: string | null }

/** What the voucher of a payment takes from a fee with an attached expense. */
type Booking = Omit<BookableFee, 'id'>

const NO_BOOKING: Booking = {
  description: '',
  person_name: '',
  cost_unit_id: null,
  category_id: null,
  sphere: null,
}

/** The statements that read the fees that payments name, for {@link indexFees}. */
export const selectPayableFees = (workspace: Sql, items: Item[]) => ({
  byId: jsonArrays(uniqueStrings(items.map(({ fee_id }) => fee_id))).map((array) =>
    selectNamed(sql`fees.id`, feesWithIds(workspace, array)),
  ),
  byExternalId: jsonArrays(uniqueStrings(items.map(({ fee_external_id }) => fee_external_id))).map((array) =>
    selectNamed(
      sql`fees.external_id`,
      sql`
        json_each(${array}) AS named CROSS JOIN fees INDEXED BY fees_by_external_id
        WHERE fees.workspace_id = ${workspace} AND fees.external_id = named.value`,
    ),
  ),
  byReference: feesWithReferences(
    workspace,
    uniqueStrings(items.map(({ reference }) => compact(reference))),
  ).map((rows) => selectNamed(sql`fees.reference`, rows)),
})

const selectNamed = (name: Sql, rows: Sql): Sql<NamedFee> => sql<NamedFee>`
  SELECT ${name} AS name, fees.id, fees.status, fees.paid_amount, fees.waived_amount, fees.paid_on, fees.collection_id,
    fees.revision, ${OPEN_AMOUNT} AS open_amount,
    CASE WHEN coalesce(fees.cost_unit_id, fees.sphere) IS NOT NULL
      THEN json_object('description', fees.description, 'person_name', fees.person_name,
        'cost_unit_id', fees.cost_unit_id, 'category_id', fees.category_id, 'sphere', fees.sphere) END AS booking
  FROM ${rows}`

/** Finds the fee of a payment among the rows of {@link selectPayableFees}: one object for a fee, whatever names it. */
export function indexFees(rows: Record<'byId' | 'byExternalId' | 'byReference', NamedFee[]>) {
  const fees = new Map<string, PayableFee>()
  const index = (named: NamedFee[]) =>
    new Map<unknown, PayableFee>(
      named.map(({ name, booking, ...fee }) => {
        const known = fees.get(fee.id) ?? { ...fee, ...(booking ? JSON.parse(booking) : NO_BOOKING) }
        fees.set(fee.id, known)
        return [name, known]
      }),
    )
  const [ids, externalIds, references] = [index(rows.byId), index(rows.byExternalId), index(rows.byReference)]
  return ({ fee_id, fee_external_id, reference }: Item): PayableFee | undefined => {
    if (isGiven(fee_id)) return ids.get(fee_id)
    return isGiven(fee_external_id) ? externalIds.get(fee_external_id) : references.get(compact(reference))
  }
}

const compact = (reference: unknown): unknown =>
  typeof reference === 'string' ? reference.replaceAll(/\s/g, '').toUpperCase() : reference
