import { sql } from '../../db/sql'
import { requirePermission } from '../access/authorize'
import type { Principal } from '../access/principal'
import { query } from '../access/query'
import { todayIn } from '../shared/dates'
import { type BlockingReturn, blockOf, type DebtorRow, debtorOf, selectOwnDebtors } from './debtors'
import { lastCollectionDate, mandateStateOn } from './mandate'
import { type ReturnReason, returnReason } from './return-reasons'

/** Whether a person can be debited, for pages. */
export type MandateState = {
  /** `none` where account, reference or signature is missing. */
  state: 'none' | 'valid' | 'expiring' | 'expired' | 'blocked'
  /** The last date on which the mandate can be collected. */
  expiresOn: string | null
  /** The return that blocks debits, and what its code means. */
  block: (Pick<BlockingReturn, 'item_id' | 'returned_on' | 'code'> & { reason: ReturnReason }) | null
  lastDebit: { collectionId: string; collectionDate: string; amount: number; state: string } | null
}

/** Reads the state of the mandate of a person today; `none` for an unknown one. One trip. Throws `permission_missing`. */
export async function viewMandate(principal: Principal, personId: string): Promise<MandateState> {
  const { credential, rows } = await query(
    principal,
    { debtors: selectOwnDebtors(principal.workspace(), sql`SELECT ${personId} AS person_id`) },
    (credential) => requirePermission(credential, 'fees:read'),
  )
  return mandateOf(rows.debtors, todayIn(credential.workspace.timezone, principal.now))
}

/** The state of the mandate of the debtor that `selectOwnDebtors` found, on a date (YYYY-MM-DD); `none` if it found no one. */
export function mandateOf([row]: DebtorRow[], today: string): MandateState {
  if (!row) return NONE
  const debtor = debtorOf(row)
  const { signedOn, lastUsedOn, lastDueOn, lastDebit, iban, mandateReference } = debtor
  const last = lastDebit && {
    collectionId: lastDebit.collection_id,
    collectionDate: lastDebit.collection_date,
    amount: lastDebit.amount,
    state: lastDebit.state,
  }
  if (!iban || !mandateReference || !signedOn) return { ...NONE, lastDebit: last }
  const blocking = blockOf(debtor)
  return {
    state: blocking ? 'blocked' : mandateStateOn(today, { signedOn, lastUsedOn, lastDueOn }),
    expiresOn: lastCollectionDate({ signedOn, lastUsedOn, lastDueOn }),
    block: blocking
      ? {
          item_id: blocking.item_id,
          returned_on: blocking.returned_on,
          code: blocking.code,
          reason: returnReason(blocking.code),
        }
      : null,
    lastDebit: last,
  }
}

const NONE: MandateState = { state: 'none', expiresOn: null, block: null, lastDebit: null }
