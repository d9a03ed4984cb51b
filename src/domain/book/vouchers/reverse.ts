import { type Sql, sql } from '../../../db/sql'
import { act, only, type Tx } from '../../access/act'
import type { Principal } from '../../access/principal'
import { recordEvents } from '../../events/record'
import { todayIn } from '../../shared/dates'
import type { Issue } from '../../shared/error-list'
import { requireNoErrors, validate } from '../../shared/validation'
import { withReason } from '../../shared/with-reason'
import { cashIssues, requireCash, selectCash } from '../accounts/cash'
import { bookFacts, dateIssue, requireBook, requireOpenYears, selectBook, TO_BOOK } from '../book-facts'
import { insertVouchers } from './insert'
import { requireVoucher } from './list'
import { isMet, reversalOf, selectVouchers, type VoucherFacts } from './reversal'
import { tiedSql } from './tied'
import { selectReadable, toApi, type Voucher } from './voucher'

/**
 * Takes a voucher back by another one with its amounts negated, on its day while its fiscal year is open, otherwise today.
 * Returns the new one. Two trips. Throws `permission_missing`, `not_found`, and `invalid` for one that was reversed before,
 * that reverses another, or that a payment, a direct debit or a bank line made, and while the book is kept elsewhere.
 */
export async function reverseVoucher(
  principal: Principal,
  { id, body }: { id: string; body: Record<string, unknown> },
): Promise<Voucher> {
  return act(principal, TO_BOOK, async (tx) => {
    const { now } = tx
    const { voucher, origin, isHeld, cash, book } = await load(tx, id)
    requireBook(book)
    const { reason } = validate(withReason, body, () => issues(voucher, origin, isHeld))
    const isDateOpen = dateIssue(book, voucher.bookedOn, now) === undefined
    const date = isDateOpen ? voucher.bookedOn : todayIn(book.settings.timezone, now)
    const reversal = reversalOf(voucher, { date, now })
    requireNoErrors([...cashIssues(cash, [reversal])].map(([, refusal]) => [['voucher_id'], refusal]))
    const workspace = tx.writable()
    const { written } = await tx.write({
      open: requireOpenYears(workspace, book, [date]),
      inserted: insertVouchers(workspace, book.settings.yearStart, [reversal]),
      cash: requireCash(workspace, [reversal]),
      recorded: recordEvents(tx.actor, workspace, { action: 'voucher.reversed', subject: 'voucher' }, [
        {
          id,
          name: voucher.text,
          changes: { reversed_by: [null, reversal.id], amount: [voucher.amount, 0], reason: [null, reason] },
        },
      ]),
      written: selectReadable(tx.workspace(), sql`vouchers.id = ${reversal.id}`),
    })
    return toApi(only(written))
  })
}

/** What made a voucher: whether it books a payment, and whether a debit made that. */
type Origin = { isOfDebit: number }

async function load(tx: Tx, id: string) {
  const workspace = tx.workspace()
  const rows = await tx.read({
    vouchers: selectVouchers(workspace, sql`vouchers.id = ${id}`),
    origins: selectOrigin(workspace, id),
    held: sql<{ isHeld: number }>`SELECT ${tiedSql(workspace, sql`${id}`)} AS isHeld`,
    cash: selectCash(
      workspace,
      sql`bases.id IN (
          SELECT account_id FROM vouchers WHERE workspace_id = ${workspace} AND vouchers.id = ${id}
          UNION ALL SELECT other_account_id FROM vouchers WHERE workspace_id = ${workspace} AND vouchers.id = ${id})`,
    ),
    ...selectBook(workspace),
  })
  const voucher = requireVoucher(rows.vouchers)
  return {
    voucher,
    origin: rows.origins[0],
    isHeld: rows.held[0]?.isHeld === 1,
    cash: rows.cash,
    book: bookFacts(rows),
  }
}

const selectOrigin = (workspace: Sql, id: string): Sql<Origin> => sql<Origin>`
  SELECT item_id IS NOT NULL AS isOfDebit
  FROM vouchers
  CROSS JOIN voucher_lines ON voucher_lines.workspace_id = ${workspace} AND voucher_lines.year = vouchers.year
    AND voucher_lines.number = vouchers.number
  CROSS JOIN payments ON payments.workspace_id = ${workspace} AND payments.id = payment_id
  WHERE vouchers.workspace_id = ${workspace} AND vouchers.id = ${id}
  LIMIT 1`

function* issues(voucher: VoucherFacts, origin: Origin | undefined, isHeld: boolean): Iterable<Issue> {
  const path = ['voucher_id']
  if (voucher.reversedBy) yield [path, { code: 'reversed_before' }]
  else if (voucher.reverses) yield [path, { code: 'is_reversal' }]
  else if (isMet(voucher)) yield [path, { code: 'shown_by_bank_line' }]
  else if (voucher.bankLineId) yield [path, { code: 'of_bank_line' }]
  else if (isHeld) yield [path, { code: 'of_decision' }]
  else if (origin?.isOfDebit) yield [path, { code: 'of_direct_debit' }]
  else if (origin) yield [path, { code: 'of_payment' }]
}
