import type { Statement } from '../../../db/client'
import type { Tx } from '../../access/act'
import type { BookFacts } from '../../book/book-facts'
import type { NewVoucher, NewVoucherLine } from '../../book/vouchers/insert'
import { bookingOf } from '../../payments/booking'
import type { FeeEvent } from '../../payments/events'
import { type FeeAct, feeActStatements } from '../../payments/write'
import { newId } from '../../shared/ids'
import { type LineRow, restOf } from '../lines/bank-line'
import { type LineAct, writeLines } from './write'

/** An act on a line with the money that it moves. */
export type LineWork = { act: LineAct; vouchers: NewVoucher[] } & Pick<
  FeeAct,
  'fees' | 'payments' | 'extra' | 'events'
>

/** The work of several lines that one batch writes, and how many more it may be asked for. */
export type SeveralWork = { book: BookFacts; work: LineWork[]; left: number }

/** The event of fees that lines refund. */
export const REFUNDED: FeeEvent = { action: 'fee.refunded' }

/** The statements that write the work of lines. They fail as a conflict if a line, a fee or the book has changed. */
export function writeWork(tx: Tx, book: BookFacts, work: readonly LineWork[]): Statement[] {
  const fees = new Map(work.flatMap(({ fees }) => fees).map((fee) => [fee.id, fee]))
  return feeActStatements(tx, {
    fees: [...fees.values()],
    payments: work.flatMap(({ payments = [] }) => payments),
    vouchers: work.flatMap(({ vouchers }) => vouchers).map((voucher) => ({ voucher })),
    book,
    extra: (workspace) => [
      ...work.flatMap(({ extra }) => extra?.(workspace) ?? []),
      ...writeLines(
        tx.actor,
        workspace,
        work.map(({ act }) => act),
      ),
    ],
    events: [...new Set(work.flatMap(({ events }) => events))],
  })
}

/** What is confirmed of a line, as it is written if the book does not have its money: without vouchers. */
export function placed(book: BookFacts, work: LineWork): LineWork {
  const { act, payments = [], vouchers } = work
  const account = book.accounts.find(({ id }) => id === act.line.account_id)
  const booking = account && bookingOf(book, account, { paidOn: act.line.booked_on, isShown: true })
  if (!booking || booking === 'booked') return work
  return {
    ...work,
    act: {
      ...act,
      after: {
        ...act.after,
        elsewhere_amount: act.line.elsewhere_amount + sumOf(vouchers),
        booked_sign: null,
      },
    },
    payments: payments.map((payment) => ({ ...payment, booking })),
    vouchers: [],
  }
}

/** The voucher of what is confirmed of a line. */
export const voucherOf = (
  line: LineRow,
  { lines, text, now }: { lines: NewVoucherLine[]; text: string; now: Date },
): NewVoucher => ({
  id: newId('vch', now),
  kind: 'money',
  accountId: line.account_id,
  bookedOn: line.booked_on,
  amount: sumOf(lines),
  text,
  party: line.party_name,
  bankLineId: line.id,
  bankLinePart: line.revision,
  lines,
})

/** The sum of amounts in cents. */
export const sumOf = (amounts: readonly { amount: number }[]): number =>
  amounts.reduce((sum, { amount }) => sum + amount, 0)

/** What a line is once this much more of it is assigned, in cents. */
export function assigned(line: LineRow, amount: number): Pick<LineRow, 'state' | 'assigned_amount'> {
  return {
    state: amount === restOf(line) ? 'done' : 'open',
    assigned_amount: line.assigned_amount + amount,
  }
}
