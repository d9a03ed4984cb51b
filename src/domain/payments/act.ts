import { trip, WriteConflict } from '../../db/client'
import { rowsAsJson } from '../../db/json'
import { sql } from '../../db/sql'
import { storeResult } from '../access/idempotency'
import type { Need, Principal } from '../access/principal'
import { FEE_COLUMNS, type ReadableFee, selectFees, toApi } from '../fees/readable-fee'
import { type FeeAct, feeActStatements } from './write'

/** Writes an act on one fee and returns the fee as it is afterwards. One trip. Throws `WriteConflict`. */
export const actOnFee = async (principal: Principal, need: Need, act: FeeAct): Promise<ReadableFee> =>
  feeIn(await storeActOnFee(principal, need, act))

/**
 * {@link actOnFee} for an act that runs `idempotently`: gives the fee as the text that is stored for the key of the request,
 * which {@link feeIn} reads.
 */
export async function storeActOnFee(principal: Principal, need: Need, act: FeeAct): Promise<string> {
  const fee = rowsAsJson(
    FEE_COLUMNS,
    selectFees(principal.workspace(), sql`fees.id = ${String(act.fees[0]?.id)}`),
  )
  const { shown } = await trip(principal.db, {
    written: feeActStatements(principal, need, act),
    stored: storeResult(principal, sql`(${fee})`),
    shown: fee,
  })
  const [row] = shown
  if (!row) throw new WriteConflict()
  return row.json
}

/** The fee in a text that {@link storeActOnFee} gave. */
export const feeIn = (text: string): ReadableFee => toApi(JSON.parse(text))
