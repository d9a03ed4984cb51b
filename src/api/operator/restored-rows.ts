import { type Context, Hono } from 'hono'
import * as z from 'zod'
import { DomainError } from '../../domain/shared/errors'
import { listBackedUp } from '../../domain/workspaces/copy/back-up'
import { clearLoad, loadRows, readDatabase } from '../../domain/workspaces/copy/load'
import { isElsewhere } from '../../domain/workspaces/elsewhere'
import { readMovedSince } from '../../domain/workspaces/restores/moved-since'
import type { Env } from '../../env'
import type { Access } from '../../http/access'
import { endpoint } from '../../http/endpoint'
import { hasSeveral } from '../../http/open-database'
import { isPaused } from '../../http/paused'
import { dataOf } from '../../http/response'
import { fileHeaders, freshFile } from './backups'
import { databaseQuery, namedDatabase } from './database-query'
import { operatorOnly } from './operator'

const LINES = 'application/x-ndjson'

/** A row has 2 MB at most, which JSON writes longer. */
const MAX_BYTES = 16_777_216

/** What a part is of: a workspace, which need not exist yet, or what workspaces share. */
const restored: Access = {
  ...operatorOnly,
  parameters: [
    {
      name: 'restored_id',
      description: 'The `id` of the workspace, or `shared` for staff and their passkeys',
      example: 'wsp_00000000DemoWorkspace000',
    },
  ],
}

const database = z.object({
  migration: z.string().describe('The last one that was applied; empty if none was'),
  is_migrated: z.boolean().describe('Whether the service knows no later one'),
  workspace_ids: z.array(z.string()),
  backed_up_ids: z
    .array(z.string())
    .describe(
      'The workspaces of which the bucket `BACKUPS` has files; of several databases, those that were in this one last',
    ),
  staff: z.int(),
  is_paused: z.boolean(),
  twice_ids: z
    .array(z.string())
    .optional()
    .describe('Of several databases: the workspaces that another one has as well, since they had left'),
  missing_ids: z
    .array(z.string())
    .optional()
    .describe('Of several databases: the workspaces that have moved here, and are not here'),
  arriving_ids: z
    .array(z.string())
    .optional()
    .describe('Of several databases: the workspaces that are on their way here, and still where they were'),
  locked_ids: z
    .array(z.string())
    .optional()
    .describe(
      'Of several databases: the workspaces that can only be read for a move that no database has any more. They open within ten minutes',
    ),
})

const partQuery = z.strictObject({
  ...databaseQuery,
  migration: z
    .string()
    .describe('The migration that the file names')
    .meta({ examples: ['0050_learn_paying_accounts.sql'] }),
})

export const restoredRows = new Hono<Env>()
  .get(
    '/operator/restores/database',
    ...endpoint({
      id: 'readDatabase',
      tag: 'Operator',
      summary: 'Read what a database has before a restore',
      description:
        'Its last migration, the ids of its workspaces and of those that the bucket `BACKUPS` has files of, how many staff it has, ' +
        'and whether the service is paused. A database without tables has none. `npm run restore` asks for it.',
      access: operatorOnly,
      query: z.strictObject(databaseQuery),
      answers: [200, dataOf(database), 'What the database has'],
    }),
    async (c) => {
      const db = namedDatabase(c, c.req.valid('query'))
      const found = await readDatabase(db)
      const stored = c.env.BACKUPS ? await listBackedUp(c.env.BACKUPS) : []
      const moved = hasSeveral(c.env)
        ? await readMovedSince(db, { ...found, stored })
        : { backed_up_ids: stored }
      return c.json({ data: { ...found, ...moved, is_paused: isPaused(c.env) } })
    },
  )

  .get(
    '/operator/restores/:restored_id/rows',
    ...endpoint({
      id: 'readRestoredRows',
      tag: 'Operator',
      summary: 'Read what has been loaded of a workspace',
      description: 'A file as that of a backup, to be compared with the one that was loaded.',
      access: restored,
      query: z.strictObject(databaseQuery),
      streams: 'application/gzip',
      answers: [200, undefined, 'The file'],
    }),
    (c) => c.body(freshFile(c, namedDatabase(c, c.req.valid('query')), idOf(c)), 200, fileHeaders(idOf(c))),
  )

  .post(
    '/operator/restores/:restored_id/rows',
    ...endpoint({
      id: 'loadRows',
      tag: 'Operator',
      summary: 'Load rows of a workspace',
      description:
        'Lines of a backup: one with a table and its columns, and rows of it. Rows that are there already stay, so a part can be ' +
        'sent again. The row of `workspaces` goes last: from then on the workspace exists, and is loaded no more. The file ' +
        'must be of the migration of the database. Use `npm run restore`, which also verifies what it has loaded.',
      access: restored,
      query: partQuery,
      upload: {
        types: [LINES],
        example: '{"table":"workspace_logos","columns":["workspace_id","type","content"]}',
      },
      maxBytes: MAX_BYTES,
      answers: [200, dataOf(z.object({ rows: z.int() })), 'How many rows the part has'],
    }),
    async (c) => {
      const query = c.req.valid('query')
      const lines = new TextDecoder().decode(c.var.bodyBytes).split('\n').filter(Boolean)
      const part = { workspaceId: idOf(c), migration: query.migration, lines }
      return c.json({ data: await loadRows(namedDatabase(c, query), part) })
    },
  )

  .delete(
    '/operator/restores/:restored_id/rows',
    ...endpoint({
      id: 'clearRows',
      tag: 'Operator',
      summary: 'Delete what an interrupted restore has loaded',
      description:
        'Refused if the workspace exists, unless the service is paused and another database has it as well: then this one has had ' +
        'it back by a restore. Repeat it until `is_complete`.',
      access: restored,
      query: partQuery,
      answers: [200, dataOf(z.object({ is_complete: z.boolean() })), 'Whether all is deleted'],
    }),
    async (c) => {
      const id = idOf(c)
      if (id === null) throw new DomainError('not_found', 'What workspaces share is not deleted.')
      const query = c.req.valid('query')
      const db = namedDatabase(c, query)
      const mayExist = isPaused(c.env) && (await isElsewhere(db, id))
      return c.json({ data: await clearLoad(db, { workspaceId: id, migration: query.migration, mayExist }) })
    },
  )

/** The id of the path; null for what workspaces share. */
function idOf(c: Context<Env, '/:restored_id'>): string | null {
  const id = c.req.param('restored_id')
  if (id === 'shared') return null
  if (/^wsp_[0-9A-Za-z]{1,40}$/.test(id)) return id
  throw new DomainError('not_found', 'There is no such workspace.')
}
