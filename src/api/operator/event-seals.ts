import { Hono } from 'hono'
import { wherever } from '../../domain/access/wherever'
import { verification, verificationQuery, verifySeals } from '../../domain/workspaces/verify-events'
import type { Env } from '../../env'
import { endpoint } from '../../http/endpoint'
import { databaseOf } from '../../http/open-database'
import { dataOf } from '../../http/response'
import { operatorOfWorkspace } from './operator'

export const eventSeals = new Hono<Env>().get(
  '/operator/workspaces/:workspace_id/event_seals/verification',
  ...endpoint({
    id: 'verifyEventSeals',
    tag: 'Operator',
    summary: 'Verify the events of a workspace',
    description:
      'Each night seals the events of the day: a seal has a digest of each event, and a hash over them and the seal ' +
      'before. Says whether the events are as they were sealed, but for those of deleted persons, which were emptied. ' +
      'A call verifies up to 25 seals; repeat it with `after` until `is_complete`.',
    access: operatorOfWorkspace,
    query: verificationQuery,
    answers: [200, dataOf(verification), 'What was verified'],
  }),
  async (c) => {
    const workspaceId = c.req.param('workspace_id')
    const request = { workspaceId, now: new Date(), query: c.req.valid('query') }
    const db = databaseOf(c.env, workspaceId)
    return c.json({ data: await wherever(db, () => verifySeals(db, request)) })
  },
)
