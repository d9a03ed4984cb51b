import { Hono } from 'hono'
import { z } from 'zod'
import { createFees } from '../domain/fees/create'
import { type Fee, fee, newFees } from '../domain/fees/fee'
import { getFee } from '../domain/fees/get'
import { feesQuery, listFees } from '../domain/fees/list'
import { type ReadableFee, readableFee } from '../domain/fees/readable-fee'
import { feeChange, setDueDate } from '../domain/fees/set-due-date'
import type { Env } from '../env'
import { TEN_MIB } from '../http/body'
import { endpoint } from '../http/endpoint'
import { dataOf, jsonText, pageOf, pageWithETag } from '../http/response'
import { withPermission } from './access'

export const FEE_ID = {
  name: 'fee_id',
  description: 'The `id` of the fee',
  example: 'fee_0VMtKcPBq7XJ3mZ1sWv9LdTe',
}

export const fees = new Hono<Env>()
  .get(
    '/fees',
    ...endpoint({
      id: 'readFees',
      tag: 'Fees',
      summary: 'Read fees, page by page',
      description:
        'In the order of creation, at most 500 a page. Follow `meta.next_cursor`, or the Link header. Parameters narrow the fees, all at once.',
      access: withPermission('fees:read'),
      query: feesQuery,
      paged: true,
      answers: [200, pageOf(readableFee), 'A page of fees'],
    }),
    async (c) => {
      const page = await listFees(c.var.principal, { query: c.req.valid('query') })
      return pageWithETag<ReadableFee>(c, { ...page, items: page.fees.map((fee) => JSON.stringify(fee)) })
    },
  )

  .post(
    '/fees',
    ...endpoint({
      id: 'createFees',
      tag: 'Fees',
      summary: 'Create fees',
      description: 'Claims up to 10,000 fees, all or none.',
      access: withPermission('fees:write'),
      body: newFees,
      maxBytes: TEN_MIB,
      idempotent: true,
      answers: [201, dataOf(z.array(fee)), 'The fees in the order of the request'],
    }),
    async (c) => {
      const created = await createFees(c.var.principal, { body: c.req.valid('json') })
      return jsonText<{ data: Fee[] }, 201>(c, `{"data":${created}}`, 201)
    },
  )

  .get(
    '/fees/:fee_id',
    ...endpoint({
      id: 'readFee',
      tag: 'Fees',
      summary: 'Read one fee',
      description: 'With its status and the expense that it is booked to.',
      access: withPermission('fees:read', FEE_ID),
      answers: [200, dataOf(readableFee), 'The fee'],
    }),
    async (c) => c.json({ data: await getFee(c.var.principal, { id: c.req.param('fee_id') }) }),
  )

  .patch(
    '/fees/:fee_id',
    ...endpoint({
      id: 'updateFee',
      tag: 'Fees',
      summary: 'Change when a fee is due',
      description:
        'For a fee of which something is open. Its amount never changes: cancel it and create another.',
      access: withPermission('fees:write', FEE_ID),
      body: feeChange,
      answers: [200, dataOf(readableFee), 'The fee'],
    }),
    async (c) => {
      const [id, body] = [c.req.param('fee_id'), c.req.valid('json')]
      return c.json({ data: await setDueDate(c.var.principal, { id, body }) })
    },
  )
