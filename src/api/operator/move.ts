import { Hono } from 'hono'
import { openAll } from '../../db/databases'
import { validate } from '../../domain/shared/validation'
import { cancelMove } from '../../domain/workspaces/move/cancel'
import { move, viewMove } from '../../domain/workspaces/move/move'
import { newMove, scheduleMove } from '../../domain/workspaces/move/schedule'
import type { Env } from '../../env'
import { endpoint } from '../../http/endpoint'
import { goOnQueueing, whyClosed } from '../../http/moves'
import { dataOf } from '../../http/response'
import { operatorOfAnyWorkspace } from './operator'

export const workspaceMove = new Hono<Env>()
  .get(
    '/operator/workspaces/:workspace_id/move',
    ...endpoint({
      id: 'readMove',
      tag: 'Operator',
      summary: 'Read the move of a workspace to another database',
      description:
        'The one that has not ended, or the last one. A cancelled move stays only if it failed, with the reason.',
      access: operatorOfAnyWorkspace,
      answers: [200, dataOf(move), 'The move'],
    }),
    async (c) => {
      const asked = { workspaceId: c.req.param('workspace_id'), now: new Date() }
      return c.json({ data: await viewMove(openAll(c.env), asked) })
    },
  )

  .post(
    '/operator/workspaces/:workspace_id/move',
    ...endpoint({
      id: 'moveWorkspace',
      tag: 'Operator',
      summary: 'Move a workspace to another database',
      description:
        'At the time that the association chose. From `started_at` on the workspace can only be read: what changes something is ' +
        'answered 503 `workspace_moving`, and pages say so. It is copied and compared, opens at its new place, and is deleted where ' +
        'it was. Ids, keys, links and sessions stay as they are. Sent again, it goes on at once; a job goes on by itself. If ' +
        'anything differs, the move is cancelled, and nothing was changed. Workspaces above or below others do not move.',
      access: operatorOfAnyWorkspace,
      body: newMove,
      answers: [202, dataOf(move), 'The move, and what is its next step'],
    }),
    async (c) => {
      const [workspaceId, now] = [c.req.param('workspace_id'), new Date()]
      const body = validate(newMove, c.req.valid('json'))
      const scheduled = await scheduleMove(
        { workspaceId, body, now },
        {
          places: openAll(c.env),
          whyClosed: (place) => whyClosed(c.env, place),
        },
      )
      const isDue = scheduled.due_at <= now.toISOString()
      const begun = isDue ? await goOnQueueing(c.env, { workspaceId, now }) : undefined
      return c.json({ data: begun ?? scheduled }, 202)
    },
  )

  .delete(
    '/operator/workspaces/:workspace_id/move',
    ...endpoint({
      id: 'cancelMove',
      tag: 'Operator',
      summary: 'Cancel the move of a workspace',
      description:
        'Until the workspace is at its new place. It is in use again at once, as it was; what was copied is deleted, and then the ' +
        'move itself.',
      access: operatorOfAnyWorkspace,
      answers: [202, dataOf(move), 'The move, which is being cancelled'],
    }),
    async (c) => {
      const [workspaceId, now] = [c.req.param('workspace_id'), new Date()]
      const cancelled = await cancelMove(openAll(c.env), workspaceId)
      const rest = await goOnQueueing(c.env, { workspaceId, now })
      return c.json({ data: rest ?? cancelled }, 202)
    },
  )
