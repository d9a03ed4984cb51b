import type { Voucher } from './voucher'

/** A line of a voucher; of a transfer, which has none, its amount. */
type RecordLine = Partial<Voucher['lines'][number]> & Pick<Voucher, 'amount'>
export type VoucherRecord = { voucher: Voucher; line: RecordLine }

/** The records that a voucher has in a CSV: one for each line, and one for a transfer. */
export function recordsOf(voucher: Voucher): VoucherRecord[] {
  const lines: RecordLine[] = voucher.lines.length > 0 ? voucher.lines : [{ amount: voucher.amount }]
  return lines.map((line) => ({ voucher, line }))
}
