import { Hono } from 'hono'
import * as z from 'zod'
import { readableFee } from '../domain/fees/readable-fee'
import { bookingDecision, decideBooking } from '../domain/payments/booking/decide'
import { takeDecisionBack } from '../domain/payments/booking/take-back'
import { listWaiting, waitingPayment } from '../domain/payments/booking/waiting'
import { cancelFee, feeCancellation, reopenFee } from '../domain/payments/cancel'
import { type ListedPayment, listedPayment, listPayments, paymentsQuery } from '../domain/payments/list'
import { listPaymentsOfFee } from '../domain/payments/list-of-fee'
import { newPayments } from '../domain/payments/new-payment'
import { type Payment, payment } from '../domain/payments/payment'
import { recordPayments } from '../domain/payments/record'
import { newRefund, refundFee } from '../domain/payments/refund'
import { reversePayment } from '../domain/payments/reverse'
import { waiveRest } from '../domain/payments/waive'
import { withReason } from '../domain/shared/with-reason'
import type { Env } from '../env'
import { TEN_MIB } from '../http/body'
import { endpoint } from '../http/endpoint'
import { dataOf, jsonText, pageOf, pageWithETag } from '../http/response'
import { withPermission } from './access'
import { FEE_ID } from './fees'

const PAYMENT_ID = {
  name: 'payment_id',
  description: 'The `id` of the payment',
  example: 'pay_0VMtKcPBq7XJ3mZ1sWv9LdTe',
}

export const payments = new Hono<Env>()
  .get(
    '/payments',
    ...endpoint({
      id: 'readAllPayments',
      tag: 'Payments',
      summary: 'Read payments, page by page',
      description:
        'The journals of all fees, in the order of their last change, at most 500 a page. Follow `meta.next_cursor`, or the Link header. `kind` tells a payment from a debit that came back (`return`), money that was given back (`refund`), what takes an entry back (`reversal`, which `reverses` it), and a `waiver`, whose reversal is a waiver with `reverses`. The amounts of a fee, without waivers, add up to its `paid_amount`. An entry is never deleted, and only its `booking` changes; neither a merge nor the deletion of a person touches it, since its fee stays.',
      access: withPermission('fees:read'),
      query: paymentsQuery,
      paged: true,
      answers: [200, pageOf(listedPayment), 'A page of payments'],
    }),
    async (c) => {
      const page = await listPayments(c.var.principal, { query: c.req.valid('query') })
      return pageWithETag<ListedPayment>(c, {
        ...page,
        items: page.payments.map((one) => JSON.stringify(one)),
      })
    },
  )

  .post(
    '/payments',
    ...endpoint({
      id: 'recordPayments',
      tag: 'Payments',
      summary: 'Record payments',
      description:
        'Marks up to 10,000 fees as paid, wholly or in part, all or none and in order. Each is booked in the cash book, unassigned if the fee names nothing; `booking` says so, or why not.',
      access: withPermission('payments:write'),
      body: newPayments,
      maxBytes: TEN_MIB,
      idempotent: true,
      answers: [201, dataOf(z.array(payment)), 'The payments in the order of the request'],
    }),
    async (c) => {
      const recorded = await recordPayments(c.var.principal, { body: c.req.valid('json') })
      return jsonText<{ data: Payment[] }, 201>(c, `{"data":${recorded}}`, 201)
    },
  )

  .post(
    '/payments/:payment_id/reversal',
    ...endpoint({
      id: 'reversePayment',
      tag: 'Payments',
      summary: 'Reverse a payment',
      description:
        'Takes a payment, refund or waiver back that was recorded by mistake, and reverses its voucher. Once for each, so that a repeated request is refused and needs no `Idempotency-Key`; those of direct debits and bank lines are undone there.',
      access: withPermission('payments:write', PAYMENT_ID),
      body: withReason,
      answers: [201, dataOf(readableFee), 'The fee'],
    }),
    async (c) => {
      const [id, body] = [c.req.param('payment_id'), c.req.valid('json')]
      return c.json({ data: await reversePayment(c.var.principal, { id, body }) }, 201)
    },
  )

  .get(
    '/payments/waiting',
    ...endpoint({
      id: 'readWaitingPayments',
      tag: 'Cash book',
      summary: 'Read the payments that wait to be booked',
      description:
        'Payments of open fiscal years that no voucher books and that are not settled otherwise, such as one of a day on which the book had begun and its account had not opened yet: the oldest 100, each with the vouchers that may have its money already; those of a collection are one entry if vouchers have their sum. Their year cannot be closed. `POST /vouchers/fees` books those without such vouchers.',
      access: withPermission('bookkeeping:read'),
      answers: [200, dataOf(z.array(waitingPayment)), 'The payments, oldest first'],
    }),
    async (c) => c.json({ data: await listWaiting(c.var.principal) }),
  )

  .post(
    '/payments/:payment_id/booking',
    ...endpoint({
      id: 'decideBooking',
      tag: 'Cash book',
      summary: 'Settle a payment that waits to be booked',
      description:
        'Ties it to the voucher that has its money already (`tied`), leaves it out of the book for a reason (`left_out`), or books it (`booked`). With `whole_collection`, also the payments of its collection that wait since the same day. Once for each, so that a repeated request is refused and needs no `Idempotency-Key`. The voucher cannot be reversed while it is tied.',
      access: withPermission('bookkeeping:write', PAYMENT_ID),
      body: bookingDecision,
      answers: [201, dataOf(payment), 'The payment'],
    }),
    async (c) => {
      const [id, body] = [c.req.param('payment_id'), c.req.valid('json')]
      return c.json({ data: await decideBooking(c.var.principal, { id, body }) }, 201)
    },
  )

  .delete(
    '/payments/:payment_id/booking',
    ...endpoint({
      id: 'takeDecisionBack',
      tag: 'Cash book',
      summary: 'Take the decision about a payment back',
      description:
        'The payment waits to be booked again, with all that are tied to the same voucher. For one that was tied to a voucher or left out, while its fiscal year is open.',
      access: withPermission('bookkeeping:write', PAYMENT_ID),
      answers: [200, dataOf(payment), 'The payment'],
    }),
    async (c) => c.json({ data: await takeDecisionBack(c.var.principal, { id: c.req.param('payment_id') }) }),
  )

  .get(
    '/fees/:fee_id/payments',
    ...endpoint({
      id: 'readPayments',
      tag: 'Payments',
      summary: 'Read the payments of a fee',
      description: 'The journal of the fee, in the order in which it was written. Nothing in it changes.',
      access: withPermission('fees:read', FEE_ID),
      answers: [200, dataOf(z.array(payment)), 'The payments'],
    }),
    async (c) => c.json({ data: await listPaymentsOfFee(c.var.principal, { fee: c.req.param('fee_id') }) }),
  )

  .post(
    '/fees/:fee_id/refunds',
    ...endpoint({
      id: 'refundFee',
      tag: 'Payments',
      summary: 'Refund a fee',
      description: 'Gives money back, at most what is paid, and can cancel the fee at once.',
      access: withPermission('payments:write', FEE_ID),
      body: newRefund,
      idempotent: true,
      answers: [201, dataOf(readableFee), 'The fee'],
    }),
    async (c) => {
      const [id, body] = [c.req.param('fee_id'), c.req.valid('json')]
      return c.json({ data: await refundFee(c.var.principal, { id, body }) }, 201)
    },
  )

  .post(
    '/fees/:fee_id/waiver',
    ...endpoint({
      id: 'waiveFee',
      tag: 'Payments',
      summary: 'Waive the rest of a fee',
      description:
        'For a fee that is paid in part. One that nothing is paid of is cancelled instead. A repeated request is refused, and needs no `Idempotency-Key`.',
      access: withPermission('payments:write', FEE_ID),
      body: withReason,
      answers: [201, dataOf(readableFee), 'The fee'],
    }),
    async (c) => {
      const [id, body] = [c.req.param('fee_id'), c.req.valid('json')]
      return c.json({ data: await waiveRest(c.var.principal, { id, body }) }, 201)
    },
  )

  .post(
    '/fees/:fee_id/cancellation',
    ...endpoint({
      id: 'cancelFee',
      tag: 'Fees',
      summary: 'Cancel a fee',
      description:
        'For a fee that nothing is paid of and that is not being collected. A repeated request is refused, and needs no `Idempotency-Key`.',
      access: withPermission('fees:write', FEE_ID),
      body: feeCancellation,
      answers: [201, dataOf(readableFee), 'The fee'],
    }),
    async (c) => {
      const [id, body] = [c.req.param('fee_id'), c.req.valid('json')]
      return c.json({ data: await cancelFee(c.var.principal, { id, body }) }, 201)
    },
  )

  .delete(
    '/fees/:fee_id/cancellation',
    ...endpoint({
      id: 'reopenFee',
      tag: 'Fees',
      summary: 'Reopen a cancelled fee',
      description: 'The fee is open again, with what was waived of it.',
      access: withPermission('fees:write', FEE_ID),
      answers: [200, dataOf(readableFee), 'The fee'],
    }),
    async (c) => c.json({ data: await reopenFee(c.var.principal, { id: c.req.param('fee_id') }) }),
  )
