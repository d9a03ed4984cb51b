import { Hono } from 'hono'
import { z } from 'zod'
import { authorize } from '../domain/access/query'
import { createFees } from '../domain/fees/create'
import { type Fee, fee, newFees } from '../domain/fees/fee'
import { feesQuery, getFee, listFees, type ReadableFee, readableFee } from '../domain/fees/list'
import type { Env } from '../env'
import { bearer } from '../http/credentials'
import { idempotencyKey } from '../http/idempotency-key'
import { operation } from '../http/openapi'
import { dataOf, jsonText, pageOf, pageWithETag } from '../http/response'
import { type Admission, body, query, TEN_MIB } from '../http/validate'

const FEE_ID = {
  name: 'fee_id',
  description: 'The `id` of the fee',
  example: 'fee_0VMtKcPBq7XJ3mZ1sWv9LdTe',
}

const toClaimFees: Admission = (c) => authorize(c.var.principal, 'fees:write')

export const fees = new Hono<Env>()
  .use('/fees/*', ...bearer)

  .post(
    '/fees',
    operation({
      id: 'createFees',
      tag: 'Fees',
      summary: 'Create fees',
      description: 'Claims up to 10,000 fees, all or none.',
      headers: ['Idempotency-Key'],
      answers: [201, dataOf(z.array(fee)), 'The fees in the order of the request'],
      refuses: [400, 403, 409, 413, 415, 422],
    }),
    body(newFees, TEN_MIB, toClaimFees),
    idempotencyKey(toClaimFees),
    async (c) =>
      jsonText<{ data: Fee[] }, 201>(
        c,
        `{"data":${await createFees(c.var.principal, c.req.valid('json'))}}`,
        201,
      ),
  )

  .get(
    '/fees',
    operation({
      id: 'readFees',
      tag: 'Fees',
      summary: 'Read fees, page by page',
      description:
        'In the order of creation, at most 500 a page. Follow `meta.next_cursor`, or the Link header. Parameters narrow the fees, all at once.',
      headers: ['If-None-Match'],
      sends: ['ETag', 'Link'],
      answers: [200, pageOf(readableFee), 'A page of fees'],
      refuses: [403, 422],
    }),
    query(feesQuery, (c) => authorize(c.var.principal, 'fees:read')),
    async (c) => {
      const page = await listFees(c.var.principal, c.req.valid('query'))
      return pageWithETag<ReadableFee>(c, { ...page, items: page.fees.map((of) => JSON.stringify(of)) })
    },
  )

  .get(
    '/fees/:fee_id',
    operation({
      id: 'readFee',
      tag: 'Fees',
      summary: 'Read one fee',
      description: 'With its status and the expense that it is booked to.',
      parameters: [FEE_ID],
      answers: [200, dataOf(readableFee), 'The fee'],
      refuses: [403, 404],
    }),
    async (c) => c.json({ data: await getFee(c.var.principal, c.req.param('fee_id')) }),
  )
