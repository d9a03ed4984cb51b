import * as z from 'zod'
import { type Sql, sql } from '../../../db/sql'
import { act, type Tx } from '../../access/act'
import type { Principal } from '../../access/principal'
import { bookFacts, dateIssue, selectBook } from '../../book/book-facts'
import { reversalOf, selectVouchers, type VoucherFacts } from '../../book/vouchers/reversal'
import { tiedSql } from '../../book/vouchers/tied'
import type { Issue } from '../../shared/error-list'
import { DomainError } from '../../shared/errors'
import { requireNoErrors } from '../../shared/validation'
import { type LineRow, selectLines, TO_BANK } from '../lines/bank-line'
import { type LineWork, writeWork } from './work'
import { OPEN_AGAIN } from './write'

/** What an undo of lines that were booked together did. */
export const bookingsUndone = z
  .object({ lines: z.int().describe('How many lines are open again') })
  .meta({ id: 'BankLinesLoosened' })

/**
 * Undoes what `bookLines` booked: all of its lines that are still booked by it, or none. Gives their number. Two trips. Throws
 * `permission_missing`, `not_found` also if each was undone before, and `invalid` with issues by the ids of lines that cannot be
 * undone.
 */
export async function loosenBookings(principal: Principal, { id }: { id: string }): Promise<number> {
  return act(principal, TO_BANK, async (tx) => {
    const { lines, vouchers, held, book } = await load(tx, id)
    if (lines.length === 0) throw new DomainError('not_found', 'No line is booked by this act.')
    requireNoErrors(
      lines.flatMap((line): Issue[] => {
        const date = dateIssue(book, line.booked_on, tx.now)
        return [
          ...(date ? [[[line.id], date] as const] : []),
          ...(held.has(line.id) ? [[[line.id], { code: 'line_decided' }] as const] : []),
        ]
      }),
    )
    const work = lines.map((line) => workOf(line, vouchers.get(line.id) ?? [], tx.now))
    await tx.write({ written: writeWork(tx, book, work) })
    return lines.length
  })
}

async function load(tx: Tx, id: string) {
  const workspace = tx.workspace()
  const togetherSql = sql`bank_lines.bookings_id = ${id}`
  const ofLinesSql = sql`
    bank_line_id IN (
      SELECT id FROM bank_lines INDEXED BY bank_lines_booked_together
      WHERE bank_lines.workspace_id = ${workspace} AND ${togetherSql})
    AND reversed_by IS NULL AND reverses IS NULL`
  const rows = await tx.read({
    lines: selectLines(workspace, togetherSql, { index: TOGETHER }),
    vouchers: selectVouchers(workspace, ofLinesSql),
    held: sql<{ id: string }>`
      SELECT bank_line_id AS id FROM vouchers INDEXED BY vouchers_of_bank_line
      WHERE workspace_id = ${workspace} AND ${ofLinesSql} AND ${tiedSql(workspace, sql`vouchers.id`)}`,
    ...selectBook(workspace),
  })
  return {
    lines: rows.lines,
    vouchers: Map.groupBy(rows.vouchers, ({ bankLineId }) => String(bankLineId)),
    held: new Set(rows.held.map(({ id }) => id)),
    book: bookFacts(rows),
  }
}

const TOGETHER: Sql = sql`INDEXED BY bank_lines_booked_together`

/** The work that opens a line again; its voucher is reversed, if the book has it. */
const workOf = (line: LineRow, vouchers: readonly VoucherFacts[], now: Date): LineWork => ({
  act: {
    line,
    after: OPEN_AGAIN,
    action: 'bank_line.loosened',
  },
  fees: [],
  payments: [],
  vouchers: vouchers.map((voucher) => reversalOf(voucher, { date: voucher.bookedOn, now })),
  events: [],
})
