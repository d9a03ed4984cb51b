import * as z from 'zod'
import { voucherLines } from '../../../db/schema'
import { type Sql, sql } from '../../../db/sql'

/** The sides of the journal and of the report. */
export const SIDES = voucherLines.side.enumValues
export type Side = NonNullable<(typeof voucherLines.$inferSelect)['side']>

/** The side of a line as people give it. */
export const givenSide = z
  .enum(SIDES)
  .nullish()
  .describe(
    'Where the amount counts. Absent, the sign decides: money in is income, money out an expense. With `in`, a negative ' +
      'amount is less income, as a refund is; with `out`, a positive one is less of an expense.',
  )

/**
 * On which side a line counts, as an SQL expression over `vouchers` and its lines under a name: money of a fee is income, or
 * less of it where it goes back; a reversal is on the side of what it reverses; other lines by the sign of their amount,
 * unless they say it.
 */
export const sideOf = (lines = 'voucher_lines'): Sql =>
  sql.raw(`coalesce(${lines}.side, CASE
    WHEN ${lines}.fee_id IS NOT NULL OR (${lines}.amount > 0) = (vouchers.reverses IS NULL) THEN 'in' ELSE 'out' END)`)

/** The side of a line that says none. `isReversal` is that of its voucher. */
export const derivedSide = ({ amount, fee_id }: Sided, isReversal: boolean): Side =>
  fee_id !== null || amount > 0 !== isReversal ? 'in' : 'out'

type Sided = { amount: number; fee_id: string | null }

/** What is stored of the side of a line: nothing if it follows from the line. */
export const storedSide = (line: Sided & { side?: Side | null }, isReversal: boolean): Side | null =>
  line.side && line.side !== derivedSide(line, isReversal) ? line.side : null
