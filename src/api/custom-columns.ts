import { Hono } from 'hono'
import { z } from 'zod'
import { addColumns, newColumns } from '../domain/custom-columns/add'
import { type CustomColumn, customColumn, listColumns } from '../domain/custom-columns/column'
import type { Env } from '../env'
import { bearer } from '../http/credentials'
import { idempotencyKey } from '../http/idempotency-key'
import { operation } from '../http/openapi'
import { dataOf, jsonText } from '../http/response'
import { body, ONE_MIB } from '../http/validate'
import { LIST_ID, toWriteList } from './list-id'

export const customColumns = new Hono<Env>()
  .use('/lists/:list_id/custom_columns/*', ...bearer)

  .get(
    '/lists/:list_id/custom_columns',
    operation({
      id: 'readCustomColumns',
      tag: 'Custom columns',
      summary: 'Read custom columns',
      description:
        'The fields that the list was given, in the order in which they were added. Persons have them under `external_id`, else under `id`.',
      parameters: [LIST_ID],
      answers: [200, dataOf(z.array(customColumn)), 'All custom columns of the list'],
      refuses: [402, 403, 404],
    }),
    async (c) => c.json({ data: await listColumns(c.var.principal, c.req.param('list_id')) }),
  )

  .put(
    '/lists/:list_id/custom_columns',
    operation({
      id: 'addCustomColumns',
      tag: 'Custom columns',
      summary: 'Add custom columns',
      description:
        'Adds the columns, all or none. Columns can not be deleted, and their type can not be changed.',
      parameters: [LIST_ID],
      headers: ['Idempotency-Key'],
      answers: [201, dataOf(z.array(customColumn)), 'The columns created'],
      refuses: [400, 402, 403, 404, 409, 413, 415, 422],
    }),
    body(newColumns, ONE_MIB, toWriteList),
    idempotencyKey(toWriteList),
    async (c) => {
      const data = await addColumns(c.var.principal, c.req.param('list_id'), c.req.valid('json'))
      return jsonText<{ data: CustomColumn[] }, 201>(c, `{"data":${data}}`, 201)
    },
  )
