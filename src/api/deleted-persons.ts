import { Hono } from 'hono'
import {
  type DeletedPerson,
  deletedPerson,
  deletedQuery,
  listDeletedPersons,
} from '../domain/persons/list-deleted'
import type { Env } from '../env'
import { endpoint } from '../http/endpoint'
import { pageOf, pageWithETag } from '../http/response'
import { canReadList } from './access'

export const deletedPersons = new Hono<Env>().get(
  '/lists/:list_id/deleted_persons',
  ...endpoint({
    id: 'readDeletedPersons',
    tag: 'Persons',
    summary: 'Read the persons deleted from a list, page by page',
    description:
      'Ids and times alone, in the order of deletion. With `updated_since` on the list, a mirror can follow all changes.',
    access: canReadList,
    query: deletedQuery,
    paged: true,
    answers: [200, pageOf(deletedPerson), 'A page of deleted persons'],
  }),
  async (c) => {
    const request = { list: c.req.param('list_id'), query: c.req.valid('query') }
    const page = await listDeletedPersons(c.var.principal, request)
    const items = page.persons.map((person) => JSON.stringify(person))
    return pageWithETag<DeletedPerson>(c, { ...page, items })
  },
)
