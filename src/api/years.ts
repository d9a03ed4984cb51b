import { Hono } from 'hono'
import { exportYear, YEAR_CSV } from '../domain/book/years/export'
import { getYear } from '../domain/book/years/get'
import { fiscalYear, yearQuery } from '../domain/book/years/year'
import { closeYear, closing } from '../domain/years/close'
import { reopeningQuery, reopenYear } from '../domain/years/reopen'
import type { Env } from '../env'
import { endpoint } from '../http/endpoint'
import { csvFile, dataOf, wantsCsv } from '../http/response'
import { withPermission } from './access'

const YEAR = {
  name: 'year',
  description: 'The calendar year in which the fiscal year begins',
  example: '2025',
}

export const years = new Hono<Env>()
  .get(
    '/years/:year',
    ...endpoint({
      id: 'readYear',
      tag: 'Cash book',
      summary: 'Read the report of a fiscal year',
      description:
        'Of its vouchers until now, or as it was closed. With `format=csv`, or `Accept: text/csv`, as a file with a record for ' +
        'each account and each category of a sphere.',
      access: withPermission('bookkeeping:read', YEAR),
      query: yearQuery,
      csv: 'response',
      csvExample: YEAR_CSV,
      answers: [200, dataOf(fiscalYear), 'The fiscal year'],
    }),
    async (c) => {
      const [year, { format }] = [c.req.param('year'), c.req.valid('query')]
      if (wantsCsv(c, format))
        return csvFile(c, await exportYear(c.var.principal, { year }), `report-${year}`)
      return c.json({ data: await getYear(c.var.principal, { year }) })
    },
  )

  .post(
    '/years/:year/closing',
    ...endpoint({
      id: 'closeYear',
      tag: 'Cash book',
      summary: 'Close a fiscal year',
      description:
        'Stores its report, after which nothing dated in it is written. The year has to be over, those before it closed, its ' +
        'lines assigned, its bank lines done, and its bank accounts agree with what the bank told last, unless a reason is given.',
      access: withPermission('bookkeeping:write', YEAR),
      body: closing,
      bodyIsOptional: true,
      answers: [201, dataOf(fiscalYear), 'The closed year'],
    }),
    async (c) => {
      const asked = { year: c.req.param('year'), body: c.req.valid('json') }
      return c.json({ data: await closeYear(c.var.principal, asked) }, 201)
    },
  )

  .delete(
    '/years/:year/closing',
    ...endpoint({
      id: 'reopenYear',
      tag: 'Cash book',
      summary: 'Reopen a fiscal year',
      description: 'Only the last closed one. The log keeps who did it and why.',
      access: withPermission('bookkeeping:write', YEAR),
      query: reopeningQuery,
      answers: [200, dataOf(fiscalYear), 'The open year'],
    }),
    async (c) => {
      const { reason } = c.req.valid('query')
      return c.json({ data: await reopenYear(c.var.principal, { year: c.req.param('year'), reason }) })
    },
  )
