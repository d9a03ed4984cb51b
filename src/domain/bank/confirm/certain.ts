import * as z from 'zod'
import { trip } from '../../../db/client'
import { type Sql, sql } from '../../../db/sql'
import { act, type Tx } from '../../access/act'
import type { Principal } from '../../access/principal'
import { type BookFacts, bookFacts, selectBook } from '../../book/book-facts'
import { type FeeFacts, selectFeesByReference } from '../../payments/fee-facts'
import { singleLine, uniqueStrings } from '../../shared/text'
import { requireNoErrors, validate } from '../../shared/validation'
import { type LineRow, selectLines, TO_BANK, toMatch } from '../lines/bank-line'
import type { BookedVoucher } from '../suggest/candidates'
import { referencesOf } from '../suggest/references'
import { selectBookedOf } from '../suggest/select-booked'
import { suggestAll } from '../suggest/suggest'
import { lineIssues } from './line-issues'
import { payWork } from './pay'
import { type LineWork, placed, writeWork } from './work'

/** How many lines one batch confirms. */
const MAX_CONFIRMED = 500

/** How many open lines are looked at, the oldest first. */
const MAX_LINES = 10_000

/** The body that confirms all certain lines. */
export const certainConfirmation = z
  .strictObject({ account_id: singleLine(255).nullish().describe('Only lines of this account') })
  .meta({ examples: [{}] })

/** How many lines were confirmed, and how many more are certain. */
export const certainConfirmed = z
  .object({
    confirmed: z.int(),
    left: z.int().describe('Certain lines that are left; send the request again'),
  })
  .meta({ id: 'CertainConfirmed' })
export type CertainConfirmed = z.infer<typeof certainConfirmed>

/**
 * Confirms the lines that have one valid reference and its exact open amount, at most 500, the oldest first. Three trips.
 * Throws `permission_missing` and `invalid`.
 */
export async function confirmCertain(
  principal: Principal,
  { body }: { body: Record<string, unknown> },
): Promise<CertainConfirmed> {
  return act(principal, TO_BANK, (tx) => {
    const { account_id: id } = validate(certainConfirmation, body)
    return confirm(tx, id ? sql`bank_lines.account_id = ${id}` : sql`TRUE`, id)
  })
}

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
    const { confirmed, left } = await act(principal, TO_BANK, (tx) => confirm(tx, condition))
    total += confirmed
    if (left === 0 || confirmed === 0) return total
  }
}

async function confirm(tx: Tx, condition: Sql, accountId?: string | null): Promise<CertainConfirmed> {
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
  if (work.length > 0) await tx.write({ written: writeWork(tx, book, work) })
  return { confirmed: work.length, left: certain.length - work.length }
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
