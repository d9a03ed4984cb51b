import { Hono } from 'hono'
import { z } from 'zod'
import { admitTo } from '../domain/admission'
import { claimFees } from '../domain/fees/claim'
import { fee, newFees } from '../domain/fees/fee'
import type { Env } from '../env'
import { wrapped } from '../http/answer'
import { bearer } from '../http/credentials'
import { operation } from '../http/openapi'
import { body, TEN_MIB } from '../http/validate'

export const fees = new Hono<Env>()
  .use('/fees/*', bearer)

  .post(
    '/fees',
    operation({
      id: 'createFees',
      tag: 'Fees',
      summary: 'Create fees',
      description: 'Claims up to 10,000 fees, all or none.',
      answers: [201, wrapped(z.array(fee)), 'The fees in the order of the request'],
      refuses: [400, 403, 413, 415, 422],
    }),
    body(newFees(), TEN_MIB, (c) => admitTo(c.var.caller, 'fees:write')),
    async (c) => c.json({ data: await claimFees(c.var.caller, c.req.valid('json')) }, 201),
  )
