import { type Sql, sql } from '../../db/sql'
import { OPEN_AMOUNT } from '../fees/open-amount'
import { uniqueStrings } from '../shared/text'
import { isGiven } from '../shared/validation'
import type { SeenFee } from './events'
import { type FeeFacts, feesWithIds, feesWithReferences, HAS_PARTS_SQL } from './fee-facts'
import type { Item } from './new-payment'
import type { BookableFee } from './vouchers-of'

/** What a payment needs to know of its fee, which may be one of ten thousand. Amounts in cents. */
export type PayableFee = SeenFee & Pick<FeeFacts, 'open_amount' | 'revision'> & BookableFee

/** Fees as one JSON array of {@link NamedFee}: D1 takes twice as long to send ten thousand rows. */
type Fees = { fees: string }

/** The name that a payment gives its fee, and the fee. The last element is what a voucher takes from it. */
type NamedFee = [
  name: string,
  id: string,
  status: PayableFee['status'],
  paid: number,
  waived: number,
  open: number,
  paidOn: string | null,
  collectionId: string | null,
  revision: number,
  bookable: Omit<BookableFee, 'id'>,
]

/** How many fees one array holds, which stays under the 2 MB that D1 gives in one value. */
const FEES_AT_ONCE = 500

/** The statements that read the fees that payments name, for {@link indexFees}. */
export const selectPayableFees = (workspace: Sql, items: Item[]) => ({
  byId: inParts(uniqueStrings(items.map(({ fee_id }) => fee_id))).map((ids) =>
    selectNamed(sql`fees.id`, feesWithIds(workspace, JSON.stringify(ids))),
  ),
  byExternalId: inParts(uniqueStrings(items.map(({ fee_external_id }) => fee_external_id))).map((ids) =>
    selectNamed(
      sql`fees.external_id`,
      sql`
        json_each(${JSON.stringify(ids)}) AS named CROSS JOIN fees INDEXED BY fees_by_external_id
        WHERE fees.workspace_id = ${workspace} AND fees.external_id = named.value`,
    ),
  ),
  byReference: inParts(uniqueStrings(items.map(({ reference }) => compact(reference))))
    .flatMap((references) => feesWithReferences(workspace, references))
    .map((rows) => selectNamed(sql`fees.reference`, rows)),
})

const inParts = (names: string[]): string[][] =>
  Array.from({ length: Math.ceil(names.length / FEES_AT_ONCE) }, (_, part) =>
    names.slice(part * FEES_AT_ONCE, (part + 1) * FEES_AT_ONCE),
  )

const selectNamed = (name: Sql, rows: Sql): Sql<Fees> => sql<Fees>`
  SELECT json_group_array(json_array(${name}, fees.id, fees.status, fees.paid_amount, fees.waived_amount, ${OPEN_AMOUNT},
    fees.paid_on, fees.collection_id, fees.revision,
    json_object('description', fees.description, 'person_name', fees.person_name,
      'cost_unit_id', fees.cost_unit_id, 'category_id', fees.category_id, 'sphere', fees.sphere,
      'has_parts', ${HAS_PARTS_SQL}))) AS fees
  FROM ${rows}`

/** Finds the fee of a payment in what {@link selectPayableFees} read: one object for a fee, whatever names it. */
export function indexFees(rows: Record<'byId' | 'byExternalId' | 'byReference', Fees[]>) {
  const fees = new Map<string, PayableFee>()
  const index = (read: Fees[]) => {
    const named = new Map<unknown, PayableFee>()
    for (const { fees: json } of read)
      for (const row of JSON.parse(json) as NamedFee[]) {
        const fee = fees.get(row[1]) ?? toPayableFee(row)
        fees.set(fee.id, fee)
        named.set(row[0], fee)
      }
    return named
  }
  const [ids, externalIds, references] = [index(rows.byId), index(rows.byExternalId), index(rows.byReference)]
  return ({ fee_id, fee_external_id, reference }: Item): PayableFee | undefined => {
    if (isGiven(fee_id)) return ids.get(fee_id)
    return isGiven(fee_external_id) ? externalIds.get(fee_external_id) : references.get(compact(reference))
  }
}

const toPayableFee = ([
  ,
  id,
  status,
  paid,
  waived,
  open,
  paidOn,
  collectionId,
  revision,
  bookable,
]: NamedFee) => ({
  id,
  status,
  paid_amount: paid,
  waived_amount: waived,
  open_amount: open,
  paid_on: paidOn,
  collection_id: collectionId,
  revision,
  ...bookable,
})

const compact = (reference: unknown): unknown =>
  typeof reference === 'string' ? reference.replaceAll(/\s/g, '').toUpperCase() : reference
