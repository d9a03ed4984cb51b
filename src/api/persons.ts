import { type Context, Hono } from 'hono'
import { z } from 'zod'
import { confirmPerson } from '../domain/persons/confirm'
import { createPerson } from '../domain/persons/create'
import { exportPersons } from '../domain/persons/csv/export'
import { importPersons } from '../domain/persons/csv/import'
import { deletePerson } from '../domain/persons/delete'
import {
  person,
  synchronised,
  writtenNewPerson,
  writtenPerson,
  writtenSynchronisation,
} from '../domain/persons/documented'
import { findPerson, getPerson } from '../domain/persons/get'
import { listPersons, pageQuery } from '../domain/persons/list'
import { type Synchronised, synchronizePersons } from '../domain/persons/synchronize'
import { updatePerson } from '../domain/persons/update'
import { invalid } from '../domain/shared/errors'
import type { Env } from '../env'
import { bearer } from '../http/credentials'
import { ifMatch, ifNoneMatchOf } from '../http/etag'
import { idempotencyKey } from '../http/idempotency-key'
import { operation } from '../http/openapi'
import { csvFile, dataOf, jsonText, pageOf, pageWithVersion, personJson, wantsCsv } from '../http/response'
import { type Admission, body, isCsv, ONE_MIB, query, readCsv, TEN_MIB } from '../http/validate'
import { LIST_ID, toReadList, toWriteList } from './list-id'

const PERSON_ID = {
  name: 'person_id',
  description: 'The `id` of the person or its `external_id`',
  example: 'm-1001',
}

const toWritePerson: Admission = (c) =>
  findPerson(c.var.principal, c.req.param('list_id'), c.req.param('person_id'), 'write')

/** The person that a path names. */
const namedPerson = (c: Context<Env, '/lists/:list_id/persons/:person_id'>) => ({
  list: c.req.param('list_id'),
  idOrExternalId: c.req.param('person_id'),
})

type Person = z.infer<typeof person>

const synchronisationQuery = z.strictObject({
  delete_omitted: z.enum(['true', 'false']).optional().describe('For CSV alone; JSON has it in the body'),
})

const answerSynchronised = (c: Context<Env>, { persons, counts }: Synchronised) =>
  jsonText<z.infer<typeof synchronised>>(
    c,
    `{"data":[${persons.join(',')}],"meta":${JSON.stringify(counts)}}`,
  )

export const persons = new Hono<Env>()
  .use('/lists/:list_id/persons/*', ...bearer)

  .get(
    '/lists/:list_id/persons',
    operation({
      id: 'readPersons',
      tag: 'Persons',
      summary: 'Read all persons of a list, page by page',
      description:
        'In the order of creation, at most 500 a page. Follow `meta.next_cursor`, or the Link header. ' +
        '`filter[<field>]=value` keeps the persons whose field has the value (arrays: contain it), several filters all at once: ' +
        'any scalar field, parts by dots (`filter[name.last_name]`), custom columns by their key. `external_id`, `email` and ' +
        '`membership_number` are looked up, the others scan the list. With `Accept: text/csv` all pages come as one file.',
      filters: true,
      csv: 'out',
      parameters: [LIST_ID],
      headers: ['If-None-Match'],
      sends: ['ETag', 'Link'],
      answers: [200, pageOf(person), 'A page of persons'],
      refuses: [402, 403, 404, 422],
    }),
    query(pageQuery, toReadList),
    async (c) => {
      const list = c.req.param('list_id')
      const query = c.req.valid('query')
      if (wantsCsv(c)) return csvFile(c, await exportPersons(c.var.principal, { list, query }), list)
      const page = await listPersons(c.var.principal, { list, query, ifNoneMatch: ifNoneMatchOf(c) })
      return pageWithVersion<Person>(c, { ...page, items: page.persons })
    },
  )

  .put(
    '/lists/:list_id/persons',
    operation({
      id: 'synchronizePersons',
      tag: 'Persons',
      summary: 'Synchronize persons',
      description:
        'Brings up to 10,000 persons to what the body says, all or nothing. Repeating the call changes nothing. ' +
        'Takes the CSV that reading the list gives as well; faults are then named by row and column.',
      csv: 'in',
      parameters: [LIST_ID],
      answers: [200, synchronised, 'The persons in the order of the request, and what became of them'],
      refuses: [400, 402, 403, 404, 413, 415, 422],
    }),
    query(synchronisationQuery, toWriteList),
    async (c, next) => {
      const { delete_omitted } = c.req.valid('query')
      if (isCsv(c)) {
        const csv = await readCsv(c, TEN_MIB, toWriteList)
        const list = c.req.param('list_id')
        const deleteOmitted = delete_omitted === 'true'
        return answerSynchronised(c, await importPersons(c.var.principal, { list, csv, deleteOmitted }))
      }
      if (delete_omitted === undefined) return next()
      await toWriteList(c)
      throw invalid({ delete_omitted: ['is for CSV alone; give it in the body'] })
    },
    body(writtenSynchronisation, TEN_MIB, toWriteList),
    async (c) =>
      answerSynchronised(
        c,
        await synchronizePersons(c.var.principal, {
          list: c.req.param('list_id'),
          body: c.req.valid('json'),
        }),
      ),
  )

  .post(
    '/lists/:list_id/persons',
    operation({
      id: 'createPerson',
      tag: 'Persons',
      summary: 'Create one person',
      description: '`creation_behaviour: unconfirmed` places a member among the membership applications.',
      parameters: [LIST_ID],
      headers: ['Idempotency-Key'],
      sends: ['ETag'],
      answers: [201, dataOf(person), 'The person'],
      refuses: [400, 402, 403, 404, 409, 413, 415, 422],
    }),
    body(writtenNewPerson, ONE_MIB, toWriteList),
    idempotencyKey(toWriteList),
    async (c) => {
      const request = { list: c.req.param('list_id'), body: c.req.valid('json') }
      return personJson<Person, 201>(c, await createPerson(c.var.principal, request), 201)
    },
  )

  .get(
    '/lists/:list_id/persons/:person_id',
    operation({
      id: 'readPerson',
      tag: 'Persons',
      summary: 'Read one person',
      description:
        'All fields of the list, custom columns included, `null` where unset. Applicants are found as well.',
      parameters: [LIST_ID, PERSON_ID],
      headers: ['If-None-Match'],
      sends: ['ETag'],
      answers: [200, dataOf(person), 'The person'],
      refuses: [402, 403, 404],
    }),
    async (c) => {
      return personJson<Person>(c, await getPerson(c.var.principal, namedPerson(c)))
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
      headers: ['If-Match'],
      sends: ['ETag'],
      answers: [200, dataOf(person), 'The person as it now is'],
      refuses: [400, 402, 403, 404, 412, 413, 415, 422],
    }),
    body(writtenPerson, ONE_MIB, toWritePerson),
    async (c) => {
      const update = { ...namedPerson(c), body: c.req.valid('json'), precondition: ifMatch(c) }
      return personJson<Person>(c, await updatePerson(c.var.principal, update))
    },
  )

  .post(
    '/lists/:list_id/persons/:person_id/confirmation',
    operation({
      id: 'confirmPerson',
      tag: 'Persons',
      summary: 'Confirm a membership application',
      description:
        'Makes an applicant a member: the person moves from the membership applications to the regular area. ' +
        'Confirming a member again changes nothing.',
      parameters: [LIST_ID, PERSON_ID],
      answers: [200, dataOf(person), 'The member'],
      sends: ['ETag'],
      refuses: [402, 403, 404],
    }),
    async (c) => {
      return personJson<Person>(c, await confirmPerson(c.var.principal, namedPerson(c)))
    },
  )

  .delete(
    '/lists/:list_id/persons/:person_id',
    operation({
      id: 'deletePerson',
      tag: 'Persons',
      summary: 'Delete one person, irreversibly',
      description: 'Fees claimed from the person stay.',
      parameters: [LIST_ID, { ...PERSON_ID, example: 'm-0998' }],
      headers: ['If-Match'],
      answers: [204, undefined, 'The person is gone'],
      refuses: [402, 403, 404, 412],
    }),
    async (c) => {
      await deletePerson(c.var.principal, { ...namedPerson(c), precondition: ifMatch(c) })
      return c.body(null, 204)
    },
  )
