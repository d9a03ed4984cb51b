import { Hono } from 'hono'
import { open } from '../../db/client'
import { validate } from '../../domain/shared/validation'
import { applyErasures } from '../../domain/workspaces/erasures/apply'
import {
  appliedErasures,
  type Erasures,
  erasures,
  erasuresAgain,
  erasuresQuery,
} from '../../domain/workspaces/erasures/erasures'
import { listAllErasures } from '../../domain/workspaces/erasures/files'
import type { Env } from '../../env'
import { endpoint } from '../../http/endpoint'
import { dataOf } from '../../http/response'
import { timeBudget } from '../../http/time-budget'
import { operatorOnly } from './operator'

/** More than the longest list of persons who were not all deleted at once. */
const MAX_BYTES = 16_777_216

export const erasuresSince = new Hono<Env>()
  .get(
    '/operator/erasures',
    ...endpoint({
      id: 'readErasures',
      tag: 'Operator',
      summary: 'Read what was erased since an instant',
      description:
        'The persons who were deleted and the workspaces that were erased, by their ids: read it before a restore. After it, the ' +
        'files of the bucket `BACKUPS`, which the hourly run writes, have what the database no longer knows.',
      access: operatorOnly,
      query: erasuresQuery,
      answers: [200, dataOf(erasures), 'The erasures'],
    }),
    async (c) =>
      c.json({ data: await listAllErasures(open(c.env.DB), c.env.BACKUPS, c.req.valid('query').since) }),
  )

  .post(
    '/operator/erasures',
    ...endpoint({
      id: 'applyErasures',
      tag: 'Operator',
      summary: 'Apply erasures again after a restore',
      description:
        'Only while the service is paused. Takes the answer of `GET /operator/erasures`, deletes the persons who have come back, ' +
        'and suspends the workspaces that have. Send the same again while persons are `left`; what is applied stays so.',
      access: operatorOnly,
      body: erasuresAgain,
      maxBytes: MAX_BYTES,
      needsPause: true,
      answers: [200, dataOf(appliedErasures), 'What became of them'],
    }),
    async (c) => {
      const { data: list } = validate(erasuresAgain, c.req.valid('json')) as { data: Erasures }
      const request = { requestId: c.var.requestId, now: new Date() }
      const data = await applyErasures(open(c.env.DB), { request, list, isTimeUp: timeBudget() })
      return c.json({ data })
    },
  )
