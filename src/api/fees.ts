import { Hono } from 'hono'
import * as z from 'zod'
import {
  type Charge,
  charge,
  chargeByTerms,
  newCharge,
  previewChargeByTerms,
} from '../domain/fees/charge-by-terms'
import { createFees } from '../domain/fees/create'
import { exportFeeList, FEES_CSV } from '../domain/fees/export-list'
import { type CreatedFee, createdFee, newFees } from '../domain/fees/fee'
import { getFee } from '../domain/fees/get'
import { askedFees, feesQuery, listFees } from '../domain/fees/list'
import { type ReadableFee, readableFee } from '../domain/fees/readable-fee'
import { feeChange, setDueDate } from '../domain/payments/set-due-date'
import type { Env } from '../env'
import { TEN_MIB } from '../http/body'
import { endpoint } from '../http/endpoint'
import { csvFile, dataOf, jsonText, pageOf, pageWithETag, wantsCsv } from '../http/response'
import { withPermission, withPermissionAndList } from './access'

export const FEE_ID = {
  name: 'fee_id',
  description: 'The `id` or `external_id` of the fee',
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
        'In the order of creation, at most 500 a page. Follow `meta.next_cursor`, or the Link header. Parameters narrow the fees, all at once. ' +
        'With `format=csv`, or `Accept: text/csv`, all pages come as one file. Its last columns are the payer, and the period and ' +
        'parts of a fee of a run of dues, as in `Adult 120.00; Tennis 80.00`.',
      access: withPermissionAndList('fees:read'),
      query: feesQuery,
      paged: true,
      csv: 'response',
      csvExample: FEES_CSV,
      answers: [200, pageOf(readableFee), 'A page of fees'],
    }),
    async (c) => {
      const asked = await askedFees(c.var.principal, c.req.valid('query'))
      if (wantsCsv(c, asked.query.format))
        return csvFile(c, await exportFeeList(c.var.principal, asked), 'fees')
      const page = await listFees(c.var.principal, asked)
      return pageWithETag<ReadableFee>(c, { ...page, items: page.fees.map((fee) => JSON.stringify(fee)) })
    },
  )

  .post(
    '/fees',
    ...endpoint({
      id: 'createFees',
      tag: 'Fees',
      summary: 'Create fees',
      description:
        'Claims up to 10,000 fees, all or none. A person can be named only with the permission to read its list. Whether ' +
        'members are mailed is for the association to decide: the automatic mail for new fees, if it is on, goes out from 8 ' +
        'o’clock.',
      access: withPermission('fees:write'),
      body: newFees,
      maxBytes: TEN_MIB,
      idempotent: true,
      answers: [201, dataOf(z.array(createdFee)), 'The fees in the order of the request'],
    }),
    async (c) => {
      const created = await createFees(c.var.principal, { body: c.req.valid('json') })
      return jsonText<{ data: CreatedFee[] }, 201>(c, `{"data":${created}}`, 201)
    },
  )

  .post(
    '/charges',
    ...endpoint({
      id: 'chargePersons',
      tag: 'Fees',
      summary: 'Charge persons of a list by terms',
      description:
        'Creates a fee for each of up to 10,000 persons, all or none: of one amount, of the euros in a custom column, or of an amount less the ' +
        'percent in one. Nobody gets two fees of one description, so the same call is safe to repeat, and charges who has joined since. ' +
        '`?dry_run=true` writes nothing, and tells what would happen.',
      access: withPermissionAndList('fees:write'),
      query: z.strictObject({
        dry_run: z.enum(['true', 'false']).optional().describe('`true` only tells, and writes nothing'),
      }),
      body: newCharge,
      maxBytes: TEN_MIB,
      idempotent: true,
      answers: [200, dataOf(charge), 'The fees, and who gets none'],
    }),
    async (c) => {
      const request = { body: c.req.valid('json') }
      if (c.req.valid('query').dry_run === 'true')
        return c.json({ data: await previewChargeByTerms(c.var.principal, request) })
      const charged = await chargeByTerms(c.var.principal, request)
      return jsonText<{ data: Charge }>(c, `{"data":${charged}}`)
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
