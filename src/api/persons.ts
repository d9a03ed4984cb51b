import { type Context, Hono, type Next } from 'hono'
import * as z from 'zod'
import { requireList } from '../domain/access/authorize'
import { confirmPerson, confirmPersons, previewConfirmations } from '../domain/applications/confirm-persons'
import {
  type Confirmations,
  confirmations,
  confirmationsPreview,
  writtenConfirmation,
  writtenConfirmations,
} from '../domain/applications/confirmation-input'
import { mergeInput, mergePersons } from '../domain/doubles/merge'
import { type DuesRun, duesRun } from '../domain/dues/runs'
import { createPerson } from '../domain/persons/create'
import { exportPersons } from '../domain/persons/csv/export'
import { checkImport, importPersons } from '../domain/persons/csv/import'
import { deletePerson } from '../domain/persons/delete'
import {
  person,
  synchronized,
  writtenNewPerson,
  writtenPerson,
  writtenSynchronization,
} from '../domain/persons/documented'
import { getPerson } from '../domain/persons/get'
import { listPersons } from '../domain/persons/list'
import { pageQuery } from '../domain/persons/page-query'
import { synchronizePersons } from '../domain/persons/synchronize'
import { checkSynchronization } from '../domain/persons/synchronize-preview'
import { updatePerson } from '../domain/persons/update'
import { getResignation } from '../domain/portal/resign/decide'
import { type Resignation, resignation } from '../domain/portal/resign/resignation'
import { openSegment } from '../domain/segments/shared-segment'
import { refusedAt } from '../domain/shared/error-list'
import type { Env } from '../env'
import { isCsv, TEN_MIB } from '../http/body'
import { endpoint } from '../http/endpoint'
import { deploymentTag, ifMatch, ifNoneMatch } from '../http/etag'
import { csvFile, dataOf, jsonText, pageOf, pageWithVersion, personJson, wantsCsv } from '../http/response'
import {
  canConfirmPerson,
  canDeletePerson,
  canMergePerson,
  canReadList,
  canReadPerson,
  canReadResignation,
  canWriteList,
  canWriteMembers,
  canWritePerson,
} from './access'

type Person = z.infer<typeof person>

export const persons = new Hono<Env>()
  .get(
    '/lists/:list_id/persons',
    ...endpoint({
      id: 'readPersons',
      tag: 'Persons',
      summary: 'Read all persons of a list, page by page',
      description:
        'In the order of creation, at most 500 a page. Follow `meta.next_cursor`, or the Link header. ' +
        '`filter[<field>]=value` keeps the persons whose field has the value (arrays: contain it), several filters all at once: ' +
        'any scalar field, parts by dots (`filter[name.last_name]`), custom columns by their key. `filter[<field>][<operator>]=value` takes the operators ' +
        'of the guide. `external_id`, `email` and ' +
        '`membership_number` are looked up, the others scan the list. With `Accept: text/csv` all pages come as one file.',
      access: canReadList,
      query: pageQuery,
      filters: true,
      paged: true,
      csv: 'response',
      answers: [200, pageOf(person), 'A page of persons'],
    }),
    async (c) => {
      const list = c.req.param('list_id')
      const query = c.req.valid('query')
      const segment = await openSegment(c.var.principal, {
        ...{ id: query.segment_id, list },
        authorize: (credential) => requireList(credential, list, 'read'),
      })
      const request = { list, query, segment: segment?.query }
      if (wantsCsv(c)) return csvFile(c, await exportPersons(c.var.principal, request), request.list)
      const page = await listPersons(c.var.principal, { ...request, ifNoneMatch: ifNoneMatch(c) })
      return pageWithVersion<Person>(c, { ...page, items: page.persons })
    },
  )

  .post(
    '/lists/:list_id/persons',
    ...endpoint({
      id: 'createPerson',
      tag: 'Persons',
      summary: 'Create one person',
      description: '`creation_behaviour: unconfirmed` places a member among the membership applications.',
      access: canWriteList,
      body: writtenNewPerson,
      idempotent: true,
      etag: true,
      answers: [201, dataOf(person), 'The person'],
    }),
    async (c) => {
      const request = { list: c.req.param('list_id'), body: c.req.valid('json') }
      return personJson<Person, 201>(c, await createPerson(c.var.principal, request), 201)
    },
  )

  .put(
    '/lists/:list_id/persons',
    checkDeleteOmitted,
    ...endpoint({
      id: 'synchronizePersons',
      tag: 'Persons',
      summary: 'Synchronize persons',
      description:
        'Brings up to 10,000 persons to what the body says, all or nothing. Repeating the call changes nothing. ' +
        'A person is named by `id` or `external_id` and updated as one person is; an unknown `external_id` is created. ' +
        'With `delete_omitted` the persons that are not named are deleted, except applicants; a body that names no ' +
        'stored person is 422. Calls at the same moment take effect one after the other. ' +
        'Takes the CSV that reading the list gives as well; `errors` then names row and column. ' +
        '`?dry_run=true` writes nothing and tells what would happen: `meta` counts, `changes` has the first 100 persons, ' +
        'and `data` is empty.',
      access: canWriteList,
      query: z.strictObject({
        delete_omitted: z
          .enum(['true', 'false'])
          .optional()
          .describe('For CSV alone; JSON has it in the body'),
        dry_run: z.enum(['true', 'false']).optional().describe('`true` only checks, and writes nothing'),
      }),
      body: writtenSynchronization,
      maxBytes: TEN_MIB,
      csv: 'request',
      answers: [200, synchronized, 'The persons in the order of the request, and what became of them'],
    }),
    async (c) => {
      const list = c.req.param('list_id')
      const { csv, principal } = c.var
      const { delete_omitted, dry_run } = c.req.valid('query')
      const deleteOmitted = delete_omitted === 'true'
      if (dry_run === 'true') {
        const { counts, changes } =
          csv === undefined
            ? await checkSynchronization(principal, { list, body: c.req.valid('json') })
            : await checkImport(principal, { list, csv, deleteOmitted })
        return c.json({ data: [], meta: counts, changes }, 200)
      }
      const { persons, counts } =
        csv === undefined
          ? await synchronizePersons(principal, { list, body: c.req.valid('json') })
          : await importPersons(principal, { list, csv, deleteOmitted })
      const text = `{"data":[${persons.join(',')}],"meta":${JSON.stringify(counts)}}`
      return jsonText<z.infer<typeof synchronized>>(c, text)
    },
  )

  .get(
    '/lists/:list_id/persons/:person_id',
    ...endpoint({
      id: 'readPerson',
      tag: 'Persons',
      summary: 'Read one person',
      description:
        'All fields of the list, custom columns included, `null` where unset. Applicants are found as well.',
      access: canReadPerson,
      ifNoneMatch: true,
      answers: [200, dataOf(person), 'The person'],
    }),
    async (c) => personJson<Person>(c, await getPerson(c.var.principal, namedPerson(c))),
  )

  .get(
    '/lists/:list_id/persons/:person_id/resignation',
    ...endpoint({
      id: 'readResignation',
      tag: 'Persons',
      summary: 'Read the last resignation of a member',
      description:
        'As the member sent it in the portal, with what became of it. `leave_date` of the person says when the membership ends. ' +
        'The events `person.resigned`, `person.resignation_accepted` and `person.resignation_withdrawn` tell of new ones.',
      access: canReadResignation,
      answers: [200, dataOf(resignation), 'The resignation'],
    }),
    async (c) =>
      c.json({ data: (await getResignation(c.var.principal, namedPerson(c))) satisfies Resignation }),
  )

  .put(
    '/lists/:list_id/persons/:person_id',
    ...endpoint({
      id: 'updatePerson',
      tag: 'Persons',
      summary: 'Update one person',
      description: 'Merges: absent keys stay, `null` clears, `name` merges by part.',
      access: canWritePerson,
      body: writtenPerson,
      ifMatch: true,
      etag: true,
      answers: [200, dataOf(person), 'The person as it now is'],
    }),
    async (c) => {
      const update = { ...namedPerson(c), body: c.req.valid('json'), precondition: ifMatch(c) }
      return personJson<Person>(c, await updatePerson(c.var.principal, update))
    },
  )

  .post(
    '/lists/:list_id/persons/:person_id/confirmation',
    ...endpoint({
      id: 'confirmPerson',
      tag: 'Persons',
      summary: 'Confirm a membership application',
      description:
        'Makes an applicant a member: the person moves from the membership applications to the regular area. ' +
        'The body is optional. It sets what the person gets as a member, and claims its dues in the same step: see ' +
        '*Confirm several membership applications*, whose dry run says what would be claimed. Confirming a member again ' +
        'changes nothing; a body that would change a member is refused with 422.',
      access: canConfirmPerson,
      body: writtenConfirmation,
      bodyIsOptional: true,
      idempotent: true,
      ifMatch: true,
      etag: true,
      answers: [
        200,
        dataOf(person).extend({
          dues_runs: z.array(duesRun).optional().describe('The runs by which dues were claimed, if any were'),
        }),
        'The member',
      ],
    }),
    async (c) => {
      const request = { ...namedPerson(c), body: c.req.valid('json'), precondition: ifMatch(c) }
      const { member, runs } = await confirmPerson(c.var.principal, request)
      if (runs === '[]') return personJson<Person>(c, member)
      c.header('ETag', deploymentTag(c, member.version))
      return jsonText<{ data: Person; dues_runs?: DuesRun[] }>(
        c,
        `{"data":${member.json},"dues_runs":${runs}}`,
      )
    },
  )

  .post(
    '/lists/:list_id/confirmations',
    ...endpoint({
      id: 'confirmPersons',
      tag: 'Persons',
      summary: 'Confirm several membership applications',
      description:
        'Makes up to 100 applicants members and claims their dues, all or nothing. An item names an applicant by `id`, else by ' +
        '`external_id`, and gives it a membership number, which no other member may have, who pays, a payment method and custom columns; other fields are ' +
        'updated as those of any person. `dues` says what is claimed from all of them together, with the amount, so that ' +
        'nothing else is. `?dry_run=true` changes nothing: it validates the body and says what the plans that `dues` names would claim, by ' +
        'default all by which members owe in the period in which they join. It needs `fees:read` for that, and `members:read`.',
      access: canWriteMembers,
      query: z.strictObject({
        dry_run: z.enum(['true', 'false']).optional().describe('`true` only checks, and writes nothing'),
      }),
      body: writtenConfirmations,
      idempotent: true,
      answers: [201, dataOf(confirmations), 'The members, and the runs that claimed their dues'],
      alsoAnswers: [200, dataOf(confirmationsPreview), 'What would be claimed, with `dry_run=true`'],
    }),
    async (c) => {
      const request = { list: c.req.param('list_id'), body: c.req.valid('json') }
      if (c.req.valid('query').dry_run === 'true')
        return c.json({ data: await previewConfirmations(c.var.principal, request) }, 200)
      return jsonText<{ data: Confirmations }, 201>(
        c,
        `{"data":${await confirmPersons(c.var.principal, request)}}`,
        201,
      )
    },
  )

  .post(
    '/lists/:list_id/persons/:person_id/merge',
    ...endpoint({
      id: 'mergePersons',
      tag: 'Persons',
      summary: 'Merge two persons who are one, irreversibly',
      description:
        'The person of the path stays, that of `from` goes; both are of the regular area. Fees with their references, payments, ' +
        'debits, mails and consents go with the person who stays; portal sessions and links of both end. ' +
        'Each field keeps the value of the person who stays unless `take` names it. A field without one is filled, `name` by ' +
        'part; phone numbers and custom columns of type `array` get the values of both as long as there is room; `leave_date` is ' +
        'never filled, and a mandate only with the account that it is for. `external_id` and `membership_number` follow the ' +
        'same rule; the value that is not kept names no one any more. ' +
        'The list of deleted persons has `merged_into`. Refused are applicants, persons with a fee in a live direct debit ' +
        '(`in_live_debit`) or named by an import that is not run (`in_open_import`), and two mandates that can both be collected (`two_mandates`).',
      access: canMergePerson,
      body: mergeInput,
      idempotent: true,
      ifMatch: true,
      etag: true,
      answers: [200, dataOf(person), 'The person who stays'],
    }),
    async (c) => {
      const request = { ...namedPerson(c), body: c.req.valid('json'), precondition: ifMatch(c) }
      return personJson<Person>(c, await mergePersons(c.var.principal, request))
    },
  )

  .delete(
    '/lists/:list_id/persons/:person_id',
    ...endpoint({
      id: 'deletePerson',
      tag: 'Persons',
      summary: 'Delete one person, irreversibly',
      description: 'Fees claimed from the person stay.',
      access: canDeletePerson,
      ifMatch: true,
      answers: [204, undefined, 'The person is gone'],
    }),
    async (c) => {
      await deletePerson(c.var.principal, { ...namedPerson(c), precondition: ifMatch(c) })
      return c.body(null, 204)
    },
  )

/** The person that a path names. */
const namedPerson = (c: Context<Env, '/lists/:list_id/persons/:person_id'>) => ({
  list: c.req.param('list_id'),
  idOrExternalId: c.req.param('person_id'),
})

/** Throws `invalid` if the query of a JSON request has `delete_omitted`, which belongs in its body. */
async function checkDeleteOmitted(c: Context<Env>, next: Next): Promise<void> {
  if (isCsv(c) || c.req.query('delete_omitted') === undefined) return next()
  await canWriteList.authorize(c)
  throw refusedAt('delete_omitted', { code: 'only_for_csv' })
}
