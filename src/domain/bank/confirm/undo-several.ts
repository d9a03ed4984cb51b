import { type Sql, sql } from '../../../db/sql'
import { act, type Tx } from '../../access/act'
import type { Principal } from '../../access/principal'
import { bookFacts, dateIssue, selectBook } from '../../book/book-facts'
import { reversalOf, selectVouchers, type VoucherFacts } from '../../book/vouchers/reversal'
import { type FeeFacts, selectFeesOf } from '../../payments/fee-facts'
import { LIVE_PAYMENT, type LivePayment, reversalsOf, undoRefusals } from '../../payments/live-payments'
import type { Issue } from '../../shared/error-list'
import { DomainError } from '../../shared/errors'
import { firstIdAt } from '../../shared/ids'
import { requireNoErrors } from '../../shared/validation'
import { type LineRow, selectLines, TO_BANK } from '../lines/bank-line'
import { debtorsOf } from './learn'
import { type LineWork, sumOf, writeWork } from './work'

/**
 * Undoes what `confirmSeveral` confirmed at an instant, in milliseconds: all of its lines, or none. Gives their number. Two
 * trips. Throws `permission_missing`, `not_found`, and `invalid` with issues by the ids of lines that were changed since, or
 * whose payments cannot be taken back.
 */
export async function loosenSeveral(principal: Principal, { at }: { at: number }): Promise<number> {
  return act(principal, TO_BANK, async (tx) => {
    const { lines, book } = await load(tx, at)
    if (lines.length === 0) throw new DomainError('not_found', 'Nothing was confirmed then.')
    requireNoErrors(
      lines.flatMap((facts) => {
        const date = dateIssue(book, facts.line.booked_on, tx.now)
        return [...issuesOf(facts), ...(date ? [[[facts.line.id], date] as const] : [])]
      }),
    )
    const work = lines.map((facts) => workOf(facts, tx.now))
    await tx.write({ written: writeWork(tx, book, work) })
    return lines.length
  })
}

/** A line, the payments of it that the act made, their fees, and the voucher that books them while it is the last act. */
type Facts = { line: LineRow; payments: LivePayment[]; fees: FeeFacts[]; voucher: VoucherFacts | undefined }

async function load(tx: Tx, at: number) {
  const workspace = tx.workspace()
  const ofActSql = madeByLinesAt(workspace, at)
  const rows = await tx.read({
    lines: selectLines(workspace, sql`bank_lines.id IN (SELECT bank_line_id ${ofActSql})`),
    payments: sql<LivePayment & { lineId: string }>`
      SELECT ${LIVE_PAYMENT}, bank_line_id AS lineId ${ofActSql}`,
    fees: selectFeesOf(workspace, sql`SELECT DISTINCT fee_id AS id ${ofActSql}`),
    vouchers: selectVouchers(
      workspace,
      sql`bank_line_id IN (SELECT bank_line_id ${ofActSql}) AND reversed_by IS NULL AND reverses IS NULL`,
    ),
    ...selectBook(workspace),
  })
  const payments = Map.groupBy(rows.payments, ({ lineId }) => lineId)
  const fees = new Map(rows.fees.map((fee) => [fee.id, fee]))
  const vouchers = new Map(
    rows.vouchers.map((voucher) => [`${voucher.bankLineId} ${voucher.bankLinePart}`, voucher]),
  )
  const lines = rows.lines.map((line): Facts => {
    const made = payments.get(line.id) ?? []
    return {
      line,
      payments: made,
      fees: made.flatMap(({ feeId }) => fees.get(feeId) ?? []),
      voucher: vouchers.get(`${line.id} ${line.revision - 1}`),
    }
  })
  return { lines, book: bookFacts(rows) }
}

/** The payments that lines made in the millisecond of an act, which their ids begin with. */
const madeByLinesAt = (workspace: Sql, at: number): Sql => sql`
  FROM payments INDEXED BY payments_by_id
  WHERE payments.workspace_id = ${workspace} AND payments.id >= ${firstIdAt('pay', new Date(at))}
    AND payments.id < ${firstIdAt('pay', new Date(at + 1))}
    AND payments.kind = 'payment' AND payments.item_id IS NULL AND payments.bank_line_id IS NOT NULL`

function* issuesOf({ line, payments, fees, voucher }: Facts): Iterable<Issue> {
  if (!voucher && !isElsewhere(line, payments)) yield [[line.id], { code: 'line_changed_since' }]
  else for (const refusal of undoRefusals(payments, fees, 'line')) yield [[line.id], refusal]
}

/** Whether payments are all that was confirmed of a line, and the book does not have them. */
const isElsewhere = (line: LineRow, payments: LivePayment[]): boolean =>
  payments.every(({ booking }) => booking === 'elsewhere' || booking === 'before_opening') &&
  line.assigned_amount === sumOf(payments) &&
  line.elsewhere_amount === sumOf(payments)

function workOf({ line, payments, fees, voucher }: Facts, now: Date): LineWork {
  const { booked_on: paidOn, id: bankLineId } = line
  const { reversals, ...taken } = reversalsOf(payments, { paidOn, bankLineId, now })
  const left = line.assigned_amount - sumOf(payments)
  return {
    act: {
      line,
      after: {
        state: 'open',
        assigned_amount: left,
        ...(!voucher && { elsewhere_amount: 0 }),
      },
      action: 'bank_line.loosened',
      paidFor: debtorsOf(fees),
    },
    fees,
    ...taken,
    vouchers: voucher ? [reversalOf(voucher, { date: voucher.bookedOn, reversals, now })] : [],
    events: [{ action: 'fee.payment_reversed' }],
  }
}
