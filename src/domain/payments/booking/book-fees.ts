import * as z from 'zod'
import { sql } from '../../../db/sql'
import { act, type Tx } from '../../access/act'
import type { Principal } from '../../access/principal'
import { TO_BOOK } from '../../book/book-facts'
import type { Issue } from '../../shared/error-list'
import { arrayOf, uniqueStrings } from '../../shared/text'
import { isGiven, validate } from '../../shared/validation'
import { selectFeeFacts, selectFeesOf } from '../fee-facts'
import {
  bookedTo,
  bookedToIssues,
  bookPayments,
  feesOfPayments,
  selectToBook,
  toBookOf,
} from './book-payments'
import { type Unbooked, waitingOfFees } from './unbooked'

const MAX_NAMED = 1000

/** The body that books the payments of fees. */
export const feesToBook = z
  .strictObject({
    fee_ids: arrayOf(z.string(), MAX_NAMED, 1)
      .nullish()
      .describe('Fees, of which all payments are booked that wait'),
    payment_ids: arrayOf(z.string(), MAX_NAMED, 1).nullish().describe('Payments, instead of `fee_ids`'),
    ...bookedTo,
  })
  .describe('What the payments of fees that name nothing are booked to')
  .meta({ examples: [{ fee_ids: ['fee_0VMtKcPBq7XJ3mZ1sWv9LdTe'], sphere: 'ideal' }] })

/**
 * Books the payments of fees that no voucher books yet, a voucher each, on the day of the money; those that are booked are
 * left out. Returns the vouchers as a JSON array of their ids and numbers. Two trips. Throws `permission_missing` and
 * `invalid`, also for a payment in a closed fiscal year and for one whose money a voucher may have.
 */
export async function bookFees(
  principal: Principal,
  { body }: { body: Record<string, unknown> },
): Promise<string> {
  return act(principal, TO_BOOK, (tx) => book(tx, body))
}

async function book(tx: Tx, body: Record<string, unknown>): Promise<string> {
  const workspace = tx.workspace()
  const [feeIds, paymentIds] = [namedIn(body.fee_ids), namedIn(body.payment_ids)]
  const placed = (ids: string[]) =>
    sql`SELECT value AS id, key AS place FROM json_each(${JSON.stringify(ids)})`
  const ids = isGiven(body.fee_ids) ? waitingOfFees(workspace, placed(feeIds)) : placed(paymentIds)
  const rows = await tx.read({
    fees: isGiven(body.fee_ids)
      ? selectFeeFacts(workspace, feeIds)
      : [selectFeesOf(workspace, feesOfPayments(workspace, ids))],
    known: sql<{ id: string }>`
      SELECT payments.id FROM (${placed(paymentIds)}) AS named CROSS JOIN payments
      WHERE payments.workspace_id = ${workspace} AND payments.id = named.id`,
    ...selectToBook(workspace, ids, body),
  })
  const facts = toBookOf(rows)
  const fees = new Set(rows.fees.map(({ id }) => id))
  const known = new Set(rows.known.map(({ id }) => id))
  const pathOf = ({ id, feeId }: Pick<Unbooked, 'id' | 'feeId'>): string[] =>
    isGiven(body.fee_ids)
      ? ['fee_ids', `${Object(body.fee_ids).indexOf(feeId)}`]
      : ['payment_ids', `${Object(body.payment_ids).indexOf(id)}`]
  const input = validate(feesToBook, body, function* (given): Iterable<Issue> {
    if (isGiven(given.fee_ids) === isGiven(given.payment_ids)) {
      yield [['fee_ids'], { code: 'fees_or_payments' }]
      return
    }
    yield* bookedToIssues(given, facts)
    for (const feeId of feeIds)
      if (!fees.has(feeId)) yield [pathOf({ id: '', feeId }), { code: 'fee_unknown' }]
    for (const id of paymentIds)
      if (!known.has(id)) yield [pathOf({ id, feeId: '' }), { code: 'payment_unknown' }]
    for (const payment of rows.payments) {
      const { id, voucher, paidOn } = payment
      if (voucher) yield [pathOf(payment), { code: 'voucher_may_have', payment: id, voucher, date: paidOn }]
    }
  })
  return bookPayments(tx, facts, { input, pathOf })
}

const namedIn = (ids: unknown): string[] => (Array.isArray(ids) ? uniqueStrings(ids.slice(0, MAX_NAMED)) : [])
