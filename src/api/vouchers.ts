import { Hono } from 'hono'
import * as z from 'zod'
import { enterVouchers } from '../domain/book/vouchers/enter'
import { exportVouchers, VOUCHERS_CSV } from '../domain/book/vouchers/export'
import { getVoucher, listVouchers, vouchersQuery } from '../domain/book/vouchers/list'
import { newVouchers } from '../domain/book/vouchers/new-voucher'
import { reverseVoucher } from '../domain/book/vouchers/reverse'
import { updateVoucher, voucherChange } from '../domain/book/vouchers/update'
import { type Voucher, voucher } from '../domain/book/vouchers/voucher'
import { type EnteredVoucher, enteredVoucher } from '../domain/book/vouchers/write'
import { bookFees, feesToBook } from '../domain/payments/booking/book-fees'
import { withReason } from '../domain/shared/with-reason'
import type { Env } from '../env'
import { TEN_MIB } from '../http/body'
import { endpoint } from '../http/endpoint'
import { csvFile, dataOf, jsonText, pageOf, pageWithETag, wantsCsv } from '../http/response'
import { withPermission } from './access'

const VOUCHER_ID = {
  name: 'voucher_id',
  description: 'The `id` of the voucher',
  example: 'vch_0VMtKcPBq7XJ3mZ1sWv9LdTe',
}

export const vouchers = new Hono<Env>()
  .get(
    '/vouchers',
    ...endpoint({
      id: 'readVouchers',
      tag: 'Cash book',
      summary: 'Read the cash book, page by page',
      description:
        'In the order of years and numbers, at most 500 a page. Parameters narrow the vouchers, all at once. With `year` and ' +
        '`format=csv`, or `Accept: text/csv`, all pages come as one file, with a record for each line.',
      access: withPermission('bookkeeping:read'),
      query: vouchersQuery,
      paged: true,
      csv: 'response',
      csvExample: VOUCHERS_CSV,
      answers: [200, pageOf(voucher), 'A page of vouchers'],
    }),
    async (c) => {
      const query = c.req.valid('query')
      if (wantsCsv(c, query.format))
        return csvFile(c, await exportVouchers(c.var.principal, { query }), `vouchers-${query.year}`)
      const page = await listVouchers(c.var.principal, { query })
      return pageWithETag<Voucher>(c, { ...page, items: page.vouchers.map((one) => JSON.stringify(one)) })
    },
  )

  .post(
    '/vouchers',
    ...endpoint({
      id: 'createVouchers',
      tag: 'Cash book',
      summary: 'Enter vouchers',
      description:
        'Up to 1,000, all or none and in order: money with what it is for, or transfers between accounts. Amounts and dates do ' +
        'not change afterwards; a reversal takes a voucher back.',
      access: withPermission('bookkeeping:write'),
      body: newVouchers,
      maxBytes: TEN_MIB,
      idempotent: true,
      answers: [201, dataOf(z.array(enteredVoucher)), 'The vouchers in the order of the request'],
    }),
    async (c) => {
      const entered = await enterVouchers(c.var.principal, { body: c.req.valid('json') })
      return jsonText<{ data: EnteredVoucher[] }, 201>(c, `{"data":${entered}}`, 201)
    },
  )

  .post(
    '/vouchers/fees',
    ...endpoint({
      id: 'bookFees',
      tag: 'Cash book',
      summary: 'Book payments of fees',
      description:
        'Books the payments of up to 1,000 fees that no voucher books yet, a voucher for each, on the day of the money. Those ' +
        'that are booked are left out. Refused for a payment whose money a voucher may have already, as ' +
        '`GET /payments/waiting` names it: `POST /payments/{payment_id}/booking` settles that one, or books it all the same.',
      access: withPermission('bookkeeping:write'),
      body: feesToBook,
      idempotent: true,
      answers: [201, dataOf(z.array(enteredVoucher)), 'The vouchers in the order of the fees'],
    }),
    async (c) => {
      const entered = await bookFees(c.var.principal, { body: c.req.valid('json') })
      return jsonText<{ data: EnteredVoucher[] }, 201>(c, `{"data":${entered}}`, 201)
    },
  )

  .get(
    '/vouchers/:voucher_id',
    ...endpoint({
      id: 'readVoucher',
      tag: 'Cash book',
      summary: 'Read one voucher',
      description: 'With its lines.',
      access: withPermission('bookkeeping:read', VOUCHER_ID),
      answers: [200, dataOf(voucher), 'The voucher'],
    }),
    async (c) => c.json({ data: await getVoucher(c.var.principal, { id: c.req.param('voucher_id') }) }),
  )

  .patch(
    '/vouchers/:voucher_id',
    ...endpoint({
      id: 'changeVoucher',
      tag: 'Cash book',
      summary: 'Change the text of a voucher and what its lines are booked to',
      description:
        'While its fiscal year is open. Absent keys stay. A voucher and its reversal are booked alike.',
      access: withPermission('bookkeeping:write', VOUCHER_ID),
      body: voucherChange,
      answers: [200, dataOf(voucher), 'The voucher as it now is'],
    }),
    async (c) => {
      const update = { id: c.req.param('voucher_id'), body: c.req.valid('json') }
      return c.json({ data: await updateVoucher(c.var.principal, update) })
    },
  )

  .post(
    '/vouchers/:voucher_id/reversal',
    ...endpoint({
      id: 'reverseVoucher',
      tag: 'Cash book',
      summary: 'Reverse a voucher',
      description:
        'Enters a voucher with the amounts negated, on the same day while the fiscal year is open, otherwise today. Once for each; ' +
        'what a payment, a direct debit or a bank line made is undone there.',
      access: withPermission('bookkeeping:write', VOUCHER_ID),
      body: withReason,
      answers: [201, dataOf(voucher), 'The voucher that takes it back'],
    }),
    async (c) => {
      const [id, body] = [c.req.param('voucher_id'), c.req.valid('json')]
      return c.json({ data: await reverseVoucher(c.var.principal, { id, body }) }, 201)
    },
  )
