import { Hono } from 'hono'
import {
  type DeletedPerson,
  deletedPerson,
  deletedQuery,
  listDeletedPersons,
} from '../domain/persons/list-deleted'
import type { Env } from '../env'
import { bearer } from '../http/credentials'
import { operation } from '../http/openapi'
import { pageOf, pageWithETag } from '../http/response'
import { query } from '../http/validate'
import { LIST_ID, toReadList } from './list-id'

export const deletedPersons = new Hono<Env>()
  .use('/lists/:list_id/deleted_persons/*', ...bearer)

  .get(
    '/lists/:list_id/deleted_persons',
    operation({
      id: 'readDeletedPersons',
      tag: 'Persons',
      summary: 'Read who was deleted from a list, page by page',
      description:
        'Ids and times alone, in the order of deletion. With `updated_since` on the list, a mirror can follow all changes.',
      parameters: [LIST_ID],
      headers: ['If-None-Match'],
      sends: ['ETag', 'Link'],
      answers: [200, pageOf(deletedPerson), 'A page of deleted persons'],
      refuses: [402, 403, 404, 422],
    }),
    query(deletedQuery, toReadList),
    async (c) => {
      const page = await listDeletedPersons(c.var.principal, {
        list: c.req.param('list_id'),
        query: c.req.valid('query'),
      })
      return pageWithETag<DeletedPerson>(c, { ...page, items: page.persons.map((of) => JSON.stringify(of)) })
    },
  )
