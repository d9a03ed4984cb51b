import { type Sql, sql } from '../../db/sql'
import { act, type Tx } from '../access/act'
import type { Principal } from '../access/principal'
import { cashIssues, selectCash } from '../book/accounts/cash'
import { bookFacts, dateIssue, selectBook } from '../book/book-facts'
import { isMet, reversalOf, selectVouchers, type VoucherFacts } from '../book/vouchers/reversal'
import type { ReadableFee } from '../fees/readable-fee'
import { todayIn } from '../shared/dates'
import type { Issue } from '../shared/error-list'
import { DomainError } from '../shared/errors'
import { newId } from '../shared/ids'
import type { ExplainedRefusal } from '../shared/refusals'
import { requireNoErrors, validate } from '../shared/validation'
import { withReason } from '../shared/with-reason'
import { actOnFee } from './act'
import { bookingOfReversal } from './booking'
import { type FeeFacts, selectFeesOf } from './fee-facts'
import { requireRevision } from './load-fee'
import { type Payment, selectPayments, TO_PAY } from './payment'

type Asked = {
  id: string
  /** The fee that the payment must be of, where its page asks. */
  feeId?: string
  body: Record<string, unknown>
  revision?: number | undefined
}

/**
 * Takes a payment, refund or waiver back that was recorded by mistake, and reverses its voucher. On the day of the payment
 * while its fiscal year is open, otherwise today. Two trips. Throws `permission_missing`, `not_found`, and `invalid` for
 * one that was reversed before, that is a reversal, or that a debit or a bank line made.
 */
export async function reversePayment(
  principal: Principal,
  { id, feeId, body, revision }: Asked,
): Promise<ReadableFee> {
  return act(principal, TO_PAY, async (tx) => {
    const { payment, fee, voucher, cash, book } = await load(tx, { id, feeId })
    requireRevision(fee, revision)
    const { reason } = validate(withReason, body, () => paymentIssues(payment, fee, voucher))
    const { now } = tx
    const today = todayIn(book.settings.timezone, now)
    const paidOn = dateIssue(book, payment.paid_on, now) ? today : payment.paid_on
    const reversal = {
      id: newId('pay', now),
      feeId: payment.fee_id,
      kind: payment.kind === 'waiver' ? 'waiver' : 'reversal',
      amount: -payment.amount,
      method: payment.method,
      paidOn,
      reverses: id,
      note: reason,
      booking: payment.kind === 'waiver' ? null : bookingOfReversal(payment.booking),
    } as const
    const voucherReversal =
      voucher && reversalOf(voucher, { date: paidOn, reversals: new Map([[id, reversal.id]]), now })
    const issues = cashIssues(cash, voucherReversal ? [voucherReversal] : [])
    requireNoErrors([...issues].map(([, message]) => [['payment_id'], message]))
    return actOnFee(tx, {
      fees: [fee],
      payments: [reversal],
      vouchers: voucherReversal ? [{ voucher: voucherReversal }] : [],
      book,
      events: [{ action: 'fee.payment_reversed', reason }],
    })
  })
}

type Reversible = Payment & {
  reversed_by: string | null
  item_id: string | null
  bank_line_id: string | null
}

async function load(tx: Tx, { id, feeId }: Pick<Asked, 'id' | 'feeId'>) {
  const workspace = tx.workspace()
  const bookedSql = sql`(vouchers.year, vouchers.number) IN (
    SELECT year, number FROM voucher_lines WHERE workspace_id = ${workspace} AND payment_id = ${id})`
  const rows = await tx.read({
    payments: selectReversible(workspace, id),
    fees: selectFeesOf(
      workspace,
      sql`SELECT fee_id AS id FROM payments WHERE workspace_id = ${workspace} AND id = ${id}`,
    ),
    vouchers: selectVouchers(workspace, bookedSql),
    cash: selectCash(
      workspace,
      sql`bases.id IN (SELECT account_id FROM vouchers WHERE workspace_id = ${workspace} AND ${bookedSql})`,
    ),
    ...selectBook(workspace),
  })
  const [payment] = rows.payments
  const [fee] = rows.fees
  const [voucher] = rows.vouchers
  if (!payment || !fee || (feeId !== undefined && fee.id !== feeId))
    throw new DomainError('not_found', 'There is no such payment.')
  return { payment, fee, voucher, cash: rows.cash, book: bookFacts(rows) }
}

const selectReversible = (workspace: Sql, id: string): Sql<Reversible> => sql<Reversible>`
  SELECT shown.*, item_id, bank_line_id, (
    SELECT reversal.id FROM payments AS reversal
    WHERE reversal.workspace_id = ${workspace} AND reversal.reverses = ${id}) AS reversed_by
  FROM (${selectPayments(workspace, sql`id = ${id}`)}) AS shown
  JOIN payments ON payments.workspace_id = ${workspace} AND payments.id = shown.id`

function* paymentIssues(
  payment: Reversible,
  fee: FeeFacts,
  voucher: VoucherFacts | undefined,
): Iterable<Issue> {
  const refusal = refusalOf(payment, fee, voucher)
  if (refusal) yield [['payment_id'], refusal]
}

function refusalOf(
  payment: Reversible,
  { status, open_amount, paid_amount }: FeeFacts,
  voucher: VoucherFacts | undefined,
): ExplainedRefusal | undefined {
  const { amount } = payment
  if (payment.reversed_by) return { code: 'payment_reversed_before' }
  if (payment.reverses) return { code: 'payment_is_reversal' }
  if (payment.item_id) return { code: 'payment_of_debit' }
  if (payment.bank_line_id) return { code: 'payment_of_line' }
  if (payment.booking === 'tied') return { code: 'payment_decided' }
  if (voucher && isMet(voucher)) return { code: 'payment_shown' }
  if (status === 'collecting') return { code: 'payment_fee_collecting' }
  if (status === 'cancelled') return { code: 'payment_fee_cancelled' }
  if (amount < 0 && -amount > open_amount) return { code: 'payment_exceeds_open', max: open_amount }
  if (amount > 0 && payment.kind !== 'waiver' && amount > paid_amount)
    return { code: 'payment_exceeds_paid', max: paid_amount }
  return undefined
}
