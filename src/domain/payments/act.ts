import { trip, WriteConflict } from '../../db/client'
import { sql } from '../../db/sql'
import type { Need, Principal } from '../access/principal'
import { type ReadableFee, selectFees, toApi } from '../fees/readable-fee'
import { type FeeAct, feeActStatements } from './write'

/** Writes an act on one fee and gives the fee as it is afterwards. One trip. Throws `WriteConflict`. */
export async function actOnFee(principal: Principal, need: Need, act: FeeAct): Promise<ReadableFee> {
  const { fees } = await trip(principal.db, {
    written: feeActStatements(principal, need, act),
    fees: selectFees(principal.workspace(), sql`fees.id = ${String(act.fees[0]?.id)}`),
  })
  const [fee] = fees
  if (!fee) throw new WriteConflict()
  return toApi(fee)
}
