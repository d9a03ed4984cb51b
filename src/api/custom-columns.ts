import { Hono } from 'hono'
import * as z from 'zod'
import { addColumns, newColumns } from '../domain/custom-columns/add'
import { type CustomColumn, customColumn } from '../domain/custom-columns/column'
import { listColumns } from '../domain/custom-columns/list'
import type { Env } from '../env'
import { endpoint } from '../http/endpoint'
import { dataOf, jsonText } from '../http/response'
import { canReadList, canWriteList } from './access'

export const customColumns = new Hono<Env>()
  .get(
    '/lists/:list_id/custom_columns',
    ...endpoint({
      id: 'readCustomColumns',
      tag: 'Custom columns',
      summary: 'Read custom columns',
      description:
        'The fields that the list was given, in the order that the office gave them, else as they were added. Persons have them under `external_id`, else under `id`.',
      access: canReadList,
      answers: [200, dataOf(z.array(customColumn)), 'All custom columns of the list'],
    }),
    async (c) => c.json({ data: await listColumns(c.var.principal, c.req.param('list_id')) }),
  )

  .put(
    '/lists/:list_id/custom_columns',
    ...endpoint({
      id: 'addCustomColumns',
      tag: 'Custom columns',
      summary: 'Add custom columns',
      description:
        'Adds the columns, all or none. Columns cannot be deleted, and their type cannot be changed.',
      access: canWriteList,
      body: newColumns,
      idempotent: true,
      answers: [201, dataOf(z.array(customColumn)), 'The columns created'],
    }),
    async (c) => {
      const addition = { list: c.req.param('list_id'), body: c.req.valid('json') }
      const added = await addColumns(c.var.principal, addition)
      return jsonText<{ data: CustomColumn[] }, 201>(c, `{"data":${added}}`, 201)
    },
  )
