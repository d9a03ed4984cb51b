import { Hono } from 'hono'
import { createPerson } from '../domain/persons/create'
import { deletePerson } from '../domain/persons/delete'
import {
  person,
  synchronised,
  writtenNewPerson,
  writtenPerson,
  writtenSynchronisation,
} from '../domain/persons/person'
import { findPerson, pageQuery, readPerson, readPersons } from '../domain/persons/read'
import { synchronizePersons } from '../domain/persons/synchronize'
import { updatePerson } from '../domain/persons/update'
import type { Env } from '../env'
import { answerJson, answerPage, paged, wrapped } from '../http/answer'
import { bearer } from '../http/credentials'
import { operation } from '../http/openapi'
import { type Admission, body, ONE_MIB, query, TEN_MIB } from '../http/validate'
import { LIST_ID, toReadList, toWriteList } from './lists'

const PERSON_ID = { name: 'person_id', description: 'The `id` of the person or its `external_id`' }

const toWritePerson: Admission = (c) =>
  findPerson(c.var.caller, c.req.param('list_id'), c.req.param('person_id'), 'write')

export const persons = new Hono<Env>()
  .use('/lists/:list_id/persons/*', bearer)

  .get(
    '/lists/:list_id/persons',
    operation({
      id: 'readPersons',
      tag: 'Persons',
      summary: 'Read all persons of a list, page by page',
      description:
        'In the order of creation, at most 500 a page. Follow `meta.next_cursor`, or the Link header.',
      parameters: [LIST_ID],
      answers: [200, paged(person), 'A page of persons'],
      refuses: [402, 403, 404, 422],
    }),
    query(pageQuery, toReadList),
    async (c) => {
      const page = await readPersons(c.var.caller, c.req.param('list_id'), c.req.valid('query'))
      return answerPage(c, { ...page, items: page.persons })
    },
  )

  .put(
    '/lists/:list_id/persons',
    operation({
      id: 'synchronizePersons',
      tag: 'Persons',
      summary: 'Synchronize persons',
      description:
        'Brings up to 10,000 persons to what the body says, all or nothing. Repeating the call changes nothing.',
      parameters: [LIST_ID],
      answers: [200, synchronised, 'The persons in the order of the request, and what became of them'],
      refuses: [400, 402, 403, 404, 413, 415, 422],
    }),
    body(writtenSynchronisation, TEN_MIB, toWriteList),
    async (c) => {
      const { persons, counts } = await synchronizePersons(
        c.var.caller,
        c.req.param('list_id'),
        c.req.valid('json'),
      )
      return answerJson(c, `{"data":[${persons.join(',')}],"meta":${JSON.stringify(counts)}}`)
    },
  )

  .post(
    '/lists/:list_id/persons',
    operation({
      id: 'createPerson',
      tag: 'Persons',
      summary: 'Create one person',
      description: '`creation_behaviour: unconfirmed` places a member among the membership applications.',
      parameters: [LIST_ID],
      answers: [201, wrapped(person), 'The person'],
      refuses: [400, 402, 403, 404, 413, 415, 422],
    }),
    body(writtenNewPerson, ONE_MIB, toWriteList),
    async (c) => {
      const person = await createPerson(c.var.caller, c.req.param('list_id'), c.req.valid('json'))
      return answerJson(c, `{"data":${person}}`, 201)
    },
  )

  .get(
    '/lists/:list_id/persons/:person_id',
    operation({
      id: 'readPerson',
      tag: 'Persons',
      summary: 'Read one person',
      parameters: [LIST_ID, PERSON_ID],
      answers: [200, wrapped(person), 'The person'],
      refuses: [402, 403, 404],
    }),
    async (c) => {
      const { list_id, person_id } = c.req.param()
      return answerJson(c, `{"data":${await readPerson(c.var.caller, list_id, person_id)}}`)
    },
  )

  .put(
    '/lists/:list_id/persons/:person_id',
    operation({
      id: 'updatePerson',
      tag: 'Persons',
      summary: 'Update one person',
      description: 'Merges: absent keys stay, `null` clears, `name` merges by part.',
      parameters: [LIST_ID, PERSON_ID],
      answers: [200, wrapped(person), 'The person as it now is'],
      refuses: [400, 402, 403, 404, 413, 415, 422],
    }),
    body(writtenPerson, ONE_MIB, toWritePerson),
    async (c) => {
      const { list_id, person_id } = c.req.param()
      const person = await updatePerson(c.var.caller, list_id, person_id, c.req.valid('json'))
      return answerJson(c, `{"data":${person}}`)
    },
  )

  .delete(
    '/lists/:list_id/persons/:person_id',
    operation({
      id: 'deletePerson',
      tag: 'Persons',
      summary: 'Delete one person, irreversibly',
      description: 'Fees claimed from the person stay.',
      parameters: [LIST_ID, PERSON_ID],
      answers: [204, undefined, 'The person is gone'],
      refuses: [402, 403, 404],
    }),
    async (c) => {
      const { list_id, person_id } = c.req.param()
      await deletePerson(c.var.caller, list_id, person_id)
      return c.body(null, 204)
    },
  )
