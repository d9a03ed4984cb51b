import { Hono } from 'hono'
import * as z from 'zod'
import type { Principal } from '../domain/access/principal'
import { query } from '../domain/access/query'
import { changeImport, importChange } from '../domain/imports/change'
import { discardImport } from '../domain/imports/discard'
import {
  countsJson,
  documentedImport,
  importedPerson,
  importJson,
  importRun,
  importSummary,
  summaryJson,
  undoneImport,
  undoneJson,
} from '../domain/imports/documented'
import { viewGaps } from '../domain/imports/gaps'
import { gapsCsv } from '../domain/imports/gaps-csv'
import { listImports } from '../domain/imports/list'
import { type PreparedImport, prepareImport, requireImport } from '../domain/imports/prepare'
import { importRowsQuery, listImportRows } from '../domain/imports/rows-page'
import { runImport, runInput } from '../domain/imports/run'
import { importById } from '../domain/imports/store'
import { undoImport } from '../domain/imports/undo'
import { uploadImport } from '../domain/imports/upload'
import { refusedAt } from '../domain/shared/error-list'
import { DomainError } from '../domain/shared/errors'
import type { Env } from '../env'
import type { Access } from '../http/access'
import { TEN_MIB } from '../http/body'
import { endpoint } from '../http/endpoint'
import { ifMatch } from '../http/etag'
import { changingJson, csvFile, dataOf, pageOf, pageWithETag, wantsCsv } from '../http/response'
import { canWriteList } from './access'

const IMPORT_ID = {
  name: 'import_id',
  description: 'The `id` of the import',
  example: 'imp_0VMtKcPBq7XJ3mZ1sWv9LdTe',
}

/** API keys that may write to the list of the import. */
const canWriteImport: Access = {
  security: 'apiKey',
  parameters: [IMPORT_ID],
  errorStatuses: [402, 403],
  authorize: (c) =>
    query(
      c.var.principal,
      { imports: importById(c.var.principal.workspace(), c.req.param('import_id') ?? '') },
      (credential, { imports }) => requireImport(credential, imports, 'write'),
    ),
}

const EXAMPLE = `MitgliedNr.;Name;Vorname;geb. am;PLZ/Ort
2001;Lovelace;Ada;10.12.1975;54290 Trier
2002;Noether;Emmy;23.3.1982;91054 Erlangen
`

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

const FILE_TYPES = ['text/csv', 'text/tab-separated-values', XLSX, 'application/octet-stream']

const answerOf = (prepared: PreparedImport) => ({
  json: JSON.stringify(importJson(prepared)),
  version: String(prepared.stored.revision),
})

export const imports = new Hono<Env>()
  .post(
    '/lists/:list_id/imports',
    ...endpoint({
      id: 'uploadImport',
      tag: 'Imports',
      summary: 'Upload a file of persons',
      description:
        'CSV, TSV or XLSX in any usual encoding, as other programs export them, with at most 20,000 rows. Makes a draft that writes nothing: ' +
        'it has a proposal of what each column becomes, and questions about what is doubtful. Change both with PATCH, then run it. ' +
        'The media type does not matter: the content tells the format. A workspace has at most 5 drafts; each is deleted after 14 days.',
      access: canWriteList,
      query: z.strictObject({
        file_name: z.string().min(1).max(255).optional().describe('The name of the file, to show to people'),
      }),
      upload: { types: FILE_TYPES, example: EXAMPLE },
      maxBytes: TEN_MIB,
      idempotent: true,
      etag: true,
      answers: [201, dataOf(documentedImport), 'The draft'],
    }),
    async (c) => {
      const list = c.req.param('list_id')
      const { file_name: fileName = 'upload' } = c.req.valid('query')
      const id = await uploadImport(c.var.principal, { list, fileName, file: c.var.bodyBytes })
      const { idempotent, ...principal } = c.var.principal
      return changingJson<z.infer<typeof documentedImport>, 201>(
        c,
        answerOf(await uploaded(() => prepareImport(principal, { id }), idempotent)),
        201,
      )
    },
  )

  .get(
    '/lists/:list_id/imports',
    ...endpoint({
      id: 'readImports',
      tag: 'Imports',
      summary: 'Read the imports of a list',
      description: 'The newest 100, the newest first.',
      access: canWriteList,
      answers: [200, dataOf(z.array(importSummary)), 'The imports'],
    }),
    async (c) => {
      const imports = await listImports(c.var.principal, { list: c.req.param('list_id') })
      return c.json({ data: imports.map(summaryJson) }, 200)
    },
  )

  .get(
    '/imports/:import_id',
    ...endpoint({
      id: 'readImport',
      tag: 'Imports',
      summary: 'Read an import, and what it would do now',
      description:
        'Nothing is written before a run. The `mark` stands for the file, the decisions, and the persons and columns as they are.',
      access: canWriteImport,
      etag: true,
      answers: [200, dataOf(documentedImport), 'The import'],
    }),
    async (c) => {
      const prepared = await prepareImport(c.var.principal, { id: c.req.param('import_id') })
      return changingJson<z.infer<typeof documentedImport>>(c, answerOf(prepared))
    },
  )

  .patch(
    '/imports/:import_id',
    ...endpoint({
      id: 'changeImport',
      tag: 'Imports',
      summary: 'Change what a draft makes of its file',
      description:
        'Absent keys stay. `mapping` says what a column becomes, by its number from 0: `ignore`, a column of the CSV of the list, ' +
        '`name`, `address.house_number`, `address.postcode_and_city`, `new:TYPE` for a new custom column, or `value:KEY:VALUE`. ' +
        'Reading the file in another way resets the mapping, the answers and the edits.',
      access: canWriteImport,
      body: importChange,
      ifMatch: true,
      etag: true,
      answers: [200, dataOf(documentedImport), 'The draft as it now is'],
    }),
    async (c) => {
      const change = { id: c.req.param('import_id'), body: c.req.valid('json'), precondition: ifMatch(c) }
      return changingJson<z.infer<typeof documentedImport>>(
        c,
        answerOf(await changeImport(c.var.principal, change)),
      )
    },
  )

  .get(
    '/imports/:import_id/rows',
    ...endpoint({
      id: 'readImportRows',
      tag: 'Imports',
      summary: 'Read what becomes of the rows of a draft, person by person',
      description:
        'In the order of the file. Follow `meta.next_cursor`. With `Accept: text/csv`, the rows of which something is or was left out, ' +
        'with a last column that says what; also for 14 days after the run.',
      access: canWriteImport,
      query: importRowsQuery,
      paged: true,
      csv: 'response',
      csvExample: 'Name;IBAN;missing\r\nLovelace;DE00123;IBAN: iban_wrong\r\n',
      answers: [200, pageOf(importedPerson), 'A page of persons'],
    }),
    async (c) => {
      const id = c.req.param('import_id')
      if (wantsCsv(c)) {
        const leftOut = await viewGaps(c.var.principal, { id })
        const { locale } = leftOut
        const text = gapsCsv(leftOut, { title: 'missing', locale, say: ({ code }) => code })
        return csvFile(c, once(text), 'missing')
      }
      const request = { id, query: c.req.valid('query') }
      const { persons, ...page } = await listImportRows(c.var.principal, request)
      const items = persons.map((person) => JSON.stringify(person))
      return pageWithETag<z.infer<typeof importedPerson>>(c, { ...page, items })
    },
  )

  .post(
    '/imports/:import_id/run',
    ...endpoint({
      id: 'runImport',
      tag: 'Imports',
      summary: 'Write what an import would do',
      description:
        'All or nothing, and exactly what the import says under this `mark`. Refused if it would do something else now (`mark_outdated`): read it again. ' +
        'Texts that cannot be read are left out.',
      access: canWriteImport,
      body: runInput,
      idempotent: true,
      answers: [201, dataOf(importRun), 'What was written'],
    }),
    async (c) => {
      const run = { id: c.req.param('import_id'), body: c.req.valid('json') }
      const done = await orRefused(() => runImport(c.var.principal, run))
      if (done.outcome === 'changed') throw refusedAt('mark', { code: 'mark_outdated' })
      return c.json({ data: { counts: countsJson(done.counts), batch_id: done.batchId } }, 201)
    },
  )

  .post(
    '/imports/:import_id/undo',
    ...endpoint({
      id: 'undoListImport',
      tag: 'Imports',
      summary: 'Undo the run of an import',
      description:
        'Within 24 hours. Deletes the persons whom it created and to whom nothing happened since, and gives others their values back where ' +
        'they are as the import left them. Accounts that it changed, and its custom columns, stay.',
      access: canWriteImport,
      answers: [200, dataOf(undoneImport), 'What was undone'],
    }),
    async (c) => {
      const id = c.req.param('import_id')
      const undone = await orRefused(() => undoImport(c.var.principal, { id }))
      return c.json({ data: undoneJson(undone) }, 200)
    },
  )

  .delete(
    '/imports/:import_id',
    ...endpoint({
      id: 'discardImport',
      tag: 'Imports',
      summary: 'Delete a draft with its file',
      description: 'An import that was run is undone instead.',
      access: canWriteImport,
      answers: [204, undefined, 'The draft is gone'],
    }),
    async (c) => {
      const id = c.req.param('import_id')
      await discardImport(c.var.principal, { id })
      return c.body(null, 204)
    },
  )

/** Reads the draft of an upload. Throws `not_found` for a repeated upload whose draft was deleted meanwhile. */
async function uploaded(
  read: () => Promise<PreparedImport>,
  idempotent: Principal['idempotent'],
): Promise<PreparedImport> {
  try {
    return await read()
  } catch (error) {
    if (!(error instanceof DomainError && error.reason === 'not_found')) throw error
    // That is no answer which was given before.
    if (idempotent) idempotent.replayed = false
    throw new DomainError('not_found', 'The draft that this Idempotency-Key made was deleted.')
  }
}

/** Runs an act on an import. Throws `invalid` if its state does not allow it: a 412 answers callers who sent an ETag. */
async function orRefused<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act()
  } catch (error) {
    if (!(error instanceof DomainError && error.reason === 'changed_meanwhile')) throw error
    throw refusedAt('import_id', { code: 'import_state' })
  }
}

async function* once(text: string) {
  yield text
}
