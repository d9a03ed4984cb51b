import { Hono } from 'hono'
import { getMandate } from '../domain/mandates/get'
import { mandate } from '../domain/mandates/mandate'
import type { Env } from '../env'
import { endpoint } from '../http/endpoint'
import { dataOf } from '../http/response'
import { canReadPerson } from './access'

export const mandates = new Hono<Env>().get(
  '/lists/:list_id/persons/:person_id/mandate',
  ...endpoint({
    id: 'readMandate',
    tag: 'Persons',
    summary: 'Read the mandate of one person',
    description:
      'With what proves it, and the debits under it; of a person without one the last one that it had, if its evidence is ' +
      'still kept: until 14 months after its last debit. Also needs `fees:read`. Fees of a person with a payer may be ' +
      'collected under the mandate of the payer.',
    access: canReadPerson,
    answers: [200, dataOf(mandate), 'The mandate'],
  }),
  async (c) =>
    c.json({
      data: await getMandate(c.var.principal, {
        list: c.req.param('list_id'),
        idOrExternalId: c.req.param('person_id'),
      }),
    }),
)
