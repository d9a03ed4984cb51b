import { persons } from '../../db/schema'
import { type Sql, sql } from '../../db/sql'
import { permits } from '../access/authorize'
import type { ListId } from '../access/lists'
import { type Credential, TENANT } from '../access/principal'
import { type Namesake, told } from '../persons/namesake'
import { OPEN_AMOUNT } from './open-amount'
import type { FeeStatus } from './readable-fee'

/**
 * A fee as the list shows it. Amounts in cents. `method` is how it was or will be paid, as far as is known; `list` is that of
 * the person who pays it, null if the person was deleted.
 */
export type ListedFee = {
  id: string
  reference: string
  description: string
  person_id: string
  person_name: string
  /** On pages of the list that have several persons of this name, for those who may read the person. */
  namesake?: Namesake
  list: ListId | null
  amount: number
  paid_amount: number
  open_amount: number
  status: FeeStatus
  due_on: string | null
  paid_on: string | null
  collection_date: string | null
  method: string | null
  created_at: string
}

/** A listed fee as it is selected: how its last payment came, and how its person pays. */
export type ListedRow = Omit<ListedFee, 'method'> & { paid_by: string | null; pays_by: string | null }

/** The columns of {@link ListedRow} over `fees`; the tenant is {@link TENANT}. */
export const LISTED = sql`
  fees.id, fees.reference, fees.description, fees.person_id, fees.person_name, debtor.list_id AS list, fees.amount,
  fees.paid_amount, ${OPEN_AMOUNT} AS open_amount, fees.status, fees.due_on, fees.paid_on, fees.collection_date, (
    SELECT method FROM payments AS journal
    WHERE journal.workspace_id = ${TENANT} AND journal.fee_id = fees.id AND journal.amount > 0 AND method IS NOT NULL
    ORDER BY number DESC LIMIT 1) AS paid_by,
  debtor.${sql.raw(persons.paymentMethod.name)} AS pays_by, fees.created_at`

/** The persons of fees, to join; those that were deleted are missing. */
export const JOIN_DEBTORS = sql`
  LEFT JOIN persons AS debtor ON debtor.workspace_id = ${TENANT} AND debtor.list_id IN ('members', 'contacts')
    AND debtor.area IN ('regular', 'applications') AND debtor.id = fees.person_id`

/** A selected fee as the list shows it. How a person pays is for those who may read the person. */
export function toListed(
  { paid_by, pays_by, namesake = null, ...fee }: ListedRow,
  credential: Credential,
): ListedFee {
  const mayRead = fee.list !== null && permits(credential, `${fee.list}:read`)
  return {
    ...fee,
    namesake: mayRead ? namesake : null,
    method: methodOf(fee.status, paid_by, mayRead ? pays_by : null),
  }
}

function methodOf(status: FeeStatus, paidBy: string | null, paysBy: string | null): string | null {
  if (status === 'collecting') return 'direct_debit'
  if (status === 'paid') return paidBy
  return status === 'cancelled' ? null : paysBy
}

/** The fees of a subquery in an order, with what the list shows of them. */
export const selectListed = (fees: Sql, by: Sql): Sql<ListedRow> => sql<ListedRow>`
  SELECT ${LISTED}, ${sql.raw(told('debtor'))} AS namesake
  FROM ${fees} AS fees ${JOIN_DEBTORS} ORDER BY ${by}`
