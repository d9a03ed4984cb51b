import { trip } from '../../../db/client'
import { type Sql, sql } from '../../../db/sql'
import { act, type Tx } from '../../access/act'
import type { Principal } from '../../access/principal'
import { type BookFacts, bookFacts, selectBook } from '../../book/book-facts'
import { type FeeFacts, selectFeesByReference } from '../../payments/fee-facts'
import { uniqueStrings } from '../../shared/text'
import { requireNoErrors } from '../../shared/validation'
import { type LineRow, selectLines, TO_BANK, toMatch } from '../lines/bank-line'
import type { BookedVoucher } from '../suggest/candidates'
import { referencesOf } from '../suggest/references'
import { selectBookedOf } from '../suggest/select-booked'
import { suggestAll } from '../suggest/suggest'
import { lineIssues } from './line-issues'
import { payWork } from './pay'
import { type LineWork, placed, type SeveralWork, writeWork } from './work'

/** How many lines one batch confirms. */
export const MAX_CONFIRMED = 500

/** How many open lines are looked at, the oldest first. */
const MAX_LINES = 10_000

/**
 * The work that confirms the lines that have one valid reference and its exact open amount, of an account or of all, the oldest
 * {@link MAX_CONFIRMED}. Two trips. Throws `permission_missing`, and `invalid` for an account that there is not.
 */
export const certainWork = (tx: Tx, accountId: string | null | undefined): Promise<SeveralWork> =>
  workAmong(tx, accountId ? sql`bank_lines.account_id = ${accountId}` : sql`TRUE`, accountId)

/**
 * Confirms the certain ones among the lines that statements brought, 500 at a time. Gives their number. Three trips for
 * each 500.
 */
export async function confirmNewLines(principal: Principal, statementIds: string[]): Promise<number> {
  const statements = sql`SELECT value FROM json_each(${JSON.stringify(statementIds)})`
  // A line that was confirmed and loosened has another revision, and waits for a person.
  const condition = sql`bank_lines.revision = 1 AND bank_lines.statement_id IN (${statements})`
  let total = 0
  for (;;) {
    const { work, left } = await act(principal, TO_BANK, async (tx) => {
      const found = await workAmong(tx, condition)
      if (found.work.length > 0) await tx.write({ written: writeWork(tx, found.book, found.work) })
      return found
    })
    total += work.length
    if (left === 0 || work.length === 0) return total
  }
}

async function workAmong(tx: Tx, condition: Sql, accountId?: string | null): Promise<SeveralWork> {
  const { lines, book } = await load(tx, condition)
  if (accountId && !book.accounts.some(({ id }) => id === accountId))
    requireNoErrors([[['account_id'], { code: 'account_unknown' }]])
  const references = uniqueStrings(lines.flatMap(referencesOf))
  const { fees, vouchers } = await trip(tx.db, {
    fees: selectFeesByReference(tx.workspace(), references),
    vouchers: selectBookedOf(tx.workspace(), references),
  })
  const certain = certainOf(lines, fees, vouchers)
  const work = certain.slice(0, MAX_CONFIRMED).map((pair) => placed(book, workOf(pair, tx.now)))
  return { book, work, left: certain.length - work.length }
}

async function load(tx: Tx, condition: Sql): Promise<{ lines: LineRow[]; book: BookFacts }> {
  const workspace = tx.workspace()
  const rows = await tx.read({
    lines: sql<LineRow>`
      ${selectLines(workspace, sql`bank_lines.state = 'open' AND ${condition}`)}
      ORDER BY bank_lines.booked_on, bank_lines.id LIMIT ${MAX_LINES}`,
    ...selectBook(workspace),
  })
  const book = bookFacts(rows)
  const isBookable = (line: LineRow) =>
    [...lineIssues(line, book, { now: tx.now, isBooking: false })].length === 0
  return { lines: rows.lines.filter(isBookable), book }
}

type Certain = { line: LineRow; fee: FeeFacts }

/** The certain lines, each with the fee that it pays. */
function certainOf(
  lines: readonly LineRow[],
  fees: readonly FeeFacts[],
  vouchers: readonly BookedVoucher[],
): Certain[] {
  const byId = new Map(fees.map((fee) => [fee.id, fee]))
  const suggested = suggestAll(lines.map(toMatch), {
    feesByReference: new Map(fees.map((fee) => [fee.reference, fee])),
    itemsByReference: new Map(),
    itemsByMandate: new Map(),
    itemsByIban: new Map(),
    collections: [],
    payersByIban: new Map(),
    payersByNameKey: new Map(),
    vouchers,
    bookedBefore: new Map(),
    rules: [],
  })
  return lines.flatMap((line, index) => {
    const suggestion = suggested[index]?.suggestion
    const fee = byId.get(suggestion?.parts[0]?.fee_id ?? '')
    return suggestion?.certain && fee ? [{ line, fee }] : []
  })
}

const workOf = ({ line, fee }: Certain, now: Date): LineWork =>
  payWork(line, { parts: [{ fee_id: fee.id, amount: fee.open_amount }], fees: [fee], place: null, now })
