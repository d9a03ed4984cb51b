import { Hono } from 'hono'
import * as z from 'zod'
import { validate } from '../../domain/shared/validation'
import { applyErasures } from '../../domain/workspaces/erasures/apply'
import {
  appliedErasures,
  erasures,
  erasuresAgain,
  erasuresQuery,
} from '../../domain/workspaces/erasures/erasures'
import { listAllErasures } from '../../domain/workspaces/erasures/files'
import type { Env } from '../../env'
import { endpoint } from '../../http/endpoint'
import { dataOf } from '../../http/response'
import { timeBudget } from '../../http/time-budget'
import { databaseQuery, namedDatabase } from './database-query'
import { operatorOnly } from './operator'

/** More than the longest list of what was not all of one instant. */
const MAX_BYTES = 16_777_216

export const erasuresSince = new Hono<Env>()
  .get(
    '/operator/erasures',
    ...endpoint({
      id: 'readErasures',
      tag: 'Operator',
      summary: 'Read what was erased and what ended since an instant',
      description:
        'The persons who were deleted, the workspaces that were erased, and the keys, memberships, passkeys, mandates and ' +
        'subscriptions to news that ended: read it before a restore. After it, the files of the bucket `BACKUPS`, which the hourly ' +
        'run writes, have what the database no longer knows.',
      access: operatorOnly,
      query: erasuresQuery.extend(databaseQuery),
      answers: [200, dataOf(erasures), 'What was erased and what ended'],
    }),
    async (c) => {
      const query = c.req.valid('query')
      return c.json({ data: await listAllErasures(namedDatabase(c, query), c.env.BACKUPS, query.since) })
    },
  )

  .post(
    '/operator/erasures',
    ...endpoint({
      id: 'applyErasures',
      tag: 'Operator',
      summary: 'Apply erasures and ends again after a restore',
      description:
        'Only while the service is paused, after `POST /operator/restores`. Takes the answer of `GET /operator/erasures`, deletes the ' +
        'persons who have come back, suspends the workspaces that have, and ends in restored workspaces what has. Nobody gets more ' +
        'rights by it. Send the same again while something is `left`; what is applied stays so.',
      access: operatorOnly,
      query: z.strictObject(databaseQuery),
      body: erasuresAgain,
      maxBytes: MAX_BYTES,
      needsPause: true,
      answers: [200, dataOf(appliedErasures), 'What became of them'],
    }),
    async (c) => {
      const { data: list } = validate(erasuresAgain, c.req.valid('json'))
      const request = { requestId: c.var.requestId, now: new Date() }
      const data = await applyErasures(namedDatabase(c, c.req.valid('query')), {
        request,
        list,
        isTimeUp: timeBudget(),
      })
      return c.json({ data })
    },
  )
