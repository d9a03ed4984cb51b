import { newIds } from '../../shared/ids'
import type { NewVoucher } from './insert'

/** How many lines one voucher has at most: D1 answers values of at most 2 MB, and its lines are read as one. */
export const MAX_LINES_STORED = 1000

/**
 * Splits a voucher with more lines than {@link MAX_LINES_STORED}, as of a large collection, into several ones. The first
 * keeps the id, and the part of the bank line by which no line is confirmed twice.
 */
export function splitVoucher(voucher: NewVoucher, now: Date): NewVoucher[] {
  const { lines } = voucher
  if (lines.length <= MAX_LINES_STORED) return [voucher]
  const count = Math.ceil(lines.length / MAX_LINES_STORED)
  return newIds('vch', now, count).map((id, index) => {
    const part = lines.slice(index * MAX_LINES_STORED, (index + 1) * MAX_LINES_STORED)
    return {
      ...voucher,
      ...(index > 0 && { id, bankLinePart: null }),
      amount: part.reduce((sum, { amount }) => sum + amount, 0),
      lines: part,
    }
  })
}
