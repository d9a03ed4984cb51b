import { type Context, Hono } from 'hono'
import * as z from 'zod'
import type { Db } from '../../db/client'
import { wherever } from '../../domain/access/wherever'
import { DomainError } from '../../domain/shared/errors'
import { listFiles, sharedIdOf } from '../../domain/workspaces/copy/back-up'
import { gzippedFile } from '../../domain/workspaces/copy/file'
import { workspaceExists } from '../../domain/workspaces/copy/load'
import type { Env } from '../../env'
import { endpoint } from '../../http/endpoint'
import { databaseOf } from '../../http/open-database'
import { databaseQuery, namedDatabase } from './database-query'
import { operatorOfWorkspace, operatorOnly } from './operator'

const backupQuery = z.strictObject({
  fresh: z
    .enum(['true', 'false'])
    .optional()
    .describe('`true` for what is stored now, not the file of the last night'),
})

const FORMAT =
  'Lines of JSON, gzipped: a manifest, the columns and rows of each table, and last the count and the SHA-256 of the rows of ' +
  'each. A file without that line was cut. Its `is_consistent` says whether all rows are of one instant. '

export const backups = new Hono<Env>()
  .get(
    '/operator/workspaces/:workspace_id/backup',
    ...endpoint({
      id: 'readBackup',
      tag: 'Operator',
      summary: 'Read the backup of a workspace',
      description:
        `${FORMAT}It is the newest one in the bucket \`BACKUPS\`, also if the database is lost, or one that is made now if there ` +
        'is none. Sessions and idempotency keys are not in it.',
      access: operatorOfWorkspace,
      query: backupQuery,
      streams: 'application/gzip',
      answers: [200, undefined, 'The file'],
    }),
    async (c) => {
      const workspaceId = c.req.param('workspace_id')
      const db = databaseOf(c.env, workspaceId)
      return answerFile(c, { db, workspaceId, isFresh: c.req.valid('query').fresh === 'true' })
    },
  )

  .get(
    '/operator/backup',
    ...endpoint({
      id: 'readSharedBackup',
      tag: 'Operator',
      summary: 'Read the backup of what workspaces share',
      description: `${FORMAT}It has staff with their passkeys.`,
      access: operatorOnly,
      query: backupQuery.extend(databaseQuery),
      streams: 'application/gzip',
      answers: [200, undefined, 'The file'],
    }),
    (c) => {
      const query = c.req.valid('query')
      const db = namedDatabase(c, query)
      return answerFile(c, { db, workspaceId: null, isFresh: query.fresh === 'true' })
    },
  )

type Asked = { db: Db; workspaceId: string | null; isFresh: boolean }

async function answerFile(c: Context<Env>, { db, workspaceId, isFresh }: Asked): Promise<Response> {
  const headers = fileHeaders(workspaceId)
  const bucket = c.env.BACKUPS
  const newest =
    bucket && !isFresh ? (await listFiles(bucket, workspaceId ?? sharedIdOf(db.place))).at(-1) : undefined
  const stored = newest && (await bucket?.get(newest.key))
  if (stored) return c.body(stored.body, 200, headers)
  const exists = async () => workspaceId === null || (await workspaceExists(db, workspaceId)) || undefined
  if (!(await wherever(db, exists))) throw new DomainError('not_found', 'There is no such workspace.')
  return c.body(freshFile(c, db, workspaceId), 200, headers)
}

/** The file of what is stored now. */
export const freshFile = (c: Context<Env>, db: Db, workspaceId: string | null): ReadableStream<Uint8Array> =>
  gzippedFile(db, { workspaceId, version: c.env.VERSION?.id ?? null, now: new Date() })

export const fileHeaders = (workspaceId: string | null) => ({
  'Content-Type': 'application/gzip',
  'Content-Disposition': `attachment; filename="${workspaceId ?? 'shared'}.ndjson.gz"`,
})
