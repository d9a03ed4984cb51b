import { act, type Tx } from '../access/act'
import type { Principal } from '../access/principal'
import { type AccountChoice, chooseAccount } from '../book/accounts/choose-account'
import { bookFacts, selectBook } from '../book/book-facts'
import type { Issue } from '../shared/error-list'
import { selectExternalIds, uniqueExternalIds } from '../shared/external-ids'
import { newIds } from '../shared/ids'
import { isGiven, itemsIn, validateItems } from '../shared/validation'
import { bookingOf } from './booking'
import { PAID } from './events'
import { requireRevision } from './load-fee'
import { moneyIssues } from './money-issues'
import { FEE_KEYS, type Item, MAX_PAYMENTS, paymentBatch } from './new-payment'
import { indexFees, type PayableFee, selectPayableFees } from './payable-fees'
import { type Payment, TO_PAY } from './payment'
import type { NewPayment } from './post'
import { vouchersOf } from './vouchers-of'
import { feeActStatements } from './write'

/**
 * Records payments of fees, all or none, in order, and returns them as a JSON array. Each is booked, unless
 * `bookingOf` says why not. Two trips. Throws `permission_missing`, `invalid`, and `changed_meanwhile` if a fee that
 * is named by id no longer has the `revision`.
 */
export async function recordPayments(
  principal: Principal,
  { body, revision }: { body: Record<string, unknown>; revision?: number | undefined },
): Promise<string> {
  return act(principal, TO_PAY, (tx) => record(tx, body, revision))
}

async function record(tx: Tx, body: Record<string, unknown>, revision: number | undefined): Promise<string> {
  const { now } = tx
  const items: Item[] = itemsIn(body, MAX_PAYMENTS)
  const rows = await tx.read({
    ...selectPayableFees(tx.workspace(), items),
    known: selectExternalIds(tx.workspace(), 'payments', items),
    ...selectBook(tx.workspace()),
  })
  const book = bookFacts(rows)
  const fees = indexFees(rows)
  for (const item of items) {
    const fee = isGiven(item.fee_id) && fees(item)
    if (fee) requireRevision(fee, revision)
  }
  const externalIdIssues = uniqueExternalIds(rows.known, 'payment')
  const open = new Map<string, number>()
  const data = validateItems(paymentBatch, body, function* (item: Item) {
    const fee = fees(item)
    const ofFee = feeIssue(item, fee)
    if (ofFee) yield ofFee
    const ofAmount = fee && amountIssue(item, fee, open)
    if (ofAmount) yield ofAmount
    yield* moneyIssues(item, book, now)
    yield* externalIdIssues(item)
  })
  const ids = newIds('pay', now, data.length)
  const accounts = chooseAccount(book, now)
  const posted = data.map((item, index): NewPayment & { account: AccountChoice } => {
    const account = accounts(item.method, item.account_id)
    return {
      id: String(ids[index]),
      feeId: String(fees(item)?.id),
      kind: 'payment',
      amount: item.amount,
      method: item.method,
      paidOn: item.paid_on,
      externalId: item.external_id ?? null,
      note: item.note ?? null,
      account,
      booking: bookingOf(book, account, { paidOn: item.paid_on, isSetOff: item.set_off === true }),
    }
  })
  const paid = [...new Set(data.flatMap((item) => fees(item) ?? []))]
  const vouchers = vouchersOf(posted, paid, now)
  return tx.finish(JSON.stringify(posted.map((payment) => toApi(payment, now))), {
    written: feeActStatements(tx, {
      fees: paid,
      payments: posted,
      vouchers,
      accounts: posted.map(({ account }) => account),
      book,
      events: [PAID],
    }),
  })
}

function feeIssue(item: Item, fee: PayableFee | undefined): Issue | undefined {
  const [key, second] = FEE_KEYS.filter((name) => isGiven(item[name]))
  if (!key || second) return [['fee_id'], { code: 'not_one_fee' }]
  if (typeof item[key] === 'string' && !fee) return [[key], { code: 'fee_unknown' }]
  if (fee?.status === 'cancelled') return [[key], { code: 'fee_cancelled' }]
  if (fee?.status === 'collecting') return [[key], { code: 'fee_collecting' }]
  return undefined
}

/** The issue of an amount that is more than what is open after the items before it. */
function amountIssue({ amount }: Item, fee: PayableFee, rest: Map<string, number>): Issue | undefined {
  const open = rest.get(fee.id) ?? fee.open_amount
  if (!Number.isSafeInteger(amount)) return undefined
  const left = open - Number(amount)
  rest.set(fee.id, left)
  if (left >= 0 || fee.status === 'cancelled') return undefined
  return [['amount'], open > 0 ? { code: 'more_than_open', max: open } : { code: 'fee_is_paid' }]
}

const toApi = (payment: NewPayment, now: Date): Payment => ({
  id: payment.id,
  fee_id: payment.feeId,
  kind: payment.kind,
  amount: payment.amount,
  method: payment.method,
  paid_on: payment.paidOn,
  note: payment.note ?? null,
  external_id: payment.externalId ?? null,
  reverses: null,
  booking: payment.booking,
  created_at: now.toISOString(),
})
