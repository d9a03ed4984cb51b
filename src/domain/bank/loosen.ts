import { retryOnConflict } from '../../db/client'
import { type Sql, sql } from '../../db/sql'
import { requirePermission } from '../access/authorize'
import type { Principal } from '../access/principal'
import { query } from '../access/query'
import { bookFacts, dateIssue, selectBook } from '../book/book-facts'
import type { NewVoucher } from '../book/insert-vouchers'
import { linesOf, reversalOf, selectVouchers, type VoucherFacts } from '../book/reversal'
import { showsIbans } from '../collections/collection'
import { selectFeesOf } from '../payments/fee-facts'
import type { NewPayment } from '../payments/post'
import type { Issue } from '../shared/error-list'
import { newIds } from '../shared/ids'
import { requireNoErrors } from '../shared/validation'
import { type BankLine, lineToApi, requireLine, selectLines, TO_BANK } from './bank-line'
import { revisionIssues } from './line-issues'
import { type LivePayment, selectLivePayments } from './live-payments'
import { debitIssues, selectDebits, undoDebits, undoneEvents } from './undo-debits'
import { undoIssues } from './undo-issues'
import { type LineWork, writeWork } from './work'
import { lineAfter } from './write'

/**
 * Undoes what was confirmed of a line: reverses its payments and vouchers, and what it did to direct debits; the line is
 * open again. With a `revision`, only as it was shown. Two trips. Throws `permission_missing`, `not_found`, and `invalid` where something has happened since that
 * must be undone first.
 */
export async function loosenLine(
  principal: Principal,
  { id, revision }: { id: string; revision?: number | undefined },
): Promise<BankLine> {
  return retryOnConflict(async () => {
    const facts = await load(principal, id)
    requireNoErrors([...revisionIssues(facts.line, revision), ...issues(facts, principal.now)])
    const work = workOf(principal, facts)
    await writeWork(principal, facts.book, [work])
    return lineToApi(lineAfter(work.act), showsIbans(facts.credential))
  })
}

type Facts = Awaited<ReturnType<typeof load>>

async function load(principal: Principal, id: string) {
  const workspace = principal.workspace()
  const { credential, rows } = await query(
    principal,
    {
      lines: selectLines(workspace, sql`bank_lines.id = ${id}`),
      payments: selectLivePayments(workspace, id),
      fees: selectFeesOf(
        workspace,
        sql`SELECT DISTINCT fee_id AS id FROM payments INDEXED BY payments_of_bank_line
        WHERE payments.workspace_id = ${workspace} AND bank_line_id = ${id}`,
      ),
      vouchers: selectVouchers(
        workspace,
        sql`bank_line_id = ${id} AND reversed_by IS NULL AND reverses IS NULL`,
      ),
      ...selectDebits(workspace, id),
      ...selectBook(workspace),
    },
    (credential) => requirePermission(credential, TO_BANK.permission),
  )
  const { payments, vouchers, debitItems, debitFees, chargeFees } = rows
  return {
    credential,
    line: requireLine(rows.lines),
    payments,
    fees: rows.fees,
    vouchers,
    debits: { items: debitItems, fees: debitFees, chargeFees, collections: rows.debitCollections },
    book: bookFacts(rows),
  }
}

function* issues({ line, payments, fees, debits, book }: Facts, now: Date): Iterable<Issue> {
  const path = ['bank_line_id']
  const date = dateIssue(book, line.booked_on, now)
  if (line.assigned_amount === 0) yield [path, 'is not confirmed']
  else if (date) yield [path, date]
  yield* undoIssues(payments, fees)
  yield* debitIssues(line, debits, payments)
}

function workOf(principal: Principal, { line, payments, fees, vouchers, debits }: Facts): LineWork {
  const { now } = principal
  const ids = newIds('pay', now, payments.length)
  const reversals = new Map(payments.map((payment, index) => [payment.id, String(ids[index])]))
  const touched = new Map([...fees, ...debits.fees, ...debits.chargeFees].map((fee) => [fee.id, fee]))
  return {
    act: {
      line,
      after: { state: 'open', assigned_amount: 0, person_id: null, debits: null },
      action: 'bank_line.loosened',
    },
    fees: [...touched.values()],
    payments: payments.map((payment) => reversePayment(payment, String(reversals.get(payment.id)), line)),
    vouchers: vouchers.map((voucher) => reverseVoucher(voucher, reversals, now)),
    extra: (workspace: Sql) => undoDebits(principal, workspace, { line, payments, debits }),
    events: undoneEvents(line),
  }
}

/** The payment that takes one of a line back. */
export const reversePayment = (
  { id: reverses, feeId, amount, method, itemId }: LivePayment,
  id: string,
  line: { id: string; booked_on: string },
): NewPayment => ({
  id,
  feeId,
  kind: 'reversal',
  amount: -amount,
  method,
  paidOn: line.booked_on,
  reverses,
  itemId,
  bankLineId: line.id,
})

/** The voucher that takes one of the line back, its lines with the payments that take back theirs. */
export function reverseVoucher(voucher: VoucherFacts, reversals: Map<string, string>, now: Date): NewVoucher {
  const reversal = reversalOf(voucher, { date: voucher.bookedOn, now })
  const lines = linesOf(voucher)
  return {
    ...reversal,
    lines: reversal.lines.map((line, index) => ({
      ...line,
      paymentId: reversals.get(lines[index]?.paymentId ?? '') ?? null,
    })),
  }
}
