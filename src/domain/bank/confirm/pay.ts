import type { NewVoucherLine } from '../../book/vouchers/insert'
import { PAID } from '../../payments/events'
import type { FeeFacts } from '../../payments/fee-facts'
import { type LineRow, type Part, restOf } from '../lines/bank-line'
import { debtorsOf } from './learn'
import { payParts } from './parts'
import { assigned, type LineWork, REFUNDED, sumOf, voucherOf } from './work'

/** What the rest of a line is booked to. */
export type Place = Pick<NewVoucherLine, 'text' | 'costUnitId' | 'categoryId' | 'sphere' | 'side'> & {
  text: string
  ruleId?: string | null
}

/** The work by which a line pays or refunds fees, and by which its rest is booked. Parts and place have been checked. */
export function payWork(
  line: LineRow,
  { parts, fees, place, now }: { parts: readonly Part[]; fees: FeeFacts[]; place: Place | null; now: Date },
): LineWork {
  const { payments, lines } = payParts(line, parts, fees, now)
  const rest = restOf(line) - sumOf(parts)
  const all = place && rest !== 0 ? [...lines, { ...place, amount: rest }] : lines
  const text = place && parts.length === 0 ? place.text : textOf(lines)
  const isWhole = place !== null && parts.length === 0 && line.assigned_amount === 0
  const paid = new Set(parts.flatMap(({ fee_id, amount }) => (amount > 0 ? [fee_id] : [])))
  return {
    act: {
      line,
      after: {
        ...assigned(line, sumOf(all)),
        booked_sign: isWhole ? Math.sign(line.amount) : null,
        rule_id: place?.ruleId ?? null,
      },
      action: parts.length > 0 ? 'bank_line.confirmed' : 'bank_line.booked',
      paysFor: debtorsOf(fees.filter(({ id }) => paid.has(id))),
    },
    fees,
    payments,
    vouchers: [voucherOf(line, { lines: all, text, now })],
    events: [line.amount > 0 ? PAID : REFUNDED],
  }
}

/** The text of a voucher with several lines: that of the first, and how many there are more. */
function textOf([first, ...more]: NewVoucherLine[]): string {
  const text = first?.text ?? ''
  return more.length > 0 ? `${text} + ${more.length}` : text
}
