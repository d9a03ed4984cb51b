import { type Sql, sql } from '../../../db/sql'
import { act, type Tx } from '../../access/act'
import type { Principal } from '../../access/principal'
import { bookFacts, dateIssue, selectBook } from '../../book/book-facts'
import { reversalOf, selectVouchers } from '../../book/vouchers/reversal'
import { tiedSql } from '../../book/vouchers/tied'
import { selectFeesOf } from '../../payments/fee-facts'
import { reversalsOf, selectLivePayments, undoRefusals } from '../../payments/live-payments'
import { showsIbans } from '../../persons/mask'
import type { Issue } from '../../shared/error-list'
import { requireNoErrors } from '../../shared/validation'
import { type BankLine, lineToApi, requireLine, selectLines, TO_BANK } from '../lines/bank-line'
import { debtorsOf } from './learn'
import { revisionIssues } from './line-issues'
import { freeVouchers } from './meet'
import { debitIssues, selectDebits, undoDebits, undoneEvents } from './undo-debits'
import { type LineWork, writeWork } from './work'
import { lineAfter, OPEN_AGAIN } from './write'

/**
 * Undoes what was confirmed of a line: reverses its payments and vouchers, and what it did to direct debits; frees the
 * vouchers whose money it shows. The line is open again. With a `revision`, only as it was shown. Two trips. Throws
 * `permission_missing`, `not_found`, and `invalid` where something has happened since that must be undone first.
 */
export async function loosenLine(
  principal: Principal,
  { id, revision }: { id: string; revision?: number | undefined },
): Promise<BankLine> {
  return act(principal, TO_BANK, async (tx) => {
    const facts = await load(tx, id)
    requireNoErrors([...revisionIssues(facts.line, revision), ...issues(facts, tx.now)])
    const work = workOf(tx, facts)
    await tx.write({ written: writeWork(tx, facts.book, [work]) })
    return lineToApi(lineAfter(work.act), showsIbans(facts.credential))
  })
}

type Facts = Awaited<ReturnType<typeof load>>

async function load(tx: Tx, id: string) {
  const workspace = tx.workspace()
  const { credential, ...rows } = await tx.read({
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
    held: sql<{ id: string }>`
      SELECT id FROM vouchers INDEXED BY vouchers_of_bank_line
      WHERE workspace_id = ${workspace} AND bank_line_id = ${id} AND reversed_by IS NULL AND reverses IS NULL
        AND ${tiedSql(workspace, sql`vouchers.id`)}`,
    ...selectDebits(workspace, id),
    ...selectBook(workspace),
  })
  const { payments, vouchers, debitItems, debitFees, chargeFees } = rows
  return {
    credential,
    line: requireLine(rows.lines),
    payments,
    fees: rows.fees,
    vouchers,
    held: rows.held,
    debits: { items: debitItems, fees: debitFees, chargeFees, collections: rows.debitCollections },
    book: bookFacts(rows),
  }
}

function* issues({ line, payments, fees, held, debits, book }: Facts, now: Date): Iterable<Issue> {
  const path = ['bank_line_id']
  const date = dateIssue(book, line.booked_on, now)
  if (line.assigned_amount === 0) yield [path, { code: 'line_not_confirmed' }]
  else if (date) yield [path, date]
  if (held.length > 0) yield [path, { code: 'line_decided' }]
  for (const refusal of undoRefusals(payments, fees, 'line')) yield [path, refusal]
  yield* debitIssues(line, debits, payments)
}

function workOf(principal: Principal, { line, payments, fees, vouchers, debits }: Facts): LineWork {
  const { now } = principal
  const { booked_on: paidOn, id: bankLineId } = line
  const { reversals, ...taken } = reversalsOf(payments, { paidOn, bankLineId, now })
  const touched = new Map([...fees, ...debits.fees, ...debits.chargeFees].map((fee) => [fee.id, fee]))
  return {
    act: {
      line,
      after: OPEN_AGAIN,
      action: 'bank_line.loosened',
      paidFor: debtorsOf(fees),
    },
    fees: [...touched.values()],
    ...taken,
    vouchers: vouchers.map((voucher) => reversalOf(voucher, { date: voucher.bookedOn, reversals, now })),
    extra: (workspace: Sql) => [
      ...freeVouchers(workspace, line.id),
      ...undoDebits(principal, workspace, { line, payments, debits }),
    ],
    events: undoneEvents(line),
  }
}
