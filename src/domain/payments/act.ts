import { rowsAsJson } from '../../db/json'
import { sql } from '../../db/sql'
import type { Tx } from '../access/act'
import { FEE_COLUMNS, type ReadableFee, selectFees, toApi } from '../fees/readable-fee'
import { type FeeAct, feeActStatements } from './write'

/** Writes an act on one fee and returns the fee as it is afterwards. One trip. Throws `WriteConflict`. */
export const actOnFee = async (tx: Tx, act: FeeAct): Promise<ReadableFee> => feeIn(await finishOnFee(tx, act))

/** {@link actOnFee} for an idempotent request: returns the fee as the text that is stored, which {@link feeIn} reads. */
export const finishOnFee = (tx: Tx, act: FeeAct): Promise<string> =>
  tx.finish(rowsAsJson(FEE_COLUMNS, selectFees(tx.workspace(), sql`fees.id = ${String(act.fees[0]?.id)}`)), {
    written: feeActStatements(tx, act),
  })

/** The fee in a text that {@link finishOnFee} gave. */
export const feeIn = (text: string): ReadableFee => toApi(JSON.parse(text))
