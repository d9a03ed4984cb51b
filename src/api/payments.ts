import { Hono } from 'hono'
import { z } from 'zod'
import { type Payment, payment } from '../domain/payments/payment'
import { newPayments, recordPayments } from '../domain/payments/record'
import type { Env } from '../env'
import { TEN_MIB } from '../http/body'
import { endpoint } from '../http/endpoint'
import { dataOf, jsonText } from '../http/response'
import { withPermission } from './access'

export const payments = new Hono<Env>().post(
  '/payments',
  ...endpoint({
    id: 'recordPayments',
    tag: 'Payments',
    summary: 'Record payments',
    description:
      'Marks up to 10,000 fees as paid, wholly or in part, all or none and in order. A payment of a fee with an attached expense is booked.',
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
